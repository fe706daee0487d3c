/* Crowds: creation, and what a program reads and sets. */
#include "base/error.h"
#include "play/crowd/crowd_internal.h"
#include <string.h>

/* ---- creation ---- */

static bool check(const hone_crowd_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, desc ? "model" : "desc");
    if (desc->member_count < 1)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a crowd needs a member");
    if (desc->play_count < 1 || desc->play_count > HONE_CROWD_LAYERS)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a member plays 1 to %d clips at once, not %u",
                         HONE_CROWD_LAYERS, (unsigned)desc->play_count);
    if (desc->max_threads > 256)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%u threads; at most 256", (unsigned)desc->max_threads);
    return true;
}

static bool make_members(hone_crowd *crowd, bool interpolate)
{
    hone_arena *memory = crowd->memory;
    size_t count = crowd->member_count;
    crowd->plays = hone_arena_array(memory, count * crowd->play_count, sizeof *crowd->plays);
    crowd->places = hone_arena_array(memory, count, sizeof *crowd->places);
    crowd->palettes = hone_arena_aligned(memory, count * crowd->slot_count, sizeof *crowd->palettes);
    crowd->turns = hone_arena_array(memory, count, sizeof *crowd->turns);
    crowd->durations = hone_arena_array(memory, crowd->shared->clip_count, sizeof *crowd->durations);
    crowd->interpolates = interpolate;
    for (int e = 0; e < 2 && interpolate; e++)
        crowd->ends[e] = hone_arena_aligned(memory, count * crowd->shared->pose_size, sizeof *crowd->ends[e]);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t m = 0; m < crowd->member_count; m++) {
        crowd->places[m] = (hone_affine)HONE_AFFINE_IDENTITY;
        crowd->turns[m].period = 1;
    }
    crowd->loads[1][0] = crowd->member_count;
    for (uint32_t c = 0; c < crowd->shared->clip_count; c++)
        crowd->durations[c] = hone_crowd_model_duration(crowd->shared, c);
    return true;
}

static void make_job(const hone_crowd *crowd, hone_crowd_job *job)
{
    const size_t items = (size_t)2 * HONE_CROWD_CHUNK;
    job->items = hone_arena_array(crowd->memory, items, sizeof *job->items);
    job->layers = hone_arena_array(crowd->memory, items * crowd->play_count, sizeof *job->layers);
}

static bool make_threads(hone_crowd *crowd, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = crowd->memory;
    crowd->threads = hone_arena_array(memory, crowd->thread_count, sizeof *crowd->threads);
    for (uint32_t i = 0; crowd->threads && i < crowd->thread_count; i++) {
        hone_crowd_thread *thread = &crowd->threads[i];
        atomic_flag_clear(&thread->busy);
        make_job(crowd, &thread->palettes);
        if (crowd->interpolates)
            make_job(crowd, &thread->poses);
        if (hone_arena_failed(memory))
            break;
        thread->scratch = hone_crowd_scratch_create(crowd->shared, allocator, error);
        if (!thread->scratch)
            return false;
    }
    return !hone_arena_failed(memory) || hone_arena_fail(memory, error);
}

/* Every member begins with the palette of the rest pose. */
static bool rest_all(hone_crowd *crowd, hone_error *error)
{
    if (crowd->slot_count == 0)
        return true;
    const hone_crowd_item item = {.palette = crowd->palettes};
    if (!hone_crowd_run(crowd->threads[0].scratch, &item, 1, error))
        return false;
    for (uint32_t m = 1; m < crowd->member_count; m++)
        memcpy(hone_crowd_palette_of(crowd, m), crowd->palettes, crowd->slot_count * sizeof *crowd->palettes);
    return true;
}

