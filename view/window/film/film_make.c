#include "view/window/film/film_make.h"
#include "view/document/document_place.h"
#include "view/window/canvas/canvas.h"
#include "view/window/files/ask.h"
#include "view/window/files/files.h"
#include "view/window/scene_look.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

static void release_edit(void *user)
{
    edit_destroy(user);
}

/* As in the window: a chain that was switched on by hand stays on. */
static void turn_chains_off(edit *e)
{
    uint32_t count = hone_model_skeleton(edit_model(e))->ik_count;
    for (uint32_t i = 0; i < count; i++)
        if (edit_get_chain(e, i) == EDIT_CHAIN_FREE)
            edit_set_chain(e, i, EDIT_CHAIN_OFF);
}

static bool describe_member(const document *d, const document_model *m, bool physics, record_member *out,
                            record_motion *motions)
{
    edit *copy = edit_create(m->character->model, NULL);
    if (!copy || !edit_flatten(copy, m->character->bends)) {
        edit_destroy(copy);
        return false;
    }
    if (d->rules.ik_off)
        turn_chains_off(copy);
    *out = (record_member){.actor = {.model = character_shown_model(m->character),
                                     .rules = d->rules.mmd,
                                     .physics = {.on = physics, .options = d->rules.physics},
                                     .edit = edit_apply,
                                     .edit_user = copy},
                           .edit_release = release_edit,
                           .motions = motions,
                           .hidden = edit_hidden(m->character->edit),
                           .placed = document_is_placed(m->character),
                           .place = document_own_place(edit_place(copy)),
                           .attach = edit_place(copy)->attach,
                           .bone = edit_place(copy)->bone,
                           .invisible = !m->character->visible,
                           .id = m->character->id,
                           .stage = character_stage(m->character),
                           .follows = physics && document_needs_path(d, m->character),
                           .folder = m->built_in ? NULL : m->folder,
                           .files = m->files};
    out->actor.physics.options.exact = true;
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].on && document_plays_on(&d->motions[i], m->character))
            motions[out->motion_count++] = (record_motion){.motion = document_played(d, &d->motions[i], m->character),
                                                           .weight = d->motions[i].weight};
    return true;
}

enum { RATE_DIVISOR = 1000 }; /* precision of the rate */

static void describe(viewer_stage *s, const film_options *o, record_desc *out)
{
    const document *d = &s->document;
    out->look = canvas_look_saved(s, (picture_size){o->width, o->height});
    out->look.draw.samples = o->samples;
    if (o->transparent) {
        picture_background(&out->look, out->look.background.rgba);
        out->look.background.rgba[3] = 0, out->look.background.given = true;
        out->look.backdrop = (look_backdrop){0};
    }
    out->first = o->first, out->last = o->last;
    out->rate = (uint32_t)lround(o->rate * RATE_DIVISOR), out->rate_divisor = RATE_DIVISOR;
    out->quality = o->quality;
    out->keys = (picture_keys){.camera = s->settings.camera_keys ? d->camera_keys : NULL,
                               .light = d->light_keys,
                               .shadow = d->shadow_keys,
                               .curve = d->rules.mmd.curve,
                               .fov = d->scene.camera.fov};
    out->camera_parents = d->scene.camera_parents;
    out->camera_parent_count = d->scene.camera_parent_count;
    out->sound = s->sound.opened && o->sound ? d->sound : NULL;
    out->delay = document_sound_delay(d);
}

static record *begin(viewer_stage *s, const char *path, const film_options *o, hone_error *error)
{
    const document *d = &s->document;
    record_desc desc = {.path = path};
    record_member *members = calloc(d->model_count + 1, sizeof *members);
    record_motion *motions = calloc((size_t)d->model_count * d->motion_count + 1, sizeof *motions);
    bool ok = members && motions;
    describe(s, o, &desc);
    for (uint32_t i = 0; ok && i < d->model_count; i++)
        ok = describe_member(d, d->models[i], o->physics, &members[desc.member_count++],
                             motions + (size_t)i * d->motion_count);
    desc.members = members;
    record *r = ok ? record_begin(&desc, error) : NULL;
    for (uint32_t i = 0; !ok && members && i < desc.member_count; i++) edit_destroy(members[i].actor.edit_user);
    if (!ok)
        hone_fail_memory(error);
    free(members);
    free(motions);
    return r;
}

static void finish(viewer_film *f)
{
    hone_error error = {0};
    bool ok = record_end(f->record, &error);
    f->record = NULL;
    f->stage->recording = false;
    gtk_revealer_set_reveal_child(GTK_REVEALER(f->row), FALSE);
    if (ok)
        viewer_note(f->stage->shell, _("The film is finished."));
    else if (g_strcmp0(error.message, "cancelled") == 0)
        viewer_note(f->stage->shell, _("Cancelled"));
    else
        viewer_say(f->stage->shell, "%s", error.message);
}

static gboolean watch(gpointer user)
{
    viewer_film *f = user;
    if (!f->record)
        return G_SOURCE_REMOVE;
    record_progress p = record_get_progress(f->record);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(f->bar), p.total ? (double)p.done / p.total : 0);
    char *text = p.left >= 0 ? g_strdup_printf(_("%u of %u frames, %.0f s left"), p.done, p.total, p.left)
                             : g_strdup_printf(_("%u of %u frames"), p.done, p.total);
    gtk_label_set_text(GTK_LABEL(f->text), text);
    g_free(text);
    if (!p.finished)
        return G_SOURCE_CONTINUE;
    finish(f);
    return G_SOURCE_REMOVE;
}

/* It is a part of the window: it takes neither the focus nor keys, and cannot be closed by accident. */
GtkWidget *film_row_create(viewer *v)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *stop = gtk_button_new_with_label(_("Stop the film"));
    v->film.bar = gtk_progress_bar_new();
    v->film.text = gtk_label_new(NULL);
    gtk_widget_add_css_class(box, "film-row");
    gtk_widget_add_css_class(v->film.text, "numeric");
    gtk_label_set_ellipsize(GTK_LABEL(v->film.text), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(v->film.bar, TRUE);
    gtk_widget_set_valign(v->film.bar, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(stop, FALSE);
    g_signal_connect_swapped(stop, "clicked", G_CALLBACK(ask_cancel_film), v);
    gtk_box_append(GTK_BOX(box), v->film.text);
    gtk_box_append(GTK_BOX(box), v->film.bar);
    gtk_box_append(GTK_BOX(box), stop);
    v->film.row = gtk_revealer_new();
    gtk_revealer_set_child(GTK_REVEALER(v->film.row), box);
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->film.row), v->film.record != NULL);
    return v->film.row;
}

void film_make(viewer_film *f, const char *path, const film_options *options)
{
    hone_error error = {0};
    play_clock_pause(&f->stage->clock, viewer_now());
    files_clean_beside(path);
    f->record = begin(f->stage, path, options, &error);
    if (!f->record) {
        viewer_say(f->stage->shell, "%s", error.message);
        return;
    }
    f->stage->recording = true;
    f->begun = viewer_now();
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(f->bar), 0);
    gtk_label_set_text(GTK_LABEL(f->text), _("Making a film"));
    gtk_revealer_set_reveal_child(GTK_REVEALER(f->row), TRUE);
    g_timeout_add(200, watch, f);
}
