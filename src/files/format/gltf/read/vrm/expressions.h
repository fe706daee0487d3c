/* An expression of a VRM, as the file has it. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_EXPRESSIONS_H
#define HONE_SRC_FORMAT_GLTF_READ_EXPRESSIONS_H

#include "files/format/gltf/read/reader.h"

typedef struct gltf_expression {
    gltf_object object;
    gltf_text name;
    uint8_t panel, group; /* of MMD; hone_expression_group */
    bool vrm0;            /* VRM 0.x */
    uint32_t at;
} gltf_expression;

/* Whether the expression says that it changes materials. */
bool hone_gltf_changes_materials(const gltf_expression *expression);

/* Reads what the expression does to materials. A bind whose material is missing, or that changes what no material has,
 * is left out with a warning. */
bool hone_gltf_read_material_binds(gltf_reader *reader, const gltf_expression *expression, hone_expression *out);

#endif
