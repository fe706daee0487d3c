/* Measures the bounds of a pose: how much larger than the vertices they are, and their time beside that of skinning.
 * usage: bench_bounds MODEL [MOTION [FRAMES]]; without MOTION the clip of the model's own file */
#define _POSIX_C_SOURCE 200809L
#include <hone/actor.h>
#include <hone/bounds.h>
#include <hone/format.h>
#include <hone/io.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const char *const names[] = {"auto", "linear", "dual quaternion", "centres"};

/* Sums and extremes over the frames of one method. */
typedef struct summary {
    double edges, most_edges, volume, sphere, outside, bounds_time, skin_time;
    int frames;
} summary;

static double volume_of(const hone_bounds *b)
{
    double volume = 1;
    for (int i = 0; i < 3; i++) volume *= (double)b->max[i] - (double)b->min[i];
    return volume;
}

/* The mean edge in relation to that of the vertices' box; the radius in relation to the vertices' distances. */
static void add(const hone_bounds *box, const hone_bounding_sphere *sphere, float (*positions)[3], uint32_t count,
                summary *s)
{
    hone_bounds want = HONE_BOUNDS_EMPTY;
    double radius = 0, edge = 0, wanted = 0;
    for (uint32_t v = 0; v < count; v++) {
        for (int i = 0; i < 3; i++) {
            want.min[i] = fminf(want.min[i], positions[v][i]);
            want.max[i] = fmaxf(want.max[i], positions[v][i]);
        }
        radius = fmax(radius, (double)hone_vec3_distance(positions[v], sphere->centre));
    }
    for (int i = 0; i < 3; i++) {
        edge += (double)box->max[i] - (double)box->min[i];
        wanted += (double)want.max[i] - (double)want.min[i];
        s->outside = fmax(s->outside,
                          fmax((double)want.max[i] - (double)box->max[i], (double)box->min[i] - (double)want.min[i]));
    }
    s->outside = fmax(s->outside, radius - (double)sphere->radius);
    s->edges += edge / wanted, s->most_edges = fmax(s->most_edges, edge / wanted);
    s->volume += volume_of(box) / volume_of(&want);
    s->sphere += (double)sphere->radius / radius;
    s->frames++;
}

static bool measure(hone_actor *actor, int frames, hone_skin_method method, summary *s, hone_error *error)
{
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    float(*positions)[3] = calloc((size_t)count + 1, sizeof *positions);
    const hone_skin_out out = {.positions = {positions, count, sizeof *positions}, .method = method};
    bool ok = positions != NULL;
    *s = (summary){.outside = -1e30, .bounds_time = 1e30, .skin_time = 1e30};
    for (int frame = 0; ok && frame < frames; frame++) {
        hone_bounds box;
        hone_bounding_sphere sphere;
        ok = hone_actor_update_frame(actor, frame, error) && hone_actor_skin(actor, &out, error) &&
             hone_actor_bounds(actor, method, &box, &sphere, error);
        double begin = now();
        ok = ok && hone_actor_bounds(actor, method, &box, NULL, error);
        double middle = now();
        ok = ok && hone_actor_skin(actor, &out, error);
        s->bounds_time = fmin(s->bounds_time, middle - begin), s->skin_time = fmin(s->skin_time, now() - middle);
        if (ok)
            add(&box, &sphere, positions, count, s);
    }
    free(positions);
    return ok;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    if (argc < 2)
        return fprintf(stderr, "usage: bench_bounds MODEL [MOTION [FRAMES]]\n"), 2;
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[argc > 2 ? 2 : 1], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok = actor && motion &&
              (hone_model_mesh(model)->vertex_count ||
               hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the model has no vertices")) &&
              hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, &error).id;
    int frames = argc > 3 ? atoi(argv[3]) : (int)fmin(hone_motion_duration(motion) * 30 + 1, 3000);
    for (int m = HONE_SKIN_AUTO; ok && m <= HONE_SKIN_CENTRES; m++) {
        summary s;
        ok = measure(actor, frames, (hone_skin_method)m, &s, &error);
        printf("%-16s edges %.3f (most %.3f), volume %.3f, sphere %.3f of the vertices'; outside by %.2g; "
               "time %.4f of skinning (%.1f ns a slot)\n",
               names[m], s.edges / s.frames, s.most_edges, s.volume / s.frames, s.sphere / s.frames,
               s.outside > 0 ? s.outside : 0, s.bounds_time / s.skin_time,
               s.bounds_time / hone_model_mesh(model)->slot_count);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
