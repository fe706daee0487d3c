#include "core/motion/bone_tracks.h"
#include "base/lanes/vectors.h"
#include "core/motion/binding/bind.h"
#include "core/motion/key_repair.h"
#include "core/motion/keys.h"
#include "core/motion/lanes/kernel.h"
#include <hone/math.h>

enum { ROTATION = 3 }; /* the curves of a bone key: x, y, z, rotation */
enum { LANES = HONE_BLOCK_LANES };

/* How much of a track changes. Tracks of one kind share blocks. */
typedef enum track_kind { CONSTANT, ROTATES, MOVES } track_kind;

/* A bone that rotates about one axis only (fixed axis). */
typedef struct fixed_axis {
    float axis[3];      /* unit length */
    float turned[2][4]; /* the rotations of both keys about the axis */
} fixed_axis;

/* The part of a track that is read when it enters a segment. */
struct hone_bone_cursor {
    hone_key_segment segment;
    const hone_bone_key *keys;
    uint32_t key_count, bone;
    fixed_axis *axis; /* NULL: none */
    uint8_t kind;
};

/* ---- binding ---- */

static track_kind kind_of(const hone_bone_track *track)
{
    const hone_bone_key *first = track->keys;
    track_kind kind = CONSTANT;
    for (uint32_t k = 1; k < track->key_count; k++) {
        const hone_bone_key *key = &track->keys[k];
        if (memcmp(key->translation, first->translation, sizeof key->translation) != 0)
            return MOVES;
        if (memcmp(key->rotation, first->rotation, sizeof key->rotation) != 0 || key->physics_off != first->physics_off)
            kind = ROTATES;
    }
    return kind;
}

static hone_bone_cursor make_cursor(const hone_bone_track *track, const hone_skeleton *skeleton, int32_t bone,
                                    track_kind kind, hone_arena *memory)
{
    hone_bone_cursor cursor = {.keys = track->keys,
                               .key_count = kind == CONSTANT ? 1 : track->key_count,
                               .bone = (uint32_t)bone,
                               .kind = (uint8_t)kind};
    fixed_axis axis = {{0}, {{0}}};
    if (skeleton->bones[bone].flags & HONE_BONE_FIXED_AXIS &&
        hone_vec3_normalise(skeleton->bones[bone].fixed_axis, axis.axis)) {
        cursor.axis = hone_arena_array(memory, 1, sizeof *cursor.axis);
        if (cursor.axis)
            *cursor.axis = axis;
    }
    return cursor;
}

/* Lists the tracks that are sampled: kind, bone and index of each, as a word. Of several tracks of one bone only the
 * last counts. Returns how many. last: [bone_count] all zero. */
static uint32_t list_tracks(hone_bone_tracks *tracks, const hone_motion_data *data, const int32_t *bone_of,
                            uint32_t *last, uint64_t *words)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        if (bone_of[i] != HONE_NONE && data->bone_tracks[i].key_count) {
            last[bone_of[i]] = i;
            tracks->bound++;
        }
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        if (bone_of[i] != HONE_NONE && data->bone_tracks[i].key_count && last[bone_of[i]] == i)
            words[count++] = (uint64_t)kind_of(&data->bone_tracks[i]) << 62 | (uint64_t)bone_of[i] << 32 | i;
    return count;
}

/* Makes the cursors: those of one kind follow each other, in the order of the bones. */
static bool make_cursors(hone_bone_tracks *tracks, const hone_motion_data *data, const hone_skeleton *skeleton,
                         const int32_t *bone_of, hone_arena *memory, hone_arena *scratch)
{
    uint32_t count = data->bone_track_count;
    uint64_t *words = hone_arena_array(scratch, 2 * (size_t)count, sizeof *words);
    uint32_t *last = hone_arena_array(scratch, skeleton->bone_count, sizeof *last);
    if (hone_arena_failed(scratch))
        return false;
    tracks->count = list_tracks(tracks, data, bone_of, last, words);
    tracks->cursors = hone_arena_array(memory, tracks->count, sizeof *tracks->cursors);
    const uint64_t *sorted = hone_sort_words(words, words + count, tracks->count);
    for (uint32_t i = 0; tracks->cursors && i < tracks->count; i++) {
        uint32_t track = (uint32_t)sorted[i];
        tracks->cursors[i] =
            make_cursor(&data->bone_tracks[track], skeleton, bone_of[track], (track_kind)(sorted[i] >> 62), memory);
    }
    return !hone_arena_failed(memory);
}

