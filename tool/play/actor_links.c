#include "tool/play/actor_links.h"
#include "tool/options/bone_name.h"
#include "tool/scene/scene_key_at.h"

#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* ---- finding the bones ------------------------------------------------------------------------------------------ */

/* number: of the model that carries, from 1. */
static bool find_link(const actor_list *c, uint32_t number, const char *bone, actor_link *out, hone_error *error)
{
    *out = (actor_link){number - 1, HONE_NONE};
    if (number > c->count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is attached to model %u, but there are %u models", number,
                         c->count);
    out->bone = bone_name_find(c->members[number - 1].source->model, bone);
    return out->bone != HONE_NONE ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                     "is attached to a bone \"%.200s\" that model %u does not have (hone info --tree lists them)", bone,
                     number);
}

static int attach(actor_list *c, actor_entry *m, report *r)
{
    hone_error error = {0};
    const placement *place = &m->source->place;
    m->links->attached.bone = HONE_NONE;
    if (place->attach == 0 || m->links->key_count)
        return STATUS_OK;
    return find_link(c, place->attach, place->bone, &m->links->attached, &error)
               ? STATUS_OK
               : report_failure(r, m->source->path, &error);
}

/* A key or a parent whose bone is missing is left out. Warns once for each model. */
static void find_or_warn(const actor_list *c, actor_entry *m, uint32_t number, const char *bone, actor_link *out,
                         report *r)
{
    hone_error error = {0};
    *out = (actor_link){0, HONE_NONE};
    if (number == 0 || find_link(c, number + m->source->set_up_first, bone, out, &error))
        return;
    if (!m->link_noted)
        report_warn(r, m->source->path, error.message);
    m->link_noted = true;
}

static void find_keys(const actor_list *c, actor_entry *m, report *r)
{
    for (uint32_t i = 0; i < m->links->key_count; i++) {
        const scene_key *key = &m->source->set_up->keys[i];
        find_or_warn(c, m, key->attach, key->bone, &m->links->keys[i], r);
    }
}

static void chain_parents(const actor_links *links)
{
    for (uint32_t i = 0; i < links->parent_count; i++) {
        actor_parent *p = &links->parents[i];
        p->first = true, p->next = links->parent_count;
        for (uint32_t k = i; k-- > 0 && p->first;)
            if (links->parents[k].child == p->child)
                p->first = false, links->parents[k].next = i;
    }
}

static void find_parents(const actor_list *c, actor_entry *m, report *r)
{
    const hone_model *model = m->source->model;
    bool mmd = hone_model_get(model)->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < m->links->parent_count; i++) {
        const scene_parent *from = &m->source->set_up->parents[i];
        actor_parent *p = &m->links->parents[i];
        p->child = mmd ? bone_name_find(model, from->child) : HONE_NONE;
        find_or_warn(c, m, from->attach, from->bone, &p->link, r);
        if (p->child == HONE_NONE && !m->link_noted) {
            report_warn_of(r, m->source->path, "has no bone \"%.200s\" that can follow bones of other models",
                           from->child);
            m->link_noted = true;
        }
    }
    chain_parents(m->links);
}

static bool allocate(actor_entry *m)
{
    const scene_model *from = m->source->set_up;
    m->links = calloc(1, sizeof *m->links);
    if (!m->links || !from)
        return m->links != NULL;
    m->links->keys = calloc((size_t)from->key_count + 1, sizeof *m->links->keys);
    m->links->parents = calloc((size_t)from->parent_count + 1, sizeof *m->links->parents);
    if (!m->links->keys || !m->links->parents)
        return false;
    m->links->key_count = from->key_count;
    m->links->parent_count = from->parent_count;
    return true;
}

void actor_links_release(actor_entry *member)
{
    if (!member->links)
        return;
    free(member->links->keys);
    free(member->links->parents);
    free(member->links);
    member->links = NULL;
}

actor_link actor_links_at(const actor_entry *member, double frame)
{
    const actor_links *links = member->links;
    return links->key_count ? links->keys[scene_key_index(member->source->set_up->keys, links->key_count, frame)]
                            : links->attached;
}

bool actor_links_any(const actor_entry *member)
{
    const actor_links *links = member->links;
    bool any = links->attached.bone != HONE_NONE || links->parent_count;
    for (uint32_t i = 0; i < links->key_count && !any; i++) any = links->keys[i].bone != HONE_NONE;
    return any;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

static bool is_ready(const actor_link *link, const bool *sorted)
{
    return link->bone == HONE_NONE || sorted[link->parent];
}

/* Whether all that the member follows has its place in the order. */
static bool all_ready(const actor_entry *m, const bool *sorted)
{
    bool ready = is_ready(&m->links->attached, sorted);
    for (uint32_t i = 0; i < m->links->key_count && ready; i++) ready = is_ready(&m->links->keys[i], sorted);
    for (uint32_t i = 0; i < m->links->parent_count && ready; i++) ready = is_ready(&m->links->parents[i].link, sorted);
    return ready;
}

/* Appends the members whose parents have their place in the order, round by round. */
static uint32_t sort(actor_list *c, bool *sorted, uint32_t count)
{
    uint32_t before = UINT32_MAX;
    while (count < c->count && count != before) {
        before = count;
        for (uint32_t i = 0; i < c->count; i++) {
            if (sorted[i] || !all_ready(&c->members[i], sorted))
                continue;
            sorted[i] = true;
            c->order[count++] = i;
        }
    }
    return count;
}

/* Cuts what a member follows by keys and parents, if that is not sorted yet. Returns whether anything was cut. */
static bool cut(actor_entry *m, const bool *sorted)
{
    bool any = false;
    for (uint32_t i = 0; i < m->links->key_count + m->links->parent_count; i++) {
        actor_link *link =
            i < m->links->key_count ? &m->links->keys[i] : &m->links->parents[i - m->links->key_count].link;
        if (is_ready(link, sorted))
            continue;
        link->bone = HONE_NONE;
        any = true;
    }
    return any;
}

/* Members that follow each other in a circle: the first one that does so by keys follows no more. */
static int open_circle(actor_list *c, const bool *sorted, report *r)
{
    hone_error error = {0};
    uint32_t first = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        if (sorted[i] || !cut(&c->members[i], sorted))
            continue;
        report_warn(r, c->members[i].source->path,
                    "follows a model that follows it, too: it is drawn as if it did not follow it");
        return STATUS_OK;
    }
    while (sorted[first]) first++;
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is attached to itself, or to a model that is attached to it");
    return report_failure(r, c->members[first].source->path, &error);
}

static int make_order(actor_list *c, report *r)
{
    hone_error error = {0};
    int status = STATUS_OK;
    uint32_t count = 0;
    c->order = calloc((size_t)c->count + 1, sizeof *c->order);
    bool *sorted = calloc((size_t)c->count + 1, sizeof *sorted);
    if (!c->order || !sorted)
        hone_fail_memory(&error), status = report_failure(r, NULL, &error);
    while (status == STATUS_OK && (count = sort(c, sorted, count)) < c->count) status = open_circle(c, sorted, r);
    free(sorted);
    return status;
}

int actor_links_make(actor_list *c, report *r)
{
    hone_error error = {0};
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        actor_entry *m = &c->members[i];
        if (!allocate(m))
            return hone_fail_memory(&error), report_failure(r, NULL, &error);
        status = attach(c, m, r);
        find_keys(c, m, r);
        find_parents(c, m, r);
    }
    return status == STATUS_OK ? make_order(c, r) : status;
}
