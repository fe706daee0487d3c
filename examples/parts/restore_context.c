#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 256 };

static bool draw(hone_renderer *renderer, hone_gpu_model *gpu_model, hone_actor *actor, hone_image *out,
                 hone_error *error)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    if (!hone_framing_add_actor(&bounds, actor, error) || !hone_image_create(SIDE, SIDE, NULL, out, error))
        return false;
    hone_draw_desc desc = {
        .width = SIDE, .height = SIDE, .camera = hone_camera_framing(&bounds, 1), .items = &item, .item_count = 1};
    return hone_renderer_draw_image(renderer, &desc, out, error);
}

/* A page calls the first line when it gets "webglcontextlost", and the others after "webglcontextrestored". */
static bool lose_and_restore(hone_renderer *renderer, hone_gpu_model *gpu_model, const hone_file_resolver *files,
                             hone_error *error)
{
    hone_renderer_lose_context(renderer);
    return hone_renderer_restore(renderer, error) && hone_gpu_model_restore(gpu_model, files, error);
}

static bool show(const hone_model *model, const hone_file_resolver *files, hone_error *error)
{
    hone_image before = {0}, after = {0};
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_gpu_model *gpu_model = renderer ? hone_gpu_model_create(renderer, model, files, error) : NULL;
    hone_actor *actor = gpu_model ? hone_actor_create(&(hone_actor_desc){.model = model}, error) : NULL;
    bool ok = actor && draw(renderer, gpu_model, actor, &before, error) &&
              lose_and_restore(renderer, gpu_model, files, error) && draw(renderer, gpu_model, actor, &after, error);
    if (ok)
        printf("after the loss of the context: %s\n", memcmp(before.pixels, after.pixels, (size_t)SIDE * SIDE * 4) == 0
                                                          ? "the same picture"
                                                          : "another picture");
    hone_image_release(&before), hone_image_release(&after);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_renderer_destroy(renderer);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: restore_context MODEL\n"), 2;
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
