/* Chooses the bones that carry vertices, represents them by segments, and computes weights: geodesic weights, or
 * Euclidean weights if the description asks for them. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/autorig/autorig.h"
#include <hone/math.h>
#include <string.h>

typedef struct carriers {
    uint32_t count;
    uint32_t *bones;        /* [count] */
    hone_segment *segments; /* [count] */
    uint8_t *kinds;         /* [count] AUTORIG_BODY, AUTORIG_OTHERS; NULL: all the same */
    uint8_t *vertex_kinds;  /* [vertex_count] bits of the same; NULL: all the same */
    int32_t *carrier_of;    /* [bone_count] index of the segment; HONE_NONE: the bone carries nothing */
} carriers;

/* ---- bones that carry vertices --------------------------------------------------------------------------------- */

static void mark_carriers(const autorig_context *f, uint8_t *carries)
{
    const hone_mesh *own = &f->skeleton->mesh;
    const hone_skeleton *skeleton = &f->data.skeleton;
    for (uint32_t i = 0; i < own->influence_count; i++) {
        const hone_influence *influence = &own->influences[i];
        if (influence->weight > 0 && influence->slot != HONE_NONE && own->slots[influence->slot].bone != HONE_NONE)
            carries[own->slots[influence->slot].bone] = 1;
    }
    for (uint32_t b = 0; own->vertex_count == 0 && b < skeleton->bone_count; b++) {
        float tail[3];
        hone_autorig_tail_of(skeleton, b, tail);
        carries[b] =
            !(skeleton->bones[b].flags & HONE_BONE_IK) && hone_vec3_distance(skeleton->bones[b].position, tail) > 0;
    }
}

/* The nearest ancestor that carries vertices; HONE_NONE if there is none. */
static int32_t carrier_above(const autorig_context *f, const carriers *c, uint32_t bone)
{
    const hone_bone *bones = f->data.skeleton.bones;
    int32_t at = bones[bone].parent;
    for (uint32_t steps = 0; at != HONE_NONE && steps < f->data.skeleton.bone_count; steps++) {
        if (c->carrier_of[at] != HONE_NONE)
            return c->carrier_of[at];
        at = bones[at].parent;
    }
    return HONE_NONE;
}

/* A bone that begins within its parent's segment, as twist bones do, takes over the rest of that segment. */
static void cut_segments(const autorig_context *f, carriers *c)
{
    const float near = 0.02f, ends = 0.05f;
    for (uint32_t i = 0; i < c->count; i++) {
        int32_t above = carrier_above(f, c, c->bones[i]);
        if (above == HONE_NONE)
            continue;
        hone_segment *s = &c->segments[i], *p = &c->segments[above];
        float u[3], v[3], off[3];
        hone_vec3_subtract(p->tail, p->head, u);
        hone_vec3_subtract(s->head, p->head, v);
        float square = hone_vec3_dot(u, u), t = square > 0 ? hone_vec3_dot(u, v) / square : 0;
        hone_vec3_add_scaled(v, u, -t, off);
        if (!(t > ends && t < 1 - ends && hone_vec3_dot(off, off) < near * near * square))
            continue;
        for (int k = 0; k < 3; k++) {
            s->tail[k] =
                hone_vec3_distance(s->head, s->tail) < hone_vec3_distance(s->head, p->tail) ? p->tail[k] : s->tail[k];
            v[k] = s->head[k];
        }
        hone_vec3_copy(v, p->tail);
    }
}

static bool find_carriers(autorig_context *f, carriers *out, hone_error *error)
{
    const hone_skeleton *skeleton = &f->data.skeleton;
    uint8_t *carries = hone_arena_array(f->scratch, (size_t)skeleton->bone_count + 1, 1);
    out->count = 0;
    out->bones = hone_arena_array(f->scratch, (size_t)skeleton->bone_count + 1, sizeof *out->bones);
    out->segments = hone_arena_array(f->scratch, (size_t)skeleton->bone_count + 1, sizeof *out->segments);
    out->carrier_of = hone_arena_array(f->scratch, (size_t)skeleton->bone_count + 1, sizeof *out->carrier_of);
    if (!carries || !out->bones || !out->segments || !out->carrier_of)
        return false;
    mark_carriers(f, carries);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        out->carrier_of[b] = carries[b] ? (int32_t)out->count : HONE_NONE;
        if (!carries[b])
            continue;
        hone_segment *s = &out->segments[out->count];
        hone_vec3_copy(skeleton->bones[b].position, s->head);
        hone_autorig_tail_of(skeleton, b, s->tail);
        out->bones[out->count++] = b;
    }
    if (out->count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the skeleton has no bone that can be weighted to vertices");
    cut_segments(f, out);
    return true;
}

/* ---- warnings -------------------------------------------------------------------------------------------------- */

/* Number of bones on the path from one bone to another through their common ancestor; limit + 1 if it is longer than
 * `limit`. */
