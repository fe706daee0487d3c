#include "tool/place/place_set.h"
#include "tool/options/bone_name.h"
#include "tool/scene/scene_key_at.h"

#include <hone/io.h>
#include <hone/math.h>

#include <stdlib.h>

void place_set_lock(const place_set *set)
{
    if (set->hooks.lock)
        set->hooks.lock(set->hooks.user);
}

void place_set_unlock(const place_set *set)
{
    if (set->hooks.unlock)
        set->hooks.unlock(set->hooks.user);
}

void place_set_unlink(place_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        place_chain *chain = set->chains[i];
        model_links_release(&chain->links);
        chain->follow_count = 0;
        chain->evaluated = false;
    }
    free(set->chains);
    free(set->order);
    set->chains = NULL, set->order = NULL, set->count = 0;
}

void place_set_forget_poses(place_set *set)
{
    place_set_lock(set);
    for (uint32_t i = 0; i < set->count; i++) set->chains[i]->evaluated = false;
    place_set_unlock(set);
}

/* ---- finding the bones ------------------------------------------------------------------------------------------ */

typedef struct link_context {
    place_set *set;
    place_note *note;
    void *user;
    bool *sorted; /* [count] */
    model_links **links;
} link_context;

static void note(const link_context *l, place_fault fault)
{
    l->note(l->user, &fault);
}

/* The index of a model; the number of models if it is not in the set. */
static uint32_t index_of(const place_set *set, uint32_t id)
{
    uint32_t index = id - 1; /* where ids count the models */
    if (index < set->count && set->chains[index]->id == id)
        return index;
    for (index = 0; index < set->count && set->chains[index]->id != id;) index++;
    return index;
}

static void find_attached(const link_context *l, uint32_t index)
{
    place_chain *chain = l->set->chains[index];
    uint32_t parent = index_of(l->set, chain->attach);
    place_fault fault = {.index = index, .kind = PLACE_NOT_OPEN, .attached = true, .id = chain->attach};
    if (!chain->attach || chain->links.key_count)
        return;
    if (parent < l->set->count) {
        fault.kind = PLACE_NO_BONE;
        if (chain->bone >= 0 &&
            (uint32_t)chain->bone < hone_model_skeleton(l->set->chains[parent]->model)->bone_count) {
            chain->links.attached = (model_link){parent, chain->bone};
            return;
        }
    }
    note(l, fault);
}

/* number: in the stage of the model. */
static void find_link(const link_context *l, uint32_t index, uint32_t number, const char *bone, model_link *out)
{
    uint32_t id = number + l->set->chains[index]->stage_first, parent = index_of(l->set, id);
    place_fault fault = {.index = index, .kind = PLACE_NOT_OPEN, .id = id, .bone = bone};
    if (!number)
        return;
    if (parent < l->set->count) {
        fault.kind = PLACE_NO_BONE;
        *out = (model_link){parent, bone_name_find(l->set->chains[parent]->model, bone)};
    }
    if (out->bone == HONE_NONE)
        note(l, fault);
}

static void find_parent(const link_context *l, uint32_t index, const scene_parent *from, parent_link *out)
{
    const hone_model *model = l->set->chains[index]->model;
    find_link(l, index, from->attach, from->bone, &out->link);
    if (hone_model_get(model)->space == HONE_SPACE_MMD)
        out->child = bone_name_find(model, from->child);
    if (out->child == HONE_NONE)
        note(l, (place_fault){.index = index, .kind = PLACE_NO_CHILD, .bone = from->child});
}

static bool make_matrices(place_chain *chain)
{
    for (place_role role = 0; role < PLACE_ROLES; role++) {
        place_follower *f = &chain->followers[role];
        if (!f->matrices)
            f->matrices = calloc((size_t)chain->links.parent_count + 1, sizeof *f->matrices);
        if (!f->matrices)
            return false;
    }
    return true;
}

