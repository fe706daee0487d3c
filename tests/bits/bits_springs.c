/* Springs: steps of jobs, and actors that jump in time. */
#include "bits/bits.h"
#include "support/make/make_springs.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/spring.h>
#include <string.h>

static make_springs avatar;

static void move_body(void *user, double frame, hone_pose *pose)
{
    make_springs_pose(user, frame / 30, pose->bones);
    memset(pose->animated, 1, pose->bone_count);
}

static void add_bones(bits_hash *hash, const hone_actor *actor)
{
    for (uint32_t b = 0; b < avatar.bone_count; b++) bits_add(hash, hone_actor_bones(actor)[b].m[0], 12);
}

/* Colliders of all kinds, centres, and limits of all kinds, at 24 pictures a second and after jumps. */
static void hash_of_actors(bits_hash *straight, bits_hash *jumping)
{
    static const double jumps[] = {400, 12.3, 333, 0, 90.5};
    for (uint32_t i = 0; i < 12; i++) {
        make_springs_fill(&avatar,
                          &(make_springs_desc){
                              .seed = 100 + i, .kind = MAKE_SPRINGS_ALL, .center = i % 2 == 1, .limits = (int)(i % 4)});
        hone_model *model = make_springs_model(&avatar, NULL, NULL);
        const hone_actor_desc desc = {.model = model,
                                      .physics = {.on = true, .options = {.exact = true, .wind = {1, 0, 0.5f}}},
                                      .edit = move_body,
                                      .edit_user = &avatar};
        hone_actor *actor = hone_actor_create(&desc, NULL);
        CHECK(actor);
        for (int k = 0; k <= 120; k++) {
            CHECK(hone_actor_update(actor, k / 24.0, NULL));
            add_bones(straight, actor);
        }
        for (size_t k = 0; k < sizeof jumps / sizeof *jumps; k++) {
            CHECK(hone_actor_update_frame(actor, jumps[k], NULL));
            add_bones(jumping, actor);
        }
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

void bits_of_springs(bits_line *line, void *user)
{
    bits_hash straight = {0}, jumping = {0};
    hash_of_actors(&straight, &jumping);
    line(user, "springs-actor", straight.value);
    line(user, "springs-seek", jumping.value);
}
