/* Cameras and lights that a clip moves, as keys of the camera and the light of a scene. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_SHOT_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_SHOT_H

#include "format/fbx/animation/part_motion.h"

/* A camera or light, by its node and its attribute. */
typedef struct fbx_shot {
    const fbx_bone_motion *motion;
    uint32_t node, attribute; /* of the bones; an object */
    bool moves;               /* whether the clip moves it, or a node above */
} fbx_shot;

/* Finds the first node with an attribute of a subclass, "Camera" or "Light", that the clip moves: of cameras the
 * default camera of the file if it has one, of lights the first directional one. Returns false if there is none. */
bool hone_fbx_find_shot(const fbx_bone_motion *motion, const char *subclass, fbx_shot *out);

/* Computes the transform of the node at a time, in the space of a model of glTF. */
void hone_fbx_shot_matrix(const fbx_shot *shot, double time, fbx_matrix *out);

/* Returns how many frames the clip has, 30 a second; 0, with a warning, if their keys could take too much memory. */
uint32_t hone_fbx_shot_frames(const fbx_animation *animation);

/* Add the keys of a camera or a light to a motion. Errors: MEMORY, FORMAT. (In camera.c and light.c.) */
bool hone_fbx_read_camera_keys(const fbx_bone_motion *motion, hone_motion_data *out);
bool hone_fbx_read_light_keys(const fbx_bone_motion *motion, hone_motion_data *out);

/* ---- keys of numbers that change linearly between them (in shot.c) ---- */

enum { FBX_SHOT_WIDTH = 8 };

/* The function that is sampled: [width] numbers at a time in seconds of the file. */
typedef void fbx_shot_sample(const void *user, double time, double out[FBX_SHOT_WIDTH]);

typedef struct fbx_shot_desc {
    const fbx_animation *animation;
    fbx_shot_sample *sample;
    const void *user;
    uint32_t width;
    uint32_t angles; /* bits of the numbers that are angles, in radians */
    double tolerances[FBX_SHOT_WIDTH];
} fbx_shot_desc;

/* Chooses the frames that need a key, so that lines between them are within the tolerances. Keys of a camera that are
 * one frame apart are a cut, so this happens only where the numbers jump. There are none if nothing changes.
 *
 * values: out: scratch, [*count] keys of FBX_SHOT_WIDTH numbers; frames: out: scratch, [*count]. */
bool hone_fbx_shot_keys(const fbx_shot_desc *desc, double (**values)[FBX_SHOT_WIDTH], uint32_t **frames,
                        uint32_t *count);

#endif
