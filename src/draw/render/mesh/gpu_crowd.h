/* Crowds on the GPU: an animation texture of all clips, and for each member its place and the frames that it plays. */
#ifndef HONE_SRC_RENDER_MESH_GPU_CROWD_H
#define HONE_SRC_RENDER_MESH_GPU_CROWD_H

#include "draw/render/mesh/gpu_model.h"

/* How many clips a member can play at once, each between two frames. */
enum { HONE_GPU_CROWD_LAYERS = 4 };

/* A member for vertex shaders. Numbers of 16 bits, the first of two in the low bits. */
typedef struct hone_gpu_member {
    hone_affine world;                         /* world from model */
    uint32_t layers[HONE_GPU_CROWD_LAYERS][2]; /* frame, next frame; way to it, weight: both in parts of 65535 */
} hone_gpu_member;

/* The frames of a clip in the texture. Frame 0 is the rest pose, before all clips. */
typedef struct hone_gpu_clip {
    uint32_t first, count;
    double duration; /* seconds from the first frame to the last one */
} hone_gpu_clip;

/* Allocated from its own arena, except what grows with members. */
struct hone_gpu_crowd {
    hone_allocator allocator;
    hone_arena *memory;
    hone_gpu_model *gpu_model;
    const hone_crowd_model *crowd_model; /* retained */
    hone_gpu_crowd_info info;
    uint32_t clip_count, slot_count;
    hone_gpu_clip *clips;  /* [clip_count] */
    hone_affine *palettes; /* [frame_count][slot_count] */
    bool rigid;            /* no slot of any frame is scaled */
    hone_bounds box;       /* of all vertices in all frames, model space */
    hone_bone_texture texture;
    uint32_t texture_slots;   /* slots of a frame in the texture */
    uint32_t lost_count;      /* of the renderer, when texture and buffer were made */
    GLuint buffer;            /* of members */
    bool sent;                /* whether the buffer holds the members */
    hone_gpu_member *members; /* [capacity] */
    uint32_t count, capacity;
};

/* Sends what is not on the GPU yet. The context must be current, and the mesh prepared for all slots. Errors: DEVICE,
 * MEMORY. */
bool hone_gpu_crowd_send(hone_gpu_crowd *crowd, const hone_split *split, hone_error *error);

/* Makes the bound vertex array read the members. */
void hone_gpu_crowd_use(const hone_gpu_crowd *crowd, uint32_t first);

/* Sets the texture and its uniforms. */
void hone_gpu_crowd_use_texture(const hone_gpu_crowd *crowd, const hone_program *program);

/* Makes the bound vertex array read the points of SDEF again, which members replace. */
void hone_gpu_crowd_unuse(const hone_gpu_mesh *mesh);

#endif
