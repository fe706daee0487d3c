/* The models of the document on the GPU, and the figures that describe them. */
#include "view/window/canvas/canvas.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

enum { SMALL_PICTURE = 420 }; /* pixels of width */

/* Whether one of the first `count` uses this GPU model. */
static bool holds(const canvas_model *list, uint32_t count, const hone_gpu_model *gpu_model)
{
    bool any = false;
    for (uint32_t i = 0; i < count; i++) any |= list[i].gpu_model == gpu_model;
    return any;
}

/* GPU models that another list uses are kept. */
static void drop_list(canvas_model *list, uint32_t count, const canvas_model *other, uint32_t other_count)
{
    for (uint32_t i = count; i-- > 0;) {
        if (!holds(list, i, list[i].gpu_model) && !holds(other, other_count, list[i].gpu_model))
            hone_gpu_model_destroy(list[i].gpu_model);
        hone_model_release(list[i].model);
        free(list[i].positions);
        free(list[i].normals);
        free(list[i].colours);
    }
    free(list);
}

void canvas_drop(viewer_stage *s)
{
    canvas *c = &s->canvas;
    drop_list(c->list, c->count, NULL, 0);
    free(c->items);
    free(c->instances);
    c->list = NULL, c->items = NULL, c->instances = NULL, c->count = 0;
}

static hone_gpu_model *find_gpu_model(const canvas_model *list, uint32_t count, const canvas_model *like)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].model == like->model && list[i].textures == like->textures && list[i].gpu_model)
            return list[i].gpu_model;
    return NULL;
}

static hone_gpu_model *make_gpu_model(viewer_stage *s, const document_model *m, hone_error *error)
{
    const hone_model *model = character_shown_model(m->character);
    hone_gpu_model *gpu_model = hone_gpu_model_create(s->canvas.renderer, model, &m->files, error);
    if (!gpu_model)
        return NULL;
    hone_warnings warnings = hone_gpu_model_warnings(gpu_model);
    for (uint32_t i = 0; i < warnings.count; i++) document_note(&s->document, m->path, warnings.texts[i]);
    return gpu_model;
}

/* Adds the GPU model of a document model. Equal models share one. */
static bool add_model(viewer_stage *s, uint32_t index, canvas_model *list, hone_error *error)
{
    const document_model *m = s->document.models[index];
    canvas_model *out = &list[index];
    size_t count = hone_model_mesh(m->character->model)->vertex_count;
    out->model = hone_model_retain(character_shown_model(m->character));
    out->textures = m->textures;
    out->colours_kind = -1;
    out->gpu_model = find_gpu_model(list, index, out);
    if (!out->gpu_model)
        out->gpu_model = find_gpu_model(s->canvas.list, s->canvas.count, out);
    if (!out->gpu_model)
        out->gpu_model = make_gpu_model(s, m, error);
    if (!out->gpu_model)
        return false;
    out->positions = calloc(count + 1, sizeof *out->positions);
    out->normals = calloc(count + 1, sizeof *out->normals);
    out->colours = calloc(count + 1, sizeof *out->colours);
    return (out->positions && out->normals && out->colours) || hone_fail_memory(error);
}

static bool in_step(const viewer_stage *s)
{
    if (s->canvas.count != s->document.model_count)
        return false;
    for (uint32_t i = 0; i < s->canvas.count; i++) {
        const document_model *m = s->document.models[i];
        if (s->canvas.list[i].model != character_shown_model(m->character) || s->canvas.list[i].textures != m->textures)
            return false;
    }
    return true;
}

static bool is_shared(const canvas *c, uint32_t index)
{
    uint32_t users = 0;
    for (uint32_t i = 0; i < c->count; i++) users += c->list[i].gpu_model == c->list[index].gpu_model;
    return users > 1;
}

/* Whether models differ in their weights at most. */
static bool are_alike(const hone_model *a, const hone_model *b)
{
    return hone_model_mesh(a)->positions == hone_model_mesh(b)->positions;
}

