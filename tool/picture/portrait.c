#include "tool/picture/portrait.h"

#include <hone/actor.h>
#include <hone/render.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool fail(hone_error *error, hone_code code, const char *text)
{
    if (error) {
        *error = (hone_error){.code = code};
        snprintf(error->message, sizeof error->message, "%s", text);
    }
    return false;
}

/* The box around what head and eyes carry, in the world. */
static bool find_head(hone_actor *actor, hone_bounds *out, hone_error *error)
{
    const hone_model *model = hone_actor_model(actor);
    hone_humanoid human = hone_model_humanoid(model);
    uint8_t *bones = calloc(hone_model_skeleton(model)->bone_count + 1, 1);
    *out = (hone_bounds)HONE_BOUNDS_EMPTY;
    if (!bones)
        return fail(error, HONE_ERROR_MEMORY, "out of memory");
    for (int h = HONE_HUMANOID_HEAD; h < HONE_HUMANOID_UPPER_LEG; h++)
        if (human.bones[h] != HONE_NONE)
            bones[human.bones[h]] = 1;
    bool ok = hone_framing_add_bones(out, actor, bones, error);
    free(bones);
    if (ok && !(out->min[1] < out->max[1]))
        return fail(error, HONE_ERROR_ARGUMENT, "has no head that could be drawn");
    return ok;
}

/* Characters look along -z in the world. */
static hone_camera camera_before(const hone_bounds *head)
{
    const float share = 0.62f, half_angle_tangent = 0.26794919f; /* the head's part of the height; of 15 degrees */
    hone_camera camera = HONE_CAMERA_DEFAULT;
    float height = head->max[1] - head->min[1];
    for (int i = 0; i < 3; i++) camera.target[i] = 0.5f * (head->min[i] + head->max[i]);
    camera.distance = -(0.5f * (head->max[2] - head->min[2]) + height / (2 * share * half_angle_tangent));
    return camera;
}

static bool draw(hone_renderer *renderer, hone_actor *actor, const hone_file_resolver *files, hone_bytes *out,
                 hone_error *error)
{
    hone_bounds head;
    hone_image image = {0};
    if (!hone_actor_evaluate(actor, error) || !find_head(actor, &head, error))
        return false;
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, hone_actor_model(actor), files, error);
    const hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    const hone_draw_desc desc = {.width = PORTRAIT_SIDE,
                                 .height = PORTRAIT_SIDE,
                                 .background = {1, 1, 1, 1},
                                 .camera = camera_before(&head),
                                 .items = &item,
                                 .item_count = 1};
    bool ok = gpu_model && hone_image_create(PORTRAIT_SIDE, PORTRAIT_SIDE, NULL, &image, error) &&
              hone_renderer_draw_image(renderer, &desc, &image, error) &&
              hone_image_write_png(&image, NULL, out, error);
    hone_image_release(&image);
    hone_gpu_model_destroy(gpu_model);
    return ok;
}

bool portrait_draw(const hone_model *model, const hone_file_resolver *files, hone_bytes *out, hone_error *error)
{
    *out = (hone_bytes){0};
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_actor *actor = renderer ? hone_actor_create(&(hone_actor_desc){.model = model}, error) : NULL;
    bool ok = actor && draw(renderer, actor, files, out, error);
    hone_actor_destroy(actor);
    hone_renderer_destroy(renderer);
    return ok;
}
