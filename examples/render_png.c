#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* Draws the actor as it stands, from a camera that has all of it in view. No display and no GPU is needed. */
static bool draw(hone_actor *actor, const hone_file_resolver *files, hone_image *image, hone_error *error)
{
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_gpu_model *gpu = renderer ? hone_gpu_model_create(renderer, hone_actor_model(actor), files, error) : NULL;
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    bool ok = gpu && hone_framing_add_actor(&bounds, actor, error) && hone_image_create(640, 480, NULL, image, error);
    if (ok) {
        hone_draw_item item = {.gpu_model = gpu, .actor = actor};
        hone_draw_desc desc = {
            .width = 640, .height = 480, .background = {1, 1, 1, 1}, .items = &item, .item_count = 1};
        desc.camera = hone_camera_framing(&bounds, 640 / 480.0);
        ok = hone_renderer_draw_image(renderer, &desc, image, error);
    }
    hone_gpu_model_destroy(gpu);
    hone_renderer_destroy(renderer);
    return ok;
}

static bool save_png(const hone_image *image, const char *path, hone_error *error)
{
    hone_bytes png = {0};
    bool ok = hone_image_write_png(image, NULL, &png, error);
    if (ok && !hone_file_write(path, png.data, png.size, error))
        ok = false, hone_error_prefix(error, path); /* the message has no path */
    hone_bytes_release(&png);
    return ok;
}

/* Renders a model at a time of a motion as a PNG. */
int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, "usage: render_png MODEL MOTION SECONDS OUT.png\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);

    char folder[HONE_PATH_SIZE] = ""; /* of the model: its textures are there */
    hone_path_folder(argv[1], folder);
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_image image = {0};
    bool ok = hone_actor_play(actor, motion, NULL, &error).id;
    ok = ok && hone_actor_update(actor, strtod(argv[3], NULL), &error);
    ok = ok && draw(actor, &files, &image, &error) && save_png(&image, argv[4], &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_image_release(&image);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
