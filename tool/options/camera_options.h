/* Where a camera is put from the command line: `--camera`, `--camera-orbit`, `--look-at`, `--fov`, `--turntable`. */
#ifndef HONE_TOOL_OPTIONS_CAMERA_OPTIONS_H
#define HONE_TOOL_OPTIONS_CAMERA_OPTIONS_H

#include "tool/options/options.h"
#include "tool/picture/camera_shot.h"

typedef struct camera_orbit {
    bool given;
    float yaw, pitch, distance; /* degrees; world units, 0: not given */
} camera_orbit;

typedef struct camera_target {
    const char *bone; /* as bone_name_find reads it; NULL: none */
    bool given;       /* a point */
    float point[3];   /* world */
} camera_target;

typedef struct camera_values {
    const char *source; /* "keys", a preset's name or a file; NULL: not given */
    const char *name;   /* of keys: which camera of a glTF or FBX, by number or name; NULL: the first that moves */
    camera_orbit orbit;
    camera_target target;
    float fov; /* degrees; 0: not given */
    bool turntable;
    bool is_fixed; /* of a scene file: no keys and no preset, `fixed` is the camera */
    hone_camera fixed;
} camera_values;

/* The kind of --camera: "keys" or a preset's name. */
extern const value_kind value_camera;

/* Whether an option asks for a camera that no keys move. */
bool camera_is_placed(const camera_values *v);

/* The description of the shot; only for values whose source is NULL or a preset's name. */
camera_shot_desc camera_shot_wanted(const camera_values *v);

#endif
