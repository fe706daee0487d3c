#include "view/window/dopesheet/curve_editor.h"
#include "view/window/dopesheet/curve_box.h"
#include "view/window/dopesheet/dopesheet_internal.h"
#include "view/window/panels/panels.h"

#include <math.h>
#include <string.h>

enum { PRESETS = 4, NUMBERS = 4, BOX = 150 };

typedef struct curve_editor {
    viewer_panels *panels;
    GtkWidget *box, *which, *square, *numbers[NUMBERS], *buttons, *paste;
    keys_kind kind; /* whose curves are shown; KEYS_KIND_COUNT: none */
    hone_curve curves[CURVE_BOX_CURVES];
    bool mixed[CURVE_BOX_CURVES];
    double begin, end;     /* the frames between which the shown curve eases; equal: none */
    uint64_t shown;        /* the revision of the sheet */
    bool updating_widgets; /* they are set by code, not by the user */
    hone_curve copied[CURVE_BOX_CURVES];
    uint32_t copied_count;
} curve_editor;

static const hone_curve presets[PRESETS] = {HONE_CURVE_LINEAR, {53, 0, 127, 127}, {0, 0, 74, 127}, {53, 0, 74, 127}};
static const char *const preset_names[PRESETS] = {N_("Linear"), N_("Ease in"), N_("Ease out"), N_("Ease in and out")};

static curve_editor *editor_of(GtkWidget *box)
{
    return g_object_get_data(G_OBJECT(box), "curve-editor");
}

/* ---- the selected keys ---------------------------------------------------------------------------------------- */

/* The chosen curve; the first entry of the menu is all curves, of which the last is shown: that of a bone's rotation.*/
static uint32_t front_of(const curve_editor *e)
{
    guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(e->which));
    uint32_t count = keys_curve_count(e->kind);
    return chosen >= 1 && chosen <= count ? chosen - 1 : 3;
}

static uint32_t mask_of(const curve_editor *e)
{
    guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(e->which));
    return chosen >= 1 && chosen <= CURVE_BOX_CURVES ? 1u << (chosen - 1) : (1u << keys_curve_count(e->kind)) - 1;
}

static uint32_t count_selected(const sheet *s, keys_kind kind)
{
    uint32_t sum = 0;
    for (int i = 0; i < SHEET_SOURCES; i++)
        for (uint32_t t = 0; s->sources[i] && t < keys_track_count(s->sources[i]); t++)
            if (keys_get_track(s->sources[i], t)->kind == kind)
                sum += keys_get_track(s->sources[i], t)->selected;
    return sum;
}

static const hone_curve *curves_of(keys_kind kind, const keys_value *value)
{
    return kind == KEYS_BONE ? value->bone.curves : value->camera.curves;
}

/* The first selected key of the kind gives the curves. */
static void add_track(curve_editor *e, const keys_track *t, bool *any)
{
    uint32_t count = keys_curve_count(e->kind);
    for (uint32_t k = 0; t->selected && k < t->count; k++) {
        if (!t->array[k].selected)
            continue;
        const hone_curve *curves = curves_of(e->kind, &t->array[k].value);
        if (!*any) {
            memcpy(e->curves, curves, count * sizeof *curves);
            e->begin = k ? t->array[k - 1].frame : t->array[k].frame;
            e->end = t->array[k].frame;
        }
        for (uint32_t c = 0; c < count; c++)
            e->mixed[c] = e->mixed[c] || memcmp(&curves[c], &e->curves[c], sizeof *curves) != 0;
        *any = true;
    }
}

static void read_curves(curve_editor *e)
{
    const sheet *s = &e->panels->dopesheet->sheet;
    bool any = false;
    memset(e->mixed, 0, sizeof e->mixed);
    e->begin = e->end = 0;
    for (int i = 0; i < SHEET_SOURCES; i++)
        for (uint32_t t = 0; s->sources[i] && t < keys_track_count(s->sources[i]); t++)
            if (keys_get_track(s->sources[i], t)->kind == e->kind)
                add_track(e, keys_get_track(s->sources[i], t), &any);
}

/* ---- display -------------------------------------------------------------------------------------------------- */

static void fill_menu(curve_editor *e)
{
    const char *const bone[] = {_("All curves"), _("X"), _("Y"), _("Z"), _("Rotation"), NULL};
    const char *const camera[] = {_("All curves"),    _("X"), _("Y"), _("Z"), _("Rotation"), _("Distance"),
                                  _("Field of view"), NULL};
    GtkStringList *list = gtk_string_list_new(e->kind == KEYS_CAMERA ? camera : bone);
    gtk_drop_down_set_model(GTK_DROP_DOWN(e->which), G_LIST_MODEL(list));
    gtk_drop_down_set_selected(GTK_DROP_DOWN(e->which), 0);
    g_object_unref(list);
}

