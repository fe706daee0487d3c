/* A picture of an actor as it stands, which several examples draw. render_png.c explains the calls. */
#ifndef HONE_EXAMPLES_DRAW_ACTOR_H
#define HONE_EXAMPLES_DRAW_ACTOR_H

#include <hone/hone.h>

/* model_path: its folder has the textures. path: the PNG. */
static inline bool draw_actor(hone_actor *actor, const char *model_path, const char *path, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(model_path, folder);
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_gpu_model *gpu = renderer ? hone_gpu_model_create(renderer, hone_actor_model(actor), &files, error) : NULL;
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    hone_image image = {0};
    hone_bytes png = {0};
    bool ok = gpu && hone_framing_add_actor(&bounds, actor, error) && hone_image_create(640, 640, NULL, &image, error);
    if (ok) {
        hone_draw_item item = {.gpu_model = gpu, .actor = actor};
        hone_draw_desc desc = {
            .width = 640, .height = 640, .background = {1, 1, 1, 1}, .items = &item, .item_count = 1};
        desc.camera = hone_camera_framing(&bounds, 1);
        ok = hone_renderer_draw_image(renderer, &desc, &image, error) &&
             hone_image_write_png(&image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    }
    hone_bytes_release(&png), hone_image_release(&image);
    hone_gpu_model_destroy(gpu), hone_renderer_destroy(renderer);
    return ok;
}

#endif
