#include <hone/hone.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays a motion on a model and prints one number for all poses and one for all vertices. They are the same on every
 * machine: in a browser, on a phone, on a server. */

/* Adds floats to a hash by their values, so that the order of bytes does not matter (FNV-1a, 32 bits at a time). */
static uint64_t add(uint64_t hash, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &numbers[i], sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static bool play(hone_actor *actor, float *positions, hone_error *error)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    uint32_t vertices = data->mesh.vertex_count, bones = data->skeleton.bone_count;
    uint64_t poses = UINT64_C(0xcbf29ce484222325), skin = poses;
    /* Kernels differ in the last bits; every machine has this one. */
    const hone_skin_out out = {.positions = {positions, vertices, 3 * sizeof *positions}, .kernel = "scalar"};
    for (int frame = 0; frame < 60; frame++) {
        if (!hone_actor_update_frame(actor, frame / 2.0, error) || !hone_actor_skin(actor, &out, error))
            return false;
        for (uint32_t b = 0; b < bones; b++) poses = add(poses, hone_actor_bones(actor)[b].m[0], 12);
        skin = add(skin, positions, 3 * (size_t)vertices);
    }
    printf("poses %016" PRIx64 ", vertices %016" PRIx64 "\n", poses, skin);
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: pose_hash MODEL MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = motion ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    float *positions = malloc(3 * sizeof *positions * (model ? hone_model_get(model)->mesh.vertex_count + 1 : 1));
    bool ok = actor && positions && hone_actor_play(actor, motion, NULL, &error).id && play(actor, positions, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    free(positions);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    return !ok;
}
