/* The parts of the selected bone's pose: keys, bone morphs, append, IK and physics. */
#include "tool/edit/readout.h"
#include "view/window/panels/panels.h"

static GtkWidget *cell(const char *text, float xalign, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), xalign);
    gtk_widget_add_css_class(label, class);
    return label;
}

static void show_text(GtkWidget *label, const char *text)
{
    if (g_strcmp0(text, gtk_label_get_text(GTK_LABEL(label))) != 0)
        gtk_label_set_text(GTK_LABEL(label), text);
}

void bone_parts_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    if (!c || p->stage->bone < 0 || !gtk_expander_get_expanded(GTK_EXPANDER(p->bones.parts)))
        return;
    for (int part = 0; part < READOUT_PARTS; part++) {
        float numbers[6];
        bool any = readout_part(c->shown, (uint32_t)p->stage->bone, (readout_part_kind)part, numbers);
        for (int i = 0; i < 6; i++) {
            char text[32];
            g_snprintf(text, sizeof text, i < 3 ? "%.1f" : "%.2f", (double)numbers[i]);
            show_text(p->bones.part_numbers[part][i], any ? text : "–");
        }
    }
}

GtkWidget *bone_parts_create(viewer_panels *p)
{
    static const char *const axes[] = {"X°", "Y°", "Z°", "X", "Y", "Z"};
    const char *const names[READOUT_PARTS] = {_("Keys"), _("Bone morphs"), _("Append"), _("IK"), _("Physics")};
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
    for (int i = 0; i < 6; i++) gtk_grid_attach(GTK_GRID(grid), cell(axes[i], 1, "dim-label"), i + 1, 0, 1, 1);
    for (int part = 0; part < READOUT_PARTS; part++) {
        gtk_grid_attach(GTK_GRID(grid), cell(names[part], 0, "dim-label"), 0, part + 1, 1, 1);
        for (int i = 0; i < 6; i++) {
            GtkWidget *number = p->bones.part_numbers[part][i] = cell("–", 1, "row-numbers");
            gtk_widget_set_hexpand(number, TRUE);
            gtk_grid_attach(GTK_GRID(grid), number, i + 1, part + 1, 1, 1);
        }
    }
    p->bones.parts = gtk_expander_new(_("Parts of its pose"));
    gtk_widget_set_tooltip_text(p->bones.parts,
                                _("What motions and your changes, bone morphs, append, IK and physics each add"));
    gtk_expander_set_child(GTK_EXPANDER(p->bones.parts), grid);
    gtk_widget_set_focus_on_click(p->bones.parts, FALSE);
    panels_keep_space(p->bones.parts);
    g_signal_connect_swapped(p->bones.parts, "notify::expanded", G_CALLBACK(bone_parts_follow), p);
    return p->bones.parts;
}
