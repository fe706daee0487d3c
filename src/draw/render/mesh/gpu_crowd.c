#include "draw/render/mesh/gpu_crowd.h"
#include "base/error.h"
#include "draw/render/mesh/vertex_buffers.h"
#include "play/crowd/crowd_internal.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

enum { REGISTERS = 3, STEPS = UINT16_MAX };

/* ---- members -------------------------------------------------------------------------------------------------- */

/* A clip that takes part in a member's pose. */
typedef struct crowd_layer {
    uint32_t frame, next;
    float between, weight;
} crowd_layer;

static crowd_layer layer_of(const hone_gpu_crowd *crowd, const hone_crowd_play *play)
{
    const hone_gpu_clip *clip = &crowd->clips[play->clip];
    double part = clip->duration > 0 ? play->seconds / clip->duration : 0;
    double place = fmin(fmax(part, 0), 1) * (clip->count - 1); /* fmax takes 0 for a NaN */
    if (fabs(place - round(place)) < 1e-6) /* as hone_animation_clip_at */
        place = round(place);
    double frame = fmin(floor(place), clip->count - 1);
    uint32_t at = (uint32_t)frame, next = at + 1 < clip->count ? at + 1 : at;
    return (crowd_layer){clip->first + at, clip->first + next, (float)(place - frame), play->weight};
}

/* Adds a layer. If there are too many, the one with the smallest weight is left out. */
static void add_layer(crowd_layer *layers, uint32_t *count, uint32_t room, crowd_layer layer)
{
    uint32_t least = 0;
    if (*count < room) {
        layers[(*count)++] = layer;
        return;
    }
    for (uint32_t i = 1; i < room; i++)
        if (layers[i].weight < layers[least].weight)
            least = i;
    if (layer.weight > layers[least].weight)
        layers[least] = layer;
}

static uint32_t pair_of(uint32_t low, uint32_t high)
{
    return low | high << 16;
}

/* Stores weights in steps, whose sum is exactly 1: the first weight takes what rounding has left. */
static void pack_layers(const crowd_layer *layers, uint32_t count, float sum, hone_gpu_member *out)
{
    uint32_t left = STEPS;
    memset(out->layers, 0, sizeof out->layers);
    for (uint32_t i = count; i-- > 0;) {
        uint32_t steps = (uint32_t)lroundf(layers[i].weight / sum * STEPS), way;
        steps = i == 0 || steps > left ? left : steps;
        left -= steps;
        way = (uint32_t)lroundf(layers[i].between * STEPS);
        out->layers[i][0] = pair_of(layers[i].frame, layers[i].next);
        out->layers[i][1] = pair_of(way, steps);
    }
}

/* Packs what a member plays. As in hone_blend_run, the rest pose has what is missing where weights add up to little.
 * Returns false for a clip that does not exist. */
static bool place_member(const hone_gpu_crowd *crowd, const hone_crowd_play *plays, uint32_t count,
                         hone_gpu_member *out)
{
    const float enough = 0.1f;
    crowd_layer layers[HONE_GPU_CROWD_LAYERS];
    uint32_t used = 0;
    float all = 0, sum = 0;
    for (uint32_t p = 0; p < count; p++) all += plays[p].weight > 0 ? plays[p].weight : 0;
    bool rest = !(all >= enough);
    for (uint32_t p = 0; p < count; p++) {
        if (!(plays[p].weight > 0))
            continue;
        if (plays[p].clip >= crowd->clip_count)
            return false;
        add_layer(layers, &used, HONE_GPU_CROWD_LAYERS - rest, layer_of(crowd, &plays[p]));
    }
    for (uint32_t i = 0; i < used; i++) sum += layers[i].weight;
    if (rest)
        layers[used++] = (crowd_layer){.weight = enough - sum};
    pack_layers(layers, used, rest ? enough : sum, out);
    return true;
}

static bool make_room(hone_gpu_crowd *crowd, uint32_t count, hone_error *error)
{
    if (count <= crowd->capacity)
        return true;
    hone_gpu_member *members = hone_allocate(&crowd->allocator, count, sizeof *members);
    if (!members)
        return hone_fail_memory(error);
    hone_deallocate(&crowd->allocator, crowd->members, crowd->capacity, sizeof *members);
    crowd->members = members, crowd->capacity = count;
    return true;
}

bool hone_gpu_crowd_set_members(hone_gpu_crowd *crowd, const hone_crowd *members, hone_error *error)
{
    if (!crowd || !members)
        return hone_fail_null(error, crowd ? "the crowd of members" : "the crowd on the GPU");
    if (members->shared != crowd->crowd_model)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the members are of another crowd model");
    if (!make_room(crowd, members->member_count, error))
        return false;
    const hone_affine world = hone_world_from_model(crowd->gpu_model->model);
    crowd->count = 0, crowd->sent = false;
    for (uint32_t i = 0; i < members->member_count; i++) {
        const hone_crowd_play *plays = members->plays + (size_t)i * members->play_count;
        crowd->members[i].world = hone_affine_multiply(&members->places[i], &world);
        if (!place_member(crowd, plays, members->play_count, &crowd->members[i]))
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "member %u plays a clip that does not exist", (unsigned)i);
    }
    crowd->count = members->member_count;
    return true;
}

