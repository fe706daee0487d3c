#include "files/format/fbx/animation/part_motion.h"
#include <string.h>

enum { T = 1 << HONE_CHANNEL_TRANSLATION, R = 1 << HONE_CHANNEL_ROTATION, S = 1 << HONE_CHANNEL_SCALE };

static int32_t parent_of(const fbx_part_motion *part)
{
    return hone_fbx_parent_of(part->motion, part->bone);
}

static bool inherits_scale(const fbx_part_motion *part)
{
    return hone_fbx_pivots_of(part->motion, part->bone)->inherit != FBX_INHERIT_RSrs && parent_of(part) != HONE_NONE;
}

/* Whether it is a child of its parent without the parent's scale, which has a bone of its own. */
static bool is_unscaled(const fbx_part_motion *part)
{
    return inherits_scale(part) && hone_fbx_pivots_of(part->motion, (uint32_t)parent_of(part))->apart;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

static bool is_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

/* Whether the parent's scale is or becomes uneven, so that rotation and scale of the bone depend on each other. */
static bool is_uneven(const fbx_part_motion *part)
{
    if (!inherits_scale(part) || is_unscaled(part))
        return false;
    const double *own = part->motion->animation->reader->scales[parent_of(part)].own;
    return part->motion->bones[parent_of(part)].scale_moves || own[0] != own[1] || own[1] != own[2];
}

/* Returns bits of the tracks on which a part depends. */
static uint8_t needs_of(const fbx_part_motion *part)
{
    const fbx_pivots *pivots = hone_fbx_pivots_of(part->motion, part->bone);
    if (part->part != HONE_CHANNEL_TRANSLATION)
        return (uint8_t)(is_uneven(part) ? R | S : 1 << part->part);
    bool scaled = !is_zero(pivots->scaling_pivot);
    bool turned = scaled || !is_zero(pivots->rotation_pivot) || !is_zero(pivots->scaling_offset);
    return (uint8_t)(T | (turned ? R : 0) | (scaled ? S : 0));
}

static void set_offset(fbx_part_motion *part)
{
    const fbx_local *rest = &part->motion->animation->reader->rest[part->bone];
    fbx_trs trs;
    hone_fbx_transform(hone_fbx_pivots_of(part->motion, part->bone), rest, &trs);
    for (int i = 0; i < 3; i++) part->offset[i] = trs.translation[i] - rest->translation[i];
}

void hone_fbx_part_motion_open(fbx_part_motion *part, const fbx_bone_motion *motion, uint32_t bone,
                               hone_channel_path path)
{
    *part = (fbx_part_motion){.motion = motion, .bone = bone, .part = path};
    part->needs = needs_of(part);
    hone_channel_path apart = is_unscaled(part) ? HONE_CHANNEL_ROTATION : HONE_CHANNEL_TRANSLATION;
    part->scale_moves = path != apart && inherits_scale(part) && motion->bones[parent_of(part)].scale_moves;
    part->alone = part->needs == 1 << path && (path == HONE_CHANNEL_ROTATION || path == apart || !inherits_scale(part));
    if (path == HONE_CHANNEL_TRANSLATION && part->alone)
        set_offset(part);
}

/* ---- what a part is made of ----------------------------------------------------------------------------------- */

bool hone_fbx_part_moves(const fbx_part_motion *part)
{
    bool moves = part->scale_moves;
    for (int i = 0; i < 3; i++) moves |= part->needs & 1 << i && part->motion->bones[part->bone].tracks[i].layer_count;
    return moves;
}

/* Widens a range by the sizes of all keys of a track. */
static void add_sizes(const fbx_track *track, double *least, double *most)
{
    for (uint32_t l = 0; l < track->layer_count; l++)
        for (int i = 0; i < 3; i++) {
            const fbx_curve *curve = track->layers[l].cursors[i].curve;
            for (uint32_t k = 0; curve && k < curve->count; k++) {
                *least = fmin(*least, fabs(curve->keys[k].value));
                *most = fmax(*most, fabs(curve->keys[k].value));
            }
        }
}

/* Returns how small the scale of a bone may become relative to its parent, from 0.001 to 1: its errors are relative. */
static double smallest_scale(const fbx_part_motion *part)
{
    const fbx_bone_motion *motion = part->motion;
    double least = 1, most = 1, above_least = 1, above_most = 1;
    add_sizes(&motion->bones[part->bone].tracks[HONE_CHANNEL_SCALE], &least, &most);
    if (part->scale_moves)
        add_sizes(&motion->bones[parent_of(part)].tracks[HONE_CHANNEL_SCALE], &above_least, &above_most);
    return fmax(least / above_most, 0.001);
}

double hone_fbx_part_tolerance(const fbx_part_motion *part)
{
    const fbx_bone_motion *motion = part->motion;
    double angle = 1.5e-5 / (0.5 + motion->reach[part->bone] / motion->size);
    if (part->part == HONE_CHANNEL_TRANSLATION)
        return 6e-6 * motion->size;
    return part->part == HONE_CHANNEL_SCALE ? angle * smallest_scale(part) : angle;
}

static uint64_t count_keys(const fbx_track *track)
{
    uint64_t count = 0;
    for (uint32_t l = 0; l < track->layer_count; l++)
        for (int i = 0; i < 3; i++) {
            const fbx_curve *curve = track->layers[l].cursors[i].curve;
            count += curve ? curve->count : 0;
        }
    return count;
}

uint64_t hone_fbx_part_source_keys(const fbx_part_motion *part)
{
    const fbx_bone_motion *motion = part->motion;
    uint64_t count = 1;
    for (int i = 0; i < 3; i++) count += part->needs & 1 << i ? count_keys(&motion->bones[part->bone].tracks[i]) : 0;
    if (!part->scale_moves)
        return count;
    uint32_t chain[FBX_CHAIN_MAX], length = hone_fbx_scale_chain(motion, parent_of(part), chain);
    for (uint32_t i = 0; i < length; i++) count += count_keys(&motion->bones[chain[i]].tracks[HONE_CHANNEL_SCALE]);
    return count;
}

/* ---- spans ---------------------------------------------------------------------------------------------------- */

/* Adds the segments of a track to a span. */
static void seek_track(const fbx_part_motion *part, fbx_track *track, double time, fbx_span *out)
{
    const fbx_animation *animation = part->motion->animation;
    double stop = animation->stop, unit = 1;
    hone_fbx_track_seek(track, time);
    double change = hone_fbx_track_change(track, time, stop);
    if (track->kind == FBX_TRACK_ROTATION) {
        double angle = hone_fbx_track_curve_change(track, time, stop), parts = ceil(angle / 60);
        out->parts = parts > out->parts ? (parts < 4096 ? (uint32_t)parts : 4096) : out->parts; /* for slerp */
        out->uneven |= angle > 10; /* a quaternion is no polynomial of its angles */
        unit = 3 * HONE_PI / 180;  /* three angles in degrees */
    } else if (track->kind == FBX_TRACK_NUMBERS) {
        unit = animation->reader->scene.space.metres;
    }
    out->end = hone_fbx_smaller(out->end, hone_fbx_track_end(track));
    out->uneven |= !part->alone || hone_fbx_track_is_uneven(track);
    out->change = fmax(out->change, change == 0 || part->alone ? change * unit : (double)INFINITY);
}

static void seek_part(void *user, double time, fbx_span *out)
{
    const fbx_part_motion *part = user;
    fbx_bone_tracks *bones = part->motion->bones;
    *out = (fbx_span){.end = (double)INFINITY, .parts = 1};
    for (int i = 0; i < 3; i++)
        if (part->needs & 1 << i)
            seek_track(part, &bones[part->bone].tracks[i], time, out);
    if (!part->scale_moves)
        return;
    uint32_t chain[FBX_CHAIN_MAX], count = hone_fbx_scale_chain(part->motion, parent_of(part), chain);
    for (uint32_t i = 0; i < count; i++) seek_track(part, &bones[chain[i]].tracks[HONE_CHANNEL_SCALE], time, out);
}

/* ---- values --------------------------------------------------------------------------------------------------- */

/* Returns the rotation of the angles at rest, which is computed once. */
static const double *rest_rotation(fbx_part_motion *part, const double angles[3])
{
    if (!part->has_rest)
        hone_fbx_turn(hone_fbx_pivots_of(part->motion, part->bone), angles, part->at_rest);
    part->has_rest = true;
    return part->at_rest;
}

/* Computes the whole transform from the tracks that are needed; the others are at rest. */
static void whole_transform(fbx_part_motion *part, double time, fbx_trs *out)
{
    const fbx_bone_motion *motion = part->motion;
    const fbx_pivots *pivots = hone_fbx_pivots_of(motion, part->bone);
    fbx_local local = motion->animation->reader->rest[part->bone];
    double *values[3] = {local.translation, local.angles, local.scale};
    fbx_inherited_scale above = FBX_INHERITED_SCALE_NONE, own;
    for (int i = 0; i < 3; i++)
        if (part->needs & 1 << i)
            hone_fbx_track_value(&motion->bones[part->bone].tracks[i], time, values[i]);
    if (inherits_scale(part))
        above = hone_fbx_scale_at(motion, parent_of(part), time);
    if (part->needs & R && motion->bones[part->bone].tracks[HONE_CHANNEL_ROTATION].layer_count)
        hone_fbx_transform(pivots, &local, out);
    else
        hone_fbx_transform_turned(pivots, &local, rest_rotation(part, local.angles), out);
    part->sheared |= !hone_fbx_inherit_scale(pivots, &above, out, &own);
}

static bool is_identity(const double q[4])
{
    return q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 1;
}

/* Computes the rotations of angles, in hone's axes. */
static void turn(const fbx_part_motion *part, const double angles[3][4], double out[4][4])
{
    const fbx_pivots *pivots = hone_fbx_pivots_of(part->motion, part->bone);
    const fbx_space *space = &part->motion->animation->reader->scene.space;
    double q[4][4];
    hone_fbx_quats_from_angles(pivots->order, angles, q);
    if (!is_identity(pivots->post_rotation_inverse))
        hone_fbx_quats_multiply_by((const double(*)[4])q, pivots->post_rotation_inverse, q);
    if (!is_identity(pivots->pre_rotation))
        hone_fbx_quats_multiply(pivots->pre_rotation, (const double(*)[4])q, q);
    for (int i = 0; i < 3; i++) {
        double sign = space->mirrored ? -space->sign[i] : space->sign[i];
        for (int r = 0; r < 4; r++) out[i][r] = q[space->axis[i]][r] * sign;
    }
    memcpy(out[3], q[3], sizeof q[3]);
}

static bool are_last(const fbx_part_motion *part, const double angles[3][4])
{
    bool same = part->has_turned;
    for (int i = 0; i < 3; i++) same = same && part->angles[i] == angles[i][0];
    return same;
}

/* Computes rotations. A span begins with the angles with which the last one ended, mostly: the last of four. */
static void own_rotations(fbx_part_motion *part, const double angles[3][4], uint32_t count,
                          double (*out)[FBX_WIDTH_MAX])
{
    double turned[4][4];
    if (count == 1 && are_last(part, angles)) {
        memcpy(out[0], part->turned, sizeof part->turned);
        return;
    }
    turn(part, angles, turned);
    for (uint32_t r = 0; r < count; r++)
        for (int i = 0; i < 4; i++) out[r][i] = turned[i][r];
    if (count < 4)
        return;
    for (int i = 0; i < 3; i++) part->angles[i] = angles[i][3];
    memcpy(part->turned, out[3], sizeof part->turned);
    part->has_turned = true;
}

/* Computes the part from its own track. */
static void own_values(fbx_part_motion *part, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX])
{
    const fbx_space *space = &part->motion->animation->reader->scene.space;
    double values[3][4];
    hone_fbx_track_values(&part->motion->bones[part->bone].tracks[part->part], times, count, values);
    if (part->part == HONE_CHANNEL_ROTATION) {
        own_rotations(part, (const double(*)[4])values, count, out);
        return;
    }
    for (uint32_t r = 0; r < count; r++) {
        double value[3];
        for (int i = 0; i < 3; i++)
            value[i] = part->part == HONE_CHANNEL_SCALE ? values[i][r] : values[i][r] + part->offset[i];
        if (part->part == HONE_CHANNEL_SCALE)
            hone_fbx_scale_to_hone(space, value, out[r]);
        else
            hone_fbx_point(space, value, out[r]);
    }
}

