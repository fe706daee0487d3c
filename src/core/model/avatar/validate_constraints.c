/* Checks and repairs constraints between nodes. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/model/validate.h"

/* Returns what is wrong with a constraint that cannot be used; NULL: nothing. of_bone: [bone_count] the constraint that
 * turns a bone, or HONE_NONE. */
static const char *fault_of(const hone_validate *check, const hone_constraint *constraint, const int32_t *of_bone)
{
    uint32_t bones = check->data->skeleton.bone_count, axes = constraint->kind == HONE_CONSTRAINT_AIM ? 6 : 3;
    if (!hone_index_is_in(constraint->bone, bones) || !hone_index_is_in(constraint->source, bones))
        return "constraint whose bone or source is missing: dropped";
    if (constraint->bone == constraint->source)
        return "constraint of a bone that is its own source: dropped";
    if (constraint->kind > HONE_CONSTRAINT_ROTATION || constraint->axis >= axes)
        return "constraint of an unknown kind or axis: dropped";
    if (of_bone[constraint->bone] != HONE_NONE)
        return "constraint of a bone that another constraint turns: dropped";
    return NULL;
}

static void repair_weight(const hone_validate *check, hone_constraint *constraint, uint64_t at)
{
    hone_repair_floats(check, &constraint->weight, 1, at, "constraint with a weight that is not finite: set to 0");
    if (constraint->weight >= 0 && constraint->weight <= 1)
        return;
    constraint->weight = constraint->weight < 0 ? 0 : 1;
    hone_builder_warn(check->builder, "constraint with a weight outside 0 to 1: clamped", at);
}

/* Keeps the constraints that can be used. */
static void repair_list(const hone_validate *check, hone_constraint *list, int32_t *of_bone)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < check->data->constraint_count; i++) {
        const char *fault = fault_of(check, &list[i], of_bone);
        if (fault) {
            hone_builder_warn(check->builder, fault, i);
            continue;
        }
        repair_weight(check, &list[i], i);
        of_bone[list[i].bone] = (int32_t)kept;
        list[kept++] = list[i];
    }
    check->data->constraint_count = kept;
}

/* Every bone with a constraint has one source, so each walk from bone to source ends at a bone without a constraint, at
 * a bone of an earlier walk, or at a bone of this walk. The last is a cycle: the constraint from which the walk came is
 * dropped. seen: [constraint_count] the walk that came to each, from 1. */
static void cut_cycles(const hone_validate *check, hone_constraint *list, int32_t *of_bone, uint32_t *seen)
{
    uint32_t count = check->data->constraint_count, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int32_t at = (int32_t)i; at != HONE_NONE && !seen[at];) {
            int32_t next = of_bone[list[at].source];
            seen[at] = i + 1;
            if (next != HONE_NONE && seen[next] == i + 1) {
                of_bone[list[at].bone] = HONE_NONE;
                hone_builder_warn(check->builder, "cycle of constraints: one of them dropped", (uint64_t)at);
                break;
            }
            at = next;
        }
    for (uint32_t i = 0; i < count; i++)
        if (of_bone[list[i].bone] != HONE_NONE)
            list[kept++] = list[i];
    check->data->constraint_count = kept;
}

bool hone_validate_constraints(const hone_validate *check)
{
    uint32_t bones = check->data->skeleton.bone_count, count = check->data->constraint_count;
    hone_constraint *list = (hone_constraint *)check->data->constraints;
    if (!hone_validate_array(check, list, count, "constraints"))
        return false;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    int32_t *of_bone = hone_allocate(allocator, bones ? bones : 1, sizeof *of_bone);
    uint32_t *seen = hone_allocate(allocator, count, sizeof *seen);
    bool ok = of_bone && seen;
    if (ok) {
        for (uint32_t b = 0; b < bones; b++) of_bone[b] = HONE_NONE;
        for (uint32_t i = 0; i < count; i++) seen[i] = 0;
        repair_list(check, list, of_bone);
        cut_cycles(check, list, of_bone, seen);
    }
    hone_deallocate(allocator, of_bone, bones ? bones : 1, sizeof *of_bone);
    hone_deallocate(allocator, seen, count, sizeof *seen);
    return ok || hone_fail_memory(check->error);
}
