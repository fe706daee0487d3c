/* The contents of the scene: characters, motions, sound, chains, materials, warnings. */
#include "tool/messages/messages.h"
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/panels/panels.h"

#include <string.h>

enum { NOTES_SHOWN = 6 }; /* the others are below an expander */

static uint32_t id_of(gpointer widget)
{
    return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "id"));
}

static GtkWidget *tagged(GtkWidget *widget, uint32_t id)
{
    g_object_set_data(G_OBJECT(widget), "id", GUINT_TO_POINTER(id));
    return widget;
}

static GtkWidget *row(void)
{
    return gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
}

static GtkWidget *closer(uint32_t id, GCallback close, gpointer user)
{
    GtkWidget *button = tagged(gtk_button_new_from_icon_name("window-close-symbolic"), id);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, _("Close"));
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    g_signal_connect(button, "clicked", close, user);
    return button;
}

static GtkWidget *check(const char *markup, const char *spoken, bool on, uint32_t id, GCallback toggled, gpointer user)
{
    GtkWidget *button = tagged(gtk_check_button_new(), id), *label = gtk_label_new(NULL);
    gtk_label_set_markup(GTK_LABEL(label), markup);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), on);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_focus_on_click(button, FALSE); /* Space must still play after a click */
    gtk_check_button_set_child(GTK_CHECK_BUTTON(button), label);
    panels_name(button, spoken);
    g_signal_connect(button, "toggled", toggled, user);
    return button;
}

static void append(viewer_panels *p, GtkWidget *widget)
{
    gtk_box_append(GTK_BOX(p->scene.box), widget);
}

/* ---- characters ----------------------------------------------------------------------------------------------- */

static void show_model(GtkCheckButton *button, viewer_stage *s)
{
    document_model *m = document_find(&s->document, id_of(button));
    if (m)
        m->character->visible = gtk_check_button_get_active(button);
    viewer_redraw(s);
}

static gboolean close_model_later(gpointer data)
{
    viewer_stage *s = g_object_get_data(data, "stage");
    viewer_close_character(s, id_of(data));
    return G_SOURCE_REMOVE;
}

static gboolean close_motion_later(gpointer data)
{
    viewer_stage *s = g_object_get_data(data, "stage");
    document_close_motion(&s->document, id_of(data));
    viewer_opened(s);
    return G_SOURCE_REMOVE;
}

/* The button's row is destroyed by the close, so it waits until the click is over. */
static void close_model(GtkButton *button, viewer_stage *s)
{
    g_object_set_data(G_OBJECT(button), "stage", s);
    g_idle_add_full(G_PRIORITY_DEFAULT, close_model_later, g_object_ref(button), g_object_unref);
}

static void close_motion(GtkButton *button, viewer_stage *s)
{
    g_object_set_data(G_OBJECT(button), "stage", s);
    g_idle_add_full(G_PRIORITY_DEFAULT, close_motion_later, g_object_ref(button), g_object_unref);
}

static void choose_model(GtkButton *button, viewer_stage *s)
{
    document_set_active(&s->document, id_of(button));
    s->bone = HONE_NONE;
    s->document.changes++;
    viewer_redraw(s);
}

enum { PLACE_SCALE = 6, PLACE_NUMBERS };

/* The numbers of a place in the order of their fields: 3 of `at`, 3 of `turn`, the scale. */
static float *place_number(edit_placement *place, uint32_t number)
{
    if (number == PLACE_SCALE)
        return &place->scale;
    return number < 3 ? &place->at[number] : &place->turn[number - 3];
}

static double shown_number(const character *c, uint32_t number)
{
    edit_placement place = *edit_place(c->edit);
    float value = *place_number(&place, number);
    return number == PLACE_SCALE && !(value > 0) ? 1 : (double)value;
}

static void place(GtkSpinButton *spin, viewer_panels *p)
{
    document_model *m = document_find(&p->stage->document, id_of(spin) >> 3);
    if (!m || p->updating_widgets)
        return;
    edit_placement place = *edit_place(m->character->edit);
    *place_number(&place, id_of(spin) & 7) = (float)gtk_spin_button_get_value(spin);
    history_begin(p->stage->document.history, N_("Move a character"), id_of(spin)); /* one undo step for each number */
    history_set_place(p->stage->document.history, m->character->edit, &place);
    history_end(p->stage->document.history);
    viewer_edited(p->stage);
}

