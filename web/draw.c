/* Pictures: renderers, models on the GPU, and what one picture shows. */
#include "web/draw.h"
#include "web/actor.h"
#include "web/crowd.h"
#include "web/describe.h"
#include "web/overlay.h"
#include "web/web.h"

#include <hone/pictures.h>
#include <hone/render.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- renderers -------------------------------------------------------------------------------------------------- */

/* The browser compiles while the page fetches a model and decodes its textures. If it refuses a program, the picture
 * that needs it says so. */
static void begin_programs(hone_renderer *renderer)
{
    const hone_draw_desc nothing = {.width = 1, .height = 1, .gpu_skin = HONE_GPU_SKIN_TEXTURE};
    hone_renderer_warm_up(renderer, &nothing, NULL, NULL);
}

/* The context of JavaScript's canvas is the current one in all calls with a renderer (webgl.mjs). */
WEB_CALL(hone_renderer *, renderer_create, uint32_t max_texture_size)
{
    hone_renderer_desc desc = {.use_current_context = true, .max_texture_size = max_texture_size};
    hone_renderer *renderer = hone_renderer_create(&desc, &web_error);
    if (renderer)
        begin_programs(renderer);
    return renderer;
}

WEB_CALL(void, renderer_destroy, hone_renderer *renderer)
{
    hone_renderer_destroy(renderer);
}

WEB_CALL(void, renderer_lose_context, hone_renderer *renderer)
{
    hone_renderer_lose_context(renderer);
}

WEB_CALL(int, renderer_restore, hone_renderer *renderer)
{
    if (!hone_renderer_restore(renderer, &web_error))
        return 0;
    begin_programs(renderer);
    return 1;
}

WEB_CALL(const char *, renderer_name, const hone_renderer *renderer)
{
    return hone_renderer_name(renderer);
}

WEB_CALL(int, renderer_is_software, const hone_renderer *renderer)
{
    return hone_renderer_is_software(renderer);
}

WEB_CALL(uint32_t, renderer_max_samples, const hone_renderer *renderer)
{
    return hone_renderer_max_samples(renderer);
}

/* web_numbers: send, draw, palette_bytes. */
WEB_CALL(void, renderer_stats, const hone_renderer *renderer)
{
    hone_render_stats stats = hone_renderer_stats(renderer);
    web_numbers[0] = stats.send;
    web_numbers[1] = stats.draw;
    web_numbers[2] = (double)stats.palette_bytes;
}

/* folder: where textures are. The page decodes them (pictures.mjs). */
WEB_CALL(hone_pictures *, pictures_create, const hone_model *model, const char *folder)
{
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    return hone_pictures_create(model, &files, NULL, &web_error);
}

WEB_CALL(void, pictures_destroy, hone_pictures *pictures)
{
    hone_pictures_destroy(pictures);
}

WEB_CALL(uint32_t, pictures_count, const hone_pictures *pictures)
{
    return hone_pictures_count(pictures);
}

/* The bytes of a picture that hone does not decode; NULL: it does. web_numbers[0]: how many bytes. */
WEB_CALL(const uint8_t *, pictures_wanted, const hone_pictures *pictures, uint32_t index)
{
    hone_picture picture = hone_pictures_at(pictures, index);
    web_numbers[0] = (double)picture.encoded.size;
    return picture.wanted ? picture.encoded.bytes : NULL;
}

WEB_CALL(int, pictures_set, hone_pictures *pictures, uint32_t index, uint32_t width, uint32_t height, uint8_t *pixels)
{
    hone_image image = {.width = width, .height = height, .pixels = pixels};
    return hone_pictures_set(pictures, index, &image, &web_error);
}

WEB_CALL(hone_gpu_model *, gpu_model_create, hone_renderer *renderer, const hone_model *model, hone_pictures *pictures)
{
    hone_file_resolver files = hone_pictures_files(pictures);
    return hone_gpu_model_create(renderer, model, &files, &web_error);
}

WEB_CALL(int, gpu_model_restore, hone_gpu_model *gpu_model, hone_pictures *pictures)
{
    hone_file_resolver files = hone_pictures_files(pictures);
    return hone_gpu_model_restore(gpu_model, &files, &web_error);
}

WEB_CALL(void, gpu_model_destroy, hone_gpu_model *gpu_model)
{
    hone_gpu_model_destroy(gpu_model);
}

WEB_CALL(hone_bytes *, gpu_model_describe, const hone_gpu_model *gpu_model)
{
    web_text text;
    web_text_begin(&text);
    hone_json_object(&text.json);
    web_write_warnings(&text.json, hone_gpu_model_warnings(gpu_model));
    hone_json_end(&text.json, '}');
    return web_text_end(&text);
}

WEB_CALL(const char *, gpu_model_fallback, const hone_gpu_model *gpu_model)
{
    return hone_gpu_model_fallback(gpu_model);
}

/* ---- what a picture shows --------------------------------------------------------------------------------------- */

