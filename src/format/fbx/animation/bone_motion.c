#include "format/fbx/animation/bone_motion.h"
#include "base/builder.h"
#include <string.h>

enum { CHAIN_MAX = 64 }; /* ancestors whose scales are followed */

static const hone_bone *bone_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return &motion->animation->reader->data.skeleton.bones[bone];
}

static int32_t parent_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return motion->animation->reader->parents[bone];
}

static const fbx_pivots *pivots_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return &motion->animation->reader->pivots[bone];
}

/* ---- inherited scales ----------------------------------------------------------------------------------------- */

static fbx_trs scale_alone(const double scale[3])
{
    return (fbx_trs){.rotation = {0, 0, 0, 1}, .scale = {scale[0], scale[1], scale[2]}};
}

/* Finds the scale that each bone hands on at rest, and whether it changes. Parents must be done. */
static void set_scale(fbx_bone_motion *motion, uint32_t bone)
{
    static const fbx_inherited_scale none = FBX_INHERITED_SCALE_NONE;
    fbx_bone_tracks *tracks = &motion->bones[bone];
    int32_t parent = parent_of(motion, bone);
    const fbx_pivots *pivots = pivots_of(motion, bone);
    fbx_trs trs = scale_alone(tracks->tracks[HONE_CHANNEL_SCALE].rest);
    hone_fbx_inherit_scale(pivots, parent == HONE_NONE ? &none : &motion->bones[parent].scale, &trs, &tracks->scale);
    tracks->scale_moves =
        tracks->tracks[HONE_CHANNEL_SCALE].layer_count ||
        (pivots->inherit != FBX_INHERIT_RSrs && parent != HONE_NONE && motion->bones[parent].scale_moves);
}

/* Lists a bone and the ancestors from which it inherits a scale that changes; the one nearest to the root last. */
static uint32_t list_chain(const fbx_bone_motion *motion, int32_t bone, uint32_t chain[CHAIN_MAX])
{
    uint32_t count = 0;
    while (bone != HONE_NONE && count < CHAIN_MAX && motion->bones[bone].scale_moves) {
        chain[count++] = (uint32_t)bone;
        if (pivots_of(motion, (uint32_t)bone)->inherit == FBX_INHERIT_RSrs)
            break;
        bone = parent_of(motion, (uint32_t)bone);
    }
    return count;
}

/* Computes the scale that a bone hands on at a time. */
static fbx_inherited_scale scale_at(const fbx_bone_motion *motion, int32_t bone, double time)
{
    fbx_inherited_scale out = FBX_INHERITED_SCALE_NONE;
    uint32_t chain[CHAIN_MAX], count = list_chain(motion, bone, chain);
    int32_t above = count ? parent_of(motion, chain[count - 1]) : bone;
    if (above != HONE_NONE)
        out = motion->bones[above].scale;
    while (count) {
        double scale[3];
        uint32_t at = chain[--count];
        fbx_inherited_scale parent = out;
        hone_fbx_track_value(&motion->bones[at].tracks[HONE_CHANNEL_SCALE], time, scale);
        fbx_trs trs = scale_alone(scale);
        hone_fbx_inherit_scale(pivots_of(motion, at), &parent, &trs, &out);
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
        *track = (fbx_track){.kind = kinds[i], .order = pivots_of(motion, bone)->order};
        memcpy(track->rest, values[i], sizeof track->rest);
        if (!hone_fbx_track_open(motion->animation, reader->object_of_bone[bone], properties[i], track))
            return false;
    }
    return true;
}

/* Finds the reach of all nodes, and the size: the diagonal of the box around them. Children come before parents. */
static void measure(fbx_bone_motion *motion)
{
    const fbx_reader *reader = motion->animation->reader;
    for (uint32_t i = reader->bone_count; i-- > 0;) {
        uint32_t node = reader->order[i];
        int32_t parent = reader->parents[node];
        double length = (double)hone_vec3_length(bone_of(motion, node)->rest.translation) + motion->reach[node];
        if (parent != HONE_NONE && length < 1e6)
            motion->reach[parent] = fmax(motion->reach[parent], length);
        else
            motion->size = fmax(motion->size, motion->reach[node]);
    }
}