static const float identity[4] = {0, 0, 0, 1};

static void set_block(hone_bone_tracks *tracks, uint32_t b)
{
    hone_bone_block *block = &tracks->blocks[b];
    hone_bone_plan *plan = &tracks->plans[b];
    const hone_bone_cursor *cursors = &tracks->cursors[(size_t)b * LANES];
    uint32_t left = tracks->count - b * LANES;
    bool by_sample = tracks->rules.fixed_axis != HONE_FIXED_AXIS_KEY;
    block->count = (uint8_t)(left < LANES ? left : LANES);
    block->dense = block->count == LANES;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        plan->keys.from[lane] = plan->keys.to[lane] = identity;
        if (lane >= block->count)
            continue;
        block->bones[lane] = cursors[lane].bone;
        block->dense &= cursors[lane].bone == cursors[0].bone + lane;
        plan->has_axis |= cursors[lane].axis && by_sample;
    }
    tracks->has_axis |= plan->has_axis;
}

/* Makes room for what moves in a block: its last track is of the kind that changes most. */
static bool make_moves(hone_bone_tracks *tracks, uint32_t b, hone_arena *memory)
{
    hone_bone_block *block = &tracks->blocks[b];
    if (tracks->cursors[b * LANES + block->count - 1].kind != MOVES)
        return true;
    block->moves = hone_arena_aligned(memory, 1, sizeof *block->moves);
    return block->moves;
}

/* Makes room for all curves that can be in use at a time. */
static bool make_eases(hone_bone_tracks *tracks, hone_arena *memory)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < tracks->count; i++)
        most += tracks->cursors[i].kind == MOVES ? 4 : tracks->cursors[i].kind == ROTATES;
    return hone_eases_make(&tracks->eases, most, memory);
}

static bool make_blocks(hone_bone_tracks *tracks, hone_arena *memory)
{
    tracks->block_count = (tracks->count + LANES - 1) / LANES;
    tracks->blocks = hone_arena_aligned(memory, tracks->block_count, sizeof *tracks->blocks);
    tracks->plans = hone_arena_aligned(memory, tracks->block_count, sizeof *tracks->plans);
    tracks->spans = hone_arena_array(memory, tracks->block_count, sizeof *tracks->spans);
    tracks->entered = hone_arena_array(memory, tracks->block_count, sizeof *tracks->entered);
    if (hone_arena_failed(memory) || !make_eases(tracks, memory))
        return false;
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        set_block(tracks, b);
        if (!make_moves(tracks, b, memory))
            return false;
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
    tracks->rules = *rules;
    if (count == 0)
        return true;
    const int32_t *bone_of = hone_bind((hone_named){from, sizeof *from, count},
                                       (hone_named){skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count},
                                       HONE_NAME_SIZE, scratch);
    return bone_of && make_cursors(tracks, data, skeleton, bone_of, memory, scratch) && make_blocks(tracks, memory);
}

/* ---- segments ---- */

/* Rotates by the same angle about the axis, in the direction to which the rotation is nearer. */
static void turn_onto_axis(const float axis[3], float rotation[4])
{
    float sine = hone_vec3_length(rotation);
    float along = hone_vec3_dot(axis, rotation) < 0 ? -sine : sine;
    hone_vec3_scale(axis, along, rotation);
}

/* Returns the place of a curve between two keys; 0 if it is straight. word: see hone_curve_word */
static inline uint32_t take_ease(hone_eases *eases, uint32_t word, const hone_bone_key *from, const hone_bone_key *to)
{
    return hone_curve_word_bends(word) ? hone_eases_take(eases, word, from->frame, to->frame) : 0;
}