/* Gives painted weights to the GPU models that only their character uses; their textures stay. */
static void follow_weights(viewer_stage *s)
{
    canvas *c = &s->canvas;
    for (uint32_t i = 0; i < c->count && i < s->document.model_count; i++) {
        const character *of = s->document.models[i]->character;
        const hone_model *now = character_shown_model(of), *before = c->list[i].model;
        if (now == before || !are_alike(now, before) || is_shared(c, i) ||
            !hone_gpu_model_set_skin_weights(c->list[i].gpu_model, now, NULL))
            continue;
        c->list[i].model = hone_model_retain(now);
        c->list[i].colours_kind = -1;
        hone_model_release(before);
    }
}

bool canvas_sync(viewer_stage *s, hone_error *error)
{
    canvas *c = &s->canvas;
    follow_weights(s);
    if (in_step(s))
        return true;
    uint32_t count = s->document.model_count;
    canvas_model *list = calloc(count + 1, sizeof *list);
    hone_draw_item *items = calloc(count + 1, sizeof *items);
    hone_instance *instances = calloc(count + 1, sizeof *instances);
    bool ok = list && items && instances;
    for (uint32_t i = 0; ok && i < count; i++) ok = add_model(s, i, list, error);
    drop_list(c->list, c->count, list, list ? count : 0);
    free(c->items);
    free(c->instances);
    c->list = list, c->items = items, c->instances = instances;
    c->count = list ? count : 0;
    if (!ok)
        canvas_drop(s);
    return ok;
}

bool canvas_skin(viewer_stage *s, uint32_t model)
{
    if (model >= s->canvas.count)
        return false;
    canvas_model *f = &s->canvas.list[model];
    uint32_t count = hone_model_mesh(f->model)->vertex_count;
    hone_skin_out out = {.positions = {f->positions, count, sizeof *f->positions},
                         .normals = {f->normals, count, sizeof *f->normals},
                         .method = (hone_skin_method)s->settings.method};
    return hone_actor_skin(s->document.models[model]->character->shown, &out, NULL);
}

void canvas_paint(viewer_stage *s, uint32_t model)
{
    canvas_model *f = &s->canvas.list[model];
    const character *shown_character = s->document.models[model]->character;
    int bone = shown_character->id == s->document.active ? s->bone : HONE_NONE;
    if (!s->settings.colours || (f->colours_kind == s->settings.colours && f->colours_bone == bone))
        return;
    weight_colours_fill(f->model, (weight_colours_kind)(s->settings.colours - 1), bone, f->colours);
    f->colours_kind = s->settings.colours;
    f->colours_bone = bone;
}

/* ---- labels on the picture ------------------------------------------------------------------------------------ */

/* Avoids unchanged texts, since each text causes a new layout of the window. */
static void show_markup(GtkWidget *label, const char *markup)
{
    if (g_strcmp0(gtk_label_get_label(GTK_LABEL(label)), markup) != 0)
        gtk_label_set_markup(GTK_LABEL(label), markup);
}

static const char *gpu_skin_name(int gpu_skin)
{
    static const char *const names[] = {N_("CPU"),
                                        N_("matrices"),
                                        N_("quaternions"),
                                        N_("texture"),
                                        N_("texture 0..1"),
                                        N_("dual quaternions"),
                                        N_("half floats in a texture"),
                                        N_("quaternions in a texture"),
                                        N_("quaternions in a texture 0..1"),
                                        N_("half quaternions in a texture"),
                                        N_("weights by distance")};
    return gpu_skin >= 0 && gpu_skin < (int)G_N_ELEMENTS(names) ? gettext(names[gpu_skin]) : "?";
}

/* Counts the drawn vertices, and returns why a model is not skinned as requested; NULL: all are. */
static const char *count_vertices(const viewer_stage *s, uint32_t *vertices)
{
    const char *why = NULL;
    *vertices = 0;
    for (uint32_t i = 0; i < s->canvas.count; i++) {
        const char *fallback = hone_gpu_model_fallback(s->canvas.list[i].gpu_model);
        *vertices += hone_model_mesh(s->canvas.list[i].model)->vertex_count;
        why = fallback ? fallback : why;
    }
    return why;
}

