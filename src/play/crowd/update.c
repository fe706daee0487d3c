/* Updates the members of a crowd: clocks, those whose turn it is, and the others between two poses. */
#include "base/error.h"
#include "play/crowd/crowd_internal.h"
#include <string.h>

/* ---- clocks ---- */

/* Returns the time of a clip after `seconds` more. */
static double advanced(const hone_crowd_play *play, double duration, double seconds)
{
    double time = play->seconds + seconds * (double)play->speed;
    if (time >= 0 && time < duration)
        return time;
    if (!(duration > 0) || !isfinite(time))
        return 0;
    if (play->once)
        return time < 0 ? 0 : duration;
    time -= duration * floor(time / duration);
    return time < duration ? time : 0; /* the difference may have been rounded up */
}

/* Advances the clocks of a member. Returns whether all its clips exist. */
static bool advance(const hone_crowd *crowd, hone_crowd_play *plays)
{
    bool exist = true;
    for (uint32_t p = 0; p < crowd->play_count; p++) {
        bool exists = plays[p].clip < crowd->shared->clip_count;
        if (exists)
            plays[p].seconds = advanced(&plays[p], crowd->durations[plays[p].clip], crowd->step);
        exist &= exists || !(plays[p].weight > 0);
    }
    return exist;
}

/* ---- between two poses ---- */

static hone_affine *end_of(const hone_crowd *crowd, int end, uint32_t member)
{
    return crowd->ends[end] + (size_t)member * crowd->shared->pose_size;
}

/* Returns which part of the way to its next pose a member has gone. */
static float part_of(const hone_crowd_turn *turn)
{
    return turn->span > 0 && turn->elapsed < turn->span ? turn->elapsed / turn->span : 1;
}

static void mix(const hone_affine *from, const hone_affine *to, float part, hone_affine *out)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out->m[r][c] = from->m[r][c] * (1 - part) + to->m[r][c] * part;
}

/* Writes the palette of a member that is between two poses. Slots that never move stay as they are. */
static void interpolate(hone_crowd *crowd, uint32_t member)
{
    const hone_crowd_model *shared = crowd->shared;
    const hone_affine *from = end_of(crowd, 0, member), *to = end_of(crowd, 1, member);
    const float part = part_of(&crowd->turns[member]);
    hone_affine *out = hone_crowd_palette_of(crowd, member);
    for (uint32_t s = 0; s < shared->slot_count; s++) {
        const int32_t at = shared->pose_of ? shared->pose_of[s] : (int32_t)s;
        if (at == HONE_NONE)
            continue;
        const uint32_t first = shared->pose_slots ? shared->pose_slots[at] : s;
        if (first == s)
            mix(&from[at], &to[at], part, &out[s]);
        else
            out[s] = out[first];
    }
}

/* ---- the members whose turn it is ---- */

/* Adds a member to a job, at its time `ahead` seconds from now. */
static void add_item(hone_crowd *crowd, hone_crowd_job *job, uint32_t member, double ahead, hone_affine *out)
{
    const hone_crowd_play *plays = hone_crowd_writable_plays(crowd, member);
    hone_crowd_layer *layers = &job->layers[(size_t)job->count * crowd->play_count];
    uint32_t count = 0;
    for (uint32_t p = 0; p < crowd->play_count; p++) {
        if (!(plays[p].weight > 0))
            continue;
        double seconds = ahead != 0 ? advanced(&plays[p], crowd->durations[plays[p].clip], ahead) : plays[p].seconds;
        layers[count++] = (hone_crowd_layer){plays[p].clip, plays[p].weight, seconds};
    }
    job->items[job->count++] = (hone_crowd_item){layers, count, crowd->turns[member].level, out};
}

/* The member goes on from its pose of now to that of its next update. If frames are as long as the one before, the pose
 * of now is the one that was computed for this time. */
static void add_ends(hone_crowd *crowd, hone_crowd_thread *thread, uint32_t member)
{
    hone_crowd_turn *turn = &crowd->turns[member];
    double ahead = crowd->step * turn->period;
    hone_affine *from = end_of(crowd, 0, member);
    if (turn->has_next) {
        const float part = part_of(turn);
        for (uint32_t i = 0; i < crowd->shared->pose_size; i++)
            mix(&from[i], &end_of(crowd, 1, member)[i], part, &from[i]);
    } else {
        add_item(crowd, &thread->poses, member, 0, from);
    }
    add_item(crowd, &thread->poses, member, ahead, end_of(crowd, 1, member));
    turn->has_next = true;
    turn->elapsed = 0, turn->span = (float)fabs(ahead);
}

