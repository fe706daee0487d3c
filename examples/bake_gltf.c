#include <hone/hone.h>
#include <math.h>
#include <stdio.h>

/* Plays a motion on a model, with physics if it is built in, and turns what the bones do into plain keys. */
static hone_motion *bake(const hone_model *model, const hone_motion *motion, hone_error *error)
{
    hone_actor_desc desc = {.model = model};
    desc.physics = (hone_actor_physics){.on = hone_physics_available(), .options.exact = true};
    hone_actor *actor = hone_actor_create(&desc, error);
    hone_bake_report report;
    hone_bake_desc how = {.actor = actor, .tolerance = 0.00125f}; /* MMD's unit is 0.08 m: this is 0.1 mm */
    how.last_frame = (uint32_t)ceil(hone_motion_duration(motion) * HONE_FRAMES_PER_SECOND);
    hone_motion *keys = hone_actor_play(actor, motion, NULL, error).id ? hone_bake(&how, &report, error) : NULL;
    if (keys)
        printf("%llu keys, %.5f units off at most\n", (unsigned long long)report.keys_after, report.vertex_error);
    hone_actor_destroy(actor);
    return keys;
}

static bool save(const char *path, const hone_bytes *bytes, hone_error *error)
{
    if (hone_file_write(path, bytes->data, bytes->size, error))
        return true;
    hone_error_prefix(error, path); /* the message has no path */
    return false;
}

/* Writes a model with its motion as a GLB that any player can show: IK, append and physics are in the keys. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: bake_gltf MODEL MOTION OUT.glb\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_motion *keys = motion ? bake(model, motion, &error) : NULL;

    char folder[HONE_PATH_SIZE] = ""; /* of the model: its textures are there */
    hone_path_folder(argv[1], folder);
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_bytes glb = {0};
    bool ok =
        keys && hone_model_write_gltf(model, &(hone_gltf_desc){.motion = keys, .files = &files}, &glb, NULL, &error);
    ok = ok && save(argv[3], &glb, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_bytes_release(&glb);
    hone_motion_release(keys), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
