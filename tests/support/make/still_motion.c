#include "support/make/still_motion.h"
#include <math.h>
#include <string.h>

static const hone_bone_key *bone_key(hone_builder *builder, const still_motion *values, uint32_t bone)
{
    hone_bone_key *key = hone_builder_array(builder, 1, sizeof *key);
    double half = (double)values->bones[bone].degrees * 3.14159265358979 / 360;
    double sign = values->bones[bone].negative ? -1 : 1;
    *key = (hone_bone_key){.rotation = {0, (float)(sign * sin(half)), 0, (float)(sign * cos(half))},
                           .physics_off = values->bones[bone].physics_off};
    memcpy(key->translation, values->bones[bone].translation, sizeof key->translation);
    return key;
}

static const hone_property_key *chain_off_key(hone_builder *builder)
{
    hone_property_key *property = hone_builder_array(builder, 1, sizeof *property);
    hone_ik_state *chain = hone_builder_array(builder, 1, sizeof *chain);
    *chain = (hone_ik_state){.name = {.text = "b4"}};
    *property = (hone_property_key){.visible = true, .state_count = 1, .states = chain};
    return property;
}

hone_motion *make_still_motion(const still_motion *values)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(builder, STILL_MOTION_BONES, sizeof *tracks);
    hone_morph_track *morph = hone_builder_array(builder, 1, sizeof *morph);
    hone_morph_key *weight = hone_builder_array(builder, 1, sizeof *weight);
    for (uint32_t i = 0; i < values->bone_count; i++)
        tracks[i] = (hone_bone_track){{.text = values->bones[i].name}, 1, bone_key(builder, values, i)};
    weight->weight = values->weight;
    *morph = (hone_morph_track){{.text = "m1"}, 1, weight};
    return hone_motion_create(builder,
                              &(hone_motion_data){.space = HONE_SPACE_MMD,
                                                  .bone_track_count = values->bone_count,
                                                  .bone_tracks = tracks,
                                                  .morph_track_count = values->morph,
                                                  .morph_tracks = morph,
                                                  .property_key_count = values->chain_off,
                                                  .property_keys = chain_off_key(builder),
                                                  .last_frame = 1},
                              NULL, NULL);
}
