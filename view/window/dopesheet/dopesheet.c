#include "view/window/actions/actions.h"
#include "view/window/dopesheet/curve_editor.h"
#include "view/window/dopesheet/dopesheet_internal.h"
#include "view/window/dopesheet/key_area.h"
#include "view/window/dopesheet/key_bar.h"
#include "view/window/panels/panels.h"
#include "view/window/timeline.h"

#include <math.h>

enum { NAMES_WIDTH = 190, HEIGHT = 270, CURVES_HEIGHT = 150, LEAST_HEIGHT = 90 };

/* ---- drawing and scrolling ------------------------------------------------------------------------------------ */

void dopesheet_redraw(dopesheet *d)
{
    key_area_redraw(d->area);
}

void dopesheet_scrolled(dopesheet *d)
{
    double lowest = time_scale_lowest(&d->scale), page = time_scale_page(&d->scale);
    d->updating_widgets = true;
    gtk_adjustment_configure(d->along, d->scale.first, lowest, time_scale_upper(&d->scale), page / 10, page * 0.9,
                             page);
    d->updating_widgets = false;
    dopesheet_redraw(d);
}

static void scrolled_along(GtkAdjustment *along, dopesheet *d)
{
    if (d->updating_widgets)
        return;
    d->scale.first = gtk_adjustment_get_value(along);
    dopesheet_redraw(d);
}

/* The end is that of everything that is open, and some room for new keys. */
static void measure(dopesheet *d)
{
    viewer_stage *s = d->panels->stage;
    double last = fmax(s->clock.length * HONE_FRAMES_PER_SECOND, sheet_last_frame(&d->sheet));
    double end = fmax(last, ceil(s->document.frame)) + 300, width = gtk_widget_get_width(d->area);
    if (end == d->scale.end && width == d->scale.width)
        return;
    bool first = d->scale.width <= 1; /* it had no size yet */
    time_scale_resize(&d->scale, width, end);
    if (first)
        time_scale_scroll(&d->scale, -INFINITY), time_scale_show(&d->scale, s->document.frame, false);
    dopesheet_scrolled(d);
}

static void show_count(dopesheet *d)
{
    uint32_t selected = sheet_selected(&d->sheet);
    char *text =
        selected ? g_strdup_printf(ngettext("%u key selected", "%u keys selected", selected), selected) : g_strdup("");
    if (g_strcmp0(gtk_label_get_text(GTK_LABEL(d->head)), text) != 0)
        gtk_label_set_text(GTK_LABEL(d->head), text);
    g_free(text);
}