WEB_CALL(web_picture *, picture_create, void)
{
    web_picture *p = calloc(1, sizeof *p);
    if (!p)
        hone_fail_memory(&web_error);
    return p;
}

WEB_CALL(void, picture_destroy, web_picture *p)
{
    if (p->overlays)
        web_overlays_destroy(p->overlays);
    free(p);
}

static void take_camera(uint32_t first, hone_camera *camera)
{
    web_take_floats(first, 3, camera->target);
    web_take_floats(first + 3, 3, camera->angles);
    camera->distance = (float)web_numbers[first + 6];
    camera->fov = (float)web_numbers[first + 7];
    camera->orthographic = web_numbers[first + 8] != 0;
}

/* Begins a picture without items. In the order in which hone.mjs has the numbers: see there. */
WEB_CALL(void, picture_begin, web_picture *p)
{
    const double *n = web_numbers;
    hone_draw_desc *d = &p->desc;
    *d = (hone_draw_desc){.width = (uint32_t)n[0], .height = (uint32_t)n[1], .samples = (uint32_t)n[2]};
    web_take_floats(3, 4, d->background);
    take_camera(7, &d->camera);
    web_take_floats(16, 3, p->light.colour);
    web_take_floats(19, 3, p->light.direction);
    d->light = n[22] != 0 ? &p->light : NULL;
    d->shadows = (hone_shadows)n[23];
    p->self_shadow = (hone_self_shadow){(uint8_t)n[25], (float)n[26]};
    d->self_shadow = n[24] != 0 ? &p->self_shadow : NULL;
    d->shadow_size = (uint32_t)n[27];
    d->no_edges = n[28] != 0;
    d->edge_scale = (float)n[29];
    d->grid = n[30] != 0;
    d->gpu_skin = (hone_gpu_skin)n[31];
    d->method = (hone_skin_method)n[32];
    web_take_floats(34, 3, p->ground_shadow.colour);
    p->ground_shadow.own_colour = n[37] != 0;
    p->ground_shadow.strength = (float)n[38];
    d->ground_shadow = n[33] != 0 ? &p->ground_shadow : NULL;
    d->seconds = n[39];
    web_take_floats(41, 3, p->ambient_light.sky);
    web_take_floats(44, 3, p->ambient_light.ground);
    d->ambient_light = n[40] != 0 ? &p->ambient_light : NULL;
    d->first_person = n[47] != 0;
    d->items = p->items;
    p->compare.count = 0;
}

hone_affine web_actor_place(const web_actor *a)
{
    hone_rigid_transform rigid = hone_actor_world(a->actor);
    hone_affine moved = hone_affine_from_rigid_transform(&rigid), back;
    hone_affine world = hone_world_from_model(hone_actor_model(a->actor));
    hone_affine place = hone_affine_multiply(&world, &moved);
    return hone_affine_invert(&world, &back) ? hone_affine_multiply(&place, &back) : moved;
}

/* hidden: [material_count] or NULL; it must stay as it is until the picture is drawn. crowd: whose dancers that copy
 * character `copies` are drawn in place of the actor; NULL: none. web_numbers: wireframe, edge_scale,
 * whether there is an edge colour, edge_colour, opacity, additive, no_self_shadow, no_ground_shadow, whether there is a
 * world, world. */
WEB_CALL(int, picture_add, web_picture *p, hone_gpu_model *gpu_model, web_actor *a, const bool *hidden,
         const web_crowd *crowd, uint32_t copies)
{
    const double *n = web_numbers;
    uint32_t i = p->desc.item_count;
    if (i == WEB_MAX_ITEMS)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, i, "a picture has at most %d items", WEB_MAX_ITEMS);
    hone_gpu_crowd *dancers = crowd ? crowd->characters[copies].on_gpu : NULL;
    hone_affine place = web_actor_place(a);
    if (n[10] != 0) {
        hone_affine over;
        web_take_floats(11, 12, &over.m[0][0]);
        place = hone_affine_multiply(&over, &place);
    }
    p->places[i] = (hone_instance){.world = place};
    web_take_floats(3, 3, p->edge_colours[i]);
    p->items[i] = (hone_draw_item){.gpu_model = gpu_model,
                                   .actor = a->actor,
                                   .instances = &p->places[i],
                                   .instance_count = !crowd || dancers,
                                   .crowd = dancers,
                                   .hidden = hidden,
                                   .wireframe = n[0] != 0,
                                   .edge_scale = (float)n[1],
                                   .edge_colour = n[2] != 0 ? p->edge_colours[i] : NULL,
                                   .opacity = (float)n[6],
                                   .additive = n[7] != 0,
                                   .no_self_shadow = n[8] != 0,
                                   .no_ground_shadow = n[9] != 0};
    p->desc.item_count++;
    return 1;
}

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

static uint32_t panels_of(const web_picture *p)
{
    return p->compare.count ? p->compare.count : 1;
}

