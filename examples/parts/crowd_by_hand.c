#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

enum { MEMBERS = 64, TASKS = 4 };

/* An engine's job system in place of hone's threads. This one does the tasks one after the other. */
static void run_tasks(void *user, hone_task_fn *task, void *task_user, uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++) task(task_user, i);
}

/* Updates members [begin, end) within a frame. */
static void update_some(void *user, uint32_t begin, uint32_t end)
{
    hone_crowd_update_range(user, begin, end, NULL); /* fails only if a clip does not exist */
}

/* One palette by the job, on plain arrays: two moments of the clip, half each. */
static bool run_job(const hone_crowd_model *shared, hone_affine *palette, hone_error *error)
{
    double duration = hone_crowd_model_duration(shared, 0);
    const hone_crowd_layer layers[] = {{.weight = 0.5f, .seconds = 0.25 * duration},
                                       {.weight = 0.5f, .seconds = 0.75 * duration}};
    const hone_crowd_item item = {.layers = layers, .layer_count = 2, .palette = palette};
    hone_crowd_scratch *scratch = hone_crowd_scratch_create(shared, NULL, error);
    bool ok = scratch && hone_crowd_run(scratch, &item, 1, error);
    hone_crowd_scratch_destroy(scratch);
    return ok;
}

/* The same by a crowd whose ranges the engine's jobs update. The second half of the members has fewer bones. */
static bool run_crowd(hone_crowd *crowd, hone_workers *jobs, const hone_crowd_model *shared)
{
    double duration = hone_crowd_model_duration(shared, 0);
    for (uint32_t m = 0; m < MEMBERS; m++) {
        hone_crowd_play *plays = hone_crowd_writable_plays(crowd, m);
        plays[0] = (hone_crowd_play){.weight = 0.5f, .seconds = 0.25 * duration, .speed = 1};
        plays[1] = (hone_crowd_play){.weight = 0.5f, .seconds = 0.75 * duration, .speed = 1};
        hone_crowd_set_level(crowd, m, m >= MEMBERS / 2);
    }
    hone_crowd_begin_frame(crowd, 0);
    hone_workers_run(jobs, update_some, crowd, MEMBERS, 8);
    return true;
}

/* The largest difference between two palettes. */
static double difference(const hone_affine *a, const hone_affine *b, uint32_t count)
{
    double out = 0;
    for (uint32_t i = 0; i < count * 12; i++) {
        uint32_t row = i / 4 % 3, column = i % 4;
        out = fmax(out, fabs((double)a[i / 12].m[row][column] - (double)b[i / 12].m[row][column]));
    }
    return out;
}

static hone_crowd_model *prepare(const hone_model *model, const hone_motion *motion, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    uint8_t *few = malloc(skeleton->bone_count + 1);
    if (!few)
        return hone_fail_memory(error), NULL;
    hone_crowd_level_by_length(skeleton, 1, few);
    hone_crowd_model *shared =
        hone_crowd_model_create(&(hone_crowd_model_desc){.model = model,
                                                         .clip_count = 1,
                                                         .clips = &motion,
                                                         .level_count = 1,
                                                         .levels = (const uint8_t *const[]){few}},
                                error);
    free(few);
    return shared;
}

/* A crowd for an engine that has jobs of its own: nothing here starts a thread. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: crowd_by_hand MODEL MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_crowd_model *shared = motion ? prepare(model, motion, &error) : NULL;
    hone_crowd_model *kept = hone_crowd_model_retain(shared); /* as another level of a game would */
    hone_workers *jobs = hone_workers_create_on(&(hone_dispatch){.run = run_tasks}, TASKS, NULL, &error);
    const hone_crowd_desc desc = {.model = shared, .member_count = MEMBERS, .play_count = 2, .max_threads = TASKS};
    hone_crowd *crowd = shared && jobs ? hone_crowd_create(&desc, &error) : NULL;
    uint32_t slots = hone_crowd_model_get_info(shared).slot_count;
    hone_affine *palette = calloc(slots + 1, sizeof *palette);
    bool ok = crowd && palette && run_job(shared, palette, &error) && run_crowd(crowd, jobs, shared);
    if (ok)
        printf("%u slots: the job and the crowd differ by %g; with fewer bones by %.3f\n", (unsigned)slots,
               difference(palette, hone_crowd_palettes(crowd), slots),
               difference(palette, hone_crowd_palettes(crowd) + (size_t)(MEMBERS - 1) * slots, slots));
    else
        fprintf(stderr, "%s\n", error.message);
    free(palette), hone_crowd_destroy(crowd), hone_workers_destroy(jobs), hone_crowd_model_release(kept);
    hone_crowd_model_release(shared), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
