#include "play/crowd/tables.h"
#include "base/error.h"
#include "play/crowd/knots.h"
#include <hone/clip.h>
#include <string.h>

/* The tolerance that a member can show. Of one that is 1080 pixels high, half a pixel is 4.6e-4 of its size. Errors of
 * rotations add up: at the end of a limb each joint above it counts with its distance from there, in all at most about
 * four times the skeleton's size. */
static const float HALF_A_PIXEL = 1e-4f;

/* The times of a clip's rows. */
typedef struct clip_times {
    double *times;
    uint32_t count;
} clip_times;

typedef struct table_context {
    hone_crowd_model *shared;
    const hone_crowd_model_desc *desc;
    hone_arena *scratch;
    uint32_t bone_count;
    float size;           /* of the skeleton */
    hone_transform *rest; /* [bone_count] */
    hone_transform *pose; /* [bone_count] */
    clip_times *times;    /* [clip_count] */
    uint8_t *varies;      /* [bone_count] bits HONE_CLIP_TRANSLATION and so on: parts that some clip moves */
} table_context;

/* ---- parts that vary ---- */

/* Returns the largest distance of a bone from the first one, and from its parent. */
static float skeleton_size(const hone_skeleton *skeleton, const hone_transform *rest)
{
    float size = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        size = fmaxf(size, hone_vec3_distance(skeleton->bones[b].position, skeleton->bones[0].position));
        size = fmaxf(size, hone_vec3_length(rest[b].translation));
    }
    return size > 0 && size < INFINITY ? size : 1;
}

static bool differ(const float *a, const float *b, int count, float tolerance)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) <= tolerance))
            return true;
    return false;
}

/* Marks the parts that differ from rest by more than rounding. */
static void mark_parts(table_context *t)
{
    const float rounding = t->shared->baked ? 2e-6f : 2e-7f; /* a rig rounds in model space */
    for (uint32_t b = 0; b < t->bone_count; b++) {
        const hone_transform *rest = &t->rest[b], *now = &t->pose[b];
        float sign = hone_quat_dot(rest->rotation, now->rotation) < 0 ? -1.0f : 1.0f, q[4];
        for (int i = 0; i < 4; i++) q[i] = sign * now->rotation[i];
        if (differ(rest->translation, now->translation, 3, rounding * t->size))
            t->varies[b] |= HONE_CLIP_TRANSLATION;
        if (differ(rest->rotation, q, 4, rounding))
            t->varies[b] |= HONE_CLIP_ROTATION;
        if (differ(rest->scale, now->scale, 3, rounding))
            t->varies[b] |= HONE_CLIP_SCALE;
    }
}

/* Finds the row times of a clip, and the parts that it moves. */
static bool study_clip(table_context *t, uint32_t clip, uint32_t limit, bool *over, hone_error *error)
{
    hone_crowd_source source = {0};
    float tolerance = t->desc->tolerance > 0 ? t->desc->tolerance : HALF_A_PIXEL;
    hone_crowd_knot_desc desc = {.source = &source,
                                 .clip = t->shared->clips[clip],
                                 .bone_count = t->bone_count,
                                 .limit = limit,
                                 .rate = t->shared->bake_rate,
                                 .angle = tolerance,
                                 .length = tolerance * t->size,
                                 .size = tolerance};
    bool ok = hone_crowd_source_open(&source, t->shared, clip, t->desc->allocator, error);
    if (ok && !hone_crowd_find_knots(&desc, t->scratch, &t->times[clip].times, &t->times[clip].count, over))
        ok = *over || hone_fail_memory(error);
    for (uint32_t i = 0; ok && !*over && i < t->times[clip].count; i++) {
        hone_crowd_source_sample(&source, t->times[clip].times[i], t->pose);
        mark_parts(t);
    }
    hone_crowd_source_close(&source);
    return ok;
}

/* ---- columns ---- */

/* Returns how many levels move the bone. */
static uint32_t level_count_of(const hone_crowd_model *shared, uint32_t bone)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < shared->level_count; l++) count += !shared->moves[l] || shared->moves[l][bone];
    return count;
}

