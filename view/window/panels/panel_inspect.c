/* The page of numbers: of the vertex, the material and the rigid body that were clicked last, and what is wrong with
 * the active model. */
#include "tool/doctor/checks.h"
#include "tool/messages/messages.h"
#include "view/inspect/inspect.h"
#include "view/window/canvas/canvas.h"
#include "view/window/panels/panels.h"

#include <hone/io.h>
#include <string.h>

/* ---- what was clicked -------------------------------------------------------------------------------------------- */

/* A text that can be selected and copied. */
static GtkWidget *text_label(const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_widget_set_focusable(label, FALSE);
    gtk_widget_set_hexpand(label, TRUE);
    return label;
}

static GtkWidget *paragraph(const char *text)
{
    GtkWidget *label = text_label(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    return label;
}

/* One line, so that a narrow pane does not change the heights of the rows; what is cut is in the tooltip. */
static GtkWidget *value_label(const char *text)
{
    GtkWidget *label = text_label(text);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    return label;
}

static void set_value(GtkWidget *label, const char *text)
{
    if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) == 0)
        return;
    gtk_label_set_text(GTK_LABEL(label), text);
    gtk_widget_set_tooltip_text(label, text);
}

static GtkWidget *name_label(const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "dim-label");
    return label;
}

/* Makes new rows only if there are others than before: a few times a second only the values change. */
static void show_text(GtkWidget *grid, const inspect_text *text)
{
    uint32_t before = (uint32_t)GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(grid), "rows"));
    gtk_widget_set_visible(grid, text->count > 0);
    while (before > text->count) gtk_grid_remove_row(GTK_GRID(grid), (int)--before);
    for (uint32_t i = 0; i < text->count; i++) {
        const inspect_line *line = &text->lines[i];
        GtkWidget *name = gtk_grid_get_child_at(GTK_GRID(grid), 0, (int)i);
        GtkWidget *value = gtk_grid_get_child_at(GTK_GRID(grid), 1, (int)i);
        if (!name) {
            gtk_grid_attach(GTK_GRID(grid), name = name_label(""), 0, (int)i, 1, 1);
            gtk_grid_attach(GTK_GRID(grid), value = value_label(""), 1, (int)i, 1, 1);
        }
        if (strcmp(gtk_label_get_text(GTK_LABEL(name)), gettext(line->label)) != 0)
            gtk_label_set_text(GTK_LABEL(name), gettext(line->label));
        set_value(value, line->value);
    }
    g_object_set_data(G_OBJECT(grid), "rows", GUINT_TO_POINTER(text->count));
}

static void show_surface(viewer_panels *p, uint32_t index, const character *c)
{
    const inspected *seen = &p->stage->inspected;
    inspect_text vertex = {0}, material = {0};
    if (seen->vertex != HONE_NONE && canvas_skin(p->stage, index)) {
        inspect_vertex(character_shown_model(c), (uint32_t)seen->vertex,
                       p->stage->canvas.list[index].positions[seen->vertex], &vertex);
        inspect_material(c->model, (uint32_t)seen->material, &material);
    }
    show_text(p->inspect.vertex, &vertex);
    show_text(p->inspect.material, &material);
}

void inspect_follow(viewer_panels *p)
{
    inspect_text body = {0};
    uint32_t index = 0;
    while (index < p->stage->document.model_count &&
           p->stage->document.models[index]->character->id != p->stage->inspected.character)
        index++;
    const character *c = index < p->stage->document.model_count ? p->stage->document.models[index]->character : NULL;
    gtk_widget_set_visible(p->inspect.hint, !c);
    if (!c)
        inspect_forget(p);
    if (c && p->stage->inspected.body != HONE_NONE)
        inspect_body(c->model, (uint32_t)p->stage->inspected.body, character_physics_of(c), &body);
    show_text(p->inspect.body, &body);
    if (c)
        show_surface(p, index, c);
}

void inspect_forget(viewer_panels *p)
{
    const inspect_text none = {0};
    p->stage->inspected = (inspected){.vertex = HONE_NONE, .material = HONE_NONE, .body = HONE_NONE};
    show_text(p->inspect.vertex, &none);
    show_text(p->inspect.material, &none);
}

/* ---- what is wrong with the model ---------------------------------------------------------------------------------
 */

static void add_finding(GtkWidget *box, const finding *f)
{
    static const char *const signs[FINDING_LEVEL_COUNT] = {"ⓘ", "⚠", "✗"};
    char text[MESSAGE_SIZE];
    message_translate(f->text, text, sizeof text);
    GString *all = g_string_new(NULL);
    g_string_append_printf(all, "%s %s", signs[f->level], text);
    for (uint32_t i = 0; i < f->names.kept; i++) g_string_append_printf(all, "\n    %s", f->names.texts[i]);
    if (f->names.total > f->names.kept)
        g_string_append_printf(all, _("\n    and %u more"), f->names.total - f->names.kept);
    char *valid = g_utf8_make_valid(all->str, -1);
    gtk_box_append(GTK_BOX(box), paragraph(valid));
    g_free(valid);
    g_string_free(all, TRUE);
}

static void check_clicked(GtkButton *button, viewer_panels *p)
{
    (void)button;
    const document_model *m = document_active(&p->stage->document);
    findings found = {0};
    panels_clear(p->inspect.findings);
    if (!m)
        return;
    check_model(m->character->model, m->built_in ? NULL : m->folder, CHECK_TARGET_NONE, &found);
    for (int level = FINDING_FAULT; level >= FINDING_NOTE; level--)
        for (uint32_t i = 0; i < found.count; i++)
            if ((int)found.items[i].level == level)
                add_finding(p->inspect.findings, &found.items[i]);
    if (found.count == 0)
        gtk_box_append(GTK_BOX(p->inspect.findings), paragraph(_("Nothing is wrong with this model")));
    findings_release(&found);
}

void inspect_remake(viewer_panels *p)
{
    panels_clear(p->inspect.findings);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static GtkWidget *make_grid(GtkWidget *box)
{
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 2);
    gtk_widget_set_visible(grid, FALSE);
    gtk_box_append(GTK_BOX(box), grid);
    return grid;
}

GtkWidget *inspect_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10), *scrolled = gtk_scrolled_window_new();
    gtk_widget_set_margin_start(box, 8);
    gtk_widget_set_margin_end(box, 8);
    gtk_widget_set_margin_bottom(box, 8);
    p->inspect.hint = paragraph(_("Click the model: its vertex and material there are shown, and the rigid body if "
                                  "bodies are shown."));
    gtk_box_append(GTK_BOX(box), p->inspect.hint);
    p->inspect.body = make_grid(box);
    p->inspect.vertex = make_grid(box);
    p->inspect.material = make_grid(box);
    GtkWidget *check = gtk_button_new_with_label(_("Look for trouble in the model"));
    gtk_widget_set_halign(check, GTK_ALIGN_START);
    panels_keep_space(check);
    g_signal_connect(check, "clicked", G_CALLBACK(check_clicked), p);
    gtk_box_append(GTK_BOX(box), check);
    p->inspect.findings = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_box_append(GTK_BOX(box), p->inspect.findings);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    return scrolled;
}
