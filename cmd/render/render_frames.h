/* The frames that `hone render` draws. */
#ifndef HONE_CMD_RENDER_RENDER_FRAMES_H
#define HONE_CMD_RENDER_RENDER_FRAMES_H

#include "cmd/render/render_options.h"
#include "tool/play/inputs.h"

/* Makes --frame or --frames of --time. */
int render_take_time(render_values *v, report *r);

/* Sets the frames to draw. For a film or a sequence without --frames that is the whole duration of the motions, at
 * --fps pictures a second. */
int render_choose_frames(render_values *v, const inputs *in, report *r);

/* The frames to draw. */
number_range render_range(const render_values *v);

/* The frames that the automatic camera looks at. For a crowd that is the whole dance, since its dancers are at
 * different moments of it. */
number_range render_camera_range(const render_values *v, const inputs *in);

#endif
