#include "view/window/canvas/canvas.h"
#include "tool/options/options.h"
#include "tool/overlay/overlay_skeleton.h"
#include "tool/place/place_model.h"
#include "view/document/document_place.h"
#include "view/window/scene_look.h"

#include "samples/samples.h"
#include "tool/play/character_region.h"

#include <epoxy/gl.h>
#include <hone/math.h>
#include <string.h>

hone_camera canvas_camera(const viewer_stage *s)
{
    hone_camera camera;
    if (s->settings.camera_keys && s->document.camera_keys &&
        hone_motion_camera(s->document.camera_keys, s->document.frame, s->document.rules.mmd.curve, &camera)) {
        document_follow_camera(&s->document, &camera);
        camera.fov = s->document.scene.camera.fov > 0 ? s->document.scene.camera.fov : camera.fov;
        return camera;
    }
    return scene_look_camera(s, &camera) ? camera : orbit_camera(&s->orbit);
}

void canvas_leave_keys(viewer_stage *s)
{
    if (!s->settings.camera_keys || !s->document.camera_keys)
        return;
    hone_camera camera = canvas_camera(s);
    s->orbit = orbit_from_camera(&camera);
    g_action_group_change_action_state(G_ACTION_GROUP(s->shell->actions), "camera-keys", g_variant_new_boolean(FALSE));
}

void canvas_size(const viewer_stage *s, float *width, float *height)
{
    int w = gtk_widget_get_width(s->canvas.area), h = gtk_widget_get_height(s->canvas.area);
    *width = (float)(w < 1 ? 1 : s->settings.side_by_side ? (w + 1) / 2 : w);
    *height = (float)(h < 1 ? 1 : h);
}

camera_projection canvas_projection(const viewer_stage *stage, const character *c)
{
    float width, height;
    canvas_size(stage, &width, &height);
    hone_camera camera = canvas_camera(stage);
    camera_projection s = camera_projection_of(&camera, width, height);
    if (c) {
        const hone_affine place = document_place(c);
        camera_projection_place(&s, &place);
    }
    return s;
}

/* ---- camera --------------------------------------------------------------------------------------------------- */

void canvas_fly(viewer_stage *s, orbit to)
{
    canvas_leave_keys(s);
    s->canvas.from = s->orbit;
    s->canvas.to = to;
    s->canvas.flight = s->canvas.pictures > 1 ? 0 : 1;
    if (s->canvas.flight >= 1)
        s->orbit = to;
    viewer_redraw(s);
}

void canvas_frame_all(viewer_stage *s)
{
    hone_bounds bounds;
    float width, height;
    canvas_size(s, &width, &height);
    orbit to = s->orbit;
    if (canvas_measure(s, &bounds))
        orbit_frame(&to, &bounds, width / height);
    canvas_fly(s, to);
}

void canvas_frame_selected(viewer_stage *s)
{
    character *c = viewer_active(s);
    if (!c || s->bone < 0) {
        canvas_frame_all(s);
        return;
    }
    const hone_affine place = document_place(c);
    const hone_affine bone = placement_of_bone(&place, c->shown, s->bone);
    hone_bounds bounds;
    for (int k = 0; k < 3; k++) bounds.min[k] = bone.m[k][3] - 2, bounds.max[k] = bone.m[k][3] + 2;
    float width, height;
    canvas_size(s, &width, &height);
    orbit to = s->orbit;
    orbit_frame(&to, &bounds, width / height);
    canvas_fly(s, to);
}

void canvas_turn_to_view(viewer_stage *s, orbit_view from)
{
    canvas_leave_keys(s);
    /* a further step continues from the target of the running flight */
    orbit to = s->canvas.flight < 1 ? s->canvas.to : s->orbit;
    orbit_apply(&to, from, canvas_front(s));
    canvas_fly(s, to);
}

float canvas_front(const viewer_stage *s)
{
    const character *c = viewer_active(s);
    return c ? character_front(c->model) : 0;
}

orbit canvas_orbit(const viewer_stage *s)
{
    hone_camera camera = canvas_camera(s);
    if (s->settings.camera_keys && s->document.camera_keys)
        return orbit_from_camera(&camera);
    return s->canvas.flight < 1 ? s->canvas.to : s->orbit;
}

void canvas_set_camera_number(viewer_stage *s, orbit_number which, double value)
{
    canvas_leave_keys(s);
    if (s->canvas.flight < 1)
        s->orbit = s->canvas.to;
    s->canvas.flight = 1;
    orbit_set_number(&s->orbit, which, value, canvas_front(s));
    viewer_redraw(s);
}

