#include "draw/render/mesh/bone_palette.h"
#include "base/error.h"
#include "core/skin/kernels/half.h"
#include <string.h>

enum { REGISTER = 16, HALF_REGISTER = 8, MATRIX_REGISTERS = 3, PAIR_REGISTERS = 2, CHUNK = 64 };

size_t hone_bone_palette_register_size(hone_gpu_skin skin_path)
{
    return hone_skin_encoding_of(skin_path)->half ? HALF_REGISTER : REGISTER;
}

uint32_t hone_bone_palette_registers(hone_gpu_skin skin_path, bool duals)
{
    hone_palette_form form = hone_skin_encoding_of(skin_path)->form;
    bool matrices = form == HONE_PALETTE_3X4 || form == HONE_PALETTE_3X4_HALF;
    return !matrices ? PAIR_REGISTERS : duals ? MATRIX_REGISTERS + PAIR_REGISTERS : MATRIX_REGISTERS;
}

static bool make_staging(hone_bone_palette *out, const hone_allocator *allocator, size_t bytes, hone_error *error)
{
    if (bytes <= out->capacity)
        return true;
    char *staging = hone_allocate(allocator, bytes, 1);
    if (!staging)
        return hone_fail_memory(error);
    hone_deallocate(allocator, out->staging, out->capacity, 1);
    out->staging = staging;
    out->capacity = bytes;
    return true;
}

static void write_dual(const hone_dual_quaternion *dual, bool half, char *to)
{
    const simd4_halves halves[2] = {simd4_to_half(simd4_load(dual->real)), simd4_to_half(simd4_load(dual->dual))};
    if (half)
        memcpy(to, halves, sizeof halves);
    else
        memcpy(to, dual, sizeof *dual);
}

/* Writes some slots of a pose, one after the other. */
static bool write_slots(const hone_bone_palette *out, const hone_palette *pose, const uint32_t *slots, uint32_t count,
                        char *to, hone_error *error)
{
    const hone_skin_encoding *encoding = hone_skin_encoding_of(out->skin_path);
    hone_affine matrices[CHUNK];
    hone_palette chunk = {.affine = matrices};
    size_t size = hone_bone_palette_register_size(out->skin_path), stride = out->registers * size;
    for (uint32_t first = 0; first < count; first += chunk.slot_count) {
        chunk.slot_count = count - first < CHUNK ? count - first : CHUNK;
        for (uint32_t i = 0; i < chunk.slot_count; i++) matrices[i] = pose->affine[slots[first + i]];
        if (!hone_palette_write(&chunk, encoding->form, (hone_stream){to + first * stride, chunk.slot_count, stride},
                                error))
            return false;
    }
    bool duals = out->registers == MATRIX_REGISTERS + PAIR_REGISTERS;
    for (uint32_t i = 0; duals && i < count; i++)
        write_dual(&pose->duals[slots[i]], encoding->half, to + i * stride + MATRIX_REGISTERS * size);
    return true;
}

/* ---- bone texture ---------------------------------------------------------------------------------------------- */

/* A buffer texture is one row of at least a texel. */
static hone_bone_layout lay_out_buffer(uint64_t texels, uint32_t texels_max)
{
    return texels > texels_max ? (hone_bone_layout){0, 0} : (hone_bone_layout){texels ? (uint32_t)texels : 1, 1};
}

static bool send_texture(hone_bone_palette *out, const hone_renderer *renderer, const hone_bone_poses *poses,
                         hone_error *error)
{
    uint32_t slots = poses->split->palette_count ? poses->split->slot_begin[1] : 0;
    uint64_t row = (uint64_t)slots * out->registers;
    bool buffer = hone_skin_encoding_of(poses->skin_path)->store == HONE_SKIN_STORE_BUFFER;
    hone_bone_layout layout = {0, 0};
    if (buffer)
        layout = lay_out_buffer(row * poses->count, renderer->buffer_texels_max);
    else if (row <= UINT32_MAX)
        layout = hone_bone_layout_of(out->registers, (uint32_t)row, poses->count, renderer->texture_side_max);
    if (layout.width == 0)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "%u poses of %u bones do not fit the device's textures",
                         (unsigned)poses->count, (unsigned)slots);
    out->pose_slots = slots;
    size_t texel = hone_bone_palette_register_size(poses->skin_path);
    size_t size = (size_t)layout.width * layout.height * texel;
    if (!make_staging(out, &renderer->allocator, size, error))
        return false;
    for (uint32_t p = 0; p < poses->count; p++)
        if (!write_slots(out, &poses->palette[p], poses->split->slots, slots, out->staging + p * row * texel, error))
            return false;
    out->sent = size;
    if (buffer)
        hone_bone_texture_send_buffer(&out->texture, layout.width, out->staging);
    else
        hone_bone_texture_send(&out->texture, layout, hone_skin_encoding_of(poses->skin_path)->half, out->staging);
    return true;
}