/* For screen readers: the chosen row, and whether it has a key at the current frame. */
static void describe(dopesheet *d)
{
    viewer_stage *s = d->panels->stage;
    uint32_t frame = (uint32_t)lround(fmax(0, s->document.frame)), row = dopesheet_chosen_row(d);
    if (play_clock_is_playing(&s->clock))
        return;
    char *name = dopesheet_row_name(d, row), *text;
    if (row == UINT32_MAX)
        text = g_strdup_printf(_("frame %u"), frame);
    else if (sheet_has_key(&d->sheet, row, frame, NULL))
        text = g_strdup_printf(_("%s, frame %u, a key"), name, frame);
    else
        text = g_strdup_printf(_("%s, frame %u, no key"), name, frame);
    if (g_strcmp0(text, d->description) != 0)
        gtk_accessible_update_property(GTK_ACCESSIBLE(d->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    g_free(d->description);
    d->description = text;
    g_free(name);
}

/* ---- what it shows -------------------------------------------------------------------------------------------- */

static bool is_shown(const viewer_stage *s)
{
    return s->settings.dopesheet && !s->shell->layout.narrow;
}

/* Keys that were shown may be gone: they must not be read. */
static void forget(dopesheet *d)
{
    dopesheet_cancel_drag(d);
    sheet_build(&d->sheet, NULL, NULL, NULL);
    d->made = false;
}

static bool shows_current(const dopesheet *d)
{
    const document *of = &d->panels->stage->document;
    const document_model *m = document_active(of);
    return d->made && d->generation == of->keys_generation && d->character == (m ? m->character->id : 0);
}

static void rebuild(dopesheet *d)
{
    viewer_panels *p = d->panels;
    hone_error error = {0};
    const character *c = viewer_active(p->stage);
    bool mmd = c && hone_model_get(c->model)->space == HONE_SPACE_MMD;
    keyframes *own = mmd ? document_keys(&p->stage->document, c->id, &error) : NULL;
    keyframes *of_scene = document_scene_keys(&p->stage->document, &error);
    d->generation = p->stage->document.keys_generation;
    d->character = c ? c->id : 0;
    d->made = sheet_build(&d->sheet, c ? c->model : NULL, own, of_scene);
    if (!d->made || (mmd && !own) || !of_scene)
        viewer_say(p->stage->shell, "%s", error.message[0] ? error.message : _("out of memory"));
    dopesheet_names_remake(d);
    dopesheet_select_bone(p);
}

bool dopesheet_has_room(const viewer_shell *w)
{
    return !w->layout.folded && gtk_widget_get_height(w->layout.split) / 3 >= CURVES_HEIGHT;
}

/* The dopesheet keeps its height while that is at most a third of the window, or a half if the user made it higher. */
static void fit(viewer_panels *p)
{
    dopesheet *d = p->dopesheet;
    const int height = gtk_widget_get_height(p->stage->shell->layout.split),
              now = height - gtk_paned_get_position(GTK_PANED(p->stage->shell->layout.split));
    if (height == d->fitted_height || height <= 0)
        return;
    const int most = now > HEIGHT ? height / 2 : height / 3;
    if (now > most || (d->fitted_height && now < MIN(HEIGHT, most) && now >= d->fitted_height / 3))
        gtk_paned_set_position(GTK_PANED(p->stage->shell->layout.split), height - MIN(HEIGHT, height / 3));
    d->fitted_height = height;
}

void dopesheet_remake(viewer_panels *p)
{
    forget(p->dopesheet);
    dopesheet_update(p);
}

void dopesheet_update(viewer_panels *p)
{
    dopesheet *d = p->dopesheet;
    if (is_shown(p->stage)) {
        fit(p);
        if (!shows_current(d))
            forget(d), rebuild(d);
        measure(d);
        dopesheet_scroll_to_chosen(d);
        show_count(d);
        describe(d);
        curve_editor_update(d->curves);
    }
    key_bar_update(d->keys_bar);
}

void dopesheet_follow(viewer_panels *p)
{
    dopesheet *d = p->dopesheet;
    if (!gtk_widget_get_mapped(d->area))
        return;
    if (d->drawn != sheet_revision(&d->sheet))
        dopesheet_redraw(d);
    const character *c = viewer_active(p->stage);
    uint64_t bends = c && c->bends ? edit_revision(c->bends) : 0;
    if (bends != d->bends)
        gtk_widget_queue_draw(d->area);
    d->bends = bends;
    if (d->frame == p->stage->document.frame)
        return;
    d->frame = p->stage->document.frame;
    bool playing = play_clock_is_playing(&p->stage->clock);
    if (d->drag == DOPESHEET_DRAG_NONE && time_scale_show(&d->scale, d->frame, playing))
        dopesheet_scrolled(d);
    gtk_widget_queue_draw(d->area);
}

void dopesheet_select_bone(viewer_panels *p)
{
    dopesheet *d = p->dopesheet;
    keyframes *own = d->sheet.sources[SHEET_CHARACTER];
    uint32_t chosen = dopesheet_chosen_row(d);
    if (!own || p->stage->bone < 0)
        return;
    uint32_t track = keys_find_track(own, KEYS_BONE, (uint32_t)p->stage->bone), rows = d->sheet.row_count;
    uint32_t row = track == UINT32_MAX ? UINT32_MAX : sheet_find_row(&d->sheet, SHEET_CHARACTER, track, true);
    if (rows != d->sheet.row_count)
        dopesheet_names_remake(d);
    if (row != chosen)
        dopesheet_choose_row(d, row);
}

void dopesheet_show(viewer_panels *p)
{
    bool shown = is_shown(p->stage);
    int height = gtk_widget_get_height(p->stage->shell->layout.split);
    if (shown && !gtk_widget_get_visible(p->dopesheet->box) && height > 0)
        gtk_paned_set_position(GTK_PANED(p->stage->shell->layout.split), height - MIN(HEIGHT, height / 3));
    gtk_widget_set_visible(p->dopesheet->box, shown);
    play_clock_set_room(&p->stage->clock, shown ? INFINITY : 0);
    dopesheet_update(p);
}

bool dopesheet_cancel(viewer_panels *p)
{
    return dopesheet_cancel_drag(p->dopesheet);
}

/* ---- commands ------------------------------------------------------------------------------------------------- */

void dopesheet_edited(dopesheet *d, bool done)
{
    if (!done)
        viewer_say(d->panels->stage->shell, "%s", _("out of memory"));
    viewer_edited(d->panels->stage);
    dopesheet_update(d->panels);
}

typedef bool on_keys(history *h, keyframes *k, int64_t value);

/* Does something with the keys of each source, as one command. */
static void do_all(dopesheet *d, const char *label, on_keys *act, int64_t value)
{
    history *h = d->panels->stage->document.history;
    bool done = true;
    history_begin(h, label, 0);
    for (int i = 0; i < SHEET_SOURCES; i++)
        if (d->sheet.sources[i])
            done = act(h, d->sheet.sources[i], value) && done;
    history_end(h);
    dopesheet_edited(d, done);
}

void dopesheet_move(viewer_panels *p, int64_t frames)
{
    do_all(p->dopesheet, N_("Move keys"), keys_move, frames);
}

static bool delete (history *h, keyframes *k, int64_t unused)
{
    (void)unused;
    return keys_delete(h, k);
}

void dopesheet_delete(viewer_panels *p)
{
    do_all(p->dopesheet, N_("Delete keys"), delete, 0);
}

void dopesheet_copy(viewer_panels *p)
{
    dopesheet *d = p->dopesheet;
    uint32_t count = sheet_selected(&d->sheet);
    if (!count) {
        viewer_note(p->stage->shell, _("No key is selected"));
        return;
    }
    for (int i = 0; i < SHEET_SOURCES; i++) {
        keys_clipboard_destroy(d->clipboards[i]);
        d->clipboards[i] = d->sheet.sources[i] ? keys_copy(d->sheet.sources[i]) : NULL;
    }
    viewer_note(p->stage->shell, ngettext("%u key copied", "%u keys copied", count), count);
}

/* The frame of the first of all copied keys that can be pasted. */
static uint32_t first_copied(const dopesheet *d)
{
    uint32_t first = UINT32_MAX;
    for (int i = 0; i < SHEET_SOURCES; i++)
        if (d->clipboards[i] && d->sheet.sources[i])
            first = MIN(first, keys_clipboard_first(d->clipboards[i]));
    return first;
}

/* Pastes what was copied from either source, with the first of all keys at the current frame. The keys of the character
 * and of the camera keep their distance. */
void dopesheet_paste(viewer_panels *p, bool mirrored)
{
    dopesheet *d = p->dopesheet;
    history *h = p->stage->document.history;
    uint32_t missed = 0, frame = (uint32_t)lround(fmax(0, p->stage->document.frame)), pasted = 0,
             first = first_copied(d);
    bool done = true;
    history_begin(h, mirrored ? N_("Paste keys mirrored") : N_("Paste keys"), 0);
    for (int i = 0; i < SHEET_SOURCES; i++) {
        uint32_t without = 0;
        if (!d->clipboards[i] || !d->sheet.sources[i])
            continue;
        uint32_t after = keys_clipboard_first(d->clipboards[i]) - first;
        pasted += keys_clipboard_count(d->clipboards[i]);
        done = keys_paste(h, d->sheet.sources[i], d->clipboards[i], frame + after, mirrored, &without) && done;
        missed += without;
    }
    history_end(h);
    if (!pasted)
        viewer_note(p->stage->shell, _("No keys were copied"));
    else if (missed)
        viewer_note(p->stage->shell, ngettext("%u key has no track here", "%u keys have no track here", missed),
                    missed);
    dopesheet_edited(d, done);
}

void dopesheet_select_all(viewer_panels *p, bool all)
{
    dopesheet *d = p->dopesheet;
    uint32_t row = dopesheet_chosen_row(d);
    sheet_select_none(&d->sheet);
    if (all && row == UINT32_MAX)
        sheet_select_all(&d->sheet);
    else if (all)
        sheet_select_row(&d->sheet, row, 0, UINT32_MAX, true);
    dopesheet_redraw(d);
}

void dopesheet_go_to_key(viewer_panels *p, bool forward)
{
    dopesheet *d = p->dopesheet;
    uint32_t from = (uint32_t)(forward ? floor(p->stage->document.frame) : ceil(p->stage->document.frame)), to = from;
    for (int i = 0; i < SHEET_SOURCES; i++) {
        uint32_t own = d->sheet.sources[i] ? keys_next_frame(d->sheet.sources[i], from, forward) : from;
        if (own != from && (to == from || (own < to) == forward))
            to = own;
    }
    if (to != from)
        timeline_seek(p->stage, to);
}

void dopesheet_zoom(viewer_panels *p, double factor)
{
    dopesheet *d = p->dopesheet;
    if (factor > 0)
        time_scale_zoom(&d->scale, factor, time_scale_x(&d->scale, p->stage->document.frame));
    else
        time_scale_fit(&d->scale);
    dopesheet_scrolled(d);
}

/* ---- for tests ------------------------------------------------------------------------------------------------ */

static void write_number(hone_json *json, const char *key, double value)
{
    hone_json_key(json, key);
    hone_json_number(json, value);
}

static void write_rows(const dopesheet *d, hone_json *json)
{
    hone_json_key(json, "rows");
    hone_json_array(json);
    for (uint32_t row = 0; row < d->sheet.row_count; row++) {
        const sheet_row *r = &d->sheet.rows[row];
        char *name = dopesheet_row_name(d, row);
        hone_json_object(json);
        hone_json_key(json, "name");
        hone_json_string(json, name);
        if (r->track != UINT32_MAX) {
            const keys_track *t = sheet_get_track(&d->sheet, r->track);
            hone_json_key(json, "keys");
            hone_json_integer(json, t->count);
            hone_json_key(json, "selected");
            hone_json_integer(json, t->selected);
        }
        hone_json_end(json, '}');
        g_free(name);
    }
    hone_json_end(json, ']');
}

void dopesheet_write_state(viewer_panels *p, hone_json *json)
{
    const dopesheet *d = p->dopesheet;
    graphene_rect_t box = {0};
    double left = 0, top = 0;
    gtk_native_get_surface_transform(GTK_NATIVE(p->stage->shell->window), &left, &top);
    hone_json_key(json, "dopesheet");
    hone_json_object(json);
    if (gtk_widget_get_mapped(d->area) && gtk_widget_compute_bounds(d->area, p->stage->shell->window, &box)) {
        hone_json_key(json, "area");
        hone_json_flat_array(json);
        hone_json_float(json, box.origin.x + (float)left);
        hone_json_float(json, box.origin.y + (float)top);
        hone_json_float(json, box.size.width);
        hone_json_float(json, box.size.height);
        hone_json_end(json, ']');
        write_number(json, "first", d->scale.first);
        write_number(json, "pixels", d->scale.pixels);
        write_number(json, "top", dopesheet_row_top(d, 0));
        write_number(json, "row", dopesheet_row_height(d));
        write_rows(d, json);
    }
    write_number(json, "chosen", dopesheet_chosen_row(d) == UINT32_MAX ? -1 : (double)dopesheet_chosen_row(d));
    write_number(json, "selected", sheet_selected(&d->sheet));
    const character *c = viewer_active(p->stage);
    document_bends bends = {0};
    if (c)
        bends = document_unregistered(&p->stage->document, c->id);
    write_number(json, "unregistered", bends.bones + bends.morphs + bends.chains);
    hone_json_end(json, '}');
}

/* ---- the widget ----------------------------------------------------------------------------------------------- */

static GtkWidget *keys_side(dopesheet *d)
{
    GtkWidget *grid = gtk_grid_new(), *down = gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, d->down);
    d->along = gtk_adjustment_new(0, 0, 1, 1, 1, 1);
    g_signal_connect(d->along, "value-changed", G_CALLBACK(scrolled_along), d);
    g_signal_connect_swapped(d->down, "value-changed", G_CALLBACK(dopesheet_redraw), d);
    d->area = key_area_create(dopesheet_draw, dopesheet_snapshot, d);
    gtk_widget_set_hexpand(d->area, TRUE);
    gtk_widget_set_vexpand(d->area, TRUE);
    gtk_widget_set_focusable(d->area, TRUE);
    gtk_widget_add_css_class(d->area, "key-area");
    panels_name(d->area, _("Keys"));
    panels_name(down, _("Scroll tracks"));
    dopesheet_add_controllers(d);
    gtk_grid_attach(GTK_GRID(grid), d->area, 0, 0, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), down, 1, 0, 1, 1);
    GtkWidget *along = gtk_scrollbar_new(GTK_ORIENTATION_HORIZONTAL, d->along);
    gtk_size_group_add_widget(d->foot, along);
    panels_name(along, _("Scroll frames"));
    gtk_grid_attach(GTK_GRID(grid), along, 0, 1, 1, 1);
    return grid;
}

