/* The content of a .x file, object by object, before it becomes a model or a motion. All lists are in file order and in
 * the memory of the reader's scene. */
#ifndef HONE_SRC_FORMAT_X_SCENE_H
#define HONE_SRC_FORMAT_X_SCENE_H

#include "files/format/x/reader.h"

typedef struct hone_x_frame {
    struct hone_x_frame *next;
    const char *name;
    int32_t parent;
    float matrix[16]; /* row-major, for row vectors */
} hone_x_frame;

/* Numbers in the order in which they were read, for lists of unknown length. */
typedef struct hone_x_chunk {
    struct hone_x_chunk *next;
    uint32_t used, words[1021];
} hone_x_chunk;

typedef struct hone_x_words {
    hone_x_chunk *first, *last;
} hone_x_words;

/* A position in a list of words; begins as {words.first, 0}. */
typedef struct hone_x_walk {
    const hone_x_chunk *chunk;
    uint32_t at;
} hone_x_walk;

typedef struct hone_x_skin { /* SkinWeights */
    struct hone_x_skin *next;
    const char *bone;
    uint32_t count;
    const uint32_t *vertices; /* [count], all in range */
    const float *weights;     /* [count] */
    float offset[16];
} hone_x_skin;

typedef struct hone_x_material {
    struct hone_x_material *next;
    const char *name;
    uint32_t index; /* index in the file */
    float diffuse[4], power, specular[3], emissive[3];
    const char *texture; /* NULL: none */
} hone_x_material;

/* One of a mesh's materials: the material itself, or a reference by name. */
typedef struct hone_x_entry {
    struct hone_x_entry *next;
    const hone_x_material *material;
    const char *name; /* if material is NULL */
} hone_x_entry;

typedef struct hone_x_mesh {
    struct hone_x_mesh *next;
    int32_t frame; /* HONE_NONE: none */
    uint32_t vertex_count, face_count;
    float *positions;   /* [vertex_count * 3] */
    hone_x_words faces; /* for each face the number of corners, then their vertices, which may be out of range */
    float *normals;     /* [vertex_count * 3] sums over the corners; NULL: there are no usable ones */
    float *uvs;         /* [vertex_count * 2] or NULL */
    float *colours;     /* [vertex_count * 4] or NULL */
    uint32_t face_material_count;
    const uint32_t *face_materials; /* [face_material_count] into entries */
    hone_x_entry *entries;
    uint32_t entry_count, skin_count;
    hone_x_skin *skins;
    uint64_t skin_total; /* number of influences of all skins */
} hone_x_mesh;

typedef enum hone_x_key_type {
    HONE_X_ROTATION,
    HONE_X_SCALE,
    HONE_X_POSITION,
    HONE_X_MATRIX,
    HONE_X_KEY_TYPES
} hone_x_key_type;

typedef struct hone_x_keys { /* AnimationKey */
    struct hone_x_keys *next;
    hone_x_key_type type;
    uint32_t count;
    const uint32_t *ticks; /* [count] in the order of the file */
    const float *values;   /* [count * hone_x_key_width(type)] w,x,y,z; x,y,z; or a row-major matrix for row vectors */
} hone_x_keys;

typedef struct hone_x_animation {
    struct hone_x_animation *next;
    const char *target; /* NULL: none */
    bool has_matrices;  /* matrix keys replace all other keys */
    hone_x_keys *keys;
} hone_x_animation;

typedef struct hone_x_set { /* AnimationSet; sets without an Animation are ignored */
    struct hone_x_set *next;
    const char *name;
    uint32_t ticks_per_second, last_tick;
    hone_x_animation *animations;
    uint32_t animation_count;
} hone_x_set;

typedef struct hone_x_scene {
    bool want_meshes, want_keys; /* which parts are read; the others are skipped */
    hone_x_frame *frames, **frame_end;
    hone_x_mesh *meshes, **mesh_end;
    hone_x_material *materials, **material_end;
    hone_x_set *sets, **set_end;
    uint32_t frame_count, mesh_count, material_count, set_count;
    uint32_t ticks_per_second; /* 0: the file does not give it */
} hone_x_scene;

static inline uint32_t hone_x_key_width(hone_x_key_type type)
{
    return type == HONE_X_ROTATION ? 4 : type == HONE_X_MATRIX ? 16 : 3;
}

/* Reads a whole file. Returns false after an error. */
bool hone_x_read_scene(hone_x_reader *reader, hone_x_scene *scene);

/* Each reads an object that hone_x_next_child has opened, up to its end. */
void hone_x_read_mesh(hone_x_reader *reader, hone_x_scene *scene, int32_t frame);
void hone_x_read_normals(hone_x_reader *reader, hone_x_mesh *mesh);
void hone_x_read_material_list(hone_x_reader *reader, hone_x_scene *scene, hone_x_mesh *mesh);
const hone_x_material *hone_x_read_material(hone_x_reader *reader, hone_x_scene *scene);
hone_x_skin *hone_x_read_skin(hone_x_reader *reader, uint32_t vertex_count);
void hone_x_read_animation_set(hone_x_reader *reader, hone_x_scene *scene);
void hone_x_read_ticks(hone_x_reader *reader, uint32_t *ticks_per_second);

/* Returns the next word, or 0 at the end. */
static inline uint32_t hone_x_walk_next(hone_x_walk *walk)
{
    if (walk->chunk && walk->at == walk->chunk->used)
        *walk = (hone_x_walk){walk->chunk->next, 0};
    return walk->chunk ? walk->chunk->words[walk->at++] : 0;
}

#endif