/* Sets a lane that moves. Coordinates that do not change take the curve of one that does. */
static void set_moves(hone_eases *eases, hone_bone_moves *moves, uint32_t lane, const hone_bone_key *from,
                      const hone_bone_key *to)
{
    uint32_t any = 0;
    for (int c = 3; c-- > 0;) {
        moves->first[c][lane] = from->translation[c];
        moves->offset[c][lane] = (double)to->translation[c] - from->translation[c];
        any = moves->offset[c][lane] != 0 ? hone_curve_word(to->curves[c]) : any;
    }
    for (int c = 0; c < 3; c++)
        moves->eases[c].places[lane] =
            take_ease(eases, moves->offset[c][lane] != 0 ? hone_curve_word(to->curves[c]) : any, from, to);
}

/* Turns the rotations of both keys onto the axis. */
static void turn_keys(fixed_axis *axis, hone_slerp_keys *keys, uint32_t lane)
{
    hone_quat_copy(keys->from[lane], axis->turned[0]);
    hone_quat_copy(keys->to[lane], axis->turned[1]);
    for (int i = 0; i < 2; i++) turn_onto_axis(axis->axis, axis->turned[i]);
    keys->from[lane] = axis->turned[0];
    keys->to[lane] = axis->turned[1];
}

static void set_rotations(hone_bone_tracks *tracks, uint32_t b, uint32_t lane, const hone_bone_cursor *cursor,
                          const hone_bone_key *from, const hone_bone_key *to)
{
    hone_slerp_keys *keys = &tracks->plans[b].keys;
    bool rotates = memcmp(from->rotation, to->rotation, sizeof from->rotation) != 0;
    tracks->blocks[b].eases.places[lane] =
        rotates ? take_ease(&tracks->eases, hone_curve_word(to->curves[ROTATION]), from, to) : 0;
    keys->from[lane] = from->rotation;
    keys->to[lane] = to->rotation;
    if (cursor->axis && tracks->rules.fixed_axis == HONE_FIXED_AXIS_KEY)
        turn_keys(cursor->axis, keys, lane);
}

/* Prepares a lane for the segment of its cursor. */
static void enter_segment(hone_bone_tracks *tracks, uint32_t b, uint32_t lane, hone_bone_cursor *cursor)
{
    hone_bone_block *block = &tracks->blocks[b];
    hone_bone_plan *plan = &tracks->plans[b];
    const hone_key_segment *segment = &cursor->segment;
    bool inner = hone_key_segment_is_inner(segment);
    const hone_bone_key *key = &cursor->keys[hone_key_segment_key(segment)], *next = inner ? key + 1 : key;
    HONE_PREFETCH(next + 1); /* the next segment's; keys of different tracks are far apart */
    HONE_PREFETCH((const char *)(next + 2) - 1);
    block->rotations.begin[lane] = inner ? segment->begin : 0;
    plan->keys.length[lane] = inner ? segment->end - segment->begin : 0;
    block->physics_off[lane] = key->physics_off;
    set_rotations(tracks, b, lane, cursor, key, next);
    if (block->moves)
        set_moves(&tracks->eases, block->moves, lane, key, next);
    else
        hone_vec3_copy(key->translation, block->translations[lane]);
}

static void sum_eases(hone_track_eases *eases)
{
    uint32_t any = 0, none = 0;
    for (int lane = 0; lane < LANES; lane++) any |= eases->places[lane], none |= eases->places[lane] == 0;
    eases->any = any, eases->all = !none;
}

/* An angle grows with the time since the first key, or with the value of a curve. */
static void set_rates(hone_bone_block *block, const hone_slerp_keys *keys)
{
    for (int lane = 0; block->eases.any && lane < LANES; lane++)
        block->rotations.rate[lane] =
            block->eases.places[lane] ? (double)keys->angle[lane] : block->rotations.rate[lane];
}

/* Sums up the lanes, which have entered their segments. */
static void finish_block(const hone_bone_tracks *tracks, uint32_t b)
{
    hone_bone_block *block = &tracks->blocks[b];
    hone_bone_plan *plan = &tracks->plans[b];
    static const float origins[LANES][4] = {{0}};
    float turned = 0;
    tracks->kernel->plan(&block->rotations, &plan->keys);
    for (uint32_t lane = 0; lane < LANES; lane++) turned += plan->keys.angle[lane];
    sum_eases(&block->eases);
    set_rates(block, &plan->keys);
    block->still = turned == 0 && !block->moves;
    block->at_rest = !block->moves && memcmp(block->translations, origins, sizeof origins) == 0;
    for (int c = 0; block->moves && c < 3; c++) sum_eases(&block->moves->eases[c]);
    for (int lane = 0; block->still && lane < LANES; lane++)
        hone_quat_copy(plan->keys.from[lane], block->rotations.still[lane]);
}

