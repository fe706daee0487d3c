/* What channels of the path "pointer" point at (KHR_animation_pointer), and the VALUE morphs of the numbers of
 * materials among it. */
#include "base/memory/builder.h"
#include "core/rig/morph/expression/surfaces.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/reader.h"
#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

int32_t hone_gltf_number_behind(gltf_text text, const char *prefix, uint32_t count, gltf_text *rest)
{
    size_t at = strlen(prefix);
    uint64_t number = 0;
    if (text.size <= at || memcmp(text.bytes, prefix, at) != 0 || text.bytes[at] < '0' || text.bytes[at] > '9')
        return HONE_NONE;
    for (; at < text.size && text.bytes[at] >= '0' && text.bytes[at] <= '9' && number < count; at++)
        number = number * 10 + (uint64_t)(text.bytes[at] - '0');
    *rest = (gltf_text){text.bytes + at, text.size - at};
    return number < count ? (int32_t)number : HONE_NONE;
}

gltf_text hone_gltf_pointer_text(const gltf_object *target)
{
    gltf_object extensions = hone_gltf_member(target, "extensions");
    gltf_object pointer = hone_gltf_member(&extensions, GLTF_POINTER);
    return hone_gltf_text(&pointer, "pointer");
}

const gltf_pointer *hone_gltf_pointer_of(gltf_reader *reader, const gltf_object *target, int32_t *material)
{
    gltf_object root = hone_gltf_root(&reader->json);
    if (!hone_gltf_text_is(target, "path", "pointer"))
        return NULL;
    gltf_text rest, text = hone_gltf_pointer_text(target);
    *material = text.bytes ? hone_gltf_number_behind(text, "/materials/", hone_gltf_count(&root, "materials"), &rest)
                           : HONE_NONE;
    if (*material == HONE_NONE || rest.size == 0 || rest.bytes[0] != '/')
        return NULL;
    const gltf_text path = {rest.bytes + 1, rest.size - 1};
    for (int p = 0; p < GLTF_POINTERS; p++)
        if (hone_gltf_text_equals(path, hone_gltf_pointers[p].path))
            return &hone_gltf_pointers[p];
    return NULL;
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

typedef void visit(gltf_pointed *pointed, int32_t material, const gltf_pointer *pointer);

/* Visits the pointers of all animations, so that a model has the same morphs whatever is played. */
static void visit_all(gltf_reader *reader, visit *call, gltf_pointed *pointed)
{
    gltf_object root = hone_gltf_root(&reader->json);
    for (uint32_t a = 0, count = hone_gltf_count(&root, "animations"); a < count && !reader->file.failed; a++) {
        gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)a);
        for (uint32_t i = 0, channels = hone_gltf_count(&animation, "channels");
             i < channels && hone_gltf_charge(reader, 1); i++) {
            gltf_object channel = hone_gltf_element(&animation, "channels", i);
            gltf_object target = hone_gltf_member(&channel, "target");
            int32_t material;
            const gltf_pointer *pointer = hone_gltf_pointer_of(reader, &target, &material);
            if (pointer)
                call(pointed, material, pointer);
        }
    }
}

static void count_visit(gltf_pointed *pointed, int32_t material, const gltf_pointer *pointer)
{
    (void)material, (void)pointer;
    pointed->count++;
}

static void mark(gltf_pointed *pointed, int32_t material, const gltf_pointer *pointer)
{
    pointed->groups[material] |= (uint64_t)1 << pointer->group;
}

/* Returns how many morphs a material has for the pointers before one; `end` at the end of the list: for all. */
static uint32_t count_before(uint64_t groups, const gltf_pointer *end)
{
    uint32_t count = 0;
    for (const gltf_pointer *p = hone_gltf_pointers; p < end; p++) count += groups >> p->group & 1 ? p->count : 0;
    return count;
}

bool hone_gltf_list_pointed(gltf_reader *reader, gltf_pointed *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t materials = hone_gltf_count(&root, "materials");
    *out = (gltf_pointed){0};
    visit_all(reader, count_visit, out);
    if (out->count == 0 || reader->file.failed)
        return !reader->file.failed;
    if (!hone_reading_scratch(&reader->file, materials, sizeof *out->groups, &out->groups) ||
        !hone_reading_scratch(&reader->file, materials, sizeof *out->firsts, &out->firsts))
        return false;
    visit_all(reader, mark, out);
    out->count = 0;
    for (uint32_t m = 0; m < materials; m++) {
        out->firsts[m] = out->count;
        if (out->groups[m])
            out->count += count_before(out->groups[m], hone_gltf_pointers + GLTF_POINTERS);
    }
    return !reader->file.failed;
}

