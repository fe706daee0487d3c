#include "tool/place/model_links.h"
#include "tool/scene/scene_key_at.h"

#include <stdlib.h>

bool model_links_make(model_links *links, const scene_model *from)
{
    *links = (model_links){.from = from, .attached = {0, HONE_NONE}};
    if (!from)
        return true;
    links->keys = calloc((size_t)from->key_count + 1, sizeof *links->keys);
    links->parents = calloc((size_t)from->parent_count + 1, sizeof *links->parents);
    if (!links->keys || !links->parents)
        return false;
    links->key_count = from->key_count;
    links->parent_count = from->parent_count;
    for (uint32_t i = 0; i < links->key_count; i++) links->keys[i].bone = HONE_NONE;
    for (uint32_t i = 0; i < links->parent_count; i++)
        links->parents[i].link.bone = links->parents[i].child = HONE_NONE;
    return true;
}

void model_links_release(model_links *links)
{
    free(links->keys);
    free(links->parents);
    *links = (model_links){.attached = {0, HONE_NONE}};
}

void model_links_chain_parents(model_links *links)
{
    for (uint32_t i = 0; i < links->parent_count; i++) {
        parent_link *p = &links->parents[i];
        p->first = true, p->next = links->parent_count;
        for (uint32_t k = i; k-- > 0 && p->first;)
            if (links->parents[k].child == p->child)
                p->first = false, links->parents[k].next = i;
    }
}

uint32_t model_links_count(const model_links *links)
{
    return 1 + links->key_count + links->parent_count;
}

model_link *model_links_get(const model_links *links, uint32_t number)
{
    if (number == 0)
        return (model_link *)&links->attached;
    return number <= links->key_count ? &links->keys[number - 1] : &links->parents[number - 1 - links->key_count].link;
}

bool model_links_any(const model_links *links)
{
    bool any = links->parent_count != 0;
    for (uint32_t i = 0; i < model_links_count(links) && !any; i++) any = model_links_get(links, i)->bone != HONE_NONE;
    return any;
}

model_link model_links_at(const model_links *links, double frame)
{
    return links->key_count ? links->keys[scene_key_index(links->from->keys, links->key_count, frame)]
                            : links->attached;
}

void model_links_set_parents(const model_links *links, double frame, model_links_matrix *matrix, void *user,
                             hone_affine *matrices, hone_rig *rig)
{
    for (uint32_t i = 0; i < links->parent_count; i++) {
        const scene_parent *from = links->from->parents;
        const parent_link *p = &links->parents[i];
        bool begun = from[i].frame <= frame, over = p->next < links->parent_count && from[p->next].frame <= frame;
        if (p->child == HONE_NONE || over || (!begun && !p->first))
            continue;
        bool follows = begun && p->link.bone != HONE_NONE;
        if (follows)
            matrices[i] = matrix(user, &p->link, frame);
        hone_rig_set_external_parent(rig, (uint32_t)p->child, follows ? &matrices[i] : NULL);
    }
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

static bool is_ready(const model_link *link, const bool *sorted)
{
    return link->bone == HONE_NONE || sorted[link->parent];
}

/* Whether all that the model follows has its place in the order. */
static bool all_ready(const model_links *links, const bool *sorted)
{
    bool ready = true;
    for (uint32_t i = 0; i < model_links_count(links) && ready; i++)
        ready = is_ready(model_links_get(links, i), sorted);
    return ready;
}

uint32_t model_links_sort(model_links *const *all, uint32_t count, bool *sorted, uint32_t *order, uint32_t done)
{
    uint32_t before = UINT32_MAX;
    while (done < count && done != before) {
        before = done;
        for (uint32_t i = 0; i < count; i++) {
            if (sorted[i] || !all_ready(all[i], sorted))
                continue;
            sorted[i] = true;
            order[done++] = i;
        }
    }
    return done;
}

bool model_links_cut(model_links *links, const bool *sorted)
{
    bool any = false;
    for (uint32_t i = 1; i < model_links_count(links); i++) {
        model_link *link = model_links_get(links, i);
        if (is_ready(link, sorted))
            continue;
        link->bone = HONE_NONE;
        any = true;
    }
    return any;
}
