#include "tool/play/actor_links.h"
#include "tool/options/bone_name.h"

#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* ---- finding the bones ------------------------------------------------------------------------------------------ */

/* number: of the model that carries, from 1. */
static bool find_link(const actor_list *c, uint32_t number, const char *bone, model_link *out, hone_error *error)
{
    *out = (model_link){number - 1, HONE_NONE};
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
    if (place->attach == 0 || m->links->key_count)
        return STATUS_OK;
    return find_link(c, place->attach, place->bone, &m->links->attached, &error)
               ? STATUS_OK
               : report_failure(r, m->source->path, &error);
}

/* A key or a parent whose bone is missing is left out. Warns once for each model. */
static void find_or_warn(const actor_list *c, actor_entry *m, uint32_t number, const char *bone, model_link *out,
                         report *r)
{
    hone_error error = {0};
    *out = (model_link){0, HONE_NONE};
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

static void find_parents(const actor_list *c, actor_entry *m, report *r)
{
    const hone_model *model = m->source->model;
    bool mmd = hone_model_get(model)->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < m->links->parent_count; i++) {
        const scene_parent *from = &m->source->set_up->parents[i];
        parent_link *p = &m->links->parents[i];
        p->child = mmd ? bone_name_find(model, from->child) : HONE_NONE;
        find_or_warn(c, m, from->attach, from->bone, &p->link, r);
        if (p->child == HONE_NONE && !m->link_noted) {
            report_warn_of(r, m->source->path, "has no bone \"%.200s\" that can follow bones of other models",
                           from->child);
            m->link_noted = true;
        }
    }
    model_links_chain_parents(m->links);
}

static bool allocate(actor_entry *m)
{
    m->links = calloc(1, sizeof *m->links);
    if (!m->links || !model_links_make(m->links, m->source->set_up))
        return false;
    m->parent_matrices = calloc((size_t)m->links->parent_count + 1, sizeof *m->parent_matrices);
    return m->parent_matrices != NULL;
}

void actor_links_release(actor_entry *member)
{
    if (member->links)
        model_links_release(member->links);
    free(member->parent_matrices);
    free(member->links);
    member->links = NULL;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

/* Members that follow each other in a circle: the first one that does so by keys follows no more. */
static int open_circle(actor_list *c, const bool *sorted, report *r)
{
    hone_error error = {0};
    uint32_t first = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        if (sorted[i] || !model_links_cut(c->members[i].links, sorted))
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
    model_links **all = calloc((size_t)c->count + 1, sizeof *all);
    if (!c->order || !sorted || !all)
        hone_fail_memory(&error), status = report_failure(r, NULL, &error);
    for (uint32_t i = 0; i < c->count && all; i++) all[i] = c->members[i].links;
    while (status == STATUS_OK && (count = model_links_sort(all, c->count, sorted, c->order, count)) < c->count)
        status = open_circle(c, sorted, r);
    free(all);
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
