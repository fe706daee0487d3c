/* Repairs each kind of key for hone_motion_create: finite values, unit rotations, ascending frames. Arrays are
 * changed in place. Every repair is recorded in the builder as a warning with the key's frame. */
#ifndef HONE_SRC_MOTION_KEY_REPAIR_H
#define HONE_SRC_MOTION_KEY_REPAIR_H

#include <hone/motion.h>

enum { HONE_NAME_SIZE = 15, HONE_IK_NAME_SIZE = 20 }; /* bytes of CP932 that MMD keeps of a name */

/* Fills in the missing one of text and cp932, and cuts cp932 at `limit` bytes. cp932 is only derived from a text
 * that needs fewer than `limit` bytes. Returns false if out of memory. */
bool hone_repair_name(hone_builder *builder, hone_track_name *name, uint8_t limit);

typedef enum hone_repaired {
    HONE_REPAIRED_LITTLE, /* or unchanged */
    HONE_REPAIRED_MUCH,
    HONE_REPAIRED_LOST /* it had no length and became the identity */
} hone_repaired;

/* Normalises a quaternion. */
hone_repaired hone_repair_rotation(float q[4]);

/* Each function repairs all keys, sorts them, and drops keys that another one replaces. Returns false if out of
 * memory. */
bool hone_repair_bone_keys(hone_builder *builder, hone_bone_key *keys, uint32_t *count);
bool hone_repair_morph_keys(hone_builder *builder, hone_morph_key *keys, uint32_t *count);
bool hone_repair_camera_keys(hone_builder *builder, hone_camera_key *keys, uint32_t *count);
bool hone_repair_light_keys(hone_builder *builder, hone_light_key *keys, uint32_t *count);
bool hone_repair_shadow_keys(hone_builder *builder, hone_shadow_key *keys, uint32_t *count);
bool hone_repair_property_keys(hone_builder *builder, hone_property_key *keys, uint32_t *count);

#endif
