#include "view/window/timeline.h"

#include <math.h>

static const double speeds[] = {0.1, 0.25, 0.5, 1, 1.5, 2, 4};
enum { NORMAL_SPEED = 3 };

static void scrubbed(GtkAdjustment *adjustment, viewer_panels *p)
{
    if (!p->timeline.updating_widgets)
        timeline_seek(p->stage, gtk_adjustment_get_value(adjustment));
}

void timeline_seek(viewer_stage *s, double frame)
{
    play_clock_seek(&s->clock, viewer_now(), frame / HONE_FRAMES_PER_SECOND);
    viewer_redraw(s);
}

void timeline_measure(viewer_panels *p, double seconds)
{
    p->timeline.updating_widgets = true;
    gtk_adjustment_set_upper(p->timeline.adjustment, fmax(1, seconds * HONE_FRAMES_PER_SECOND));
    p->timeline.updating_widgets = false;
    int whole = (int)ceil(seconds);
    char *text = g_strdup_printf("%d:%02d", whole / 60, whole % 60);
    gtk_label_set_text(GTK_LABEL(p->timeline.length), seconds > 0 ? text : "");
    g_free(text);
    gtk_widget_set_sensitive(p->timeline.scale, seconds > 0);
}

void timeline_fold(viewer_panels *p, bool folded)
{
    const timeline *t = &p->timeline;
    GtkWidget *const parts[] = {t->back, t->forward, t->begin, t->length, t->speed};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) gtk_widget_set_visible(parts[i], !folded);
    gtk_label_set_width_chars(GTK_LABEL(t->frame), folded ? 18 : 24);
}

void timeline_follow(viewer_panels *p)
{
    p->timeline.updating_widgets = true;
    gtk_adjustment_set_value(p->timeline.adjustment, p->stage->document.frame);
    p->timeline.updating_widgets = false;
}

/* Avoids unchanged icons, since each causes a new layout of the window. */
static void show_icon(GtkWidget *on, const char *icon)
{
    if (g_strcmp0(gtk_button_get_icon_name(GTK_BUTTON(on)), icon) != 0)
        gtk_button_set_icon_name(GTK_BUTTON(on), icon);
}

void timeline_update(viewer_panels *p)
{
    bool playing = play_clock_is_playing(&p->stage->clock);
    gtk_widget_set_sensitive(p->timeline.box, viewer_has_time(p->stage));
    show_icon(p->timeline.play, playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
    show_icon(p->timeline.mute,
              p->stage->settings.muted ? "audio-volume-muted-symbolic" : "audio-volume-high-symbolic");
    gtk_widget_set_visible(p->timeline.mute, p->stage->sound.opened != NULL);
    gtk_widget_set_visible(p->timeline.volume, p->stage->sound.opened != NULL && !p->stage->shell->layout.narrow);
    double seconds = p->stage->document.frame / HONE_FRAMES_PER_SECOND;
    char *text = g_strdup_printf("%d:%05.2f   %s %.1f", (int)seconds / 60, fmod(seconds, 60), _("frame"),
                                 p->stage->document.frame);
    gtk_label_set_text(GTK_LABEL(p->timeline.frame), text);
    g_free(text);
}

void timeline_speed(viewer_panels *p, double speed)
{
    guint nearest = NORMAL_SPEED;
    for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
        if (fabs(speeds[i] - speed) < fabs(speeds[nearest] - speed))
            nearest = i;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(p->timeline.speed), nearest);
}

static void speed_chosen(GtkDropDown *menu, GParamSpec *what, viewer_stage *s)
{
    (void)what;
    guint chosen = gtk_drop_down_get_selected(menu);
    if (chosen < G_N_ELEMENTS(speeds))
        play_clock_set_speed(&s->clock, viewer_now(), speeds[chosen]);
}

static GtkWidget *button(const char *icon, const char *action, const char *tip)
{
    GtkWidget *b = gtk_button_new_from_icon_name(icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), action);
    gtk_widget_set_tooltip_text(b, tip);
    gtk_accessible_update_property(GTK_ACCESSIBLE(b), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
    gtk_widget_set_focus_on_click(b, FALSE);
    gtk_widget_add_css_class(b, "flat");
    return b;
}

