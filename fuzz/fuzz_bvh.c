/* Reads bytes as BVH, as a model and as a motion, plays it, and skins the model. */
#include "support/make/files/make_bvh.h"
#include "use/use.h"
#include <math.h>
#include <string.h>

static void check_bones(hone_actor *actor)
{
    const hone_pose *pose = hone_actor_writable_pose(actor);
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        const float *q = pose->bones[b].rotation, *t = pose->bones[b].translation;
        require(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-5f);
        require(isfinite(t[0]) && isfinite(t[1]) && isfinite(t[2]));
    }
}

static void play(const hone_model *model, const hone_motion *motion)
{
    double last = hone_motion_duration(motion);
    const double seconds[] = {0, last / 3, last, last + 1, -1};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    const hone_skin_out none = {0};
    require(actor && hone_actor_play(actor, motion, &(hone_play_desc){.allow_unbound = true}, NULL).id);
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        require(hone_actor_update(actor, seconds[i], NULL));
        check_bones(actor);
        require(hone_actor_skin(actor, &none, NULL));
    }
    hone_actor_destroy(actor);
}

static void use(const uint8_t *bytes, size_t size)
{
    if (hone_format_detect(bytes, size) != HONE_FORMAT_BVH)
        return;
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes, size, NULL, NULL);
    fuzz_require_loader(size);
    hone_motion *motion = hone_motion_load_memory(bytes, size, NULL, &error);
    require(motion || error.code == HONE_ERROR_MEMORY || error.code == HONE_ERROR_FORMAT);
    if (model && motion) {
        require(hone_motion_get(motion)->source == hone_model_get(model)->source);
        play(model, motion);
        hone_model_humanoid(model);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

static hone_bytes make(unsigned kind)
{
    return make_bvh(
        &(make_bvh_desc){.positions = kind & 1, .order = kind & 2 ? "XYZ" : "Z", .newline = kind & 4 ? "\r\n" : "\n"});
}

const fuzz_target fuzz_bvh = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
