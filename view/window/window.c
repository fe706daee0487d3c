/* Builds the window. */
#include "view/window/window.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files/ask.h"
#include "view/window/files/files.h"
#include "view/window/files/recover.h"
#include "view/window/files/watch.h"
#include "view/window/film/film_make.h"
#include "view/window/panels/panels.h"
#include "view/window/settings.h"
#include "view/window/timeline.h"

enum { PANE_WIDTH = 412 };

static GtkWidget *menu_button(const char *label, const char *icon, GMenu *menu, const char *tip)
{
    GtkWidget *button = gtk_menu_button_new();
    if (icon)
        gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), icon);
    else
        gtk_menu_button_set_label(GTK_MENU_BUTTON(button), label);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    gtk_widget_set_tooltip_text(button, tip);
    gtk_widget_set_focus_on_click(button, FALSE);
    panels_name(button, tip);
    return button;
}

static GtkWidget *group_button(action_group group, const char *tip)
{
    GMenu *menu = actions_menu(group);
    GtkWidget *button = menu_button(actions_group_name(group), NULL, menu, tip);
    g_object_unref(menu);
    return button;
}

/* When folded it also contains what else has its own buttons. */
static GMenu *main_menu(bool folded)
{
    static const action_group groups[] = {ACTION_FILE, ACTION_PLAY,   ACTION_PHYSICS,  ACTION_WINDOW,   ACTION_PAINTING,
                                          ACTION_KEYS, ACTION_CAMERA, ACTION_OVERLAYS, ACTION_SKINNING, ACTION_BENDING};
    GMenu *menu = g_menu_new();
    for (size_t i = 0; i < (folded ? G_N_ELEMENTS(groups) : 6); i++) {
        GMenu *sub = actions_menu(groups[i]);
        g_menu_append_submenu(menu, actions_group_name(groups[i]), G_MENU_MODEL(sub));
        g_object_unref(sub);
    }
    g_menu_append(menu, _("Keys and mouse"), "win.help");
    return menu;
}

static GtkWidget *icon_button(GtkWidget *button, const char *icon, const char *name, const char *tip)
{
    gtk_button_set_icon_name(GTK_BUTTON(button), icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), name);
    gtk_widget_set_tooltip_text(button, tip);
    gtk_widget_set_focus_on_click(button, FALSE);
    panels_name(button, tip);
    return button;
}

static GtkWidget *linked(GtkWidget *first, GtkWidget *second)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), first);
    gtk_box_append(GTK_BOX(box), second);
    return box;
}

static GtkWidget *open_buttons(viewer_shell *w)
{
    GtkWidget *open = gtk_button_new_with_label(_("Open"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(open), "win.open");
    gtk_widget_set_tooltip_text(open, _("Open models, motions, cameras, sound (Ctrl+O); or drop them on the picture"));
    gtk_widget_set_focus_on_click(open, FALSE);
    w->recent_menu = g_menu_new();
    settings_fill_recent(w);
    w->layout.recent_button = menu_button(NULL, "document-open-recent-symbolic", w->recent_menu, _("Recent files"));
    return linked(open, w->layout.recent_button);
}

static GtkWidget *menus(viewer_shell *w)
{
    GtkWidget *box = w->layout.menus = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_box_append(GTK_BOX(box), group_button(ACTION_CAMERA, _("Camera, mouse and keys")));
    gtk_box_append(GTK_BOX(box), group_button(ACTION_OVERLAYS, _("Display settings")));
    gtk_box_append(GTK_BOX(box), group_button(ACTION_SKINNING, _("How vertices are skinned")));
    gtk_box_append(GTK_BOX(box), group_button(ACTION_BENDING, _("Pose bones")));
    return box;
}

static GtkWidget *header(viewer_shell *w)
{
    GtkHeaderBar *bar = GTK_HEADER_BAR(gtk_header_bar_new());
    GMenu *all = main_menu(false);
    w->layout.main_menu = menu_button(NULL, "open-menu-symbolic", all, _("Menu"));
    w->layout.undo_buttons =
        linked(icon_button(gtk_button_new(), "edit-undo-symbolic", "win.undo", _("Undo (Ctrl+Z)")),
               icon_button(gtk_button_new(), "edit-redo-symbolic", "win.redo", _("Redo (Ctrl+Y)")));
    gtk_header_bar_pack_start(bar, open_buttons(w));
    gtk_header_bar_pack_start(bar, menus(w));
    gtk_header_bar_pack_end(bar, w->layout.main_menu);
    gtk_header_bar_pack_end(
        bar, icon_button(gtk_toggle_button_new(), "sidebar-show-right-symbolic", "win.panel", _("Side pane (F9)")));
    gtk_header_bar_pack_end(bar, w->layout.undo_buttons);
    g_object_unref(all);
    return GTK_WIDGET(bar);
}

/* ---- narrow windows ------------------------------------------------------------------------------------------- */

enum { FOLD_WIDTH = 900, NARROW_WIDTH = 600 };

static void fold_menus(viewer_shell *w, bool folded)
{
    GMenu *all = main_menu(folded);
    w->layout.folded = folded;
    gtk_widget_set_visible(w->layout.menus, !folded);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(w->layout.main_menu), G_MENU_MODEL(all));
    g_object_unref(all);
}

