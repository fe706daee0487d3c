/* The brush: which vertices a touch changes, and how much. */
#ifndef HONE_VIEW_PAINT_BRUSH_H
#define HONE_VIEW_PAINT_BRUSH_H

#include "tool/edit/weight_table.h"
#include "view/edit/history.h"

typedef enum brush_mode { BRUSH_ADD, BRUSH_SUBTRACT, BRUSH_SMOOTH } brush_mode;

typedef struct brush {
    brush_mode mode;
    float strength; /* 0..1: the change in the middle of one touch */
    float radius;   /* model space */
    bool through;   /* everything around the line of sight; else the connected surface around the point */
    bool mirror;    /* the other side of the model, too */
} brush;

/* Where it touches, in model space, in the current pose. */
typedef struct brush_touch {
    float point[3];            /* on the surface */
    float direction[3];        /* of the line of sight, any length */
    uint32_t vertex;           /* the corner of the touched triangle nearest to the point */
    const float (*skinned)[3]; /* [vertex_count] positions */
    const bool *hidden;        /* [material_count] materials that are not painted; NULL: none */
} brush_touch;

/* The data that painting a model needs besides its weights. */
typedef struct painter painter;

painter *painter_create(const hone_model *model, hone_error *error); /* errors: MEMORY */
void painter_destroy(painter *p);                                    /* NULL is fine */

/* Locked bones keep their weights. An index out of range is ignored. */
void painter_lock(painter *p, uint32_t bone, bool locked);
bool painter_is_locked(const painter *p, uint32_t bone);
uint32_t painter_locked_count(const painter *p);

int32_t painter_mirrored_bone(const painter *p, uint32_t bone); /* itself: it has no other side */

/* The share of the brush's strength that each vertex gets: (1 - (d / radius)^2)^2. out: [vertex_count]. d is the
 * distance to the point, of vertices that edges within the radius connect with it; or with `through` to the line of
 * sight. False: out of memory. */
bool painter_reach(painter *p, const brush *b, const brush_touch *touch, float *out);

/* Touches the model once: changes weights through the history, in its open command. ADD and SUBTRACT change those of
 * `bone`, SMOOTH moves all weights towards the mean of the neighbours. With `mirror` the side of the touched point is
 * copied to the other one. False: out of memory. */
bool painter_touch(painter *p, history *h, edit *e, const brush *b, int32_t bone, const brush_touch *touch);

/* Makes weights that do not add up to 1 do so; of all vertices. One command, unless one is open. */
bool painter_normalise(painter *p, history *h, edit *e);
/* All vertices as in the model. One command, unless one is open. */
bool painter_reset(history *h, edit *e);

#endif
