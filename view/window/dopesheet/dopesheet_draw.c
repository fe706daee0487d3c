/* Draws the dopesheet, and finds the row and the key at a place. */
#include "view/window/dopesheet/dopesheet_internal.h"

#include <math.h>
#include <string.h>

enum { REACH = 7 }; /* pixels from a key that still hit it */

static const double half = 5;   /* of a diamond */
static const double dense = 4;  /* keys nearer than this are drawn as one bar */
static const double ruler = 46; /* pixels for a label */

/* ---- places --------------------------------------------------------------------------------------------------- */

int dopesheet_row_height(const dopesheet *d)
{
    GtkWidget *row = gtk_widget_get_first_child(d->names);
    int height = row ? gtk_widget_get_height(row) : 0;
    return height > 0 ? height : DOPESHEET_ROW;
}

double dopesheet_row_top(const dopesheet *d, uint32_t row)
{
    return DOPESHEET_RULER + (double)row * dopesheet_row_height(d) - gtk_adjustment_get_value(d->down);
}

uint32_t dopesheet_row_at(const dopesheet *d, double y)
{
    double row = floor((y - dopesheet_row_top(d, 0)) / dopesheet_row_height(d));
    return y < DOPESHEET_RULER || row < 0 || row >= d->sheet.row_count ? UINT32_MAX : (uint32_t)row;
}

/* The keys of a row, as a list that hides whether it is of a track or of a group. */
typedef struct row_keys {
    const keys_track *track; /* NULL: of a group */
    const sheet_mark *marks;
    uint32_t count;
} row_keys;

static row_keys keys_of(dopesheet *d, uint32_t row)
{
    const sheet_row *r = &d->sheet.rows[row];
    row_keys k = {0};
    if (r->track == UINT32_MAX)
        k.marks = sheet_marks(&d->sheet, r->group, &k.count);
    else
        k.track = sheet_get_track(&d->sheet, r->track), k.count = k.track->count;
    return k;
}

static uint32_t frame_of(const row_keys *k, uint32_t i)
{
    return k->track ? k->track->array[i].frame : k->marks[i].frame;
}

static bool is_selected(const row_keys *k, uint32_t i)
{
    return k->track ? k->track->array[i].selected : k->marks[i].selected;
}

static uint32_t first_from(const row_keys *k, double frame)
{
    uint32_t from = frame <= 0 ? 0 : frame >= UINT32_MAX ? UINT32_MAX : (uint32_t)ceil(frame);
    return k->track ? keys_lower_bound(k->track, from) : sheet_lower_bound(k->marks, k->count, from);
}

bool dopesheet_key_at(dopesheet *d, uint32_t row, double x, uint32_t *frame)
{
    row_keys k = keys_of(d, row);
    double nearest = REACH;
    bool found = false;
    for (uint32_t i = first_from(&k, time_scale_frame(&d->scale, x - REACH)); i < k.count; i++) {
        double far = time_scale_x(&d->scale, frame_of(&k, i)) - x;
        if (far > REACH)
            break;
        if (fabs(far) <= nearest)
            nearest = fabs(far), *frame = frame_of(&k, i), found = true;
    }
    return found;
}

/* ---- colours -------------------------------------------------------------------------------------------------- */

typedef struct colours {
    GdkRGBA ink, accent, selected;
} colours;

static colours colours_of(GtkWidget *area)
{
    colours c;
    GtkStyleContext *style = gtk_widget_get_style_context(area);
    gtk_style_context_get_color(style, &c.ink);
    if (!gtk_style_context_lookup_color(style, "theme_selected_bg_color", &c.accent))
        gdk_rgba_parse(&c.accent, "#3584e4");
    gdk_rgba_parse(&c.selected, "#f5a623");
    return c;
}

