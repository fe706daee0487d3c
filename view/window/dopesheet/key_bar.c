#include "view/window/dopesheet/key_bar.h"
#include "view/window/actions/actions.h"
#include "view/window/dopesheet/curve_editor.h"
#include "view/window/dopesheet/dopesheet_internal.h"
#include "view/window/panels/panels.h"
#include "view/window/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_FRAME = 1000000 };

typedef struct key_bar {
    viewer_panels *panels;
    GtkWidget *box, *add, *drop, *text, *meaning, *tools, *extras[4], *frame,
        *move;             /* extras: hidden in narrow windows */
    bool updating_widgets; /* they are set by code, not by the user */
} key_bar;

static key_bar *bar_of(GtkWidget *box)
{
    return g_object_get_data(G_OBJECT(box), "key-bar");
}

/* ---- display -------------------------------------------------------------------------------------------------- */

/* Avoids unchanged texts, since each causes a new layout of the window. */
static void set_text(GtkWidget *label, char *text)
{
    if (g_strcmp0(gtk_label_get_text(GTK_LABEL(label)), text) != 0) {
        gtk_label_set_text(GTK_LABEL(label), text);
        gtk_widget_set_tooltip_text(label, text);
    }
    g_free(text);
}

static void append_count(GString *text, const char *format, uint32_t count)
{
    if (!count)
        return;
    if (text->len)
        g_string_append(text, ", ");
    g_string_append_printf(text, format, count);
}

/* "2 bones, 1 morph" */
static char *list_changes(const document_bends *u)
{
    GString *text = g_string_new(NULL);
    append_count(text, ngettext("%u bone", "%u bones", u->bones), u->bones);
    append_count(text, ngettext("%u morph", "%u morphs", u->morphs), u->morphs);
    append_count(text, ngettext("%u IK chain", "%u IK chains", u->chains), u->chains);
    return g_string_free(text, FALSE);
}

static char *explain(const document_bends *u, character_layer layer, uint32_t frame)
{
    char *changes = list_changes(u), *text;
    if (*changes)
        text = g_strdup_printf(_("Not registered: %s (frame %u)"), changes, frame);
    else if (layer == CHARACTER_KEYS)
        text = g_strdup_printf(_("Turn or move bones; Register (Enter) then makes keys at frame %u."), frame);
    else
        text = g_strdup(_("Bending corrects the whole motion and makes no keys."));
    g_free(changes);
    return text;
}

/* Whether motions move the character: then its changes are not just a pose. */
static bool is_moved(const document *d, const character *c)
{
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].on && d->motions[i].moves && document_plays_on(&d->motions[i], c))
            return true;
    return false;
}

static void mark(GtkWidget *widget, const char *class, bool on)
{
    if (on != gtk_widget_has_css_class(widget, class))
        (on ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(widget, class);
}

static void show_tools(key_bar *b)
{
    const viewer_panels *p = b->panels;
    uint32_t selected = sheet_selected(&p->dopesheet->sheet);
    bool typing = gtk_widget_get_state_flags(b->frame) & GTK_STATE_FLAG_FOCUS_WITHIN;
    gtk_widget_set_sensitive(b->move, selected > 0);
    b->updating_widgets = true;
    if (!typing || !play_clock_is_playing(&p->stage->clock))
        panels_show_number(b->frame, floor(p->stage->document.frame));
    b->updating_widgets = false;
}

void key_bar_update(GtkWidget *box)
{
    key_bar *b = bar_of(box);
    viewer_panels *p = b->panels;
    const character *c = viewer_active(p->stage);
    bool keyed = c && hone_model_get(c->model)->space == HONE_SPACE_MMD,
         open = p->stage->settings.dopesheet && !p->stage->shell->layout.narrow;
    document_bends u = {0};
    if (keyed)
        u = document_unregistered(&p->stage->document, c->id);
    bool any = u.bones || u.morphs || u.chains;
    gtk_widget_set_visible(box, open || (any && is_moved(&p->stage->document, c)));
    gtk_widget_set_visible(b->tools, open);
    for (size_t i = 0; i < G_N_ELEMENTS(b->extras); i++)
        gtk_widget_set_visible(b->extras[i], !p->stage->shell->layout.folded);
    gtk_widget_set_sensitive(b->meaning, keyed);
    set_text(b->text, keyed ? explain(&u, c->layer, (uint32_t)lround(p->stage->document.frame))
                            : g_strdup(c ? _("Only characters of MMD have keys.") : ""));
    mark(b->text, "unregistered", any);
    mark(b->add, "suggested-action", any);
    b->updating_widgets = true;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(b->meaning), keyed ? c->layer : CHARACTER_KEYS);
    b->updating_widgets = false;
    g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(p->stage->shell->actions, "drop")), any);
    if (open)
        show_tools(b);
}

/* ---- input ---------------------------------------------------------------------------------------------------- */

static void frame_typed(GtkSpinButton *spin, key_bar *b)
{
    if (!b->updating_widgets)
        timeline_seek(b->panels->stage, gtk_spin_button_get_value(spin));
}

/* Return leaves the number, so that the next keys are meant for the dopesheet. */
static void entered(GtkText *text, key_bar *b)
{
    (void)text;
    gtk_widget_grab_focus(b->panels->dopesheet->area);
}

