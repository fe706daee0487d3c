#include "core/model/reach.h"
#include <hone/math.h>
#include <math.h>

/* The square is the largest eigenvalue of the columns' products with each other, and of those of the rows. No row of
 * such a matrix has a smaller sum than its eigenvalues. */
float hone_reach_growth(const hone_affine *matrix)
{
    const float rounding = 1e-5f;
    float most[2] = {0};
    for (int i = 0; i < 3; i++) {
        float sums[2] = {0};
        for (int k = 0; k < 3; k++) {
            float products[2] = {0};
            for (int j = 0; j < 3; j++) {
                products[0] += matrix->m[j][i] * matrix->m[j][k];
                products[1] += matrix->m[i][j] * matrix->m[k][j];
            }
            for (int p = 0; p < 2; p++) sums[p] += fabsf(products[p]);
        }
        for (int p = 0; p < 2; p++) most[p] = fmaxf(most[p], sums[p]);
    }
    float growth = sqrtf(fminf(most[0], most[1]));
    return fabsf(growth - 1) < rounding ? 1 : growth;
}

float hone_reach_of_morph(const hone_morph *morph, float scale, float *roam)
{
    float longest = 0;
    for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++) {
        float length = hone_vec3_length(morph->u.vertices[i].offset);
        longest = fmaxf(longest, length);
        if (roam)
            roam[morph->u.vertices[i].vertex] += length * scale;
    }
    return longest;
}

uint32_t hone_reach_count_morph(const hone_morph *morph, uint8_t *counts)
{
    uint32_t most = 0;
    for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++) {
        uint8_t *count = &counts[morph->u.vertices[i].vertex];
        *count = (uint8_t)(*count + (*count < UINT8_MAX));
        most = *count > most ? *count : most;
    }
    return most;
}

void hone_reach_carry(const hone_skeleton *skeleton, const uint32_t *order, const float *link, const float *growth,
                      float *reach)
{
    for (uint32_t i = skeleton->bone_count; i-- > 0;) {
        uint32_t b = order[i];
        int32_t parent = skeleton->bones[b].parent;
        if (parent != HONE_NONE)
            reach[parent] = fmaxf(reach[parent], link[b] + growth[b] * reach[b]);
    }
}

void hone_reach_stretch(const hone_skeleton *skeleton, const uint32_t *order, const float *growth, float *stretch)
{
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->bones[order[i]].parent;
        stretch[order[i]] = parent == HONE_NONE ? 1 : stretch[parent] * growth[parent];
    }
}

void hone_reach_count_tracks(const hone_skeleton *skeleton, const uint32_t *order, uint32_t *above, uint32_t *below)
{
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->bones[order[i]].parent;
        above[order[i]] += parent == HONE_NONE ? 0 : above[parent];
        below[order[i]] = 0;
    }
    for (uint32_t i = skeleton->bone_count; i-- > 0;) {
        uint32_t b = order[i];
        int32_t parent = skeleton->bones[b].parent;
        uint32_t from_parent = parent == HONE_NONE ? 0 : below[b] + above[b] - above[parent];
        if (parent != HONE_NONE && from_parent > below[parent])
            below[parent] = from_parent;
    }
}
