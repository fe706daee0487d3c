/* The options of playback in a scene file: its object "playback", with the names and values of the command line. */
#ifndef HONE_TOOL_SCENE_SCENE_PLAYBACK_H
#define HONE_TOOL_SCENE_SCENE_PLAYBACK_H

#include "tool/scene/scene_text.h"

bool scene_playback_read(json_reader *j, const json_member *member, void *to); /* to: the scene */
bool scene_playback_write(const scene *s, scene_writer *w);

#endif
