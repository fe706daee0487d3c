/* The parts of a scene file that say what a picture shows: camera, light, picture, sound, frames. */
#ifndef HONE_TOOL_SCENE_SCENE_LOOK_H
#define HONE_TOOL_SCENE_SCENE_LOOK_H

#include "tool/scene/scene_text.h"

/* json_read_fn; to: the scene */
bool scene_camera_read(json_reader *j, const json_member *member, void *to);
bool scene_light_read(json_reader *j, const json_member *member, void *to);
bool scene_picture_read(json_reader *j, const json_member *member, void *to);
bool scene_sound_read(json_reader *j, const json_member *member, void *to);
bool scene_frames_read(json_reader *j, const json_member *member, void *to);
bool scene_rate_read(json_reader *j, const json_member *member, void *to);
bool scene_view_read(json_reader *j, const json_member *member, void *to);

/* Writes all of them, only what is given. */
bool scene_look_write(const scene *s, scene_writer *w);

#endif