static GtkWidget *place_spin(viewer_panels *p, const character *c, uint32_t number, const char *name)
{
    bool scale = number == PLACE_SCALE, turn = !scale && number >= 3;
    double most = scale ? 1000 : turn ? 3600 : 10000;
    GtkWidget *spin = tagged(gtk_spin_button_new_with_range(scale ? 0.001 : -most, most,
                                                            scale  ? 0.1
                                                            : turn ? 5
                                                                   : 1),
                             c->id << 3 | number);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), scale ? 3 : 1);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), shown_number(c, number));
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 4);
    panels_keep_undo(spin);
    gtk_widget_add_css_class(spin, "small");
    panels_name(spin, name);
    g_signal_connect(spin, "value-changed", G_CALLBACK(place), p);
    p->scene.place_numbers[number] = spin;
    return spin;
}

/* Three numbers of a place, from `first` on. */
static GtkWidget *place_row(viewer_panels *p, const character *c, uint32_t first)
{
    static const char *const names[] = {"X", "Y", "Z", N_("Turn X"), N_("Turn Y"), N_("Turn Z"), N_("Scale")};
    static const char *const signs[] = {NULL, NULL, NULL, "∠X", "∠Y", "∠Z", NULL}; /* the pane is narrow */
    GtkWidget *box = row();
    gtk_widget_set_margin_start(box, 8);
    for (uint32_t k = first; k < first + 3 && k < PLACE_NUMBERS; k++) {
        const char *name = gettext(names[k]);
        GtkWidget *label = gtk_label_new(signs[k] ? signs[k] : name);
        gtk_widget_set_tooltip_text(label, name);
        gtk_box_append(GTK_BOX(box), label);
        gtk_box_append(GTK_BOX(box), place_spin(p, c, k, name));
    }
    return box;
}

static void add_models(viewer_panels *p)
{
    const document *d = &p->stage->document;
    append(p, panels_heading(_("Characters")));
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        const hone_model_data *data = hone_model_get(c->model);
        bool active = c->id == d->active;
        char *names = panels_names(*data->name ? data->name : d->models[i]->name, d->models[i]->name);
        char *markup = active ? g_strdup_printf("<b>%s</b>", names) : g_strdup(names);
        GtkWidget *box = row();
        gtk_box_append(GTK_BOX(box),
                       check(markup, d->models[i]->name, c->visible, c->id, G_CALLBACK(show_model), p->stage));
        gtk_widget_set_hexpand(gtk_widget_get_first_child(box), TRUE);
        if (!active) {
            GtkWidget *choose = tagged(gtk_button_new_with_label(_("Make active")), c->id);
            gtk_widget_add_css_class(choose, "flat");
            g_signal_connect(choose, "clicked", G_CALLBACK(choose_model), p->stage);
            gtk_box_append(GTK_BOX(box), choose);
        }
        gtk_box_append(GTK_BOX(box), closer(c->id, G_CALLBACK(close_model), p->stage));
        append(p, box);
        for (uint32_t first = 0; active && first < PLACE_NUMBERS; first += 3) append(p, place_row(p, c, first));
        if (active && d->model_count > 1)
            append(p, attach_create(p));
        g_free(markup);
        g_free(names);
    }
}

/* ---- motions -------------------------------------------------------------------------------------------------- */

static document_motion *motion_of(viewer_stage *s, uint32_t id)
{
    for (uint32_t i = 0; i < s->document.motion_count; i++)
        if (s->document.motions[i].id == id)
            return &s->document.motions[i];
    return NULL;
}

static void play_motion(GtkCheckButton *button, viewer_stage *s)
{
    const document_motion *m = motion_of(s, id_of(button));
    if (m)
        document_set_motion(&s->document, m->id, gtk_check_button_get_active(button), m->weight);
    viewer_redraw(s);
}

static void weigh_motion(GtkRange *range, viewer_stage *s)
{
    const document_motion *m = motion_of(s, id_of(range));
    if (m)
        document_set_motion(&s->document, m->id, m->on, (float)gtk_range_get_value(range));
    viewer_redraw(s);
}