static void make_narrow(viewer_panels *p, bool narrow)
{
    p->stage->shell->layout.narrow = narrow;
    GtkWidget *const extras[] = {p->stage->shell->layout.undo_buttons, p->stage->shell->layout.recent_button};
    for (size_t i = 0; i < G_N_ELEMENTS(extras); i++) gtk_widget_set_visible(extras[i], !narrow);
    timeline_fold(p, narrow);
    panels_show(p);
    dopesheet_show(p);
}

/* The side pane keeps its width, but takes at most 45 % of the window. */
static void place_pane(viewer_shell *w, int width)
{
    int most = width * 45 / 100, now = width - gtk_paned_get_position(GTK_PANED(w->layout.paned));
    if (now <= most && !w->layout.pane_small)
        return;
    gtk_paned_set_position(GTK_PANED(w->layout.paned), width - MIN(PANE_WIDTH, most));
    w->layout.pane_small = most < PANE_WIDTH;
}

static void fit_width(viewer_panels *p, int width)
{
    bool folded = width < FOLD_WIDTH, narrow = width < NARROW_WIDTH;
    p->stage->shell->layout.fitted_width = width;
    if (folded != p->stage->shell->layout.folded)
        fold_menus(p->stage->shell, folded);
    if (narrow != p->stage->shell->layout.narrow)
        make_narrow(p, narrow);
    place_pane(p->stage->shell, width);
}

static void laid_out(GdkSurface *surface, int width, int height, viewer_panels *p)
{
    (void)surface, (void)height;
    if (width != p->stage->shell->layout.fitted_width)
        fit_width(p, width);
}

static void realised(GtkWidget *window, viewer_panels *p)
{
    g_signal_connect(gtk_native_get_surface(GTK_NATIVE(window)), "layout", G_CALLBACK(laid_out), p);
}

static GtkWidget *error_bar(viewer_shell *w)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *close;
    gtk_widget_add_css_class(box, "error-bar");
    w->error.text = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(w->error.text), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(w->error.text), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(GTK_LABEL(w->error.text), 0);
    gtk_label_set_selectable(GTK_LABEL(w->error.text), TRUE);
    gtk_widget_set_hexpand(w->error.text, TRUE);
    close = gtk_button_new_from_icon_name("window-close-symbolic");
    gtk_widget_add_css_class(close, "flat");
    gtk_widget_set_tooltip_text(close, _("Close"));
    panels_name(close, _("Close"));
    g_signal_connect_swapped(close, "clicked", G_CALLBACK(viewer_hush), w);
    gtk_box_append(GTK_BOX(box), w->error.text);
    gtk_box_append(GTK_BOX(box), close);
    w->error.bar = gtk_revealer_new();
    gtk_revealer_set_child(GTK_REVEALER(w->error.bar), box);
    return w->error.bar;
}

