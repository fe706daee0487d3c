/* Compiles the programs of a picture before it is drawn. */
#include "draw/render/frame.h"
#include "draw/render/mesh/gpu_model.h"

enum { WANTED_MAX = HONE_SKIN_PATH_COUNT * HONE_PASS_COUNT + 3 };

typedef struct wanted_program {
    hone_program *program;
    hone_program_desc desc;
} wanted_program;

typedef struct wanted_programs {
    uint32_t count;
    wanted_program list[WANTED_MAX];
} wanted_programs;

static void want(wanted_programs *wanted, hone_program *program, hone_program_desc desc)
{
    wanted->list[wanted->count++] = (wanted_program){program, desc};
}

static void want_pass(wanted_programs *wanted, hone_renderer *renderer, hone_gpu_skin skin, hone_pass pass)
{
    want(wanted, &renderer->programs[skin][pass], hone_renderer_pass_program(renderer, skin, pass));
}

/* The programs of another skinning method, which a pose may need that does not fit the one asked for, are left to the
 * picture. */
static void want_models(wanted_programs *wanted, hone_renderer *renderer, const hone_draw_desc *desc)
{
    uint32_t passes[HONE_SKIN_PATH_COUNT] = {0};
    for (uint32_t i = 0; i < desc->item_count; i++) {
        const hone_draw_item *item = &desc->items[i];
        const hone_gpu_model *gpu_model = item->gpu_model;
        if (!gpu_model->skin)
            continue;
        hone_gpu_skin path = item->crowd ? (hone_gpu_skin)HONE_SKIN_PATH_CROWD
                                         : hone_gpu_model_skin_path(gpu_model, desc->gpu_skin, desc->method, NULL);
        bool once = hone_gpu_model_skins_once(gpu_model, desc, item, hone_gpu_model_readers(gpu_model, desc, item));
        passes[path] |= once ? 1u << HONE_PASS_SKIN : 0;
        passes[once ? HONE_GPU_SKIN_OFF : path] |= hone_gpu_model_passes(gpu_model, desc, item);
    }
    for (int skin = 0; skin < HONE_SKIN_PATH_COUNT; skin++)
        for (int pass = 0; pass < HONE_PASS_COUNT; pass++)
            if (passes[skin] >> pass & 1)
                want_pass(wanted, renderer, (hone_gpu_skin)skin, (hone_pass)pass);
}

/* What nearly all characters of MMD need: each of them is skinned once if it has more than its surface to draw. */
static void want_usual(wanted_programs *wanted, hone_renderer *renderer, const hone_draw_desc *desc)
{
    bool once = desc->gpu_skin != HONE_GPU_SKIN_OFF && (!desc->no_edges || desc->shadows != HONE_SHADOWS_OFF);
    hone_gpu_skin path = once ? HONE_GPU_SKIN_OFF : desc->gpu_skin;
    if (once)
        want_pass(wanted, renderer, desc->gpu_skin, HONE_PASS_SKIN);
    want_pass(wanted, renderer, path, HONE_PASS_SURFACE);
    if (!desc->no_edges)
        want_pass(wanted, renderer, path, HONE_PASS_EDGE);
}

static void find_wanted(wanted_programs *wanted, hone_renderer *renderer, const hone_draw_desc *desc)
{
    wanted->count = 0;
    want_models(wanted, renderer, desc);
    if (desc->item_count == 0 && renderer->compiles_aside)
        want_usual(wanted, renderer, desc);
    if (desc->grid)
        want(wanted, &renderer->grid, hone_grid_program);
    if (desc->backdrop && desc->backdrop->image)
        want(wanted, &renderer->backdrop, hone_backdrop_program);
    if (desc->overlay_count)
        want(wanted, &renderer->overlay.program, hone_overlay_program);
}

/* Begins all programs, and completes those that the driver has compiled. */
static bool compile_aside(wanted_programs *wanted, hone_error *error)
{
    for (uint32_t i = 0; i < wanted->count; i++)
        if (!wanted->list[i].program->name)
            hone_program_begin(wanted->list[i].program, &wanted->list[i].desc);
    for (uint32_t i = 0; i < wanted->count; i++)
        if (hone_program_is_compiled(wanted->list[i].program) &&
            !hone_program_prepare(wanted->list[i].program, &wanted->list[i].desc, error))
            return false;
    return true;
}

static bool compile_one(wanted_programs *wanted, hone_error *error)
{
    uint32_t i = 0;
    while (i < wanted->count && hone_program_is_complete(wanted->list[i].program)) i++;
    return i == wanted->count || hone_program_prepare(wanted->list[i].program, &wanted->list[i].desc, error);
}

bool hone_renderer_warm_up(hone_renderer *renderer, const hone_draw_desc *desc, hone_warm_up *out, hone_error *error)
{
    wanted_programs wanted;
    hone_context_before before;
    if (out)
        *out = (hone_warm_up){0};
    if (!hone_draw_check(renderer, desc, error) || !hone_context_enter(&renderer->context, &before, error))
        return false;
    find_wanted(&wanted, renderer, desc);
    bool ok = renderer->compiles_aside ? compile_aside(&wanted, error) : compile_one(&wanted, error);
    hone_context_leave(&renderer->context, &before);
    for (uint32_t i = 0; out && i < wanted.count; i++) out->done += hone_program_is_complete(wanted.list[i].program);
    if (out)
        out->total = wanted.count;
    return ok;
}
