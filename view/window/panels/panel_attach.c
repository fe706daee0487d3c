/* Attaching the active character to a bone of another one: two lists on the Scene page. */
#include "view/document/document_place.h"
#include "view/window/panels/panels.h"

static void set_place(viewer *v, const edit_placement *place)
{
    character *c = viewer_active(v);
    history_begin(v->document.history, N_("Attach a character"), 0);
    history_set_place(v->document.history, c->edit, place);
    history_end(v->document.history);
    viewer_edited(v);
}

/* The bone that most accessories are for; the first one if the model has no hand. */
static int32_t usual_bone(const hone_model *model)
{
    const hone_humanoid human = hone_model_humanoid(model);
    int32_t hand = human.bones[HONE_HUMANOID_HAND + 1];
    return hand == HONE_NONE ? 0 : hand;
}

static bool offers(const viewer *v, const document_model *m)
{
    return document_may_attach(&v->document, viewer_active(v), m->character->id) &&
           hone_model_skeleton(m->character->model)->bone_count;
}

/* The model in a row of the list, which begins with nothing. */
static const document_model *model_at(const viewer *v, guint row)
{
    for (uint32_t i = 0; i < v->document.model_count; i++)
        if (offers(v, v->document.models[i]) && --row == 0)
            return v->document.models[i];
    return NULL;
}

static void model_chosen(GtkDropDown *list, GParamSpec *unused, viewer *v)
{
    (void)unused;
    guint row = gtk_drop_down_get_selected(list);
    character *c = viewer_active(v);
    if (v->panels.updating_widgets || !c || row == GTK_INVALID_LIST_POSITION)
        return;
    const document_model *m = row ? model_at(v, row) : NULL;
    edit_placement place = *edit_place(c->edit);
    place.attach = m ? m->character->id : 0;
    place.bone = m ? usual_bone(m->character->model) : HONE_NONE;
    set_place(v, &place);
}

static void bone_chosen(GtkDropDown *list, GParamSpec *unused, viewer *v)
{
    (void)unused;
    guint bone = gtk_drop_down_get_selected(list);
    const character *c = viewer_active(v);
    if (v->panels.updating_widgets || !c || bone == GTK_INVALID_LIST_POSITION)
        return;
    edit_placement place = *edit_place(c->edit);
    place.bone = (int32_t)bone;
    set_place(v, &place);
}

static GtkWidget *list_of(GtkStringList *texts, guint selected, const char *name, GCallback chosen, viewer *v)
{
    GtkExpression *text = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    GtkWidget *list = gtk_drop_down_new(G_LIST_MODEL(texts), text);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(list), TRUE);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(list), selected);
    gtk_widget_set_hexpand(list, TRUE);
    panels_name(list, name);
    g_signal_connect(list, "notify::selected", chosen, v);
    return list;
}

static GtkWidget *model_list(viewer *v, const edit_placement *place)
{
    GtkStringList *names = gtk_string_list_new(NULL);
    guint selected = 0, rows = 0;
    gtk_string_list_append(names, _("Not attached"));
    for (uint32_t i = 0; i < v->document.model_count; i++) {
        const document_model *m = v->document.models[i];
        if (!offers(v, m))
            continue;
        rows++;
        gtk_string_list_append(names, m->name);
        if (m->character->id == place->attach)
            selected = rows;
    }
    return list_of(names, selected, _("Attached to"), G_CALLBACK(model_chosen), v);
}

static GtkWidget *bone_list(viewer *v, const document_model *m, const edit_placement *place)
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
    return list_of(names, (guint)MAX(place->bone, 0), _("Its bone"), G_CALLBACK(bone_chosen), v);
}

GtkWidget *attach_create(viewer *v)
{
    const edit_placement *place = edit_place(viewer_active(v)->edit);
    const document_model *m = document_find(&v->document, place->attach);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    gtk_widget_set_margin_start(box, 8);
    gtk_box_append(GTK_BOX(box), model_list(v, place));
    if (m)
        gtk_box_append(GTK_BOX(box), bone_list(v, m, place));
    v->panels.shown_attach = place->attach;
    v->panels.shown_bone = place->bone;
    return box;
}

void attach_follow(viewer *v)
{
    const edit_placement *place = edit_place(viewer_active(v)->edit);
    if (v->document.model_count > 1 &&
        (place->attach != v->panels.shown_attach || (place->attach && place->bone != v->panels.shown_bone)))
        v->document.changes++; /* the lists are made again */
}
