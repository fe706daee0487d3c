#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MEMBERS = 400, COLUMNS = 20, SECONDS = 2 };

/* A crowd and how it is arranged. */
typedef struct scene {
    hone_crowd_model *shared;
    hone_crowd *crowd;
    float spacing; /* world units between two members */
} scene;

/* Prepares the model and the motion for a crowd. Members far away move without fingers and toes: bones that have less
 * than a twentieth of the model's height below them. */
static hone_crowd_model *prepare(const hone_model *model, const hone_motion *motion, float height, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    uint8_t *few = malloc(skeleton->bone_count + 1);
    if (!few)
        return hone_fail_memory(error), NULL;
    hone_crowd_level_by_length(skeleton, height / 20, few);
    const hone_crowd_model_desc desc = {
        .model = model, .clip_count = 1, .clips = &motion, .level_count = 1, .levels = (const uint8_t *const[]){few}};
    hone_crowd_model *shared = hone_crowd_model_create(&desc, error);
    free(few);
    return shared;
}

/* Places the members in rows. Each plays a blend of two moments of the motion, which are its own. */
static void arrange(scene *s)
{
    double duration = hone_crowd_model_duration(s->shared, 0);
    for (uint32_t m = 0; m < MEMBERS; m++) {
        hone_crowd_play *plays = hone_crowd_writable_plays(s->crowd, m);
        float column = (float)(m % COLUMNS) - 0.5f * COLUMNS, row = floorf((float)m / COLUMNS);
        float place[3] = {column * s->spacing, 0, row * s->spacing};
        plays[0] = (hone_crowd_play){.weight = 0.7f, .seconds = duration * (m * 37 % 100) / 100, .speed = 1};
        plays[1] = (hone_crowd_play){.weight = 0.3f, .seconds = duration * (m * 61 % 100) / 100, .speed = 0.8f};
        hone_crowd_writable_places(s->crowd)[m] = hone_affine_translation(place);
    }
}

/* Plays some seconds. Those who stand far away update in every second or fourth frame, and are interpolated between. */
static bool play(scene *s, hone_workers *workers, hone_error *error)
{
    const hone_crowd_lod lods[] = {{8 * s->spacing, 1, 0}, {14 * s->spacing, 2, 0}, {0, 4, 1}};
    const float eye[3] = {0, 0, -2 * s->spacing};
    bool ok = true;
    for (int frame = 0; ok && frame < 60 * SECONDS; frame++) {
        hone_crowd_set_lods(s->crowd, eye, lods, 3); /* as often as members or the camera move */
        ok = hone_crowd_update(s->crowd, 1 / 60.0, workers, error);
    }
    return ok;
}

/* Draws all members at once: each is an instance with a palette and a place of its own. */
static bool draw(const scene *s, hone_actor *actor, const hone_file_resolver *files, hone_image *image,
                 hone_error *error)
{
    hone_renderer *renderer = hone_renderer_create(NULL, error);
    hone_gpu_model *gpu = renderer ? hone_gpu_model_create(renderer, hone_actor_model(actor), files, error) : NULL;
    hone_palette *palettes[MEMBERS] = {NULL}, poses[MEMBERS];
    hone_instance instances[MEMBERS];
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    uint32_t slots = hone_crowd_model_get_info(s->shared).slot_count;
    bool ok = gpu && hone_framing_add_actor(&bounds, actor, error) && hone_image_create(960, 540, NULL, image, error);
    for (uint32_t m = 0; ok && m < MEMBERS; m++) {
        palettes[m] = hone_palette_create(slots, NULL, error);
        ok = palettes[m] && hone_crowd_build_palette(s->crowd, m, palettes[m], error);
        instances[m] = (hone_instance){hone_crowd_writable_places(s->crowd)[m], m};
        if (ok)
            poses[m] = *palettes[m];
    }
    if (ok) {
        bounds.min[0] -= s->spacing * COLUMNS / 2, bounds.max[0] += s->spacing * COLUMNS / 2;
        hone_draw_item item = {.gpu_model = gpu,
                               .actor = actor,
                               .instances = instances,
                               .instance_count = MEMBERS,
                               .poses = poses,
                               .pose_count = MEMBERS};
        hone_draw_desc desc = {
            .width = 960, .height = 540, .background = {1, 1, 1, 1}, .items = &item, .item_count = 1};
        desc.camera = hone_camera_framing(&bounds, 960 / 540.0);
        ok = hone_renderer_draw_image(renderer, &desc, image, error);
    }
    for (uint32_t m = 0; m < MEMBERS; m++) hone_palette_destroy(palettes[m]);
    hone_gpu_model_destroy(gpu), hone_renderer_destroy(renderer);
    return ok;
}

static bool save(const scene *s, hone_actor *actor, const char *model_path, const char *path, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = ""; /* of the model: its textures are there */
    hone_path_folder(model_path, folder);
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_image image = {0};
    hone_bytes png = {0};
    bool ok = draw(s, actor, &files, &image, error) && hone_image_write_png(&image, NULL, &png, error) &&
              hone_file_write(path, png.data, png.size, error);
    hone_bytes_release(&png), hone_image_release(&image);
    return ok;
}

/* Lets 400 members of a model play a motion for two seconds, and draws them as a PNG if one is named. */
int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4)
        return fprintf(stderr, "usage: crowd MODEL MOTION [OUT.png]\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = motion ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    hone_workers *workers = hone_workers_create(0, NULL, &error);
    hone_bounds box = HONE_BOUNDS_EMPTY;
    bool ok = actor && workers && hone_framing_add_actor(&box, actor, &error);
    float height = ok && box.max[1] > box.min[1] ? box.max[1] - box.min[1] : 1;
    scene s = {.spacing = 0.8f * height};
    if (ok && (s.shared = prepare(model, motion, height, &error)))
        s.crowd = hone_crowd_create(&(hone_crowd_desc){.model = s.shared,
                                                       .member_count = MEMBERS,
                                                       .play_count = 2,
                                                       .max_threads = hone_workers_thread_count(workers),
                                                       .interpolate = true},
                                    &error);
    ok = s.crowd != NULL;
    if (ok)
        arrange(&s);
    ok = ok && play(&s, workers, &error) && (argc == 3 || save(&s, actor, argv[1], argv[3], &error));
    hone_crowd_model_info info = hone_crowd_model_get_info(s.shared);
    if (ok)
        printf("%d members of %u slots, %s\n", MEMBERS, (unsigned)info.slot_count,
               info.tables ? "sampled from tables" : "each evaluated with a rig");
    else
        fprintf(stderr, "%s\n", error.message);
    hone_crowd_destroy(s.crowd), hone_crowd_model_release(s.shared), hone_workers_destroy(workers);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
