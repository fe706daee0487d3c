#include "files/format/fbx/animation/bone_motion.h"
#include "base/memory/builder.h"
#include <string.h>

/* ---- inherited scales ----------------------------------------------------------------------------------------- */

static fbx_trs scale_alone(const double scale[3])
{
    return (fbx_trs){.rotation = {0, 0, 0, 1}, .scale = {scale[0], scale[1], scale[2]}};
}

/* Finds whether the scale that a bone hands on changes. Parents must be done. */
static bool scale_moves(const fbx_bone_motion *motion, uint32_t bone)
{
    int32_t parent = hone_fbx_parent_of(motion, bone);
    bool inherits = hone_fbx_pivots_of(motion, bone)->inherit != FBX_INHERIT_RSrs && parent != HONE_NONE;
    return motion->bones[bone].tracks[HONE_CHANNEL_SCALE].layer_count ||
           (inherits && motion->bones[parent].scale_moves);
}

uint32_t hone_fbx_scale_chain(const fbx_bone_motion *motion, int32_t bone, uint32_t chain[FBX_CHAIN_MAX])
{
    uint32_t count = 0;
    while (bone != HONE_NONE && count < FBX_CHAIN_MAX && motion->bones[bone].scale_moves) {
        chain[count++] = (uint32_t)bone;
        if (hone_fbx_pivots_of(motion, (uint32_t)bone)->inherit == FBX_INHERIT_RSrs)
            break;
        bone = hone_fbx_parent_of(motion, (uint32_t)bone);
    }
    return count;
}

fbx_inherited_scale hone_fbx_scale_at(const fbx_bone_motion *motion, int32_t bone, double time)
{
    fbx_inherited_scale out = FBX_INHERITED_SCALE_NONE;
    uint32_t chain[FBX_CHAIN_MAX], count = hone_fbx_scale_chain(motion, bone, chain);
    int32_t above = count ? hone_fbx_parent_of(motion, chain[count - 1]) : bone;
    if (above != HONE_NONE)
        out = motion->animation->reader->scales[above];
    while (count) {
        double scale[3];
        uint32_t at = chain[--count];
        fbx_inherited_scale parent = out;
        hone_fbx_track_value(&motion->bones[at].tracks[HONE_CHANNEL_SCALE], time, scale);
        fbx_trs trs = scale_alone(scale);
        hone_fbx_inherit_scale(hone_fbx_pivots_of(motion, at), &parent, &trs, &out);
    }
    return out;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

static bool open_tracks(fbx_bone_motion *motion, uint32_t bone)
{
    static const char *const properties[3] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
    static const uint8_t kinds[3] = {FBX_TRACK_NUMBERS, FBX_TRACK_ROTATION, FBX_TRACK_SCALE};
    const fbx_reader *reader = motion->animation->reader;
    const fbx_local *rest = &reader->rest[bone];
    const double *values[3] = {rest->translation, rest->angles, rest->scale};
    for (int i = 0; i < 3; i++) {
        fbx_track *track = &motion->bones[bone].tracks[i];
        *track = (fbx_track){.kind = kinds[i], .order = hone_fbx_pivots_of(motion, bone)->order};
        memcpy(track->rest, values[i], sizeof track->rest);
        if (!hone_fbx_track_open(motion->animation, reader->object_of_bone[bone], properties[i], track))
            return false;
    }
    return true;
}

/* Finds the reach of all nodes, and the size. Children come before parents. */
static void measure(fbx_bone_motion *motion)
{
    const fbx_reader *reader = motion->animation->reader;
    motion->size = 5 * reader->scene.space.metres;
    for (uint32_t i = reader->bone_count; i-- > 0;) {
        uint32_t node = reader->order[i];
        int32_t parent = reader->parents[node];
        double length =
            (double)hone_vec3_length(hone_fbx_bone_of(motion, node)->rest.translation) + motion->reach[node];
        if (parent != HONE_NONE && length < 1e6)
            motion->reach[parent] = fmax(motion->reach[parent], length);
        else
            motion->size = fmax(motion->size, motion->reach[node]);
    }
}

bool hone_fbx_bone_motion_open(fbx_bone_motion *motion, fbx_animation *animation)
{
    fbx_reader *reader = animation->reader;
    *motion = (fbx_bone_motion){.animation = animation};
    if (!hone_reading_scratch(&reader->file, reader->bone_count, sizeof *motion->bones, &motion->bones) ||
        !hone_reading_scratch(&reader->file, reader->bone_count, sizeof *motion->reach, &motion->reach))
        return false;
    for (uint32_t i = 0; i < reader->bone_count; i++) {
        if (!open_tracks(motion, reader->order[i]))
            return false;
        motion->bones[reader->order[i]].scale_moves = scale_moves(motion, reader->order[i]);
    }
    measure(motion);
    return true;
}
