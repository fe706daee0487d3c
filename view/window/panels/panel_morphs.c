/* A slider for each morph, grouped as in MMD's panels. */
#include "view/window/panels/panels.h"

#include <math.h>

static const hone_model_data *model_of(const viewer_stage *s)
{
    const character *c = viewer_active(s);
    return hone_model_get(c ? c->model : NULL);
}

static uint32_t morph_of(GtkWidget *widget)
{
    return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "morph"));
}

static void slid(GtkRange *range, viewer_panels *p)
{
    character *c = viewer_active(p->stage);
    uint32_t morph = morph_of(GTK_WIDGET(range));
    if (p->updating_widgets || !c)
        return;
    history_begin(p->stage->document.history, N_("Set a morph"), morph + 1);
    history_set_morph(p->stage->document.history, c->edit, morph,
                      (edit_morph){true, (float)gtk_range_get_value(range)});
    history_end(p->stage->document.history);
    viewer_edited(p->stage);
}

static void freed(GtkButton *button, viewer_stage *s)
{
    character *c = viewer_active(s);
    if (c)
        history_set_morph(s->document.history, c->edit, morph_of(GTK_WIDGET(button)), (edit_morph){0});
    viewer_edited(s);
}

static GtkWidget *row(viewer_panels *p, uint32_t index)
{
    const hone_morph *morph = &model_of(p->stage)->morphs[index];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4), *label = gtk_label_new(NULL);
    char *names = panels_names(morph->name, panels_english_of_morph(morph));
    gtk_label_set_markup(GTK_LABEL(label), names);
    gtk_widget_set_tooltip_markup(label, names);
    g_free(names);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_width_chars(GTK_LABEL(label), 14);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 14);
    GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01);
    gtk_scale_set_draw_value(GTK_SCALE(scale), TRUE);
    gtk_scale_set_value_pos(GTK_SCALE(scale), GTK_POS_RIGHT);
    gtk_widget_set_hexpand(scale, TRUE);
    panels_name(scale, morph->name);
    GtkWidget *reset = gtk_button_new_from_icon_name("edit-undo-symbolic");
    gtk_widget_add_css_class(reset, "flat");
    gtk_widget_set_tooltip_text(reset, _("Reset"));
    char *spoken = g_strdup_printf("%s: %s", _("Reset"), morph->name);
    panels_name(reset, spoken);
    g_free(spoken);
    gtk_widget_set_sensitive(reset, FALSE);
    gtk_widget_set_focus_on_click(reset, FALSE);
    for (int i = 0; i < 2; i++) g_object_set_data(G_OBJECT(i ? reset : scale), "morph", GUINT_TO_POINTER(index));
    g_signal_connect(scale, "value-changed", G_CALLBACK(slid), p);
    g_signal_connect(reset, "clicked", G_CALLBACK(freed), p->stage);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), scale);
    gtk_box_append(GTK_BOX(box), reset);
    p->morphs.scales[index] = scale;
    return box;
}

void morphs_remake(viewer_panels *p)
{
    static const char *const headings[] = {N_("Other"), N_("Eyebrows"), N_("Eyes"), N_("Mouth"), N_("Other")};
    static const uint8_t order[] = {1, 2, 3, 4, 0};
    const hone_model_data *data = model_of(p->stage);
    const char *sought = gtk_editable_get_text(GTK_EDITABLE(p->morphs.search));
    panels_clear(p->morphs.box);
    g_free(p->morphs.scales);
    p->morphs.count = data->morph_count;
    p->morphs.scales = g_new0(GtkWidget *, data->morph_count + 1);
    p->updating_widgets = true;
    for (size_t o = 0; o < sizeof order; o++) {
        bool headed = order[o] == 0; /* hidden ones follow below the others */
        for (uint32_t i = 0; i < data->morph_count; i++) {
            const hone_morph *morph = &data->morphs[i];
            bool here = order[o] == 0 ? morph->panel == 0 || morph->panel > 4 : morph->panel == order[o];
            if (!here || !panels_morph_matches(morph, sought))
                continue;
            if (!headed)
                gtk_box_append(GTK_BOX(p->morphs.box), panels_heading(gettext(headings[order[o]])));
            headed = true;
            gtk_box_append(GTK_BOX(p->morphs.box), row(p, i));
        }
    }
    if (data->morph_count && !gtk_widget_get_first_child(p->morphs.box))
        gtk_box_append(GTK_BOX(p->morphs.box), panels_heading(_("No morph has this name.")));
    if (!data->morph_count)
        gtk_box_append(GTK_BOX(p->morphs.box), panels_heading(_("This character has no morphs.")));
    p->updating_widgets = false;
}

void morphs_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    if (!c)
        return;
    const float *weights = hone_actor_morphs(c->shown);
    for (uint32_t i = 0; i < p->morphs.count; i++) {
        GtkWidget *scale = p->morphs.scales[i];
        edit_morph edited = edit_get_morph(c->edit, i);
        double value = (double)(edited.on ? edited.weight : weights[i]);
        if (scale && fabs(gtk_range_get_value(GTK_RANGE(scale)) - value) > 1e-4)
            gtk_range_set_value(GTK_RANGE(scale), value);
        if (scale) /* a weight that comes from the motion cannot be reset */
            gtk_widget_set_sensitive(gtk_widget_get_next_sibling(scale), edited.on);
    }
}

static void sought_morph(GtkSearchEntry *entry, viewer_panels *p)
{
    (void)entry;
    morphs_remake(p);
}

GtkWidget *morphs_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    p->morphs.search = gtk_search_entry_new();
    g_object_set(p->morphs.search, "placeholder-text", _("Find a morph"), NULL);
    panels_name(p->morphs.search, _("Find a morph"));
    gtk_widget_set_margin_start(p->morphs.search, 8);
    gtk_widget_set_margin_end(p->morphs.search, 8);
    g_signal_connect(p->morphs.search, "search-changed", G_CALLBACK(sought_morph), p);
    p->morphs.box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(p->morphs.box, "rows");
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), p->morphs.box);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), p->morphs.search);
    gtk_box_append(GTK_BOX(box), scrolled);
    return box;
}
