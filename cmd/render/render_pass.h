/* --pass of `hone render`. */
#ifndef HONE_CMD_RENDER_RENDER_PASS_H
#define HONE_CMD_RENDER_RENDER_PASS_H

#include "cmd/render/render_options.h"
#include "tool/play/inputs.h"

/* Checks what --pass, --depth-range and --pass-ids can be given with. */
int render_pass_check(const render_values *v, report *r);

/* Writes --pass-ids, if it is given: which model and which material has which number and colour. */
int render_pass_write_ids(const render_values *v, const inputs *in, report *r);

#endif
