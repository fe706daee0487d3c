/* A model on the GPU: its vertex arrays, and for each material what it draws and with which textures. */
#ifndef HONE_SRC_RENDER_FIGURE_H
#define HONE_SRC_RENDER_FIGURE_H

#include "render/renderer.h"

typedef struct hone_part {
    const hone_material *material;
    GLenum primitive; /* triangles; of PMX 2.1 points or lines too */
    size_t first;     /* index */
    size_t sides_of;  /* of lines: the index at which the triangles begin that they are the sides of */
    GLsizei count;
    GLuint texture, sphere, toon; /* white where the material has none */
    GLuint emissive;              /* of a material with pbr, whose base colour is `texture` */
    uint8_t sphere_mode;          /* hone_sphere_mode; OFF too where the picture is missing */
    bool has_toon;
    float ambient; /* of the diffuse colour, beside the ambient one */
} hone_part;

/* Which array lies in which buffer. */
enum {
    HONE_BUFFER_SKINNED, /* positions, then normals: written for every picture */
    HONE_BUFFER_UVS,     /* written where morphs move them; so is EXTRA_UVS */
    HONE_BUFFER_EDGE_SCALES,
    HONE_BUFFER_EXTRA_UVS,
    HONE_BUFFER_SECOND_UVS,
    HONE_BUFFER_INDICES,
    HONE_BUFFER_COUNT
};

struct hone_figure {
    hone_renderer *renderer;
    const hone_model *model;
    hone_builder *memory; /* where the arrays below live */
    hone_warnings warnings;
    uint32_t texture_count;
    GLuint *textures;              /* [texture_count] of the model; 0: not used, or missing */
    GLuint toons[HONE_TOON_COUNT]; /* of a PMD, shared ones that lie beside it; 0: there is none */
    uint64_t texture_pixels;       /* of all of them together */
    uint32_t part_count;
    hone_part *parts;   /* [part_count] in material order */
    size_t index_count; /* the mesh's, and those of lines */
    GLuint vertex_array, buffers[HONE_BUFFER_COUNT];
    const void *held[HONE_BUFFER_COUNT]; /* the mesh's own array, where that is what the buffer holds */
    const hone_skin *skin;               /* whose order of lanes all vertex arrays are in; every actor's of the model */
    float (*skinned)[3];                 /* [2 * lane_count] positions, then normals */
    float *reach;                        /* [bone_count + 1] around each bone, the last around the model's origin */
    const hone_actor *shown;             /* whose vertices the buffers hold, within one picture */
    float *spread;                       /* [4 * lane_count] where other arrays are brought into that order */
};

/* Loads the pictures that materials name. One that cannot be had makes a warning. The renderer's context is current.
 * Errors: MEMORY. */
bool hone_figure_load_textures(hone_figure *figure, const hone_files *files, hone_error *error);

/* Skins the actor and brings its vertices to the GPU, unless figure->shown says that they are there. The renderer's
 * context is current. Errors: as hone_actor_skin. */
bool hone_figure_upload(hone_figure *figure, hone_actor *actor, hone_skin_method method, const char *kernel,
                        hone_error *error);

#endif
