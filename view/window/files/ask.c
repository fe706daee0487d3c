#include "view/window/files/ask.h"
#include "view/document/document_changes.h"
#include "view/window/canvas/canvas.h"
#include "view/window/files/save.h"

enum { LONG_WORK = 10 }; /* seconds of recording after which cancelling asks first */

/* ---- the dialog ----------------------------------------------------------------------------------------------- */

static void answer(viewer *v, void (*then)(viewer *, uint32_t))
{
    const ask_desc *desc = g_object_get_data(G_OBJECT(v->shell.asking), "ask");
    uint32_t value = desc->value;
    g_object_set_data(G_OBJECT(v->shell.asking), "answered", v);
    gtk_window_destroy(GTK_WINDOW(v->shell.asking));
    then(v, value);
}

static const ask_desc *asked(const viewer_shell *w)
{
    return g_object_get_data(G_OBJECT(w->asking), "ask");
}

static void go_clicked(GtkButton *button, viewer *v)
{
    (void)button;
    answer(v, asked(&v->shell)->then);
}

static void also_clicked(GtkButton *button, viewer *v)
{
    (void)button;
    answer(v, asked(&v->shell)->also_then);
}

static void save_clicked(GtkButton *button, viewer *v)
{
    (void)button;
    const ask_desc desc = *asked(&v->shell);
    g_object_set_data(G_OBJECT(v->shell.asking), "answered", v);
    gtk_window_destroy(GTK_WINDOW(v->shell.asking));
    save_then(v, desc.saved, desc.then, desc.value);
}

/* Closed in another way, it keeps everything. */
static void gone(GtkWidget *window, viewer *v)
{
    const ask_desc *desc = asked(&v->shell);
    void (*kept)(viewer *, uint32_t) = g_object_get_data(G_OBJECT(window), "answered") ? NULL : desc->kept;
    uint32_t value = desc->value;
    v->shell.asking = NULL;
    if (kept && !v->leaving)
        kept(v, value);
}

static gboolean leave(GtkWidget *widget, GVariant *arguments, gpointer user)
{
    (void)arguments, (void)user;
    gtk_window_close(GTK_WINDOW(widget));
    return TRUE;
}

static GtkWidget *button(const char *label, const char *class, GCallback clicked, gpointer user)
{
    GtkWidget *b = gtk_button_new_with_mnemonic(label);
    if (class)
        gtk_widget_add_css_class(b, class);
    if (clicked)
        g_signal_connect(b, "clicked", clicked, user);
    return b;
}

static GtkWidget *buttons(viewer *v, const ask_desc *desc)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *keep = button(desc->keep, NULL, NULL, NULL);
    g_signal_connect_swapped(keep, "clicked", G_CALLBACK(gtk_window_close), v->shell.asking);
    gtk_widget_set_halign(box, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(box), keep);
    gtk_box_append(GTK_BOX(box), button(desc->go, "destructive-action", G_CALLBACK(go_clicked), v));
    if (desc->also)
        gtk_box_append(GTK_BOX(box),
                       button(desc->also, desc->also_is_best ? "suggested-action" : NULL, G_CALLBACK(also_clicked), v));
    if (desc->save)
        gtk_box_append(GTK_BOX(box), button(desc->save, "suggested-action", G_CALLBACK(save_clicked), v));
    g_object_set_data(G_OBJECT(v->shell.asking), "keep", keep);
    return box;
}

static GtkWidget *words(const char *said)
{
    GtkWidget *text = gtk_label_new(said);
    gtk_label_set_wrap(GTK_LABEL(text), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(text), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_max_width_chars(GTK_LABEL(text), 48);
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    return text;
}

void ask(viewer *v, const ask_desc *desc)
{
    if (v->shell.asking) {
        gtk_window_present(GTK_WINDOW(v->shell.asking));
        return;
    }
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18);
    GtkEventController *keys = gtk_shortcut_controller_new();
    v->shell.asking = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(v->shell.asking), desc->title);
    gtk_window_set_transient_for(GTK_WINDOW(v->shell.asking), GTK_WINDOW(v->shell.window));
    gtk_window_set_modal(GTK_WINDOW(v->shell.asking), TRUE);
    gtk_window_set_destroy_with_parent(GTK_WINDOW(v->shell.asking), TRUE);
    gtk_window_set_resizable(GTK_WINDOW(v->shell.asking), FALSE);
    gtk_window_set_titlebar(GTK_WINDOW(v->shell.asking), gtk_header_bar_new());
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), gtk_callback_action_new(leave, NULL, NULL)));
    gtk_widget_add_controller(v->shell.asking, keys);
    g_object_set_data_full(G_OBJECT(v->shell.asking), "ask", g_memdup2(desc, sizeof *desc), g_free);
    g_signal_connect(v->shell.asking, "destroy", G_CALLBACK(gone), v);
    gtk_widget_add_css_class(box, "dialog");
    gtk_box_append(GTK_BOX(box), words(desc->text));
    gtk_window_set_child(GTK_WINDOW(v->shell.asking), box);
    gtk_box_append(GTK_BOX(box), buttons(v, desc));
    /* so that a stray Space or Return loses nothing */
    gtk_widget_grab_focus(g_object_get_data(G_OBJECT(v->shell.asking), "keep"));
    gtk_window_present(GTK_WINDOW(v->shell.asking));
}