hone_crowd *hone_crowd_create(const hone_crowd_desc *desc, hone_error *error)
{
    hone_arena *memory = check(desc, error) ? hone_arena_create(desc->allocator, 0, error) : NULL;
    if (!memory)
        return NULL;
    hone_crowd *crowd = hone_arena_array(memory, 1, sizeof *crowd);
    if (!crowd) {
        hone_arena_fail(memory, error);
        return hone_arena_destroy(memory), NULL;
    }
    *crowd = (hone_crowd){.memory = memory,
                          .shared = hone_crowd_model_retain(desc->model),
                          .member_count = desc->member_count,
                          .play_count = desc->play_count,
                          .slot_count = desc->model->slot_count,
                          .thread_count = desc->max_threads ? desc->max_threads : 1};
    bool ok = make_members(crowd, desc->interpolate) || hone_arena_fail(memory, error);
    ok = ok && make_threads(crowd, desc->allocator, error) && rest_all(crowd, error);
    if (!ok)
        return hone_crowd_destroy(crowd), NULL;
    return crowd;
}

void hone_crowd_destroy(hone_crowd *crowd)
{
    if (!crowd)
        return;
    for (uint32_t i = 0; crowd->threads && i < crowd->thread_count; i++)
        hone_crowd_scratch_destroy(crowd->threads[i].scratch);
    hone_crowd_model_release(crowd->shared);
    hone_arena_destroy(crowd->memory);
}

/* ---- what a program reads and sets ---- */

hone_crowd_play *hone_crowd_writable_plays(hone_crowd *crowd, uint32_t member)
{
    return crowd && member < crowd->member_count ? crowd->plays + (size_t)member * crowd->play_count : NULL;
}

hone_crowd_thread *hone_crowd_take_thread(hone_crowd *crowd, hone_error *error)
{
    for (uint32_t i = 0; i < crowd->thread_count; i++)
        if (!atomic_flag_test_and_set_explicit(&crowd->threads[i].busy, memory_order_acquire))
            return &crowd->threads[i];
    hone_fail(error, HONE_ERROR_ARGUMENT, crowd->thread_count, "the crowd was made for %u threads at once",
              (unsigned)crowd->thread_count);
    return NULL;
}

hone_affine *hone_crowd_writable_places(hone_crowd *crowd)
{
    return crowd->places;
}

const hone_affine *hone_crowd_palettes(const hone_crowd *crowd)
{
    return crowd->palettes;
}

/* Returns the phase that the fewest members of the period have. */
static uint8_t emptiest_phase(const hone_crowd *crowd, uint32_t period)
{
    uint32_t best = 0;
    for (uint32_t p = 1; p < period; p++)
        if (crowd->loads[period][p] < crowd->loads[period][best])
            best = p;
    return (uint8_t)best;
}

void hone_crowd_set_period(hone_crowd *crowd, uint32_t member, uint32_t period)
{
    hone_crowd_turn *turn = member < crowd->member_count ? &crowd->turns[member] : NULL;
    if (period > HONE_CROWD_MAX_PERIOD)
        period = HONE_CROWD_MAX_PERIOD;
    if (!turn || turn->period == period)
        return;
    crowd->loads[turn->period][turn->phase]--;
    turn->period = (uint8_t)period;
    turn->phase = period ? emptiest_phase(crowd, period) : 0;
    turn->has_next = false;
    if (crowd->interpolates) /* so that it does not stand still until its turn comes */
        turn->updated = false;
    crowd->loads[period][turn->phase]++;
}

void hone_crowd_set_level(hone_crowd *crowd, uint32_t member, uint32_t level)
{
    uint32_t last = crowd->shared->level_count - 1;
    if (member < crowd->member_count)
        crowd->turns[member].level = (uint8_t)(level < last ? level : last);
}

void hone_crowd_set_lods(hone_crowd *crowd, const float eye[3], const hone_crowd_lod *lods, uint32_t lod_count)
{
    for (uint32_t m = 0; m < crowd->member_count && lod_count; m++) {
        float place[3];
        hone_affine_origin(&crowd->places[m], place);
        float distance = hone_vec3_distance(place, eye);
        uint32_t lod = 0;
        while (lod + 1 < lod_count && distance > lods[lod].distance) lod++;
        hone_crowd_set_period(crowd, m, lods[lod].period);
        hone_crowd_set_level(crowd, m, lods[lod].level);
    }
}

/* ---- palettes for others ---- */

