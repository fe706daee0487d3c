/* Checks and repairs bones and IK chains, cuts cycles, and computes rest transforms. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/model/validate.h"
#include <float.h>
#include <hone/math.h>

enum { APPENDS = HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION, LOOP_LIMIT = 256 };

static hone_bone *bones_of(const hone_validate *check)
{
    return (hone_bone *)check->data->skeleton.bones;
}

/* Clears the flags in `mask`, with a warning. */
static void drop_flags(const hone_validate *check, hone_bone *bone, unsigned mask, const char *what)
{
    bone->flags = (uint16_t)(bone->flags & ~mask);
    hone_builder_warn(check->builder, what, (uint64_t)(bone - bones_of(check)));
}

static bool has_direction(const float v[3])
{
    float unit[3];
    return hone_vec3_normalise(v, unit);
}

static void repair_numbers(const hone_validate *check, hone_bone *bone, uint64_t at)
{
    static const char what[] = "bone with a number that is not finite: set to 0";
    hone_repair_floats(check, bone->position, 3, at, what);
    hone_repair_floats(check, &bone->rest_local.m[0][0], 12, at, what);
    hone_repair_floats(check, bone->rest.translation, 3, at, what);
    hone_repair_floats(check, bone->rest.rotation, 4, at, what);
    hone_repair_floats(check, bone->rest.scale, 3, at, what);
    hone_repair_floats(check, bone->tail_offset, 3, at, what);
    hone_repair_floats(check, &bone->append_ratio, 1, at, what);
    hone_repair_floats(check, bone->fixed_axis, 3, at, what);
    hone_repair_floats(check, bone->local_x, 3, at, what);
    hone_repair_floats(check, bone->local_z, 3, at, what);
}

static void repair_references(const hone_validate *check, hone_bone *bone, uint64_t at)
{
    uint32_t count = check->data->skeleton.bone_count;
    hone_repair_index(check, &bone->parent, count, at, "bone whose parent is missing: made a root");
    if (!(bone->flags & HONE_BONE_TAIL_IS_BONE))
        bone->tail_bone = HONE_NONE;
    hone_repair_index(check, &bone->tail_bone, count, at, "bone whose tail bone is missing: set to none");
    if (!(bone->flags & APPENDS))
        bone->append_source = HONE_NONE;
    hone_repair_index(check, &bone->append_source, count, at, "bone whose append source is missing: append ignored");
}

static void repair_axes(const hone_validate *check, hone_bone *bone)
{
    if (bone->flags & HONE_BONE_FIXED_AXIS && !has_direction(bone->fixed_axis))
        drop_flags(check, bone, HONE_BONE_FIXED_AXIS, "bone whose fixed axis has no direction: axis ignored");
    if (bone->flags & HONE_BONE_LOCAL_AXES && (!has_direction(bone->local_x) || !has_direction(bone->local_z)))
        drop_flags(check, bone, HONE_BONE_LOCAL_AXES, "bone whose local axes have no direction: axes ignored");
}

/* ---- cycles ---- */

typedef enum edge { EDGE_PARENT, EDGE_APPEND } edge;

static int32_t *follow(hone_bone *bone, edge kind)
{
    return kind == EDGE_PARENT ? &bone->parent : &bone->append_source;
}

/* Removes the edge of a bone that is its own parent or append source, or closes a cycle. */
static void cut(const hone_validate *check, hone_bone *bone, edge kind)
{
    *follow(bone, kind) = HONE_NONE;
    hone_builder_warn(check->builder,
                      kind == EDGE_PARENT ? "cycle of parent bones: one of them made a root"
                                          : "cycle of append bones: one append ignored",
                      (uint64_t)(bone - bones_of(check)));
}

/* Every bone has one edge, so each walk ends at a root, at a bone of an earlier walk, or at a bone of this walk. The
 * last is a cycle; it is cut at the bone from which the walk came. */