static void set(cairo_t *cairo, const GdkRGBA *ink, double alpha)
{
    cairo_set_source_rgba(cairo, (double)ink->red, (double)ink->green, (double)ink->blue, (double)ink->alpha * alpha);
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

static void diamond(cairo_t *cairo, double x, double y, double size)
{
    cairo_move_to(cairo, x, y - size);
    cairo_line_to(cairo, x + size, y);
    cairo_line_to(cairo, x, y + size);
    cairo_line_to(cairo, x - size, y);
    cairo_close_path(cairo);
}

/* The keys from `first` that are so near to each other that they are drawn as one bar. Returns the first one after
 * them. */
static uint32_t run_end(const dopesheet *d, const row_keys *k, uint32_t first, bool selected, double right)
{
    uint32_t i = first + 1;
    double before = time_scale_x(&d->scale, frame_of(k, first));
    for (; i < k->count && before < right; i++) {
        double x = time_scale_x(&d->scale, frame_of(k, i));
        if (x - before >= dense || is_selected(k, i) != selected)
            break;
        before = x;
    }
    return i;
}

static bool is_hollow(const row_keys *k, uint32_t i)
{
    return k->track && k->track->kind <= KEYS_CHAIN && !k->track->array[i].value.on;
}

typedef struct row_context {
    double y, size, left, right; /* the middle of the row; half the size of a diamond; the visible part */
    double by;                   /* pixels by which selected keys are being moved */
    bool whole;                  /* the row of a group */
} row_context;

/* Adds the keys of one state to the path. */
static void trace_keys(dopesheet *d, cairo_t *cairo, const row_keys *k, const row_context *r, bool selected,
                       bool hollow)
{
    double shift = selected ? r->by : 0;
    uint32_t i = first_from(k, time_scale_frame(&d->scale, r->left - shift));
    while (i < k->count) {
        double x = time_scale_x(&d->scale, frame_of(k, i)) + shift;
        if (x > r->right)
            return;
        uint32_t after = run_end(d, k, i, is_selected(k, i), r->right);
        double to = time_scale_x(&d->scale, frame_of(k, after - 1)) + shift;
        bool drawn = is_selected(k, i) == selected && is_hollow(k, i) == hollow;
        if (drawn && after == i + 1)
            diamond(cairo, round(x) + 0.5, r->y, r->size);
        else if (drawn)
            cairo_rectangle(cairo, round(x) - 1, r->y - r->size * 0.6, round(to - x) + 3, r->size * 1.2);
        i = after;
    }
}

static void draw_keys(dopesheet *d, cairo_t *cairo, const row_keys *k, const row_context *r, const colours *c)
{
    bool switches = k->track && k->track->kind <= KEYS_CHAIN;
    for (int selected = 0; selected < 2; selected++)
        for (int hollow = 0; hollow <= switches; hollow++) {
            trace_keys(d, cairo, k, r, selected, hollow);
            set(cairo, selected ? &c->selected : &c->ink, selected ? 1 : r->whole ? 0.5 : 0.78);
            cairo_set_line_width(cairo, 1.5);
            if (hollow)
                cairo_stroke(cairo);
            else
                cairo_fill_preserve(cairo);
            if (selected && !hollow) {
                set(cairo, &c->ink, 0.5);
                cairo_set_line_width(cairo, 1);
                cairo_stroke(cairo);
            }
            cairo_new_path(cairo);
        }
}

/* Camera keys one frame apart are a cut. */
static void draw_cuts(const dopesheet *d, cairo_t *cairo, const row_keys *k, const row_context *r, double height)
{
    if (!k->track || k->track->kind != KEYS_CAMERA || d->scale.pixels * 30 < dense)
        return;
    cairo_set_source_rgb(cairo, 0.9, 0.65, 0.04);
    for (uint32_t i = first_from(k, time_scale_frame(&d->scale, r->left)); i + 1 < k->count; i++) {
        double x = time_scale_x(&d->scale, frame_of(k, i) + 0.5);
        if (x > r->right)
            break;
        if (frame_of(k, i + 1) == frame_of(k, i) + 1 && !k->track->array[i + 1].value.camera.no_cut)
            cairo_rectangle(cairo, round(x) - 1, r->y - height / 2 + 1, 2, height - 2);
    }
    cairo_fill(cairo);
}

/* ---- rows and ruler ------------------------------------------------------------------------------------------- */

static void draw_rows(dopesheet *d, cairo_t *cairo, int width, int height, const colours *c)
{
    double row_height = dopesheet_row_height(d), down = gtk_adjustment_get_value(d->down);
    uint32_t first = (uint32_t)fmax(0, floor(down / row_height)), chosen = dopesheet_chosen_row(d);
    for (uint32_t row = first; row < d->sheet.row_count; row++) {
        double top = dopesheet_row_top(d, row);
        if (top > height)
            break;
        bool whole = d->sheet.rows[row].track == UINT32_MAX;
        set(cairo, row == chosen ? &c->accent : &c->ink, row == chosen ? 0.16 : whole ? 0.06 : row % 2 ? 0.02 : 0);
        cairo_rectangle(cairo, 0, top, width, row_height);
        cairo_fill(cairo);
        row_keys k = keys_of(d, row);
        row_context r = {.y = floor(top + row_height / 2) + 0.5,
                         .size = whole ? half - 1 : half,
                         .left = -half,
                         .right = width + half,
                         .by = d->drag == DOPESHEET_DRAG_MOVE ? (double)d->move_by * d->scale.pixels : 0,
                         .whole = whole};
        draw_cuts(d, cairo, &k, &r, row_height);
        draw_keys(d, cairo, &k, &r, c);
    }
}

static void draw_lines(const dopesheet *d, cairo_t *cairo, int width, int height, const colours *c)
{
    uint32_t minor, step = time_scale_step(&d->scale, ruler, &minor);
    if (minor * d->scale.pixels < 10)
        minor = step;
    uint32_t first = time_scale_nearest(&d->scale, 0) / minor * minor;
    for (uint64_t frame = first;; frame += minor) {
        double x = time_scale_x(&d->scale, (double)frame);
        if (x > width)
            break;
        bool label = frame % step == 0;
        set(cairo, &c->ink, label ? 0.16 : 0.06);
        cairo_rectangle(cairo, round(x), label ? DOPESHEET_RULER - 8 : DOPESHEET_RULER - 4, 1, height);
        cairo_fill(cairo);
    }
}

static void draw_ruler(const dopesheet *d, GtkWidget *area, cairo_t *cairo, int width, const colours *c)
{
    uint32_t minor, step = time_scale_step(&d->scale, ruler, &minor);
    PangoLayout *layout = gtk_widget_create_pango_layout(area, NULL);
    set(cairo, &c->ink, 0.16);
    cairo_rectangle(cairo, 0, DOPESHEET_RULER - 1, width, 1);
    cairo_fill(cairo);
    set(cairo, &c->ink, 0.75);
    for (uint64_t frame = time_scale_nearest(&d->scale, -ruler) / step * step;; frame += step) {
        char text[24];
        double x = time_scale_x(&d->scale, (double)frame);
        if (x > width + ruler)
            break;
        g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, frame);
        pango_layout_set_text(layout, text, -1);
        int text_width, text_height;
        pango_layout_get_pixel_size(layout, &text_width, &text_height);
        cairo_move_to(cairo, round(x - text_width / 2.0), (DOPESHEET_RULER - 8 - text_height) / 2.0 + 1);
        pango_cairo_show_layout(cairo, layout);
    }
    g_object_unref(layout);
}

