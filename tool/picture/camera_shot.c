#include "tool/picture/camera_shot.h"
#include "tool/options/bone_name.h"
#include "tool/place/place_model.h"
#include "tool/play/character_region.h"
#include <hone/io.h>
#include <hone/math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float auto_pitch = -0.1f; /* hone_camera.angles[0]: from a little above */
static const float region_air = 0.1f;  /* by which the box of a face or bust grows on each side, part of its height */
static const char *const preset_names[] = {"auto", "front", "side", "back", "full", "bust", "face"};

bool camera_preset_named(const char *name, camera_preset *out)
{
    for (int p = 0; p < CAMERA_PRESET_COUNT; p++)
        if (strcmp(preset_names[p], name) == 0)
            return *out = (camera_preset)p, true;
    return false;
}

const char *camera_preset_name(camera_preset preset)
{
    return preset_names[preset];
}

/* ---- the anchor: a point of a character that the camera follows ---- */

static const hone_model *model_of(const camera_shot *shot)
{
    return hone_actor_model(shot->subjects.items[shot->followed].actor);
}

/* Where a subject is in the world; NULL: where its model is. */
static const hone_affine *place_of(const camera_shot *shot, uint32_t subject)
{
    return shot->subjects.items[subject].place;
}

/* The rotation of a bone at rest, model space from bone space. */
static void rest_rotation(const hone_skeleton *skeleton, int32_t bone, float out[4])
{
    float own[4];
    for (hone_quat_identity(out); bone != HONE_NONE; bone = skeleton->bones[bone].parent) {
        hone_quat_from_affine(&skeleton->bones[bone].rest_local, own);
        hone_quat_multiply(own, out, out);
    }
}

static void anchor_now(const camera_shot *shot, float out[3])
{
    out[0] = out[1] = out[2] = 0;
    if (shot->bone == HONE_NONE)
        return;
    const hone_affine *bone = &hone_actor_bones(shot->subjects.items[shot->followed].actor)[shot->bone];
    hone_affine world = hone_world_from_model(model_of(shot));
    float rest[4], turn[4];
    rest_rotation(hone_model_skeleton(model_of(shot)), shot->bone, rest);
    hone_quat_from_affine(bone, turn);
    hone_quat_conjugate(rest, rest);
    hone_quat_multiply(turn, rest, turn); /* the bone's turn from rest, in the model's axes */
    hone_quat_rotate(turn, shot->offset, out);
    for (int i = 0; i < 3; i++) out[i] += bone->m[i][3];
    hone_affine_point(&world, out, out);
    if (place_of(shot, shot->followed))
        hone_affine_point(place_of(shot, shot->followed), out, out);
    if (shot->level)
        out[1] = 0;
}

/* The box of a part of the first character has the size and the sides of its place. */
static void place_region(camera_shot *shot)
{
    hone_affine place = *place_of(shot, 0);
    for (int i = 0; i < 3; i++) place.m[i][3] = 0;
    shot->bounds = placement_box(&place, &shot->bounds);
}

/* Follows a part of the first character, whose box is known from its rest pose. */
static void follow_region(camera_shot *shot, const character_region *region)
{
    hone_affine world = hone_world_from_model(model_of(shot));
    const float *place = hone_model_skeleton(model_of(shot))->bones[region->bone].position;
    float joint[3], half[3], air = region_air * (region->box.max[1] - region->box.min[1]);
    hone_affine_point(&world, place, joint);
    for (int i = 0; i < 3; i++) {
        /* the world only scales and mirrors the model */
        shot->offset[i] = ((region->box.min[i] + region->box.max[i]) / 2 - joint[i]) / world.m[i][i];
        half[i] = (region->box.max[i] - region->box.min[i]) / 2 + air;
        shot->bounds.min[i] = -half[i], shot->bounds.max[i] = half[i];
    }
    shot->bone = region->bone;
    shot->region = true;
    if (place_of(shot, 0))
        place_region(shot);
}

/* ---- presets ---- */

