/* A few shapes whose weighted sums are what linear skinning lacks, of the vertices around one bone. What they lack
 * depends on how bones are turned to each other, and so on few numbers however many vertices there are. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_BASIS_H

#include "offline/correctives/skinning_error.h"

enum { BAKE_SHAPES_MOST = 40 };

typedef struct bake_shapes {
    int32_t bone;                         /* that they are called after */
    uint32_t begin, end;                  /* of the vertices that are looked at */
    uint32_t count;                       /* shapes that there are */
    uint32_t kept;                        /* those in front that are used */
    float *shifts[BAKE_SHAPES_MOST];      /* each [3 * (end - begin)]: orthogonal, of length 1 */
    float *tilts[BAKE_SHAPES_MOST];       /* the same, of normals */
    double (*products)[BAKE_SHAPES_MOST]; /* [BAKE_SHAPES_MOST] sums over all frames: of two weights */
    double *tilt_products;                /* [count][3 * (end - begin)] of a weight and what normals lack */
    double worst[BAKE_SHAPES_MOST + 1];   /* how far the worst vertex is off by the first n shapes alone */
    float *scratch;                       /* [3 * (end - begin)] */
} bake_shapes;

bool bake_shapes_make(int32_t bone, uint32_t begin, uint32_t end, hone_builder *memory, bake_shapes *out);

/* Takes in a frame: a new shape, if those that there are leave a vertex further off than `novelty`. */
bool bake_shapes_learn(bake_shapes *shapes, const bake_residuals *frame, double novelty, hone_builder *memory);

/* Once all frames are learnt: turns the shapes into those that say most first. */
bool bake_shapes_sort(bake_shapes *shapes, hone_builder *memory);

/* The weights of a frame: [count], whatever is kept. */
void bake_shapes_weigh(const bake_shapes *shapes, const bake_residuals *frame, double *weights);

/* Takes down how far a frame is off, by any number of shapes, and what its normals lack. */
void bake_shapes_try(bake_shapes *shapes, const bake_residuals *frame);

/* The fewest shapes that leave no vertex further off; or those that leave it least. */
uint32_t bake_shapes_needed(const bake_shapes *shapes, double bound);

/* What the shapes kept add to normals: the least squares, with the weights that positions have. */
bool bake_shapes_fit_tilts(bake_shapes *shapes, hone_builder *memory);

#endif
