#include "draw/render/mesh/segments.h"
#include "base/error.h"
#include <hone/math.h>
#include <string.h>

enum { TEXELS = 2 }; /* a slot */
static const float usual_exponent = 16;

/* Returns a twentieth of the diagonal of the positions' box, as hone_weights_euclidean does; 1 if the box has no
 * size. */
static float length_of(const hone_mesh *mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double square = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], mesh->positions[v][i]);
            high[i] = fmaxf(high[i], mesh->positions[v][i]);
        }
    for (int i = 0; i < 3 && mesh->vertex_count; i++) square += pow((double)high[i] - low[i], 2);
    return square > 0 ? (float)(sqrt(square) / 20) : 1;
}

static void write_texels(const hone_segment *segment, float out[TEXELS][4])
{
    float *along = out[1];
    hone_vec3_subtract(segment->tail, segment->head, along);
    float square = hone_vec3_dot(along, along);
    memcpy(out[0], segment->head, sizeof segment->head);
    out[0][3] = square > 0 ? 1 / square : 0;
    along[3] = 0;
}

/* segments: [slot_count] of the model; texels: room for all of the layout. */
static void send(hone_gpu_segments *out, hone_bone_layout layout, const hone_segment *segments, const hone_split *split,
                 float (*texels)[4])
{
    uint32_t count = split->palette_count ? split->slot_begin[1] : 0;
    for (uint32_t i = 0; i < count; i++) write_texels(&segments[split->slots[i]], texels + (size_t)TEXELS * i);
    hone_bone_texture_send(&out->texture, layout, false, texels);
}

bool hone_gpu_segments_prepare(hone_gpu_segments *out, const hone_renderer *renderer, const hone_model *model,
                               const hone_split *split, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    const hone_allocator *allocator = &renderer->allocator;
    uint32_t count = split->palette_count ? split->slot_begin[1] : 0;
    if (out->texture.name)
        return true;
    hone_bone_layout layout = {0, 0};
    if (count <= UINT32_MAX / TEXELS)
        layout = hone_bone_layout_of(TEXELS, TEXELS * count, 1, renderer->texture_side_max);
    if (layout.width == 0)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "%u bones do not fit the device's textures", (unsigned)count);
    size_t texel_count = (size_t)layout.width * layout.height;
    hone_segment *segments = hone_allocate(allocator, mesh->slot_count, sizeof *segments);
    float(*texels)[4] = hone_allocate(allocator, texel_count, sizeof *texels);
    bool ok = texels && (segments || mesh->slot_count == 0);
    if (ok) {
        hone_model_segments(model, segments);
        out->length = length_of(mesh);
        send(out, layout, segments, split, texels);
    }
    hone_deallocate(allocator, segments, mesh->slot_count, sizeof *segments);
    hone_deallocate(allocator, texels, texel_count, sizeof *texels);
    return ok || hone_fail_memory(error);
}

void hone_gpu_segments_use(const hone_gpu_segments *segments, const hone_renderer *renderer,
                           const hone_program *program, float exponent)
{
    glUniform2f(program->uniforms[HONE_UNIFORM_DISTANCE], exponent > 0 ? exponent : usual_exponent,
                1 / segments->length);
    glActiveTexture(GL_TEXTURE0 + HONE_UNIT_SEGMENTS);
    glBindTexture(GL_TEXTURE_2D, segments->texture.name);
    glBindSampler(HONE_UNIT_SEGMENTS, renderer->nearest);
}

void hone_gpu_segments_destroy(hone_gpu_segments *segments)
{
    hone_bone_texture_destroy(&segments->texture);
    *segments = (hone_gpu_segments){0};
}
