/* Many characters of one model in a picture, posed by a vertex shader. */
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 40, WIDTH = 960, HEIGHT = 540 };

/* What a crowd needs, and how far apart its members are: world units. */
typedef struct scene {
    hone_renderer *renderer;
    hone_gpu_model *gpu_model;
    hone_actor *actor; /* its materials and morphs are those of all */
    hone_crowd_model *shared;
    hone_crowd *crowd;
    hone_gpu_crowd *on_gpu;
    float spacing;
} scene;

/* Places the members in rows, each at another moment of the motion. */
static void arrange(const scene *s, uint32_t count)
{
    for (uint32_t m = 0; m < count; m++) {
        float column = (float)(m % COLUMNS) - 0.5f * COLUMNS, row = floorf((float)m / COLUMNS);
        const float place[3] = {column * s->spacing, 0, row * s->spacing};
        *hone_crowd_writable_plays(s->crowd, m) = (hone_crowd_play){.weight = 1, .seconds = 0.37 * m, .speed = 1};
        hone_crowd_writable_places(s->crowd)[m] = hone_affine_translation(place);
    }
}

static bool make(scene *s, const hone_model *model, const hone_motion *motion, const hone_file_resolver *files,
                 uint32_t count, hone_error *error)
{
    s->actor = hone_actor_create(&(hone_actor_desc){.model = model}, error);
    s->renderer = s->actor ? hone_renderer_create(NULL, error) : NULL;
    s->gpu_model = s->renderer ? hone_gpu_model_create(s->renderer, model, files, error) : NULL;
    s->shared =
        hone_crowd_model_create(&(hone_crowd_model_desc){.model = model, .clip_count = 1, .clips = &motion}, error);
    if (s->gpu_model && s->shared)
        s->on_gpu = hone_gpu_crowd_create(
            &(hone_gpu_crowd_desc){.gpu_model = s->gpu_model, .crowd_model = s->shared, .rate = 30}, error);
    if (s->on_gpu)
        s->crowd =
            hone_crowd_create(&(hone_crowd_desc){.model = s->shared, .member_count = count, .play_count = 1}, error);
    return s->crowd != NULL;
}

static void destroy(scene *s)
{
    hone_gpu_crowd_destroy(s->on_gpu), hone_gpu_model_destroy(s->gpu_model), hone_renderer_destroy(s->renderer);
    hone_crowd_destroy(s->crowd), hone_crowd_model_release(s->shared), hone_actor_destroy(s->actor);
}

/* A game does this in every frame: clocks go on, and what the members play is sent, no palettes. */
static bool draw(const scene *s, const hone_bounds *bounds, hone_image *image, hone_error *error)
{
    const hone_draw_item item = {.gpu_model = s->gpu_model, .actor = s->actor, .crowd = s->on_gpu};
    const hone_draw_desc desc = {.width = WIDTH,
                                 .height = HEIGHT,
                                 .background = {1, 1, 1, 1},
                                 .camera = hone_camera_framing(bounds, (double)WIDTH / HEIGHT),
                                 .items = &item,
                                 .item_count = 1};
    return hone_crowd_advance(s->crowd, 1 / 60.0, error) && hone_gpu_crowd_set_members(s->on_gpu, s->crowd, error) &&
           hone_renderer_draw_image(s->renderer, &desc, image, error);
}

static bool save(const scene *s, hone_bounds bounds, const char *path, hone_error *error)
{
    hone_image image = {0};
    hone_bytes png = {0};
    bounds.min[0] -= s->spacing * COLUMNS / 2, bounds.max[0] += s->spacing * COLUMNS / 2;
    bool ok = hone_image_create(WIDTH, HEIGHT, NULL, &image, error) && draw(s, &bounds, &image, error) &&
              hone_image_write_png(&image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    hone_bytes_release(&png), hone_image_release(&image);
    return ok;
}

/* Draws members of a model that play a motion, a thousand if no number is given. */
int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5)
        return fprintf(stderr, "usage: crowd_on_gpu MODEL MOTION OUT.png [MEMBERS]\n"), 2;
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = ""; /* of the model: its textures are there */
    hone_path_folder(argv[1], folder);
    const hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    scene s = {0};
    uint32_t count = argc == 5 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1000;
    bool ok =
        motion && make(&s, model, motion, &files, count, &error) && hone_framing_add_actor(&bounds, s.actor, &error);
    if (ok) {
        s.spacing = 0.8f * (bounds.max[1] - bounds.min[1]);
        arrange(&s, count);
        ok = save(&s, bounds, argv[3], &error);
    }
    const hone_gpu_crowd_info info = hone_gpu_crowd_get_info(s.on_gpu);
    if (ok)
        printf("%u members of %u bytes, %u frames; no vertex is further off than %.3g\n", (unsigned)info.member_count,
               (unsigned)info.member_size, (unsigned)info.frame_count, info.error);
    else
        fprintf(stderr, "%s\n", error.message);
    destroy(&s);
    hone_motion_release(motion);
    hone_model_release(model);
    return ok ? 0 : 1;
}
