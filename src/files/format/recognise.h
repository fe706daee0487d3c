/* Recognises texts whose formats have no fixed first bytes. They begin behind a byte order mark. */
#ifndef HONE_SRC_FORMAT_RECOGNISE_H
#define HONE_SRC_FORMAT_RECOGNISE_H

#include <stdbool.h>
#include <stddef.h>

/* A glTF file is a JSON object: a brace, followed by a name or by the closing brace. */
bool hone_recognise_gltf(const char *bytes, size_t size);

/* A text file of FBX begins with a comment that names the format, or with the node FBXHeaderExtension. */
bool hone_recognise_fbx(const char *bytes, size_t size);

/* A BVH begins with HIERARCHY, after white space and comments. */
bool hone_recognise_bvh(const char *bytes, size_t size);

/* An accessory text has no first word of its own: its second line is the name of an .x, its third one a number. */
bool hone_recognise_vac(const char *bytes, size_t size);

#endif
