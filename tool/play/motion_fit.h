/* Which models a motion fits. */
#ifndef HONE_TOOL_PLAY_MOTION_FIT_H
#define HONE_TOOL_PLAY_MOTION_FIT_H

#include <hone/model.h>
#include <hone/motion.h>

/* Whether a motion moves enough of a model to be meant for it: a quarter of its tracks find a bone or morph, or the
 * model is a humanoid, and the motion moves it by name or can be retargeted to it. */
bool motion_fits(const hone_motion *motion, const hone_model *model);

/* Whether a motion has tracks, and none of them finds a bone or morph of the model. */
bool motion_finds_nothing(const hone_motion *motion, const hone_model *model);

/* Whether a motion moves morphs and no bones, as one of lips that plays over a dance does. */
bool motion_moves_morphs_only(const hone_motion *motion);

/* How much a model is like a character. A stage or an accessory has nothing of a CHARACTER. */
typedef enum model_role {
    MODEL_ROLE_THING,
    MODEL_ROLE_CHARACTER, /* it has IK chains or clips */
    MODEL_ROLE_HUMANOID
} model_role;

model_role model_role_of(const hone_model *model);

#endif
