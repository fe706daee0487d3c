/* The handles with which a bone is turned and moved: rings, arrows, squares.
 *
 * Call gizmo_place for each picture; hits and drags are in pixels. A drag computes the bone's edit from where it was
 * grabbed, so that rounding errors do not add up. */
#ifndef HONE_TOOL_EDIT_GIZMO_H
#define HONE_TOOL_EDIT_GIZMO_H

#include "tool/edit/edit.h"
#include "tool/overlay/camera_projection.h"
#include "tool/overlay/overlay.h"

typedef enum gizmo_mode { GIZMO_TURN, GIZMO_MOVE } gizmo_mode;
typedef enum gizmo_axes { GIZMO_LOCAL, GIZMO_PARENT, GIZMO_MODEL } gizmo_axes;

typedef enum gizmo_handle {
    GIZMO_NONE,
    GIZMO_X, /* rings around an axis, arrows along it */
    GIZMO_Y,
    GIZMO_Z,
    GIZMO_YZ, /* squares: move in a plane */
    GIZMO_ZX,
    GIZMO_XY,
    GIZMO_SCREEN, /* ring around the line of sight; moves in the picture's plane */
    GIZMO_HANDLE_COUNT
} gizmo_handle;

typedef struct gizmo {
    uint32_t bone;
    gizmo_mode mode;
    /* bit h: handle h exists. A bone that may not turn or move has none; a bone with a fixed axis has one ring (X) */
    unsigned handles;
    float origin[3];  /* world */
    float axes[3][3]; /* world, unit length, at right angles */
    bool on_light;    /* drawn on a light background; gizmo_place sets false */
    float size; /* world units, the radius of the rings and the length of the arrows: a constant number of pixels */
} gizmo;

/* Reads the actor's last update. Local axes are the bone's own (hone_bone.local_x and .local_z if it has them), parent
 * axes those of its parent, model axes those of the model. size: pixels; 0: 90. False, no handles: no such bone, not in
 * view, or it cannot be turned or moved. */
bool gizmo_place(gizmo *out, const camera_projection *s, hone_actor *actor, uint32_t bone, gizmo_mode mode,
                 gizmo_axes axes, float size);

/* The handle within 8 pixels of the pointer; of two, the one nearer to the eye. */
gizmo_handle gizmo_hit(const gizmo *g, const camera_projection *s, const float pointer[2]);

typedef struct gizmo_drag {
    gizmo at; /* the gizmo when it was grabbed */
    gizmo_handle handle;
    edit_bend bend;
    hone_affine world; /* world space from model space */
    float axis[3];     /* world: the axis of rotation or movement, or the normal of the plane of movement */
    bool edge_on;      /* a ring seen from its side: pixels along `along` turn it */
    float pixel[2];    /* where it was grabbed */
    float along[2];    /* for edge_on: radians a pixel, with the direction */
    float start[3];    /* world: the grabbed point; for a ring relative to its centre */
    float last[3];     /* for a ring: the previous point, relative to its centre */
    float turned;      /* radians so far, without snapping */
    float offset[3];   /* world, without snapping */
    /* the result for display: [0] radians of a rotation; or units of a movement along the gizmo's axes */
    float amount[3];
} gizmo_drag;

/* False: the handle cannot be dragged from this direction. GIZMO_MOVE with GIZMO_SCREEN drags a goal (or any bone)
 * without aiming at a handle. */
bool gizmo_grab(gizmo_drag *out, const gizmo *g, gizmo_handle handle, const camera_projection *s, const edit *e,
                hone_actor *actor, const float pointer[2]);

/* The bone's edit with the pointer at this place, for history_set_bone. snap: to steps of 15 degrees or 0.1 world
 * units. */
edit_bone gizmo_drag_to(gizmo_drag *d, const camera_projection *s, const float pointer[2], bool snap);

/* Adds the visible handles. hover: is drawn lighter. dragged (may be NULL): draws only its handle, and how far it
 * went. */
void gizmo_draw(const gizmo *g, const camera_projection *s, gizmo_handle hover, const gizmo_drag *dragged,
                overlay *lines, overlay *triangles);

#endif
