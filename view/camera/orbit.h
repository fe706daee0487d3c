/* The camera that a mouse turns about a point.
 *
 * In the renderer's world, where characters of every format stand upright and face -Z: "front" is the same for all.
 */
#ifndef HONE_VIEW_CAMERA_ORBIT_H
#define HONE_VIEW_CAMERA_ORBIT_H

#include <hone/motion.h>
#include <hone/render.h>

typedef struct orbit {
    float target[3]; /* what it turns about */
    float distance;  /* from the eye to it, above 0 */
    float yaw,
        pitch; /* radians, as hone_camera.angles[1] and [0]: pitch below 0 looks from above, within a right angle */
    float fov; /* vertical, degrees */
    bool orthographic;
} orbit;

#define ORBIT_DEFAULT                                                                                                  \
    {                                                                                                                  \
        {0, 10, 0}, 45, 0, 0, 30, false                                                                                \
    }

/* A camera's roll is dropped; one that looks away from its target (a distance above 0) is turned round. */
orbit orbit_from_camera(const hone_camera *camera);
hone_camera orbit_camera(const orbit *o);

/* ---- mouse ---------------------------------------------------------------------------------------------------- */

typedef enum orbit_preset { ORBIT_MMD, ORBIT_BLENDER, ORBIT_F3D, ORBIT_PRESET_COUNT } orbit_preset;

const char *orbit_preset_name(orbit_preset preset);           /* "mmd", "blender", "f3d" */
bool orbit_preset_named(const char *name, orbit_preset *out); /* false: none of that name */

enum { ORBIT_WHEEL, ORBIT_LEFT, ORBIT_MIDDLE, ORBIT_RIGHT }; /* buttons, numbered as GDK does; 0 is the wheel */
enum { ORBIT_SHIFT = 1, ORBIT_CTRL = 2, ORBIT_ALT = 4 };     /* bits of modifiers */

typedef enum orbit_action {
    ORBIT_NOTHING, /* the button is free for other things */
    ORBIT_TURN,
    ORBIT_PAN,
    ORBIT_PAN_ACROSS, /* of the wheel: sideways */
    ORBIT_PAN_UP,     /* of the wheel: up and down */
    ORBIT_DOLLY
} orbit_action;

typedef struct orbit_binding {
    orbit_action action;
    float speed;
} orbit_binding;

/* What a button does with these modifiers held. */
orbit_binding orbit_bound(orbit_preset preset, unsigned button, unsigned modifiers);

/* The whole table, for a help sheet; false past the end. */
typedef struct orbit_rule {
    unsigned button, modifiers;
    orbit_binding binding;
} orbit_rule;
bool orbit_rule_at(orbit_preset preset, uint32_t index, orbit_rule *out);

/* A drag by (dx, dy) pixels, y down, in a picture `height` pixels high. What is panned stays under the pointer, at the
 * target's depth; what is turned follows it on the near side; dragging down dollies away. */
void orbit_drag(orbit *o, orbit_binding binding, float dx, float dy, float height);
/* Notches of the wheel, above 0 towards the user, which dollies away. */
void orbit_wheel(orbit *o, orbit_binding binding, float notches, float height);

/* ---- looks ---------------------------------------------------------------------------------------------------- */

typedef enum orbit_look {
    ORBIT_LOOK_NONE,
    ORBIT_LOOK_FRONT, /* from -Z */
    ORBIT_LOOK_BACK,
    ORBIT_LOOK_LEFT, /* from -X: what is on the front view's left is near */
    ORBIT_LOOK_RIGHT,
    ORBIT_LOOK_TOP,
    ORBIT_LOOK_BOTTOM,
    ORBIT_LOOK_CORNER,    /* from the front, the right and above */
    ORBIT_LOOK_OPPOSITE,  /* from the other side */
    ORBIT_LOOK_STEP_LEFT, /* the eye goes 15 degrees */
    ORBIT_LOOK_STEP_RIGHT,
    ORBIT_LOOK_STEP_UP,
    ORBIT_LOOK_STEP_DOWN,
    ORBIT_LOOK_QUARTER_UP, /* the eye goes 90 degrees, no farther than right above */
    ORBIT_LOOK_QUARTER_DOWN,
    ORBIT_LOOK_PAN_LEFT, /* the eye and its target go a twentieth of the picture's height */
    ORBIT_LOOK_PAN_RIGHT,
    ORBIT_LOOK_PAN_UP,
    ORBIT_LOOK_PAN_DOWN,
    ORBIT_LOOK_PROJECTION /* orthographic, or back; what is at the target stays as large */
} orbit_look;

/* What a digit of the number pad (0..9) means; NONE: nothing. */
orbit_look orbit_key(orbit_preset preset, unsigned digit, unsigned modifiers);
void orbit_apply(orbit *o, orbit_look look);

/* Has all of `bounds` in view with a margin, from where it looks now. Empty bounds change nothing. aspect = width /
 * height. */
void orbit_frame(orbit *o, const hone_bounds *bounds, float aspect);

/* On the way from a (t = 0) to b (t = 1), the short way round, for animation; projection is b's from the start. */
orbit orbit_between(const orbit *a, const orbit *b, float t);

#endif