static void show_numbers(curve_editor *e, hone_curve curve)
{
    const uint8_t values[NUMBERS] = {curve.x1, curve.y1, curve.x2, curve.y2};
    e->updating_widgets = true;
    for (int i = 0; i < NUMBERS; i++) gtk_spin_button_set_value(GTK_SPIN_BUTTON(e->numbers[i]), values[i]);
    e->updating_widgets = false;
}

static bool is_mixed(const curve_editor *e)
{
    uint32_t mask = mask_of(e), count = keys_curve_count(e->kind);
    bool mixed = false;
    for (uint32_t c = 0; c < count; c++)
        if (mask & 1u << c)
            mixed = mixed || e->mixed[c] || memcmp(&e->curves[c], &e->curves[front_of(e)], sizeof *e->curves) != 0;
    return mixed;
}

static void show_curves(curve_editor *e)
{
    uint32_t count = keys_curve_count(e->kind), front = front_of(e);
    curve_box_set(e->square, e->curves, count, front, count && is_mixed(e));
    if (count)
        show_numbers(e, e->curves[front]);
    gtk_widget_set_sensitive(e->buttons, count > 0);
    gtk_widget_set_sensitive(e->paste, e->copied_count > 0);
}

static void show_time(curve_editor *e)
{
    double frame = e->panels->stage->document.frame;
    bool inside = e->end > e->begin && frame >= e->begin && frame <= e->end;
    curve_box_set_time(e->square, inside ? (frame - e->begin) / (e->end - e->begin) : -1);
}

void curve_editor_update(GtkWidget *box)
{
    curve_editor *e = editor_of(box);
    const sheet *s = &e->panels->dopesheet->sheet;
    gtk_widget_set_visible(box, e->panels->stage->settings.curves && dopesheet_has_room(e->panels->stage->shell));
    if (!e->panels->stage->settings.curves)
        return;
    if (e->shown != sheet_revision(s)) {
        e->shown = sheet_revision(s);
        keys_kind kind = count_selected(s, KEYS_BONE)     ? KEYS_BONE
                         : count_selected(s, KEYS_CAMERA) ? KEYS_CAMERA
                                                          : KEYS_KIND_COUNT;
        bool menu = (kind == KEYS_CAMERA) != (e->kind == KEYS_CAMERA);
        e->kind = kind;
        if (menu)
            fill_menu(e);
        read_curves(e);
        show_curves(e);
    }
    show_time(e);
}

/* ---- input ---------------------------------------------------------------------------------------------------- */

/* Sets the curves of the mask in all selected keys, as one command. */
static void apply(curve_editor *e, uint32_t mask, const hone_curve curves[CURVE_BOX_CURVES])
{
    dopesheet *d = e->panels->dopesheet;
    history *h = e->panels->stage->document.history;
    bool done = true;
    if (keys_curve_count(e->kind) == 0)
        return;
    history_begin(h, N_("Change curves"), 0);
    for (int i = 0; i < SHEET_SOURCES; i++)
        for (uint32_t c = 0; d->sheet.sources[i] && c < keys_curve_count(e->kind); c++)
            if (mask & 1u << c)
                done = keys_set_curves(h, d->sheet.sources[i], e->kind, 1u << c, curves[c]) && done;
    history_end(h);
    dopesheet_edited(d, done);
}

static void apply_one(curve_editor *e, hone_curve curve)
{
    hone_curve curves[CURVE_BOX_CURVES];
    for (int c = 0; c < CURVE_BOX_CURVES; c++) curves[c] = curve;
    apply(e, mask_of(e), curves);
}

static void moved(hone_curve curve, curve_drag drag, gpointer user)
{
    curve_editor *e = user;
    show_numbers(e, curve);
    if (drag == CURVE_DRAG_END)
        apply_one(e, curve);
}

static void typed(GtkSpinButton *spin, curve_editor *e)
{
    (void)spin;
    uint8_t values[NUMBERS];
    if (e->updating_widgets)
        return;
    for (int i = 0; i < NUMBERS; i++)
        values[i] = (uint8_t)lround(gtk_spin_button_get_value(GTK_SPIN_BUTTON(e->numbers[i])));
    apply_one(e, (hone_curve){values[0], values[1], values[2], values[3]});
}

static void chosen(GtkDropDown *menu, GParamSpec *what, curve_editor *e)
{
    (void)menu, (void)what;
    show_curves(e);
}

static void preset_clicked(GtkButton *button, curve_editor *e)
{
    apply_one(e, presets[GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "preset"))]);
}

void curve_editor_preset(viewer_panels *p, int preset)
{
    apply_one(editor_of(p->dopesheet->curves), presets[preset]);
}

