/* Motions made for other rigs than the one that plays them. */
#ifndef HONE_TOOL_RETARGET_MOTIONS_H
#define HONE_TOOL_RETARGET_MOTIONS_H

#include "tool/inputs.h"
#include "tool/playback_options.h"

/* The model that --motion-model names, or NULL where there is none; its caller releases it. */
int retarget_load_source(const playback_values *play, hone_model **out, report *r);

/* The motion of `item` as one for the model: by names where most of a human's bones are found by them, else from one
 * humanoid to the other, which a warning says; as --retarget has it. made_for: on which it was made; NULL: nobody said.
 * *out: its caller releases it; NULL: the motion as it is. False with an error that does not say "FILE: ". */
bool retarget_motion(const input *item, const hone_model *made_for, const hone_model *model,
                     const playback_values *play, report *r, hone_motion **out, hone_error *error);

#endif