/* ---- to the GPU ----------------------------------------------------------------------------------------------- */

static void write_frame(const hone_gpu_crowd *crowd, uint32_t frame, const hone_split *split, hone_affine *out)
{
    const hone_affine *palette = crowd->palettes + (size_t)frame * crowd->slot_count;
    for (uint32_t s = 0; s < crowd->texture_slots; s++) out[s] = palette[split->slots[s]];
}

static bool send_texture(hone_gpu_crowd *crowd, const hone_split *split, hone_error *error)
{
    const hone_renderer *renderer = crowd->gpu_model->renderer;
    uint32_t slots = split->palette_count ? split->slot_begin[1] : 0;
    hone_bone_layout layout =
        hone_bone_layout_of(REGISTERS, slots * REGISTERS, crowd->info.frame_count, renderer->texture_side_max);
    if (layout.width == 0)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "%u frames of %u bones do not fit the device's textures",
                         (unsigned)crowd->info.frame_count, (unsigned)slots);
    size_t count = ((size_t)layout.width * layout.height + REGISTERS - 1) / REGISTERS;
    hone_affine *texels = hone_allocate(&crowd->allocator, count, sizeof *texels);
    if (!texels)
        return hone_fail_memory(error);
    crowd->texture_slots = slots;
    for (uint32_t f = 0; f < crowd->info.frame_count; f++) write_frame(crowd, f, split, texels + (size_t)f * slots);
    hone_bone_texture_send(&crowd->texture, layout, false, texels);
    hone_deallocate(&crowd->allocator, texels, count, sizeof *texels);
    return true;
}

bool hone_gpu_crowd_send(hone_gpu_crowd *crowd, const hone_split *split, hone_error *error)
{
    hone_renderer *renderer = crowd->gpu_model->renderer;
    if (crowd->lost_count != renderer->lost_count) { /* what was there is gone with its context */
        crowd->texture = (hone_bone_texture){0};
        crowd->buffer = 0, crowd->sent = false;
        crowd->lost_count = renderer->lost_count;
    }
    if (!crowd->texture.name && !send_texture(crowd, split, error))
        return false;
    if (!crowd->buffer)
        glGenBuffers(1, &crowd->buffer);
    if (crowd->sent)
        return true;
    size_t size = crowd->count * sizeof *crowd->members;
    glBindBuffer(GL_ARRAY_BUFFER, crowd->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, crowd->members, GL_STREAM_DRAW);
    renderer->stats.palette_bytes += size;
    crowd->sent = true;
    return true;
}

void hone_gpu_crowd_use(const hone_gpu_crowd *crowd, uint32_t first)
{
    static const GLuint places[HONE_GPU_CROWD_LAYERS] = {HONE_ATTRIBUTE_SDEF_C, HONE_ATTRIBUTE_SDEF_C0,
                                                         HONE_ATTRIBUTE_SDEF_C1, HONE_ATTRIBUTE_POSE};
    size_t stride = sizeof *crowd->members, at = first * stride;
    glBindBuffer(GL_ARRAY_BUFFER, crowd->buffer);
    for (GLuint row = 0; row < 3; row++) {
        hone_attribute_set(HONE_ATTRIBUTE_WORLD + row, 4, stride, at + row * sizeof(float[4]));
        glVertexAttribDivisor(HONE_ATTRIBUTE_WORLD + row, 1);
    }
    for (size_t i = 0; i < HONE_GPU_CROWD_LAYERS; i++) {
        hone_attribute_set_integer(places[i], 2, stride,
                                   at + offsetof(hone_gpu_member, layers) + i * sizeof(uint32_t[2]));
        glVertexAttribDivisor(places[i], 1);
    }
}

void hone_gpu_crowd_unuse(const hone_gpu_mesh *mesh)
{
    for (GLuint i = HONE_ATTRIBUTE_SDEF_C; i <= HONE_ATTRIBUTE_SDEF_C1; i++) {
        glVertexAttribDivisor(i, 0);
        glDisableVertexAttribArray(i);
    }
    hone_gpu_mesh_use_sdefs(mesh);
}

void hone_gpu_crowd_use_texture(const hone_gpu_crowd *crowd, const hone_program *program)
{
    const GLint *at = program->uniforms;
    glUniform1i(at[HONE_UNIFORM_METHOD], HONE_SKIN_LINEAR);
    glUniform1i(at[HONE_UNIFORM_RIGID], crowd->rigid);
    glUniform1i(at[HONE_UNIFORM_REGISTERS], REGISTERS);
    glUniform1i(at[HONE_UNIFORM_POSE_SLOTS], (GLint)crowd->texture_slots);
    hone_bone_texture_use(&crowd->texture);
    glBindSampler(HONE_UNIT_BONES, crowd->gpu_model->renderer->nearest);
}
