/* Separates the bones of the body from those of hair, skirts, sleeves and eyes, and decides which vertices may have
 * weights for the latter.
 * The bones of a skirt are near the thighs of a figure that wears no skirt. Such a bone may therefore have a vertex
 * only if the skeleton's own mesh has a vertex bound to such bones there, clearly nearer than the next vertex of its
 * body, or if its body is far away, as it is from the tails of a coat. */
#include "base/memory/arena.h"
#include "offline/autorig/autorig.h"
#include <hone/math.h>
#include <string.h>

enum { CELLS = 32 }; /* cells along a side of the grid */

/* Points sorted by the cells of a grid over a box. */
typedef struct grid {
    float low[3], cell[3];
    uint32_t *begin; /* [CELLS^3 + 1] into `points` */
    float (*points)[3];
    uint32_t count;
} grid;

/* ---- the body's bones -------------------------------------------------------------------------------------------- */

/* Marks the bones of the humanoid and their ancestors. Eyes and jaw are left out: they lie inside the head and may
 * have only the vertices that are clearly theirs. */
static void mark_paths(const hone_skeleton *skeleton, const hone_humanoid *human, uint8_t *body)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        bool in_head = h == HONE_HUMANOID_JAW || h == HONE_HUMANOID_EYE || h == HONE_HUMANOID_EYE + 1;
        int32_t bone = in_head ? HONE_NONE : human->bones[h];
        for (uint32_t n = 0; bone != HONE_NONE && n < skeleton->bone_count; n++) {
            body[bone] = 1;
            bone = skeleton->bones[bone].parent;
        }
    }
}

/* Marks bones that copy the rotation of the body's bones, such as the D bones of legs to which vertices are bound in
 * many MMD models. */
static void mark_copies(const hone_skeleton *skeleton, uint8_t *body)
{
    enum { GENERATIONS = 3 };
    for (int pass = 0; pass < GENERATIONS; pass++)
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            const hone_bone *bone = &skeleton->bones[b];
            bool copies = bone->flags & HONE_BONE_APPEND_ROTATION && bone->append_source != HONE_NONE;
            if (copies && bone->append_ratio > 0 && body[bone->append_source])
                body[b] = 1;
        }
}

/* Marks bones that begin on the line of their parent, as twist bones do. */
static void mark_twists(const hone_skeleton *skeleton, uint8_t *body)
{
    const float near = 0.02f;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        float tail[3], u[3], v[3], off[3];
        if (bone->parent == HONE_NONE || !body[bone->parent])
            continue;
        const float *head = skeleton->bones[bone->parent].position;
        hone_autorig_tail_of(skeleton, (uint32_t)bone->parent, tail);
        hone_vec3_subtract(tail, head, u);
        hone_vec3_subtract(bone->position, head, v);
        float square = hone_vec3_dot(u, u), t = square > 0 ? hone_vec3_dot(u, v) / square : 0;
        hone_vec3_add_scaled(v, u, -t, off);
        body[b] |= t > 0 && t < 1 && hone_vec3_dot(off, off) < near * near * square;
    }
}

/* ---- positions of the skeleton's own vertices ------------------------------------------------------------------ */

/* Whether a vertex is bound to bones of the body (`wanted`), or to others (not `wanted`). */
static bool hangs_on(const hone_mesh *mesh, uint32_t vertex, const uint8_t *body, bool wanted)
{
    const float least = 0.05f;
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *influence = &mesh->influences[i];
        int32_t bone = influence->slot != HONE_NONE ? mesh->slots[influence->slot].bone : HONE_NONE;
        if (bone != HONE_NONE && (body[bone] != 0) == wanted)
            sum += influence->weight;
    }
    return sum > least;
}

static void cell_of(const grid *g, const float p[3], int out[3])
{
    for (int k = 0; k < 3; k++) {
        float at = g->cell[k] > 0 ? (p[k] - g->low[k]) / g->cell[k] : 0;
        out[k] = (int)fminf(fmaxf(at, 0), CELLS - 1);
    }
}

static uint32_t place_of(const int cell[3])
{
    return (uint32_t)((cell[2] * CELLS + cell[1]) * CELLS + cell[0]);
}

static void autorig_point(const autorig_context *f, const float p[3], float out[3])
{
    for (int k = 0; k < 3; k++) out[k] = f->report->scale * p[k] + f->report->move[k];
}

