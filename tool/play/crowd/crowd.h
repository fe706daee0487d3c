/* Many dancers on a grid. Each copies an actor of a list and is at its own moment of the dance. */
#ifndef HONE_TOOL_PLAY_CROWD_CROWD_H
#define HONE_TOOL_PLAY_CROWD_CROWD_H

#include "tool/play/actors.h"
#include "tool/play/crowd/dancers.h"

typedef struct crowd_group {  /* the dancers that copy one actor */
    hone_instance *instances; /* [instance_count] */
    uint32_t instance_count;
    hone_palette *poses; /* [pose_count] */
    uint32_t pose_count;
    dancers dancers; /* in place of poses, if the GPU poses them */
} crowd_group;

typedef struct crowd {
    crowd_grid grid; /* count 0: there is no crowd */
    uint32_t rate;   /* frames in a second of the animation textures from which the GPU poses dancers; 0: none */
    actor_list *actor_list;
    crowd_group *groups; /* [actor_list->count] */
} crowd;

/* Dancer i copies actor i modulo the number of actors. rate: as in the struct; then call crowd_make_on_gpu for each
 * actor. Leaves the actors at frame 0. Call crowd_release in any case. */
int crowd_make(const inputs *in, actor_list *c, uint32_t count, uint32_t rate, crowd *out, report *r);
void crowd_release(crowd *c); /* while the GPU models are there */

/* Makes the animation texture of the dancers that copy an actor, which must play one motion at most. */
int crowd_make_on_gpu(crowd *c, uint32_t member, hone_gpu_model *gpu_model, report *r);

/* Moves every dancer to that frame plus its own offset; a dancer that reaches the end starts again. Leaves the actors
 * at `frame`. Returns the exit status of the command, as actor_list_update does. */
int crowd_update(crowd *c, double frame, report *r);

/* Sets the instances and poses, or the crowd on the GPU, with which the actor `member` is drawn. */
void crowd_set_poses(const crowd *c, uint32_t member, hone_draw_item *out);
#endif
