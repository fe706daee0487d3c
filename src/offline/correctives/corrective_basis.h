/* Corrective shapes of the vertices around one bone: a few shapes whose weighted sums replace what linear blend
 * skinning lacks. The missing part depends only on how bones are rotated relative to each other, so few shapes are
 * enough however many vertices there are. Method: incremental Gram-Schmidt, then principal components. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H

#include "base/memory/arena.h"
#include "offline/correctives/skinning_error.h"

enum { CORRECTIVE_BASIS_MAX = 40 };

typedef struct hone_corrective_basis {
    int32_t bone;                        /* the bone that the shapes are named after */
    uint32_t begin, end;                 /* range of the examined vertices */
    uint32_t count;                      /* number of shapes */
    uint32_t kept;                       /* number of leading shapes that are used */
    float *shifts[CORRECTIVE_BASIS_MAX]; /* each [3 * (end - begin)]; orthogonal, length 1 */
    float *tilts[CORRECTIVE_BASIS_MAX];  /* the same for normals */
    /* [CORRECTIVE_BASIS_MAX] sums over all frames of the product of two weights */
    double (*products)[CORRECTIVE_BASIS_MAX];
    double *tilt_products; /* [count][3 * (end - begin)] sums over all frames of a weight times what normals lack */
    double worst[CORRECTIVE_BASIS_MAX + 1]; /* error of the worst vertex with the first n shapes only */
    float *scratch;                         /* [3 * (end - begin)] */
} hone_corrective_basis;

bool hone_corrective_basis_make(int32_t bone, uint32_t begin, uint32_t end, hone_arena *memory,
                                hone_corrective_basis *out);

/* Learns a frame: adds a new shape if the existing ones leave a vertex further off than `novelty`. */
bool hone_corrective_basis_learn(hone_corrective_basis *shapes, const hone_skinning_error *frame, double novelty,
                                 hone_arena *memory);

/* Call when all frames are learnt. Replaces the shapes by their principal components, most important first. */
bool hone_corrective_basis_sort(hone_corrective_basis *shapes, hone_arena *memory);

/* Computes the weights of a frame: [count], also of shapes that are not kept. */
void hone_corrective_basis_weigh(const hone_corrective_basis *shapes, const hone_skinning_error *frame,
                                 double *weights);

/* Records how far a frame is off with each number of shapes, and what its normals lack. */
void hone_corrective_basis_try(hone_corrective_basis *shapes, const hone_skinning_error *frame);

/* Returns the smallest number of shapes with which no vertex is off by more than the bound; if there is none, the
 * number with the smallest error. */
uint32_t hone_corrective_basis_needed(const hone_corrective_basis *shapes, double bound);

/* Computes what the kept shapes add to normals: least squares, with the weights of the positions. */
bool hone_corrective_basis_fit_tilts(hone_corrective_basis *shapes, hone_arena *memory);

#endif
