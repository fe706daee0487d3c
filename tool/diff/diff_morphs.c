/* Differences of morphs. */
#include "tool/diff/diff_models.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const hone_morph *morph_at(const void *data, uint32_t index)
{
    return &((const hone_model_data *)data)->morphs[index];
}

static const char *morph_item(const void *data, uint32_t index)
{
    return morph_at(data, index)->name;
}

/* Compares the offsets, if both morphs have the same vertices in the same order. */
static void compare_vertices(const hone_morph *x, const hone_morph *y, change_text *out)
{
    double most = 0;
    uint32_t moved = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        if (x->u.vertices[i].vertex != y->u.vertices[i].vertex) {
            detail_add(out, "other vertices");
            return;
        }
        double d = (double)hone_vec3_distance(x->u.vertices[i].offset, y->u.vertices[i].offset);
        moved += !(d <= 1e-6);
        most = fmax(most, d);
    }
    if (moved)
        detail_add(out, "offsets of %u vertices, at most by %.4g units", moved, most);
}

static const char *element_name(const hone_model_data *data, const hone_morph *m, uint32_t i)
{
    if (m->kind == HONE_MORPH_BONE)
        return bone_name_of(data, m->u.bones[i].bone);
    return m->u.children[i].morph == HONE_NONE ? "" : data->morphs[m->u.children[i].morph].name;
}

/* Bones, or morphs of a group. */
static void compare_elements(const hone_model_data *a, const hone_morph *x, const hone_model_data *b,
                             const hone_morph *y, change_text *out)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const char *name = element_name(a, x, i);
        detail_text(out, "element", name, element_name(b, y, i));
        if (x->kind == HONE_MORPH_BONE) {
            detail_numbers(out, name, x->u.bones[i].translation, y->u.bones[i].translation, 3);
            detail_numbers(out, name, x->u.bones[i].rotation, y->u.bones[i].rotation, 4);
        } else {
            detail_number(out, name, x->u.children[i].ratio, y->u.children[i].ratio);
        }
    }
}

static bool materials_differ(const hone_morph_material *x, const hone_morph_material *y)
{
    const size_t numbers = offsetof(hone_morph_material, diffuse);
    return x->material != y->material || x->add != y->add ||
           memcmp((const char *)x + numbers, (const char *)y + numbers, sizeof *x - numbers) != 0;
}

static bool impulses_differ(const hone_morph_impulse *x, const hone_morph_impulse *y)
{
    const size_t numbers = offsetof(hone_morph_impulse, velocity);
    return x->body != y->body || x->local != y->local ||
           memcmp((const char *)x + numbers, (const char *)y + numbers, sizeof *x - numbers) != 0;
}

/* Counts the elements that differ, of a morph of materials, impulses, values or UVs. */
static uint32_t count_changed(const hone_morph *x, const hone_morph *y)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->kind == HONE_MORPH_MATERIAL)
            changed += materials_differ(&x->u.materials[i], &y->u.materials[i]);
        else if (x->kind == HONE_MORPH_IMPULSE)
            changed += impulses_differ(&x->u.impulses[i], &y->u.impulses[i]);
        else if (x->kind == HONE_MORPH_VALUE)
            changed +=
                x->u.values[i].material != y->u.values[i].material || x->u.values[i].number != y->u.values[i].number;
        else
            changed += memcmp(&x->u.uvs[i], &y->u.uvs[i], sizeof *x->u.uvs) != 0;
    return changed;
}

static void compare_contents(const hone_model_data *a, const hone_morph *x, const hone_model_data *b,
                             const hone_morph *y, change_text *out)
{
    if (x->kind == HONE_MORPH_VERTEX) {
        compare_vertices(x, y, out);
    } else if (x->kind == HONE_MORPH_BONE || x->kind == HONE_MORPH_GROUP || x->kind == HONE_MORPH_FLIP) {
        compare_elements(a, x, b, y, out);
    } else {
        uint32_t changed = count_changed(x, y);
        if (changed)
            detail_add(out, "values of %u elements", changed);
    }
}

static void compare_morphs(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_morph *x = morph_at(a, i), *y = morph_at(b, k);
    (void)user;
    detail_number(out, "kind", x->kind, y->kind);
    detail_number(out, "panel", x->panel, y->panel);
    detail_text(out, "english name", x->english_name, y->english_name);
    detail_number(out, "elements", x->count, y->count);
    if (x->kind == y->kind && x->count == y->count)
        compare_contents(a, x, b, y, out);
}

void diff_morphs(const model_pair *models, differences *out)
{
    static const diff_kind kind = {"morphs", compare_morphs};
    diff_section(&kind, (named_items){models->a, models->a->morph_count, morph_item},
                 (named_items){models->b, models->b->morph_count, morph_item}, models, out);
}
