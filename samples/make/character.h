/* The character put together: pieces, both sides, weighted. */
#ifndef HONE_SAMPLES_CHARACTER_H
#define HONE_SAMPLES_CHARACTER_H

#include "part.h"
#include "skeleton.h"
#include "weights.h"
#include <hone/model.h>

/* Materials in the order they are drawn. */
typedef enum material {
    MATERIAL_SKIN,
    MATERIAL_FACE,
    MATERIAL_MOUTH,
    MATERIAL_EYE_WHITE,
    MATERIAL_IRIS,
    MATERIAL_LINES,
    MATERIAL_BODICE,
    MATERIAL_GLOVE,
    MATERIAL_STOCKING,
    MATERIAL_BOOT,
    MATERIAL_SOLE,
    MATERIAL_PETTICOAT,
    MATERIAL_SKIRT,
    MATERIAL_TRIM,
    MATERIAL_GOLD,
    MATERIAL_HAIR,
    MATERIAL_BLUSH,
    MATERIAL_COUNT
} material;

/* Vertices and triangles of all pieces. */
typedef struct character {
    skeleton skeleton;
    part mesh;
    vec3 *drawn;                        /* [mesh.vertex_count] before the head was made larger */
    skin_weights *weights;              /* [mesh.vertex_count] */
    uint8_t *materials;                 /* [mesh.vertex_count] */
    uint32_t triangles[MATERIAL_COUNT]; /* of each material, consecutive */
} character;

void character_build(character *c);
void character_release(character *c);

/* As a model. Ends the program with a sentence if that fails. */
hone_model *character_model(const character *c);

#endif
