#include "view/paint/brush.h"
#include "view/paint/mesh_links.h"
#include "view/paint/symmetry.h"
#include "view/text.h"
#include <hone/io.h>
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

enum { NEIGHBOURS_ROOM = 64 }; /* bones of all neighbours of a vertex */

struct painter {
    const hone_model *model;
    const hone_mesh *mesh;
    mesh_links links;
    symmetry symmetry;
    bool *locked;            /* [bone_count] */
    bool *locked_slots;      /* [slot_count] the same, by slot */
    uint8_t *seen;           /* [vertex_count] 1: reached; 2: of a visible material */
    uint32_t *queue;         /* [vertex_count] points to visit */
    float *shares;           /* [vertex_count] of the last touch */
    vertex_weights *changed; /* [vertex_count] new weights of vertices with a share */
    uint32_t locked_count;
};

static bool make_arrays(painter *p)
{
    size_t vertices = (size_t)p->mesh->vertex_count + 1;
    p->locked = calloc((size_t)hone_model_skeleton(p->model)->bone_count + 1, sizeof *p->locked);
    p->locked_slots = calloc((size_t)p->mesh->slot_count + 1, sizeof *p->locked_slots);
    p->seen = calloc(vertices, 1);
    p->queue = calloc(vertices, sizeof *p->queue);
    p->shares = calloc(vertices, sizeof *p->shares);
    p->changed = calloc(vertices, sizeof *p->changed);
    return p->locked && p->locked_slots && p->seen && p->queue && p->shares && p->changed;
}

painter *painter_create(const hone_model *model, hone_error *error)
{
    painter *p = calloc(1, sizeof *p);
    if (!p)
        return hone_fail_memory(error), NULL;
    p->model = hone_model_retain(model);
    p->mesh = hone_model_mesh(model);
    if ((make_arrays(p) || hone_fail_memory(error)) && mesh_links_make(p->mesh, &p->links, error) &&
        symmetry_make(model, &p->symmetry, error))
        return p;
    painter_destroy(p);
    return NULL;
}

void painter_destroy(painter *p)
{
    if (!p)
        return;
    mesh_links_release(&p->links);
    symmetry_release(&p->symmetry);
    void *const arrays[] = {p->locked, p->locked_slots, p->seen, p->queue, p->shares, p->changed};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    hone_model_release(p->model);
    free(p);
}

void painter_lock(painter *p, uint32_t bone, bool locked)
{
    if (bone >= hone_model_skeleton(p->model)->bone_count || p->locked[bone] == locked)
        return;
    p->locked[bone] = locked;
    p->locked_count += locked ? 1 : UINT32_MAX;
    for (uint32_t s = 0; s < p->mesh->slot_count; s++)
        if (p->mesh->slots[s].bone == (int32_t)bone)
            p->locked_slots[s] = locked;
}

bool painter_is_locked(const painter *p, uint32_t bone)
{
    return bone < hone_model_skeleton(p->model)->bone_count && p->locked[bone];
}

uint32_t painter_locked_count(const painter *p)
{
    return p->locked_count;
}

int32_t painter_mirrored_bone(const painter *p, uint32_t bone)
{
    return bone < hone_model_skeleton(p->model)->bone_count ? p->symmetry.bones[bone] : (int32_t)bone;
}

/* ---- reach ------------------------------------------------------------------------------------------------------ */

enum { SEEN_REACHED = 1, SEEN_VISIBLE = 2 };

static void mark_visible(painter *p, const bool *hidden)
{
    const hone_model_data *data = hone_model_get(p->model);
    uint32_t first = 0;
    memset(p->seen, hidden ? 0 : SEEN_VISIBLE, p->mesh->vertex_count);
    for (uint32_t m = 0; hidden && m < data->material_count; first += data->materials[m++].index_count)
        for (uint32_t i = 0; !hidden[m] && i < data->materials[m].index_count; i++)
            p->seen[p->mesh->indices[first + i]] = SEEN_VISIBLE;
}

static float share_of(float distance, float radius)
{
    float part = distance / radius, rest = 1 - part * part;
    return part < 1 ? rest * rest : 0;
}

static float from_sight(const float at[3], const brush_touch *touch)
{
    float d[3], direction[3];
    hone_vec3_subtract(at, touch->point, d);
    if (!hone_vec3_normalise(touch->direction, direction))
        return hone_vec3_length(d);
    hone_vec3_add_scaled(d, direction, -hone_vec3_dot(d, direction), d);
    return hone_vec3_length(d);
}

