/* A fingerprint of what `hone render` draws. */
#ifndef HONE_CMD_RENDER_RENDER_FINGERPRINT_H
#define HONE_CMD_RENDER_RENDER_FINGERPRINT_H

#include "cmd/render/render_options.h"
#include "tool/play/inputs.h"

/* Two runs of the same fingerprint draw the same pictures, on the same kind of machine. It is of the content of the
 * files, textures among them, wherever they are, and of all options but those that change no picture. Files are read
 * again for it; reports one that can no longer be read. Returns the exit status. */
int render_fingerprint(const render_values *v, const inputs *in, uint64_t *out, report *r);

#endif
