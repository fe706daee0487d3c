/* Opens a block: checks every byte that decoding will rely on, and makes its tables. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/finite.h"
#include "core/clip/layout.h"

typedef struct open_context {
    hone_packed_clip *clip;
    hone_reader in;
    const uint8_t *kinds; /* [bone_count] */
    const uint8_t *weight_kinds;
    uint32_t profile_count;
    hone_error *error;
} open_context;

static bool fail(const open_context *o, const char *sentence)
{
    return hone_fail(o->error, HONE_ERROR_FORMAT, hone_reader_offset(&o->in), "%s, at byte %llu", sentence,
                     (unsigned long long)hone_reader_offset(&o->in));
}

static bool read_header(open_context *o, size_t size)
{
    hone_reader *in = &o->in;
    hone_packed_clip_info *info = &o->clip->info;
    const uint8_t *magic = hone_read_bytes(in, 4);
    if (!magic || memcmp(magic, "HCLP", 4) != 0)
        return hone_fail(o->error, HONE_ERROR_FORMAT, 0, "not a packed clip: it does not begin with \"HCLP\"");
    uint32_t version = hone_read_u32(in);
    if (!in->failed && version != HONE_CLIP_VERSION)
        return hone_fail(o->error, HONE_ERROR_UNSUPPORTED, 4, "version %u of packed clips is not supported", version);
    info->size = hone_read_u32(in);
    info->bone_count = hone_read_u32(in), info->weight_count = hone_read_u32(in);
    info->sample_count = hone_read_u32(in);
    float numbers[3];
    hone_read_floats(in, numbers, 3);
    info->rate = (double)numbers[0], info->tolerance = numbers[1], info->distance = numbers[2];
    o->clip->interval_count = hone_read_u32(in);
    o->profile_count = hone_read_u32(in);
    uint32_t reserved = hone_read_u32(in);
    if (in->failed || info->size > size || info->size < HONE_CLIP_HEADER)
        return fail(o, "the clip is cut short");
    in->end = in->begin + info->size;
    if (info->bone_count > HONE_CLIP_TARGETS || info->weight_count > HONE_CLIP_TARGETS || info->sample_count == 0 ||
        info->sample_count > HONE_CLIP_MAX_SAMPLES || !hone_floats_are_finite(numbers, 3) || !(info->rate > 0) ||
        reserved != 0 || o->profile_count > HONE_CLIP_PROFILES || o->clip->interval_count == 0 ||
        o->clip->interval_count >= HONE_CLIP_SEGMENT)
        return fail(o, "the header has a number out of range");
    return true;
}

/* ---- targets ---- */

static int group_of(uint8_t kinds, int part)
{
    if (part == CLIP_R)
        return kinds & CLIP_FOUR ? CLIP_FOURS : CLIP_ROTATIONS;
    return part == CLIP_T ? CLIP_TRANSLATIONS : CLIP_SCALES;
}

/* Counts the kinds. */
static bool read_kinds(open_context *o)
{
    hone_packed_clip *clip = o->clip;
    hone_packed_clip_info *info = &clip->info;
    o->kinds = hone_read_bytes(&o->in, info->bone_count);
    o->weight_kinds = hone_read_bytes(&o->in, info->weight_count);
    if (o->in.failed)
        return fail(o, "the clip is cut short");
    for (uint32_t b = 0; b < info->bone_count; b++)
        for (int part = 0; part < CLIP_PARTS; part++) {
            hone_clip_kind kind = hone_clip_kind_of(o->kinds[b], part);
            clip->constant_counts[part] += kind == CLIP_CONSTANT;
            clip->counts[group_of(o->kinds[b], part)] += kind == CLIP_ANIMATED;
        }
    for (uint32_t w = 0; w < info->weight_count; w++) {
        clip->constant_counts[CLIP_PARTS] += o->weight_kinds[w] == CLIP_CONSTANT;
        clip->counts[CLIP_WEIGHTS] += o->weight_kinds[w] == CLIP_ANIMATED;
        if (o->weight_kinds[w] > CLIP_ANIMATED)
            return fail(o, "a weight is of an unknown kind");
    }
    return true;
}

/* Returns how many bytes constants and bases take. */
static uint64_t value_bytes(const hone_packed_clip *clip)
{
    uint64_t vectors = (uint64_t)clip->counts[CLIP_TRANSLATIONS] + clip->counts[CLIP_SCALES];
    for (int part = 0; part < CLIP_PARTS; part++) vectors += clip->constant_counts[part];
    return 12 * vectors + 6 * (uint64_t)clip->counts[CLIP_ROTATIONS] + 4 * (uint64_t)clip->constant_counts[CLIP_PARTS];
}

