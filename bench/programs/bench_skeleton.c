/* Measures sampling and the rig of plain skeletons: bones without chains and appends, that are all keyed.
 * usage: bench_skeleton MODEL|chain:COUNT|star:COUNT [--translations] [--staggered] [--spacing FRAMES]
 *
 * Only the places and parents of MODEL's bones are used. The bones rotate at random between keys, every five frames for
 * ten seconds; with --translations they move too, and with --staggered each begins at another frame. Printed is the
 * least time of many short windows, in ns a bone: at 60 frames a second, and at random times. */
#define _POSIX_C_SOURCE 200809L
#include <hone/format.h>
#include <hone/math.h>
#include <hone/rig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FRAMES = 300, TIMES = 600, WINDOWS = 150, WINDOW_BONES = 15000 };

typedef enum motion_kind { LINEAR, FOUR_CURVES, OWN_CURVES, CHANNELS, KINDS } motion_kind;

static const char *const kind_names[KINDS] = {"linear tracks", "four curves", "own curves", "linear channels"};

typedef struct options {
    bool translations, staggered;
    uint32_t spacing;
} options;

/* A skeleton and a motion of one kind. */
typedef struct stage {
    hone_model *model;
    hone_motion *motion;
    hone_sampler *sampler;
    hone_rig *rig;
    hone_pose *pose;
} stage;

static uint32_t seed = 1;

