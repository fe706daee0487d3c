/* The complete character: all pieces, both sides, with weights. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_CHARACTER_H
#define HONE_SAMPLES_MAKE_CHARACTER_CHARACTER_H

#include "samples/make/character/skeleton.h"
#include "samples/make/character/weights.h"
#include "samples/make/mesh/part.h"
#include <hone/model.h>

/* Materials in drawing order. */
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
    vec3 *drawn;                        /* [mesh.vertex_count] positions before the head was enlarged */
    skin_weights *weights;              /* [mesh.vertex_count] */
    uint8_t *materials;                 /* [mesh.vertex_count] */
    uint32_t triangles[MATERIAL_COUNT]; /* for each material, consecutive */
} character;

void character_build(character *c);
void character_release(character *c);

/* Makes a model of it. On an error it ends the program with a message. */
hone_model *character_model(const character *c);

#endif
