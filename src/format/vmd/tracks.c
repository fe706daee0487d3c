/* Records of all bones or morphs are mixed in the file. Most files repeat the same order of names again and again, so
 * the track that followed last time is tried before the table of names. */
#include "format/vmd/tracks.h"
#include "base/byte_reader.h"
#include "motion/keys.h"
#include "motion/mmd_names.h"
#include <string.h>

#define NONE UINT32_MAX

typedef struct grouping {
    vmd_section section;
    size_t record_size;
    vmd_tracks *out;
    uint32_t *slots; /* open addressing: track + 1; 0: free */
    size_t mask;
    uint64_t seed, probes;
    uint32_t *track_of; /* [section.count] or NONE */
} grouping;

/* ---- names ---- */

static uint64_t load_word(const uint8_t *at)
{
    uint32_t halves[2];
    hone_copy_words(halves, at, 2);
    return halves[0] | (uint64_t)halves[1] << 32;
}

/* Clears the bytes of a word after its first byte of 0. */
static uint64_t trim(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = 0x80 * ones;
    uint64_t zeros = (word - ones) & ~word & highs; /* the lowest bit set belongs to the first byte of 0 */
    return zeros ? word & ((zeros & (0 - zeros)) - 1) : word;
}

static void load_name(const uint8_t *record, uint64_t name[2])
{
    uint64_t low = load_word(record), high = load_word(record + 7) >> 8; /* bytes 8 to 14 */
    name[0] = trim(low);
    name[1] = name[0] >> 56 ? trim(high) : 0;
}

static bool is_named(const vmd_track *track, const uint64_t name[2])
{
    return track->name[0] == name[0] && track->name[1] == name[1];
}

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t h)
{
    h ^= h >> 30, h *= UINT64_C(0xbf58476d1ce4e5b9);
    h ^= h >> 27, h *= UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

static uint64_t hash(const uint64_t name[2], uint64_t seed)
{
    return mix(mix(name[0] ^ seed) + name[1]);
}

/* ---- grouping ---- */

static uint32_t add_track(grouping *g, const uint64_t name[2], uint32_t record)
{
    vmd_track *track = &g->out->tracks[g->out->count];
    *track = (vmd_track){.name = {name[0], name[1]}, .record = record, .next = NONE, .ascends = true};
    return g->out->count++;
}

static uint32_t find_track(grouping *g, const uint64_t name[2], uint32_t record)
{
    size_t slot = (size_t)hash(name, g->seed) & g->mask;
    for (; g->slots[slot]; slot = (slot + 1) & g->mask, g->probes++)
        if (is_named(&g->out->tracks[g->slots[slot] - 1], name))
            return g->slots[slot] - 1;
    uint32_t track = add_track(g, name, record);
    g->slots[slot] = track + 1;
    return track;
}

/* Sets the track of each record. Stops, and returns false, after `most` probes in occupied slots. */
static bool find_tracks(grouping *g, uint64_t most)
{
    uint32_t before = NONE; /* track of the record before */
    vmd_track *tracks = g->out->tracks;
    for (uint32_t i = 0; i < g->section.count && g->probes <= most; i++) {
        uint64_t name[2];
        uint32_t guess = before == NONE ? NONE : tracks[before].next, track = NONE;
        load_name(g->section.records + i * g->record_size, name);
        if (guess != NONE && is_named(&tracks[guess], name))
            track = guess;
        else if (before != NONE && is_named(&tracks[before], name))
            track = before;
        else if (name[0])
            track = find_track(g, name, i);
        if (before != NONE)
            tracks[before].next = track;
        if (track != NONE)
            tracks[track].count++;
        g->track_of[i] = before = track;
    }
    return g->probes <= most;
}

/* A file whose names collide on purpose takes many probes. Then the hash gets a seed from all names, so that a file
 * would have to be made for its own seed. */
static void group(grouping *g)
{
    if (find_tracks(g, 4 * (uint64_t)g->section.count + 64))
        return;
    for (uint32_t i = 0; i < g->section.count; i++) {
        uint64_t name[2];
        load_name(g->section.records + i * g->record_size, name);
        g->seed = hash(name, g->seed);
    }
    memset(g->slots, 0, (g->mask + 1) * sizeof *g->slots);
    g->out->count = 0;
    g->probes = 0;
    find_tracks(g, UINT64_MAX);
}

static void warn_of_nameless(const grouping *g, uint64_t offset, hone_builder *builder)
{
    for (uint32_t i = 0; i < g->section.count; i++)
        if (g->track_of[i] == NONE && (i == 0 || g->track_of[i - 1] != NONE))
            hone_builder_warn(builder, "a key without a name was dropped", offset + i * g->record_size);
}

/* ---- sorting ---- */

static void place_records(grouping *g)
{
    vmd_tracks *out = g->out;
    for (uint32_t t = 1; t < out->count; t++)
        out->tracks[t].begin = out->tracks[t - 1].begin + out->tracks[t - 1].count;
    for (uint32_t t = 0; t < out->count; t++) out->tracks[t].count = 0;
    for (uint32_t i = 0; i < g->section.count; i++) {
        if (g->track_of[i] == NONE)
            continue;
        vmd_track *track = &out->tracks[g->track_of[i]];
        uint32_t frame;
        hone_copy_words(&frame, g->section.records + i * g->record_size + HONE_NAME_SIZE, 1);
        track->ascends &= frame >= track->last_frame;
        track->last_frame = frame;
        out->order[track->begin + track->count++] = (uint64_t)frame << 32 | i;
        out->record_count++;
    }
}

static bool sort_tracks(const vmd_tracks *out, hone_arena *scratch)
{
    uint32_t most = 0;
    for (uint32_t t = 0; t < out->count; t++)
        if (!out->tracks[t].ascends && out->tracks[t].count > most)
            most = out->tracks[t].count;
    uint64_t *spare = hone_arena_raw(scratch, most, sizeof *spare);
    if (most && !spare)
        return false;
    for (uint32_t t = 0; t < out->count; t++) {
        uint64_t *order = out->order + out->tracks[t].begin;
        size_t count = out->tracks[t].count;
        const uint64_t *sorted = out->tracks[t].ascends ? order : hone_sort_words(order, spare, count);
        if (sorted != order)
            memcpy(order, sorted, count * sizeof *order);
    }
    return true;
}

bool hone_vmd_tracks_make(vmd_tracks *out, vmd_section section, size_t record_size, uint64_t offset,
                          hone_arena *scratch, hone_builder *builder)
{
    size_t size = 64;
    while (size < 2 * (size_t)section.count) size *= 2;
    *out = (vmd_tracks){.tracks = hone_arena_raw(scratch, section.count, sizeof *out->tracks),
                        .order = hone_arena_raw(scratch, section.count, sizeof *out->order)};
    grouping g = {section,  record_size, out, hone_arena_array(scratch, size, sizeof *g.slots),
                  size - 1, 0,           0,   hone_arena_raw(scratch, section.count, sizeof *g.track_of)};
    if (!out->tracks || !out->order || !g.slots || !g.track_of)
        return false;
    group(&g);
    warn_of_nameless(&g, offset, builder);
    place_records(&g);
    return sort_tracks(out, scratch);
}
