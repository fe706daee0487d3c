#include "view/window/files/save.h"
#include "view/document/document_changes.h"
#include "view/window/actions/actions.h"
#include "view/window/files/files.h"

/* ---- what is to be saved ---------------------------------------------------------------------------------------- */

typedef enum save_kind { SAVE_NOTHING, SAVE_MODEL, SAVE_MOTION, SAVE_CAMERA, SAVE_POSE, SAVE_SCENE } save_kind;

typedef struct save_part {
    save_kind kind;
    uint32_t id; /* of the character; 0: all */
} save_part;

/* The changes in question. */
typedef struct save_changes {
    unsigned all;              /* of any kind: DOCUMENT_CHANGED_* */
    unsigned own;              /* of what belongs to no character */
    uint32_t keyed, posed;     /* how many characters have such changes */
    uint32_t painted;          /* the first character with painted weights; 0: none */
    uint32_t keys_of, pose_of; /* the first such character */
} save_changes;

static save_changes find_changes(const viewer_stage *s, uint32_t only)
{
    const document *d = &s->document;
    save_changes out = {.own = only ? 0 : document_changes_of(d, 0)};
    out.all = out.own;
    for (uint32_t i = d->model_count; i-- > 0;) {
        uint32_t id = d->models[i]->character->id;
        unsigned changes = only && only != id ? 0 : document_changes_of(d, id);
        out.all |= changes;
        if (changes & DOCUMENT_CHANGED_WEIGHTS)
            out.painted = id;
        if (changes & DOCUMENT_CHANGED_KEYS)
            out.keyed++, out.keys_of = id;
        if (changes & DOCUMENT_CHANGED_POSE)
            out.posed++, out.pose_of = id;
    }
    return out;
}

/* A scene names the files of its models and motions. */
static bool can_be_scene(const viewer_stage *s)
{
    bool files = true;
    for (uint32_t i = 0; i < s->document.model_count; i++) files &= !s->document.models[i]->built_in;
    for (uint32_t i = 0; i < s->document.motion_count; i++) files &= !s->document.motions[i].built_in;
    return files;
}

static bool is_of_mmd(const viewer_stage *s, uint32_t id)
{
    const document_model *m = document_find(&s->document, id);
    return m && hone_model_get(m->character->model)->space == HONE_SPACE_MMD;
}

/* Without a scene, one motion or one pose after the other. */
static save_part next_alone(const viewer_stage *s, const save_changes *c)
{
    if (c->keyed)
        return (save_part){SAVE_MOTION, c->keys_of};
    if (c->own & DOCUMENT_CHANGED_KEYS)
        return (save_part){SAVE_CAMERA, 0};
    if (c->posed && is_of_mmd(s, c->pose_of)) /* VPD holds only poses of MMD models */
        return (save_part){SAVE_POSE, c->pose_of};
    return (save_part){SAVE_NOTHING, 0};
}

/* What is saved first. Weights are no part of a scene. A pose alone is part of one. */
static save_part find_next(const viewer_stage *s, const save_changes *c)
{
    const bool keys_only = (c->all & ~(unsigned)DOCUMENT_CHANGED_WEIGHTS) == DOCUMENT_CHANGED_KEYS;
    const uint32_t keyed = c->keyed + ((c->own & DOCUMENT_CHANGED_KEYS) != 0);
    if (c->painted)
        return (save_part){SAVE_MODEL, c->painted};
    if (!c->all)
        return (save_part){SAVE_NOTHING, 0};
    if (!can_be_scene(s) || (!s->scene.path && keys_only && keyed == 1))
        return next_alone(s, c);
    return (save_part){SAVE_SCENE, 0};
}

/* What is left when that is saved. */
static void take_out(save_changes *c, save_part part)
{
    const unsigned weights = DOCUMENT_CHANGED_WEIGHTS;
    if (part.kind == SAVE_MODEL)
        c->painted = 0, c->all &= ~weights;
    else if (part.kind == SAVE_SCENE)
        *c = (save_changes){0};
    else if (part.kind == SAVE_MOTION)
        c->keyed--;
    else if (part.kind == SAVE_CAMERA)
        c->own &= ~(unsigned)DOCUMENT_CHANGED_KEYS;
    else
        c->posed--;
    bool keys = c->keyed || c->own & DOCUMENT_CHANGED_KEYS;
    if (!keys)
        c->all &= ~(unsigned)DOCUMENT_CHANGED_KEYS;
    if (!c->posed)
        c->all &= ~(unsigned)DOCUMENT_CHANGED_POSE;
}

const char *save_label(const viewer_stage *s, uint32_t only)
{
    static const char *const labels[] = {[SAVE_MODEL] = N_("_Save model…"),
                                         [SAVE_MOTION] = N_("_Save motion…"),
                                         [SAVE_CAMERA] = N_("_Save camera motion…"),
                                         [SAVE_POSE] = N_("_Save pose…"),
                                         [SAVE_SCENE] = N_("_Save scene…")};
    save_changes c = find_changes(s, only);
    const save_part first = find_next(s, &c);
    if (first.kind == SAVE_NOTHING)
        return NULL;
    take_out(&c, first);
    if (!c.all)
        return gettext(labels[first.kind]);
    while (c.all) {
        const save_part next = find_next(s, &c);
        if (next.kind == SAVE_NOTHING)
            return NULL;
        take_out(&c, next);
    }
    return _("_Save all…");
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

static void save_part_of(viewer *v, save_part part)
{
    static void (*const saves[])(viewer *) = {[SAVE_MODEL] = files_save_model_then,
                                              [SAVE_MOTION] = files_save_motion_then,
                                              [SAVE_CAMERA] = files_save_camera_motion_then,
                                              [SAVE_POSE] = files_save_pose_then,
                                              [SAVE_SCENE] = files_save_scene_then};
    if (part.id && part.id != v->stage.document.active) {
        document_set_active(&v->stage.document, part.id);
        viewer_select_bone(&v->stage, HONE_NONE);
    }
    saves[part.kind](v);
}

/* Saves the next part, until nothing is left. A part whose saving changes nothing is not tried again. */
static void go_on(viewer *v, uint32_t unused)
{
    struct saving *s = &v->saving;
    const save_changes c = find_changes(&v->stage, s->only);
    const save_part next = find_next(&v->stage, &c);
    const bool again = s->kind == (int)next.kind && s->id == next.id;
    (void)unused;
    if (next.kind == SAVE_NOTHING || again) {
        if (s->then && next.kind == SAVE_NOTHING && !c.all)
            s->then(v, s->value);
        return;
    }
    s->kind = (int)next.kind, s->id = next.id;
    v->after_save = go_on;
    save_part_of(v, next);
}

void save_then(viewer *v, uint32_t only, void (*then)(viewer *v, uint32_t value), uint32_t value)
{
    v->saving = (struct saving){.only = only, .then = then, .value = value};
    go_on(v, 0);
}

void files_save(viewer *v, int unused)
{
    const save_changes c = find_changes(&v->stage, 0);
    (void)unused;
    if (c.all && find_next(&v->stage, &c).kind != SAVE_NOTHING)
        save_then(v, 0, NULL, 0);
    else if (c.all)
        viewer_say(&v->shell, "%s", _("the built-in character has no file: save the model first"));
    else if (v->stage.scene.path && v->stage.scene.view_changed)
        files_save_scene(v, 0);
    else
        viewer_note(&v->shell, "%s", _("Nothing has changed"));
}
