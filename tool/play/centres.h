/* Centres of rotation that are kept in a file beside a model. */
#ifndef HONE_TOOL_PLAY_CENTRES_H
#define HONE_TOOL_PLAY_CENTRES_H

#include "tool/play/actors.h"

/* Does what actor_list_make does. Before that, the first model gets the centres of the file of --centres; if there is
 * no file, they are computed and written to it. It is for programs that may write files: pages have none. */
int actor_list_make_with_centres(const inputs *in, const playback_values *play, bool simulate, actor_list *out,
                                 report *r);

#endif