/* Gives a bone that varies its columns. A scale that is always the same, but not 1, has one too. */
static void assign(const table_context *t, uint32_t bone, uint32_t counts[3])
{
    static const float one[3] = {1, 1, 1};
    hone_crowd_columns *columns = &t->shared->columns[bone];
    uint8_t varies = t->varies[bone];
    columns->rotation = (int32_t)counts[0]++;
    if (varies & HONE_CLIP_TRANSLATION)
        columns->translation = (int32_t)counts[1]++;
    if ((varies & HONE_CLIP_SCALE) || differ(t->rest[bone].scale, one, 3, 0))
        columns->scale = (int32_t)counts[2]++;
}

static uint32_t groups_of(uint32_t columns)
{
    return (columns + HONE_CROWD_GROUP - 1) / HONE_CROWD_GROUP;
}

/* Bones that most levels move come first, so that the others need only the first groups. */
static void assign_all(const table_context *t)
{
    hone_crowd_model *shared = t->shared;
    uint32_t counts[3] = {0};
    for (uint32_t b = 0; b < t->bone_count; b++) shared->columns[b] = (hone_crowd_columns){-1, -1, -1};
    for (uint32_t in = shared->level_count; in > 0; in--)
        for (uint32_t b = 0; b < t->bone_count; b++)
            if (t->varies[b] && level_count_of(shared, b) == in)
                assign(t, b, counts);
    shared->rotation_groups = groups_of(counts[0]);
    shared->translation_groups = groups_of(counts[1]);
    shared->scale_groups = groups_of(counts[2]);
    shared->stride = (uint32_t)(hone_crowd_scale_begin(shared) + (size_t)shared->scale_groups * HONE_CROWD_VECTOR);
    shared->rigid &= counts[2] == 0;
}

/* ---- rows ---- */

/* Returns the place of a column's first number within its kind of groups; the next ones follow at intervals of
 * HONE_CROWD_GROUP. */
static size_t place(int32_t column, uint32_t group_size)
{
    return (size_t)column / HONE_CROWD_GROUP * group_size + (size_t)column % HONE_CROWD_GROUP;
}

static void put(const float *numbers, int count, float sign, float *to)
{
    for (int i = 0; i < count; i++) to[(size_t)i * HONE_CROWD_GROUP] = sign * numbers[i];
}

/* Writes a rotation with the sign that is nearest to the row before, and the step from that row into it. */
static void put_rotation(const float q[4], float *to, float *before)
{
    double dot = before ? 0 : 1;
    for (int i = 0; before && i < 4; i++) dot += (double)q[i] * before[(size_t)i * HONE_CROWD_GROUP];
    put(q, 4, dot < 0 ? -1.0f : 1.0f, to);
    if (before)
        before[(size_t)4 * HONE_CROWD_GROUP] = (float)(fmin(fabs(dot), 1) - 1);
}

/* before: NULL: there is no row before. */
static void write_row(const hone_crowd_model *shared, const hone_transform *pose, uint32_t bone_count, float *row,
                      float *before)
{
    float *translations = row + hone_crowd_translation_begin(shared), *scales = row + hone_crowd_scale_begin(shared);
    for (uint32_t b = 0; b < bone_count; b++) {
        const hone_crowd_columns *columns = &shared->columns[b];
        if (columns->rotation == HONE_NONE)
            continue;
        size_t at = place(columns->rotation, HONE_CROWD_ROTATION);
        put_rotation(pose[b].rotation, row + at, before ? before + at : NULL);
        if (columns->translation != HONE_NONE)
            put(pose[b].translation, 3, 1, translations + place(columns->translation, HONE_CROWD_VECTOR));
        if (columns->scale != HONE_NONE)
            put(pose[b].scale, 3, 1, scales + place(columns->scale, HONE_CROWD_VECTOR));
    }
}

/* Sets for every bucket the last row that begins before it. */
static void fill_buckets(hone_crowd_table *table)
{
    uint32_t row = 0;
    for (uint32_t b = 0; b < table->bucket_count; b++) {
        double begin = b / table->buckets_per_second * (1 - 1e-9);
        while (row + 1 < table->row_count && table->knots[row + 1].begin <= begin) row++;
        table->buckets[b] = row;
    }
}