/* The name of a character, if there are several; free it. */
static char *character_name(const document *d, uint32_t index)
{
    uint32_t before = 0;
    const char *name = d->models[index]->name;
    for (uint32_t i = 0; i < index; i++) before += strcmp(d->models[i]->name, name) == 0;
    return before ? g_strdup_printf("%s (%u)", name, before + 1) : g_strdup(name);
}

static void set_motion_target(GtkDropDown *menu, GParamSpec *what, viewer_panels *p)
{
    (void)what;
    hone_error error = {0};
    const document *d = &p->stage->document;
    guint chosen = gtk_drop_down_get_selected(menu);
    if (p->updating_widgets || chosen > d->model_count)
        return;
    uint32_t character_id = chosen ? d->models[chosen - 1]->character->id : 0;
    if (!document_set_motion_target(&p->stage->document, id_of(menu), character_id, &error))
        viewer_say(p->stage->shell, "%s", error.message);
    viewer_redraw(p->stage);
}

/* The character that a motion plays on; the user can choose another one. */
static GtkWidget *player_row(viewer_panels *p, const document_motion *m)
{
    const document *d = &p->stage->document;
    GtkStringList *names = gtk_string_list_new((const char *const[]){_("All characters"), NULL});
    guint chosen = 0;
    for (uint32_t i = 0; i < d->model_count; i++) {
        char *name = character_name(d, i);
        gtk_string_list_append(names, name);
        g_free(name);
        chosen = d->models[i]->character->id == m->target ? i + 1 : chosen;
    }
    GtkWidget *box = row(), *menu = tagged(gtk_drop_down_new(G_LIST_MODEL(names), NULL), m->id);
    gtk_widget_set_margin_start(box, 24);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(menu), chosen);
    gtk_widget_set_sensitive(menu, !m->own);
    gtk_widget_add_css_class(menu, "small");
    panels_name(menu, _("Plays on"));
    g_signal_connect(menu, "notify::selected", G_CALLBACK(set_motion_target), p);
    gtk_box_append(GTK_BOX(box), gtk_label_new(_("Plays on")));
    gtk_box_append(GTK_BOX(box), menu);
    return box;
}

static void add_motions(viewer_panels *p)
{
    append(p, panels_heading(_("Motions")));
    for (uint32_t i = 0; i < p->stage->document.motion_count; i++) {
        const document_motion *m = &p->stage->document.motions[i];
        const hone_motion_data *data = hone_motion_get(m->motion);
        if (document_motion_is_blank(m))
            continue;
        char *markup = g_markup_printf_escaped("%s  <span alpha=\"55%%\" size=\"small\">%s</span>", m->name,
                                               m->moves                 ? ""
                                               : data->camera_key_count ? _("camera")
                                                                        : _("light"));
        GtkWidget *box = row();
        gtk_box_append(GTK_BOX(box), check(markup, m->name, m->on, m->id, G_CALLBACK(play_motion), p->stage));
        gtk_widget_set_hexpand(gtk_widget_get_first_child(box), TRUE);
        if (m->moves) {
            GtkWidget *scale = tagged(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01), m->id);
            gtk_range_set_value(GTK_RANGE(scale), (double)m->weight);
            gtk_widget_set_size_request(scale, 90, -1);
            gtk_widget_set_tooltip_text(scale, _("Weight"));
            panels_name(scale, m->name);
            g_signal_connect(scale, "value-changed", G_CALLBACK(weigh_motion), p->stage);
            gtk_box_append(GTK_BOX(box), scale);
        }
        gtk_box_append(GTK_BOX(box), closer(m->id, G_CALLBACK(close_motion), p->stage));
        append(p, box);
        if (m->moves && p->stage->document.model_count > 1)
            append(p, player_row(p, m));
        g_free(markup);
    }
    if (p->stage->document.sound) {
        char *name = g_filename_display_basename(p->stage->document.sound);
        char *text = g_strdup_printf("♪ %s", name);
        GtkWidget *label = gtk_label_new(text);
        gtk_label_set_xalign(GTK_LABEL(label), 0);
        append(p, label);
        g_free(text);
        g_free(name);
    }
}

/* ---- chains, materials, warnings ------------------------------------------------------------------------------ */

static void switch_chain(GtkCheckButton *button, viewer_panels *p)
{
    character *c = viewer_active(p->stage);
    hone_error error = {0};
    if (p->updating_widgets || !c)
        return;
    if (!document_switch_chain(&p->stage->document, c, id_of(button), gtk_check_button_get_active(button), &error))
        viewer_say(p->stage->shell, "%s", error.message);
    viewer_edited(p->stage);
}

