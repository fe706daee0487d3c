/* A model on the GPU: its vertices, for skinning on the CPU or the GPU, and for each material its index range and
 * textures. */
#ifndef HONE_SRC_RENDER_MESH_GPU_MODEL_H
#define HONE_SRC_RENDER_MESH_GPU_MODEL_H

#include "base/memory/arena.h"
#include "draw/render/mesh/bone_palette.h"
#include "draw/render/mesh/cpu_skin.h"
#include "draw/render/mesh/gpu_skin.h"
#include "draw/render/mesh/instances.h"
#include "draw/render/mesh/segments.h"
#include "draw/render/renderer.h"
#include "files/image/model_pictures.h"

/* The maps of glTF that are drawn. scene.glsl has the same order. */
typedef enum hone_gpu_map {
    HONE_GPU_MAP_BASE,
    HONE_GPU_MAP_EMISSION,
    HONE_GPU_MAP_NORMAL, /* this and the rest only with MToon */
    HONE_GPU_MAP_SHADE,
    HONE_GPU_MAP_SHIFT,
    HONE_GPU_MAP_MATCAP,
    HONE_GPU_MAP_RIM,
    HONE_GPU_MAP_WIDTH,
    HONE_GPU_MAP_MASK,
    HONE_GPU_MAP_COUNT
} hone_gpu_map;

typedef struct hone_submesh {
    const hone_material *material;
    GLenum primitive; /* triangles; in PMX 2.1 also points or lines */
    size_t first;     /* first index */
    GLsizei count;
    GLuint texture, sphere, toon;    /* white where the material has none */
    GLuint maps[HONE_GPU_MAP_COUNT]; /* only with pbr; 0: none. The base colour is also `texture` */
    uint8_t sphere_mode;             /* hone_sphere_mode; OFF also if the picture is missing */
    bool cut_out;                    /* the texture has holes: alpha below a half */
    bool opaque;                     /* its alpha is 1 everywhere */
    bool has_toon;                   /* uses the toon ramp; else the diffuse term */
    float ambient;                   /* part of the diffuse colour that is added to the ambient colour */
} hone_submesh;

typedef struct hone_draw_range {
    uint32_t first, count; /* instances */
} hone_draw_range;

/* A ball around the rest positions of the vertices that a slot influences, mesh space. */
typedef struct hone_ball {
    float centre[3], radius; /* radius below 0: no vertices */
} hone_ball;

struct hone_gpu_model {
    hone_renderer *renderer;
    const hone_model *model;
    uint32_t lost_count; /* of the renderer, when it was sent */
    hone_arena *memory;  /* owns the struct and what is measured */
    hone_arena *look;    /* owns warnings, textures and submeshes */
    hone_warnings warnings;
    uint32_t texture_count;
    /* [texture_count] of the model, for each use; 0: not used, or missing */
    GLuint *textures[HONE_TEXTURE_USE_COUNT];
    uint8_t *alphas;               /* [texture_count] the bits that the alpha of all texels has; 0: not loaded */
    GLuint toons[HONE_TOON_COUNT]; /* replacements of the shared toons, found beside a PMD; 0: none */
    uint64_t texture_pixels;       /* sum of all textures */
    uint32_t textures_halved;      /* because all together take too much memory */
    uint32_t submesh_count;
    hone_submesh *submeshes;      /* [submesh_count] in material order */
    uint32_t *order;              /* [submesh_count] those of glTF in the order in which they are drawn */
    uint32_t ordered;             /* how many those are */
    hone_index_range *ranges;     /* [submesh_count] index ranges of the submeshes */
    const hone_skin *skin;        /* shared with all actors of the model; NULL: no vertices */
    const float (*second_uvs)[4]; /* [vertex_count] the extra UV set that glTF's materials use; NULL: none */
    hone_cpu_mesh cpu;            /* created when first drawn in this way; gpu too */
    hone_gpu_mesh gpu;
    hone_bone_palette palette;
    hone_gpu_segments segments; /* created when first drawn with weights by distance */
    hone_instances instances;
    hone_gpu_skin skin_path; /* used for the item that is being drawn */
    GLuint skinned;          /* buffer of its vertices, if they are skinned once; 0: each pass skins, or the CPU */
    uint32_t draw_count;     /* number of draws per submesh: one, or one per pose */
    char fallback[640];      /* why another skinning method is used; "": none, as asked */
    uint8_t *hidden[2];      /* [vertex_count] what others do not see, and the first person; NULL: nothing */
    bool hidden_known[2];
    bool needs_sides;             /* a submesh's primitive is lines, or a wireframe was asked for */
    hone_ball *balls;             /* [slot_count] ball around the vertices of each slot */
    hone_bounds *boxes;           /* [slot_count] the box of these vertices, from which the ball is made */
    hone_gpu_crowd *crowd;        /* of the item that is being drawn; NULL: none */
    bool crowd_attributes;        /* the vertex array of `gpu` reads members of a crowd where the points of SDEF were */
    const hone_draw_entry *shown; /* the item of this picture whose vertices are on the GPU, if it has a single draw */
};

