/* Selects the outermost vertices of a model. The vertices of each bone are projected onto directions all around, and
 * for each direction the furthest vertex is kept. So the points reach as far as all vertices do, within about a
 * hundredth of the figure's size, in any pose. */
#include "play/actor/hull.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "play/actor/tether.h"
#include <hone/math.h>
#include <string.h>

enum { DIRECTIONS_MAX = 98 }; /* the points of a 5 x 5 x 5 grid that lie on its surface */

/* Fractions of the figure's size. Groups of vertices with a radius above the first are projected onto all
 * directions. Morphs that move no vertex further than the second are ignored. */
static const float large_share = 0.1f, small_share = 0.01f;

typedef struct hull_point {
    int32_t vertex; /* HONE_NONE: the bone itself, in a model without vertices */
    int32_t bone;  /* the simulated bone with the largest weight in the vertex; HONE_NONE: no simulated bone moves it */
    int32_t owner; /* the bone with the largest weight in it; HONE_NONE: no bone moves it */
    float offset[3]; /* without a vertex: in the bone's axes */
} hull_point;

struct hone_hull {
    hone_arena *memory; /* arena of the hull */
    const hone_model_data *model;
    uint32_t count;
    const hone_tether *tethers; /* [bone_count] */
    const hull_point *points;   /* [count] */
};

/* ---- candidates ---- */

typedef struct candidate {
    uint32_t vertex;
    float position[3];
} candidate;

/* The slot with the largest weight in the vertex; the slot count if there is none. */
static uint32_t find_group(const hone_mesh *mesh, uint32_t vertex)
{
    uint32_t group = mesh->slot_count;
    float most = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].weight > most) {
            most = mesh->influences[i].weight;
            group = (uint32_t)mesh->influences[i].slot;
        }
    return group;
}

/* Writes all vertices at rest, sorted by group. end: [slot_count + 1], all zero before; a group begins where the
 * previous one ends. */
static void sort_vertices(const hone_mesh *mesh, uint32_t *end, candidate *out)
{
    uint32_t total = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) end[find_group(mesh, v)]++;
    for (uint32_t g = 0; g <= mesh->slot_count; g++) {
        uint32_t count = end[g];
        end[g] = total; /* begin of the group; it becomes the end while vertices are added */
        total += count;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        candidate *item = &out[end[find_group(mesh, v)]++];
        item->vertex = v;
        memcpy(item->position, mesh->positions[v], sizeof item->position);
    }
}

/* Writes the vertices of a morph at full weight. Returns the length of the largest offset. */
static float morph_vertices(const hone_mesh *mesh, const hone_morph *morph, candidate *out)
{
    float most = 0;
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_vertex *moved = &morph->u.vertices[i];
        out[i].vertex = moved->vertex;
        hone_vec3_add(mesh->positions[moved->vertex], moved->offset, out[i].position);
        float square = hone_vec3_dot(moved->offset, moved->offset);
        most = square > most ? square : most;
    }
    return sqrtf(most);
}

/* ---- outermost vertices ---------------------------------------------------------------------------------------- */

typedef struct directions {
    uint32_t count;
    float direction[DIRECTIONS_MAX][3]; /* of any length */
} directions;

/* The points of the grid -side..side that lie on its surface: 26 for side 1, 98 for side 2. */
static directions make_directions(int side)
{
    directions d = {0};
    for (int x = -side; x <= side; x++)
        for (int y = -side; y <= side; y++)
            for (int z = -side; z <= side; z++)
                if (x == side || y == side || z == side || x == -side || y == -side || z == -side) {
                    float *direction = d.direction[d.count++];
                    direction[0] = (float)x, direction[1] = (float)y, direction[2] = (float)z;
                }
    return d;
}

/* Half the diagonal of the bounding box. */
static float measure(const candidate *items, uint32_t count)
{
    float low[3] = {0}, high[3] = {0}, half[3];
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            float at = items[i].position[k];
            low[k] = i == 0 || at < low[k] ? at : low[k];
            high[k] = i == 0 || at > high[k] ? at : high[k];
        }
    for (int k = 0; k < 3; k++) half[k] = high[k] / 2 - low[k] / 2;
    return sqrtf(hone_vec3_dot(half, half));
}

