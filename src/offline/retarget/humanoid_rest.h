/* A humanoid at rest, as retargeting sees it: in its own space, and turned so that all humans stand alike. */
#ifndef HONE_SRC_OFFLINE_RETARGET_HUMANOID_REST_H
#define HONE_SRC_OFFLINE_RETARGET_HUMANOID_REST_H

#include <hone/retarget.h>

/* In common space x is to the figure's left, y up, z forward, in the model's own unit. */
typedef struct hone_humanoid_rest {
    const hone_model_data *model;
    hone_humanoid human;
    uint32_t *order;                       /* [bone_count] parents before children */
    hone_affine *rest;                     /* [bone_count] model space from bone space */
    float axes[3][3];                      /* common = axes * model: a rotation, or a mirrored one */
    float handed;                          /* its determinant, 1 or -1 */
    int32_t carriers[HONE_HUMANOID_COUNT]; /* of upper and lower arms what the next bone hangs on: MMD's twist bones, or
                                           the bone itself */
    float directions[HONE_HUMANOID_COUNT][3]; /* common space; of arms, fingers and legs; else 0 */
    float leg, arm;           /* length of thigh and shin, of upper arm and forearm: means of both sides */
    float ankle[2][3], floor; /* common space at rest; where the soles are */
    float soles[2][2][3];     /* heel and toe of each foot, from the ankle */
} hone_humanoid_rest;

/* Where the legs begin: between the two. */
void hone_humanoid_rest_hips(const hone_humanoid_rest *figure, const hone_affine *worlds, float out[3]);

/* Into common space and back: a place, and a turn. */
void hone_humanoid_rest_place(const hone_humanoid_rest *figure, const float model[3], float common[3]);
void hone_humanoid_rest_unplace(const hone_humanoid_rest *figure, const float common[3], float model[3]);
void hone_humanoid_rest_turn(const hone_humanoid_rest *figure, const float model[4], float common[4]);
void hone_humanoid_rest_unturn(const hone_humanoid_rest *figure, const float common[4], float model[4]);

/* All in `memory`. Errors: ARGUMENT (no humanoid: says what is missing), MEMORY. */
bool hone_humanoid_rest_make(const hone_model *model, hone_builder *memory, hone_humanoid_rest *out, hone_error *error);

static inline void bake_place_of(const hone_affine *m, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = m->m[i][3];
}

static inline void bake_subtract(const float a[3], const float b[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

static inline void bake_conjugate(const float q[4], float out[4])
{
    for (int i = 0; i < 3; i++) out[i] = -q[i];
    out[3] = q[3];
}

/* The shortest turn of one direction to another; both of unit length. */
void hone_quat_arc(const float from[3], const float to[3], float out[4]);

#endif