static void cut_cycles(const hone_validate *check, edge kind, uint32_t *walk_of)
{
    hone_bone *bones = bones_of(check);
    uint32_t count = check->data->skeleton.bone_count;
    for (uint32_t i = 0; i < count; i++) walk_of[i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        while (walk_of[at] == UINT32_MAX) {
            walk_of[at] = i;
            int32_t next = *follow(&bones[at], kind);
            if (next == HONE_NONE)
                break;
            if (walk_of[next] == i)
                cut(check, &bones[at], kind);
            else
                at = (uint32_t)next;
        }
    }
}

static bool cut_all_cycles(const hone_validate *check)
{
    uint32_t count = check->data->skeleton.bone_count;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    uint32_t *walk_of = hone_allocate(allocator, count, sizeof *walk_of);
    if (count && !walk_of)
        return hone_fail_memory(check->error);
    cut_cycles(check, EDGE_PARENT, walk_of);
    cut_cycles(check, EDGE_APPEND, walk_of);
    hone_deallocate(allocator, walk_of, count, sizeof *walk_of);
    return true;
}

/* ---- inverse kinematics ---- */

static void repair_limits(const hone_validate *check, hone_ik_link *link, uint64_t at)
{
    hone_repair_floats(check, link->lower, 3, at, "bone with an IK limit that is not finite: set to 0");
    hone_repair_floats(check, link->upper, 3, at, "bone with an IK limit that is not finite: set to 0");
    for (int k = 0; k < 3; k++) {
        if (link->lower[k] <= link->upper[k])
            continue;
        float upper = link->lower[k];
        link->lower[k] = link->upper[k];
        link->upper[k] = upper;
        hone_builder_warn(check->builder, "bone with an IK limit whose bounds are swapped: swapped back", at);
    }
}

/* Removes the links that cannot rotate. */
static void repair_links(const hone_validate *check, hone_ik *ik, uint64_t at)
{
    hone_ik_link *links = (hone_ik_link *)ik->links;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ik->link_count; i++) {
        if (!hone_index_is_in(links[i].bone, check->data->skeleton.bone_count)) {
            hone_builder_warn(check->builder, "bone with an IK link that is missing: link dropped", at);
        } else if (links[i].bone == ik->effector) {
            hone_builder_warn(check->builder, "bone with its IK effector among the links: link dropped", at);
        } else {
            repair_limits(check, &links[i], at);
            links[kept++] = links[i];
        }
    }
    ik->link_count = kept;
}

/* A chain without an effector loses its links too, so that a solver has nothing to do. */
static void repair_ik(const hone_validate *check, hone_ik *ik)
{
    uint64_t at = (uint64_t)ik->bone;
    hone_repair_floats(check, &ik->unit_angle, 1, at, "bone with a number that is not finite: set to 0");
    if (ik->max_iterations < 0 || ik->max_iterations > LOOP_LIMIT) {
        ik->max_iterations = ik->max_iterations < 0 ? 0 : LOOP_LIMIT;
        hone_builder_warn(check->builder, "bone with an IK loop count outside 0..256: clamped", at);
    }
    if (!hone_index_is_in(ik->effector, check->data->skeleton.bone_count)) {
        if (ik->effector != HONE_NONE || ik->link_count)
            hone_builder_warn(check->builder, "bone whose IK effector is missing: chain disabled", at);
        ik->effector = HONE_NONE;
        ik->link_count = 0;
    }
    repair_links(check, ik, at);
}

static bool check_iks(const hone_validate *check)
{
    const hone_skeleton *skeleton = &check->data->skeleton;
    hone_bone *bones = bones_of(check);
    hone_ik *iks = (hone_ik *)skeleton->iks;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) bones[i].ik = HONE_NONE;
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        if (!hone_index_is_in(iks[i].bone, skeleton->bone_count) || (i && iks[i].bone <= iks[i - 1].bone))
            return hone_fail(check->error, HONE_ERROR_FORMAT, i,
                             "IK chain %u belongs to bone %d: chains must be in the order of their bones", i,
                             iks[i].bone);
        if (!hone_validate_array(check, iks[i].links, iks[i].link_count, "IK links"))
            return false;
        bones[iks[i].bone].ik = (int32_t)i;
        bones[iks[i].bone].flags |= HONE_BONE_IK;
        repair_ik(check, &iks[i]);
    }
    for (uint32_t i = 0; i < skeleton->bone_count; i++)
        if (bones[i].flags & HONE_BONE_IK && bones[i].ik == HONE_NONE)
            drop_flags(check, &bones[i], HONE_BONE_IK, "IK bone without a chain: IK flag removed");
    return true;
}