/* Marks in `kept` ([vertex_count]) the candidates that are furthest in some direction. */
static void keep_outermost(const candidate *items, uint32_t count, const directions *d, uint8_t *kept)
{
    for (uint32_t k = 0; count > 0 && k < d->count; k++) {
        uint32_t best = 0;
        float most = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            float at = hone_vec3_dot(items[i].position, d->direction[k]);
            if (at > most)
                most = at, best = i;
        }
        kept[items[best].vertex] = 1;
    }
}

/* State of the selection. */
typedef struct selection {
    const hone_model_data *model;
    directions few, many;
    float size; /* of the figure */
    candidate *items;
    uint8_t *kept; /* [vertex_count] */
} selection;

static void keep_group(selection *c, const candidate *items, uint32_t count)
{
    keep_outermost(items, count, measure(items, count) > large_share * c->size ? &c->many : &c->few, c->kept);
}

static void keep_of_slots(selection *c, uint32_t *end)
{
    const hone_mesh *mesh = &c->model->mesh;
    sort_vertices(mesh, end, c->items);
    c->size = measure(c->items, mesh->vertex_count);
    for (uint32_t g = 0, begin = 0; g <= mesh->slot_count; begin = end[g++])
        keep_group(c, c->items + begin, end[g] - begin);
}

static void keep_of_morphs(selection *c)
{
    for (uint32_t m = 0; m < c->model->morph_count; m++) {
        const hone_morph *morph = &c->model->morphs[m];
        if (morph->kind == HONE_MORPH_VERTEX &&
            morph_vertices(&c->model->mesh, morph, c->items) > small_share * c->size)
            keep_group(c, c->items, morph->count);
    }
}

/* The largest number of candidates handled at once. */
static uint32_t find_room(const hone_model_data *model)
{
    uint32_t room = model->mesh.vertex_count;
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (model->morphs[m].kind == HONE_MORPH_VERTEX && model->morphs[m].count > room)
            room = model->morphs[m].count;
    return room;
}

static bool select_vertices(const hone_model_data *model, hone_arena *scratch, uint8_t *kept)
{
    selection c = {.model = model, .few = make_directions(1), .many = make_directions(2), .kept = kept};
    uint32_t *end = hone_arena_array(scratch, (size_t)model->mesh.slot_count + 1, sizeof *end);
    c.items = hone_arena_array(scratch, find_room(model), sizeof *c.items);
    if (!end || !c.items)
        return false;
    keep_of_slots(&c, end);
    keep_of_morphs(&c);
    return true;
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static bool is_tethered(const hone_hull *hull, int32_t bone)
{
    return bone != HONE_NONE && hull->tethers[bone].anchor != HONE_NONE;
}

static int32_t find_bone(const hone_hull *hull, uint32_t vertex)
{
    const hone_mesh *mesh = &hull->model->mesh;
    int32_t found = HONE_NONE;
    float most = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *in = &mesh->influences[i];
        if (in->weight > most && is_tethered(hull, mesh->slots[in->slot].bone))
            most = in->weight, found = mesh->slots[in->slot].bone;
    }
    return found;
}

static int32_t find_owner(const hone_mesh *mesh, uint32_t vertex)
{
    uint32_t group = find_group(mesh, vertex);
    return group < mesh->slot_count ? mesh->slots[group].bone : HONE_NONE;
}

static bool find_vertices(hone_hull *hull, hone_arena *scratch)
{
    uint32_t count = hull->model->mesh.vertex_count;
    uint8_t *kept = hone_arena_array(scratch, count, 1);
    if (!kept || !select_vertices(hull->model, scratch, kept))
        return false;
    for (uint32_t v = 0; v < count; v++) hull->count += kept[v];
    hull_point *point = hone_arena_array(hull->memory, hull->count, sizeof *point);
    hull->points = point;
    for (uint32_t v = 0; point && v < count; v++)
        if (kept[v])
            *point++ = (hull_point){
                .vertex = (int32_t)v, .bone = find_bone(hull, v), .owner = find_owner(&hull->model->mesh, v)};
    return hull->points != NULL;
}

/* Marks bones that are the parent or the child of another one. Returns whether there are any. */
static bool mark_joined(const hone_skeleton *skeleton, uint8_t *joined)
{
    bool any = false;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (skeleton->bones[b].parent != HONE_NONE)
            joined[b] = joined[skeleton->bones[b].parent] = any = true;
    return any;
}