/* Finds the segment. Most often it is the next one. */
static inline void seek(hone_bone_cursor *cursor, double frame)
{
    hone_key_segment *segment = &cursor->segment;
    uint32_t past = segment->past + 1;
    if (segment->end > segment->begin && past < cursor->key_count && frame >= segment->end &&
        frame < cursor->keys[past].frame) {
        *segment = (hone_key_segment){segment->end, cursor->keys[past].frame, past};
        return;
    }
    hone_key_segment_seek(segment, cursor->keys, sizeof *cursor->keys, cursor->key_count, frame);
}

static void enter_segments(hone_bone_tracks *tracks, uint32_t b, double frame)
{
    double from = -(double)INFINITY, until = (double)INFINITY;
    for (uint32_t lane = 0; lane < tracks->blocks[b].count; lane++) {
        hone_bone_cursor *cursor = &tracks->cursors[b * LANES + lane];
        if (!hone_key_segment_holds(&cursor->segment, frame)) {
            seek(cursor, frame);
            enter_segment(tracks, b, lane, cursor);
        }
        from = from < cursor->segment.begin ? cursor->segment.begin : from;
        until = until > cursor->segment.end ? cursor->segment.end : until;
    }
    tracks->spans[b] = (hone_bone_span){from, until};
}

/* ---- samples ---- */

static void turn_samples(const hone_bone_tracks *tracks, uint32_t b, hone_pose *pose)
{
    for (uint32_t lane = 0; lane < tracks->blocks[b].count; lane++) {
        const hone_bone_cursor *cursor = &tracks->cursors[b * LANES + lane];
        if (cursor->axis)
            turn_onto_axis(cursor->axis->axis, pose->bones[cursor->bone].rotation);
    }
}

static inline bool span_holds(const hone_bone_span *span, double frame)
{
    return frame >= span->from && frame < span->until;
}

static void keep_eases(hone_eases *all, const hone_track_eases *eases)
{
    for (int lane = 0; eases->any && lane < LANES; lane++)
        if (eases->places[lane])
            hone_eases_keep(all, eases->places[lane]);
}

/* Forgets all curves but those that tracks are in. */
static void forget_eases(hone_bone_tracks *tracks)
{
    hone_eases_forget(&tracks->eases);
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        const hone_bone_block *block = &tracks->blocks[b];
        keep_eases(&tracks->eases, &block->eases);
        for (int c = 0; block->moves && c < 3; c++) keep_eases(&tracks->eases, &block->moves->eases[c]);
    }
}

/* Enters the segments of a frame, from a block on. */
HONE_NEVER_INLINE void enter_all(hone_bone_tracks *tracks, uint32_t first, double frame)
{
    uint32_t entered = 0;
    if (hone_eases_begin(&tracks->eases, frame))
        forget_eases(tracks);
    for (uint32_t b = first; b < tracks->block_count; b++)
        if (!span_holds(&tracks->spans[b], frame)) {
            enter_segments(tracks, b, frame);
            tracks->entered[entered++] = b;
        }
    for (uint32_t i = 0; i < entered; i++) finish_block(tracks, tracks->entered[i]);
    hone_eases_end(&tracks->eases, tracks->kernel->set_curves);
}

void hone_bone_tracks_sample(hone_bone_tracks *tracks, double frame, hone_pose *pose)
{
    if (tracks->block_count == 0)
        return;
    uint32_t b = 0;
    while (b < tracks->block_count && span_holds(&tracks->spans[b], frame)) b++;
    if (b < tracks->block_count)
        enter_all(tracks, b, frame);
    tracks->kernel->ease(tracks->eases.solved, tracks->eases.solved_count, frame, tracks->rules.curve);
    tracks->kernel->sample_tracks(tracks, frame, pose);
    for (b = 0; tracks->has_axis && b < tracks->block_count; b++)
        if (tracks->plans[b].has_axis)
            turn_samples(tracks, b, pose);
}
