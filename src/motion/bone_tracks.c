#include "motion/bone_tracks.h"
#include "motion/bind.h"
#include "motion/key_repair.h"
#include "motion/keys.h"
#include <hone/math.h>

enum { ROTATION = 3 }; /* the curves of a bone key: x, y, z, rotation */
enum { LANES = HONE_SLERP_LANES };

/* How x, y or z is interpolated in a segment. SAME + n: as number n, which has the same curve. */
enum { STILL, STRAIGHT, EASED, SAME };

/* The part of a track that is read when it enters a segment, or when its translation or curves need it. */
struct hone_bone_cursor {
    hone_key_segment segment;
    const hone_bone_key *keys;
    uint32_t key_count, bone;
    uint8_t modes[3];
    bool has_axis;        /* the bone rotates about `axis` only (fixed axis) */
    float axis[3];        /* unit length */
    float to[3];          /* the translation of the later key */
    hone_curve curves[3]; /* of the translation */
};

/* ---- binding ---- */

static hone_bone_cursor make_cursor(const hone_bone_track *track, const hone_skeleton *skeleton, int32_t bone)
{
    hone_bone_cursor cursor = {.keys = track->keys, .key_count = track->key_count, .bone = (uint32_t)bone};
    if (skeleton->bones[bone].flags & HONE_BONE_FIXED_AXIS)
        cursor.has_axis = hone_vec3_normalise(skeleton->bones[bone].fixed_axis, cursor.axis);
    return cursor;
}

static uint32_t cursor_of_lane(const hone_bone_tracks *tracks, uint32_t block, uint32_t lane)
{
    uint32_t cursor = block * LANES + lane;
    return cursor < tracks->count ? cursor : tracks->count - 1;
}

static bool make_blocks(hone_bone_tracks *tracks, hone_arena *memory)
{
    uint32_t count = (tracks->count + LANES - 1) / LANES;
    bool by_sample = tracks->rules.fixed_axis != HONE_FIXED_AXIS_KEY;
    tracks->blocks = hone_arena_array(memory, count, sizeof *tracks->blocks);
    tracks->memo = hone_arena_array(memory, 1, sizeof *tracks->memo);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const hone_bone_cursor *cursor = &tracks->cursors[cursor_of_lane(tracks, b, lane)];
            tracks->blocks[b].bones[lane] = cursor->bone;
            tracks->blocks[b].has_axis |= cursor->has_axis && by_sample;
        }
    return true;
}

bool hone_bone_tracks_bind(hone_bone_tracks *tracks, const hone_motion *motion, const hone_model *model,
                           const hone_mmd_rules *rules, hone_arena *memory, hone_arena *scratch)
{
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    const hone_bone_track *from = data->bone_tracks;
    uint32_t count = data->bone_track_count;
    *tracks = (hone_bone_tracks){.rules = *rules};
    if (count == 0)
        return true;
    const int32_t *bone_of = hone_bind((hone_named){from, sizeof *from, count},
                                       (hone_named){skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count},
                                       HONE_NAME_SIZE, scratch);
    tracks->cursors = hone_arena_array(memory, count, sizeof *tracks->cursors);
    if (!bone_of || !tracks->cursors)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (bone_of[i] != HONE_NONE && from[i].key_count)
            tracks->cursors[tracks->count++] = make_cursor(&from[i], skeleton, bone_of[i]);
    return make_blocks(tracks, memory);
}

/* ---- segments ---- */

/* Rotates by the same angle about the axis, in the direction to which the rotation is nearer. */
static void turn_onto_axis(const float axis[3], float rotation[4])
{
    float sine = hone_vec3_length(rotation);
    float along = hone_vec3_dot(axis, rotation) < 0 ? -sine : sine;
    hone_vec3_scale(axis, along, rotation);
}

static bool is_straight(hone_curve curve)
{
    return curve.x1 == curve.y1 && curve.x2 == curve.y2;
}