bool hone_fbx_bone_motion_open(fbx_bone_motion *motion, fbx_animation *animation)
{
    fbx_reader *reader = animation->reader;
    uint32_t count = reader->bone_count;
    *motion = (fbx_bone_motion){.animation = animation};
    if (!hone_fbx_scratch(reader, count, sizeof *motion->bones, &motion->bones) ||
        !hone_fbx_scratch(reader, count, sizeof *motion->reach, &motion->reach))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!open_tracks(motion, reader->order[i]))
            return false;
        set_scale(motion, reader->order[i]);
    }
    measure(motion);
    return true;
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

static bool inherits_motion(const fbx_bone_motion *motion, uint32_t bone)
{
    int32_t parent = parent_of(motion, bone);
    return pivots_of(motion, bone)->inherit != FBX_INHERIT_RSrs && parent != HONE_NONE &&
           motion->bones[parent].scale_moves;
}

static bool is_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

/* Whether the parent's scale is uneven, so that rotation and scale of the bone depend on each other. */
static bool is_uneven(const fbx_bone_motion *motion, uint32_t bone)
{
    int32_t parent = parent_of(motion, bone);
    if (parent == HONE_NONE || pivots_of(motion, bone)->inherit == FBX_INHERIT_RSrs ||
        pivots_of(motion, (uint32_t)parent)->apart)
        return false;
    const double *own = motion->bones[parent].scale.own;
    return motion->bones[parent].scale_moves || own[0] != own[1] || own[1] != own[2];
}

/* Returns bits of the tracks on which a part depends. */
static uint8_t needs_of(const fbx_bone_motion *motion, uint32_t bone, hone_channel_path part)
{
    enum { T = 1 << HONE_CHANNEL_TRANSLATION, R = 1 << HONE_CHANNEL_ROTATION, S = 1 << HONE_CHANNEL_SCALE };
    const fbx_pivots *pivots = pivots_of(motion, bone);
    if (part != HONE_CHANNEL_TRANSLATION)
        return is_uneven(motion, bone) ? R | S : (uint8_t)(1 << part);
    bool scaled = !is_zero(pivots->scaling_pivot);
    bool turned = scaled || !is_zero(pivots->rotation_pivot) || !is_zero(pivots->scaling_offset);
    return (uint8_t)(T | (turned ? R : 0) | (scaled ? S : 0));
}

void hone_fbx_part_motion_open(fbx_part_motion *part, const fbx_bone_motion *motion, uint32_t bone,
                               hone_channel_path path)
{
    *part = (fbx_part_motion){.motion = motion, .bone = bone, .part = path, .needs = needs_of(motion, bone, path)};
    bool apart = parent_of(motion, bone) != HONE_NONE && pivots_of(motion, (uint32_t)parent_of(motion, bone))->apart;
    hone_channel_path unscaled = apart ? HONE_CHANNEL_ROTATION : HONE_CHANNEL_TRANSLATION;
    part->scale_moves = path != unscaled && inherits_motion(motion, bone);
}

uint32_t hone_fbx_moving_parts(const fbx_bone_motion *motion, uint32_t bone)
{
    uint32_t moved = 0, parts = 0;
    for (int i = 0; i < 3; i++) moved |= motion->bones[bone].tracks[i].layer_count ? 1u << i : 0;
    for (int i = 0; i < 3; i++) {
        fbx_part_motion part;
        hone_fbx_part_motion_open(&part, motion, bone, (hone_channel_path)i);
        parts |= part.scale_moves || (part.needs & moved) ? 1u << i : 0;
    }
    return parts;
}

double hone_fbx_part_tolerance(const fbx_bone_motion *motion, uint32_t bone, hone_channel_path part)
{
    double size = motion->size, reach = motion->reach[bone];
    if (part == HONE_CHANNEL_TRANSLATION)
        return 2e-6 * (size > 0 ? size : 1);
    return 5e-6 / (size > 0 ? 0.3 + reach / size : 1);
}

static uint64_t keys_of(const fbx_track *track)
{
    uint64_t count = 0;
    for (uint32_t l = 0; l < track->layer_count; l++)
        for (int i = 0; i < 3; i++) {
            const fbx_curve *curve = track->layers[l].cursors[i].curve;
            count += curve ? curve->count : 0;
        }
    return count;
}

