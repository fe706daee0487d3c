/* Crowds, as `hone render --crowd --crowd-rate` draws them. */
#include "web/crowd.h"
#include "web/actor.h"
#include "web/scene.h"
#include "web/web.h"

#include <math.h>
#include <stdlib.h>

/* `dancers` of them copy `count` characters, which crowd_widen is told first, then crowd_set. */
WEB_CALL(web_crowd *, crowd_create, uint32_t dancers_wanted, uint32_t rate, uint32_t count)
{
    web_crowd *c = calloc(1, sizeof *c + count * sizeof *c->characters);
    if (!c)
        return hone_fail_memory(&web_error), NULL;
    c->grid = crowd_grid_make(dancers_wanted, 0);
    c->rate = rate, c->count = count;
    return c;
}

WEB_CALL(void, crowd_destroy, web_crowd *c)
{
    for (uint32_t i = 0; i < c->count; i++) dancers_release(&c->characters[i]);
    free(c);
}

/* Makes room for a character, and for its whole motion (NULL: it has none). */
WEB_CALL(int, crowd_widen, web_crowd *c, const web_actor *a, const hone_motion *motion)
{
    if (motion)
        c->grid.duration = fmax(c->grid.duration, hone_frame_from_seconds(hone_motion_duration(motion)));
    return crowd_grid_widen(&c->grid, a->actor, &web_error);
}

/* The motion that an actor of a scene plays above its others; NULL: none, or the actor is not of the scene. */
WEB_CALL(const hone_motion *, scene_motion_of, const web_scene *s, const web_actor *a)
{
    const hone_motion *last = NULL;
    for (uint32_t i = 0; i < s->actors.count; i++) {
        const actor_entry *m = &s->actors.members[i];
        for (uint32_t j = 0; m->actor == a->actor && j < m->motion_count; j++)
            last = hone_motion_moves(m->motions[j]) ? m->motions[j] : last;
    }
    return last;
}

/* Makes the dancers that copy character number `index`. s: how they are evaluated; NULL: as is usual. */
WEB_CALL(int, crowd_set, web_crowd *c, uint32_t index, hone_gpu_model *gpu_model, const web_actor *a,
         const hone_motion *motion, const web_scene *s)
{
    dancers_desc desc = {.model = hone_actor_model(a->actor),
                         .gpu_model = gpu_model,
                         .motion = motion,
                         .rate = c->rate,
                         .grid = &c->grid,
                         .first = index,
                         .step = c->count};
    if (s)
        desc.rules = s->scene.play.rules;
    return dancers_make(&desc, &c->characters[index], &web_error);
}

WEB_CALL(int, crowd_update, web_crowd *c, double frame)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!dancers_update(&c->characters[i], &c->grid, frame, &web_error))
            return 0;
    return 1;
}