static GtkWidget *names_side(dopesheet *d)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    d->head = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(d->head), 0);
    gtk_label_set_ellipsize(GTK_LABEL(d->head), PANGO_ELLIPSIZE_END);
    gtk_widget_set_size_request(d->head, -1, DOPESHEET_RULER);
    gtk_widget_add_css_class(d->head, "sheet-head");
    gtk_box_append(GTK_BOX(box), d->head);
    gtk_box_append(GTK_BOX(box), dopesheet_names_create(d));
    GtkWidget *below = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0); /* beside the scroll bar, so that rows agree */
    gtk_size_group_add_widget(d->foot, below);
    gtk_box_append(GTK_BOX(box), below);
    gtk_widget_set_size_request(box, 90, -1);
    return box;
}

static GtkWidget *sides(dopesheet *d)
{
    GtkWidget *paned = d->paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    d->foot = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL);
    gtk_paned_set_start_child(GTK_PANED(paned), names_side(d));
    gtk_paned_set_end_child(GTK_PANED(paned), keys_side(d));
    gtk_paned_set_resize_start_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(paned), TRUE);
    gtk_paned_set_position(GTK_PANED(paned), NAMES_WIDTH);
    g_clear_object(&d->foot);
    gtk_widget_set_hexpand(paned, TRUE);
    return paned;
}

