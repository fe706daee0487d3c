/* A model on the GPU: its vertices, for either way of skinning, and for each material what it draws and with which
 * textures. */
#ifndef HONE_SRC_RENDER_MESH_GPU_MODEL_H
#define HONE_SRC_RENDER_MESH_GPU_MODEL_H

#include "render/mesh/bone_palette.h"
#include "render/mesh/cpu_skin.h"
#include "render/mesh/gpu_skin.h"
#include "render/mesh/instances.h"
#include "render/renderer.h"

typedef struct hone_submesh {
    const hone_material *material;
    GLenum primitive; /* triangles; of PMX 2.1 points or lines too */
    size_t first;     /* index */
    GLsizei count;
    GLuint texture, sphere, toon; /* white where the material has none */
    GLuint emissive;              /* of a material with pbr, whose base colour is `texture` */
    uint8_t sphere_mode;          /* hone_sphere_mode; OFF too where the picture is missing */
    bool has_toon;                /* shaded by `toon`; else by the diffuse term */
    float ambient;                /* of the diffuse colour, beside the ambient one */
} hone_submesh;

typedef struct hone_draw_range {
    uint32_t first, count; /* instances */
} hone_draw_range;

/* In mesh space, of the vertices at rest that a slot carries. */
typedef struct hone_ball {
    float centre[3], radius; /* radius below 0: it carries none */
} hone_ball;

struct hone_gpu_model {
    hone_renderer *renderer;
    const hone_model *model;
    hone_builder *memory; /* where the arrays below live */
    hone_warnings warnings;
    uint32_t texture_count;
    GLuint *textures;              /* [texture_count] of the model; 0: not used, or missing */
    GLuint toons[HONE_TOON_COUNT]; /* of a PMD, shared ones that lie beside it; 0: there is none */
    uint64_t texture_pixels;       /* of all of them together */
    uint32_t part_count;
    hone_submesh *parts;          /* [part_count] in material order */
    hone_index_range *ranges;     /* [part_count] the parts' */
    const hone_skin *skin;        /* every actor's of the model; NULL: no vertices */
    const float (*second_uvs)[4]; /* [vertex_count] the set that glTF's materials look up; NULL: none does */
    hone_cpu_mesh cpu;            /* made when first drawn so; as is gpu */
    hone_gpu_mesh gpu;
    hone_bone_palette palette;
    hone_instances instances;
    hone_gpu_skin skin_path;     /* of what is being drawn */
    uint32_t batch_count;        /* in how many draws a part: one, or one a pose */
    char fallback[640];          /* "": skinned as asked */
    bool needs_sides;            /* some part's primitive is lines, or a wireframe was asked for */
    hone_ball *balls;            /* [slot_count] in which the vertices of each slot lie */
    const hone_draw_item *shown; /* within one picture: whose vertices the GPU has, of their one batch */
};

/* Loads the pictures that materials name. One that cannot be had makes a warning. The renderer's context is current.
 * Errors: MEMORY. */
bool hone_gpu_model_load_textures(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error);

/* A figure's way through a picture: begin, then of each batch begin and draw. */

/* Chooses how it is skinned, and brings to the GPU what all batches share. The renderer's context is current.
 * Errors: as hone_actor_skin and hone_split_create, DEVICE, MEMORY. */
bool hone_gpu_model_begin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item,
                          hone_error *error);

/* Brings a batch's pose to the GPU. Errors: as hone_gpu_model_begin. */
bool hone_gpu_model_begin_range(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item,
                                uint32_t index, hone_draw_range *out, hone_error *error);

/* Binds what a batch is drawn from; then a part of it by the program in use. */
void hone_gpu_model_use(const hone_gpu_model *gpu_model, const hone_draw_range *batch);
void hone_gpu_model_draw_submesh(const hone_gpu_model *gpu_model, uint32_t part, const hone_draw_range *batch);
void hone_gpu_model_draw_sides(const hone_gpu_model *gpu_model, uint32_t part,
                               const hone_draw_range *batch); /* of its triangles */

/* Whether the colours of a placement are what is drawn of the figure in use. */
void hone_gpu_model_show_colours(const hone_gpu_model *gpu_model, bool colours);

/* Whether there is anything to draw of a part: nobody hides it, and morphs have left it. */
static inline bool hone_submesh_shown(const hone_draw_item *item, uint32_t part)
{
    const hone_gpu_model *gpu_model = item->gpu_model;
    return gpu_model->parts[part].count > 0 && !(item->hidden && item->hidden[part]) &&
           (gpu_model->parts[part].material->pbr ||
            hone_actor_morph_result(item->actor)->materials[part].diffuse[3] > 0);
}

#endif
