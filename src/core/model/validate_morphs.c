/* Checks and repairs morphs, and cuts cycles of groups. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/model/validate.h"

static const char missing[] = "morph with an offset whose target is missing: offset dropped";
static const char not_finite[] = "morph with a number that is not finite: set to 0";

static bool holds_morphs(const hone_morph *morph)
{
    return morph->kind == HONE_MORPH_GROUP || morph->kind == HONE_MORPH_FLIP;
}

/* ---- offsets of each kind: wrong ones are removed -------------------------------------------------------------- */

static uint32_t repair_offsets(const hone_validate *check, const hone_morph_vertex *offsets, uint32_t count,
                               uint64_t at)
{
    hone_morph_vertex *parts = (hone_morph_vertex *)offsets;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].vertex >= check->data->mesh.vertex_count) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        hone_repair_floats(check, parts[i].offset, 3, at, not_finite);
        parts[kept++] = parts[i];
    }
    return kept;
}

static void repair_vertices(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    morph->count = repair_offsets(check, morph->u.vertices, morph->count, at);
    morph->normal_count = repair_offsets(check, morph->normals, morph->normal_count, at);
}

static void repair_uvs(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_uv *parts = (hone_morph_uv *)morph->u.uvs;
    uint32_t kept = 0;
    bool set_is_there = (uint32_t)(morph->kind - HONE_MORPH_UV) <= check->data->mesh.extra_uv_count;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (!set_is_there || parts[i].vertex >= check->data->mesh.vertex_count) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        hone_repair_floats(check, parts[i].offset, 4, at, not_finite);
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

static void repair_bones(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_bone *parts = (hone_morph_bone *)morph->u.bones;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (!hone_index_is_in(parts[i].bone, check->data->skeleton.bone_count)) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        hone_repair_floats(check, parts[i].translation, 3, at, not_finite);
        hone_repair_floats(check, parts[i].rotation, 4, at, not_finite);
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

static void repair_material_numbers(const hone_validate *check, hone_morph_material *part, uint64_t at)
{
    hone_repair_floats(check, part->diffuse, 4, at, not_finite);
    hone_repair_floats(check, part->specular, 3, at, not_finite);
    hone_repair_floats(check, &part->specular_power, 1, at, not_finite);
    hone_repair_floats(check, part->ambient, 3, at, not_finite);
    hone_repair_floats(check, part->edge_colour, 4, at, not_finite);
    hone_repair_floats(check, &part->edge_size, 1, at, not_finite);
    hone_repair_floats(check, part->texture, 4, at, not_finite);
    hone_repair_floats(check, part->sphere, 4, at, not_finite);
    hone_repair_floats(check, part->toon, 4, at, not_finite);
}

static void repair_materials(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_material *parts = (hone_morph_material *)morph->u.materials;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (parts[i].material != HONE_NONE && !hone_index_is_in(parts[i].material, check->data->material_count)) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        repair_material_numbers(check, &parts[i], at);
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

static void repair_impulses(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_impulse *parts = (hone_morph_impulse *)morph->u.impulses;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (!hone_index_is_in(parts[i].body, check->data->body_count)) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        hone_repair_floats(check, parts[i].velocity, 3, at, not_finite);
        hone_repair_floats(check, parts[i].torque, 3, at, not_finite);
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

static void repair_values(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_value *parts = (hone_morph_value *)morph->u.values;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (!hone_index_is_in(parts[i].material, check->data->material_count) ||
            parts[i].number >= HONE_SURFACE_NUMBERS) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

static void repair_children(const hone_validate *check, hone_morph *morph, uint64_t at)
{
    hone_morph_child *parts = (hone_morph_child *)morph->u.children;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        if (!hone_index_is_in(parts[i].morph, check->data->morph_count)) {
            hone_builder_warn(check->builder, missing, at);
            continue;
        }
        hone_repair_floats(check, &parts[i].ratio, 1, at, not_finite);
        parts[kept++] = parts[i];
    }
    morph->count = kept;
}

/* ---- cycles of group morphs ------------------------------------------------------------------------------------ */

typedef struct visit {
    uint32_t cursor, kept; /* index of the next child to visit; number of children kept so far */
    int32_t from;          /* the morph that has this one as its child */
    enum { NEW, OPEN, DONE } state;
} visit;

/* Visits the next child of `at`. Returns the morph to continue with: the child if it is new, otherwise `at` itself. */
static int32_t visit_child(const hone_validate *check, const hone_morph *morph, visit *visits, int32_t at)
{
    hone_morph_child *children = (hone_morph_child *)morph->u.children;
    visit *v = &visits[at];
    hone_morph_child child = children[v->cursor++];
    visit *of_child = &visits[child.morph];
    if (of_child->state == OPEN) {
        hone_builder_warn(check->builder, "cycle of group morphs: one member removed", (uint64_t)at);
        return at;
    }
    children[v->kept++] = child;
    if (of_child->state == DONE)
        return at;
    of_child->state = OPEN;
    of_child->from = at;
    return child.morph;
}

/* Depth-first search without recursion, because a file may nest groups as deep as it has morphs. */
static void cut_cycles_from(const hone_validate *check, hone_morph *morphs, visit *visits, int32_t root)
{
    if (visits[root].state != NEW)
        return;
    visits[root].state = OPEN;
    visits[root].from = HONE_NONE;
    for (int32_t at = root; at != HONE_NONE;) {
        if (holds_morphs(&morphs[at]) && visits[at].cursor < morphs[at].count) {
            at = visit_child(check, &morphs[at], visits, at);
            continue;
        }
        if (holds_morphs(&morphs[at]))
            morphs[at].count = visits[at].kept;
        visits[at].state = DONE;
        at = visits[at].from;
    }
}

static bool cut_cycles(const hone_validate *check, hone_morph *morphs)
{
    uint32_t count = check->data->morph_count, holders = 0;
    for (uint32_t i = 0; i < count; i++) holders += holds_morphs(&morphs[i]);
    if (holders == 0)
        return true;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    visit *visits = hone_allocate(allocator, count, sizeof *visits);
    if (!visits)
        return hone_fail_memory(check->error);
    for (uint32_t i = 0; i < count; i++) cut_cycles_from(check, morphs, visits, (int32_t)i);
    hone_deallocate(allocator, visits, count, sizeof *visits);
    return true;
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool check_morph(const hone_validate *check, hone_morph *morph, uint32_t at)
{
    if (!hone_validate_array(check, morph->u.children, morph->count, "offsets of a morph") ||
        !hone_validate_array(check, morph->normals, morph->normal_count, "normals of a morph"))
        return false;
    hone_repair_text(check, &morph->name, at);
    hone_repair_text(check, &morph->english_name, at);
    hone_repair_floats(check, &morph->default_weight, 1, at, not_finite);
    if (morph->panel > 4) {
        morph->panel = 4;
        hone_builder_warn(check->builder, "morph with an unknown panel: set to 'other'", at);
    }
    switch ((hone_morph_kind)morph->kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        repair_children(check, morph, at);
        return true;
    case HONE_MORPH_VERTEX:
        repair_vertices(check, morph, at);
        return true;
    case HONE_MORPH_BONE:
        repair_bones(check, morph, at);
        return true;
    case HONE_MORPH_UV:
    case HONE_MORPH_UV1:
    case HONE_MORPH_UV2:
    case HONE_MORPH_UV3:
    case HONE_MORPH_UV4:
        repair_uvs(check, morph, at);
        return true;
    case HONE_MORPH_MATERIAL:
        repair_materials(check, morph, at);
        return true;
    case HONE_MORPH_IMPULSE:
        repair_impulses(check, morph, at);
        return true;
    case HONE_MORPH_VALUE:
        repair_values(check, morph, at);
        return true;
    case HONE_MORPH_KIND_COUNT:
        break;
    }
    return hone_fail(check->error, HONE_ERROR_FORMAT, at, "morph %u has the unknown kind %u", at, morph->kind);
}

bool hone_validate_morphs(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    if (!hone_validate_array(check, data->morphs, data->morph_count, "morphs"))
        return false;
    hone_morph *morphs = (hone_morph *)data->morphs;
    for (uint32_t i = 0; i < data->morph_count; i++)
        if (!check_morph(check, &morphs[i], i))
            return false;
    return cut_cycles(check, morphs);
}