static void whole_value(fbx_part_motion *part, double time, double out[FBX_WIDTH_MAX])
{
    fbx_trs trs;
    whole_transform(part, time, &trs);
    hone_fbx_trs_to_hone(&part->motion->animation->reader->scene.space, &trs, &trs);
    if (part->part == HONE_CHANNEL_ROTATION)
        memcpy(out, trs.rotation, sizeof trs.rotation);
    else
        memcpy(out, part->part == HONE_CHANNEL_SCALE ? trs.scale : trs.translation, sizeof trs.scale);
}

static void values_of_part(void *user, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX])
{
    fbx_part_motion *part = user;
    if (part->alone)
        own_values(part, times, count, out);
    else
        for (uint32_t i = 0; i < count; i++) whole_value(part, times[i], out[i]);
}

static bool is_still(const fbx_part_motion *part)
{
    bool still = !part->scale_moves;
    for (int i = 0; i < 3; i++)
        if (part->needs & 1 << i)
            still = still && hone_fbx_track_is_still(&part->motion->bones[part->bone].tracks[i]);
    return still;
}

fbx_function hone_fbx_part_function(fbx_part_motion *part)
{
    bool rotation = part->part == HONE_CHANNEL_ROTATION;
    return (fbx_function){.width = rotation ? 4 : 3,
                          .is_rotation = rotation,
                          .is_still = is_still(part),
                          .user = part,
                          .seek = seek_part,
                          .values = values_of_part};
}

void hone_fbx_node_at(const fbx_bone_motion *motion, uint32_t node, double time, fbx_trs *out)
{
    fbx_part_motion part;
    fbx_span span;
    hone_fbx_part_motion_open(&part, motion, node, HONE_CHANNEL_SCALE);
    part.needs = T | R | S;
    part.scale_moves = inherits_scale(&part) && motion->bones[parent_of(&part)].scale_moves;
    seek_part(&part, time, &span);
    whole_transform(&part, time, out);
    hone_fbx_trs_to_hone(&motion->animation->reader->scene.space, out, out);
}