/* ---- rest transforms ------------------------------------------------------------------------------------------- */

/* Bones of other spaces have matrices. Parents may come later in the file, so this walks up to a bone that is done,
 * or to a root, and back. */
static void fill_positions(hone_bone *bones, uint32_t count, hone_affine *model_from_bone, uint32_t *path, bool *done)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps = 0;
        for (int32_t b = (int32_t)i; b != HONE_NONE && !done[b]; b = bones[b].parent) path[steps++] = (uint32_t)b;
        while (steps) {
            hone_bone *bone = &bones[path[--steps]];
            hone_affine *placed = &model_from_bone[path[steps]];
            *placed = bone->parent == HONE_NONE
                          ? bone->rest_local
                          : hone_affine_multiply(&model_from_bone[bone->parent], &bone->rest_local);
            for (int r = 0; r < 3; r++) bone->position[r] = isfinite(placed->m[r][3]) ? placed->m[r][3] : 0;
            done[path[steps]] = true;
        }
    }
}

static void fill_parts(hone_bone *bone)
{
    const float *q = bone->rest.rotation;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        bone->rest = hone_transform_from_affine(&bone->rest_local);
    else
        hone_quat_normalise(q, bone->rest.rotation);
}

static bool fill_rest(const hone_validate *check)
{
    uint32_t count = check->data->skeleton.bone_count;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    hone_affine *model_from_bone = hone_allocate(allocator, count, sizeof *model_from_bone);
    uint32_t *path = hone_allocate(allocator, count, sizeof *path);
    bool *done = hone_allocate(allocator, count, sizeof *done), ok = model_from_bone && path && done;
    if (ok)
        fill_positions(bones_of(check), count, model_from_bone, path, done);
    for (uint32_t i = 0; i < count; i++) fill_parts(&bones_of(check)[i]);
    hone_deallocate(allocator, model_from_bone, count, sizeof *model_from_bone);
    hone_deallocate(allocator, path, count, sizeof *path);
    hone_deallocate(allocator, done, count, sizeof *done);
    return ok || count == 0 || hone_fail_memory(check->error);
}

/* The difference of two finite numbers may be infinite. */
static float subtract(float a, float b)
{
    return fminf(fmaxf(a - b, -FLT_MAX), FLT_MAX);
}

/* MMD's bones have no rotation at rest, so their positions are enough. */
static void fill_mmd_rest(hone_bone *bones, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float offset[3];
        bones[i].rest = (hone_transform)HONE_TRANSFORM_IDENTITY;
        for (int k = 0; k < 3; k++)
            offset[k] = subtract(bones[i].position[k], bones[i].parent < 0 ? 0 : bones[bones[i].parent].position[k]);
        bones[i].rest_local = hone_affine_translation(offset);
    }
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

bool hone_validate_skeleton(const hone_validate *check)
{
    const hone_skeleton *skeleton = &check->data->skeleton;
    if (!hone_validate_array(check, skeleton->bones, skeleton->bone_count, "bones") ||
        !hone_validate_array(check, skeleton->iks, skeleton->ik_count, "IK chains"))
        return false;
    hone_bone *bones = bones_of(check);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        hone_repair_text(check, &bones[i].name, i);
        hone_repair_text(check, &bones[i].english_name, i);
        repair_numbers(check, &bones[i], i);
        repair_references(check, &bones[i], i);
        repair_axes(check, &bones[i]);
    }
    if (!cut_all_cycles(check) || !check_iks(check))
        return false;
    if (check->data->space != HONE_SPACE_MMD)
        return fill_rest(check);
    fill_mmd_rest(bones, skeleton->bone_count);
    return true;
}