static uint32_t steps_between(const hone_skeleton *skeleton, int32_t a, int32_t b, uint32_t limit)
{
    uint32_t best = limit + 1, up = 0;
    for (int32_t from_a = a; from_a != HONE_NONE && up <= limit; from_a = skeleton->bones[from_a].parent, up++) {
        uint32_t down = 0;
        for (int32_t from_b = b; from_b != HONE_NONE && up + down < best;
             from_b = skeleton->bones[from_b].parent, down++)
            if (from_a == from_b)
                best = up + down;
    }
    return best;
}

static float from_segment(const float p[3], const hone_segment *s)
{
    float u[3], v[3], to[3];
    hone_vec3_subtract(s->tail, s->head, u);
    hone_vec3_subtract(p, s->head, v);
    float square = hone_vec3_dot(u, u), t = square > 0 ? fminf(fmaxf(hone_vec3_dot(u, v) / square, 0), 1) : 0;
    hone_vec3_add_scaled(s->head, u, t, to);
    return hone_vec3_distance(p, to);
}

/* The mesh's largest extent: a character may also lie, or be made along another axis. */
static float size_of(const autorig_context *f)
{
    float size = 0;
    for (int i = 0; i < 3; i++) size = fmaxf(size, f->high[i] - f->low[i]);
    return size;
}

static uint8_t doubt(const autorig_context *f, const carriers *c, uint32_t vertex, const hone_influence *row,
                     uint32_t kept)
{
    enum { RELATED = 4 }; /* steps: a forearm and a shoulder, with their twist bones, still count as neighbours */
    const float far = size_of(f) / 4; /* a head is large, and its bone may have no length */
    uint8_t out = 0;
    bool is_head = f->hangs_on_head && f->hangs_on_head[vertex]; /* no warning, however large the head is */
    if (!is_head && from_segment(f->data.mesh.positions[vertex], &c->segments[row[0].slot]) > far)
        out |= HONE_AUTORIG_WARN_FAR;
    if (kept > 1 && row[1].slot != HONE_NONE && row[1].weight > row[0].weight / 2 &&
        steps_between(&f->data.skeleton, (int32_t)c->bones[row[0].slot], (int32_t)c->bones[row[1].slot], RELATED) >
            RELATED)
        out |= HONE_AUTORIG_WARN_AMBIGUOUS;
    return out;
}

/* ---- weights ---------------------------------------------------------------------------------------------------- */

enum { PMX_INFLUENCES = 4 }; /* most of a vertex of MMD's kinds */

/* The number of influences that are not tiny. Where there may be more than four, only those that do not matter are. */
static uint32_t count_weights(const hone_influence *row, uint32_t kept)
{
    const float least = kept > PMX_INFLUENCES ? 1e-6f : 1e-3f;
    uint32_t count = 0;
    while (count < kept && row[count].slot != HONE_NONE && row[count].weight >= least) count++;
    return count;
}

/* Replaces segments by bones and makes the sum 1. Returns the size of the deform: 1, 2, 4, or more bones. out: room for
 * that many. */
static uint32_t normalise(const carriers *c, const hone_influence *row, uint32_t kept, hone_influence *out)
{
    double sum = 0, others = 0;
    uint32_t count = count_weights(row, kept), size = count > 2 && count < PMX_INFLUENCES ? PMX_INFLUENCES : count;
    for (uint32_t i = 0; i < count; i++) sum += (double)row[i].weight;
    for (uint32_t i = count; i < size; i++) out[i] = (hone_influence){HONE_NONE, 0};
    for (uint32_t i = count; i-- > 0;) {
        out[i].slot = (int32_t)c->bones[row[i].slot];
        out[i].weight = i ? (float)((double)row[i].weight / sum) : (float)(1 - others);
        others += (double)out[i].weight;
    }
    return size;
}

/* More than all vertices need. */
static size_t count_influences(const autorig_context *f, const hone_influence *rows, uint32_t kept)
{
    size_t sum = 0, vertices = f->data.mesh.vertex_count;
    for (size_t v = 0; v < vertices; v++) {
        uint32_t count = count_weights(rows + v * kept, kept);
        sum += count > PMX_INFLUENCES ? count : PMX_INFLUENCES;
    }
    return sum;
}

static bool store(autorig_context *f, const carriers *c, const hone_influence *rows, uint32_t kept, hone_error *error)
{
    static const uint8_t kinds[] = {0, HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF2, 0, HONE_DEFORM_BDEF4};
    hone_mesh *mesh = &f->data.mesh;
    size_t most = count_influences(f, rows, kept);
    if (most > UINT32_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the mesh would have %zu influences", most);
    uint32_t *begin = hone_builder_array(f->builder, (size_t)mesh->vertex_count + 1, sizeof *begin), at = 0;
    uint8_t *deforms = hone_builder_array(f->builder, mesh->vertex_count, 1);
    uint8_t *bound = hone_arena_array(f->scratch, f->data.skeleton.bone_count, 1);
    hone_influence *influences = hone_builder_array(f->builder, most, sizeof *influences);
    if (!begin || !deforms || !influences || !bound)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const hone_influence *row = rows + (size_t)v * kept;
        uint8_t why = doubt(f, c, v, row, kept);
        uint32_t count = normalise(c, row, kept, influences + at);
        for (uint32_t i = 0; i < count; i++)
            if (influences[at + i].slot != HONE_NONE)
                bound[influences[at + i].slot] = 1;
        begin[v] = at;
        deforms[v] = count > PMX_INFLUENCES ? HONE_DEFORM_LINEAR : kinds[count];
        at += count;
        f->report->far_count += (why & HONE_AUTORIG_WARN_FAR) != 0;
        f->report->ambiguous_count += (why & HONE_AUTORIG_WARN_AMBIGUOUS) != 0;
        if (f->desc->vertex_warnings)
            f->desc->vertex_warnings[v] = why;
    }
    begin[mesh->vertex_count] = at;
    for (uint32_t b = 0; b < f->data.skeleton.bone_count; b++) f->report->bones_bound += bound[b];
    mesh->influence_begin = begin, mesh->influences = influences, mesh->influence_count = at, mesh->deforms = deforms;
    return true;
}