/* Once round in as many seconds as a turntable of hone render takes. */
static void advance_turntable(viewer_stage *s, double seconds)
{
    const double whole = 4;
    if (!s->settings.turntable || s->canvas.flight < 1 || s->canvas.button)
        return;
    canvas_leave_keys(s);
    orbit_turn(&s->orbit, (float)(2 * HONE_PI * seconds / whole));
    viewer_redraw(s);
}

static void advance_flight(viewer_stage *s, double seconds)
{
    canvas *c = &s->canvas;
    if (c->flight >= 1)
        return;
    c->flight = fmin(1, c->flight + seconds / 0.25);
    double eased = c->flight * c->flight * (3 - 2 * c->flight);
    s->orbit = c->flight >= 1 ? c->to : orbit_between(&c->from, &c->to, (float)eased);
    viewer_redraw(s);
}

/* ---- drawing -------------------------------------------------------------------------------------------------- */

static const char *kernel_of(const viewer_stage *s)
{
    return s->settings.kernel > 0 ? hone_skin_kernel_name((uint32_t)s->settings.kernel - 1, NULL) : NULL;
}

picture_size canvas_pixels(const viewer_stage *s)
{
    GtkWidget *area = s->canvas.area;
    int scale = gtk_widget_get_scale_factor(area);
    return (picture_size){(uint32_t)MAX(1, gtk_widget_get_width(area) * scale),
                          (uint32_t)MAX(1, gtk_widget_get_height(area) * scale)};
}

look_values canvas_look(const viewer_stage *s, picture_size size)
{
    look_values look = scene_look_values(s);
    hone_draw_desc *draw = &look.draw;
    draw->width = size.width, draw->height = size.height;
    draw->camera = canvas_camera(s);
    draw->grid = draw->grid && s->document.model_count;
    draw->method = (hone_skin_method)s->settings.method;
    draw->kernel = kernel_of(s);
    draw->gpu_skin = (hone_gpu_skin)s->settings.gpu_skin;
    return look;
}

look_values canvas_look_saved(const viewer_stage *s, picture_size size)
{
    const view_settings usual = VIEW_SETTINGS_DEFAULT;
    look_values look = canvas_look(s, size);
    if (s->settings.gpu_skin == usual.gpu_skin)
        look.draw.gpu_skin = HONE_GPU_SKIN_OFF;
    return look;
}

void canvas_describe(const viewer_stage *s, const look_values *look, picture_desc *out)
{
    const document *d = &s->document;
    picture_describe(look, &(picture_keys){.light = d->light_keys, .shadow = d->shadow_keys}, d->frame, out);
}

uint32_t canvas_place(viewer_stage *s)
{
    canvas *c = &s->canvas;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        character *shown_character = s->document.models[i]->character;
        if (!shown_character->visible || !hone_actor_visible(shown_character->shown))
            continue;
        canvas_paint(s, i);
        hone_instance *instance = &c->instances[count];
        *instance = (hone_instance){.world = document_place(shown_character)};
        bool moved = document_is_placed(shown_character);
        c->items[count++] =
            (hone_draw_item){.gpu_model = c->list[i].gpu_model,
                             .actor = shown_character->shown,
                             .instances = moved ? instance : NULL,
                             .instance_count = moved ? 1 : 0,
                             .hidden = edit_hidden(shown_character->edit),
                             .colours = s->settings.colours ? (const uint8_t(*)[4])c->list[i].colours : NULL,
                             .wireframe = s->settings.wireframe};
        count -= !document_dress(&s->document, shown_character, &c->items[count - 1]);
    }
    return count;
}

/* A picture of fewer pixels is scaled to the target. */
static void fit(hone_draw_desc *desc, const hone_render_target *target, quality_level level)
{
    desc->width = MAX(1, target->width / quality_divisor(level));
    desc->height = MAX(1, target->height / quality_divisor(level));
}

static bool draw(viewer_stage *s, hone_error *error)
{
    canvas *c = &s->canvas;
    GLint framebuffer = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    const picture_size size = canvas_pixels(s);
    const look_values look = canvas_look(s, size);
    picture_desc shown;
    frame_timing_begin(&s->frame_timing);
    canvas_describe(s, &look, &shown);
    hone_draw_desc *desc = &shown.desc;
    canvas_show_backdrop(s, desc);
    canvas_collect(s);
    hone_overlay overlays[CANVAS_OVERLAYS];
    desc->overlays = overlays;
    desc->item_count = canvas_place(s);
    desc->items = c->items;
    overlay_skeletons(desc->items, desc->item_count, desc->light, &c->triangles);
    desc->overlay_count = canvas_overlays(s, overlays);
    c->camera = desc->camera;
    quality_apply(c->quality.level, desc);
    frame_timing_mark(&s->frame_timing, FRAME_TIMING_OVERLAY);
    hone_render_target target = {.framebuffer = (uint32_t)framebuffer, .width = size.width, .height = size.height};
    if (s->settings.side_by_side)
        target.width = (size.width + 1) / 2, desc->method = HONE_SKIN_LINEAR;
    fit(desc, &target, c->quality.level);
    bool ok = hone_renderer_draw_into(c->renderer, desc, &target, error);
    if (ok && s->settings.side_by_side) {
        target.x = (int32_t)target.width, target.width = MAX(1, size.width - target.width);
        desc->method = HONE_SKIN_DUAL_QUATERNION;
        fit(desc, &target, c->quality.level);
        ok = hone_renderer_draw_into(c->renderer, desc, &target, error);
    }
    frame_timing_mark(&s->frame_timing, FRAME_TIMING_DRAW);
    return ok;
}