static void release(gpointer data)
{
    dopesheet *d = data;
    for (int i = 0; i < SHEET_SOURCES; i++) keys_clipboard_destroy(d->clipboards[i]);
    sheet_release(&d->sheet);
    g_free(d->description);
    g_free(d);
}

GtkWidget *dopesheet_bar_create(viewer_panels *p)
{
    return p->dopesheet->keys_bar = key_bar_create(p);
}

GtkWidget *dopesheet_create(viewer_panels *p)
{
    dopesheet *d = g_new0(dopesheet, 1);
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    p->dopesheet = d;
    d->panels = p, d->drawn = UINT64_MAX;
    d->scale = (time_scale){.first = -1e9, .pixels = 8, .width = 1};
    d->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    g_object_set_data_full(G_OBJECT(d->box), "dopesheet", d, release);
    gtk_widget_add_css_class(d->box, "dopesheet");
    gtk_widget_set_size_request(d->box, -1, LEAST_HEIGHT);
    gtk_widget_set_visible(d->box, p->stage->settings.dopesheet && !p->stage->shell->layout.narrow);
    d->curves = curve_editor_create(p);
    gtk_box_append(GTK_BOX(row), sides(d));
    gtk_box_append(GTK_BOX(row), d->curves);
    gtk_widget_set_vexpand(row, TRUE);
    gtk_box_append(GTK_BOX(d->box), row);
    actions_add_dopesheet_keys(d->box);
    return d->box;
}
