/* Attaching the active character to a bone of another one: two lists on the Scene page. */
#include "view/document/document_place.h"
#include "view/window/panels/panels.h"

static void set_place(viewer_stage *s, const edit_placement *place)
{
    character *c = viewer_active(s);
    history_begin(s->document.history, N_("Attach a character"), 0);
    history_set_place(s->document.history, c->edit, place);
    history_end(s->document.history);
    viewer_edited(s);
}

/* The bone that most accessories are for; the first one if the model has no hand. */
static int32_t usual_bone(const hone_model *model)
{
    const hone_humanoid human = hone_model_humanoid(model);
    int32_t hand = human.bones[HONE_HUMANOID_HAND + 1];
    return hand == HONE_NONE ? 0 : hand;
}

static bool offers(const viewer_stage *s, const document_model *m)
{
    return document_may_attach(&s->document, viewer_active(s), m->character->id) &&
           hone_model_skeleton(m->character->model)->bone_count;
}

/* The model in a row of the list, which begins with nothing. */
static const document_model *model_at(const viewer_stage *s, guint row)
{
    for (uint32_t i = 0; i < s->document.model_count; i++)
        if (offers(s, s->document.models[i]) && --row == 0)
            return s->document.models[i];
    return NULL;
}

static void model_chosen(GtkDropDown *list, GParamSpec *unused, viewer_panels *p)
{
    (void)unused;
    guint row = gtk_drop_down_get_selected(list);
    character *c = viewer_active(p->stage);
    if (p->updating_widgets || !c || row == GTK_INVALID_LIST_POSITION)
        return;
    const document_model *m = row ? model_at(p->stage, row) : NULL;
    edit_placement place = *edit_place(c->edit);
    place.attach = m ? m->character->id : 0;
    place.bone = m ? usual_bone(m->character->model) : HONE_NONE;
    set_place(p->stage, &place);
}

static void bone_chosen(GtkDropDown *list, GParamSpec *unused, viewer_panels *p)
{
    (void)unused;
    guint bone = gtk_drop_down_get_selected(list);
    const character *c = viewer_active(p->stage);
    if (p->updating_widgets || !c || bone == GTK_INVALID_LIST_POSITION)
        return;
    edit_placement place = *edit_place(c->edit);
    place.bone = (int32_t)bone;
    set_place(p->stage, &place);
}

static GtkWidget *list_of(GtkStringList *texts, guint selected, const char *name, GCallback chosen, gpointer user)
{
    GtkExpression *text = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    GtkWidget *list = gtk_drop_down_new(G_LIST_MODEL(texts), text);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(list), TRUE);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(list), selected);
    gtk_widget_set_hexpand(list, TRUE);
    panels_name(list, name);
    g_signal_connect(list, "notify::selected", chosen, user);
    return list;
}

static GtkWidget *model_list(viewer_panels *p, const edit_placement *place)
{
    GtkStringList *names = gtk_string_list_new(NULL);
    guint selected = 0, rows = 0;
    gtk_string_list_append(names, _("Not attached"));
    for (uint32_t i = 0; i < p->stage->document.model_count; i++) {
        const document_model *m = p->stage->document.models[i];
        if (!offers(p->stage, m))
            continue;
        rows++;
        gtk_string_list_append(names, m->name);
        if (m->character->id == place->attach)
            selected = rows;
    }
    return list_of(names, selected, _("Attached to"), G_CALLBACK(model_chosen), p);
}

static GtkWidget *bone_list(viewer_panels *p, const document_model *m, const edit_placement *place)
{
    const hone_skeleton *skeleton = hone_model_skeleton(m->character->model);
    GtkStringList *names = gtk_string_list_new(NULL);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        char *both =
            *bone->english_name ? g_strdup_printf("%s  %s", bone->name, bone->english_name) : g_strdup(bone->name);
        gtk_string_list_append(names, both);
        g_free(both);
    }
    return list_of(names, (guint)MAX(place->bone, 0), _("Its bone"), G_CALLBACK(bone_chosen), p);
}

GtkWidget *attach_create(viewer_panels *p)
{
    const edit_placement *place = edit_place(viewer_active(p->stage)->edit);
    const document_model *m = document_find(&p->stage->document, place->attach);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    gtk_widget_set_margin_start(box, 8);
    gtk_box_append(GTK_BOX(box), model_list(p, place));
    if (m)
        gtk_box_append(GTK_BOX(box), bone_list(p, m, place));
    p->scene.shown_attach = place->attach;
    p->scene.shown_bone = place->bone;
    return box;
}

void attach_follow(viewer_panels *p)
{
    const edit_placement *place = edit_place(viewer_active(p->stage)->edit);
    if (p->stage->document.model_count > 1 &&
        (place->attach != p->scene.shown_attach || (place->attach && place->bone != p->scene.shown_bone)))
        p->stage->document.changes++; /* the lists are made again */
}