static uint8_t channel_mode(const hone_bone_cursor *cursor, int channel)
{
    const hone_curve *curves = cursor->curves;
    if (is_straight(curves[channel]))
        return STRAIGHT;
    for (int c = 0; c < channel; c++)
        if (cursor->modes[c] == EASED && memcmp(&curves[c], &curves[channel], sizeof *curves) == 0)
            return (uint8_t)(SAME + c);
    return EASED;
}

static void copy_rotation(const hone_bone_cursor *cursor, const hone_bone_key *key, bool project, float out[4])
{
    memcpy(out, key->rotation, sizeof key->rotation);
    if (project)
        turn_onto_axis(cursor->axis, out);
}

/* Prepares the curves of a translation, if it moves. Returns whether it does. */
static bool set_translation(hone_bone_cursor *cursor, const hone_bone_key *key)
{
    const float *from = key[0].translation, *to = key[1].translation;
    bool moves[3] = {from[0] != to[0], from[1] != to[1], from[2] != to[2]};
    if (!moves[0] && !moves[1] && !moves[2])
        return false;
    memcpy(cursor->to, to, sizeof cursor->to);
    memcpy(cursor->curves, key[1].curves, sizeof cursor->curves);
    for (int c = 0; c < 3; c++) cursor->modes[c] = moves[c] ? channel_mode(cursor, c) : STILL;
    return true;
}

static uint8_t set_bit(uint8_t bits, uint32_t lane, bool set)
{
    return (uint8_t)((bits & ~(1u << lane)) | (unsigned)set << lane);
}

/* Copies what a sample needs from the keys on both sides. */
static void enter_segment(const hone_bone_tracks *tracks, hone_bone_block *block, uint32_t lane,
                          hone_bone_cursor *cursor)
{
    const hone_key_segment *segment = &cursor->segment;
    bool inner = hone_key_segment_is_inner(segment);
    bool project = cursor->has_axis && tracks->rules.fixed_axis == HONE_FIXED_AXIS_KEY;
    const hone_bone_key *key = &cursor->keys[hone_key_segment_key(segment)], *next = inner ? key + 1 : key;
    copy_rotation(cursor, key, project, block->rotations.first[lane]);
    copy_rotation(cursor, next, project, block->rotations.second[lane]);
    hone_vec3_copy(key->translation, block->translations[lane]);
    block->begin[lane] = inner ? segment->begin : 0;
    block->length[lane] = inner ? segment->end - segment->begin : 1;
    block->physics_off[lane] = key->physics_off;
    block->curves[lane] = next->curves[ROTATION];
    block->moving = set_bit(block->moving, lane, inner && set_translation(cursor, key));
    block->curved = set_bit(block->curved, lane, inner && !is_straight(next->curves[ROTATION]));
}

static void enter_segments(hone_bone_tracks *tracks, uint32_t b, double frame)
{
    hone_bone_block *block = &tracks->blocks[b];
    block->from = -(double)INFINITY, block->until = (double)INFINITY;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t index = cursor_of_lane(tracks, b, lane);
        hone_bone_cursor *cursor = &tracks->cursors[index];
        bool holds = hone_key_segment_holds(&cursor->segment, frame);
        if (!holds)
            hone_key_segment_seek(&cursor->segment, cursor->keys, sizeof *cursor->keys, cursor->key_count, frame);
        if (!holds || index < b * LANES + lane)
            enter_segment(tracks, block, lane, cursor);
        block->from = block->from < cursor->segment.begin ? cursor->segment.begin : block->from;
        block->until = block->until > cursor->segment.end ? cursor->segment.end : block->until;
    }
    hone_slerp_lanes_plan(&block->rotations);
    unsigned rotating = 0;
    for (int lane = 0; lane < LANES; lane++) rotating |= (unsigned)(block->rotations.angle[lane] > 0) << lane;
    block->eased = (uint8_t)(block->curved & rotating);
    block->still = !rotating && !block->moving;
}

/* ---- samples ---- */

static void ease(hone_bone_tracks *tracks, const hone_bone_cursor *cursor, double s, double out[3])
{
    for (int c = 0; c < 3; c++) {
        uint8_t how = cursor->modes[c];
        if (how == STRAIGHT)
            out[c] = s;
        else if (how == EASED)
            out[c] = hone_curve_memo_evaluate(tracks->memo, cursor->curves[c], s, tracks->rules.curve);
        else
            out[c] = how == STILL ? 0 : out[how - SAME];
    }
}