static hone_draw_desc panel_desc(const web_picture *p, uint32_t i)
{
    hone_draw_desc desc = p->desc;
    if (p->compare.count) {
        const compare_panel *panel = &p->compare.panels[i];
        desc.method = panel->method >= 0 ? (hone_skin_method)panel->method : desc.method;
        desc.gpu_skin = panel->gpu_skin >= 0 ? (hone_gpu_skin)panel->gpu_skin : desc.gpu_skin;
    }
    return desc;
}

/* Into the canvas, which is `width` x `height`. */
WEB_CALL(int, picture_draw, web_picture *p, hone_renderer *renderer, uint32_t width, uint32_t height)
{
    uint32_t count = panels_of(p);
    for (uint32_t i = 0; i < count; i++) {
        hone_draw_desc desc = panel_desc(p, i);
        hone_render_target target = {.x = (int32_t)(width / count * i), .width = width / count, .height = height};
        if (!hone_renderer_draw_into(renderer, &desc, &target, &web_error))
            return 0;
    }
    return 1;
}

/* Compiles a program that the picture needs. web_numbers: how many are done, and how many there are. */
WEB_CALL(int, picture_warm_up, web_picture *p, hone_renderer *renderer)
{
    web_numbers[0] = web_numbers[1] = 0;
    for (uint32_t i = 0; i < panels_of(p) && web_numbers[0] == web_numbers[1]; i++) {
        hone_warm_up warm = {0};
        hone_draw_desc desc = panel_desc(p, i);
        if (!hone_renderer_warm_up(renderer, &desc, &warm, &web_error))
            return 0;
        web_numbers[0] += warm.done;
        web_numbers[1] += warm.total;
    }
    return 1;
}

static void fill(hone_image *out, const float rgba[4])
{
    uint8_t pixel[4];
    for (int i = 0; i < 4; i++) pixel[i] = (uint8_t)(fminf(fmaxf(rgba[i], 0), 1) * 255 + 0.5F);
    for (size_t i = 0; i < (size_t)out->width * out->height; i++) memcpy(out->pixels + 4 * i, pixel, sizeof pixel);
}

/* Draws the panels where picture_draw has them. panel: room for one. */
static bool read_panels(const web_picture *p, hone_renderer *renderer, hone_image *panel, hone_image *out)
{
    const size_t row = (size_t)panel->width * 4;
    fill(out, p->desc.background);
    for (uint32_t i = 0; i < p->compare.count; i++) {
        hone_draw_desc desc = panel_desc(p, i);
        if (!hone_renderer_draw_image(renderer, &desc, panel, &web_error))
            return false;
        for (uint32_t y = 0; y < panel->height; y++)
            memcpy(out->pixels + 4 * ((size_t)y * out->width + (size_t)i * panel->width), panel->pixels + y * row, row);
    }
    return true;
}

static bool read_picture(const web_picture *p, hone_renderer *renderer, hone_image *out)
{
    if (!p->compare.count)
        return hone_renderer_draw_image(renderer, &p->desc, out, &web_error);
    hone_image panel;
    bool ok = hone_image_create(p->desc.width, p->desc.height, NULL, &panel, &web_error) &&
              read_panels(p, renderer, &panel, out);
    hone_image_release(&panel);
    return ok;
}

/* Pixels of the picture, for JavaScript to free. width: of all panels. */
WEB_CALL(uint8_t *, picture_read, web_picture *p, hone_renderer *renderer, uint32_t width)
{
    hone_image image;
    if (!hone_image_create(width, p->desc.height, NULL, &image, &web_error))
        return NULL;
    if (read_picture(p, renderer, &image))
        return image.pixels;
    hone_image_release(&image);
    return NULL;
}

/* web_numbers: item, material, depth; the item is -1 where nothing is drawn. */
WEB_CALL(int, picture_pick, web_picture *p, hone_renderer *renderer, uint32_t x, uint32_t y)
{
    hone_pixel_data *data = malloc((size_t)p->desc.width * p->desc.height * sizeof *data + 1);
    if (!data)
        return hone_fail_memory(&web_error);
    bool ok = hone_renderer_draw_data(renderer, &p->desc, data, &web_error);
    if (ok) {
        const hone_pixel_data *at = &data[(size_t)y * p->desc.width + x];
        web_numbers[0] = (double)at->item - 1;
        web_numbers[1] = (double)at->material - 1;
        web_numbers[2] = at->depth;
    }
    free(data);
    return ok;
}

/* ---- cameras ---------------------------------------------------------------------------------------------------- */

static hone_bounds framed;

WEB_CALL(void, framing_begin, void)
{
    framed = (hone_bounds)HONE_BOUNDS_EMPTY;
}

WEB_CALL(int, framing_add, web_actor *a)
{
    return hone_framing_add_actor(&framed, a->actor, &web_error);
}

WEB_CALL(void, framing_add_crowd, const web_crowd *c)
{
    crowd_grid_extend(&c->grid, &framed);
}

/* web_numbers: target, angles, distance, fov, orthographic. */
WEB_CALL(void, framing_camera, double aspect)
{
    hone_camera camera = hone_camera_framing(&framed, aspect);
    web_give_camera(&camera);
}
