/* Where the sections of a VMD are, from their counts. */
#ifndef HONE_SRC_FORMAT_VMD_LAYOUT_H
#define HONE_SRC_FORMAT_VMD_LAYOUT_H

#include <hone/base.h>

/* The sections in the order of the file. */
typedef enum vmd_kind { VMD_BONES, VMD_MORPHS, VMD_CAMERAS, VMD_LIGHTS, VMD_SHADOWS, VMD_PROPERTIES } vmd_kind;

/* Returns the count of a section that begins at `at`: the one that is written there, unless the rest of the file cannot
 * be sections then, and can with another count, of which the nearest is taken. A wrong count would make records of what
 * follows, and lose that. */
uint32_t hone_vmd_count(const uint8_t *at, const uint8_t *end, vmd_kind kind);

#endif
