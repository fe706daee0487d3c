/* Pictures under the clock: what each pass adds, and how much of it is hone's own work. */
#ifndef HONE_BENCH_RENDER_H
#define HONE_BENCH_RENDER_H

#include <hone/render.h>

typedef enum bench_pass {
    BENCH_PASS_BASE,   /* surfaces alone */
    BENCH_PASS_EDGES,  /* and edges */
    BENCH_PASS_GROUND, /* and both, and the shadow on the ground */
    BENCH_PASS_SELF,   /* edges, and self-shadow */
    BENCH_PASS_BOTH,   /* edges and both shadows, as hone render has it */
    BENCH_PASS_COUNT
} bench_pass;

extern const char *const bench_pass_names[BENCH_PASS_COUNT];

enum { BENCH_RENDER_WIDTH = 1280, BENCH_RENDER_HEIGHT = 720 };

/* Milliseconds a picture, posed, skinned, drawn and read back: median and least. */
typedef struct bench_render {
    bool measured; /* false: rendering is not built in, or there is no device */
    char device[128];
    double median[BENCH_PASS_COUNT], min[BENCH_PASS_COUNT];
    double own; /* of that hone's part outside the driver: posing, skinning, setting the picture upright */
} bench_render;

/* 1280x720, one sample a pixel, the actor filling the height; the passes in turn, frame after frame of `duration`
 * seconds. files: where the model's textures lie. Without a device nothing is measured, and that is no error. */
bool bench_render_run(hone_actor *actor, double duration, const hone_file_resolver *files, bench_render *out,
                      hone_error *error);

#endif