static bool find_links(const link_context *l, uint32_t index)
{
    place_chain *chain = l->set->chains[index];
    const scene_model *stage = chain->stage;
    model_links_release(&chain->links);
    if (!model_links_make(&chain->links, stage) || !make_matrices(chain))
        return false;
    find_attached(l, index);
    for (uint32_t i = 0; i < chain->links.key_count; i++)
        find_link(l, index, stage->keys[i].attach, stage->keys[i].bone, &chain->links.keys[i]);
    for (uint32_t i = 0; i < chain->links.parent_count; i++)
        find_parent(l, index, &stage->parents[i], &chain->links.parents[i]);
    model_links_chain_parents(&chain->links);
    return true;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

/* Models that follow each other in a circle: the first one that does so by its stage follows no more, or else the first
 * one. */
static void open_circle(const link_context *l)
{
    uint32_t index = 0, first = l->set->count;
    bool cut = false;
    for (; index < l->set->count && !cut; index++) {
        cut = !l->sorted[index] && model_links_cut(l->links[index], l->sorted);
        first = !l->sorted[index] && first == l->set->count ? index : first;
    }
    if (!cut)
        l->links[first]->attached.bone = HONE_NONE;
    note(l, (place_fault){.kind = PLACE_CIRCLE, .index = cut ? index - 1 : first, .attached = !cut});
}

static bool sort(link_context *l)
{
    place_set *set = l->set;
    uint32_t done = 0;
    l->sorted = calloc((size_t)set->count + 1, sizeof *l->sorted);
    l->links = calloc((size_t)set->count + 1, sizeof *l->links);
    bool ok = l->sorted && l->links;
    for (uint32_t i = 0; i < set->count && ok; i++) l->links[i] = &set->chains[i]->links;
    while (ok && (done = model_links_sort(l->links, set->count, l->sorted, set->order, done)) < set->count)
        open_circle(l);
    free(l->sorted);
    free(l->links);
    return ok;
}

/* Lists what a model follows. seen: [count] scratch, all false. */
static void list_followed(place_chain *chain, bool *seen)
{
    chain->follow_count = 0;
    for (uint32_t i = 0; i < model_links_count(&chain->links); i++) {
        const model_link *link = model_links_get(&chain->links, i);
        if (link->bone == HONE_NONE || seen[link->parent])
            continue;
        chain->follows[chain->follow_count++] = link->parent;
        seen[link->parent] = true;
    }
    for (uint32_t i = 0; i < chain->follow_count; i++) seen[chain->follows[i]] = false;
}

static bool list_all_followed(place_set *set)
{
    bool *seen = calloc((size_t)set->count + 1, sizeof *seen), ok = seen != NULL;
    for (uint32_t i = 0; i < set->count && ok; i++) {
        place_chain *chain = set->chains[i];
        free(chain->follows);
        chain->follows = calloc((size_t)set->count + 1, sizeof *chain->follows);
        ok = chain->follows != NULL;
        if (ok)
            list_followed(chain, seen);
    }
    free(seen);
    return ok;
}

void place_set_mark(place_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        set->chains[i]->needed = set->chains[i]->simulated;
        set->chains[i]->needs_carrier = false;
    }
    for (uint32_t k = set->count; k-- > 0;) {
        const place_chain *chain = set->chains[set->order[k]];
        for (uint32_t i = 0; i < chain->follow_count && chain->needed; i++) {
            place_chain *parent = set->chains[chain->follows[i]];
            parent->needed = parent->needs_carrier = true;
        }
    }
}

static bool make_lists(place_set *set, place_chain *const *chains, uint32_t count)
{
    set->chains = calloc((size_t)count + 1, sizeof *set->chains);
    set->order = calloc((size_t)count + 1, sizeof *set->order);
    if (!set->chains || !set->order)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        set->chains[i] = chains[i];
        chains[i]->set = set;
        chains[i]->evaluated = false;
    }
    set->count = count;
    return true;
}

bool place_set_link(place_set *set, place_chain *const *chains, uint32_t count, place_note *to, void *user,
                    hone_error *error)
{
    link_context l = {.set = set, .note = to, .user = user};
    place_set_unlink(set);
    bool ok = make_lists(set, chains, count);
    for (uint32_t i = 0; i < count && ok; i++) ok = find_links(&l, i);
    ok = ok && sort(&l) && list_all_followed(set);
    if (!ok) {
        place_set_unlink(set);
        return hone_fail_memory(error);
    }
    place_set_mark(set);
    return true;
}

/* ---- cameras ---------------------------------------------------------------------------------------------------- */

void place_set_move_camera(const place_set *set, const scene_parent *parents, uint32_t count, uint32_t first,
                           double frame, hone_camera *camera)
{
    const scene_parent *p = scene_parent_at(parents, count, NULL, frame);
    uint32_t index = p && p->attach ? index_of(set, p->attach + first) : set->count;
    int32_t bone = index < set->count ? bone_name_find(set->chains[index]->model, p->bone) : HONE_NONE;
    float point[3];
    if (bone == HONE_NONE)
        return;
    const hone_affine place = place_chain_shown_bone(set->chains[index], bone);
    hone_affine_origin(&place, point);
    hone_vec3_add(camera->target, point, camera->target);
}