static GtkWidget *toggle(const char *icon, const char *action, const char *tip)
{
    GtkWidget *b = gtk_toggle_button_new();
    gtk_button_set_icon_name(GTK_BUTTON(b), icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), action);
    gtk_widget_set_tooltip_text(b, tip);
    gtk_accessible_update_property(GTK_ACCESSIBLE(b), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
    gtk_widget_set_focus_on_click(b, FALSE);
    gtk_widget_add_css_class(b, "flat");
    return b;
}

/* The amplitude is the square of the slider's position, which matches perceived loudness. */
void timeline_apply_volume(viewer_stage *s)
{
    float share = (float)s->sound.volume / 100;
    if (s->sound.opened)
        sound_set_volume(s->sound.opened, share * share);
}

static void turn_volume(GtkRange *range, viewer_stage *s)
{
    s->sound.volume = (int)lround(gtk_range_get_value(range));
    timeline_apply_volume(s);
}

static GtkWidget *volume_slider(viewer_stage *s)
{
    GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 5);
    gtk_range_set_value(GTK_RANGE(scale), s->sound.volume);
    gtk_widget_set_size_request(scale, 80, -1);
    gtk_widget_set_focus_on_click(scale, FALSE);
    gtk_widget_set_tooltip_text(scale, _("Volume"));
    gtk_accessible_update_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Volume"), -1);
    g_signal_connect(scale, "value-changed", G_CALLBACK(turn_volume), s);
    return scale;
}

static GtkWidget *speed_menu(viewer_stage *s)
{
    static const char *const texts[] = {"0.1×", "0.25×", "0.5×", "1×", "1.5×", "2×", "4×", NULL};
    GtkWidget *menu = gtk_drop_down_new_from_strings(texts);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(menu), NORMAL_SPEED);
    gtk_widget_set_tooltip_text(menu, _("Speed"));
    gtk_accessible_update_property(GTK_ACCESSIBLE(menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Speed"), -1);
    g_signal_connect(menu, "notify::selected", G_CALLBACK(speed_chosen), s);
    return menu;
}

GtkWidget *timeline_create(viewer_panels *p)
{
    timeline *t = &p->timeline;
    t->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_widget_add_css_class(t->box, "timeline");
    t->play = button("media-playback-start-symbolic", "win.play", _("Play or pause (Space)"));
    t->adjustment = gtk_adjustment_new(0, 0, 1, 1, 30, 0);
    g_signal_connect(t->adjustment, "value-changed", G_CALLBACK(scrubbed), p);
    t->scale = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, t->adjustment);
    gtk_widget_set_hexpand(t->scale, TRUE);
    gtk_scale_set_draw_value(GTK_SCALE(t->scale), FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(t->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Time"), -1);
    t->frame = gtk_label_new("0:00.00");
    gtk_widget_add_css_class(t->frame, "numeric");
    gtk_label_set_width_chars(GTK_LABEL(t->frame), 24);
    t->length = gtk_label_new("0:00");
    gtk_widget_add_css_class(t->length, "numeric");
    gtk_widget_add_css_class(t->length, "dim-label");
    t->mute = toggle("audio-volume-high-symbolic", "win.muted", _("Mute sound (M)"));
    t->volume = volume_slider(p->stage);
    gtk_widget_set_visible(t->mute, p->stage->sound.opened != NULL);
    gtk_widget_set_visible(t->volume, p->stage->sound.opened != NULL);
    t->speed = speed_menu(p->stage);
    t->begin = button("media-skip-backward-symbolic", "win.begin", _("Go to start (Home)"));
    GtkWidget *keys = gtk_toggle_button_new_with_label("◆");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(keys), "win.dopesheet");
    gtk_widget_set_tooltip_text(keys, _("Dopesheet (F7)"));
    gtk_accessible_update_property(GTK_ACCESSIBLE(keys), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Dopesheet (F7)"), -1);
    gtk_widget_set_focus_on_click(keys, FALSE);
    gtk_widget_add_css_class(keys, "flat");
    t->back = button("media-seek-backward-symbolic", "win.back", _("Previous frame (←)"));
    t->forward = button("media-seek-forward-symbolic", "win.forward", _("Next frame (→)"));
    GtkWidget *const parts[] = {
        t->begin, t->back,   t->play,   t->forward,
        t->frame, t->scale,  t->length, toggle("media-playlist-repeat-symbolic", "win.loop", _("Loop (L)")),
        t->mute,  t->volume, t->speed,  keys,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) gtk_box_append(GTK_BOX(t->box), parts[i]);
    return t->box;
}
