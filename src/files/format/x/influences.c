/* Makes a slot for each SkinWeights, and one for each mesh that has vertices without weights: those follow the mesh's
 * frame. */
#include "base/memory/builder.h"
#include "files/format/x/x_to_model.h"

typedef struct influence_context {
    hone_x_build *build;
    hone_slot *slots;
    uint32_t slot_count;
    uint32_t *begin; /* [vertex_count + 1] first the counts, each one element too late; then the first influences */
    uint32_t *next;  /* [vertex_count] index of the vertex's next influence */
    bool *weighted;  /* [vertex_count] some weight is greater than 0 */
    hone_influence *influences;
} influence_context;

static bool allocate(influence_context *m)
{
    const hone_x_scene *scene = m->build->scene;
    uint32_t count = m->build->model.mesh.vertex_count;
    uint64_t slots = 0;
    for (const hone_x_mesh *mesh = scene->meshes; mesh; mesh = mesh->next) slots += (uint64_t)mesh->skin_count + 1;
    m->slots = hone_builder_array(m->build->out, (size_t)slots, sizeof *m->slots);
    m->begin = hone_builder_array(m->build->out, (size_t)count + 1, sizeof *m->begin);
    m->next = hone_arena_array(m->build->scratch, count, sizeof *m->next);
    m->weighted = hone_arena_array(m->build->scratch, count, sizeof *m->weighted);
    return !hone_builder_failed(m->build->out) && !hone_arena_failed(m->build->scratch);
}

/* Counts the influences of each vertex. Returns false if there are too many in all. */
static bool count(influence_context *m)
{
    uint32_t base = 0;
    uint64_t total = 0;
    for (const hone_x_mesh *mesh = m->build->scene->meshes; mesh; base += mesh->vertex_count, mesh = mesh->next) {
        for (const hone_x_skin *skin = mesh->skins; skin; skin = skin->next)
            for (uint32_t i = 0; i < skin->count; i++) {
                m->begin[base + skin->vertices[i] + 1]++;
                m->weighted[base + skin->vertices[i]] |= skin->weights[i] > 0;
            }
        for (uint32_t v = base; v < base + mesh->vertex_count; v++) m->begin[v + 1] += !m->weighted[v];
        total += mesh->skin_total + mesh->vertex_count;
    }
    return total < UINT32_MAX;
}

static void add(influence_context *m, uint32_t vertex, float weight)
{
    m->influences[m->next[vertex]++] = (hone_influence){(int32_t)m->slot_count, weight};
}

/* If the bone is not a Frame, its vertices follow the mesh's frame. */
static hone_slot skin_slot(const hone_x_build *build, const hone_x_mesh *mesh, const hone_x_skin *skin)
{
    int32_t bone = hone_x_find_frame(build, skin->bone);
    if (bone != HONE_NONE)
        return (hone_slot){bone, hone_x_affine(build, skin->offset)};
    hone_builder_warn(build->out, "SkinWeights for a bone that is not a Frame: they follow the mesh's own frame", 0);
    return (hone_slot){mesh->frame, HONE_AFFINE_IDENTITY};
}

static void fill_mesh(influence_context *m, const hone_x_mesh *mesh, uint32_t base)
{
    for (const hone_x_skin *skin = mesh->skins; skin; skin = skin->next) {
        m->slots[m->slot_count] = skin_slot(m->build, mesh, skin);
        for (uint32_t i = 0; i < skin->count; i++) add(m, base + skin->vertices[i], skin->weights[i]);
        m->slot_count++;
    }
    bool rigid = false;
    for (uint32_t v = base; v < base + mesh->vertex_count; v++) {
        if (m->weighted[v])
            continue;
        add(m, v, 1);
        rigid = true;
    }
    if (rigid)
        m->slots[m->slot_count++] = (hone_slot){mesh->frame, HONE_AFFINE_IDENTITY};
}

bool hone_x_build_influences(hone_x_build *build)
{
    hone_mesh *to = &build->model.mesh;
    influence_context m = {.build = build};
    if (to->vertex_count == 0 && build->scene->mesh_count == 0)
        return true;
    if (!allocate(&m) || !count(&m))
        return false;
    for (uint32_t v = 0; v < to->vertex_count; v++) {
        m.begin[v + 1] += m.begin[v];
        m.next[v] = m.begin[v];
    }
    to->influence_count = m.begin[to->vertex_count];
    m.influences = hone_builder_array(build->out, to->influence_count, sizeof *m.influences);
    if (!m.influences && to->influence_count)
        return false;
    uint32_t base = 0;
    for (const hone_x_mesh *mesh = build->scene->meshes; mesh; base += mesh->vertex_count, mesh = mesh->next)
        fill_mesh(&m, mesh, base);
    to->influences = m.influences;
    to->influence_begin = m.begin;
    to->slots = m.slots;
    to->slot_count = m.slot_count;
    return true;
}
