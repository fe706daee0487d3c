/* The orbit camera: the mouse turns it around a point.
 *
 * It is in the renderer's world, where characters of every format stand upright and face -Z: "front" is the same for
 * all. */
#ifndef HONE_VIEW_CAMERA_ORBIT_H
#define HONE_VIEW_CAMERA_ORBIT_H

#include <hone/motion.h>
#include <hone/render.h>

typedef struct orbit {
    float target[3]; /* the point that it turns around */
    float distance;  /* from the eye to the target, above 0 */
    float yaw,
        pitch; /* radians, as hone_camera.angles[1] and [0]: a negative pitch looks from above; within a right angle */
    float fov; /* vertical field of view, degrees */
    bool orthographic;
} orbit;

#define ORBIT_DEFAULT                                                                                                  \
    {                                                                                                                  \
        {0, 10, 0}, 45, 0, 0, 30, false                                                                                \
    }

/* Drops the camera's roll. A camera that looks away from its target (a distance above 0) is turned around. */
orbit orbit_from_camera(const hone_camera *camera);
hone_camera orbit_camera(const orbit *o);

/* ---- mouse ---------------------------------------------------------------------------------------------------- */

typedef enum orbit_preset { ORBIT_MMD, ORBIT_BLENDER, ORBIT_F3D, ORBIT_PRESET_COUNT } orbit_preset;

const char *orbit_preset_name(orbit_preset preset);           /* "mmd", "blender", "f3d" */
bool orbit_preset_named(const char *name, orbit_preset *out); /* false: no preset has that name */

enum { ORBIT_WHEEL, ORBIT_LEFT, ORBIT_MIDDLE, ORBIT_RIGHT }; /* mouse buttons, numbered as in GDK; 0 is the wheel */
enum { ORBIT_SHIFT = 1, ORBIT_CTRL = 2, ORBIT_ALT = 4 };     /* bit mask of modifiers */

typedef enum orbit_action {
    ORBIT_NOTHING, /* the button has no camera action */
    ORBIT_TURN,
    ORBIT_PAN,
    ORBIT_PAN_ACROSS, /* for the wheel: sideways */
    ORBIT_PAN_UP,     /* for the wheel: up and down */
    ORBIT_DOLLY
} orbit_action;

typedef struct orbit_binding {
    orbit_action action;
    float speed;
} orbit_binding;

/* The action of a button with these modifiers held. */
orbit_binding orbit_bound(orbit_preset preset, unsigned button, unsigned modifiers);

/* Lists all rules, for the help window; false past the end. */
typedef struct orbit_rule {
    unsigned button, modifiers;
    orbit_binding binding;
} orbit_rule;
bool orbit_rule_at(orbit_preset preset, uint32_t index, orbit_rule *out);

/* Applies a drag by (dx, dy) pixels, y down, in a picture `height` pixels high. Panning keeps the point at the target's
 * depth under the pointer; turning makes the near side follow it; dragging down dollies away. */
void orbit_drag(orbit *o, orbit_binding binding, float dx, float dy, float height);
/* Applies notches of the wheel. Above 0 is towards the user, which dollies away. */
void orbit_wheel(orbit *o, orbit_binding binding, float notches, float height);

/* ---- preset views --------------------------------------------------------------------------------------------- */

typedef enum orbit_view {
    ORBIT_VIEW_NONE,
    ORBIT_VIEW_FRONT, /* from -Z */
    ORBIT_VIEW_BACK,
    ORBIT_VIEW_LEFT, /* from -X: the side that is left in the front view is near */
    ORBIT_VIEW_RIGHT,
    ORBIT_VIEW_TOP,
    ORBIT_VIEW_BOTTOM,
    ORBIT_VIEW_CORNER,    /* from the front, the right and above */
    ORBIT_VIEW_OPPOSITE,  /* from the opposite side */
    ORBIT_VIEW_STEP_LEFT, /* moves the eye by 15 degrees */
    ORBIT_VIEW_STEP_RIGHT,
    ORBIT_VIEW_STEP_UP,
    ORBIT_VIEW_STEP_DOWN,
    ORBIT_VIEW_QUARTER_UP, /* moves the eye by 90 degrees, at most to the top */
    ORBIT_VIEW_QUARTER_DOWN,
    ORBIT_VIEW_PAN_LEFT, /* moves the eye and its target by a twentieth of the picture's height */
    ORBIT_VIEW_PAN_RIGHT,
    ORBIT_VIEW_PAN_UP,
    ORBIT_VIEW_PAN_DOWN,
    ORBIT_VIEW_PROJECTION /* toggles the orthographic projection; objects at the target keep their size */
} orbit_view;

/* The action of a digit of the number pad (0..9); NONE: no action. */
orbit_view orbit_key(orbit_preset preset, unsigned digit, unsigned modifiers);
/* front: the yaw of views from the front, radians; others of the same height turn with it. */
void orbit_apply(orbit *o, orbit_view view, float front);

/* A camera in numbers, as `hone render --camera-orbit` and --fov take them. `front`: the yaw from which the character
 * is seen from the front, radians. */
typedef enum orbit_number { ORBIT_YAW, ORBIT_PITCH, ORBIT_DISTANCE, ORBIT_FIELD, ORBIT_NUMBERS } orbit_number;
/* Degrees: the yaw from the front to the character's left, -180 to 180; the pitch to above; the field of view. */
double orbit_get_number(const orbit *o, orbit_number which, float front);
void orbit_set_number(orbit *o, orbit_number which, double value, float front);

/* Turns the eye about the target by radians, to its left. */
void orbit_turn(orbit *o, float yaw);

/* Moves the camera so that all of `bounds` is in view with a margin, in the current direction. Empty bounds change
 * nothing. aspect = width / height. */
void orbit_frame(orbit *o, const hone_bounds *bounds, float aspect);

/* Interpolates from a (t = 0) to b (t = 1) the short way around, for animation. The projection is that of b. */
orbit orbit_between(const orbit *a, const orbit *b, float t);

#endif