static void fall_back(camera_shot *shot, const char *missing)
{
    snprintf(shot->note, sizeof shot->note,
             "no bone was found for the %s of a human: --camera %s shows the box of the whole model", missing,
             preset_names[shot->desc.preset]);
    shot->subjects.count = 1;
}

static void begin_preset(camera_shot *shot)
{
    character_region region;
    const char *missing = "hips";
    bool found = true;
    if (shot->desc.preset == CAMERA_FULL) {
        shot->subjects.count = 1;
        shot->bone = hone_model_humanoid(model_of(shot)).bones[HONE_HUMANOID_HIPS];
        shot->level = true;
        found = shot->bone != HONE_NONE;
    } else if (shot->desc.preset == CAMERA_BUST || shot->desc.preset == CAMERA_FACE) {
        bool face = shot->desc.preset == CAMERA_FACE;
        found = (face ? character_face : character_bust)(model_of(shot), &region, &missing);
        if (found)
            follow_region(shot, &region);
    }
    if (!found)
        fall_back(shot, missing);
}

static bool follow_bone(camera_shot *shot, hone_error *error)
{
    for (uint32_t i = 0; i < shot->subjects.count + shot->subjects.around; i++) {
        int32_t bone = bone_name_find(hone_actor_model(shot->subjects.items[i].actor), shot->desc.look_at_bone);
        if (bone == HONE_NONE)
            continue;
        shot->followed = i, shot->bone = bone;
        return true;
    }
    suggestion meant = {.text = shot->desc.look_at_bone};
    for (uint32_t i = 0; i < shot->subjects.count; i++)
        bone_name_suggest(hone_actor_model(shot->subjects.items[i].actor), &meant);
    hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no model has a bone \"%.200s\" (hone info --tree lists them)",
              shot->desc.look_at_bone);
    suggestion_add(&meant, error);
    return false;
}

/* The heading of the first character's front, as hone_camera.angles[1]. */
static float front_of(const camera_shot *shot)
{
    float front = character_front(hone_actor_model(shot->subjects.items[0].actor));
    const hone_affine *place = place_of(shot, 0);
    return place ? front - atan2f(place->m[0][2], place->m[2][2]) : front;
}

static void set_direction(camera_shot *shot)
{
    const camera_shot_desc *desc = &shot->desc;
    float *angles = shot->camera.angles, front = front_of(shot);
    const float turns[CAMERA_PRESET_COUNT] = {[CAMERA_SIDE] = (float)(HONE_PI / 2), [CAMERA_BACK] = (float)HONE_PI};
    angles[0] = desc->orbit ? -desc->pitch : desc->preset == CAMERA_AUTO ? auto_pitch : 0;
    angles[1] = desc->orbit ? front + desc->yaw : desc->preset == CAMERA_AUTO ? 0 : front + turns[desc->preset];
}

bool camera_shot_begin(camera_shot *shot, const camera_shot_desc *desc, const camera_subjects *subjects,
                       hone_error *error)
{
    *shot = (camera_shot){.desc = *desc,
                          .subjects = *subjects,
                          .camera = HONE_CAMERA_DEFAULT,
                          .bone = HONE_NONE,
                          .bounds = HONE_BOUNDS_EMPTY};
    if (desc->fov > 0)
        shot->camera.fov = desc->fov;
    set_direction(shot);
    if (desc->look_at_bone)
        return follow_bone(shot, error);
    begin_preset(shot);
    return true;
}

/* ---- what must be in view ---- */

static bool is_shown(const camera_subject *subject)
{
    return hone_actor_visible(subject->actor) && !(subject->opacity && *subject->opacity <= 0);
}

static void move_box(hone_bounds *box, const float anchor[3])
{
    for (int i = 0; i < 3; i++) box->min[i] -= anchor[i], box->max[i] -= anchor[i];
}

