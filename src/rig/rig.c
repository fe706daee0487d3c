#include <hone/rig.h>

#include "base/builder.h"
#include "base/error.h"
#include "base/math.h"
#include "rig/morph.h"
#include "rig/order.h"

/* One visit of the evaluation: what hone_bone says, packed in the order of need. */
typedef struct step {
    uint32_t bone;
    int32_t parent; /* one visited before; HONE_NONE for a root, and where the parent comes later and so is at rest */
    float position[3], parent_position[3];
} step;

struct hone_rig {
    hone_builder *memory; /* what everything here, this struct too, lives in */
    const hone_model *model;
    const hone_model_data *data;
    uint32_t *order, pass2_begin;
    step *steps;         /* [bone_count] in that order */
    hone_affine *models; /* [bone_count] model space from bone space, file order */
    hone_morphing morphing;
};

/* ---- one bone ------------------------------------------------------------------------------------------------ */

/* world = parent * T(rest offset + translation) * R(rotation). The rest offset is not taken from parent to bone but
 * from the model's origin, together with the parent's own displacement (what it does to the origin of the mesh): the
 * rest pose then comes out as the file's positions to the bit, however long the chain, and the bind pose moves no
 * vertex. */
static void place_offset(hone_rig *rig, const step *s, const hone_transform *offset)
{
    float position[3];
    for (int i = 0; i < 3; i++) position[i] = s->position[i] + offset->translation[i];
    hone_affine own = hone_affine_from_rotation(offset->rotation, position);
    if (s->parent == HONE_NONE) {
        rig->models[s->bone] = own;
        return;
    }
    const hone_affine *parent = &rig->models[s->parent];
    hone_affine *world = &rig->models[s->bone];
    for (int r = 0; r < 3; r++) {
        const float *row = parent->m[r];
        float displacement = row[3] - hone_dot3(row, s->parent_position);
        for (int c = 0; c < 3; c++) world->m[r][c] = row[0] * own.m[0][c] + row[1] * own.m[1][c] + row[2] * own.m[2][c];
        world->m[r][3] = hone_dot3(row, position) + displacement;
    }
}

static void place_local(hone_rig *rig, const step *s, const hone_affine *local)
{
    rig->models[s->bone] = s->parent == HONE_NONE ? *local : hone_affine_multiply(&rig->models[s->parent], local);
}

/* ---- all bones ----------------------------------------------------------------------------------------------- */

/* MMD: a bone's transform is its offset from rest. Scale does not exist there. */
static void evaluate_offsets(hone_rig *rig, const hone_pose *pose, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) place_offset(rig, &rig->steps[i], &pose->bones[rig->steps[i].bone]);
}

/* .x and glTF: it replaces rest, and where no track spoke the file's own matrix stays, shear and all. */
static void evaluate_locals(hone_rig *rig, const hone_pose *pose, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        uint32_t b = rig->steps[i].bone;
        hone_affine local =
            pose->moved[b] ? hone_affine_from_transform(&pose->bones[b]) : rig->data->skeleton.bones[b].rest_local;
        place_local(rig, &rig->steps[i], &local);
    }
}

static void evaluate_pass(hone_rig *rig, const hone_pose *pose, uint32_t begin, uint32_t end)
{
    if (rig->data->space == HONE_SPACE_MMD)
        evaluate_offsets(rig, pose, begin, end);
    else
        evaluate_locals(rig, pose, begin, end);
}

void hone_rig_evaluate(hone_rig *rig, const hone_pose *pose)
{
    HONE_ASSERT(pose->bone_count == rig->data->skeleton.bone_count && pose->morph_count == rig->data->morph_count);
    hone_morphing_weigh(&rig->morphing, pose->morphs);
    evaluate_pass(rig, pose, 0, rig->pass2_begin);
    evaluate_pass(rig, pose, rig->pass2_begin, rig->data->skeleton.bone_count);
}

static void evaluate_rest(hone_rig *rig)
{
    static const hone_transform none = HONE_TRANSFORM_IDENTITY;
    for (uint32_t i = 0; i < rig->data->skeleton.bone_count; i++) {
        const step *s = &rig->steps[i];
        if (rig->data->space == HONE_SPACE_MMD)
            place_offset(rig, s, &none);
        else
            place_local(rig, s, &rig->data->skeleton.bones[s->bone].rest_local);
    }
}

/* ---- making one ---------------------------------------------------------------------------------------------- */

/* visited: [bone_count] zeros, this function's to use. */
static void make_steps(hone_rig *rig, uint8_t *visited)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        step *s = &rig->steps[i];
        const hone_bone *bone = &skeleton->bones[rig->order[i]];
        s->bone = rig->order[i];
        s->parent = bone->parent != HONE_NONE && visited[bone->parent] ? bone->parent : HONE_NONE;
        for (int c = 0; c < 3; c++) {
            s->position[c] = bone->position[c];
            s->parent_position[c] = s->parent != HONE_NONE ? skeleton->bones[s->parent].position[c] : 0;
        }
        visited[s->bone] = 1;
    }
}

static bool equip(hone_rig *rig, const hone_allocator *allocator, hone_error *error)
{
    uint32_t count = rig->data->skeleton.bone_count;
    rig->order = hone_builder_array(rig->memory, count, sizeof *rig->order);
    rig->steps = hone_builder_array(rig->memory, count, sizeof *rig->steps);
    rig->models = hone_builder_array(rig->memory, count, sizeof *rig->models);
    uint8_t *visited = hone_builder_array(rig->memory, count, 1);
    hone_morphing_init(&rig->morphing, rig->data, rig->memory);
    if (hone_builder_failed(rig->memory))
        return hone_builder_fail(rig->memory, error);
    if (!hone_rig_sort(&rig->data->skeleton, rig->data->space, allocator, rig->order, &rig->pass2_begin, error))
        return false;
    make_steps(rig, visited);
    evaluate_rest(rig);
    return true;
}

hone_rig *hone_rig_create(const hone_rig_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the rig's model"), NULL;
    hone_builder *memory = hone_builder_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_rig *rig = hone_builder_array(memory, 1, sizeof *rig);
    if (!rig) {
        hone_builder_fail(memory, error);
        hone_builder_destroy(memory);
        return NULL;
    }
    rig->memory = memory;
    rig->model = hone_model_retain(desc->model);
    rig->data = hone_model_get(desc->model);
    if (equip(rig, desc->allocator, error))
        return rig;
    hone_rig_destroy(rig);
    return NULL;
}

void hone_rig_destroy(hone_rig *rig)
{
    if (!rig)
        return;
    hone_model_release(rig->model);
    hone_builder_destroy(rig->memory);
}

const uint32_t *hone_rig_order(const hone_rig *rig, uint32_t *pass2_begin)
{
    if (pass2_begin)
        *pass2_begin = rig->pass2_begin;
    return rig->order;
}

const hone_affine *hone_rig_bones(const hone_rig *rig)
{
    return rig->models;
}

const float *hone_rig_morphs(const hone_rig *rig)
{
    return rig->morphing.weights;
}

const float (*hone_rig_morphed_positions(hone_rig *rig))[3]
{
    return hone_morphing_positions(&rig->morphing);
}
