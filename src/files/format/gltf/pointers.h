/* The numbers of materials that channels of KHR_animation_pointer can move. This is the one list of them: the reader
 * and the writer follow it, and docs/formats.md says it. */
#ifndef HONE_SRC_FORMAT_GLTF_POINTERS_H
#define HONE_SRC_FORMAT_GLTF_POINTERS_H

#include <hone/model.h>

typedef struct gltf_pointer {
    const char *path; /* what follows "/materials/0/" */
    uint32_t number;  /* the first of the numbers: its place in hone_surface_state */
    uint8_t count;    /* how many numbers there are */
    /* The members of a group become one thing, such as the matrix of a map, so that a file that moves one of them says
     * all of them. They follow each other in the list. */
    uint8_t group;
} gltf_pointer;

enum { GLTF_POINTERS = 57, GLTF_POINTER_GROUPS = 34, GLTF_POINTER_NUMBERS_MOST = 4 };
extern const gltf_pointer hone_gltf_pointers[GLTF_POINTERS];

enum { GLTF_POINTER_NAME_SIZE = 64 };
/* Writes what the number `at` of a pointer is called: "baseColorFactor.r", "baseColorTexture/rotation". */
void hone_gltf_pointer_name(const gltf_pointer *pointer, uint32_t at, char out[GLTF_POINTER_NAME_SIZE]);

#endif
