/* A scene file with a value for every member. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_SCENE_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_SCENE_H

#include <stddef.h>

extern const char make_scene_text[];
extern const size_t make_scene_size; /* without the NUL */

#endif
