/* A scene of the page: what a scene file says, and the actors of its models. */
#ifndef HONE_WEB_SCENE_H
#define HONE_WEB_SCENE_H

#include "tool/picture/picture.h"
#include "tool/play/actors.h"

typedef struct web_scene {
    scene scene;
    char *folder; /* of its file; paths are written relative to it */
    char *path;   /* NULL: it is new */
    inputs inputs;
    actor_list actors;
    picture_keys keys;
    hone_motion *given[3]; /* of the camera, the light and the shadow, by the page; retained */
    report report;
    char *lines; /* what the report has printed */
    size_t lines_size;
} web_scene;

#endif
