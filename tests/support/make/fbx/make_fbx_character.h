/* A small FBX character in any encoding of the format. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_CHARACTER_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_CHARACTER_H

#include "support/make/fbx/make_fbx.h"

enum { MAKE_FBX_CHARACTER_VERTICES = 12, MAKE_FBX_CHARACTER_BONES = 4 };

/* A square tube along Y, 2 m high, with rings of four vertices at 0, 1 and 2 m: mesh "Body" with one material "Skin"
 * and an embedded picture, skinned to the bones "Root" (at the origin) and its child "Tip" (1 m above). The blend shape
 * "wide" moves the last ring along X by 0.5 m. The clip "wave" lasts a second: Tip turns about Z by a right angle, and
 * wide becomes 1. A camera "Eye" looks at it. Units are centimetres. Release the bytes. */
hone_bytes make_fbx_character(const make_fbx_kind *kind);

#endif
