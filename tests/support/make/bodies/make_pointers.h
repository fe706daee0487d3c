/* A glTF file whose animation moves numbers of a material by pointers (KHR_animation_pointer). */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_POINTERS_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_POINTERS_H

#include "support/make/files/make_gltf.h"

/* What the animation moves, each from 0 to 2 s with three keys. */
typedef struct make_pointer {
    const char *path; /* what follows "/materials/1/" */
    int count;        /* of numbers */
} make_pointer;

enum { MAKE_POINTERS = 32, MAKE_POINTER_KEYS = 3 };
extern const make_pointer make_pointers[MAKE_POINTERS];

/* The number `c` of a pointer at key `k`, which is at k seconds. */
float make_pointer_value(int pointer, int k, int c);

/* Fills in a file: a textured triangle of material 1, which is a toon with all maps, and an animation. first, count:
 * which pointers it has, with an interpolation each: linear, stepped, cubic in turn if `mixed`. others: further
 * channels in JSON, each preceded by a comma; "": none. */
void make_gltf_pointers(make_gltf *file, int first, int count, bool mixed, const char *others);

#endif
