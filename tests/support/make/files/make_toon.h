/* Avatars of VRM 1.0 made by program, to compare pictures: a ball, a ring and a tube, each with its own material of
 * MToon. Together the files have all that MToon has. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_TOON_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_TOON_H

#include "support/make/files/make_gltf.h"

enum { MAKE_TOON_COUNT = 60, MAKE_TOON_BODIES = 3 };

/* How the file is to be drawn. Colours and directions are in glTF's space, linear. */
typedef struct make_toon_view {
    char name[128];                    /* its number and features, separated by dots */
    float yaw, pitch;                  /* degrees by which the eye is turned away from the front */
    float light[3], sky[3], ground[3]; /* direction of the light; light from above and below */
    double seconds[4];                 /* times of pictures */
    int times;
} make_toon_view;

/* Fills in the file of a number below MAKE_TOON_COUNT. */
void make_toon(make_gltf *file, int number, make_toon_view *view);

#endif
