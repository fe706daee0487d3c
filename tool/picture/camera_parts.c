#include "tool/picture/camera_parts.h"
#include "tool/place/place_model.h"

#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

enum { ARM = 1, LOOSE = 2 };

/* Marks the bones at which arms, and parts that physics moves, begin. */
static void mark_begins(const hone_model *model, uint8_t *begins)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_humanoid human = hone_model_humanoid(model);
    for (int side = 0; side < 2; side++) {
        int32_t arm = human.bones[HONE_HUMANOID_UPPER_ARM + side];
        if (arm != HONE_NONE)
            begins[arm] |= ARM;
    }
    for (uint32_t b = 0; b < data->body_count; b++)
        if (data->bodies[b].mode != HONE_BODY_FOLLOWS && data->bodies[b].bone != HONE_NONE)
            begins[data->bodies[b].bone] |= LOOSE;
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++) begins[data->springs[s].joints[j].bone] |= LOOSE;
}

/* What a bone belongs to: all that begins at it or above it. */
static uint8_t kinds_of(const hone_skeleton *skeleton, const uint8_t *begins, uint32_t bone)
{
    uint8_t kinds = 0;
    uint32_t depth = 0;
    for (int32_t at = (int32_t)bone; at != HONE_NONE && depth <= skeleton->bone_count; depth++) {
        kinds |= begins[at];
        at = skeleton->bones[at].parent;
    }
    return kinds;
}

static bool add_part(const camera_subject *subject, const uint8_t *bones, hone_bounds *bounds, hone_error *error)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    if (!placement_add_bounds(subject->place, subject->actor, bones, &box, error))
        return false;
    if (bones && !(box.min[0] <= box.max[0]))
        return add_part(subject, NULL, bounds, error);
    for (int i = 0; i < 3; i++) {
        bounds->min[i] = fminf(bounds->min[i], box.min[i]);
        bounds->max[i] = fmaxf(bounds->max[i], box.max[i]);
    }
    return true;
}

bool camera_parts_add_bounds(const camera_subject *subject, hone_bounds boxes[CAMERA_PART_COUNT], hone_error *error)
{
    const hone_model *model = hone_actor_model(subject->actor);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    uint32_t count = skeleton->bone_count;
    uint8_t *begins = calloc((size_t)count + 1, 3), *trunk = begins + count, *body = trunk + count;
    if (!begins)
        return hone_fail_memory(error);
    mark_begins(model, begins);
    for (uint32_t b = 0; b < count; b++) {
        uint8_t kinds = kinds_of(skeleton, begins, b);
        trunk[b] = kinds == 0, body[b] = !(kinds & LOOSE);
    }
    bool ok = add_part(subject, trunk, &boxes[CAMERA_TRUNK], error) &&
              add_part(subject, body, &boxes[CAMERA_BODY], error) &&
              add_part(subject, NULL, &boxes[CAMERA_WHOLE], error);
    free(begins);
    return ok;
}
