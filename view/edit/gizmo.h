/* The handles by which a bone is turned and moved: rings, arrows, squares.
 *
 * Placed anew for each picture (gizmo_place), hit and dragged in pixels. A drag answers what the bone's edit is now,
 * counted from where it was grabbed, so that nothing adds up.
 */
#ifndef HONE_VIEW_EDIT_GIZMO_H
#define HONE_VIEW_EDIT_GIZMO_H

#include "view/camera/camera_projection.h"
#include "view/edit/edit.h"
#include "view/overlay/overlay.h"

typedef enum gizmo_mode { GIZMO_TURN, GIZMO_MOVE } gizmo_mode;
typedef enum gizmo_axes { GIZMO_LOCAL, GIZMO_PARENT, GIZMO_MODEL } gizmo_axes;

typedef enum gizmo_handle {
    GIZMO_NONE,
    GIZMO_X, /* rings about an axis, arrows along it */
    GIZMO_Y,
    GIZMO_Z,
    GIZMO_YZ, /* squares: moves in a plane */
    GIZMO_ZX,
    GIZMO_XY,
    GIZMO_SCREEN, /* ring about the line of sight; moves in the picture's plane */
    GIZMO_HANDLE_COUNT
} gizmo_handle;

typedef struct gizmo {
    uint32_t bone;
    gizmo_mode mode;
    unsigned handles; /* bit h: handle h is there. A bone that may not turn or move has none; a fixed axis leaves one
                         ring (X) */
    float origin[3];  /* world */
    float axes[3][3]; /* world, unit length, at right angles */
    bool on_light;    /* drawn on a light background; gizmo_place: false */
    float size;       /* world units of the rings' radius and the arrows' length: the same pixels at any distance */
} gizmo;

/* Of the actor's last update. Local axes are the bone's own (hone_bone.local_x and .local_z where it has them), the
 * parent's those of its parent, the model's those of the model. size: pixels; 0: 90. False, no handles: there is no
 * such bone, it is not in sight, or it offers nothing. */
bool gizmo_place(gizmo *out, const camera_projection *s, hone_actor *actor, uint32_t bone, gizmo_mode mode,
                 gizmo_axes axes, float size);

/* The handle under the pointer, within 8 pixels; the nearer to the eye of two. */
gizmo_handle gizmo_hit(const gizmo *g, const camera_projection *s, const float pointer[2]);

typedef struct gizmo_drag {
    gizmo at; /* where it was grabbed */
    gizmo_handle handle;
    edit_bend bend;
    hone_affine world; /* from model */
    float axis[3];     /* world: what is turned about, or moved along, or the normal of the plane moved in */
    bool edge_on;      /* a ring seen from its side: pixels along `along` turn it */
    float pixel[2];    /* where it was grabbed */
    float along[2];    /* of edge_on: radians a pixel, with its direction */
    float start[3];    /* world: the grabbed point; of a ring from its middle */
    float last[3];     /* of a ring: the last point, from its middle */
    float turned;      /* radians so far, without snapping */
    float way[3];      /* world, without snapping */
    float amount[3];   /* what was done, for people: [0] radians of a turn; units of a move along the gizmo's axes */
} gizmo_drag;

/* False: the handle cannot be dragged as it lies. GIZMO_MOVE with GIZMO_SCREEN is how a goal (or any bone) is dragged
 * without aiming at a handle. */
bool gizmo_grab(gizmo_drag *out, const gizmo *g, gizmo_handle handle, const camera_projection *s, const edit *e,
                hone_actor *actor, const float pointer[2]);

/* The bone's edit with the pointer here: history_set_bone takes it. snap: whole steps of 15 degrees, 0.1 unit of the
 * world. */
edit_bone gizmo_drag_to(gizmo_drag *d, const camera_projection *s, const float pointer[2], bool snap);

/* Adds what is to be seen. hover: drawn lighter; dragged (may be NULL): only its handle, and how far it went. */
void gizmo_draw(const gizmo *g, const camera_projection *s, gizmo_handle hover, const gizmo_drag *dragged,
                overlay *lines, overlay *triangles);

#endif