/* Visits points that are connected with the touched one within the radius. */
static void flood(painter *p, const brush *b, const brush_touch *touch)
{
    uint32_t first = p->links.point[touch->vertex], count = 0;
    p->seen[first] |= SEEN_REACHED;
    p->queue[count++] = first;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = p->links.begin[p->queue[i]]; k < p->links.begin[p->queue[i] + 1]; k++) {
            uint32_t next = p->links.links[k];
            if (p->seen[next] & SEEN_REACHED || hone_vec3_distance(touch->skinned[next], touch->point) >= b->radius)
                continue;
            p->seen[next] |= SEEN_REACHED;
            p->queue[count++] = next;
        }
}

bool painter_reach(painter *p, const brush *b, const brush_touch *touch, float *out)
{
    mark_visible(p, touch->hidden);
    if (!b->through)
        flood(p, b, touch);
    for (uint32_t v = 0; v < p->mesh->vertex_count; v++) {
        bool reached = b->through || p->seen[p->links.point[v]] & SEEN_REACHED;
        float d =
            b->through ? from_sight(touch->skinned[v], touch) : hone_vec3_distance(touch->skinned[v], touch->point);
        out[v] = reached && p->seen[v] & SEEN_VISIBLE ? share_of(d, b->radius) : 0;
    }
    return true;
}

/* ---- one touch -------------------------------------------------------------------------------------------------- */

static vertex_weights_rules rules_of(const painter *p, const weight_table *t)
{
    return (vertex_weights_rules){p->locked_count ? p->locked_slots : NULL, weight_table_most(t)};
}

/* The nearest ancestor that is not locked and can move the vertex. */
static int32_t find_heir(const painter *p, const weight_table *t, uint32_t vertex, int32_t bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(p->model);
    for (int32_t b = skeleton->bones[bone].parent; b != HONE_NONE; b = skeleton->bones[b].parent) {
        int32_t slot = weight_table_slot(t, vertex, b);
        if (slot != HONE_NONE && !p->locked[b])
            return slot;
    }
    return HONE_NONE;
}

/* The mean of the neighbours' weights; returns how many influences it has. */
static uint32_t mean_of(const painter *p, const weight_table *t, uint32_t vertex, hone_influence *out)
{
    uint32_t point = p->links.point[vertex], count = 0;
    uint32_t begin = p->links.begin[point], end = p->links.begin[point + 1];
    for (uint32_t k = begin; k < end; k++) {
        vertex_weights near = weight_table_get(t, p->links.links[k]);
        for (uint32_t i = 0; i < near.count; i++) {
            uint32_t at = 0;
            while (at < count && out[at].slot != near.slots[i]) at++;
            if (at == NEIGHBOURS_ROOM)
                continue;
            if (at == count)
                out[count++] = (hone_influence){near.slots[i], 0};
            out[at].weight += near.weights[i] / (float)(end - begin);
        }
    }
    return count;
}

static vertex_weights touched(const painter *p, const weight_table *t, const brush *b, int32_t bone, uint32_t vertex)
{
    vertex_weights w = weight_table_get(t, vertex);
    const vertex_weights_rules rules = rules_of(p, t);
    float amount = b->strength * p->shares[vertex];
    if (b->mode == BRUSH_SMOOTH) {
        hone_influence mean[NEIGHBOURS_ROOM];
        uint32_t count = mean_of(p, t, vertex, mean);
        if (count)
            vertex_weights_blend(&w, mean, count, amount, &rules);
        return w;
    }
    int32_t slot = weight_table_slot(t, vertex, bone);
    if (slot == HONE_NONE)
        return w;
    if (b->mode == BRUSH_ADD)
        vertex_weights_add(&w, slot, amount, &rules);
    else
        vertex_weights_subtract(&w, slot, amount, find_heir(p, t, vertex, bone), &rules);
    return w;
}

/* ---- the other side --------------------------------------------------------------------------------------------- */

/* Weights as the mirrored vertex has them; locked bones of the vertex stay. */
static vertex_weights mirrored(const painter *p, const weight_table *t, uint32_t vertex, const vertex_weights *from)
{
    const vertex_weights_rules rules = rules_of(p, t);
    hone_influence to[VERTEX_WEIGHTS_MOST];
    vertex_weights own = weight_table_get(t, vertex);
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        int32_t bone = p->mesh->slots[from->slots[i]].bone;
        int32_t slot = bone != HONE_NONE ? weight_table_slot(t, vertex, p->symmetry.bones[bone]) : from->slots[i];
        if (slot != HONE_NONE)
            to[count++] = (hone_influence){slot, from->weights[i]};
    }
    if (count)
        vertex_weights_blend(&own, to, count, 1, &rules);
    return own;
}

