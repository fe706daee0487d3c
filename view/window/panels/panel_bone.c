/* The selected bone: its position, and its pose before chains as numbers that can be edited. */
#include "tool/edit/readout.h"
#include "view/window/panels/panels.h"

#include <math.h>

enum { TURN, MOVE }; /* rows of numbers */

static void pose_of(const character *c, uint32_t bone, double out[2][3])
{
    const hone_transform *pose = &hone_actor_writable_pose(c->shown)->bones[bone];
    float degrees[3];
    readout_degrees(pose->rotation, degrees);
    for (int i = 0; i < 3; i++) {
        out[TURN][i] = (double)degrees[i];
        out[MOVE][i] = (double)pose->translation[i];
    }
}

/* ---- input ---------------------------------------------------------------------------------------------------- */

static void typed(GtkSpinButton *spin, viewer_panels *p)
{
    character *c = viewer_active(p->stage);
    if (p->updating_widgets || !c || p->stage->bone < 0)
        return;
    int which = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(spin), "number")), row = which / 3;
    /* leaving a number reads its rounded text again: this is no change */
    if (fabs(gtk_spin_button_get_value(spin) - p->bones.shown[which]) < (row == TURN ? 0.0051 : 0.00051))
        return;
    uint32_t bone = (uint32_t)p->stage->bone;
    double pose[2][3];
    float degrees[3], rotation[4], offset[3];
    pose_of(c, bone, pose);
    pose[row][which % 3] = gtk_spin_button_get_value(spin);
    for (int i = 0; i < 3; i++) degrees[i] = (float)pose[TURN][i], offset[i] = (float)pose[MOVE][i];
    readout_rotation(degrees, rotation);
    viewer_hold_time(p->stage);
    history_begin(p->stage->document.history, row == TURN ? N_("Rotate a bone") : N_("Move a bone"),
                  1 + 3 * (uintptr_t)bone + (uintptr_t)which % 3);
    history_set_bone(p->stage->document.history, c->edit, bone,
                     edit_bone_posed(c->edit, c->shown, bone, rotation, offset));
    history_end(p->stage->document.history);
    p->bones.shown[which] = gtk_spin_button_get_value(spin);
    /* the next number is based on this pose */
    document_update(&p->stage->document, p->stage->document.frame, true, 0, &p->stage->frame_timing,
                    NULL); /* the next tick reports */
    viewer_edited(p->stage);
}

/* Return ends an undo step: the next change of the same number is another step. */
static void entered(GtkText *text, viewer_stage *s)
{
    (void)text;
    history_seal(s->document.history);
}

/* ---- display -------------------------------------------------------------------------------------------------- */

static bool may(const character *c, const hone_bone *bone, int row)
{
    uint32_t needed = row == TURN ? HONE_BONE_ROTATABLE : HONE_BONE_MOVABLE;
    return hone_model_get(c->model)->space != HONE_SPACE_MMD || bone->flags & needed;
}

/* Does not overwrite a number while the user types it, unless the bone itself has moved. */
static void show_number(viewer_panels *p, int which, double value)
{
    GtkWidget *spin = p->bones.numbers[which];
    bool typing = gtk_widget_get_state_flags(spin) & GTK_STATE_FLAG_FOCUS_WITHIN;
    if (fabs(value - p->bones.shown[which]) < 5e-4 || (typing && play_clock_is_playing(&p->stage->clock)))
        return;
    p->bones.shown[which] = value;
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

static const char *hold_text(edit_hold hold)
{
    return hold == EDIT_HOLD_CHAIN ? _("moved by IK") : hold == EDIT_HOLD_PHYSICS ? _("moved by physics") : "";
}

static void show_name(viewer_panels *p, const character *c, const hone_bone *b)
{
    char *names = panels_names(b->name, panels_english_of_bone(p, (uint32_t)p->stage->bone));
    char *text = g_strdup_printf("<b>%s</b>  <span alpha=\"60%%\">#%d  %s</span>", names, p->stage->bone,
                                 hold_text(edit_held(c->shown, (uint32_t)p->stage->bone, NULL)));
    if (g_strcmp0(text, gtk_label_get_label(GTK_LABEL(p->bones.name))) != 0)
        gtk_label_set_markup(GTK_LABEL(p->bones.name), text);
    g_free(text);
    g_free(names);
}

static void show_place(viewer_panels *p, const character *c)
{
    readout now = readout_of(c->shown, (uint32_t)p->stage->bone);
    for (int i = 0; i < 3; i++) {
        char text[32];
        g_snprintf(text, sizeof text, "%.3f", (double)now.position[i]);
        if (g_strcmp0(text, gtk_label_get_text(GTK_LABEL(p->bones.place[i]))) != 0)
            gtk_label_set_text(GTK_LABEL(p->bones.place[i]), text);
    }
}

void bone_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    const hone_skeleton *s = hone_model_skeleton(c ? c->model : NULL);
    bool chosen = c && p->stage->bone >= 0 && p->stage->bone < (int32_t)s->bone_count;
    gtk_widget_set_sensitive(p->bones.reset, chosen && edit_bone_changed(c->edit, (uint32_t)p->stage->bone));
    gtk_stack_set_visible_child_name(GTK_STACK(p->bones.facts), chosen ? "bone" : "none");
    if (!chosen)
        return;
    double pose[2][3];
    bool updating_widgets = p->updating_widgets;
    pose_of(c, (uint32_t)p->stage->bone, pose);
    show_name(p, c, &s->bones[p->stage->bone]);
    show_place(p, c);
    p->updating_widgets = true;
    for (int i = 0; i < 6; i++) {
        gtk_widget_set_sensitive(p->bones.numbers[i], may(c, &s->bones[p->stage->bone], i / 3));
        show_number(p, i, pose[i / 3][i % 3]);
    }
    p->updating_widgets = updating_widgets;
    bone_parts_follow(p);
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static GtkWidget *dim(const char *text, float xalign)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), xalign);
    gtk_widget_add_css_class(label, "dim-label");
    return label;
}

