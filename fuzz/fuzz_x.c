/* Reads bytes as .x, as a model and as each of its motions, plays these on it, and skins the model. */
#include "support/make/files/make_x.h"
#include "use/use.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLIPS = 4, INFLATED_MOST = 1032 /* times the size, by deflate */ };

static void check_bones(hone_actor *actor, const hone_model *model)
{
    const hone_pose *pose = hone_actor_writable_pose(actor);
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        const float *q = pose->bones[b].rotation, *t = pose->bones[b].translation;
        require(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-5f);
        require(isfinite(t[0]) && isfinite(t[1]) && isfinite(t[2]));
    }
    uint32_t count = hone_model_mesh(model)->vertex_count;
    float(*positions)[3] = malloc((count + 1) * sizeof *positions),
    (*normals)[3] = malloc((count + 1) * sizeof *normals);
    require(positions && normals);
    const hone_skin_out out = {.positions = {positions, count, sizeof *positions},
                               .normals = {normals, count, sizeof *normals}};
    require(hone_actor_skin(actor, &out, NULL));
    free(positions);
    free(normals);
}

static void play(const hone_model *model, const hone_motion *motion)
{
    double last = hone_motion_duration(motion);
    const double seconds[] = {0, last / 3, last, last + 1, -1};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor && (!motion || hone_actor_play(actor, motion, &(hone_play_desc){.allow_unbound = true}, NULL).id));
    for (size_t i = 0; i < (motion ? sizeof seconds / sizeof *seconds : 1); i++) {
        require(hone_actor_update(actor, seconds[i], NULL));
        check_bones(actor, model);
    }
    hone_actor_destroy(actor);
}

/* If a file cannot be read as a model, it cannot be read as a motion that needs the model either. */
static void play_clips(const uint8_t *bytes, size_t size, const hone_model *model)
{
    uint32_t count = hone_model_get(model)->clip_count;
    for (uint32_t c = 0; c < count && c < MOST_CLIPS; c++) {
        char clip[16];
        hone_error error = {0};
        snprintf(clip, sizeof clip, "%u", c);
        hone_motion *motion = hone_motion_load_memory(bytes, size, &(hone_load_desc){.clip = clip}, &error);
        require(motion || error.code == HONE_ERROR_MEMORY);
        require(!motion || hone_motion_get(motion)->source == hone_model_get(model)->source);
        play(model, motion);
        hone_motion_release(motion);
    }
}

static bool is_packed(const uint8_t *bytes, size_t size)
{
    return size >= 12 && (memcmp(bytes + 8, "tzip", 4) == 0 || memcmp(bytes + 8, "bzip", 4) == 0);
}

static void use(const uint8_t *bytes, size_t size)
{
    if (hone_format_detect(bytes, size) != HONE_FORMAT_X)
        return;
    hone_model *model = hone_model_load_memory(bytes, size, NULL, NULL);
    fuzz_require_loader(is_packed(bytes, size) ? size * INFLATED_MOST : size);
    if (!model) {
        hone_motion_release(hone_motion_load_memory(bytes, size, NULL, NULL));
        return;
    }
    play(model, NULL);
    play_clips(bytes, size, model);
    hone_model_release(model);
}

static hone_bytes make(unsigned kind)
{
    return make_x(&(make_x_desc){.binary = kind & 1,
                                 .packed = (kind & 2) != 0,
                                 .wide = (kind & 4) != 0,
                                 .templates = (kind & 8) != 0,
                                 .rings = 2});
}

const fuzz_target fuzz_x = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
