/* A slow reference implementation of order and hierarchy in double precision, written from the rules only. It shares no
 * code with the library, uses the formulas as published, and checks nothing. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_H

#include <hone/model.h>
#include <hone/motion.h>

typedef struct reference_matrix {
    double m[4][4]; /* p' = M p */
} reference_matrix;

reference_matrix reference_identity(void);
reference_matrix reference_multiply(const reference_matrix *a, const reference_matrix *b);
reference_matrix reference_from_affine(const hone_affine *affine);
/* translation * rotation; the quaternion is normalised first. */
reference_matrix reference_rigid(const double translation[3], const double quaternion[4]);
void reference_point(const reference_matrix *m, const double p[3], double out[3]);

/* The order of evaluation, taken literally: repeatedly the first bone of the sorted list whose parent and append source
 * of the same pass are done; if there is none, the first that remains. order: [bone_count]. Returns the index where
 * pass 2 begins. */
uint32_t reference_order(const hone_skeleton *skeleton, uint32_t *order);

/* Model-space matrices of an MMD skeleton without append and IK. Bones of pass 1 use the rest pose of bones of pass 2.
 * model_from_bone: [bone_count] */
void reference_model_from_bone(const hone_skeleton *skeleton, const hone_pose *pose, reference_matrix *model_from_bone);

#endif
