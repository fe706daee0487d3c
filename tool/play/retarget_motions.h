/* Retargets motions that were made for other rigs. */
#ifndef HONE_TOOL_PLAY_RETARGET_MOTIONS_H
#define HONE_TOOL_PLAY_RETARGET_MOTIONS_H

#include "tool/options/playback_options.h"
#include "tool/play/inputs.h"

/* Loads the model of --motion-model, or sets NULL if it is not given; the caller releases it. */
int retarget_load_source(const playback_values *play, hone_model **out, report *r);

/* Finds out how the motion of `item` plays on the model: by bone names if they find most of the humanoid bones, else
 * retargeted from one humanoid to the other, with a warning. --retarget may force either. made_for: the model that the
 * motion was made for; NULL: not given. *out: the retargeted motion, which the caller releases, or NULL if the motion
 * plays unchanged. False: an error, which does not begin with "FILE: ". */
bool retarget_motion(const input *item, const hone_model *made_for, const hone_model *model,
                     const playback_values *play, report *r, hone_motion **out, hone_error *error);

#endif