static GtkWidget *toast(viewer_shell *w)
{
    w->toast.box = gtk_revealer_new();
    w->toast.text = gtk_label_new("");
    w->toast.show = gtk_button_new_with_label(_("Show"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(w->toast.show), "win.warnings");
    gtk_widget_set_focus_on_click(w->toast.show, FALSE);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_widget_add_css_class(box, "chip");
    gtk_box_append(GTK_BOX(box), w->toast.text);
    gtk_box_append(GTK_BOX(box), w->toast.show);
    gtk_revealer_set_child(GTK_REVEALER(w->toast.box), box);
    gtk_revealer_set_transition_type(GTK_REVEALER(w->toast.box), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
    gtk_widget_set_halign(w->toast.box, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(w->toast.box, GTK_ALIGN_END);
    gtk_widget_set_can_target(w->toast.box, FALSE);
    return w->toast.box;
}

/* A dark style, which suits the surroundings of a picture. */
static void load_style(void)
{
    GtkCssProvider *css = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(css, "/hone/view/style.css");
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(css);
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", TRUE, NULL);
}

static gboolean closing(GtkWindow *window, viewer *v)
{
    (void)window;
    if (!ask_may_leave(v))
        return TRUE;
    v->leaving = true;
    settings_write(&v->stage);
    watch_end(&v->stage);
    recover_end(v);
    if (v->shell.toast.timer) /* its widget is destroyed */
        g_source_remove(v->shell.toast.timer);
    v->shell.toast.timer = 0;
    if (v->film.record) {
        record_cancel(v->film.record);
        record_end(v->film.record, NULL);
        v->film.record = NULL;
    }
    return FALSE;
}

static GtkWidget *middle(viewer_panels *p)
{
    GtkWidget *paned = p->stage->shell->layout.paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    int width = gtk_widget_get_width(p->stage->shell->window);
    gtk_paned_set_start_child(GTK_PANED(paned), canvas_create(p->stage));
    gtk_overlay_add_overlay(GTK_OVERLAY(p->stage->canvas.overlay), toast(p->stage->shell));
    gtk_paned_set_end_child(GTK_PANED(paned), panels_create(p));
    gtk_paned_set_resize_end_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(paned), TRUE);
    gtk_paned_set_position(GTK_PANED(paned), (width ? width : p->stage->shell->layout.width) - PANE_WIDTH);
    gtk_widget_set_vexpand(paned, TRUE);
    return paned;
}

/* The picture above the dopesheet. */
static GtkWidget *split(viewer_panels *p)
{
    GtkWidget *paned = p->stage->shell->layout.split = gtk_paned_new(GTK_ORIENTATION_VERTICAL),
              *sheet = dopesheet_create(p);
    gtk_paned_set_start_child(GTK_PANED(paned), middle(p));
    gtk_paned_set_end_child(GTK_PANED(paned), sheet);
    gtk_paned_set_resize_end_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(paned), TRUE);
    return paned;
}

static void fill(viewer *v)
{
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_window_set_titlebar(GTK_WINDOW(v->shell.window), header(&v->shell));
    gtk_box_append(GTK_BOX(column), error_bar(&v->shell));
    gtk_box_append(GTK_BOX(column), split(&v->panels));
    gtk_box_append(GTK_BOX(column), dopesheet_bar_create(&v->panels));
    gtk_box_append(GTK_BOX(column), film_row_create(v));
    gtk_box_append(GTK_BOX(column), timeline_create(&v->panels));
    gtk_window_set_child(GTK_WINDOW(v->shell.window), column);
    int width = gtk_widget_get_width(v->shell.window);
    v->shell.layout.folded = v->shell.layout.narrow = v->shell.layout.pane_small =
        false; /* the state of a new window */
    fit_width(&v->panels, width ? width : v->shell.layout.width);
}

void window_create(viewer *v)
{
    load_style();
    v->shell.window = gtk_application_window_new(v->shell.application);
    gtk_window_set_title(GTK_WINDOW(v->shell.window), "hone");
    gtk_window_set_default_size(GTK_WINDOW(v->shell.window), v->shell.layout.width, v->shell.layout.height);
    actions_add(v);
    fill(v);
    files_accept_drops(v, v->shell.window);
    g_signal_connect(v->shell.window, "realize", G_CALLBACK(realised), &v->panels);
    g_signal_connect(v->shell.window, "close-request", G_CALLBACK(closing), v);
    gtk_window_present(GTK_WINDOW(v->shell.window));
    gtk_widget_grab_focus(v->stage.canvas.area);
}

/* Waits until the menu that asked for it is closed, since it is destroyed, too. */
static gboolean fill_anew(gpointer user)
{
    viewer *v = user;
    g_clear_object(&v->shell.recent_menu);
    v->panels.made = false;
    fill(v);
    viewer_hush(&v->shell);
    viewer_opened(&v->stage);
    timeline_update(&v->panels);
    gtk_widget_grab_focus(v->stage.canvas.area);
    return G_SOURCE_REMOVE;
}

void window_set_language(viewer *v, int choice)
{
    language_choose(&v->shell.language, choice);
    g_idle_add(fill_anew, v);
}

void window_close(viewer *v)
{
    watch_end(&v->stage);
    play_clock_set_source(&v->stage.clock, viewer_now(), NULL);
    sound_close(v->stage.sound.opened);
    document_release(&v->stage.document);
    overlay *const overlays[] = {&v->stage.canvas.lines, &v->stage.canvas.triangles, &v->stage.canvas.top_lines,
                                 &v->stage.canvas.top_triangles, &v->stage.canvas.points};
    for (size_t i = 0; i < G_N_ELEMENTS(overlays); i++) overlay_release(overlays[i]);
    g_free(v->panels.morphs.scales);
    g_slist_free(v->panels.bones.rows);
    g_free(v->stage.sound.path);
    g_free(v->stage.scene.path);
    g_free(v->stage.scene.title);
    g_clear_pointer(&v->opening, g_ptr_array_unref);
    g_free(v->shell.error.said);
    for (size_t i = 0; i < G_N_ELEMENTS(v->shell.recent); i++) g_free(v->shell.recent[i]);
    g_clear_object(&v->shell.recent_menu);
}
