#include "bench/measures/render.h"
#include "bench/clock.h"
#include "tool/messages/progress.h"
#include <hone/io.h>
#include <hone/render.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9 };

const char *const bench_pass_names[BENCH_PASS_COUNT] = {"base", "edges", "ground_shadow", "self_shadow", "both"};

typedef struct render_timer {
    hone_renderer *renderer;
    hone_gpu_model *gpu_model;
    hone_actor *actor;
    hone_image image;
    hone_draw_item item;
    hone_draw_desc desc; /* draws that item */
} render_timer;

static bool set_up(render_timer *e, const hone_file_resolver *files, hone_error *error)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    e->gpu_model = hone_gpu_model_create(e->renderer, hone_actor_model(e->actor), files, error);
    if (!e->gpu_model || !hone_image_create(BENCH_RENDER_WIDTH, BENCH_RENDER_HEIGHT, NULL, &e->image, error))
        return false;
    e->item = (hone_draw_item){.gpu_model = e->gpu_model, .actor = e->actor};
    if (!hone_actor_update(e->actor, 0, error) || !hone_framing_add_actor(&bounds, e->actor, error))
        return false;
    e->desc = (hone_draw_desc){
        .width = BENCH_RENDER_WIDTH,
        .height = BENCH_RENDER_HEIGHT,
        .samples = 1,
        .background = {1, 1, 1, 1},
        .camera = hone_camera_framing(&bounds, (double)BENCH_RENDER_WIDTH / BENCH_RENDER_HEIGHT),
        .items = &e->item,
        .item_count = 1,
    };
    return true;
}

static bool time_picture(render_timer *e, bench_pass pass, double seconds, double *out, hone_error *error)
{
    static const hone_shadows shadows[BENCH_PASS_COUNT] = {HONE_SHADOWS_OFF, HONE_SHADOWS_OFF, HONE_SHADOWS_GROUND,
                                                           HONE_SHADOWS_SELF, HONE_SHADOWS_BOTH};
    e->desc.no_edges = pass == BENCH_PASS_BASE;
    e->desc.shadows = shadows[pass];
    double begun = progress_clock();
    bool ok = hone_actor_update(e->actor, seconds, error) &&
              hone_renderer_draw_image(e->renderer, &e->desc, &e->image, error);
    *out = (progress_clock() - begun) * 1e3;
    return ok;
}

/* Measures the same calls without the driver. */
static bool time_own(render_timer *e, double seconds, float (*to)[3], size_t lanes, double *out, hone_error *error)
{
    const hone_skin_out skin = {.positions = {to, lanes, sizeof *to},
                                .normals = {to + lanes, lanes, sizeof *to},
                                .order = HONE_SKIN_ORDER_LANES};
    double begun = progress_clock();
    bool ok = hone_actor_update(e->actor, seconds, error) && (lanes == 0 || hone_actor_skin(e->actor, &skin, error));
    hone_image_from_framebuffer(&e->image);
    *out = (progress_clock() - begun) * 1e3;
    return ok;
}

static bool time_rounds(render_timer *e, double duration, bench_render *out, hone_error *error)
{
    double times[BENCH_PASS_COUNT][ROUNDS], own[ROUNDS], ignored;
    const hone_skin *skin = hone_actor_compiled_skin(e->actor, error);
    if (!skin)
        return false;
    size_t lanes = hone_skin_lane_count(skin);
    float(*vertices)[3] = calloc(2 * lanes + 1, sizeof *vertices);
    bool ok = vertices || hone_fail_memory(error);
    for (int pass = 0; pass < BENCH_PASS_COUNT && ok; pass++) /* the driver compiles its shaders at their first use */
        ok = time_picture(e, (bench_pass)pass, 0, &ignored, error);
    for (int i = 0; i < ROUNDS && ok; i++) {
        double seconds = duration * i / ROUNDS;
        for (int pass = 0; pass < BENCH_PASS_COUNT && ok; pass++)
            ok = time_picture(e, (bench_pass)pass, seconds, &times[pass][i], error);
        ok = ok && time_own(e, seconds, vertices, lanes, &own[i], error);
    }
    for (int pass = 0; pass < BENCH_PASS_COUNT && ok; pass++) {
        out->median[pass] = bench_median(times[pass], ROUNDS);
        out->min[pass] = bench_minimum(times[pass], ROUNDS);
    }
    if (ok)
        out->own = bench_median(own, ROUNDS);
    free(vertices);
    return ok;
}

bool bench_render_run(hone_actor *actor, double duration, const hone_file_resolver *files, bench_render *out,
                      hone_error *error)
{
    render_timer e = {.renderer = hone_renderer_create(NULL, NULL), .actor = actor};
    *out = (bench_render){0};
    if (!e.renderer)
        return true;
    snprintf(out->device, sizeof out->device, "%s", hone_renderer_name(e.renderer));
    bool ok = set_up(&e, files, error) && time_rounds(&e, duration, out, error);
    out->measured = ok;
    hone_image_release(&e.image);
    hone_gpu_model_destroy(e.gpu_model);
    hone_renderer_destroy(e.renderer);
    return ok;
}