void dopesheet_draw(GtkWidget *area, cairo_t *cairo, int width, int height, gpointer user)
{
    dopesheet *d = user;
    colours c = colours_of(area);
    d->drawn = sheet_revision(&d->sheet);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, DOPESHEET_RULER, width, height - DOPESHEET_RULER);
    cairo_clip(cairo);
    draw_rows(d, cairo, width, height, &c);
    cairo_restore(cairo);
    draw_lines(d, cairo, width, height, &c);
    draw_ruler(d, area, cairo, width, &c);
}

/* ---- what moves ----------------------------------------------------------------------------------------------- */

static void append(GtkSnapshot *snapshot, const GdkRGBA *ink, float alpha, double x, double y, double width,
                   double height)
{
    GdkRGBA faded = *ink;
    faded.alpha *= alpha;
    gtk_snapshot_append_color(snapshot, &faded, &GRAPHENE_RECT_INIT((float)x, (float)y, (float)width, (float)height));
}

static void append_box(const dopesheet *d, GtkSnapshot *snapshot, const colours *c)
{
    double scrolled = time_scale_x(&d->scale, d->press_first), down = gtk_adjustment_get_value(d->down);
    double x[2] = {d->press[0] + scrolled, d->pointer[0]}, y[2] = {d->press[1] + d->press_down - down, d->pointer[1]};
    double left = fmin(x[0], x[1]), top = fmax(DOPESHEET_RULER, fmin(y[0], y[1]));
    double width = fabs(x[1] - x[0]), height = fmax(y[0], y[1]) - top;
    append(snapshot, &c->accent, 0.2f, left, top, width, height);
    append(snapshot, &c->accent, 0.9f, left, top, width, 1);
    append(snapshot, &c->accent, 0.9f, left, top + height, width, 1);
    append(snapshot, &c->accent, 0.9f, left, top, 1, height);
    append(snapshot, &c->accent, 0.9f, left + width, top, 1, height);
}

