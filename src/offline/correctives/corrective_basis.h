/* A few shapes whose weighted sums are what linear skinning lacks, of the vertices around one bone. What they lack
 * depends on how bones are turned to each other, and so on few numbers however many vertices there are. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H

#include "offline/correctives/skinning_error.h"

enum { CORRECTIVE_BASIS_MAX = 40 };

typedef struct hone_corrective_basis {
    int32_t bone;                             /* that they are called after */
    uint32_t begin, end;                      /* of the vertices that are looked at */
    uint32_t count;                           /* shapes that there are */
    uint32_t kept;                            /* those in front that are used */
    float *shifts[CORRECTIVE_BASIS_MAX];      /* each [3 * (end - begin)]: orthogonal, of length 1 */
    float *tilts[CORRECTIVE_BASIS_MAX];       /* the same, of normals */
    double (*products)[CORRECTIVE_BASIS_MAX]; /* [CORRECTIVE_BASIS_MAX] sums over all frames: of two weights */
    double *tilt_products;                    /* [count][3 * (end - begin)] of a weight and what normals lack */
    double worst[CORRECTIVE_BASIS_MAX + 1];   /* how far the worst vertex is off by the first n shapes alone */
    float *scratch;                           /* [3 * (end - begin)] */
} hone_corrective_basis;

bool hone_corrective_basis_make(int32_t bone, uint32_t begin, uint32_t end, hone_builder *memory,
                                hone_corrective_basis *out);

/* Takes in a frame: a new shape, if those that there are leave a vertex further off than `novelty`. */
bool hone_corrective_basis_learn(hone_corrective_basis *shapes, const hone_skinning_error *frame, double novelty,
                                 hone_builder *memory);

/* Once all frames are learnt: turns the shapes into those that say most first. */
bool hone_corrective_basis_sort(hone_corrective_basis *shapes, hone_builder *memory);

/* The weights of a frame: [count], whatever is kept. */
void hone_corrective_basis_weigh(const hone_corrective_basis *shapes, const hone_skinning_error *frame,
                                 double *weights);

/* Takes down how far a frame is off, by any number of shapes, and what its normals lack. */
void hone_corrective_basis_try(hone_corrective_basis *shapes, const hone_skinning_error *frame);

/* The fewest shapes that leave no vertex further off; or those that leave it least. */
uint32_t hone_corrective_basis_needed(const hone_corrective_basis *shapes, double bound);

/* What the shapes kept add to normals: the least squares, with the weights that positions have. */
bool hone_corrective_basis_fit_tilts(hone_corrective_basis *shapes, hone_builder *memory);

#endif