static void copy_clicked(GtkButton *button, curve_editor *e)
{
    (void)button;
    memcpy(e->copied, e->curves, sizeof e->copied);
    if (gtk_drop_down_get_selected(GTK_DROP_DOWN(e->which)) > 0) /* one curve can be pasted into any other */
        for (int c = 0; c < CURVE_BOX_CURVES; c++) e->copied[c] = e->curves[front_of(e)];
    e->copied_count = keys_curve_count(e->kind);
    for (uint32_t c = e->copied_count; c < CURVE_BOX_CURVES; c++) e->copied[c] = e->copied[3];
    show_curves(e);
}

static void paste_clicked(GtkButton *button, curve_editor *e)
{
    (void)button;
    if (e->copied_count)
        apply(e, mask_of(e), e->copied);
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static GtkWidget *number(curve_editor *e, int which)
{
    const char *const names[NUMBERS] = {_("First point, time"), _("First point, value"), _("Second point, time"),
                                        _("Second point, value")};
    GtkWidget *spin = gtk_spin_button_new_with_range(0, 127, 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 3);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 3);
    gtk_editable_set_alignment(GTK_EDITABLE(spin), 1);
    panels_hide_buttons(spin);
    gtk_widget_set_tooltip_text(spin, names[which]);
    panels_name(spin, names[which]);
    panels_keep_undo(spin);
    g_signal_connect(spin, "value-changed", G_CALLBACK(typed), e);
    return e->numbers[which] = spin;
}

static void draw_preset(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer user)
{
    const hone_curve *c = &presets[GPOINTER_TO_INT(user)];
    GdkRGBA ink;
    double w = width - 2, h = height - 2, last = 127;
    gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(area)), &ink);
    gdk_cairo_set_source_rgba(cairo, &ink);
    cairo_set_line_width(cairo, 1.5);
    cairo_move_to(cairo, 1, height - 1);
    cairo_curve_to(cairo, 1 + w * c->x1 / last, 1 + h * (1 - c->y1 / last), 1 + w * c->x2 / last,
                   1 + h * (1 - c->y2 / last), width - 1, 1);
    cairo_stroke(cairo);
}

static GtkWidget *small(GtkWidget *button, const char *name, GCallback clicked, curve_editor *e)
{
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_widget_set_tooltip_text(button, name);
    panels_name(button, name);
    g_signal_connect(button, "clicked", clicked, e);
    return button;
}

GtkWidget *curve_editor_icon(int preset)
{
    GtkWidget *area = gtk_drawing_area_new();
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), 16);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), 14);
    gtk_widget_set_valign(area, GTK_ALIGN_CENTER);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw_preset, GINT_TO_POINTER(preset), NULL);
    return area;
}

static GtkWidget *preset_button(curve_editor *e, int preset)
{
    GtkWidget *button = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(button), curve_editor_icon(preset));
    g_object_set_data(G_OBJECT(button), "preset", GINT_TO_POINTER(preset));
    return small(button, gettext(preset_names[preset]), G_CALLBACK(preset_clicked), e);
}

static GtkWidget *controls(curve_editor *e)
{
    GtkWidget *grid = e->buttons = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 4);
    for (int i = 0; i < NUMBERS; i++) gtk_grid_attach(GTK_GRID(grid), number(e, i), i % 2 * 2, i / 2, 2, 1);
    for (int i = 0; i < PRESETS; i++) gtk_grid_attach(GTK_GRID(grid), preset_button(e, i), i, 2, 1, 1);
    GtkWidget *copy =
        small(gtk_button_new_from_icon_name("edit-copy-symbolic"), _("Copy curves"), G_CALLBACK(copy_clicked), e);
    e->paste =
        small(gtk_button_new_from_icon_name("edit-paste-symbolic"), _("Paste curves"), G_CALLBACK(paste_clicked), e);
    gtk_grid_attach(GTK_GRID(grid), copy, 0, 3, 2, 1);
    gtk_grid_attach(GTK_GRID(grid), e->paste, 2, 3, 2, 1);
    return grid;
}

GtkWidget *curve_editor_create(viewer_panels *p)
{
    curve_editor *e = g_new0(curve_editor, 1);
    GtkWidget *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    e->panels = p, e->kind = KEYS_KIND_COUNT, e->shown = UINT64_MAX;
    e->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    g_object_set_data_full(G_OBJECT(e->box), "curve-editor", e, g_free);
    gtk_widget_add_css_class(e->box, "curves");
    e->square = curve_box_create(moved, e);
    gtk_widget_set_size_request(e->square, BOX, BOX);
    panels_name(e->square, _("Curve"));
    e->which = gtk_drop_down_new(NULL, NULL);
    fill_menu(e);
    panels_name(e->which, _("Which curve"));
    g_signal_connect(e->which, "notify::selected", G_CALLBACK(chosen), e);
    gtk_box_append(GTK_BOX(side), e->which);
    gtk_box_append(GTK_BOX(side), controls(e));
    gtk_box_append(GTK_BOX(e->box), e->square);
    gtk_box_append(GTK_BOX(e->box), side);
    return e->box;
}