/* Without buttons, since there is no room for them: the wheel and the arrow keys change it, too. */
static GtkWidget *number(viewer_panels *p, int which, const char *spoken)
{
    bool turn = which / 3 == TURN;
    GtkWidget *spin = gtk_spin_button_new_with_range(turn ? -360 : -1e4, turn ? 360 : 1e4, turn ? 1 : 0.1);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), turn ? 2 : 3);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 4); /* for a narrow pane; in a wide one they expand */
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 6);
    gtk_editable_set_alignment(GTK_EDITABLE(spin), 1);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), p->bones.shown[which] = 0);
    gtk_widget_set_hexpand(spin, TRUE);
    GtkWidget *text = gtk_widget_get_first_child(spin);
    panels_hide_buttons(spin);
    g_object_set_data(G_OBJECT(spin), "number", GINT_TO_POINTER(which));
    panels_name(spin, spoken);
    gtk_widget_set_tooltip_text(spin,
                                turn ? _("Degrees; before IK and physics") : _("Offset from the rest pose; before IK"));
    g_signal_connect(spin, "value-changed", G_CALLBACK(typed), p);
    g_signal_connect_after(text, "activate", G_CALLBACK(entered), p->stage);
    panels_keep_undo(spin);
    p->bones.numbers[which] = spin;
    return spin;
}

static GtkWidget *table(viewer_panels *p)
{
    static const char *const axes[] = {"X", "Y", "Z"};
    const char *const rows[] = {_("Rotation"), _("Offset"), _("Position")};
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    for (int r = 0; r < 3; r++) gtk_grid_attach(GTK_GRID(grid), dim(rows[r], 0), 0, r + 1, 1, 1);
    for (int i = 0; i < 3; i++) {
        gtk_grid_attach(GTK_GRID(grid), dim(axes[i], 0.5f), i + 1, 0, 1, 1);
        p->bones.place[i] = gtk_label_new(NULL);
        gtk_label_set_xalign(GTK_LABEL(p->bones.place[i]), 1);
        gtk_label_set_width_chars(GTK_LABEL(p->bones.place[i]), 6);
        gtk_label_set_selectable(GTK_LABEL(p->bones.place[i]), TRUE);
        gtk_widget_add_css_class(p->bones.place[i], "place");
        for (int r = 0; r < 2; r++) {
            char *spoken = g_strdup_printf("%s %s", rows[r], axes[i]);
            gtk_grid_attach(GTK_GRID(grid), number(p, r * 3 + i, spoken), i + 1, r + 1, 1, 1);
            g_free(spoken);
        }
        gtk_grid_attach(GTK_GRID(grid), p->bones.place[i], i + 1, 3, 1, 1);
    }
    return grid;
}

GtkWidget *bone_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *foot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    p->bones.name = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(p->bones.name), 0);
    gtk_label_set_ellipsize(GTK_LABEL(p->bones.name), PANGO_ELLIPSIZE_END);
    p->bones.reset = gtk_button_new_with_label(_("Reset"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(p->bones.reset), "win.reset-bone");
    gtk_widget_set_halign(p->bones.reset, GTK_ALIGN_START);
    gtk_widget_set_focus_on_click(p->bones.reset, FALSE);
    gtk_box_append(GTK_BOX(foot), p->bones.reset);
    gtk_box_append(GTK_BOX(box), p->bones.name);
    gtk_box_append(GTK_BOX(box), table(p));
    gtk_box_append(GTK_BOX(box), bone_parts_create(p));
    gtk_box_append(GTK_BOX(box), foot);
    GtkWidget *none = dim(_("Click a bone, here or in the picture."), 0.5f);
    p->bones.facts = gtk_stack_new();
    gtk_stack_set_vhomogeneous(GTK_STACK(p->bones.facts), FALSE);
    gtk_widget_add_css_class(p->bones.facts, "facts");
    gtk_stack_add_named(GTK_STACK(p->bones.facts), none, "none");
    gtk_stack_add_named(GTK_STACK(p->bones.facts), box, "bone");
    return p->bones.facts;
}
