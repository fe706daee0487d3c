/* Smoothing: each key gets the mean of its track around it. */
#include "base/error.h"
#include "base/trigonometry.h"
#include "offline/motion_edit/edit.h"
#include "offline/motion_edit/rotations.h"

/* The keys of a track that are smoothed together: the camera's between two cuts, otherwise all. */
typedef struct smooth_run {
    const hone_edit_track *track;
    uint32_t begin, end; /* keys */
    uint32_t radius;     /* frames to each side */
} smooth_run;

enum { VALUES = 8, FRAMES_MOST = 1000 };

/* A value as numbers: of a bone 3 of its translation and 4 of its rotation, ... Returns how many. */
static int numbers_of(const hone_key_kind *kind, const hone_any_key *key, double out[VALUES])
{
    const hone_camera *camera = &key->camera.camera;
    switch (kind->type) {
    case KEY_BONE:
        for (int i = 0; i < 3; i++) out[i] = key->bone.translation[i];
        hone_turn_widen(key->bone.rotation, out + 3);
        return 7;
    case KEY_MORPH:
        out[0] = key->morph.weight;
        return 1;
    default:
        for (int i = 0; i < 3; i++) out[i] = camera->target[i], out[3 + i] = camera->angles[i];
        out[6] = camera->distance, out[7] = camera->fov;
        return 8;
    }
}

static void set_numbers(const hone_key_kind *kind, const double numbers[VALUES], hone_any_key *key)
{
    hone_camera *camera = &key->camera.camera;
    double square = 0, unit[4];
    switch (kind->type) {
    case KEY_BONE:
        for (int i = 0; i < 3; i++) key->bone.translation[i] = (float)numbers[i];
        for (int i = 0; i < 4; i++) square += numbers[3 + i] * numbers[3 + i];
        for (int i = 0; i < 4; i++) unit[i] = numbers[3 + i] / sqrt(square);
        hone_turn_narrow(unit, key->bone.rotation);
        break;
    case KEY_MORPH:
        key->morph.weight = (float)numbers[0];
        break;
    default:
        for (int i = 0; i < 3; i++) camera->target[i] = (float)numbers[i], camera->angles[i] = (float)numbers[3 + i];
        camera->distance = (float)numbers[6], camera->fov = (float)numbers[7];
        break;
    }
}

/* Samples the run at a frame; *next: the first key behind it. */
static void sample(const smooth_run *run, uint32_t frame, uint32_t *next, hone_any_key *out)
{
    const hone_edit_track *track = run->track;
    while (*next < run->end && hone_track_frame(track, *next) <= frame) ++*next;
    const void *from = hone_track_key(track, *next - 1);
    double first = hone_track_frame(track, *next - 1);
    memcpy(out, from, track->kind->size);
    if (frame > first) {
        double at = (frame - first) / ((double)hone_track_frame(track, *next) - first);
        track->kind->section(from, hone_track_key(track, *next), at, at, out);
    }
}

/* Adds a sample to the mean, with a quaternion on the side of the key's. */
static void add_sample(const hone_key_kind *kind, const double *centre, const double *numbers, int count, double weight,
                       double *sum)
{
    double side = 0;
    for (int i = 3; i < 7 && kind->type == KEY_BONE; i++) side += centre[i] * numbers[i];
    for (int i = 0; i < count; i++) sum[i] += (side < 0 && i >= 3 ? -weight : weight) * numbers[i];
}

/* The mean over the frames around key k, as many to each side, with the weights of a Hann window. */
static void smooth_key(const smooth_run *run, uint32_t k, hone_any_key *key)
{
    const hone_key_kind *kind = run->track->kind;
    uint32_t frame = hone_track_frame(run->track, k), radius = run->radius, next = k;
    uint32_t before = frame - hone_track_frame(run->track, run->begin);
    uint32_t behind = hone_track_frame(run->track, run->end - 1) - frame;
    radius = radius < before ? radius : before;
    radius = radius < behind ? radius : behind;
    while (next > run->begin + 1 && hone_track_frame(run->track, next - 1) > frame - radius) next--;
    double centre[VALUES], sum[VALUES] = {0}, total = 0;
    int count = numbers_of(kind, key, centre);
    bool changes = false;
    for (uint32_t f = frame - radius; f <= frame + radius; f++) {
        hone_any_key at;
        double numbers[VALUES], away = (double)f - frame, weight = 1 + hone_cos(HONE_PI * away / (radius + 1.0));
        sample(run, f, &next, &at);
        numbers_of(kind, &at, numbers);
        changes |= memcmp(numbers, centre, (size_t)count * sizeof *numbers) != 0;
        add_sample(kind, centre, numbers, count, weight, sum);
        total += weight;
    }
    for (int i = 0; i < count; i++) sum[i] /= total;
    if (changes)
        set_numbers(kind, sum, key);
}

/* Returns the end of the run that begins at a key. */
static uint32_t run_end(const hone_edit_track *track, uint32_t begin)
{
    uint32_t end = begin + 1;
    while (end < track->count && !hone_track_cuts(track, end)) end++;
    return end;
}

static void smooth_track(hone_edit *edit, hone_edit_track *track, uint32_t radius)
{
    hone_key_list list = hone_key_list_make(edit, track->kind);
    for (uint32_t begin = 0; begin < track->count;) {
        smooth_run run = {track, begin, run_end(track, begin), radius};
        for (uint32_t k = begin; k < run.end; k++) {
            hone_any_key key;
            memcpy(&key, hone_track_key(track, k), track->kind->size);
            if (k > run.begin && k + 1 < run.end)
                smooth_key(&run, k, &key);
            hone_key_list_add(&list, &key, key.frame);
        }
        begin = run.end;
    }
    hone_key_list_take(&list, track);
}

hone_motion *hone_motion_smooth(const hone_motion *motion, uint32_t frames, const hone_allocator *allocator,
                                hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error);
    if (good && frames > FRAMES_MOST)
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a window of smoothing has at most %d frames", FRAMES_MOST);
    for (uint32_t i = 0; good && i < edit.count; i++) {
        hone_key_type type = edit.tracks[i].kind->type;
        if (type == KEY_BONE || type == KEY_MORPH || type == KEY_CAMERA)
            smooth_track(&edit, &edit.tracks[i], frames / 2);
    }
    return hone_edit_finish(&edit, good, report, error);
}
