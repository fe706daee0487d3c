#include "tool/edit/weight_table.h"
#include <hone/io.h>
#include <hone/math.h>
#include <hone/rig.h>
#include <stdlib.h>
#include <string.h>

struct weight_table {
    const hone_model *model;
    const hone_mesh *mesh;
    bool mmd;
    uint32_t most;
    uint32_t *places; /* [slot_count] slots with equal numbers place the mesh alike at rest; NULL in MMD's space */
    vertex_weights *painted; /* [vertex_count] count 0: not painted */
    vertex_weights *saved;   /* [vertex_count] the state that was saved last */
    uint32_t count;
    uint64_t revision;
};

enum { MMD_MOST = 4 };

/* ---- slots ---- */

static bool are_alike(const hone_affine *a, const hone_affine *b)
{
    float size = 0, off = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            size = fmaxf(size, fabsf(a->m[r][c]));
            off = fmaxf(off, fabsf(a->m[r][c] - b->m[r][c]));
        }
    return off <= 1e-3f * size;
}

/* Where each slot places the mesh at rest: bone * inverse bind matrix. */
static bool find_places(weight_table *t, hone_error *error)
{
    uint32_t count = t->mesh->slot_count, alike = 0;
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = t->model}, error);
    hone_affine *all = calloc(count + 1, sizeof *all);
    t->places = calloc(count + 1, sizeof *t->places);
    bool ok = rig && all && t->places;
    for (uint32_t s = 0; ok && s < count; s++) {
        const hone_slot *slot = &t->mesh->slots[s];
        const hone_affine own = slot->bone == HONE_NONE
                                    ? slot->bone_from_mesh
                                    : hone_affine_multiply(&hone_rig_bones(rig)[slot->bone], &slot->bone_from_mesh);
        uint32_t i = 0;
        while (i < alike && !are_alike(&all[i], &own)) i++;
        all[i] = i == alike ? own : all[i];
        alike += i == alike;
        t->places[s] = i;
    }
    free(all);
    hone_rig_destroy(rig);
    return ok || hone_fail_memory(error);
}

int32_t weight_table_slot(const weight_table *t, uint32_t vertex, int32_t bone)
{
    if (t->mmd || bone < 0)
        return bone >= 0 && bone < (int32_t)t->mesh->slot_count ? bone : HONE_NONE;
    vertex_weights now = weight_table_get(t, vertex);
    for (uint32_t s = 0; s < t->mesh->slot_count; s++)
        if (t->mesh->slots[s].bone == bone && (now.count == 0 || t->places[s] == t->places[now.slots[0]]))
            return (int32_t)s;
    return HONE_NONE;
}

float weight_table_of_bone(const weight_table *t, uint32_t vertex, int32_t bone)
{
    vertex_weights now = weight_table_get(t, vertex);
    float sum = 0;
    for (uint32_t i = 0; i < now.count; i++) sum += t->mesh->slots[now.slots[i]].bone == bone ? now.weights[i] : 0;
    return sum;
}

/* ---- the table ---- */

static uint32_t most_influences(const hone_mesh *mesh)
{
    uint32_t most = MMD_MOST;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = mesh->influence_begin[v + 1] - mesh->influence_begin[v];
        most = count > most ? count : most;
    }
    return most < VERTEX_WEIGHTS_MOST ? most : VERTEX_WEIGHTS_MOST;
}

weight_table *weight_table_create(const hone_model *model, hone_error *error)
{
    weight_table *t = calloc(1, sizeof *t);
    if (!t)
        return hone_fail_memory(error), NULL;
    t->model = hone_model_retain(model);
    t->mesh = hone_model_mesh(model);
    t->mmd = hone_model_get(model)->space == HONE_SPACE_MMD;
    t->most = t->mmd ? MMD_MOST : most_influences(t->mesh);
    t->painted = calloc((size_t)t->mesh->vertex_count + 1, sizeof *t->painted);
    t->saved = calloc((size_t)t->mesh->vertex_count + 1, sizeof *t->saved);
    if ((t->painted && t->saved) || hone_fail_memory(error))
        if (t->mmd || find_places(t, error))
            return t;
    weight_table_destroy(t);
    return NULL;
}

void weight_table_destroy(weight_table *t)
{
    if (!t)
        return;
    hone_model_release(t->model);
    free(t->places);
    free(t->painted);
    free(t->saved);
    free(t);
}

bool weight_table_carry(weight_table *to, const weight_table *from)
{
    if (to->mesh->vertex_count != from->mesh->vertex_count || to->mesh->slot_count != from->mesh->slot_count)
        return false;
    for (uint32_t v = 0; v < from->mesh->vertex_count; v++) weight_table_set(to, v, &from->painted[v]);
    return true;
}

const hone_model *weight_table_base(const weight_table *t)
{
    return t->model;
}

uint64_t weight_table_revision(const weight_table *t)
{
    return t->revision;
}

uint32_t weight_table_count(const weight_table *t)
{
    return t->count;
}

uint32_t weight_table_most(const weight_table *t)
{
    return t->most;
}

vertex_weights weight_table_painted(const weight_table *t, uint32_t vertex)
{
    return t->painted[vertex];
}

