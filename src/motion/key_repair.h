/* What hone_motion_create does to each kind of key: finite values, unit rotations, ascending frames. Arrays are changed
 * where they lie; every mend is noted in the builder, its place being the key's frame. */
#ifndef HONE_SRC_MOTION_KEY_REPAIR_H
#define HONE_SRC_MOTION_KEY_REPAIR_H

#include <hone/motion.h>

enum { HONE_NAME_SIZE = 15, HONE_IK_NAME_SIZE = 20 }; /* bytes of CP932 that MMD keeps of a name */

/* Fills in text, or cp932 of a text below `limit` bytes of it, whichever is not there, and cuts cp932 at `limit`. False
 * if out of memory. */
bool hone_repair_name(hone_builder *builder, hone_track_name *name, uint8_t limit);

typedef enum hone_repaired {
    HONE_MENDED_LITTLE, /* or not at all */
    HONE_MENDED_MUCH,
    HONE_MENDED_LOST /* it had no length and is the identity now */
} hone_repaired;

/* Brings a quaternion to unit length. */
hone_repaired hone_repair_rotation(float q[4]);

/* Each mends all keys, sorts them and drops those that another one replaces. False if out of memory. */
bool hone_repair_bone_keys(hone_builder *builder, hone_bone_key *keys, uint32_t *count);
bool hone_repair_morph_keys(hone_builder *builder, hone_morph_key *keys, uint32_t *count);
bool hone_repair_camera_keys(hone_builder *builder, hone_camera_key *keys, uint32_t *count);
bool hone_repair_light_keys(hone_builder *builder, hone_light_key *keys, uint32_t *count);
bool hone_repair_shadow_keys(hone_builder *builder, hone_shadow_key *keys, uint32_t *count);
bool hone_repair_property_keys(hone_builder *builder, hone_property_key *keys, uint32_t *count);

#endif
