/* Cameras that are placed by what they show: presets, orbits and turntables. */
#ifndef HONE_TOOL_PICTURE_CAMERA_SHOT_H
#define HONE_TOOL_PICTURE_CAMERA_SHOT_H

#include "tool/picture/camera_parts.h"

#include <hone/render.h>

typedef enum camera_preset {
    CAMERA_AUTO,  /* all characters, from the front of the world and a little above */
    CAMERA_FRONT, /* all characters, from the front of the first one */
    CAMERA_SIDE,  /* from its left */
    CAMERA_BACK,
    CAMERA_FULL, /* the first character, which the camera follows over the ground */
    CAMERA_BUST, /* its head and shoulders, which the camera follows */
    CAMERA_FACE,
    CAMERA_PRESET_COUNT
} camera_preset;

bool camera_preset_named(const char *name, camera_preset *out); /* "auto", "front", … */
const char *camera_preset_name(camera_preset preset);

enum { CAMERA_MOMENTS_MAX = 256 };

typedef struct camera_shot_desc {
    camera_preset preset;
    bool orbit;       /* yaw and pitch are given, in place of the preset's direction */
    float yaw, pitch; /* radians. 0, 0: the first character's front; yaw goes to its left, a pitch above 0 to above */
    float distance;   /* from the eye to the target, world; 0: so that all is in view */
    const float *look_at;     /* the target, world; NULL: the middle of what is shown */
    const char *look_at_bone; /* as bone_name_find reads it: the target, which the camera follows */
    float fov;                /* degrees; 0: 30 */
    bool turntable;           /* the camera will turn: all must be in view from all sides */
} camera_shot_desc;

typedef struct camera_shot {
    camera_shot_desc desc;
    camera_subjects subjects;
    hone_camera camera; /* its target is relative to the anchor */
    uint32_t followed;  /* index of the subject that has the anchor */
    int32_t bone;       /* of the anchor; HONE_NONE: the anchor is the origin of the world */
    float offset[3];    /* of the anchor from the bone at rest, model space */
    bool level;         /* the anchor moves over the ground only */
    bool region;        /* what is shown is a part of the first character, and `bounds` is already known */
    hone_bounds bounds; /* of what is shown, relative to the anchor */
    hone_bounds moments[CAMERA_MOMENTS_MAX][CAMERA_PART_COUNT]; /* [moment_count] of what is shown at each moment */
    uint32_t moment_count;
    char note[256]; /* a warning: why the preset is another one; "": none */
} camera_shot;

/* Begins a shot. There is at least one subject, the first character; their items must outlive the shot, and their
 * places are read at each call. Fails if no model has the bone to look at. A preset whose bones the first model lacks
 * falls back to the whole model, with a note. */
bool camera_shot_begin(camera_shot *shot, const camera_shot_desc *desc, const camera_subjects *subjects,
                       hone_error *error);

/* Adds what must be in view at a moment: the subjects in the state of their last update, if they are visible. At most
 * CAMERA_MOMENTS_MAX moments count. */
bool camera_shot_add(camera_shot *shot, hone_error *error);

/* Makes `bounds` of the moments, so that few of them do not make all others small: at each side as far as trunks reach
 * in any of them, arms in nine of ten, hair and skirts in two of three. camera_shot_finish does it too. */
void camera_shot_settle(camera_shot *shot);

/* Places the camera. aspect: width / height of the picture. */
void camera_shot_finish(camera_shot *shot, double aspect);

/* The camera for the subjects' last update. turn: 0 to 1, part of a whole turn to the character's left. */
hone_camera camera_shot_now(const camera_shot *shot, double turn);

#endif
