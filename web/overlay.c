/* Overlays of pictures: what `hone render --show` draws, weights as colours, skinning methods side by side, and
 * handles. */
#include "web/overlay.h"
#include "tool/options/bone_name.h"
#include "tool/options/gpu_skin.h"
#include "tool/overlay/overlay_skeleton.h"
#include "tool/overlay/weight_colours.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/web.h"

#include <stdlib.h>
#include <string.h>

static const float handle_width = 2; /* pixels */

static void release_colours(web_colours *c)
{
    if (c->model)
        hone_model_release(c->model);
    free(c->rgba);
    *c = (web_colours){0};
}

void web_overlays_destroy(web_overlays *o)
{
    for (uint32_t i = 0; i < WEB_MAX_ITEMS; i++) release_colours(&o->colours[i]);
    character_overlays_release(&o->shown);
    overlay_release(&o->skeletons);
    overlay_release(&o->lines);
    overlay_release(&o->triangles);
    free(o->positions);
    free(o);
}

camera_projection web_projection(const web_picture *p, uint32_t item)
{
    float scale = p->overlays && p->overlays->scale > 0 ? p->overlays->scale : 1;
    camera_projection s =
        camera_projection_of(&p->desc.camera, (float)p->desc.width / scale, (float)p->desc.height / scale);
    camera_projection_place(&s, &p->places[item].world);
    return s;
}

/* ---- overlays ---------------------------------------------------------------------------------------------------- */

/* After the items of the picture were added. scale: how many pixels of the picture are one pixel of the marks. */
WEB_CALL(int, overlays_begin, web_picture *p, double scale)
{
    if (!p->overlays && !(p->overlays = calloc(1, sizeof *p->overlays)))
        return hone_fail_memory(&web_error);
    web_overlays *o = p->overlays;
    o->scale = (float)scale;
    character_overlays_clear(&o->shown);
    overlay_clear(&o->skeletons), overlay_clear(&o->lines), overlay_clear(&o->triangles);
    o->on = o->on && o->dragging;
    return 1;
}

static bool show_weights(web_picture *p, uint32_t item, int32_t bone)
{
    web_colours *c = &p->overlays->colours[item];
    const hone_model *model = hone_actor_model(p->items[item].actor);
    if (c->model != model || c->bone != bone) {
        release_colours(c);
        c->rgba = malloc(((size_t)hone_model_mesh(model)->vertex_count + 1) * sizeof *c->rgba);
        if (!c->rgba)
            return hone_fail_memory(&web_error);
        c->model = hone_model_retain(model);
        c->bone = bone;
        weight_colours_fill(model, WEIGHT_COLOURS_BONE, bone, c->rgba);
    }
    p->items[item].colours = (const uint8_t(*)[4])c->rgba;
    return true;
}

/* what: as after --show; "": nothing. marked: 1 + the bone that is selected; 0: none. */
WEB_CALL(int, overlays_show, web_picture *p, uint32_t item, const char *what, uint32_t marked)
{
    show_values show = {0};
    hone_draw_item *to = &p->items[item];
    if (*what && !option_read_show(NULL, what, &show))
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "show: needs " SHOW_EXPECTED ", not \"%.100s\"", what);
    to->wireframe |= show.wire;
    if (show.weights) {
        int32_t bone = bone_name_find(hone_actor_model(to->actor), show.bone);
        if (bone != HONE_NONE && !show_weights(p, item, bone))
            return 0;
    }
    const character_overlays_desc add = {.actor = to->actor,
                                         .show = &show,
                                         .marked = marked,
                                         .camera = &p->desc.camera,
                                         .width = p->desc.width,
                                         .height = p->desc.height,
                                         .scale = p->overlays->scale,
                                         .place = &p->places[item].world,
                                         .method = p->desc.method};
    return !hone_actor_visible(to->actor) || character_overlays_add(&p->overlays->shown, &add, &web_error);
}

/* The handles of a bone. size: pixels of marks; 0: 90. */
WEB_CALL(void, overlays_handles, web_picture *p, uint32_t item, uint32_t bone, int mode, int axes, double size,
         int on_light)
{
    web_overlays *o = p->overlays;
    camera_projection s = web_projection(p, item);
    if (!o->dragging) {
        o->item = item;
        o->on = gizmo_place(&o->gizmo, &s, p->items[item].actor, bone, (gizmo_mode)mode, (gizmo_axes)axes, (float)size);
    }
    if (!o->on)
        return;
    o->gizmo.on_light = on_light;
    gizmo_draw(&o->gizmo, &s, o->hover, o->dragging ? &o->drag : NULL, &o->lines, &o->triangles);
    overlay_move(&o->lines, 0, &p->places[item].world);
    overlay_move(&o->triangles, 0, &p->places[item].world);
}

/* Models without a mesh are drawn as bones. */
WEB_CALL(int, overlays_end, web_picture *p)
{
    web_overlays *o = p->overlays;
    overlay_skeletons(p->items, p->desc.item_count, p->desc.light, &o->skeletons);
    if (o->skeletons.full || o->lines.full || o->triangles.full)
        return hone_fail_memory(&web_error);
    o->list[0] = overlay_triangles(&o->skeletons, false);
    character_overlays_get(&o->shown, o->scale, o->list + 1);
    o->list[WEB_OVERLAYS - 2] = overlay_triangles(&o->triangles, true);
    o->list[WEB_OVERLAYS - 1] = overlay_lines(&o->lines, handle_width * o->scale, true);
    p->desc.overlays = o->list;
    p->desc.overlay_count = WEB_OVERLAYS;
    return 1;
}

/* ---- methods side by side ---------------------------------------------------------------------------------------- */

/* methods: as after --compare. */
WEB_CALL(int, picture_compare, web_picture *p, const char *methods)
{
    const option named = {.detail = option_gpu_skin_names};
    p->compare.count = 0;
    if (!compare_read(&named, methods, &p->compare)) {
        p->compare.count = 0;
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "compare: needs " COMPARE_EXPECTED ", not \"%.100s\"",
                         methods);
    }
    p->desc.width /= p->compare.count;
    return 1;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void write_words(hone_json *json, const char *key, const char *const *words, const char *const *labels)
{
    hone_json_key(json, key);
    hone_json_array(json);
    for (; *words; words++, labels++) {
        hone_json_object(json);
        web_write_text(json, "word", *words);
        web_write_text(json, "label", *labels);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

/* {"show": [{"word", "label"}, …], "compare": …} */
WEB_CALL(hone_bytes *, choices_describe, void)
{
    web_text text;
    web_text_begin(&text);
    hone_json_object(&text.json);
    write_words(&text.json, "show", option_show_words, option_show_labels);
    write_words(&text.json, "compare", option_compare_words, option_compare_labels);
    hone_json_end(&text.json, '}');
    return web_text_end(&text);
}
