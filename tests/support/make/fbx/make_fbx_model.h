/* Models of FBX files that a test has made. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_MODEL_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_MODEL_H

#include "support/make/fbx/make_fbx.h"

#include <hone/model.h>

/* Whether this build of hone reads files of a kind: compressed arrays need a library. */
bool make_fbx_is_readable(const make_fbx_kind *kind);
/* Loads a file, which it releases. The test fails with the message if that is not possible. */
hone_model *make_fbx_model(hone_bytes file, bool strict);
/* Whether a warning of a model contains a text. */
bool make_fbx_warns(const hone_model *model, const char *text);

#endif