/* A skeleton: its joints, and the tails of bones that end at none. Nodes of glTF beside it do not count. */
static bool find_bones(hone_hull *hull, const hone_model *model, hone_arena *scratch)
{
    uint32_t bones = hull->model->skeleton.bone_count;
    uint8_t *joined = hone_arena_array(scratch, bones, 1);
    hull_point *points = hone_arena_array(hull->memory, (size_t)2 * bones, sizeof *points);
    hull->points = points;
    bool any = joined && hull->model->space == HONE_SPACE_GLTF && mark_joined(&hull->model->skeleton, joined);
    for (uint32_t b = 0; points && joined && b < bones; b++) {
        hull_point joint = {.vertex = HONE_NONE, .bone = (int32_t)b, .owner = (int32_t)b}, tail = joint;
        bool has_tail = hone_model_bone_tail(model, b, tail.offset);
        if (!any || joined[b] || has_tail)
            points[hull->count++] = joint;
        if (has_tail)
            points[hull->count++] = tail;
    }
    return !hone_arena_failed(hull->memory) && !hone_arena_failed(scratch); /* without bones there are no arrays */
}

static bool find_points(hone_hull *hull, const hone_model *model, hone_arena *scratch)
{
    hone_tether *tethers = hone_arena_array(hull->memory, hull->model->skeleton.bone_count, sizeof *tethers);
    hull->tethers = tethers;
    if (hone_arena_failed(hull->memory) || !hone_tethers_find(hull->model, scratch, tethers))
        return false;
    return hull->model->mesh.vertex_count ? find_vertices(hull, scratch) : find_bones(hull, model, scratch);
}

hone_hull *hone_hull_create(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    hone_arena *scratch = memory ? hone_arena_create(allocator, 0, error) : NULL;
    hone_hull *hull = scratch ? hone_arena_array(memory, 1, sizeof *hull) : NULL;
    bool ok = false;
    if (hull) {
        *hull = (hone_hull){.memory = memory, .model = hone_model_get(model)};
        ok = find_points(hull, model, scratch);
    }
    if (!ok)
        hone_fail_memory(error);
    hone_arena_destroy(scratch);
    if (!ok)
        hone_arena_destroy(memory);
    return ok ? hull : NULL;
}

void hone_hull_destroy(hone_hull *hull)
{
    if (hull)
        hone_arena_destroy(hull->memory); /* the hull itself is in that arena too */
}

uint32_t hone_hull_count(const hone_hull *hull)
{
    return hull->count;
}

int32_t hone_hull_owner(const hone_hull *hull, uint32_t index)
{
    return hull->points[index].owner;
}

/* ---- posed points ---------------------------------------------------------------------------------------------- */

static void place_vertex(const hone_mesh *mesh, const hone_hull_pose *pose, uint32_t vertex, float out[3])
{
    uint32_t begin = mesh->influence_begin[vertex], end = mesh->influence_begin[vertex + 1];
    const float *rest = pose->rest[vertex];
    float sum[3] = {0}, weight = 0;
    for (uint32_t i = begin; i < end; i++) {
        const hone_influence *in = &mesh->influences[i];
        float p[3];
        if (in->weight == 0)
            continue;
        hone_affine_point(&pose->palette->affine[in->slot], rest, p);
        hone_vec3_add_scaled(sum, p, in->weight, sum);
        weight += in->weight;
    }
    memcpy(out, weight != 0 ? sum : rest, sizeof sum);
}

void hone_hull_point(const hone_hull *hull, const hone_hull_pose *pose, uint32_t index, float out[3])
{
    const hone_skeleton *skeleton = &hull->model->skeleton;
    const hull_point *point = &hull->points[index];
    if (point->vertex == HONE_NONE)
        hone_affine_point(&pose->bones[point->bone], point->offset, out);
    else
        place_vertex(&hull->model->mesh, pose, (uint32_t)point->vertex, out);
    if (!pose->simulated || point->bone == HONE_NONE)
        return;
    const float *from = skeleton->bones[point->bone].position;
    float d[3];
    if (point->vertex == HONE_NONE)
        hone_vec3_copy(point->offset, d);
    else
        hone_vec3_subtract(pose->rest[point->vertex], from, d);
    hone_tether_hold(&hull->tethers[point->bone], skeleton, pose->bones, sqrtf(hone_vec3_dot(d, d)), out);
}
