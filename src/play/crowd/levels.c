#include "play/crowd/levels.h"
#include "base/error.h"
#include <string.h>

/* How a bone follows the nearest bone that moves: itself, or one above it. */
typedef struct follower {
    int32_t step; /* HONE_NONE: it never moves */
    bool identity;
    hone_affine matrix; /* the space of the step's bone, or of the model, from bone space */
} follower;

typedef struct level_context {
    hone_crowd_model *shared;
    const hone_skeleton *skeleton;
    const uint32_t *order;
    const uint8_t *moves; /* [bone_count] NULL: all */
    follower *followers;  /* [bone_count] */
} level_context;

static bool is_step(const level_context *l, uint32_t bone)
{
    return l->shared->columns[bone].rotation != HONE_NONE && (!l->moves || l->moves[bone]);
}

static follower parent_of(const level_context *l, uint32_t bone)
{
    static const follower model = {HONE_NONE, true, HONE_AFFINE_IDENTITY};
    int32_t parent = l->skeleton->bones[bone].parent;
    return parent == HONE_NONE ? model : l->followers[parent];
}

/* Keeps the largest number of groups that a column needs. */
static void need(int32_t column, uint32_t *groups)
{
    uint32_t count = column == HONE_NONE ? 0 : (uint32_t)column / HONE_CROWD_GROUP + 1;
    *groups = *groups < count ? count : *groups;
}

static void add_step(level_context *l, hone_crowd_level *level, uint32_t bone)
{
    const hone_bone *from = &l->skeleton->bones[bone];
    follower parent = parent_of(l, bone);
    hone_crowd_step *step = &level->steps[level->step_count];
    *step = (hone_crowd_step){.columns = l->shared->columns[bone],
                              .parent = parent.step,
                              .has_between = !parent.identity,
                              .between = parent.matrix};
    hone_vec3_copy(from->rest.translation, step->position);
    if (hone_model_get(l->shared->model)->space == HONE_SPACE_MMD)
        hone_affine_origin(&from->rest_local, step->position);
    need(step->columns.rotation, &level->rotation_groups);
    need(step->columns.translation, &level->translation_groups);
    need(step->columns.scale, &level->scale_groups);
    l->followers[bone] = (follower){(int32_t)level->step_count++, true, HONE_AFFINE_IDENTITY};
}

static void add_follower(level_context *l, uint32_t bone)
{
    follower parent = parent_of(l, bone);
    parent.matrix = hone_affine_multiply(&parent.matrix, &l->skeleton->bones[bone].rest_local);
    parent.identity = false;
    l->followers[bone] = parent;
}

static void set_slots(const level_context *l, hone_crowd_level *level)
{
    const hone_mesh *mesh = hone_model_mesh(l->shared->model);
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        const hone_slot *slot = &mesh->slots[s];
        hone_crowd_output *output = &level->slots[s];
        *output = (hone_crowd_output){HONE_NONE, slot->bone_from_mesh};
        if (slot->bone < 0 || (uint32_t)slot->bone >= l->skeleton->bone_count)
            continue;
        const follower *bone = &l->followers[slot->bone];
        output->step = bone->step;
        output->matrix = hone_affine_multiply(&bone->matrix, &slot->bone_from_mesh);
    }
}

static bool make_level(level_context *l, hone_crowd_level *level)
{
    hone_arena *memory = l->shared->memory;
    uint32_t count = 0;
    for (uint32_t b = 0; b < l->skeleton->bone_count; b++) count += is_step(l, b);
    level->steps = hone_arena_array(memory, count, sizeof *level->steps);
    level->slots = hone_arena_array(memory, l->shared->slot_count, sizeof *level->slots);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t i = 0; i < l->skeleton->bone_count; i++) {
        uint32_t bone = l->order[i];
        if (is_step(l, bone))
            add_step(l, level, bone);
        else
            add_follower(l, bone);
    }
    set_slots(l, level);
    return true;
}

/* ---- poses ---- */

/* Whether two outputs are the same but for rounding. far: the largest distance from the origin of any output. */
static bool are_same(const hone_crowd_output *a, const hone_crowd_output *b, float far)
{
    const float rounding = 2e-6f;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (!(fabsf(a->matrix.m[r][c] - b->matrix.m[r][c]) <= rounding * (c == 3 ? far : 1)))
                return false;
    return a->step == b->step;
}

