/* Reads textures as a shader does. */
#include "base/error.h"
#include "offline/animation_texture/texture_internal.h"
#include <math.h>
#include <string.h>

hone_animation_time hone_animation_clip_at(const hone_animation_clip *clip, double seconds)
{
    double place = seconds * clip->rate, count = clip->frame_count, last = clip->loop ? count : count - 1;
    if (!(fabs(place) < 1e15)) /* also NaN */
        place = 0;
    if (fabs(place - round(place)) < 1e-6)
        place = round(place);
    if (clip->loop)
        place -= floor(place / count) * count;
    place = fmin(fmax(place, 0), last);
    double frame = fmin(floor(place), count - 1);
    uint32_t at = (uint32_t)frame, next = at + 1 < clip->frame_count ? at + 1 : clip->loop ? 0 : at;
    return (hone_animation_time){clip->first_frame + at, clip->first_frame + next, (float)(place - frame)};
}

/* Interpolates the numbers of an item. */
static void read_between(const hone_animation_texture *t, hone_animation_time time, uint32_t item,
                         float out[HONE_ANIMATION_MAX_TEXELS][4])
{
    float next[HONE_ANIMATION_MAX_TEXELS][4];
    HONE_ASSERT(item < t->item_count && time.frame < t->frame_count && time.next < t->frame_count);
    hone_animation_decode(t, time.frame, item, out);
    if (time.between == 0)
        return;
    hone_animation_decode(t, time.next, item, next);
    bool flip = t->content == HONE_ANIMATION_QUATERNION && hone_quat_dot(out[0], next[0]) < 0;
    for (uint32_t k = 0; k < t->texels_per_item; k++)
        for (int c = 0; c < 4; c++)
            out[k][c] += time.between * ((flip && k == 0 ? -next[k][c] : next[k][c]) - out[k][c]);
}

hone_affine hone_animation_texture_slot(const hone_animation_texture *texture, hone_animation_time time, uint32_t slot)
{
    float texels[HONE_ANIMATION_MAX_TEXELS][4];
    hone_affine out;
    HONE_ASSERT(hone_animation_has_slots(texture->content));
    read_between(texture, time, slot, texels);
    if (texture->content == HONE_ANIMATION_MATRIX) {
        memcpy(&out, texels, sizeof out);
        return out;
    }
    hone_quat_normalise(texels[0], texels[0]);
    out = hone_affine_from_rotation(texels[0], texels[1]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= texels[1][3];
    return out;
}

void hone_animation_texture_vertex(const hone_animation_texture *texture, hone_animation_time time, uint32_t vertex,
                                   float position[3], float normal[3])
{
    float texels[HONE_ANIMATION_MAX_TEXELS][4];
    HONE_ASSERT(!hone_animation_has_slots(texture->content));
    read_between(texture, time, vertex, texels);
    hone_vec3_copy(texels[0], position);
    if (normal && texture->content == HONE_ANIMATION_POSITION_NORMAL && !hone_vec3_normalise(texels[1], normal))
        hone_vec3_set(0, 0, 1, normal);
}
