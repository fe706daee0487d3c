/* The inside of hone_skin: what kernels run over. */
#ifndef HONE_SRC_SKIN_COMPILED_H
#define HONE_SRC_SKIN_COMPILED_H

#include <hone/skin.h>
#include <stdatomic.h>

/* How a vertex is skinned when the method is AUTO. */
enum { HONE_SKIN_BY_LINEAR, HONE_SKIN_BY_SDEF, HONE_SKIN_BY_DUALS };

/* SDEF's constants. Of its formula w0 M0 c0 + w1 M1 c1 the two centres depend on rest data alone. */
typedef struct hone_skin_sdef {
    uint32_t vertex;
    float c[3];          /* what the rotation turns about */
    float centres[2][3]; /* c0, c1, in the order of the vertex's influences */
} hone_skin_sdef;

struct hone_skin {
    hone_builder *memory; /* what everything here, this struct too, lives in */
    atomic_uint references;
    uint32_t vertex_count, slot_count, sdef_count;
    uint32_t kinds_met;        /* bit HONE_SKIN_BY_… */
    float (*normals)[3];       /* [vertex_count] of unit length; NULL: none */
    uint8_t *kinds;            /* [vertex_count] HONE_SKIN_BY_… */
    uint32_t *influence_begin; /* [vertex_count + 1] */
    hone_influence
        *influences;       /* of a vertex: heaviest first, then by slot; no zero weight, no slot twice, all in range */
    hone_skin_sdef *sdefs; /* [sdef_count] ascending vertices: those of kind BY_SDEF, which have two influences each */
};

#endif
