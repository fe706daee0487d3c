/* Models made in code: of any size, with all features of PMX, the same for the same seed. Needs no cmocka. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMX_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMX_H

#include <hone/model.h>

typedef struct make_pmx_desc {
    uint64_t seed;
    bool plain; /* only what PMX 2.0 allows and MMD models usually have */
    uint32_t vertex_count, triangle_count, texture_count, material_count, bone_count;
    uint32_t morph_count, morph_size; /* morph_size: elements in a morph, at most */
    uint32_t display_frame_count, body_count, joint_count, soft_body_count;
    uint32_t extra_uv_count;
    hone_pmx_header pmx; /* version 0: none, as for a model that was not loaded from a PMX */
} make_pmx_desc;

/* A small model with every section and kind, PMX 2.1, UTF-16, indices of 1 byte; the caller may change it. */
make_pmx_desc make_pmx_rich(uint64_t seed);

/* A model of a typical size: about 29,000 vertices, 45,000 triangles and 470 bones, 2.2 MB as PMX 2.0. */
make_pmx_desc make_pmx_large(void);

/* Fills in data without defects; `builder` allocates the arrays. False: out of memory; then nothing may be read through
 * the pointers. */
bool make_pmx_data(hone_builder *builder, const make_pmx_desc *desc, hone_model_data *out);

/* Makes the model, or NULL. allocator NULL: malloc. */
hone_model *make_pmx_model(const make_pmx_desc *desc, const hone_allocator *allocator, hone_error *error);

#endif