static float farthest(const hone_crowd_output *outputs, uint32_t count)
{
    float far = 0;
    for (uint32_t s = 0; s < count; s++)
        for (int r = 0; r < 3; r++) far = fmaxf(far, fabsf(outputs[s].matrix.m[r][3]));
    return far;
}

/* Gives each slot of level 0 its matrix in a pose. last: [step_count], next: [slot_count] scratch: the matrices of each
 * step, the newest first. Slots that are the same at level 0 are the same at all levels: they follow the same bone. */
static void share_slots(hone_crowd_model *shared, int32_t *last, int32_t *next)
{
    const hone_crowd_level *level = &shared->levels[0];
    const float far = farthest(level->slots, shared->slot_count);
    for (uint32_t i = 0; i < level->step_count; i++) last[i] = HONE_NONE;
    for (uint32_t s = 0; s < shared->slot_count; s++) {
        const hone_crowd_output *slot = &level->slots[s];
        int32_t found = slot->step == HONE_NONE ? HONE_NONE : last[slot->step];
        while (found != HONE_NONE && !are_same(slot, &level->slots[shared->pose_slots[found]], far))
            found = next[found];
        if (found == HONE_NONE && slot->step != HONE_NONE) {
            found = (int32_t)shared->pose_size++;
            shared->pose_slots[found] = s;
            next[found] = last[slot->step], last[slot->step] = found;
        }
        shared->pose_of[s] = found;
    }
}

static bool make_poses(hone_crowd_model *shared, hone_arena *scratch)
{
    hone_arena *memory = shared->memory;
    int32_t *last = hone_arena_array(scratch, shared->levels[0].step_count, sizeof *last);
    int32_t *next = hone_arena_array(scratch, shared->slot_count, sizeof *next);
    shared->pose_slots = hone_arena_array(memory, shared->slot_count, sizeof *shared->pose_slots);
    shared->pose_of = hone_arena_array(memory, shared->slot_count, sizeof *shared->pose_of);
    if (hone_arena_failed(scratch) || hone_arena_failed(memory))
        return false;
    share_slots(shared, last, next);
    for (uint32_t l = 0; l < shared->level_count; l++) {
        hone_crowd_level *level = &shared->levels[l];
        level->pose = hone_arena_array(memory, shared->pose_size, sizeof *level->pose);
        for (uint32_t i = 0; level->pose && i < shared->pose_size; i++)
            level->pose[i] = level->slots[shared->pose_slots[i]];
    }
    return !hone_arena_failed(memory);
}

/* ---- all ---- */

bool hone_crowd_make_levels(hone_crowd_model *shared, const uint32_t *order, const hone_allocator *allocator,
                            hone_error *error)
{
    level_context l = {.shared = shared, .skeleton = hone_model_skeleton(shared->model), .order = order};
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    if (!scratch)
        return false;
    l.followers = hone_arena_array(scratch, l.skeleton->bone_count, sizeof *l.followers);
    shared->levels = hone_arena_array(shared->memory, shared->level_count, sizeof *shared->levels);
    bool ok = !hone_arena_failed(scratch) && !hone_arena_failed(shared->memory);
    for (uint32_t i = 0; ok && i < shared->level_count; i++) {
        l.moves = shared->moves[i];
        ok = make_level(&l, &shared->levels[i]);
    }
    ok = ok && make_poses(shared, scratch);
    hone_arena_destroy(scratch);
    return ok || hone_fail_memory(error);
}

/* ---- choosing bones ---- */

/* Marks the bones above `bone` that are at least `length` from it. A walk ends after as many bones as there are. */
static void mark_above(const hone_skeleton *skeleton, uint32_t bone, float length, uint8_t *moves)
{
    int32_t above = skeleton->bones[bone].parent;
    for (uint32_t i = 0; i < skeleton->bone_count && above != HONE_NONE; i++) {
        if (hone_vec3_distance(skeleton->bones[bone].position, skeleton->bones[above].position) >= length)
            moves[above] = 1;
        above = skeleton->bones[above].parent;
    }
}

uint32_t hone_crowd_level_by_length(const hone_skeleton *skeleton, float length, uint8_t *moves)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) moves[b] = length <= 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) mark_above(skeleton, b, length, moves);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) count += moves[b];
    return count;
}