bool camera_shot_add(camera_shot *shot, hone_error *error)
{
    hone_bounds boxes[CAMERA_PART_COUNT] = {HONE_BOUNDS_EMPTY, HONE_BOUNDS_EMPTY, HONE_BOUNDS_EMPTY};
    float anchor[3];
    if (shot->region)
        return true;
    for (uint32_t i = 0; i < shot->subjects.count; i++) {
        const camera_subject *subject = &shot->subjects.items[i];
        if (is_shown(subject) && !camera_parts_add_bounds(subject, boxes, error))
            return false;
    }
    anchor_now(shot, anchor);
    if (!(boxes[CAMERA_WHOLE].min[0] <= boxes[CAMERA_WHOLE].max[0]) || shot->moment_count == CAMERA_MOMENTS_MAX)
        return true;
    for (int p = 0; p < CAMERA_PART_COUNT; p++) {
        move_box(&boxes[p], anchor);
        shot->moments[shot->moment_count][p] = boxes[p];
    }
    shot->moment_count++;
    return true;
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Returns a side of the box of a part that only one of `rarity` moments exceeds; 0: none. sign: 1: of max, -1: of min.
 */
static float usual_side(const camera_shot *shot, camera_part part, uint32_t rarity, int axis, float sign)
{
    float sides[CAMERA_MOMENTS_MAX];
    uint32_t count = shot->moment_count;
    for (uint32_t m = 0; m < count; m++) {
        const hone_bounds *box = &shot->moments[m][part];
        sides[m] = sign * (sign > 0 ? box->max : box->min)[axis];
    }
    qsort(sides, count, sizeof *sides, by_size);
    return sign * sides[count - 1 - (rarity ? count / rarity : 0)];
}

void camera_shot_settle(camera_shot *shot)
{
    static const uint32_t rarity[CAMERA_PART_COUNT] = {[CAMERA_BODY] = 10, [CAMERA_WHOLE] = 3};
    for (int p = 0; p < CAMERA_PART_COUNT && shot->moment_count; p++)
        for (int i = 0; i < 3; i++) {
            float low = usual_side(shot, (camera_part)p, rarity[p], i, -1);
            float high = usual_side(shot, (camera_part)p, rarity[p], i, 1);
            shot->bounds.min[i] = fminf(shot->bounds.min[i], low);
            shot->bounds.max[i] = fmaxf(shot->bounds.max[i], high);
        }
    shot->moment_count = 0;
}

/* The box around the box as it turns about its vertical axis. */
static void widen_for_turning(hone_bounds *box)
{
    float x = (box->max[0] - box->min[0]) / 2, z = (box->max[2] - box->min[2]) / 2, radius = sqrtf(x * x + z * z);
    for (int i = 0; i < 3; i += 2) {
        float middle = box->min[i] / 2 + box->max[i] / 2;
        box->min[i] = middle - radius, box->max[i] = middle + radius;
    }
}

void camera_shot_finish(camera_shot *shot, double aspect)
{
    camera_shot_settle(shot);
    hone_bounds box = shot->bounds;
    hone_camera *camera = &shot->camera;
    bool aimed = shot->desc.look_at || shot->desc.look_at_bone;
    if (!(box.min[0] <= box.max[0]))
        return;
    if (shot->desc.turntable)
        widen_for_turning(&box);
    for (int i = 0; i < 3; i++) {
        float middle = box.min[i] / 2 + box.max[i] / 2;
        camera->target[i] = shot->desc.look_at ? shot->desc.look_at[i] : shot->desc.look_at_bone ? 0 : middle;
    }
    hone_camera_frame(camera, &box, aspect, aimed || shot->desc.turntable || shot->desc.distance > 0);
    if (shot->desc.distance > 0)
        camera->distance = -shot->desc.distance;
}

hone_camera camera_shot_now(const camera_shot *shot, double turn)
{
    hone_camera camera = shot->camera;
    float anchor[3];
    anchor_now(shot, anchor);
    if (shot->bone != HONE_NONE)
        hone_vec3_add(camera.target, anchor, camera.target);
    if (turn != 0)
        camera.angles[1] += (float)(turn * 2 * HONE_PI);
    return camera;
}
