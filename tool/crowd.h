/* Many dancers of the cast on a grid, each at a moment of the dance of its own. */
#ifndef HONE_TOOL_CROWD_H
#define HONE_TOOL_CROWD_H

#include "tool/actors.h"

#include <hone/render.h>

typedef struct crowd_group {  /* the dancers of one member */
    hone_instance *instances; /* [instance_count] */
    uint32_t instance_count;
    hone_palette *poses; /* [pose_count] */
    uint32_t pose_count;
} crowd_group;

typedef struct crowd {
    uint32_t count, columns, rows; /* of dancers; count 0: there is no crowd */
    double duration;               /* of the dance, in frames */
    float spacing;
    actor_list *actor_list;
    crowd_group *groups; /* [cast->count] */
} crowd;

/* Dancer i is member i modulo their count. Members stand as at frame 0 afterwards. Release in any case. */
int crowd_make(const inputs *in, actor_list *c, uint32_t count, crowd *out, report *r);
void crowd_release(crowd *c);

/* Everybody to that frame, plus what he is ahead; who comes to the end starts again. The cast's actors are at that
 * frame afterwards. */
void crowd_update(crowd *c, double frame, report *r);

/* What member `member` is drawn as. */
void crowd_place(const crowd *c, uint32_t member, hone_draw_item *out);

/* Bounds of one dancer in the middle become those of all. */
void crowd_spread(const crowd *c, hone_bounds *bounds);

#endif