uint64_t hone_fbx_source_keys(const fbx_bone_motion *motion, uint32_t bone, hone_channel_path part)
{
    fbx_part_motion opened;
    uint32_t chain[CHAIN_MAX];
    uint64_t count = 0;
    hone_fbx_part_motion_open(&opened, motion, bone, part);
    for (int i = 0; i < 3; i++) count += opened.needs & 1 << i ? keys_of(&motion->bones[bone].tracks[i]) : 0;
    uint32_t length = opened.scale_moves ? list_chain(motion, parent_of(motion, bone), chain) : 0;
    for (uint32_t i = 0; i < length; i++) count += keys_of(&motion->bones[chain[i]].tracks[HONE_CHANNEL_SCALE]);
    return count;
}

/* ---- a function of time --------------------------------------------------------------------------------------- */

/* Adds the segments of a track to a span. */
static void seek_track(fbx_track *track, double time, fbx_span *out)
{
    hone_fbx_track_seek(track, time);
    out->end = fmin(out->end, hone_fbx_track_end(track));
    out->still &= hone_fbx_track_is_still(track);
    if (track->kind == FBX_TRACK_ROTATION) {
        double parts = ceil(hone_fbx_track_change(track) / 60); /* degrees: slerp would take the shorter way */
        out->parts = parts > out->parts ? (parts < 4096 ? (uint32_t)parts : 4096) : out->parts;
    }
}

static void seek_part(void *user, double time, fbx_span *out)
{
    const fbx_part_motion *part = user;
    fbx_bone_tracks *bones = part->motion->bones;
    *out = (fbx_span){.end = (double)INFINITY, .still = true, .parts = 1};
    for (int i = 0; i < 3; i++)
        if (part->needs & 1 << i)
            seek_track(&bones[part->bone].tracks[i], time, out);
    if (!part->scale_moves)
        return;
    uint32_t chain[CHAIN_MAX], count = list_chain(part->motion, parent_of(part->motion, part->bone), chain);
    for (uint32_t i = 0; i < count; i++) seek_track(&bones[chain[i]].tracks[HONE_CHANNEL_SCALE], time, out);
}

/* Computes the transform from the tracks of `needs`; the others are at rest. Returns false if it has shear. */
static bool transform_at(const fbx_bone_motion *motion, uint32_t bone, uint8_t needs, double time, fbx_trs *out)
{
    const fbx_reader *reader = motion->animation->reader;
    const fbx_bone_tracks *tracks = &motion->bones[bone];
    fbx_local local = reader->rest[bone];
    double *values[3] = {local.translation, local.angles, local.scale};
    int32_t parent = parent_of(motion, bone);
    for (int i = 0; i < 3; i++)
        if (needs & 1 << i)
            hone_fbx_track_value(&tracks->tracks[i], time, values[i]);
    fbx_inherited_scale above = FBX_INHERITED_SCALE_NONE, own;
    if (pivots_of(motion, bone)->inherit != FBX_INHERIT_RSrs)
        above = scale_at(motion, parent, time);
    hone_fbx_transform(pivots_of(motion, bone), &local, out);
    bool exact = hone_fbx_inherit_scale(pivots_of(motion, bone), &above, out, &own);
    hone_fbx_trs_to_hone(&reader->scene.space, out, out);
    return exact;
}

static void value_of_part(void *user, double time, double out[FBX_WIDTH_MAX])
{
    fbx_part_motion *part = user;
    fbx_trs trs;
    part->sheared |= !transform_at(part->motion, part->bone, part->needs, time, &trs);
    if (part->part == HONE_CHANNEL_ROTATION)
        memcpy(out, trs.rotation, sizeof trs.rotation);
    else
        memcpy(out, part->part == HONE_CHANNEL_SCALE ? trs.scale : trs.translation, sizeof trs.scale);
}

fbx_function hone_fbx_part_function(fbx_part_motion *part)
{
    bool rotation = part->part == HONE_CHANNEL_ROTATION;
    return (fbx_function){
        .width = rotation ? 4 : 3, .is_rotation = rotation, .user = part, .seek = seek_part, .value = value_of_part};
}