static double chance(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- skeletons ----------------------------------------------------------------------------------------------------
 */

static bool is_made(const char *what, const char *shape, uint32_t *count)
{
    size_t size = strlen(shape);
    if (strncmp(what, shape, size) != 0)
        return false;
    *count = (uint32_t)atoi(what + size);
    return true;
}

/* Returns the bones in `b`; NULL on failure. */
static hone_bone *make_bones(hone_builder *b, const char *what, uint32_t *count, hone_error *error)
{
    bool chain = is_made(what, "chain:", count), star = !chain && is_made(what, "star:", count);
    hone_model *model = chain || star ? NULL : hone_model_load(what, NULL, error);
    const hone_skeleton *from = model ? hone_model_skeleton(model) : NULL;
    *count = from ? from->bone_count : *count;
    hone_bone *bones = *count ? hone_builder_array(b, *count, sizeof *bones) : NULL;
    for (uint32_t i = 0; bones && i < *count; i++) {
        char name[16];
        bones[i] = (hone_bone){.parent = i ? (chain ? (int32_t)i - 1 : 0) : HONE_NONE,
                               .position = {0, 0.1f * (float)i, 0},
                               .rest = HONE_TRANSFORM_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        if (from) {
            bones[i].parent = from->bones[i].parent;
            hone_vec3_copy(from->bones[i].position, bones[i].position);
        }
        bones[i].name = hone_builder_text(b, name, (size_t)snprintf(name, sizeof name, "b%u", i));
    }
    hone_model_release(model);
    return bones;
}

/* Local transforms at rest, where they are not positions. */
static void set_rests(hone_bone *bones, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hone_vec3_copy(bones[i].position, bones[i].rest.translation);
        if (bones[i].parent != HONE_NONE)
            hone_vec3_subtract(bones[i].position, bones[bones[i].parent].position, bones[i].rest.translation);
        bones[i].rest_local = hone_affine_from_transform(&bones[i].rest);
    }
}

static hone_model *make_model(const char *what, hone_space space, hone_error *error)
{
    uint32_t count = 0;
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_bone *bones = b ? make_bones(b, what, &count, error) : NULL;
    if (!bones)
        return hone_builder_destroy(b), NULL;
    if (space != HONE_SPACE_MMD)
        set_rests(bones, count);
    const hone_model_data data = {.space = space, .skeleton = {.bone_count = count, .bones = bones}};
    return hone_model_create(b, &data, NULL, error);
}

/* ---- motions ------------------------------------------------------------------------------------------------------
 */

static uint32_t list_frames(const options *o, uint32_t frames[FRAMES + 1])
{
    uint32_t count = 0, phase = o->staggered ? (uint32_t)(chance() * o->spacing) : 0;
    for (uint32_t f = 0; f <= FRAMES; f++)
        if (f == 0 || f == FRAMES || (f + o->spacing - phase) % o->spacing == 0)
            frames[count++] = f;
    return count;
}

static void turn(float rotation[4])
{
    float axis[3] = {(float)chance() - 0.5f, (float)chance() - 0.5f, (float)chance() - 0.5f};
    float half = 0.5f * (float)chance();
    hone_vec3_normalise(axis, axis);
    hone_vec3_scale(axis, sinf(half), rotation);
    rotation[3] = cosf(half);
}

static hone_curve curve_of(motion_kind kind, uint32_t number)
{
    static const hone_curve few[4] = {{64, 0, 64, 127}, {30, 5, 90, 120}, {20, 60, 80, 127}, {107, 20, 20, 107}};
    const hone_curve linear = HONE_CURVE_LINEAR;
    const double x1 = 1 + 126 * chance(), y1 = 128 * chance(), x2 = 1 + 126 * chance(), y2 = 128 * chance();
    const hone_curve own = {(uint8_t)x1, (uint8_t)y1, (uint8_t)x2, (uint8_t)y2};
    return kind == LINEAR ? linear : kind == FOUR_CURVES ? few[number % 4] : own;
}

static void add_track(hone_builder *b, hone_bone_track *track, uint32_t bone, const options *o, motion_kind kind)
{
    uint32_t frames[FRAMES + 1], count = list_frames(o, frames);
    hone_bone_key *keys = hone_builder_array(b, count, sizeof *keys);
    char name[16];
    for (uint32_t k = 0; keys && k < count; k++) {
        keys[k].frame = frames[k];
        turn(keys[k].rotation);
        for (int i = 0; o->translations && i < 3; i++) keys[k].translation[i] = (float)(0.1 * chance());
        keys[k].curves[0] = keys[k].curves[1] = keys[k].curves[2] = curve_of(kind, bone + k);
        keys[k].curves[3] = curve_of(kind, bone + k + 1);
    }
    track->name.text = hone_builder_text(b, name, (size_t)snprintf(name, sizeof name, "b%u", bone));
    track->key_count = count;
    track->keys = keys;
}

static void add_channel(hone_builder *b, hone_channel *channel, const hone_bone *at_rest, uint32_t bone,
                        hone_channel_path path, const options *o)
{
    uint32_t frames[FRAMES + 1], count = list_frames(o, frames), width = path == HONE_CHANNEL_ROTATION ? 4 : 3;
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    double *times = hone_builder_array(b, count, sizeof *times);
    float *values = hone_builder_array(b, (size_t)count * width, sizeof *values);
    for (uint32_t k = 0; times && values && k < count; k++) {
        float *value = values + (size_t)k * width;
        times[k] = frames[k] / 30.0;
        if (path == HONE_CHANNEL_ROTATION)
            turn(value);
        for (int i = 0; path != HONE_CHANNEL_ROTATION && i < 3; i++)
            value[i] = at_rest->rest.translation[i] + (float)(0.1 * chance());
    }
    if (target)
        *target = (hone_channel_target){at_rest->name, (int32_t)bone};
    *channel = (hone_channel){.path = (uint8_t)path,
                              .interpolation = HONE_INTERPOLATION_LINEAR,
                              .target_count = 1,
                              .targets = target,
                              .key_count = count,
                              .times = times,
                              .values = values};
}

static hone_motion *make_motion(const hone_skeleton *skeleton, const options *o, motion_kind kind, hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    uint32_t count = skeleton->bone_count, parts = o->translations ? 2 : 1;
    hone_bone_track *tracks = b && kind < CHANNELS ? hone_builder_array(b, count, sizeof *tracks) : NULL;
    hone_channel *channels = b && kind >= CHANNELS ? hone_builder_array(b, 2 * (size_t)count, sizeof *channels) : NULL;
    if (!tracks && !channels)
        return hone_builder_destroy(b), NULL;
    for (uint32_t i = 0; tracks && i < count; i++) add_track(b, &tracks[i], i, o, kind);
    for (uint32_t i = 0; channels && i < count * parts; i++)
        add_channel(b, &channels[i], &skeleton->bones[i / parts], i / parts,
                    i % parts ? HONE_CHANNEL_TRANSLATION : HONE_CHANNEL_ROTATION, o);
    const hone_motion_data data = {.space = channels ? HONE_SPACE_GLTF : HONE_SPACE_MMD,
                                   .bone_track_count = tracks ? count : 0,
                                   .bone_tracks = tracks,
                                   .channel_count = channels ? count * parts : 0,
                                   .channels = channels};
    return hone_motion_create(b, &data, NULL, error);
}

/* ---- measuring ----------------------------------------------------------------------------------------------------
 */

static bool set_up(stage *s, const char *what, const options *o, motion_kind kind, hone_error *error)
{
    *s = (stage){.model = make_model(what, kind >= CHANNELS ? HONE_SPACE_GLTF : HONE_SPACE_MMD, error)};
    s->motion = s->model ? make_motion(hone_model_skeleton(s->model), o, kind, error) : NULL;
    if (!s->motion)
        return false;
    s->sampler = hone_sampler_create(&(hone_sampler_desc){.model = s->model, .motion = s->motion}, error);
    s->rig = hone_rig_create(&(hone_rig_desc){.model = s->model}, error);
    s->pose = hone_pose_create(s->model, NULL, error);
    return s->sampler && s->rig && s->pose;
}

static void tear_down(stage *s)
{
    hone_pose_destroy(s->pose);
    hone_rig_destroy(s->rig);
    hone_sampler_destroy(s->sampler);
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

/* The nanoseconds a bone of `frames` frames. */
static double time_frames(stage *s, const double times[TIMES], int first, int frames, bool sample, bool rig)
{
    double begin = now();
    for (int i = 0; i < frames; i++) {
        if (sample)
            hone_sampler_sample(s->sampler, times[(first + i) % TIMES], s->pose);
        if (rig)
            hone_rig_evaluate(s->rig, s->pose);
    }
    return (now() - begin) / frames / s->pose->bone_count;
}

static void measure(stage *s, const double forward[TIMES], const double random[TIMES], double least[4])
{
    int frames = WINDOW_BONES / (int)s->pose->bone_count + 1;
    for (int i = 0; i < 4; i++) least[i] = INFINITY;
    for (int w = 0; w < WINDOWS; w++) {
        int first = w * frames;
        time_frames(s, forward, first + TIMES - 1, 1, true, true);
        least[0] = fmin(least[0], time_frames(s, forward, first, frames, true, false));
        least[1] = fmin(least[1], time_frames(s, forward, first, frames, false, true));
        least[2] = fmin(least[2], time_frames(s, forward, first, frames, true, true));
        least[3] = fmin(least[3], time_frames(s, random, first, frames, true, false));
    }
}

static bool run(const char *what, const options *o, hone_error *error)
{
    static double forward[TIMES], random[TIMES];
    for (int i = 0; i < TIMES; i++) forward[i] = i * 0.5, random[i] = chance() * FRAMES;
    for (motion_kind kind = 0; kind < KINDS; kind++) {
        stage s;
        double least[4];
        bool ok = set_up(&s, what, o, kind, error);
        if (ok) {
            measure(&s, forward, random, least);
            if (kind == 0)
                printf("%u bones, ns a bone    sample    rig   both   sample at random\n", s.pose->bone_count);
            printf("%-20s %8.2f %6.2f %6.2f %18.2f\n", kind_names[kind], least[0], least[1], least[2], least[3]);
        }
        tear_down(&s);
        if (!ok)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    options o = {.spacing = 5};
    const char *what = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--translations") == 0)
            o.translations = true;
        else if (strcmp(argv[i], "--staggered") == 0)
            o.staggered = true;
        else if (strcmp(argv[i], "--spacing") == 0 && i + 1 < argc)
            o.spacing = (uint32_t)atoi(argv[++i]);
        else
            what = argv[i];
    }
    if (!what || o.spacing == 0)
        return fprintf(stderr, "usage: bench_skeleton MODEL|chain:COUNT|star:COUNT [--translations] [--staggered] "
                               "[--spacing FRAMES]\n"),
               2;
    if (!run(what, &o, &error))
        return fprintf(stderr, "bench_skeleton: %s\n", error.message[0] ? error.message : "no bones"), 1;
    return 0;
}