/* A number of frames, below 0 to earlier ones. */
static void move_entered(GtkEntry *entry, key_bar *b)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    char *end;
    long frames = strtol(text, &end, 10);
    if (end == text || *end || labs(frames) > LAST_FRAME) {
        viewer_note(b->panels->stage->shell, _("Type a number of frames, such as 5 or -5"));
        return;
    }
    dopesheet_move(b->panels, frames);
    gtk_editable_set_text(GTK_EDITABLE(entry), "");
    gtk_widget_grab_focus(b->panels->dopesheet->area);
}

static void meaning_chosen(GtkDropDown *menu, GParamSpec *what, key_bar *b)
{
    (void)what;
    character *c = viewer_active(b->panels->stage);
    if (b->updating_widgets || !c)
        return;
    character_set_layer(c, (character_layer)gtk_drop_down_get_selected(menu));
    viewer_edited(b->panels->stage);
    key_bar_update(b->box);
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static GtkWidget *button(const char *label, const char *does, const char *tip)
{
    GtkWidget *b = gtk_button_new_with_label(label);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), does);
    gtk_widget_set_tooltip_text(b, tip);
    gtk_widget_set_focus_on_click(b, FALSE);
    return b;
}

static GtkWidget *icon(GtkWidget *b, const char *icon, const char *does, const char *tip)
{
    if (icon)
        gtk_button_set_icon_name(GTK_BUTTON(b), icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), does);
    gtk_widget_set_tooltip_text(b, tip);
    gtk_widget_set_focus_on_click(b, FALSE);
    gtk_widget_add_css_class(b, "flat");
    panels_name(b, tip);
    return b;
}

static GtkWidget *frame_number(key_bar *b)
{
    GtkWidget *spin = b->frame = gtk_spin_button_new_with_range(0, LAST_FRAME, 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 6);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 6);
    gtk_editable_set_alignment(GTK_EDITABLE(spin), 1);
    panels_hide_buttons(spin);
    gtk_widget_set_tooltip_text(spin, _("Current frame"));
    panels_name(spin, _("Current frame"));
    panels_keep_undo(spin);
    g_signal_connect(spin, "value-changed", G_CALLBACK(frame_typed), b);
    g_signal_connect_after(gtk_widget_get_first_child(spin), "activate", G_CALLBACK(entered), b);
    return spin;
}

static GtkWidget *move_number(key_bar *b)
{
    GtkWidget *entry = b->move = gtk_entry_new();
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 8);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), _("± frames"));
    gtk_widget_set_tooltip_text(entry, _("Move the selected keys by so many frames"));
    panels_name(entry, _("Move keys by frames"));
    panels_keep_undo(entry);
    g_signal_connect(entry, "activate", G_CALLBACK(move_entered), b);
    return entry;
}

static GtkWidget *menu(void)
{
    GMenu *menu = actions_menu(ACTION_KEYS);
    GtkWidget *button = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "view-more-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    gtk_widget_set_tooltip_text(button, _("What can be done with keys"));
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_widget_add_css_class(button, "flat");
    panels_name(button, _("What can be done with keys"));
    g_object_unref(menu);
    return button;
}

static GtkWidget *tools(key_bar *b)
{
    GtkWidget *box = b->tools = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    GtkWidget *curves = icon(gtk_toggle_button_new(), NULL, "win.curves", _("Curve editor"));
    gtk_button_set_child(GTK_BUTTON(curves), curve_editor_icon(3));
    GtkWidget *const extras[G_N_ELEMENTS(b->extras)] = {
        icon(gtk_button_new(), "zoom-out-symbolic", "win.key-narrower", _("Show more frames")),
        icon(gtk_button_new(), "zoom-in-symbolic", "win.key-wider", _("Show fewer frames")),
        icon(gtk_button_new(), "zoom-fit-best-symbolic", "win.key-fit", _("Show all frames")), curves};
    GtkWidget *const parts[] = {move_number(b), frame_number(b), extras[0], extras[1], extras[2], extras[3], menu()};
    memcpy(b->extras, extras, sizeof extras);
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) gtk_box_append(GTK_BOX(box), parts[i]);
    return box;
}

static GtkWidget *meaning_menu(key_bar *b)
{
    const char *const texts[] = {_("Keys"), _("Correction"), NULL}; /* in the order of character_layer */
    b->meaning = gtk_drop_down_new_from_strings(texts);
    gtk_widget_set_tooltip_text(b->meaning, _("What bending makes: keys, or a correction of the whole motion"));
    gtk_widget_set_focus_on_click(b->meaning, FALSE);
    panels_name(b->meaning, _("What bending makes"));
    g_signal_connect(b->meaning, "notify::selected", G_CALLBACK(meaning_chosen), b);
    return b->meaning;
}

GtkWidget *key_bar_create(viewer_panels *p)
{
    key_bar *b = g_new0(key_bar, 1);
    b->panels = p;
    b->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    g_object_set_data_full(G_OBJECT(b->box), "key-bar", b, g_free);
    gtk_widget_add_css_class(b->box, "key-bar");
    b->add = button(_("Register"), "win.register", _("Make keys of the changes, or of the chosen row (Enter)"));
    b->drop = button(_("Drop"), "win.drop", _("Go back to the keys"));
    b->text = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(b->text), 0);
    gtk_label_set_ellipsize(GTK_LABEL(b->text), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(b->text, TRUE);
    GtkWidget *const parts[] = {b->add, b->drop, meaning_menu(b), b->text, tools(b)};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) gtk_box_append(GTK_BOX(b->box), parts[i]);
    return b->box;
}