/* Allocates the tables of targets and values. */
static bool make_tables(open_context *o)
{
    hone_packed_clip *clip = o->clip;
    hone_packed_clip_info *info = &clip->info;
    if (hone_reader_left(&o->in) < value_bytes(clip))
        return fail(o, "the clip is cut short");
    for (int g = 0; g < CLIP_GROUPS; g++) {
        clip->targets[g] = hone_arena_array(clip->memory, clip->counts[g], sizeof *clip->targets[g]);
        if (g != CLIP_FOURS && g != CLIP_WEIGHTS)
            clip->bases[g] = hone_arena_array(clip->memory, (clip->counts[g] + 3) / 4, sizeof *clip->bases[g]);
        info->animated += clip->counts[g];
        clip->track_count += clip->counts[g];
        clip->component_count += clip->counts[g] * hone_clip_width(g);
    }
    for (int p = 0; p <= CLIP_PARTS; p++) {
        clip->constants[p] = hone_arena_array(clip->memory, clip->constant_counts[p], sizeof *clip->constants[p]);
        info->constant += clip->constant_counts[p];
    }
    clip->parts = hone_arena_array(clip->memory, info->bone_count, 1);
    clip->has_weight = hone_arena_array(clip->memory, info->weight_count, 1);
    return !hone_arena_failed(clip->memory) || hone_arena_fail(clip->memory, o->error);
}

static void list_targets(open_context *o)
{
    hone_packed_clip *clip = o->clip;
    uint32_t at[CLIP_GROUPS] = {0}, constant_at[CLIP_PARTS + 1] = {0};
    for (uint32_t b = 0; b < clip->info.bone_count; b++)
        for (int part = 0; part < CLIP_PARTS; part++) {
            int kind = (int)hone_clip_kind_of(o->kinds[b], part), group = group_of(o->kinds[b], part);
            if (kind == CLIP_ANIMATED)
                clip->targets[group][at[group]++] = b;
            else if (kind == CLIP_CONSTANT)
                clip->constants[part][constant_at[part]++].target = b;
            clip->parts[b] = (uint8_t)(clip->parts[b] | (kind != CLIP_ABSENT) << part);
        }
    for (uint32_t w = 0; w < clip->info.weight_count; w++) {
        if (o->weight_kinds[w] == CLIP_ANIMATED)
            clip->targets[CLIP_WEIGHTS][at[CLIP_WEIGHTS]++] = w;
        else if (o->weight_kinds[w] == CLIP_CONSTANT)
            clip->constants[CLIP_PARTS][constant_at[CLIP_PARTS]++].target = w;
        clip->has_weight[w] = o->weight_kinds[w] != CLIP_ABSENT;
    }
}

/* ---- values ---- */

/* Numbers beyond this could overflow once they are added. */
static bool in_range(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) < 1e30f))
            return false;
    return true;
}

static bool is_rotation(const float v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] < 1.000001f;
}

static void read_rotation(hone_reader *in, float rotation[4])
{
    uint32_t words[3];
    for (int i = 0; i < 3; i++) words[i] = hone_read_u32(in);
    hone_clip_read_rotation(words, rotation);
}

static bool read_constants(open_context *o)
{
    hone_packed_clip *clip = o->clip;
    for (int p = 0; p <= CLIP_PARTS; p++)
        for (uint32_t i = 0; i < clip->constant_counts[p]; i++) {
            float *value = clip->constants[p][i].value;
            if (p == CLIP_R)
                read_rotation(&o->in, value);
            else
                hone_read_floats(&o->in, value, p == CLIP_PARTS ? 1 : 3);
            if (o->in.failed)
                return fail(o, "the constants are cut short");
            if (!in_range(value, 3))
                return fail(o, "a constant is out of range");
        }
    return true;
}

static bool read_bases(open_context *o, int group)
{
    for (uint32_t t = 0; t < o->clip->counts[group]; t++) {
        hone_clip_base *base = &o->clip->bases[group][t / 4];
        float v[4] = {0};
        if (group == CLIP_ROTATIONS)
            for (int i = 0; i < 3; i++) v[i] = (float)(int16_t)hone_read_u16(&o->in) / 32767;
        else
            hone_read_floats(&o->in, v, 3);
        if (o->in.failed)
            return fail(o, "the bases are cut short");
        if (!in_range(v, 3) || (group == CLIP_ROTATIONS && !is_rotation(v)))
            return fail(o, "a base is out of range");
        v[3] = hone_clip_last(v[0], v[1], v[2]);
        for (int i = 0; i < 4; i++) base->lanes[i][t % 4] = v[i];
    }
    return true;
}