static void show_material(GtkCheckButton *button, viewer_panels *p)
{
    character *c = viewer_active(p->stage);
    if (p->updating_widgets || !c)
        return;
    history_set_hidden(p->stage->document.history, c->edit, id_of(button), !gtk_check_button_get_active(button));
    viewer_edited(p->stage);
}

static GtkWidget *section(viewer_panels *p, const char *title, bool open)
{
    GtkWidget *expander = gtk_expander_new(title), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_expander_set_child(GTK_EXPANDER(expander), box);
    gtk_widget_set_focus_on_click(expander, FALSE);
    gtk_expander_set_expanded(GTK_EXPANDER(expander), open);
    append(p, expander);
    return box;
}

static void add_chains(viewer_panels *p, const character *c)
{
    const hone_skeleton *s = hone_model_skeleton(c->model);
    if (!s->ik_count)
        return;
    GtkWidget *box = section(p, _("IK chains"), true);
    p->scene.chains = box;
    for (uint32_t i = 0; i < s->ik_count; i++) {
        const hone_bone *goal = &s->bones[s->iks[i].bone];
        char *names = panels_names(goal->name, goal->english_name);
        bool on = hone_actor_writable_pose(c->shown)->ik_enabled[i];
        gtk_box_append(GTK_BOX(box), check(names, goal->name, on, i, G_CALLBACK(switch_chain), p));
        g_free(names);
    }
}

/* Materials of a PMD have no names: shows their number, from 1, and their texture. */
static char *spoken_material(const hone_model_data *data, uint32_t index)
{
    const hone_material *m = &data->materials[index];
    return *m->name           ? g_strdup(m->name)
           : *m->english_name ? g_strdup(m->english_name)
                              : g_strdup_printf(_("Material %u"), index + 1);
}

static char *material_names(const hone_model_data *data, uint32_t index)
{
    const hone_material *m = &data->materials[index];
    bool textured = m->texture >= 0 && (uint32_t)m->texture < data->texture_count;
    char *spoken = spoken_material(data, index);
    const char *path = textured ? data->textures[m->texture] : "", *slash = strrchr(path, '\\');
    char *file = *path ? g_path_get_basename(slash ? slash + 1 : path) : g_strdup("");
    char *names = panels_names(spoken, *m->name || *m->english_name ? m->english_name : file);
    g_free(file);
    g_free(spoken);
    return names;
}

static void light(GtkEventControllerMotion *controller, double x, double y, viewer_stage *s)
{
    (void)x, (void)y;
    s->lit_material = (int32_t)id_of(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller)));
    viewer_redraw(s);
}

static void unlight(GtkEventControllerMotion *controller, viewer_stage *s)
{
    (void)controller;
    s->lit_material = HONE_NONE;
    viewer_redraw(s);
}

/* Highlights a material in the picture while the pointer is on its row. */
static void light_on_hover(viewer_stage *s, GtkWidget *material)
{
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(light), s);
    g_signal_connect(motion, "leave", G_CALLBACK(unlight), s);
    gtk_widget_add_controller(material, motion);
}

static void add_materials(viewer_panels *p, const character *c)
{
    const hone_model_data *data = hone_model_get(c->model);
    if (!data->material_count)
        return;
    GtkWidget *box = section(p, _("Materials"), data->material_count <= 24);
    p->scene.materials = box;
    for (uint32_t i = 0; i < data->material_count; i++) {
        char *names = material_names(data, i), *spoken = spoken_material(data, i);
        GtkWidget *each = check(names, spoken, !edit_get_hidden(c->edit, i), i, G_CALLBACK(show_material), p);
        light_on_hover(p->stage, each);
        gtk_box_append(GTK_BOX(box), each);
        g_free(names);
        g_free(spoken);
    }
}

static GtkWidget *note_line(const char *note)
{
    char text[MESSAGE_SIZE];
    message_translate(note, text, sizeof text);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_widget_set_focusable(label, FALSE);
    return label;
}

/* Warnings come first, since they explain, for example, why a model is white. The page scrolls, not the box: it would
 * be as high as its lines are where they do not wrap. */
