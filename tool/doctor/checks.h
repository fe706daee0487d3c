/* The checks of `hone doctor`. Each looks for one kind of trouble and adds what it finds. */
#ifndef HONE_TOOL_DOCTOR_CHECKS_H
#define HONE_TOOL_DOCTOR_CHECKS_H

#include "tool/doctor/findings.h"

#include <hone/actor.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/physics.h>

typedef enum check_target { /* where a model is to go */
                            CHECK_TARGET_NONE,
                            CHECK_TARGET_GLTF,
                            CHECK_TARGET_VRM,
                            CHECK_TARGET_GAME
} check_target;

/* check_textures.c: files that are missing, broken, very large, or found only by another name. folder: of the model's
 * file. */
void check_textures(const hone_model *model, const char *folder, findings *out);
void check_names(const hone_model *model, findings *out);    /* names that are used twice, or that no VMD can hold */
void check_weights(const hone_model *model, findings *out);  /* weights of vertices, and bones that move nothing */
void check_mesh(const hone_model *model, findings *out);     /* normals, triangles, materials */
void check_chains(const hone_model *model, findings *out);   /* IK chains that cannot reach, or do nothing */
void check_joints(const hone_model *model, findings *out);   /* joints without effect, bodies that nothing holds */
void check_overlaps(const hone_model *model, findings *out); /* bodies that push each other apart at rest */
void check_warnings(hone_warnings warnings, findings *out);  /* what a loader repaired, or does not evaluate */
/* check_avatar.c: the rules of VRM, and springs and colliders of glTF without effect. */
void check_avatar(const hone_model *model, findings *out);
void check_human(const hone_model *model, findings *out);
/* What a VRM of the model would lack. Returns whether one can be made of it; if not, nothing is added. */
bool check_for_vrm(const hone_model *model, findings *out);
/* check_motion.c: what of a motion does not fit the model. */
void check_motion(const hone_model *model, const hone_motion *motion, findings *out);
/* check_target.c: what the target cannot say. */
void check_for_target(const hone_model *model, check_target target, findings *out);

/* check_model.c: all of the above that need only the model. folder: of the model's file; NULL: the textures are not
 * checked, as of the built-in character. */
void check_model(const hone_model *model, const char *folder, check_target target, findings *out);

/* check_simulation.c: joints that open while the model moves. */
typedef struct joint_gaps {
    const hone_model_data *data;
    float *widest;  /* [joint_count] units beyond the joint's limits */
    double *frames; /* [joint_count] when */
} joint_gaps;

bool joint_gaps_make(const hone_model *model, joint_gaps *out);
void joint_gaps_release(joint_gaps *gaps);
void joint_gaps_measure(joint_gaps *gaps, const hone_physics *physics, double frame); /* at the last step */
/* moving: a motion played; else the model stood still. */
void check_gaps(const joint_gaps *gaps, const hone_physics *physics, bool moving, findings *out);

#endif