/* ---- uniforms -------------------------------------------------------------------------------------------------- */

static bool make_offsets(hone_bone_palette *out, const hone_allocator *allocator, uint32_t count, hone_error *error)
{
    if (count <= out->offset_count)
        return true;
    uint32_t *offsets = hone_allocate(allocator, count, sizeof *offsets);
    if (!offsets)
        return hone_fail_memory(error);
    hone_deallocate(allocator, out->offsets, out->offset_count, sizeof *out->offsets);
    out->offsets = offsets;
    out->offset_count = count;
    return true;
}

/* Sends the palettes of all pieces. A uniform block has a fixed size, so after the last piece there must be room for
 * a whole block. */
static bool send_uniforms(hone_bone_palette *out, const hone_renderer *renderer, const hone_bone_poses *poses,
                          hone_error *error)
{
    const hone_split *split = poses->split;
    size_t step = renderer->palette_alignment, size = 0, block = (size_t)renderer->palette_size * REGISTER;
    if (!make_offsets(out, &renderer->allocator, split->palette_count, error))
        return false;
    for (uint32_t p = 0; p < split->palette_count; p++) {
        size_t piece = (size_t)(split->slot_begin[p + 1] - split->slot_begin[p]) * out->registers * REGISTER;
        out->offsets[p] = (uint32_t)size;
        size += (piece + step - 1) / step * step;
    }
    if (!make_staging(out, &renderer->allocator, size, error))
        return false;
    for (uint32_t p = 0; p < split->palette_count; p++) {
        uint32_t begin = split->slot_begin[p], count = split->slot_begin[p + 1] - begin;
        if (!write_slots(out, poses->palette, split->slots + begin, count, out->staging + out->offsets[p], error))
            return false;
    }
    out->sent = size;
    if (!out->buffer)
        glGenBuffers(1, &out->buffer);
    glBindBuffer(GL_UNIFORM_BUFFER, out->buffer);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)(size + block), NULL, GL_STREAM_DRAW);
    if (size > 0)
        glBufferSubData(GL_UNIFORM_BUFFER, 0, (GLsizeiptr)size, out->staging);
    return true;
}

/* ---- either ---------------------------------------------------------------------------------------------------- */

bool hone_bone_palette_send(hone_bone_palette *out, const hone_renderer *renderer, const hone_bone_poses *poses,
                            hone_error *error)
{
    out->skin_path = poses->skin_path;
    out->registers = hone_bone_palette_registers(poses->skin_path, poses->duals);
    out->rigid = true;
    for (uint32_t p = 0; p < poses->count; p++) out->rigid &= poses->palette[p].rigid;
    return hone_gpu_skin_has_texture(poses->skin_path) ? send_texture(out, renderer, poses, error)
                                                       : send_uniforms(out, renderer, poses, error);
}

void hone_bone_palette_use(const hone_bone_palette *palette, const hone_renderer *renderer, const hone_program *program,
                           hone_skin_method method)
{
    const GLint *at = program->uniforms;
    glUniform1i(at[HONE_UNIFORM_METHOD], (GLint)method);
    glUniform1i(at[HONE_UNIFORM_RIGID], palette->rigid);
    glUniform1i(at[HONE_UNIFORM_REGISTERS], (GLint)palette->registers);
    glUniform1i(at[HONE_UNIFORM_POSE_SLOTS], (GLint)palette->pose_slots);
    if (!hone_gpu_skin_has_texture(palette->skin_path))
        return;
    hone_bone_texture_use(&palette->texture);
    glBindSampler(HONE_UNIT_BONES, renderer->nearest);
}

void hone_bone_palette_use_piece(const hone_bone_palette *palette, const hone_renderer *renderer, uint32_t piece)
{
    if (!hone_gpu_skin_has_texture(palette->skin_path))
        glBindBufferRange(GL_UNIFORM_BUFFER, HONE_BLOCK_PALETTE, palette->buffer, (GLintptr)palette->offsets[piece],
                          (GLsizeiptr)renderer->palette_size * REGISTER);
}

void hone_bone_palette_destroy(hone_bone_palette *palette, const hone_allocator *allocator)
{
    hone_deallocate(allocator, palette->staging, palette->capacity, 1);
    hone_deallocate(allocator, palette->offsets, palette->offset_count, sizeof *palette->offsets);
    if (palette->buffer)
        glDeleteBuffers(1, &palette->buffer);
    hone_bone_texture_destroy(&palette->texture);
    *palette = (hone_bone_palette){0};
}