static gboolean render(GtkGLArea *area, GdkGLContext *context, viewer_stage *s)
{
    (void)area, (void)context;
    hone_error error = {0};
    if (!s->canvas.renderer)
        return TRUE;
    if (!canvas_sync(s, &error) || !draw(s, &error))
        viewer_say(s->shell, "%s", error.message);
    s->canvas.pictures++;
    return TRUE;
}

static void realise(GtkWidget *area, viewer_stage *s)
{
    hone_error error = {0};
    gtk_gl_area_make_current(GTK_GL_AREA(area));
    GError *refused = gtk_gl_area_get_error(GTK_GL_AREA(area));
    if (refused) {
        viewer_say(s->shell, _("OpenGL is not available: %s"), refused->message);
        return;
    }
    s->canvas.renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, &error);
    if (!s->canvas.renderer)
        viewer_say(s->shell, "%s", error.message);
}

static void unrealise(GtkWidget *area, viewer_stage *s)
{
    gtk_gl_area_make_current(GTK_GL_AREA(area));
    canvas_drop(s);
    canvas_drop_backdrop(s);
    hone_renderer_destroy(s->canvas.renderer);
    s->canvas.renderer = NULL;
}

/* Draws once more when a motion stops, in full quality. */
static void follow_quality(viewer_stage *s, bool picture, double seconds)
{
    bool playing = s->settings.quality && play_clock_is_playing(&s->clock);
    if ((picture || !playing) && quality_follow(&s->canvas.quality, playing, seconds * 1e3))
        viewer_redraw(s);
}

/* ---- time ----------------------------------------------------------------------------------------------------- */

/* The point below the mouse, halfway between the eye and what the camera turns about. */
static void point_below_mouse(const viewer_stage *s, float out[3])
{
    float width, height, origin[3], direction[3];
    canvas_size(s, &width, &height);
    const hone_camera camera = canvas_camera(s);
    const camera_projection seen = camera_projection_of(&camera, width, height);
    double x = s->canvas.pointer[0];
    const float pixel[2] = {(float)(s->settings.side_by_side && x >= (double)width ? x - (double)width : x),
                            (float)s->canvas.pointer[1]};
    camera_projection_ray(&seen, pixel, origin, direction);
    hone_vec3_add_scaled(origin, direction, hone_vec3_distance(origin, camera.target) / 2, out);
}

static void look_at_mouse(viewer_stage *s)
{
    float point[3];
    if (s->settings.gaze)
        point_below_mouse(s, point);
    for (uint32_t i = 0; i < s->document.model_count; i++) {
        character *c = s->document.models[i]->character;
        const hone_affine place = document_place(c);
        character_look(c, s->settings.gaze ? point : NULL, &place);
    }
}

static void update(viewer_stage *s, double frame, double since)
{
    hone_error error = {0};
    look_at_mouse(s);
    if (!document_update(&s->document, frame, s->canvas.dragging, since, &s->frame_timing, &error))
        viewer_say(s->shell, "%s", error.message);
}