bool hone_crowd_write(const hone_crowd *crowd, uint32_t begin, uint32_t end, hone_palette_form form, hone_stream out,
                      hone_error *error)
{
    if (!crowd)
        return hone_fail_null(error, "crowd");
    if (begin > end || end > crowd->member_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, end, "members %u to %u of %u", (unsigned)begin, (unsigned)end,
                         (unsigned)crowd->member_count);
    /* All palettes are one array, so they are written as one. */
    const hone_palette palette = {.slot_count = (end - begin) * crowd->slot_count,
                                  .affine = hone_crowd_palette_of(crowd, begin)};
    return palette.slot_count == 0 || hone_palette_write(&palette, form, out, error);
}

/* Builds a palette whose matrices are known, some slots at a time. */
static void build(const hone_affine *affine, hone_palette *palette)
{
    enum { SLOTS = 32 };
    bool rigid = true;
    for (uint32_t first = 0; first < palette->slot_count; first += SLOTS) {
        hone_slot slots[SLOTS];
        hone_palette part = {.slot_count = palette->slot_count - first < SLOTS ? palette->slot_count - first : SLOTS};
        part.affine = palette->affine ? palette->affine + first : NULL;
        part.cofactor = palette->cofactor ? palette->cofactor + first : NULL;
        part.duals = palette->duals ? palette->duals + first : NULL;
        part.scaled = palette->scaled ? palette->scaled + first : NULL;
        for (uint32_t s = 0; s < part.slot_count; s++) slots[s] = (hone_slot){HONE_NONE, affine[first + s]};
        hone_palette_build(slots, NULL, 0, &part);
        rigid &= part.rigid;
    }
    palette->rigid = rigid;
}

static bool check_member(const hone_crowd *crowd, uint32_t member, hone_error *error)
{
    return member < crowd->member_count || hone_fail(error, HONE_ERROR_ARGUMENT, member, "member %u of %u",
                                                     (unsigned)member, (unsigned)crowd->member_count);
}

bool hone_crowd_build_palette(const hone_crowd *crowd, uint32_t member, hone_palette *palette, hone_error *error)
{
    if (!crowd || !palette)
        return hone_fail_null(error, crowd ? "palette" : "crowd");
    if (!check_member(crowd, member, error))
        return false;
    if (palette->slot_count != crowd->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, palette->slot_count, "the palette has %u slots, not %u",
                         (unsigned)palette->slot_count, (unsigned)crowd->slot_count);
    build(hone_crowd_palette_of(crowd, member), palette);
    return true;
}

/* ---- vertices ---- */

static bool skin_completed(hone_crowd *crowd, const hone_skin *skin, const hone_affine *affine, hone_skin_job *job,
                           hone_error *error)
{
    hone_crowd_thread *thread = hone_crowd_take_thread(crowd, error);
    if (!thread)
        return false;
    build(affine, thread->scratch->palette);
    job->palette = thread->scratch->palette;
    bool ok = hone_skin_run(skin, job, 0, hone_skin_block_count(skin), error);
    atomic_flag_clear_explicit(&thread->busy, memory_order_release);
    return ok;
}

bool hone_crowd_skin(hone_crowd *crowd, uint32_t member, const hone_skin_job *job, hone_error *error)
{
    if (!crowd || !job)
        return hone_fail_null(error, crowd ? "job" : "crowd");
    if (!check_member(crowd, member, error))
        return false;
    const hone_skin *skin = hone_model_compiled_skin(crowd->shared->model, error);
    hone_affine *affine = hone_crowd_palette_of(crowd, member);
    const hone_palette rigid = {.slot_count = crowd->slot_count, .affine = affine, .cofactor = affine, .rigid = true};
    hone_skin_job own = *job;
    if (!skin)
        return false;
    own.rest = NULL, own.palette = &rigid;
    if (!crowd->shared->rigid || hone_skin_needs(skin, job->method) & HONE_SKIN_NEEDS_DUALS)
        return skin_completed(crowd, skin, affine, &own, error);
    return hone_skin_run(skin, &own, 0, hone_skin_block_count(skin), error);
}
