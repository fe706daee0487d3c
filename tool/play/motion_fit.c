#include "tool/play/motion_fit.h"

enum { SHARE = 4 }; /* one in four of the tracks */

/* The number of tracks that find a bone or morph. False: motion and model are in different spaces. */
static bool count_bound(const hone_motion *motion, const hone_model *model, uint32_t *count)
{
    hone_error ignored;
    const hone_sampler_desc desc = {.model = model, .motion = motion};
    hone_sampler *sampler = hone_sampler_create(&desc, &ignored);
    *count = hone_sampler_bound_count(sampler);
    hone_sampler_destroy(sampler);
    return sampler != NULL;
}

bool motion_fits(const hone_motion *motion, const hone_model *model)
{
    const hone_motion_data *data = hone_motion_get(motion);
    uint32_t tracks = data->bone_track_count + data->morph_track_count + data->channel_count, bound;
    if (data->vrm_animation)
        return hone_model_humanoid(model).missing == 0;
    if (!count_bound(motion, model, &bound))
        return hone_model_humanoid(model).missing == 0;
    return bound && (bound >= tracks / SHARE || hone_model_humanoid(model).missing == 0);
}

bool motion_finds_nothing(const hone_motion *motion, const hone_model *model)
{
    const hone_motion_data *data = hone_motion_get(motion);
    uint32_t bound;
    bool tracks = data->bone_track_count || data->morph_track_count || data->channel_count || data->packed;
    return tracks && !data->vrm_animation && count_bound(motion, model, &bound) && bound == 0;
}

bool motion_moves_morphs_only(const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    bool bones = data->bone_track_count || data->packed;
    for (uint32_t c = 0; !bones && c < data->channel_count; c++) bones = data->channels[c].path != HONE_CHANNEL_WEIGHTS;
    return !bones && (data->morph_track_count || data->channel_count);
}

model_role model_role_of(const hone_model *model)
{
    if (hone_model_humanoid(model).missing == 0)
        return MODEL_ROLE_HUMANOID;
    bool moves = hone_model_skeleton(model)->ik_count || hone_model_get(model)->clip_count;
    return moves ? MODEL_ROLE_CHARACTER : MODEL_ROLE_THING;
}