/* Loads the pictures that materials name. A picture that cannot be loaded gives a warning. The renderer's context
 * must be current. Errors: MEMORY. */
bool hone_gpu_model_load_textures(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error);

/* Returns how a material is shaded as MToon; NULL: it is not. */
static inline const hone_mtoon *hone_material_toon(const hone_material *material)
{
    return material->pbr ? material->mtoon : NULL;
}

/* Returns the description of a map of a glTF material, or NULL if the material has no such map. */
const hone_map *hone_material_map(const hone_material *material, hone_gpu_map map);

/* The passes that draw an item of a picture: a bit each. */
uint32_t hone_gpu_model_passes(const hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item);

/* The skinning method that the device and the mesh allow, whatever the pose. why: out: why it is another one. The model
 * must have vertices. */
hone_gpu_skin hone_gpu_model_skin_path(const hone_gpu_model *gpu_model, hone_gpu_skin wanted, hone_skin_method method,
                                       hone_error *why);

/* The skinning method of the programs that draw the item: those that read skinned vertices do not skin. */
static inline hone_gpu_skin hone_gpu_model_program_path(const hone_gpu_model *gpu_model)
{
    return gpu_model->skinned ? HONE_GPU_SKIN_OFF : gpu_model->skin_path;
}

/* How many passes of a picture, or of its data, read the vertices of an item. */
uint32_t hone_gpu_model_readers(const hone_gpu_model *gpu_model, const hone_draw_desc *desc,
                                const hone_draw_item *item);
uint32_t hone_gpu_model_data_readers(const hone_gpu_model *gpu_model, const hone_draw_desc *desc);

/* Whether an item is skinned once, for all its readers: if they and its instances read its vertices at least twice, and
 * its instances have one pose. A single reader skins the vertices itself, which saves writing them. Those of many poses
 * would need too much memory. A pose may still prevent it, which then is skinned on the CPU. */
bool hone_gpu_model_skins_once(const hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item,
                               uint32_t readers);

/* Whether it is in the renderer's context. Errors: DEVICE (in one that is lost). */
bool hone_gpu_model_check(const hone_gpu_model *gpu_model, hone_error *error);

/* Order of calls for a picture: begin, then for each range of instances begin_range and draw. If the entry has room for
 * skinned vertices, skin comes between the first begin_range and drawing. */

/* Chooses the skinning method, and sends to the GPU what all ranges share. The renderer's context must be current.
 * Errors: as hone_actor_skin and hone_split_create, DEVICE, MEMORY. */
bool hone_gpu_model_begin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                          hone_error *error);

/* Sends the pose of a range of instances to the GPU. Errors: as hone_gpu_model_begin. */
bool hone_gpu_model_begin_range(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                                uint32_t index, hone_draw_range *out, hone_error *error);

/* Skins the vertices of an item once, for all its passes. Its pose must have been sent. */
void hone_gpu_model_skin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry);

/* Sets the uniforms of the pose that was sent, for the current program. */
void hone_gpu_model_use_pose(const hone_gpu_model *gpu_model, const hone_program *program, const hone_draw_desc *desc);

/* Binds the vertex arrays of a range of instances; then draw a submesh of it with the current program. */
void hone_gpu_model_use(hone_gpu_model *gpu_model, const hone_draw_range *range);
void hone_gpu_model_draw_submesh(const hone_gpu_model *gpu_model, uint32_t submesh, const hone_draw_range *range);
void hone_gpu_model_draw_sides(const hone_gpu_model *gpu_model, uint32_t submesh,
                               /* Draws the sides of the submesh's triangles. */
                               const hone_draw_range *range);

/* Chooses whether the current model is drawn in the item's vertex colours. */
void hone_gpu_model_show_colours(const hone_gpu_model *gpu_model, bool colours);

/* Returns whether anything of a submesh is visible: it is not hidden, and morphs have not made it transparent. */
static inline bool hone_submesh_shown(const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    return gpu_model->submeshes[submesh].count > 0 && !(entry->item->hidden && entry->item->hidden[submesh]) &&
           (gpu_model->submeshes[submesh].material->pbr || entry->materials[submesh].diffuse[3] > 0);
}

#endif