static void append_stages(const viewer_stage *s, const hone_render_stats *stats, uint32_t vertices, GString *text)
{
    const frame_timing *m = &s->frame_timing;
    g_string_append_printf(text, "\n%s %.0f   %s %.0f   %s %.0f µs", _("sample"), m->smooth[FRAME_TIMING_SAMPLE],
                           _("rig and physics"), m->smooth[FRAME_TIMING_RIG], _("palette"),
                           m->smooth[FRAME_TIMING_PALETTE]);
    g_string_append_printf(text, "\n%s %.0f   %s %.0f   %s %.0f   %s %.0f µs", _("overlays"),
                           m->smooth[FRAME_TIMING_OVERLAY], _("skin"), stats->skin, _("upload"), stats->send, _("draw"),
                           stats->draw);
    g_string_append_printf(text, _("\n%s   palette %.1f kB   vertices %u"), gpu_skin_name(s->settings.gpu_skin),
                           (double)stats->palette_bytes * 1e-3, vertices);
}

static void show_frame_times(viewer_stage *s)
{
    const frame_timing *m = &s->frame_timing;
    hone_render_stats stats = {0};
    if (s->canvas.renderer)
        stats = hone_renderer_stats(s->canvas.renderer);
    uint32_t vertices;
    const char *fallback = count_vertices(s, &vertices);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, _("<b>%.0f</b> fps   update <b>%.2f</b> ms"), m->frame > 0 ? 1e6 / m->frame : 0,
                           frame_timing_own(m) * 1e-3);
    bool small = s->settings.side_by_side || gtk_widget_get_width(s->canvas.area) < SMALL_PICTURE;
    if (!small) /* more would cover the head */
        append_stages(s, &stats, vertices, text);
    if (s->canvas.quality.level != QUALITY_FULL)
        g_string_append_printf(text, _("\nquality lowered by %d of %d"), s->canvas.quality.level, QUALITY_LEVELS - 1);
    if (fallback)
        g_string_append_printf(text, "\n%s", fallback);
    show_markup(s->canvas.frame_times, text->str);
    g_string_free(text, TRUE);
}

static void show_legend(viewer_stage *s)
{
    GString *text = g_string_new(NULL);
    overlay_colour shade;
    const char *name;
    weight_colours_kind kind = (weight_colours_kind)(s->settings.colours - 1);
    for (uint32_t i = 0; s->settings.colours && (name = weight_colours_legend(kind, i, &shade)); i++)
        g_string_append_printf(text, "%s<span foreground=\"#%02x%02x%02x\">■</span> %s", i ? "\n" : "", shade.rgba[0],
                               shade.rgba[1], shade.rgba[2], gettext(name));
    if (s->settings.side_by_side)
        g_string_append_printf(text, "%s%s", text->len ? "\n" : "", _("left: linear   right: dual quaternion"));
    show_markup(s->canvas.legend, text->str);
    gtk_widget_set_visible(s->canvas.legend, text->len > 0);
    g_string_free(text, TRUE);
}

void canvas_update_labels(viewer_stage *s)
{
    bool open = s->document.model_count > 0;
    gtk_widget_set_visible(s->canvas.frame_times, s->settings.frame_times && open);
    if (s->settings.frame_times && open)
        show_frame_times(s);
    show_legend(s);
    double progress = document_catch_up_progress(&s->document);
    gtk_widget_set_visible(s->canvas.chip, progress >= 0);
    if (progress >= 0) {
        char *text = g_strdup_printf(_("Physics is catching up: %.0f %%"), progress * 100);
        gtk_label_set_text(GTK_LABEL(s->canvas.chip), text);
        g_free(text);
    }
    gtk_widget_set_visible(s->canvas.empty, !open);
}