/* Fills the grid with the positions of those vertices after the skeleton has been scaled and moved. */
static bool fill_grid(const autorig_context *f, const uint8_t *body, bool wanted, grid *g)
{
    const hone_mesh *own = &f->skeleton->mesh;
    float low[3], high[3], p[3];
    int cell[3];
    hone_autorig_box(own, low, high);
    autorig_point(f, low, g->low);
    for (int k = 0; k < 3; k++) g->cell[k] = f->report->scale * (high[k] - low[k]) / CELLS;
    g->begin = hone_arena_array(f->scratch, CELLS * CELLS * CELLS + 2, sizeof *g->begin);
    g->points = hone_arena_array(f->scratch, own->vertex_count, sizeof *g->points);
    if (!g->begin || !g->points)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t v = 0; v < own->vertex_count; v++) {
            if (!hangs_on(own, v, body, wanted))
                continue;
            autorig_point(f, own->positions[v], p);
            cell_of(g, p, cell);
            if (pass == 0)
                g->begin[place_of(cell) + 2]++;
            else
                memcpy(g->points[g->begin[place_of(cell) + 1]++], p, sizeof p);
        }
        for (uint32_t i = 2; pass == 0 && i < CELLS * CELLS * CELLS + 2; i++) g->begin[i] += g->begin[i - 1];
    }
    g->count = g->begin[(size_t)CELLS * CELLS * CELLS];
    return true;
}

/* The smaller of `best` and the distance to the nearest point in a cell. */
static float nearest_in(const grid *g, const int cell[3], const float p[3], float best)
{
    uint32_t place = place_of(cell);
    for (uint32_t i = g->begin[place]; i < g->begin[place + 1]; i++) {
        const float d[3] = {g->points[i][0] - p[0], g->points[i][1] - p[1], g->points[i][2] - p[2]};
        best = fminf(best, hone_vec3_length(d));
    }
    return best;
}

/* The distance to the nearest point; `limit` if none is nearer. */
static float nearest(const grid *g, const float p[3], float limit)
{
    float best = limit, thinnest = INFINITY;
    for (int k = 0; k < 3; k++) thinnest = g->cell[k] > 0 ? fminf(thinnest, g->cell[k]) : thinnest;
    int middle[3], at[3];
    cell_of(g, p, middle);
    for (int ring = 0; g->count && ring < CELLS; ring++) {
        if (ring > 1 && (float)(ring - 1) * thinnest > best)
            break;
        for (at[2] = middle[2] - ring; at[2] <= middle[2] + ring; at[2]++)
            for (at[1] = middle[1] - ring; at[1] <= middle[1] + ring; at[1]++) {
                bool face = at[2] == middle[2] - ring || at[2] == middle[2] + ring || at[1] == middle[1] - ring ||
                            at[1] == middle[1] + ring;
                for (at[0] = middle[0] - ring; at[0] <= middle[0] + ring; at[0] += face || ring == 0 ? 1 : 2 * ring)
                    if (at[0] >= 0 && at[0] < CELLS && at[1] >= 0 && at[1] < CELLS && at[2] >= 0 && at[2] < CELLS)
                        best = nearest_in(g, at, p, best);
            }
    }
    return best;
}

/* ---- kinds ------------------------------------------------------------------------------------------------------- */

static bool mark_body(const autorig_context *f, uint8_t *body)
{
    uint32_t others = 0;
    mark_paths(&f->skeleton->skeleton, &f->human, body);
    mark_copies(&f->skeleton->skeleton, body);
    mark_twists(&f->skeleton->skeleton, body);
    for (uint32_t b = 0; b < f->skeleton->skeleton.bone_count; b++) others += !body[b];
    return others > 0;
}

/* Every vertex may be bound to the body's bones, only some of them to the others. */
static void mark_vertices(const autorig_context *f, const grid *of_body, const grid *of_others, uint8_t *vertices)
{
    const float height = f->high[1] - f->low[1], clearly = 0.5f, same = 1e-4f * height, far = 0.08f * height;
    for (uint32_t v = 0; v < f->data.mesh.vertex_count; v++) {
        const float *p = f->data.mesh.positions[v];
        float away = nearest(of_body, p, far), reach = clearly * away + same;
        bool free = away >= far || nearest(of_others, p, reach) < reach;
        vertices[v] = AUTORIG_BODY | (free ? AUTORIG_OTHERS : 0);
    }
}

bool hone_autorig_kinds(autorig_context *f, uint8_t **bones, uint8_t **vertices)
{
    const hone_mesh *own = &f->skeleton->mesh;
    grid of_body = {.count = 0}, of_others = {.count = 0};
    *bones = *vertices = NULL;
    if (!f->desc->skeleton || own->vertex_count == 0 || f->human.missing)
        return true;
    uint32_t count = f->skeleton->skeleton.bone_count;
    uint8_t *body = hone_arena_array(f->scratch, count, 1);
    uint8_t *may = hone_arena_array(f->scratch, f->data.mesh.vertex_count, 1);
    if (!body || !may)
        return false;
    if (!mark_body(f, body))
        return true;
    if (!fill_grid(f, body, true, &of_body) || !fill_grid(f, body, false, &of_others))
        return false;
    if (of_body.count == 0)
        return true;
    mark_vertices(f, &of_body, &of_others, may);
    for (uint32_t b = 0; b < count; b++) body[b] = body[b] ? AUTORIG_BODY : AUTORIG_OTHERS;
    *bones = body, *vertices = may;
    return true;
}