static bool is_due(const hone_crowd *crowd, const hone_crowd_turn *turn)
{
    if (turn->period == 0)
        return false;
    return !turn->updated || crowd->frame % turn->period == turn->phase;
}

static bool update_member(hone_crowd *crowd, hone_crowd_thread *thread, uint32_t member)
{
    hone_crowd_turn *turn = &crowd->turns[member];
    turn->elapsed += (float)fabs(crowd->step);
    if (!advance(crowd, hone_crowd_writable_plays(crowd, member)))
        return false;
    if (!is_due(crowd, turn))
        return true;
    turn->updated = true;
    if (crowd->interpolates && turn->period > 1)
        add_ends(crowd, thread, member);
    else
        add_item(crowd, &thread->palettes, member, 0, hone_crowd_palette_of(crowd, member));
    return true;
}

/* ---- frames ---- */

void hone_crowd_begin_frame(hone_crowd *crowd, double seconds)
{
    crowd->frame++;
    crowd->step = isfinite(seconds) ? seconds : 0;
}

static void run_items(hone_crowd_thread *thread)
{
    hone_crowd_job *palettes = &thread->palettes, *poses = &thread->poses;
    hone_crowd_run_items(thread->scratch, palettes->items, palettes->count, false);
    hone_crowd_run_items(thread->scratch, poses->items, poses->count, true);
    palettes->count = poses->count = 0;
}

static bool update_members(hone_crowd *crowd, hone_crowd_thread *thread, uint32_t begin, uint32_t end,
                           hone_error *error)
{
    bool ok = true;
    for (uint32_t m = begin; m < end; m++) {
        if (!update_member(crowd, thread, m) && ok)
            ok = hone_fail(error, HONE_ERROR_ARGUMENT, m, "member %u plays a clip that does not exist", (unsigned)m);
        if (thread->palettes.count + thread->poses.count >= HONE_CROWD_CHUNK)
            run_items(thread);
    }
    run_items(thread);
    for (uint32_t m = begin; m < end && crowd->interpolates; m++)
        if (crowd->turns[m].has_next)
            interpolate(crowd, m);
    return ok;
}

bool hone_crowd_update_range(hone_crowd *crowd, uint32_t begin, uint32_t end, hone_error *error)
{
    if (!crowd)
        return hone_fail_null(error, "crowd");
    if (begin > end || end > crowd->member_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, end, "members %u to %u of %u", (unsigned)begin, (unsigned)end,
                         (unsigned)crowd->member_count);
    hone_crowd_thread *thread = hone_crowd_take_thread(crowd, error);
    if (!thread)
        return false;
    bool ok = update_members(crowd, thread, begin, end, error);
    atomic_flag_clear_explicit(&thread->busy, memory_order_release);
    return ok;
}

typedef struct update_context {
    hone_crowd *crowd;
    atomic_flag failed; /* set by the first thread that fails, whose error is kept */
    hone_error error;
} update_context;

static void update_some(void *user, uint32_t begin, uint32_t end)
{
    update_context *c = user;
    hone_error error = {0};
    if (!hone_crowd_update_range(c->crowd, begin, end, &error) && !atomic_flag_test_and_set(&c->failed))
        c->error = error;
}

bool hone_crowd_update(hone_crowd *crowd, double seconds, hone_workers *workers, hone_error *error)
{
    if (!crowd)
        return hone_fail_null(error, "crowd");
    if (hone_workers_thread_count(workers) > crowd->thread_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, crowd->thread_count, "%u threads, but the crowd was made for %u",
                         (unsigned)hone_workers_thread_count(workers), (unsigned)crowd->thread_count);
    update_context c = {.crowd = crowd, .failed = ATOMIC_FLAG_INIT};
    hone_crowd_begin_frame(crowd, seconds);
    hone_workers_run(workers, update_some, &c, crowd->member_count, HONE_CROWD_BATCH);
    if (c.error.code == HONE_OK)
        return true;
    if (error)
        *error = c.error;
    return false;
}

bool hone_crowd_advance(hone_crowd *crowd, double seconds, hone_error *error)
{
    bool ok = crowd != NULL;
    if (!crowd)
        return hone_fail_null(error, "crowd");
    hone_crowd_begin_frame(crowd, seconds);
    for (uint32_t m = 0; m < crowd->member_count; m++)
        if (!advance(crowd, hone_crowd_writable_plays(crowd, m)) && ok)
            ok = hone_fail(error, HONE_ERROR_ARGUMENT, m, "member %u plays a clip that does not exist", (unsigned)m);
    return ok;
}
