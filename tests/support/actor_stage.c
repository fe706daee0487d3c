#include "support/actor_stage.h"
#include "support/make/make_motion.h"
#include "support/support.h"

actor_stage open_stage(const hone_model *model, uint32_t playing)
{
    actor_stage s = {.model = model, .actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL)};
    CHECK(s.actor);
    for (uint32_t i = 0; i < 3; i++) {
        s.motions[i] = make_motion(model, &(make_motion_desc){.seed = 7 + i, .scene = true}, NULL);
        if (i < playing)
            s.playing[i] = hone_actor_play(s.actor, s.motions[i], NULL, NULL);
        CHECK(i >= playing || s.playing[i].id);
    }
    return s;
}

void close_stage(actor_stage *s)
{
    for (int i = 0; i < 3; i++) hone_motion_release(s->motions[i]);
    hone_actor_destroy(s->actor);
}
