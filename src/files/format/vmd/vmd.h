/* Types and functions that the reader and the writer of VMD share. */
#ifndef HONE_SRC_FORMAT_VMD_VMD_H
#define HONE_SRC_FORMAT_VMD_VMD_H

#include <hone/format.h>

enum { /* sizes of records in bytes */
       HONE_VMD_BONE_SIZE = 111,
       HONE_VMD_MORPH_SIZE = 23,
       HONE_VMD_CAMERA_SIZE = 61,
       HONE_VMD_LIGHT_SIZE = 28,
       HONE_VMD_SHADOW_SIZE = 9,
       HONE_VMD_PROPERTY_SIZE = 9, /* without its IK states */
       HONE_VMD_STATE_SIZE = 21
};

/* The values of bytes 2 and 3 of a bone key's curves if the key switches physics off. */
enum { HONE_VMD_PHYSICS_OFF_2 = 99, HONE_VMD_PHYSICS_OFF_3 = 15 };

#endif
