#include "core/motion/bone_tracks.h"
#include "base/lanes/vectors.h"
#include "core/motion/bind.h"
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

static void join_eases(hone_eases *eases, const hone_bone_tracks *tracks, uint32_t b)
{
    if (eases)
        eases->begin = tracks->blocks[b].rotations.begin, eases->keys = &tracks->plans[b].keys;
}

/* Makes room for what changes in a block: its last track is of the kind that changes most. */
static bool make_parts(hone_bone_tracks *tracks, uint32_t b, hone_arena *memory)
{
    hone_bone_block *block = &tracks->blocks[b];
    uint8_t kind = tracks->cursors[b * LANES + block->count - 1].kind;
    if (kind == MOVES)
        block->moves = hone_arena_aligned(memory, 1, sizeof *block->moves);
    if (kind != CONSTANT)
        block->eases = hone_arena_aligned(memory, 1, sizeof *block->eases);
    join_eases(block->eases, tracks, b);
    for (int c = 0; block->moves && c < 3; c++) join_eases(&block->moves->eases[c], tracks, b);
    return !hone_arena_failed(memory);
}

static bool make_blocks(hone_bone_tracks *tracks, hone_arena *memory)
{
    tracks->block_count = (tracks->count + LANES - 1) / LANES;
    tracks->blocks = hone_arena_aligned(memory, tracks->block_count, sizeof *tracks->blocks);
    tracks->plans = hone_arena_aligned(memory, tracks->block_count, sizeof *tracks->plans);
    tracks->spans = hone_arena_array(memory, tracks->block_count, sizeof *tracks->spans);
    tracks->entered = hone_arena_array(memory, tracks->block_count, sizeof *tracks->entered);
    tracks->eased = hone_arena_array(memory, 4 * (size_t)tracks->block_count, sizeof *tracks->eased);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        set_block(tracks, b);
        if (!make_parts(tracks, b, memory))
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

/* Sets the curves of a lane that moves. Coordinates that do not change take the curve of one that does. */
static void set_moves(hone_bone_moves *moves, uint32_t lane, const hone_bone_key *from, const hone_bone_key *to)
{
    uint32_t any = 0;
    for (int c = 3; c-- > 0;) {
        moves->first[c][lane] = from->translation[c];
        moves->way[c][lane] = (double)to->translation[c] - from->translation[c];
        any = moves->way[c][lane] != 0 ? hone_curve_word(to->curves[c]) : any;
    }
    for (int c = 0; c < 3; c++)
        moves->eases[c].curves[lane] = moves->way[c][lane] != 0 ? hone_curve_word(to->curves[c]) : any;
}

static void finish_moves(hone_bone_moves *moves, const hone_motion_kernel *kernel)
{
    moves->eased = false;
    for (int c = 0; c < 3; c++) {
        kernel->set_curves(&moves->eases[c]);
        moves->eased |= moves->eases[c].any;
    }
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

static void set_rotations(const hone_bone_tracks *tracks, uint32_t b, uint32_t lane, const hone_bone_cursor *cursor,
                          const hone_bone_key *from, const hone_bone_key *to)
{
    hone_bone_plan *plan = &tracks->plans[b];
    hone_eases *eases = tracks->blocks[b].eases;
    bool rotates = memcmp(from->rotation, to->rotation, sizeof from->rotation) != 0;
    if (eases)
        eases->curves[lane] = rotates ? hone_curve_word(to->curves[ROTATION]) : 0;
    plan->keys.from[lane] = from->rotation;
    plan->keys.to[lane] = to->rotation;
    if (cursor->axis && tracks->rules.fixed_axis == HONE_FIXED_AXIS_KEY)
        turn_keys(cursor->axis, &plan->keys, lane);
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
        set_moves(block->moves, lane, key, next);
    else
        hone_vec3_copy(key->translation, block->translations[lane]);
}

/* An angle grows with the time since the first key, or with the value of a curve. */
static void finish_rates(hone_bone_block *block, const hone_slerp_keys *keys, const hone_motion_kernel *kernel)
{
    hone_eases *eases = block->eases;
    kernel->set_curves(eases);
    block->all_eased = eases->all;
    for (int lane = 0; eases->any && lane < LANES; lane++)
        block->rotations.rate[lane] = eases->curved[lane] ? (double)keys->angle[lane] : block->rotations.rate[lane];
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
    if (block->eases)
        finish_rates(block, &plan->keys, tracks->kernel);
    block->still = turned == 0 && !block->moves;
    block->at_rest = !block->moves && memcmp(block->translations, origins, sizeof origins) == 0;
    if (block->moves)
        finish_moves(block->moves, tracks->kernel);
    for (int lane = 0; block->still && lane < LANES; lane++)
        hone_quat_copy(plan->keys.from[lane], block->rotations.still[lane]);
}

static bool is_same(const hone_eases *a, const hone_eases *b)
{
    return a->curves[0] == b->curves[0] && a->begin[0] == b->begin[0] && /* most often this is enough to tell */
           memcmp(a->curves, b->curves, sizeof a->curves) == 0 &&
           memcmp(a->begin, b->begin, LANES * sizeof *a->begin) == 0 &&
           memcmp(a->keys->length, b->keys->length, sizeof a->keys->length) == 0;
}

/* Lists curves that are solved for each sample, or finds the same in those listed last: the curves of the coordinates
 * of a bone are often the same, and those of bones that are keyed together. Returns where the values will be. */
static const double *list_ease(hone_bone_tracks *tracks, hone_eases *eases)
{
    enum { LOOK_BACK = 4 };
    hone_eases **end = tracks->eased + tracks->eased_count;
    hone_eases **limit = tracks->eased_count < LOOK_BACK ? tracks->eased : end - LOOK_BACK, **at = end;
    while (at > limit && !is_same(eases, at[-1])) at--;
    eases->shared = at > limit ? at[-1]->values : eases->values;
    if (at == limit)
        tracks->eased[tracks->eased_count++] = eases;
    return eases->shared;
}

static void list_eases(hone_bone_tracks *tracks)
{
    tracks->eased_count = 0;
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        hone_bone_block *block = &tracks->blocks[b];
        block->eased = block->eases && block->eases->any ? list_ease(tracks, block->eases) : NULL;
        for (int c = 0; block->moves && block->moves->eased && c < 3; c++) list_ease(tracks, &block->moves->eases[c]);
    }
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

void hone_bone_tracks_sample(hone_bone_tracks *tracks, double frame, hone_pose *pose)
{
    uint32_t entered = 0;
    if (tracks->block_count == 0)
        return;
    for (uint32_t b = 0; b < tracks->block_count; b++)
        if (!(frame >= tracks->spans[b].from && frame < tracks->spans[b].until)) {
            enter_segments(tracks, b, frame);
            tracks->entered[entered++] = b;
        }
    for (uint32_t i = 0; i < entered; i++) finish_block(tracks, tracks->entered[i]);
    if (entered)
        list_eases(tracks);
    tracks->kernel->ease(tracks->eased, tracks->eased_count, frame, tracks->rules.curve);
    tracks->kernel->sample_tracks(tracks, frame, pose);
    for (uint32_t b = 0; tracks->has_axis && b < tracks->block_count; b++)
        if (tracks->plans[b].has_axis)
            turn_samples(tracks, b, pose);
}