static bool is_bent(const keys_track *t, const edit *bends)
{
    uint32_t index = (uint32_t)t->index;
    return t->index >= 0 && ((t->kind == KEYS_BONE && edit_bone_changed(bends, index)) ||
                             (t->kind == KEYS_MORPH && edit_get_morph(bends, index).on) ||
                             (t->kind == KEYS_CHAIN && edit_get_chain(bends, index) != EDIT_CHAIN_FREE));
}

/* A ring at the current frame in the rows of what is bent and not registered: there will be a key. */
static void append_bends(const dopesheet *d, GtkSnapshot *snapshot, const character *c, double x, int height)
{
    double row_height = dopesheet_row_height(d);
    uint32_t row = (uint32_t)fmax(0, floor(gtk_adjustment_get_value(d->down) / row_height));
    for (; row < d->sheet.row_count && dopesheet_row_top(d, row) < height; row++) {
        double y = floor(dopesheet_row_top(d, row) + row_height / 2) + 0.5;
        uint32_t track = d->sheet.rows[row].track;
        if (track == UINT32_MAX || d->sheet.tracks[track].source != SHEET_CHARACTER ||
            !is_bent(sheet_get_track(&d->sheet, track), c->bends) || y < DOPESHEET_RULER)
            continue;
        cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT((float)x - 8, (float)y - 8, 17, 17));
        diamond(cairo, x + 0.5, y, half + 1);
        cairo_set_source_rgb(cairo, 0.96, 0.77, 0.27);
        cairo_set_line_width(cairo, 2);
        cairo_stroke(cairo);
        cairo_destroy(cairo);
    }
}

void dopesheet_snapshot(GtkWidget *area, GtkSnapshot *snapshot, int width, int height, gpointer user)
{
    dopesheet *d = user;
    static const GdkRGBA red = {0.93f, 0.30f, 0.26f, 1};
    colours c = colours_of(area);
    double x = round(time_scale_x(&d->scale, d->frame));
    (void)width;
    if (d->drag == DOPESHEET_DRAG_BOX)
        append_box(d, snapshot, &c);
    append(snapshot, &red, 0.9f, x, DOPESHEET_RULER - 6, 1, height);
    const character *shown = viewer_active(d->panels->stage);
    if (shown && shown->id == d->character && shown->bends)
        append_bends(d, snapshot, shown, x, height);
    for (int i = 0; i < 5; i++) append(snapshot, &red, 1, x - 4 + i, DOPESHEET_RULER - 10 + i, 9 - 2 * i, 1);
}
