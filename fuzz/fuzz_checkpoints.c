/* Reads any bytes as checkpoints of physics, alone and in a file, into a world with a chain of bodies, and goes on from
 * them. */
#include "fuzz.h"
#include "support/make/make_bodies.h"
#include "tool/part/checkpoint_file.h"

#include <hone/physics.h>
#include <stdlib.h>

static hone_physics *make_physics(void)
{
    static make_bodies plan;
    make_bodies_clear(&plan);
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 3, 0, 1);
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    const hone_physics_desc desc = {.model = model, .options = {.exact = true, .settle_seconds = -1}};
    hone_physics *physics = hone_physics_create(&desc, NULL);
    hone_model_release(model);
    return physics;
}

static void use(const uint8_t *data, size_t size)
{
    static hone_physics *physics;
    checkpoint_file file;
    const uint8_t *bytes;
    size_t count;
    if (!physics && !(physics = make_physics()))
        return;
    if (checkpoint_file_open(data, size, &file, NULL))
        while (checkpoint_file_next(&file, &bytes, &count))
            if (bytes < data || count > size)
                abort();
    hone_physics_world *world = hone_physics_get_world(physics);
    if (hone_physics_world_read_checkpoints(world, data, size, NULL))
        hone_physics_world_seek_frame(world, 301, NULL);
    hone_physics_world_restart(world);
}

static hone_bytes make(unsigned kind)
{
    hone_physics *physics = make_physics();
    hone_physics_world *world = physics ? hone_physics_get_world(physics) : NULL;
    hone_bytes out = {0};
    if (world && hone_physics_world_seek_frame(world, kind % 2 * 301.0, NULL))
        require(hone_physics_world_write_checkpoints(world, &out, NULL));
    hone_physics_destroy(physics);
    return out;
}

const fuzz_target fuzz_checkpoints = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
