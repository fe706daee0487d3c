/* hone render --checkpoints: a file that is written by a run that draws nothing, and from which parts begin. */
#ifndef HONE_CMD_RENDER_RENDER_CHECKPOINTS_H
#define HONE_CMD_RENDER_RENDER_CHECKPOINTS_H

#include "cmd/render/render_options.h"
#include "tool/part/checkpoint_file.h"
#include "tool/play/actors.h"

typedef struct render_checkpoints {
    const char *path;
    bool writes;          /* the file is to be written, and nothing is drawn */
    checkpoint_file file; /* as it was read; or its head, to be written */
    hone_bytes bytes;     /* of the file */
} render_checkpoints;

int render_checkpoints_check(const render_values *v, bool moving, report *r);

/* Without --part: prepares writing. *finished: the file is there already, and is that of these inputs. With --part:
 * reads the file. Release it in any case. */
int render_checkpoints_open(const render_values *v, const inputs *in, render_checkpoints *out, bool *finished,
                            report *r);
void render_checkpoints_release(render_checkpoints *c);

/* Gives the actors what was read. */
int render_checkpoints_use(const render_checkpoints *c, actor_list *actors, report *r);

/* Simulates up to a frame, and writes the file. bounds: of the automatic camera; NULL: there is none. */
int render_checkpoints_write(render_checkpoints *c, actor_list *actors, double last, const hone_bounds *bounds,
                             report *r);

#endif
