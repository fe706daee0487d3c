/* The inside of hone_skin: what kernels run over. */
#ifndef HONE_SRC_SKIN_COMPILED_H
#define HONE_SRC_SKIN_COMPILED_H

#include <hone/skin.h>
#include <stdatomic.h>

enum { LANES = HONE_SKIN_LANES };

/* How a vertex is skinned when the method is AUTO. */
enum { HONE_SKIN_BY_LINEAR, HONE_SKIN_BY_SDEF, HONE_SKIN_BY_DUALS, HONE_SKIN_BY_COUNT };

/* Blocks of one shape, one after another. A kernel's inner loop is over these. */
typedef struct hone_skin_group {
    uint32_t begin, end; /* blocks */
    uint8_t kind;        /* HONE_SKIN_BY_… */
    bool mixed; /* each lane has slots of its own; else a block's lanes share theirs, perhaps with weight 0 of some */
    bool implicit;       /* the last weight is 1 minus the others and is not stored */
    uint32_t influences; /* of each lane; 0: stays at rest */
    uint32_t stored;     /* weights of each lane: influences, or one less */
    size_t slots;   /* first of the group: a block has influences, if mixed influences * LANES (lanes side by side) */
    size_t weights; /* first of the group: a block has stored * LANES (lanes side by side) */
    size_t sdefs;   /* first block of the group in hone_skin.sdefs, if BY_SDEF */
    uint32_t vertices; /* without padding */
} hone_skin_group;

typedef struct hone_skin_frame3 { /* three numbers of each lane, side by side */
    float c[3][LANES];
} hone_skin_frame3;

typedef struct hone_skin_frame4 {
    float c[4][LANES];
} hone_skin_frame4;

/* SDEF's constants. Of its formula w0 M0 c0 + w1 M1 c1 the two centres depend on rest data alone. */
typedef struct hone_skin_sdef {
    hone_skin_frame3 c;          /* what the rotation turns about */
    hone_skin_frame3 centres[2]; /* c0, c1, in the order of the lane's influences */
} hone_skin_sdef;

/* Positions in steps of the box, normals on the octahedron's two coordinates in steps of 1/32767. */
typedef struct hone_skin_packed {
    uint16_t position[3][LANES];
    int16_t normal[2][LANES];
} hone_skin_packed;

/* Padding lanes repeat the block's last vertex. */
struct hone_skin {
    hone_builder *memory; /* what everything here, this struct too, lives in */
    atomic_uint references;
    uint32_t vertex_count, slot_count, block_count, group_count;
    uint32_t kinds_met;       /* bit HONE_SKIN_BY_… */
    uint32_t most_influences; /* of a vertex */
    hone_skin_group *groups;
    uint32_t *vertices;          /* [block_count * LANES] whose a lane is */
    uint8_t *used;               /* [block_count] lanes that are no padding; padding is at the end */
    uint32_t *lanes;             /* [vertex_count] */
    hone_skin_frame3 *positions; /* [block_count]; NULL if packed */
    hone_skin_frame3 *normals;   /* [block_count] of unit length; NULL: none, or packed */
    hone_skin_frame4 *tangents;  /* [block_count]; NULL: none */
    hone_skin_packed *packed;    /* [block_count]; NULL: not packed */
    float packed_origin[3], packed_step[3];
    bool has_normals;
    uint32_t *slots;
    size_t weight_count;
    float *weights;           /* NULL if packed and every weight is in packed_weights */
    uint16_t *packed_weights; /* of implicit groups of a packed skin, indexed as weights; steps of 1/65535 */
    hone_skin_sdef *sdefs;
};

struct hone_skin_rest {
    const hone_skin *skin;
    hone_allocator allocator;
    hone_skin_frame3 *positions; /* [block_count] */
    hone_skin_frame3 *normals;   /* [block_count]; NULL: the skin's */
};

/* Whether the group's weights are in packed_weights. */
bool hone_skin_packs_weights(const hone_skin *skin, const hone_skin_group *group);

#endif