/* Computes the translations. t: the positions in the segments. */
static void move_lanes(hone_bone_tracks *tracks, uint32_t b, const simd2 t[LANES / 2], float translations[LANES][4])
{
    const hone_bone_block *block = &tracks->blocks[b];
    memcpy(translations, block->translations, sizeof block->translations);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (!(block->moving >> lane & 1))
            continue;
        const hone_bone_cursor *cursor = &tracks->cursors[cursor_of_lane(tracks, b, lane)];
        double eased[3];
        ease(tracks, cursor, t[lane / 2][lane % 2], eased);
        for (int i = 0; i < 3; i++) {
            double from = block->translations[lane][i];
            translations[lane][i] = (float)(from + eased[i] * ((double)cursor->to[i] - from));
        }
    }
}

static inline void store(const hone_bone_block *block, const float translations[LANES][4], const simd4 rotations[LANES],
                         hone_pose pose)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t bone = block->bones[lane];
        hone_transform *out = &pose.bones[bone];
        uint8_t physics_off = block->physics_off[lane];
        simd4_store(out, simd4_load(translations[lane])); /* the fourth number is overwritten by the rotation */
        simd4_store(out->rotation, rotations[lane]);
        pose.animated[bone] = 1;
        pose.physics_off[bone] = physics_off;
    }
}

static void turn_samples(const hone_bone_tracks *tracks, uint32_t b, hone_pose *pose)
{
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t index = cursor_of_lane(tracks, b, lane);
        if (index == b * LANES + lane && tracks->cursors[index].has_axis)
            turn_onto_axis(tracks->cursors[index].axis, pose->bones[tracks->cursors[index].bone].rotation);
    }
}

static inline double ease_rotation(hone_bone_tracks *tracks, const hone_bone_block *block, uint32_t lane, double s)
{
    bool eased = block->eased >> lane & 1;
    return eased ? hone_curve_memo_evaluate(tracks->memo, block->curves[lane], s, tracks->rules.curve) : s;
}

static void sample_block(hone_bone_tracks *tracks, uint32_t b, double frame, const hone_pose *pose)
{
    hone_bone_block *block = &tracks->blocks[b];
    const float(*translations)[4] = (const float(*)[4])block->translations;
    simd4 rotations[LANES];
    float moved[LANES][4];
    if (!block->still) {
        simd2 t[LANES / 2];
        for (size_t i = 0; i < LANES / 2; i++)
            t[i] = (simd2_set(frame) - simd2_load(block->begin + 2 * i)) / simd2_load(block->length + 2 * i);
        if (block->moving) {
            move_lanes(tracks, b, t, moved);
            translations = (const float(*)[4])moved;
        }
        if (block->eased) {
            t[0] = (simd2){ease_rotation(tracks, block, 0, t[0][0]), ease_rotation(tracks, block, 1, t[0][1])};
            t[1] = (simd2){ease_rotation(tracks, block, 2, t[1][0]), ease_rotation(tracks, block, 3, t[1][1])};
        }
        hone_slerp_lanes_at(&block->rotations, t, rotations);
    } else {
        for (int lane = 0; lane < LANES; lane++) rotations[lane] = simd4_load(block->rotations.first[lane]);
    }
    store(block, translations, rotations, *pose);
}

void hone_bone_tracks_sample(hone_bone_tracks *tracks, double frame, hone_pose *pose)
{
    const hone_pose out = *pose; /* a copy, whose pointers no store can change */
    uint32_t count = (tracks->count + LANES - 1) / LANES;
    for (uint32_t b = 0; b < count; b++) {
        const hone_bone_block *block = &tracks->blocks[b];
        if (!(frame >= block->from && frame < block->until))
            enter_segments(tracks, b, frame);
        sample_block(tracks, b, frame, &out);
        if (block->has_axis)
            turn_samples(tracks, b, pose);
    }
}