static bool read_profiles(open_context *o)
{
    o->clip->profiles = hone_arena_aligned(o->clip->memory, o->profile_count, sizeof *o->clip->profiles);
    if (o->profile_count && !o->clip->profiles)
        return hone_arena_fail(o->clip->memory, o->error);
    for (uint32_t p = 0; p < o->profile_count; p++) {
        hone_clip_profile *profile = &o->clip->profiles[p];
        uint32_t word = hone_read_u32(&o->in);
        for (int i = 0; i < HONE_CLIP_WIDTHS; i++) {
            profile->bits[i] = word >> 5 * i & 31;
            if (profile->bits[i] > HONE_CLIP_BITS || word >> 25)
                return fail(o, "a profile has a number out of range");
        }
        hone_clip_profile_finish(profile);
    }
    return !o->in.failed || fail(o, "the profiles are cut short");
}

/* ---- segments ---- */

/* Checks that a segment ends before the tail. Returns their end, or NULL. */
static const uint8_t *check_segment(const open_context *o, const uint8_t *segment)
{
    const hone_packed_clip *clip = o->clip;
    const uint8_t *end = o->in.end - HONE_CLIP_TAIL, *profiles = segment + clip->track_count;
    uint64_t size = 0;
    if ((uint64_t)(end - segment) < (uint64_t)clip->track_count + clip->component_count)
        return fail(o, "a segment is cut short"), NULL;
    for (uint32_t i = 0; i < clip->component_count; i++) {
        if (profiles[i] >= o->profile_count)
            return fail(o, "a segment uses a profile that does not exist"), NULL;
        size += clip->profiles[profiles[i]].bytes;
    }
    const uint8_t *numbers = profiles + clip->component_count;
    if (size > (uint64_t)(end - numbers))
        return fail(o, "a segment is cut short"), NULL;
    return numbers + size;
}

static bool read_segments(open_context *o)
{
    hone_packed_clip *clip = o->clip;
    if (clip->track_count == 0)
        return true;
    clip->reciprocal = (uint32_t)((((uint64_t)1 << 32) + clip->interval_count - 1) / clip->interval_count);
    clip->segment_count = (clip->info.sample_count - 1 + clip->interval_count - 1) / clip->interval_count;
    if (clip->segment_count == 0)
        return fail(o, "a single sample cannot change");
    if (hone_reader_left(&o->in) / 4 < clip->segment_count)
        return fail(o, "the offsets of the segments are cut short");
    clip->segments = hone_arena_array(clip->memory, clip->segment_count, sizeof *clip->segments);
    if (!clip->segments)
        return hone_arena_fail(clip->memory, o->error);
    const uint8_t *end = o->in.begin; /* of the segment before: segments that share bytes would take long to check */
    for (uint32_t s = 0; end && s < clip->segment_count; s++) {
        uint32_t offset = hone_read_u32(&o->in);
        if (offset < (size_t)(end - o->in.begin) || offset > clip->info.size - HONE_CLIP_TAIL)
            return fail(o, "a segment is not where it should be");
        clip->segments[s] = o->in.begin + offset;
        end = check_segment(o, clip->segments[s]);
    }
    return end != NULL;
}

static bool read_all(open_context *o, size_t size)
{
    if (!read_header(o, size) || !read_kinds(o) || !make_tables(o))
        return false;
    list_targets(o);
    if (!read_constants(o) || !read_bases(o, CLIP_ROTATIONS) || !read_bases(o, CLIP_TRANSLATIONS) ||
        !read_bases(o, CLIP_SCALES) || !read_profiles(o) || !read_segments(o))
        return false;
    for (uint32_t i = 0; i < HONE_CLIP_STEPS; i++) o->clip->steps[i] = hone_clip_step(i);
    return true;
}

hone_packed_clip *hone_packed_clip_open(const void *bytes, size_t size, const hone_allocator *allocator,
                                        hone_error *error)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_clip_avx2.kernel,
#endif
        &hone_clip_portable.kernel
    };
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    hone_packed_clip *clip = memory ? hone_arena_array(memory, 1, sizeof *clip) : NULL;
    if (!clip) {
        if (memory)
            hone_arena_fail(memory, error);
        return hone_arena_destroy(memory), NULL;
    }
    clip->memory = memory;
    clip->kernel = hone_best_kernel(kernels);
    open_context o = {.clip = clip, .in = hone_reader_make(bytes, size), .error = error};
    if (!read_all(&o, size))
        return hone_arena_destroy(memory), NULL;
    return clip;
}

void hone_packed_clip_close(hone_packed_clip *clip)
{
    if (clip)
        hone_arena_destroy(clip->memory);
}

const hone_packed_clip_info *hone_packed_clip_get_info(const hone_packed_clip *clip)
{
    return &clip->info;
}

const uint8_t *hone_packed_clip_parts(const hone_packed_clip *clip)
{
    return clip->parts;
}

const uint8_t *hone_packed_clip_has_weight(const hone_packed_clip *clip)
{
    return clip->has_weight;
}
