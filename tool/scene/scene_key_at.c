#include "tool/scene/scene_key_at.h"

#include <hone/math.h>
#include <string.h>

uint32_t scene_key_index(const scene_key *keys, uint32_t count, double frame)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(keys[middle].frame <= frame ? &low : &high) = middle;
    }
    return low;
}

static float between(float from, float to, float share)
{
    return share > 0 ? from + share * (to - from) : from;
}

scene_key scene_key_at(const scene_key *keys, uint32_t count, double frame)
{
    uint32_t index = scene_key_index(keys, count, frame);
    const scene_key *from = &keys[index], *to = index + 1 < count ? from + 1 : from;
    double span = to->frame - from->frame;
    float share = span > 0 && frame > from->frame ? (float)((frame - from->frame) / span) : 0;
    scene_key out = *from;
    out.frame = frame;
    for (int i = 0; i < 3; i++) {
        out.at[i] = between(from->at[i], to->at[i], share);
        out.turn[i] = between(from->turn[i], to->turn[i], share);
    }
    out.scale = between(from->scale, to->scale, share);
    out.opacity = between(from->opacity, to->opacity, share);
    return out;
}

hone_affine scene_key_transform(const scene_key *key)
{
    float angles[3], turn[4];
    for (int i = 0; i < 3; i++) angles[i] = key->turn[i] * (float)(HONE_PI / 180);
    hone_quat_from_euler(HONE_EULER_ZYX, angles, turn);
    hone_affine out = hone_affine_from_rotation(turn, key->at);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) out.m[row][column] *= key->scale;
    return out;
}

const scene_parent *scene_parent_at(const scene_parent *parents, uint32_t count, const char *child, double frame)
{
    const scene_parent *found = NULL;
    for (uint32_t i = 0; i < count && parents[i].frame <= frame; i++)
        if (!child || strcmp(parents[i].child, child) == 0)
            found = &parents[i];
    return found;
}
