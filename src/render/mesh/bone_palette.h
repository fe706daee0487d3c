/* Palettes on their way to a vertex shader: in uniforms, one for each piece of a split mesh; or in a texture, one a
 * pose. Registers of a slot: skin.glsl. */
#ifndef HONE_SRC_RENDER_MESH_BONE_PALETTE_H
#define HONE_SRC_RENDER_MESH_BONE_PALETTE_H

#include "render/mesh/bone_texture.h"
#include "render/renderer.h"

typedef struct hone_bone_palette {
    hone_gpu_skin skin_path;
    uint32_t registers;  /* of a slot */
    uint32_t pose_slots; /* a pose has in the texture */
    bool rigid;          /* all poses sent are */
    size_t sent;         /* bytes, of the last poses */
    float (*staging)[4];
    size_t capacity;   /* registers of staging */
    uint32_t *offsets; /* [offset_count] bytes: where each of the split's palettes begins in the buffer */
    uint32_t offset_count;
    GLuint buffer;
    hone_bone_texture texture;
} hone_bone_palette;

/* How it is written, and how many registers a slot takes then. duals: dual quaternions are asked for too. */
hone_palette_form hone_bone_palette_form(hone_gpu_skin skin_path);
uint32_t hone_bone_palette_registers(hone_gpu_skin skin_path, bool duals);

static inline bool hone_gpu_skin_has_texture(hone_gpu_skin skin_path)
{
    return skin_path == HONE_GPU_SKIN_TEXTURE || skin_path == HONE_GPU_SKIN_TEXTURE_NORMALISED;
}

typedef struct hone_bone_poses {
    hone_gpu_skin skin_path;
    const hone_split *split;     /* for a texture of one palette */
    const hone_palette *palette; /* [count] all of which the form holds */
    uint32_t count;              /* 1 but for a texture */
    bool duals;
} hone_bone_poses;

/* Brings poses to the GPU. A context is current. Errors: MEMORY, DEVICE (too many for a texture). */
bool hone_bone_palette_send(hone_bone_palette *out, const hone_renderer *renderer, const hone_bone_poses *poses,
                            hone_error *error);

/* For the program in use: what it must know of a palette that was sent; then which piece it draws. */
void hone_bone_palette_use(const hone_bone_palette *palette, const hone_renderer *renderer, const hone_program *program,
                           hone_skin_method method);
void hone_bone_palette_use_piece(const hone_bone_palette *palette, const hone_renderer *renderer, uint32_t piece);

void hone_bone_palette_destroy(hone_bone_palette *palette, const hone_allocator *allocator);

#endif
