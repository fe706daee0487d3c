/* Sends matrix palettes to vertex shaders: in uniforms, one palette for each piece of a split mesh; or in a bone
 * texture, one palette per pose. skin.glsl describes the registers of a slot. */
#ifndef HONE_SRC_RENDER_MESH_BONE_PALETTE_H
#define HONE_SRC_RENDER_MESH_BONE_PALETTE_H

#include "draw/render/gl/skin_encoding.h"
#include "draw/render/mesh/bone_texture.h"
#include "draw/render/renderer.h"

typedef struct hone_bone_palette {
    hone_gpu_skin skin_path;
    uint32_t registers;  /* registers per slot */
    uint32_t pose_slots; /* slots per pose in the texture */
    bool rigid;          /* all poses sent are rigid */
    size_t sent;         /* bytes of the poses sent last */
    char *staging;
    size_t capacity;   /* bytes of staging */
    uint32_t *offsets; /* [offset_count] byte offset of each palette of the split in the buffer */
    uint32_t offset_count;
    GLuint buffer;
    hone_bone_texture texture;
} hone_bone_palette;

/* Return the number of registers per slot, and the bytes of a register. duals: dual quaternions are needed too. */
uint32_t hone_bone_palette_registers(hone_gpu_skin skin_path, bool duals);
size_t hone_bone_palette_register_size(hone_gpu_skin skin_path);

typedef struct hone_bone_poses {
    hone_gpu_skin skin_path;
    const hone_split *split;     /* a bone texture needs a split with a single palette */
    const hone_palette *palette; /* [count] poses; every slot must fit the form */
    uint32_t count;              /* 1, or more with a bone texture */
    bool duals;
} hone_bone_poses;

/* Sends poses to the GPU. A context must be current. Errors: MEMORY, DEVICE (too many for a texture). */
bool hone_bone_palette_send(hone_bone_palette *out, const hone_renderer *renderer, const hone_bone_poses *poses,
                            hone_error *error);

/* For the current program: set the uniforms of a palette that was sent, then bind the piece that is drawn. */
void hone_bone_palette_use(const hone_bone_palette *palette, const hone_renderer *renderer, const hone_program *program,
                           hone_skin_method method);
void hone_bone_palette_use_piece(const hone_bone_palette *palette, const hone_renderer *renderer, uint32_t piece);

void hone_bone_palette_destroy(hone_bone_palette *palette, const hone_allocator *allocator);

#endif