static void add_notes(viewer_panels *p)
{
    const document *d = &p->stage->document;
    if (!d->note_count)
        return;
    char *title = g_strdup_printf(ngettext("%u warning", "%u warnings", d->note_count), d->note_count);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *rest = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    gtk_box_append(GTK_BOX(box), panels_heading(title));
    for (uint32_t i = 0; i < d->note_count; i++)
        gtk_box_append(GTK_BOX(i < NOTES_SHOWN ? box : rest), note_line(d->notes[i]));
    gtk_widget_add_css_class(box, "warnings");
    append(p, box);
    if (d->note_count > NOTES_SHOWN) {
        char *more = g_strdup_printf(_("%u more"), d->note_count - NOTES_SHOWN);
        GtkWidget *expander = gtk_expander_new(more);
        gtk_expander_set_child(GTK_EXPANDER(expander), rest);
        gtk_box_append(GTK_BOX(box), expander);
        g_free(more);
    } else {
        g_object_ref_sink(rest);
        g_object_unref(rest);
    }
    g_free(title);
}

static void show_physics(viewer_panels *p)
{
    static const char *const names[] = {N_("Off"), N_("Live"), N_("Exact")};
    const char *now = gettext(
        names[p->stage->settings.physics >= 0 && p->stage->settings.physics < 3 ? p->stage->settings.physics : 0]);
    GtkMenuButton *button = GTK_MENU_BUTTON(p->scene.physics_mode);
    if (g_strcmp0(gtk_menu_button_get_label(button), now) != 0)
        gtk_menu_button_set_label(button, now);
}

static void add_physics(viewer_panels *p)
{
    GtkWidget *box = row(), *again = gtk_button_new_with_label(_("Restart")), *menu = gtk_menu_button_new();
    gtk_actionable_set_action_name(GTK_ACTIONABLE(again), "win.physics-again");
    gtk_widget_set_tooltip_text(menu, _("Physics: off, live or exact"));
    panels_name(menu, _("Physics: off, live or exact"));
    p->scene.physics_mode = menu;
    show_physics(p);
    GMenu *model = actions_menu(ACTION_PHYSICS);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(menu), G_MENU_MODEL(model));
    g_object_unref(model);
    GtkWidget *label = panels_heading(_("Physics"));
    gtk_widget_set_hexpand(label, TRUE);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), menu);
    gtk_box_append(GTK_BOX(box), again);
    append(p, box);
}

void scene_remake(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    p->updating_widgets = true;
    p->scene.chains = p->scene.materials = NULL;
    p->stage->lit_material = HONE_NONE;
    memset(p->scene.place_numbers, 0, sizeof p->scene.place_numbers);
    memset(p->scene.camera_numbers, 0, sizeof p->scene.camera_numbers);
    panels_clear(p->scene.box);
    add_notes(p);
    add_models(p);
    add_motions(p);
    add_physics(p);
    append(p, panels_heading(_("Camera")));
    append(p, camera_numbers_create(p));
    append(p, surroundings_create(p));
    if (c) {
        add_chains(p, c);
        add_materials(p, c);
    }
    p->updating_widgets = false;
}

void scene_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    show_physics(p);
    camera_numbers_follow(p);
    surroundings_follow(p);
    if (!c)
        return;
    attach_follow(p);
    for (uint32_t k = 0; k < PLACE_NUMBERS; k++)
        if (p->scene.place_numbers[k])
            panels_show_number(p->scene.place_numbers[k], shown_number(c, k));
    GtkWidget *child = p->scene.chains ? gtk_widget_get_first_child(p->scene.chains) : NULL;
    for (; child; child = gtk_widget_get_next_sibling(child))
        gtk_check_button_set_active(GTK_CHECK_BUTTON(child),
                                    hone_actor_writable_pose(c->shown)->ik_enabled[id_of(child)]);
    child = p->scene.materials ? gtk_widget_get_first_child(p->scene.materials) : NULL;
    for (; child; child = gtk_widget_get_next_sibling(child))
        gtk_check_button_set_active(GTK_CHECK_BUTTON(child), !edit_get_hidden(c->edit, id_of(child)));
}

GtkWidget *scene_create(viewer_panels *p)
{
    p->scene.box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    gtk_widget_add_css_class(p->scene.box, "rows");
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), p->scene.box);
    return scrolled;
}