uint32_t hone_gltf_pointed_morph(const gltf_pointed *pointed, int32_t material, const gltf_pointer *pointer)
{
    return pointed->first + pointed->firsts[material] + count_before(pointed->groups[material], pointer);
}

/* ---- morphs ------------------------------------------------------------------------------------------------------ */

/* "Cheek: baseColorFactor.r", so that a motion also finds the morphs of another file. A long name of a material is
 * cut, because it is there for each number. */
const char *hone_gltf_pointed_name(gltf_reader *reader, int32_t material, const gltf_pointer *pointer, uint32_t at)
{
    enum { LONGEST = 64 };
    gltf_object object = hone_gltf_item(&reader->json, "materials", material);
    gltf_text name = hone_gltf_text(&object, "name");
    char number[GLTF_POINTER_NAME_SIZE], text[LONGEST + GLTF_POINTER_NAME_SIZE + 32];
    size_t size = name.size;
    hone_gltf_pointer_name(pointer, at, number);
    if (size > LONGEST)
        for (size = LONGEST; size && ((unsigned char)name.bytes[size] & 0xc0) == 0x80;) size--;
    int length = size ? snprintf(text, sizeof text, "%.*s: %s", (int)size, name.bytes, number)
                      : snprintf(text, sizeof text, "#%d: %s", material, number);
    return hone_builder_text(reader->file.builder, text, (size_t)length);
}

/* Reads the numbers that the material has under the path of a pointer. Without them `out` stays as it is. */
static void read_rest(gltf_reader *reader, int32_t material, const gltf_pointer *pointer, float *out)
{
    gltf_object at = hone_gltf_item(&reader->json, "materials", material);
    const char *key = pointer->path;
    char name[GLTF_POINTER_NAME_SIZE];
    for (const char *end; (end = strchr(key, '/')) != NULL; key = end + 1) {
        snprintf(name, sizeof name, "%.*s", (int)(end - key), key);
        at = hone_gltf_extras_member(&at, name);
    }
    hone_gltf_extras_floats(&at, key, out, pointer->count);
}

static bool make_morphs(gltf_reader *reader, int32_t material, const gltf_pointer *pointer, hone_morph *out)
{
    enum { PANEL_OTHER = 4 };
    const hone_surface_state rest = hone_surface_at_rest(&reader->data.materials[material]);
    float numbers[GLTF_POINTER_NUMBERS_MOST];
    hone_morph_value *values;
    if (!hone_reading_array(&reader->file, pointer->count, sizeof *values, &values))
        return false;
    memcpy(numbers, (const float *)&rest + pointer->number, pointer->count * sizeof *numbers);
    read_rest(reader, material, pointer, numbers);
    for (uint32_t i = 0; i < pointer->count; i++) {
        values[i] = (hone_morph_value){material, pointer->number + i};
        out[i] = (hone_morph){.name = hone_gltf_pointed_name(reader, material, pointer, i),
                              .english_name = "",
                              .panel = PANEL_OTHER,
                              .kind = HONE_MORPH_VALUE,
                              .default_weight = numbers[i],
                              .count = 1,
                              .u.values = &values[i]};
    }
    return !reader->file.failed;
}

bool hone_gltf_read_pointed(gltf_reader *reader)
{
    const gltf_pointed *pointed = &reader->pointed;
    gltf_object root = hone_gltf_root(&reader->json);
    hone_morph *morphs = (hone_morph *)reader->data.morphs + pointed->first;
    for (uint32_t m = 0, at = 0; at < pointed->count && m < hone_gltf_count(&root, "materials"); m++)
        for (int p = 0; pointed->groups[m] && p < GLTF_POINTERS; p++) {
            const gltf_pointer *pointer = &hone_gltf_pointers[p];
            if (!(pointed->groups[m] >> pointer->group & 1))
                continue;
            if (!hone_gltf_charge(reader, pointer->count) || !make_morphs(reader, (int32_t)m, pointer, morphs + at))
                return false;
            at += pointer->count;
        }
    return !reader->file.failed;
}
