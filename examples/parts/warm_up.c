#include <hone/hone.h>
#include <stdio.h>

enum { SIDE = 256 };

/* A page calls hone_renderer_warm_up once for each picture of its progress bar; here the bar is a line each. */
static bool warm_up(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    hone_warm_up now = {0}, shown = {0};
    do {
        if (!hone_renderer_warm_up(renderer, desc, &now, error))
            return false;
        if (now.done != shown.done)
            printf("%u of %u programs\n", (unsigned)now.done, (unsigned)now.total);
        shown = now;
    } while (now.done < now.total);
    return true;
}

static bool show(const hone_model *model, const hone_file_resolver *files, hone_error *error)
{
    hone_image image = {0};
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_gpu_model *gpu_model = renderer ? hone_gpu_model_create(renderer, model, files, error) : NULL;
    hone_actor *actor = gpu_model ? hone_actor_create(&(hone_actor_desc){.model = model}, error) : NULL;
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    hone_draw_desc desc = {.width = SIDE,
                           .height = SIDE,
                           .camera = HONE_CAMERA_DEFAULT,
                           .items = &item,
                           .item_count = 1,
                           .gpu_skin = HONE_GPU_SKIN_TEXTURE};
    bool ok = actor && warm_up(renderer, &desc, error) && hone_image_create(SIDE, SIDE, NULL, &image, error) &&
              hone_renderer_draw_image(renderer, &desc, &image, error);
    if (ok)
        printf("a picture of %u x %u pixels, drawn by %s\n", (unsigned)image.width, (unsigned)image.height,
               hone_renderer_name(renderer));
    hone_image_release(&image);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_renderer_destroy(renderer);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: warm_up MODEL\n"), 2;
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(argv[1], folder);
    const hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    bool ok = model && show(model, &files, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_model_release(model);
    return !ok;
}