/* On the plane both sides are the same: half of the weights and half of their mirror image. */
static vertex_weights balanced(const painter *p, const weight_table *t, uint32_t vertex, vertex_weights w)
{
    const vertex_weights_rules rules = rules_of(p, t);
    vertex_weights image = mirrored(p, t, vertex, &w);
    hone_influence to[VERTEX_WEIGHTS_MOST];
    for (uint32_t i = 0; i < image.count; i++) to[i] = (hone_influence){image.slots[i], image.weights[i]};
    if (image.count)
        vertex_weights_blend(&w, to, image.count, 0.5f, &rules);
    return w;
}

/* Vertices of the other side get the share of their mirror images; those without one keep theirs. side: the sign of x
 * of the touched side. */
static void mirror_shares(painter *p, float side)
{
    for (uint32_t v = 0; v < p->mesh->vertex_count; v++) {
        int32_t image = p->symmetry.vertices[v];
        if (p->mesh->positions[v][0] * side < 0 && image != HONE_NONE && image != (int32_t)v)
            p->shares[v] = p->shares[image];
    }
}

static bool is_copied(const painter *p, uint32_t vertex, float side)
{
    int32_t image = p->symmetry.vertices[vertex];
    return p->mesh->positions[vertex][0] * side < 0 && image != HONE_NONE && image != (int32_t)vertex;
}

static void change_shares(painter *p, const weight_table *t, const brush *b, int32_t bone, float side)
{
    for (uint32_t v = 0; v < p->mesh->vertex_count; v++) {
        if (p->shares[v] <= 0 || (b->mirror && is_copied(p, v, side)))
            continue;
        p->changed[v] = touched(p, t, b, bone, v);
        if (b->mirror && p->symmetry.vertices[v] == (int32_t)v)
            p->changed[v] = balanced(p, t, v, p->changed[v]);
    }
    for (uint32_t v = 0; b->mirror && v < p->mesh->vertex_count; v++)
        if (p->shares[v] > 0 && is_copied(p, v, side))
            p->changed[v] = mirrored(p, t, v, &p->changed[p->symmetry.vertices[v]]);
}

bool painter_touch(painter *p, history *h, edit *e, const brush *b, int32_t bone, const brush_touch *touch)
{
    const weight_table *t = edit_weights(e);
    bool ok = t && bone >= 0 && touch->vertex < p->mesh->vertex_count && painter_reach(p, b, touch, p->shares);
    float side = p->mesh->positions[touch->vertex][0] < 0 ? -1.0f : 1.0f;
    if (!ok)
        return false;
    if (b->mirror)
        mirror_shares(p, side);
    change_shares(p, t, b, bone, side);
    for (uint32_t v = 0; v < p->mesh->vertex_count && ok; v++) {
        vertex_weights before = weight_table_get(t, v);
        if (p->shares[v] > 0 && p->changed[v].count && !vertex_weights_equal(&before, &p->changed[v]))
            ok = history_set_weights(h, e, v, &p->changed[v]);
    }
    return ok;
}

/* ---- all vertices ----------------------------------------------------------------------------------------------- */

static bool begin_alone(history *h, const char *label)
{
    if (history_is_open(h))
        return false;
    history_begin(h, label, 0);
    return true;
}

static bool end_alone(history *h, bool alone, bool ok)
{
    if (alone && !ok)
        history_cancel(h);
    else if (alone)
        history_end(h);
    return ok;
}

bool painter_normalise(painter *p, history *h, edit *e)
{
    const weight_table *t = edit_weights(e);
    bool ok = t != NULL, alone = ok && begin_alone(h, N_("Normalise weights"));
    for (uint32_t v = 0; v < p->mesh->vertex_count && ok; v++) {
        vertex_weights w = weight_table_get(t, v);
        const vertex_weights_rules rules = rules_of(p, t);
        float sum = 0;
        for (uint32_t i = 0; i < w.count; i++) sum += w.weights[i];
        if (w.count == 0 || fabsf(sum - 1) <= 1e-5f)
            continue;
        vertex_weights_normalise(&w, &rules);
        ok = w.count == 0 || history_set_weights(h, e, v, &w);
    }
    return end_alone(h, alone, ok);
}

bool painter_reset(history *h, edit *e)
{
    const weight_table *t = edit_weights(e);
    const vertex_weights none = {0};
    uint32_t vertices = hone_model_mesh(edit_model(e))->vertex_count;
    bool ok = t != NULL, alone = ok && begin_alone(h, N_("Reset weights"));
    for (uint32_t v = 0; v < vertices && ok; v++)
        if (weight_table_painted(t, v).count)
            ok = history_set_weights(h, e, v, &none);
    return end_alone(h, alone, ok);
}
