/* Records of all bones or morphs are mixed in the file. */
#include "files/format/vmd/tracks.h"
#include "base/files/byte_reader.h"
#include "core/motion/binding/mmd_names.h"
#include <string.h>

typedef struct tracks_context {
    vmd_section section;
    size_t record_size;
    vmd_tracks *out;
    uint32_t *slots; /* open addressing: track + 1; 0: free */
    size_t mask;
    uint64_t seed, probes;
} tracks_context;

/* ---- names ---- */

static uint64_t load_word(const uint8_t *at)
{
    uint32_t halves[2];
    hone_copy_words(halves, at, 2);
    return halves[0] | (uint64_t)halves[1] << 32;
}

/* Clears the bytes of a word after its first byte of 0. */
static inline uint64_t trim(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = 0x80 * ones;
    uint64_t zeros = (word - ones) & ~word & highs; /* the lowest bit set belongs to the first byte of 0 */
    return word & ((zeros & (0 - zeros)) - 1);
}

static inline void load_name(const uint8_t *record, uint64_t name[2])
{
    uint64_t low = load_word(record), high = load_word(record + 7) >> 8; /* bytes 8 to 14 */
    name[0] = trim(low);
    name[1] = name[0] >> 56 ? trim(high) : 0;
}

static inline bool is_named(const vmd_track *track, const uint64_t name[2])
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

static uint64_t mix_name(const uint64_t name[2], uint64_t seed)
{
    return mix(mix(name[0] ^ seed) + name[1]);
}

/* seed 0: a faster hash, whose collisions are easy to find. */
static inline uint64_t hash(const uint64_t name[2], uint64_t seed)
{
    if (seed)
        return mix_name(name, seed);
    uint64_t h = (name[0] ^ (name[1] << 29 | name[1] >> 35)) * UINT64_C(0x94d049bb133111eb);
    return h >> 32 ^ h >> 47;
}

/* ---- grouping ---- */

static uint32_t add_track(tracks_context *g, const uint64_t name[2], uint32_t record)
{
    g->out->tracks[g->out->count] = (vmd_track){.name = {name[0], name[1]}, .record = record};
    return g->out->count++;
}

static inline uint32_t find_track(tracks_context *g, const uint64_t name[2], uint32_t record)
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
static bool find_tracks(tracks_context *g, uint64_t most)
{
    const uint8_t *record = g->section.records;
    uint32_t *track_of = g->out->track_of;
    for (uint32_t i = 0; i < g->section.count && g->probes <= most; i++, record += g->record_size) {
        uint64_t name[2];
        load_name(record, name);
        track_of[i] = name[0] ? find_track(g, name, i) : VMD_NO_TRACK;
        if (name[0])
            g->out->tracks[track_of[i]].count++;
    }
    return g->probes <= most;
}

/* A file whose names collide on purpose takes many probes. Then the hash gets a seed from all names, so that a file
 * would have to be made for its own seed. */
static void group(tracks_context *g)
{
    if (find_tracks(g, 4 * (uint64_t)g->section.count + 64))
        return;
    for (uint32_t i = 0; i < g->section.count; i++) {
        uint64_t name[2];
        load_name(g->section.records + i * g->record_size, name);
        g->seed = mix_name(name, g->seed) | 1;
    }
    memset(g->slots, 0, (g->mask + 1) * sizeof *g->slots);
    g->out->count = 0;
    g->probes = 0;
    find_tracks(g, UINT64_MAX);
}

static void warn_of_nameless(const tracks_context *g, uint64_t offset, hone_builder *builder)
{
    const uint32_t *track_of = g->out->track_of;
    for (uint32_t i = 0; i < g->section.count; i++)
        if (track_of[i] == VMD_NO_TRACK && (i == 0 || track_of[i - 1] != VMD_NO_TRACK))
            hone_builder_warn(builder, "a key without a name was dropped", offset + i * g->record_size);
}

bool hone_vmd_tracks_make(vmd_tracks *out, vmd_section section, size_t record_size, uint64_t offset,
                          hone_arena *scratch, hone_builder *builder)
{
    size_t size = 64;
    while (size < 2 * (size_t)section.count) size *= 2;
    *out = (vmd_tracks){.tracks = hone_arena_raw(scratch, section.count, sizeof *out->tracks),
                        .track_of = hone_arena_raw(scratch, section.count, sizeof *out->track_of)};
    tracks_context g = {section, record_size, out, hone_arena_array(scratch, size, sizeof *g.slots), size - 1, 0, 0};
    if (!out->tracks || !out->track_of || !g.slots)
        return false;
    group(&g);
    warn_of_nameless(&g, offset, builder);
    for (uint32_t t = 0, begin = 0; t < out->count; begin += out->tracks[t++].count)
        out->tracks[t].begin = out->tracks[t].sorted = out->tracks[t].placed = begin;
    return true;
}