/* Gives the fraction `part` of a vertex to a segment; keeps the heaviest influence first. In a full row it replaces the
 * lightest one, unless that is heavier. */
static void give(hone_influence *row, uint32_t kept, int32_t segment, float part)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < kept; i++) row[i].weight *= 1 - part;
    while (at + 1 < kept && row[at].slot != segment && row[at].slot != HONE_NONE) at++;
    if (row[at].slot != segment && (!(part > 0) || (row[at].slot != HONE_NONE && row[at].weight > part)))
        return;
    part += row[at].slot == segment ? row[at].weight : 0;
    for (; at > 0 && row[at - 1].weight < part; at--) row[at] = row[at - 1];
    row[at] = (hone_influence){segment, part};
}

/* Gives vertices of the head to its bone. Near the neck the weight fades in, so that head and neck share them. */
static void give_to_head(const autorig_context *f, const carriers *c, hone_influence *rows, uint32_t kept)
{
    const float near = 1.5f * f->neck_thick, far = 3 * f->neck_thick;
    int32_t head = HONE_NONE;
    for (uint32_t i = 0; f->hangs_on_head && i < c->count; i++)
        if (strcmp(f->data.skeleton.bones[c->bones[i]].name, "頭") == 0)
            head = (int32_t)i;
    for (uint32_t v = 0; head != HONE_NONE && v < f->data.mesh.vertex_count; v++) {
        float away = hone_vec3_distance(f->data.mesh.positions[v], c->segments[head].head);
        if (f->hangs_on_head[v])
            give(rows + (size_t)v * kept, kept, head, fminf(fmaxf((away - near) / (far - near), 0), 1));
    }
}

static bool make_slots(autorig_context *f)
{
    uint32_t count = f->data.skeleton.bone_count;
    hone_slot *slots = hone_builder_array(f->builder, count, sizeof *slots);
    for (uint32_t b = 0; slots && b < count; b++) slots[b].bone = (int32_t)b;
    f->data.mesh.slots = slots, f->data.mesh.slot_count = count;
    return slots != NULL;
}

static bool find_kinds(autorig_context *f, carriers *c)
{
    uint8_t *bones, any = 0;
    if (!hone_autorig_kinds(f, &bones, &c->vertex_kinds))
        return false;
    c->kinds = bones ? hone_arena_array(f->scratch, c->count, 1) : NULL;
    if (!bones || !c->kinds)
        return !bones;
    for (uint32_t i = 0; i < c->count; i++) any |= c->kinds[i] = bones[c->bones[i]];
    if (!(any & AUTORIG_BODY))
        c->kinds = c->vertex_kinds = NULL;
    return true;
}

bool hone_autorig_weights(autorig_context *f, hone_error *error)
{
    carriers c = {0};
    uint32_t kept = f->desc->max_influences ? f->desc->max_influences : PMX_INFLUENCES;
    const hone_mesh *mesh = &f->data.mesh;
    if (!find_carriers(f, &c, error) || !make_slots(f) || !find_kinds(f, &c))
        return false;
    if (kept > PMX_INFLUENCES && kept > c.count)
        kept = c.count > PMX_INFLUENCES ? c.count : PMX_INFLUENCES;
    hone_influence *rows = hone_arena_array(f->scratch, mesh->vertex_count, kept * sizeof *rows);
    const hone_weights_desc rule = {
        .positions = {(void *)f->data.mesh.positions, mesh->vertex_count, sizeof *mesh->positions},
        .segments = c.segments,
        .segment_count = c.count,
        .exponent = f->desc->exponent,
        .length = f->desc->length,
        .max_influences = kept,
        .segment_kinds = c.kinds,
        .vertex_kinds = c.vertex_kinds};
    const hone_weights_geodesic_desc surface = {rule, mesh->indices, mesh->index_count / 3 * 3, f->desc->allocator};
    if (!rows || !(f->desc->euclidean_weights ? hone_weights_euclidean(&rule, rows, error)
                                              : hone_weights_geodesic(&surface, rows, error)))
        return false;
    give_to_head(f, &c, rows, kept);
    return store(f, &c, rows, kept, error);
}
