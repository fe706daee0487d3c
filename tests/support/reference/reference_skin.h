/* A slow reference implementation of skinning: single vertices in double precision, with the formulas as published. It
 * shares no code with the library and checks nothing. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SKIN_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SKIN_H

#include "support/reference/reference.h"
#include <hone/skin.h>

typedef struct reference_skin {
    const hone_skin_desc *desc; /* from which the skin was compiled */
    hone_skin_method method;
    const reference_matrix *matrices; /* [slot_count] */
    /* [slot_count], or NULL: from the rotations nearest to the matrices, none of which may then be mirrored. */
    const hone_dual_quaternion *duals;
} reference_skin;

/* Growth: how much longer the summands of a sum were than their sum. Rounding errors grow by the same factor. */
typedef struct reference_vertex {
    double position[3], normal[3], tangent[3]; /* normal and tangent as at rest if the result is zero */
    double position_growth, normal_growth, tangent_growth;
    bool ambiguous; /* rounding decides the sign of a quaternion */
} reference_vertex;

reference_vertex reference_skin_vertex(const reference_skin *skin, uint32_t vertex);

#endif
