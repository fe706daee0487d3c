/* How far things are from the bones and morphs that move them: what bounds are made of that tell how far an error of a
 * key moves anything. Arrays are [bone_count] or [vertex_count] of the model; order: parents before children. */
#ifndef HONE_SRC_MODEL_REACH_H
#define HONE_SRC_MODEL_REACH_H

#include <hone/model.h>

/* Returns by how much a matrix lengthens a vector at most; 1 for a rotation with rounding errors. It is exact for a
 * rotation with a scale before or after it, and never too small. */
float hone_reach_growth(const hone_affine *matrix);

/* Adds to each vertex how far a morph at weight 1 moves it, times `scale`. Returns the length of the longest offset; 0
 * if the morph is of another kind than VERTEX. roam: NULL: only measures. */
float hone_reach_of_morph(const hone_morph *morph, float scale, float *roam);

/* Counts a morph at the vertices that it moves, up to 255. Returns the largest count of these vertices. */
uint32_t hone_reach_count_morph(const hone_morph *morph, uint8_t *counts);

/* Computes from the leaves up how far each bone carries anything, in its own space. link: largest distance of a bone
 * from its parent; growth: by how much it lengthens what it carries; reach: in: what the bone carries by itself; out.
 */
void hone_reach_carry(const hone_skeleton *skeleton, const uint32_t *order, const float *link, const float *growth,
                      float *reach);

/* Computes from the roots down the product of the growth of all bones above each bone. */
void hone_reach_stretch(const hone_skeleton *skeleton, const uint32_t *order, const float *growth, float *stretch);

/* Counts tracks on paths. above: in: the bone's own; out: those from its root to the bone. below: out: the largest
 * number on a path below it. */
void hone_reach_count_tracks(const hone_skeleton *skeleton, const uint32_t *order, uint32_t *above, uint32_t *below);

#endif