/* ---- unsaved changes ------------------------------------------------------------------------------------------ */

/* The number of characters with unsaved changes, and the first of them. */
static uint32_t count_edited(const viewer_stage *s, const document_model **first)
{
    uint32_t count = 0;
    for (uint32_t i = s->document.model_count; i-- > 0;)
        if (document_changes_of(&s->document, s->document.models[i]->character->id)) {
            *first = s->document.models[i];
            count++;
        }
    return count;
}

static char *text_of(const viewer_stage *s, const document_model *first, uint32_t count)
{
    if (count > 1)
        return g_strdup_printf(ngettext("The changes of %u character are not saved.",
                                        "The changes of %u characters are not saved.", count),
                               count);
    if (count == 1)
        return g_strdup_printf(_("The changes of %s are not saved."), first->name);
    return g_strdup(document_changes_of(&s->document, 0) == DOCUMENT_CHANGED_KEYS
                        ? _("The keys of camera and light are not saved.")
                        : _("The changes of the scene are not saved."));
}

/* Asks with the changes in front of the text of `how`. only: the id of the character that changed; 0: all. */
static void ask_changed(viewer *v, char *text, uint32_t only, const ask_desc *how)
{
    ask_desc desc = *how;
    char *whole = v->film.record && how->text ? g_strdup_printf("%s\n%s", text, how->text) : g_strdup(text);
    desc.text = whole;
    desc.save = save_label(&v->stage, only);
    desc.saved = only;
    ask(v, &desc);
    g_free(whole);
    g_free(text);
}

static void ask_all(viewer *v, const ask_desc *how)
{
    const document_model *first = NULL;
    uint32_t count = count_edited(&v->stage, &first);
    ask_changed(v, text_of(&v->stage, first, count), 0, how);
}

/* ---- closing -------------------------------------------------------------------------------------------------- */

static void close_model(viewer *v, uint32_t character_id)
{
    document_close_model(&v->stage.document, character_id);
    viewer_opened(&v->stage);
}

void ask_close_model(viewer *v, uint32_t character_id)
{
    const document_model *m = document_find(&v->stage.document, character_id);
    ask_desc desc = {.title = _("Close the character?"),
                     .keep = _("Cancel"),
                     .go = _("_Discard changes"),
                     .then = close_model,
                     .value = character_id};
    canvas_cancel_drag(&v->stage);
    if (m && document_changes_of(&v->stage.document, character_id))
        ask_changed(v, text_of(&v->stage, m, 1), character_id, &desc);
    else
        close_model(v, character_id);
}

static void close_all(viewer *v, uint32_t unused)
{
    (void)unused;
    document_close_all(&v->stage.document);
    viewer_opened(&v->stage);
}

void ask_close_all(viewer *v)
{
    canvas_cancel_drag(&v->stage);
    ask_desc desc = {
        .title = _("Close everything?"), .keep = _("Cancel"), .go = _("_Discard changes"), .then = close_all};
    if (document_is_modified(&v->stage.document))
        ask_all(v, &desc);
    else
        close_all(v, 0);
}

static void close_window(viewer *v, uint32_t unused)
{
    (void)unused;
    v->leaving = true;
    gtk_window_close(GTK_WINDOW(v->shell.window));
}

bool ask_may_leave(viewer *v)
{
    bool modified = document_is_modified(&v->stage.document);
    ask_desc desc = {.title = _("Close the window?"),
                     .text = _("A film is being made, and would be lost."),
                     .keep = _("Cancel"),
                     .go = modified ? _("_Discard changes") : _("_Stop and close"),
                     .then = close_window};
    if (v->leaving || (!modified && !v->film.record))
        return true;
    if (modified)
        ask_all(v, &desc);
    else
        ask(v, &desc);
    return false;
}

void ask_open_scene(viewer *v, void (*replace)(viewer *v, uint32_t), void (*add)(viewer *v, uint32_t))
{
    ask_desc desc = {.title = _("Open the scene in place of what is open?"),
                     .keep = _("Cancel"),
                     .go = _("_Discard changes"),
                     .then = replace,
                     .also = _("_Add to the scene"),
                     .also_then = add};
    canvas_cancel_drag(&v->stage);
    if (document_is_modified(&v->stage.document))
        ask_all(v, &desc);
    else
        replace(v, 0);
}

/* ---- films ---------------------------------------------------------------------------------------------------- */

static void cancel_film(viewer *v, uint32_t unused)
{
    (void)unused;
    if (v->film.record)
        record_cancel(v->film.record);
}

void ask_cancel_film(viewer *v)
{
    if (!v->film.record || viewer_now() - v->film.begun < LONG_WORK) {
        cancel_film(v, 0);
        return;
    }
    record_progress p = record_get_progress(v->film.record);
    char *text = g_strdup_printf(_("%u of %u frames are made, and would be lost."), p.done, p.total);
    ask(v, &(ask_desc){
               .title = _("Stop the film?"), .text = text, .keep = _("Cancel"), .go = _("_Stop"), .then = cancel_film});
    g_free(text);
}
