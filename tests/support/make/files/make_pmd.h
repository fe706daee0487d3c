/* Writes a PMD from any description, valid or not. Shares no code with the reader that it tests. Texts are already
 * CP932, and are cut at the field's size. Needs no cmocka. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMD_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMD_H

#include <hone/io.h>

typedef struct pmd_vertex {
    float position[3], normal[3], uv[2];
    uint16_t bones[2];
    uint8_t percent, no_edge;
} pmd_vertex;

typedef struct pmd_material {
    float diffuse[4], specular_power, specular[3], ambient[3];
    uint8_t toon, edge;
    uint32_t index_count;
    const char *pictures;
} pmd_material;

typedef struct pmd_bone {
    const char *name;
    uint16_t parent, tail;
    uint8_t kind;
    uint16_t reference;
    float position[3];
    const char *english;
} pmd_bone;

typedef struct pmd_ik {
    uint16_t goal, effector;
    uint16_t loop_count;
    float weight;
    uint8_t link_count;
    uint16_t links[4]; /* repeated if there are more */
} pmd_ik;

typedef struct pmd_part {
    uint32_t index;
    float offset[3];
} pmd_part;

typedef struct pmd_morph_desc {
    const char *name, *english; /* english NULL: none, as for the base morph */
    uint8_t category;
    uint32_t count;
    const pmd_part *parts;
} pmd_morph_desc;

typedef struct pmd_frame {
    const char *name, *english;
} pmd_frame;

typedef struct pmd_item {
    uint16_t bone;
    uint8_t frame;
} pmd_item;

typedef struct pmd_body {
    const char *name;
    uint16_t bone;
    uint8_t group;
    uint16_t mask;
    uint8_t shape;
    float size[3], position[3], rotation[3], numbers[5];
    uint8_t mode;
} pmd_body;

typedef struct pmd_joint {
    const char *name;
    uint32_t bodies[2];
    float numbers[24];
} pmd_joint;

typedef struct make_pmd {
    float version;
    const char *name, *comment, *english_name, *english_comment;
    uint32_t vertex_count, index_count, material_count;
    const pmd_vertex *vertices;
    const uint16_t *indices;
    const pmd_material *materials;
    uint16_t bone_count, ik_count, morph_count;
    const pmd_bone *bones;
    const pmd_ik *iks;
    const pmd_morph_desc *morphs;
    uint8_t shown_count, frame_count;
    const uint16_t *shown; /* indices of morphs */
    const pmd_frame *frames;
    uint32_t item_count;
    const pmd_item *items;
    int tail_count; /* how many of the optional parts follow: English names, toons, bodies, joints */
    uint8_t english_flag;
    const char *const *toons; /* [10] */
    uint32_t body_count, joint_count;
    const pmd_body *bodies;
    const pmd_joint *joints;
} make_pmd;

/* The starts of the sections. */
enum {
    PMD_VERTICES,
    PMD_FACES,
    PMD_MATERIALS,
    PMD_BONES,
    PMD_IKS,
    PMD_MORPHS,
    PMD_SHOWN,
    PMD_FRAMES,
    PMD_ITEMS,
    PMD_ENGLISH,
    PMD_TOONS,
    PMD_BODIES,
    PMD_JOINTS,
    PMD_END,
    PMD_SECTION_COUNT
};

/* A small model with all features of PMD and without defects. The caller may change it. */
make_pmd make_pmd_rich(void);

/* Writes the file; `sections` [PMD_SECTION_COUNT] may be NULL. Release the bytes. */
hone_bytes make_pmd_write(const make_pmd *desc, size_t *sections);

#endif
