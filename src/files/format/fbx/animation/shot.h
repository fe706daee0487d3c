/* Cameras and lights of a file, by the nodes at which they are. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_SHOT_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_SHOT_H

#include "files/format/common/shot.h"
#include "files/format/fbx/animation/part_motion.h"

/* A camera or light, by its node and its attribute. */
typedef struct fbx_shot {
    const fbx_bone_motion *motion;
    uint32_t node, attribute; /* of the bones; an object */
} fbx_shot;

/* Finds the next node after `after` (HONE_NONE: the first) with an attribute of a subclass: "Camera", or "Light", of
 * which only directional ones count. Returns false if there is none. attribute: out. */
bool hone_fbx_next_shot(const fbx_reader *reader, const char *subclass, int32_t after, uint32_t *node,
                        uint32_t *attribute);

/* Returns the node that is connected to a property of another one; HONE_NONE: there is none, or too many are above it.
 */
int32_t hone_fbx_shot_target(const fbx_reader *reader, uint32_t node, const char *property);

/* Whether a node or one above it has keys in this clip; whether properties of an object have. animation: NULL: in any
 * clip. False if too many nodes are above the node. */
bool hone_fbx_chain_moves(const fbx_reader *reader, const fbx_animation *animation, int32_t node);
bool hone_fbx_object_moves(const fbx_reader *reader, const fbx_animation *animation, uint32_t object);

/* Computes the transform of the node at a time, in the space of a model of glTF. */
void hone_fbx_shot_matrix(const fbx_shot *shot, double time, fbx_matrix *out);

/* Returns how many frames the clip has, 30 a second; 0, with a warning, if they are too many. */
uint32_t hone_fbx_shot_frames(const fbx_animation *animation);
/* Returns the time of the file at a frame. */
double hone_fbx_shot_time(const fbx_animation *animation, double frame);
/* Returns how many keys of `size` bytes a camera or light may have. */
uint32_t hone_fbx_shot_room(const fbx_animation *animation, size_t size);

/* Lists the cameras of the file in the model. Errors: MEMORY. */
bool hone_fbx_read_cameras(fbx_reader *reader);

/* Add the keys of a camera or a light to a motion. wanted: hone_load_desc.camera. Errors: MEMORY, FORMAT, ARGUMENT
 * (there is no such camera). (In camera.c and light.c.) */
bool hone_fbx_read_camera_keys(const fbx_bone_motion *motion, const char *wanted, hone_motion_data *out);
bool hone_fbx_read_light_keys(const fbx_bone_motion *motion, hone_motion_data *out);

#endif