static gboolean tick(GtkWidget *area, GdkFrameClock *frames, gpointer user)
{
    (void)area, (void)frames;
    viewer_stage *s = user;
    double now = frame_timing_now(), before = s->document.frame, since = (now - s->shown_at) * 1e-6;
    double seconds = play_clock_advance(&s->clock, viewer_now());
    double frame = hone_frame_from_seconds(seconds);
    bool catching_up = document_catch_up_progress(&s->document) >= 0, moving = document_is_moving(&s->document);
    advance_flight(s, since > 0.1 ? 0.1 : since);
    advance_turntable(s, since > 0.1 ? 0.1 : since);
    s->shown_at = now;
    bool picture = s->dirty || catching_up || moving || fabs(frame - before) > 1e-9;
    follow_quality(s, picture, since);
    picture |= s->dirty;
    if (picture) {
        s->dirty = false;
        frame_timing_frame(&s->frame_timing);
        update(s, frame, since);
        scene_look_follow_bodies(s);
        gtk_gl_area_queue_render(GTK_GL_AREA(s->canvas.area));
        frame_timing_begin(&s->frame_timing);
    }
    viewer_tick(s, now);
    if (picture)
        frame_timing_mark(&s->frame_timing, FRAME_TIMING_WINDOW);
    return G_SOURCE_CONTINUE;
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static GtkWidget *corner_label(const char *class, GtkAlign across, GtkAlign down)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_widget_add_css_class(label, class);
    gtk_widget_set_halign(label, across);
    gtk_widget_set_valign(label, down);
    gtk_widget_set_can_target(label, FALSE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    return label;
}

/* "NAME: .a .b" of endings that are separated by spaces. */
static void append_formats(GString *text, const char *name, const char *endings)
{
    char **each = g_strsplit(endings, " ", -1);
    g_string_append_printf(text, "%s%s:", text->len ? "\n" : "", name);
    for (char **ending = each; *ending; ending++) g_string_append_printf(text, " .%s", *ending);
    g_strfreev(each);
}

/* All that can be opened. */
static char *formats_text(void)
{
    GString *text = g_string_new(NULL);
    append_formats(text, _("Models"), ENDINGS_MODELS);
    append_formats(text, _("Motions and cameras"), ENDINGS_MOTIONS);
    append_formats(text, _("Scenes and projects"), ENDINGS_SCENES);
    append_formats(text, _("Sound"), ENDINGS_SOUNDS);
    append_formats(text, _("Behind the scene"), ENDINGS_PICTURES);
    return g_string_free(text, FALSE);
}

static GtkWidget *empty_state(void)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(box, "welcome");
    GtkWidget *sign = gtk_label_new("骨");
    gtk_widget_add_css_class(sign, "sign");
    GtkWidget *title = gtk_label_new(_("Drop a character here"));
    gtk_widget_add_css_class(title, "title");
    GtkWidget *text = gtk_label_new(NULL);
    char *formats = formats_text();
    gtk_label_set_text(GTK_LABEL(text), formats);
    g_free(formats);
    gtk_label_set_wrap(GTK_LABEL(text), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(text), 52);
    gtk_label_set_justify(GTK_LABEL(text), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(text, "dim-label");
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER);
    GtkWidget *open = gtk_button_new_with_label(_("Open files…"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(open), "win.open");
    GtkWidget *demo = gtk_button_new_with_label(_("Show the built-in character"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(demo), "win.demo");
    gtk_widget_add_css_class(demo, "suggested-action");
    gtk_box_append(GTK_BOX(buttons), open);
    gtk_box_append(GTK_BOX(buttons), demo);
    gtk_box_append(GTK_BOX(box), sign);
    gtk_box_append(GTK_BOX(box), title);
    gtk_box_append(GTK_BOX(box), text);
    gtk_box_append(GTK_BOX(box), buttons);
    return box;
}

static void resized(GtkGLArea *area, int width, int height, viewer_stage *s)
{
    (void)area, (void)width, (void)height;
    scene_look_follow_size(s);
    viewer_redraw(s);
}

GtkWidget *canvas_create(viewer_stage *s)
{
    canvas *c = &s->canvas;
    c->flight = 1;
    c->area = gtk_gl_area_new();
    gtk_gl_area_set_auto_render(GTK_GL_AREA(c->area), FALSE);
    gtk_gl_area_set_required_version(GTK_GL_AREA(c->area), 3, 3);
    gtk_widget_set_hexpand(c->area, TRUE);
    gtk_widget_set_vexpand(c->area, TRUE);
    gtk_widget_set_focusable(c->area, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(c->area), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Picture"), -1);
    g_signal_connect(c->area, "realize", G_CALLBACK(realise), s);
    g_signal_connect(c->area, "unrealize", G_CALLBACK(unrealise), s);
    g_signal_connect(c->area, "render", G_CALLBACK(render), s);
    g_signal_connect(c->area, "resize", G_CALLBACK(resized), s);
    gtk_widget_add_tick_callback(c->area, tick, s, NULL);
    canvas_add_controllers(s, c->area);
    c->overlay = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(c->overlay), c->area);
    c->frame_times = corner_label("figures", GTK_ALIGN_START, GTK_ALIGN_START);
    c->legend = corner_label("figures", GTK_ALIGN_START, GTK_ALIGN_END);
    c->chip = corner_label("chip", GTK_ALIGN_CENTER, GTK_ALIGN_START);
    c->empty = empty_state();
    GtkWidget *const over[] = {c->frame_times, c->legend, c->chip, c->empty};
    for (size_t i = 0; i < G_N_ELEMENTS(over); i++) gtk_overlay_add_overlay(GTK_OVERLAY(c->overlay), over[i]);
    return c->overlay;
}