static bool allocate_table(table_context *t, uint32_t clip)
{
    hone_crowd_table *table = &t->shared->tables[clip];
    table->row_count = t->times[clip].count;
    table->duration = t->times[clip].times[table->row_count - 1];
    table->bucket_count = 2 * table->row_count;
    table->buckets_per_second = table->duration > 0 ? (table->bucket_count - 1) / table->duration : 0;
    table->knots = hone_arena_array(t->shared->memory, table->row_count, sizeof *table->knots);
    table->buckets = hone_arena_array(t->shared->memory, table->bucket_count, sizeof *table->buckets);
    table->rows =
        hone_arena_aligned(t->shared->memory, (size_t)table->row_count * t->shared->stride, sizeof *table->rows);
    return !hone_arena_failed(t->shared->memory);
}

static bool fill_table(table_context *t, uint32_t clip, hone_error *error)
{
    const double *times = t->times[clip].times;
    hone_crowd_table *table = &t->shared->tables[clip];
    hone_crowd_source source = {0};
    bool ok = hone_crowd_source_open(&source, t->shared, clip, t->desc->allocator, error);
    if (ok && !allocate_table(t, clip))
        ok = hone_arena_fail(t->shared->memory, error);
    for (uint32_t i = 0; ok && i < table->row_count; i++) {
        float *row = table->rows + (size_t)i * t->shared->stride;
        hone_crowd_source_sample(&source, times[i], t->pose);
        write_row(t->shared, t->pose, t->bone_count, row, i ? row - t->shared->stride : NULL);
        table->knots[i] = (hone_crowd_knot){times[i], i + 1 < table->row_count ? 1 / (times[i + 1] - times[i]) : 0};
    }
    if (ok)
        fill_buckets(table);
    hone_crowd_source_close(&source);
    return ok;
}

/* ---- all ---- */

static bool prepare(table_context *t)
{
    t->rest = hone_arena_array(t->scratch, t->bone_count, sizeof *t->rest);
    t->pose = hone_arena_array(t->scratch, t->bone_count, sizeof *t->pose);
    t->varies = hone_arena_array(t->scratch, t->bone_count, sizeof *t->varies);
    t->times = hone_arena_array(t->scratch, t->shared->clip_count, sizeof *t->times);
    t->shared->columns = hone_arena_array(t->shared->memory, t->bone_count, sizeof *t->shared->columns);
    if (hone_arena_failed(t->scratch) || hone_arena_failed(t->shared->memory))
        return false;
    hone_crowd_rest(t->shared->model, t->rest);
    t->size = skeleton_size(hone_model_skeleton(t->shared->model), t->rest);
    return true;
}

/* Returns how many rows may be made, if every bone moved in every part. */
static uint32_t row_limit(const table_context *t)
{
    size_t limit = t->desc->max_table_size ? t->desc->max_table_size : (size_t)64 << 20;
    size_t rows = limit / (11 * sizeof(float) * ((size_t)t->bone_count + HONE_CROWD_GROUP));
    return rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX;
}

/* over: out: there would be more rows than the limit. */
static bool study_clips(table_context *t, bool *over, hone_error *error)
{
    uint32_t left = row_limit(t);
    for (uint32_t c = 0; c < t->shared->clip_count && !*over; c++) {
        if (!study_clip(t, c, left, over, error))
            return false;
        left -= t->times[c].count;
    }
    return true;
}

static bool make(table_context *t, hone_error *error)
{
    hone_crowd_model *shared = t->shared;
    bool over = false;
    if (!prepare(t))
        return hone_fail_memory(error);
    if (!study_clips(t, &over, error) || over)
        return over;
    assign_all(t);
    shared->tables = hone_arena_array(shared->memory, shared->clip_count, sizeof *shared->tables);
    shared->rest = hone_arena_aligned(shared->memory, shared->stride, sizeof *shared->rest);
    if (hone_arena_failed(shared->memory))
        return hone_arena_fail(shared->memory, error);
    if (shared->rest)
        write_row(shared, t->rest, t->bone_count, shared->rest, NULL);
    for (uint32_t c = 0; c < shared->clip_count; c++)
        if (!fill_table(t, c, error))
            return false;
    shared->has_tables = true;
    return true;
}

bool hone_crowd_make_tables(hone_crowd_model *shared, const hone_crowd_model_desc *desc, hone_error *error)
{
    table_context t = {.shared = shared,
                       .desc = desc,
                       .scratch = hone_arena_create(desc->allocator, 0, error),
                       .bone_count = hone_model_skeleton(shared->model)->bone_count};
    bool ok = t.scratch && make(&t, error);
    hone_arena_destroy(t.scratch);
    return ok;
}
