/* Times drawing: what each pass adds, and how much of it is hone's own work. */
#ifndef HONE_BENCH_MEASURES_RENDER_H
#define HONE_BENCH_MEASURES_RENDER_H

#include <hone/render.h>

typedef enum bench_pass {
    BENCH_PASS_BASE,   /* surfaces only */
    BENCH_PASS_EDGES,  /* surfaces and edges */
    BENCH_PASS_GROUND, /* surfaces, edges and the shadow on the ground */
    BENCH_PASS_SELF,   /* surfaces, edges and self-shadow */
    BENCH_PASS_BOTH,   /* surfaces, edges and both shadows, the default of hone render */
    BENCH_PASS_COUNT
} bench_pass;

extern const char *const bench_pass_names[BENCH_PASS_COUNT];

enum { BENCH_RENDER_WIDTH = 1280, BENCH_RENDER_HEIGHT = 720 };

/* Milliseconds a picture, which is posed, skinned, drawn and read back: median and least. */
typedef struct bench_render {
    bool measured; /* false: rendering is not built in, or there is no device */
    char device[128];
    double median[BENCH_PASS_COUNT], min[BENCH_PASS_COUNT];
    double own; /* hone's part of that, outside the driver: posing, skinning, turning the picture upright */
} bench_render;

/* Draws 1280x720 pixels with one sample a pixel; the actor fills the height. The passes take turns, through the frames
 * of `duration` seconds. files: finds the model's textures. Without a device nothing is measured, which is not an
 * error. */
bool bench_render_run(hone_actor *actor, double duration, const hone_file_resolver *files, bench_render *out,
                      hone_error *error);

#endif
