/* A slow second opinion on skinning: single vertices in double precision, each formula as it stands on paper. It shares
 * no code with the library and checks nothing. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SKIN_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SKIN_H

#include "support/reference/reference.h"
#include <hone/skin.h>

typedef struct reference_skin {
    const hone_skin_desc *desc; /* what the skin was compiled from */
    hone_skin_method method;
    const reference_matrix *matrices; /* [slot_count] */
    /* [slot_count], or NULL: of the rotations nearest to the matrices, of which then none is mirrored. */
    const hone_dual_quaternion *duals;
} reference_skin;

/* Growth: how much longer the terms of a sum were than what is left of it. Rounding errors grow by as much. */
typedef struct reference_vertex {
    double position[3], normal[3], tangent[3]; /* normal and tangent as at rest where they came out as nothing */
    double position_growth, normal_growth, tangent_growth;
    bool ambiguous; /* rounding decides which way round a quaternion counts */
} reference_vertex;

reference_vertex reference_skin_vertex(const reference_skin *skin, uint32_t vertex);

#endif
