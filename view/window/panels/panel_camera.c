/* The camera in numbers, as --camera-orbit and --fov of `hone render` take them. */
#include "view/window/canvas/canvas.h"
#include "view/window/panels/panels.h"

static void typed(GtkSpinButton *spin, viewer_panels *p)
{
    if (!p->updating_widgets)
        canvas_set_camera_number(p->stage, (orbit_number)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(spin), "number")),
                                 gtk_spin_button_get_value(spin));
}

static GtkWidget *number(viewer_panels *p, orbit_number which, const char *name)
{
    static const struct {
        double low, high, step;
        const char *explanation;
    } kinds[ORBIT_NUMBERS] = {
        [ORBIT_YAW] = {-180, 180, 5, N_("Degrees from the character's front to its left")},
        [ORBIT_PITCH] = {-90, 90, 5, N_("Degrees from the level to above")},
        [ORBIT_DISTANCE] = {0.01, 1e5, 1, N_("From the eye to the target, in MMD's units")},
        [ORBIT_FIELD] = {1, 170, 1, N_("Vertical field of view in degrees")},
    };
    GtkWidget *spin = gtk_spin_button_new_with_range(kinds[which].low, kinds[which].high, kinds[which].step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), 1);
    gtk_spin_button_set_wrap(GTK_SPIN_BUTTON(spin), which == ORBIT_YAW);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 5);
    gtk_widget_set_hexpand(spin, TRUE);
    gtk_widget_add_css_class(spin, "small");
    g_object_set_data(G_OBJECT(spin), "number", GINT_TO_POINTER(which));
    gtk_widget_set_tooltip_text(spin, gettext(kinds[which].explanation));
    panels_keep_undo(spin);
    panels_name(spin, name);
    p->scene.camera_numbers[which] = spin;
    return spin;
}

GtkWidget *camera_numbers_create(viewer_panels *p)
{
    const char *const names[ORBIT_NUMBERS] = {_("Yaw"), _("Pitch"), _("Distance"), _("Field of view")};
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 2);
    gtk_widget_set_margin_start(grid, 8);
    for (int i = 0; i < ORBIT_NUMBERS; i++) {
        GtkWidget *label = gtk_label_new(names[i]);
        gtk_label_set_xalign(GTK_LABEL(label), 0);
        gtk_grid_attach(GTK_GRID(grid), label, 0, i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), number(p, (orbit_number)i, names[i]), 1, i, 1, 1);
    }
    camera_numbers_follow(p);
    for (int i = 0; i < ORBIT_NUMBERS; i++)
        g_signal_connect(p->scene.camera_numbers[i], "value-changed", G_CALLBACK(typed), p);
    return grid;
}

/* Does not overwrite a number that the user types while the camera moves. */
void camera_numbers_follow(viewer_panels *p)
{
    orbit shown = canvas_orbit(p->stage);
    float front = canvas_front(p->stage);
    bool moves = p->stage->settings.turntable || play_clock_is_playing(&p->stage->clock);
    for (int i = 0; i < ORBIT_NUMBERS; i++) {
        GtkWidget *spin = p->scene.camera_numbers[i];
        double value = orbit_get_number(&shown, (orbit_number)i, front);
        bool typing = spin && gtk_widget_get_state_flags(spin) & GTK_STATE_FLAG_FOCUS_WITHIN;
        if (spin && !(typing && moves))
            panels_show_number(spin, value);
    }
}