vertex_weights weight_table_get(const weight_table *t, uint32_t vertex)
{
    if (t->painted[vertex].count)
        return t->painted[vertex];
    vertex_weights out = {0};
    const hone_mesh *mesh = t->mesh;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && mesh->influences[i].weight != 0)
            vertex_weights_include(&out, mesh->influences[i].slot, mesh->influences[i].weight);
    return out;
}

void weight_table_set(weight_table *t, uint32_t vertex, const vertex_weights *value)
{
    vertex_weights *own = &t->painted[vertex];
    if (memcmp(own, value, sizeof *own) == 0)
        return;
    t->count += value->count != 0;
    t->count -= own->count != 0;
    *own = *value;
    t->revision++;
}

void weight_table_saved(weight_table *t)
{
    memcpy(t->saved, t->painted, t->mesh->vertex_count * sizeof *t->saved);
}

bool weight_table_modified(const weight_table *t)
{
    return memcmp(t->saved, t->painted, t->mesh->vertex_count * sizeof *t->saved) != 0;
}

/* ---- the model ---- */

typedef struct new_weights {
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
    uint32_t influence_count, sdef_count, next_sdef;
} new_weights;

/* Whether each painted slot is among those of the model's vertex. */
static bool has_same_bones(const hone_mesh *mesh, uint32_t vertex, const vertex_weights *painted)
{
    for (uint32_t i = 0; i < painted->count; i++) {
        bool found = false;
        for (uint32_t k = mesh->influence_begin[vertex]; k < mesh->influence_begin[vertex + 1]; k++)
            found |= mesh->influences[k].slot == painted->slots[i];
        if (!found)
            return false;
    }
    return true;
}

static hone_deform deform_of(const weight_table *t, uint32_t vertex, const vertex_weights *painted)
{
    hone_deform before = (hone_deform)t->mesh->deforms[vertex];
    if (!t->mmd)
        return HONE_DEFORM_LINEAR;
    bool same = has_same_bones(t->mesh, vertex, painted);
    if ((before == HONE_DEFORM_SDEF && same && painted->count == 2) || (before == HONE_DEFORM_QDEF && same))
        return before;
    return painted->count == 1 ? HONE_DEFORM_BDEF1 : painted->count == 2 ? HONE_DEFORM_BDEF2 : HONE_DEFORM_BDEF4;
}

static void write_painted(const weight_table *t, uint32_t vertex, new_weights *out)
{
    const vertex_weights *painted = &t->painted[vertex];
    hone_deform deform = deform_of(t, vertex, painted);
    bool four = deform == HONE_DEFORM_BDEF4 || deform == HONE_DEFORM_QDEF;
    uint32_t count = four ? MMD_MOST : painted->count;
    hone_influence *to = out->influences + out->influence_count;
    for (uint32_t i = 0; i < count; i++)
        to[i] = i < painted->count ? (hone_influence){painted->slots[i], painted->weights[i]}
                                   : (hone_influence){HONE_NONE, 0};
    if (deform == HONE_DEFORM_SDEF && to[0].slot != t->mesh->influences[t->mesh->influence_begin[vertex]].slot) {
        hone_influence first = to[0]; /* its points belong to the bones in the model's order */
        to[0] = to[1], to[1] = first;
    }
    out->deforms[vertex] = (uint8_t)deform;
    out->influence_count += count;
}

static void write_plain(const weight_table *t, uint32_t vertex, new_weights *out)
{
    const hone_mesh *mesh = t->mesh;
    uint32_t begin = mesh->influence_begin[vertex], count = mesh->influence_begin[vertex + 1] - begin;
    if (count)
        memcpy(out->influences + out->influence_count, mesh->influences + begin, count * sizeof *out->influences);
    out->deforms[vertex] = mesh->deforms[vertex];
    out->influence_count += count;
}

static void write_vertex(const weight_table *t, uint32_t vertex, new_weights *out)
{
    out->begin[vertex] = out->influence_count;
    if (t->painted[vertex].count)
        write_painted(t, vertex, out);
    else
        write_plain(t, vertex, out);
    if (t->mesh->deforms[vertex] != HONE_DEFORM_SDEF)
        return;
    if (out->deforms[vertex] == HONE_DEFORM_SDEF)
        out->sdefs[out->sdef_count++] = t->mesh->sdefs[out->next_sdef];
    out->next_sdef++;
}

hone_model *weight_table_model(const weight_table *t, hone_error *error)
{
    size_t vertices = t->mesh->vertex_count, most = t->mesh->influence_count + vertices * VERTEX_WEIGHTS_MOST;
    new_weights now = {.deforms = calloc(vertices + 1, 1),
                       .begin = calloc(vertices + 1, sizeof *now.begin),
                       .influences = calloc(most + 1, sizeof *now.influences),
                       .sdefs = calloc((size_t)t->mesh->sdef_count + 1, sizeof *now.sdefs)};
    hone_model *made = NULL;
    if (now.deforms && now.begin && now.influences && now.sdefs) {
        for (uint32_t v = 0; v < vertices; v++) write_vertex(t, v, &now);
        now.begin[vertices] = now.influence_count;
        made = hone_model_with_weights(
            t->model, &(hone_weights){now.deforms, now.begin, now.influences, now.sdef_count, now.sdefs}, NULL, error);
    } else {
        hone_fail_memory(error);
    }
    free(now.deforms);
    free(now.begin);
    free(now.influences);
    free(now.sdefs);
    return made;
}
