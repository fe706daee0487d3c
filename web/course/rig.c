/* Bones for a mesh that has none, with weights by distance. */
#include "web/course/body.h"
#include "web/web.h"

#include <string.h>

/* An array of the model that is built, with what `from` has. */
static void *copy(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(builder, count, size);
    if (to)
        memcpy(to, from, count * size);
    return to;
}

/* The first child of a bone: where it ends. HONE_NONE: there is none. */
static int32_t child_of(const hone_skeleton *bones, uint32_t bone)
{
    for (uint32_t b = 0; b < bones->bone_count; b++)
        if (bones->bones[b].parent == (int32_t)bone)
            return (int32_t)b;
    return HONE_NONE;
}

/* A slot for each bone that has a length, and its segment. Returns their number. */
static uint32_t make_slots(const web_body *skeleton, hone_slot *slots, hone_segment *segments)
{
    const hone_skeleton *bones = hone_model_skeleton(skeleton->model);
    uint32_t count = 0;
    for (uint32_t b = 0; b < bones->bone_count; b++) {
        const hone_affine *rest = hone_rig_bones(skeleton->rig) + b;
        int32_t child = child_of(bones, b);
        hone_affine back;
        if (child == HONE_NONE || !hone_affine_invert(rest, &back))
            continue;
        slots[count] = (hone_slot){(int32_t)b, back};
        hone_affine_origin(rest, segments[count].head);
        hone_affine_origin(hone_rig_bones(skeleton->rig) + child, segments[count].tail);
        count++;
    }
    return count;
}

/* Fills the mesh of the model that is built. Returns false on failure. */
static bool make_mesh(hone_builder *builder, const hone_mesh *from, const web_body *skeleton, double exponent,
                      double length, hone_mesh *mesh)
{
    uint32_t count = from->vertex_count, bones = hone_model_skeleton(skeleton->model)->bone_count;
    hone_slot *slots = hone_builder_array(builder, bones, sizeof *slots);
    hone_segment *segments = hone_builder_array(builder, bones, sizeof *segments);
    uint32_t *begin = hone_builder_array(builder, count + (size_t)1, sizeof *begin);
    mesh->vertex_count = count;
    mesh->positions = copy(builder, from->positions, count, sizeof *from->positions);
    mesh->normals = copy(builder, from->normals, count, sizeof *from->normals);
    mesh->uvs = copy(builder, from->uvs, count, sizeof *from->uvs);
    mesh->edge_scales = copy(builder, from->edge_scales, count, sizeof *from->edge_scales);
    mesh->deforms = copy(builder, from->deforms, count, sizeof *from->deforms);
    mesh->index_count = from->index_count;
    mesh->indices = copy(builder, from->indices, from->index_count, sizeof *from->indices);
    mesh->slots = slots;
    mesh->influence_begin = begin;
    if (!slots || !segments || !begin || !mesh->positions)
        return false;
    mesh->slot_count = make_slots(skeleton, slots, segments);
    for (uint32_t v = 0; v <= count; v++) begin[v] = v * mesh->slot_count;
    hone_influence *influences = hone_builder_array(builder, (size_t)count * mesh->slot_count, sizeof *influences);
    hone_weights_desc desc = {.segments = segments, .segment_count = mesh->slot_count};
    desc.positions = (hone_stream){(void *)mesh->positions, count, sizeof *mesh->positions};
    desc.exponent = (float)exponent;
    desc.length = (float)length;
    desc.max_influences = mesh->slot_count;
    mesh->influences = influences;
    mesh->influence_count = begin[count];
    return influences && hone_weights_euclidean(&desc, influences, &web_error);
}

/* The mesh of one body with the bones of another. length: h of the rule; 0: a twentieth of the diagonal. */
WEB_CALL(web_body *, body_rig, const web_body *mesh, const web_body *skeleton, double exponent, double length)
{
    const hone_skeleton *bones = hone_model_skeleton(skeleton->model);
    hone_builder *builder = hone_builder_create(NULL, 0, &web_error);
    hone_model_data data = {.space = hone_model_get(skeleton->model)->space};
    if (builder && web_copy_bones(builder, bones, &data.skeleton) &&
        make_mesh(builder, hone_model_mesh(mesh->model), skeleton, exponent, length, &data.mesh))
        return web_body_of(hone_model_create(builder, &data, NULL, &web_error));
    hone_builder_destroy(builder);
    return NULL;
}

/* The weights of a point of the plane for two segments along x, from -2 to 0 and from 0 to 2. web_numbers: x, y; then
 * the weight of the second segment. */
WEB_CALL(int, point_weight, double exponent, double length)
{
    static const hone_segment segments[2] = {{{-2, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}};
    float point[3] = {(float)web_numbers[0], (float)web_numbers[1], 0};
    hone_influence out[2];
    hone_weights_desc desc = {.positions = {point, 1, sizeof point}, .segments = segments, .segment_count = 2};
    desc.exponent = (float)exponent;
    desc.length = (float)length;
    desc.max_influences = 2;
    if (!hone_weights_euclidean(&desc, out, &web_error))
        return 0;
    web_numbers[0] = out[0].slot == 1 ? (double)out[0].weight : out[1].slot == 1 ? (double)out[1].weight : 0;
    return 1;
}
