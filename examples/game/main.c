/* A small game: a character walks, runs and turns on hills, looks at a lantern, waves, and its hair moves; a hundred
 * others dance. hero.c and dancers.c are hone's part of it; the rest is what every game has. */
#include "control.h"
#include "samples/samples.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, SAMPLES = 4 };

static const char usage[] =
    "usage: game [--script] [--frames N] [--size WIDTHxHEIGHT] [--camera YAW,PITCH,DISTANCE] [--picture OUT.png]\n"
    "            [MODEL [IDLE WALK RUN WAVE [DANCE]]]\n"
    "W A S D or arrows: walk; Shift: run; E: wave; mouse: look around; wheel: distance; Esc: end. Or a controller.\n";

typedef struct options {
    bool script; /* nobody plays */
    int frames;  /* of 1/60 s, after which it ends; 0: none */
    int width, height;
    float yaw, pitch, distance; /* of the camera at the beginning */
    const char *picture;        /* of the last frame; NULL: none. Then there is no window */
    world_files files;
} options;

/* Reads some numbers, with a character between them. */
static bool read_numbers(const char *text, char between, int count, float *out)
{
    for (int i = 0; i < count; i++) {
        char *end;
        out[i] = strtof(text, &end);
        if (end == text || !isfinite(out[i]) || *end != (i + 1 < count ? between : 0))
            return false;
        text = end + 1;
    }
    return true;
}

static bool read_option(options *o, const char *name, const char *value)
{
    float n[3];
    if (!strcmp(name, "--frames") && read_numbers(value, 0, 1, n))
        return (o->frames = n[0] >= 1 && n[0] <= 1e6f ? (int)n[0] : 0) > 0;
    if (!strcmp(name, "--size") && read_numbers(value, 'x', 2, n)) {
        o->width = n[0] >= 1 && n[0] <= 8192 ? (int)n[0] : 0;
        o->height = n[1] >= 1 && n[1] <= 8192 ? (int)n[1] : 0;
        return o->width > 0 && o->height > 0;
    }
    if (!strcmp(name, "--camera") && read_numbers(value, ',', 3, n)) {
        o->yaw = n[0], o->pitch = n[1], o->distance = n[2];
        return true;
    }
    if (!strcmp(name, "--picture"))
        return (o->picture = value) != NULL;
    return false;
}

static bool read_options(options *o, int argc, char **argv)
{
    const char **files[] = {&o->files.model, &o->files.idle, &o->files.walk,
                            &o->files.run,   &o->files.wave, &o->files.dance};
    int count = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--script"))
            o->script = true;
        else if (argv[i][0] == '-') {
            if (i + 1 >= argc || !read_option(o, argv[i], argv[i + 1]))
                return false;
            i++;
        } else if (count < 6)
            *files[count++] = argv[i];
        else
            return false;
    }
    return (count <= 1 || count >= 5) && (!o->picture || o->frames > 0);
}

/* ---- the picture ------------------------------------------------------------------------------------------------- */

/* A framebuffer with several samples a pixel, and one to resolve it into. */
typedef struct target {
    GLuint many, one;
    int width, height;
} target;

static GLuint make_framebuffer(int samples, int width, int height)
{
    GLuint framebuffer, parts[2];
    const GLenum formats[2] = {GL_RGBA8, GL_DEPTH_COMPONENT24}, places[2] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    glGenFramebuffers(1, &framebuffer), glGenRenderbuffers(2, parts);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, parts[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, formats[i], width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, places[i], GL_RENDERBUFFER, parts[i]);
    }
    return framebuffer;
}

static void show(const target *t, SDL_Window *window)
{
    int width, height;
    SDL_GL_GetDrawableSize(window, &width, &height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->one), glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    SDL_GL_SwapWindow(window);
}

static bool write_picture(const target *t, const char *path, hone_error *error)
{
    hone_image image;
    hone_bytes png = {0};
    if (!hone_image_create((uint32_t)t->width, (uint32_t)t->height, NULL, &image, error))
        return false;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->one);
    for (int row = 0; row < t->height; row++) /* GL's lowest row is the first */
        glReadPixels(0, t->height - 1 - row, t->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     image.pixels + (size_t)row * (size_t)t->width * 4);
    bool ok = hone_image_write_png(&image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    hone_bytes_release(&png), hone_image_release(&image);
    return ok;
}

static bool draw(const target *t, drawing *d, const world *w, const camera *from, hone_error *error)
{
    glBindFramebuffer(GL_FRAMEBUFFER, t->many);
    bool ok = drawing_draw(d, w, from, t->width, t->height, error);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->many), glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->one);
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    return ok;
}

/* ---- the game ---------------------------------------------------------------------------------------------------- */

typedef struct game {
    options options;
    SDL_Window *window;
    world world;
    drawing drawing;
    target target;
    control control;
    camera camera;
} game;

/* How long a frame is: in the script, and where frames are counted, 1/60 s. */
static float frame_seconds(const options *o, Uint64 *last)
{
    Uint64 now = SDL_GetPerformanceCounter(), passed = now - *last;
    *last = now;
    if (o->script || o->frames)
        return 1.0f / 60;
    return fminf((float)passed / (float)SDL_GetPerformanceFrequency(), 0.1f);
}

static bool play_frame(game *g, bool first, float passed, hone_error *error)
{
    double seconds = g->world.seconds + (double)passed;
    control_read(&g->control, passed);
    hero_wish wish =
        g->options.script ? control_script(&g->control, &g->world, seconds) : control_wish(&g->control, &g->world);
    bool ok = world_update(&g->world, &wish, seconds, error);
    g->camera = control_camera(&g->control, &g->world, first ? NULL : &g->camera, passed);
    hone_vec3_copy(g->camera.eye, g->world.eye);
    return ok;
}

/* Shows each frame in the window, or writes the last one to a file. */
static bool play(game *g, hone_error *error)
{
    const options *o = &g->options;
    Uint64 last = SDL_GetPerformanceCounter();
    bool ok = true;
    for (int frame = 1; ok && !g->control.quit && (!o->frames || frame <= o->frames); frame++) {
        ok = play_frame(g, frame == 1, frame_seconds(o, &last), error);
        if (ok && (!o->picture || frame == o->frames))
            ok = draw(&g->target, &g->drawing, &g->world, &g->camera, error);
        if (ok && !o->picture)
            show(&g->target, g->window);
    }
    return ok && (!o->picture || write_picture(&g->target, o->picture, error));
}

static bool open_window(game *g, hone_error *error)
{
    const int settings[][2] = {{SDL_GL_CONTEXT_MAJOR_VERSION, 3},
                               {SDL_GL_CONTEXT_MINOR_VERSION, 3},
                               {SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE}};
    const Uint32 flags = SDL_WINDOW_OPENGL | (g->options.picture ? SDL_WINDOW_HIDDEN : SDL_WINDOW_RESIZABLE);
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "SDL: %s", SDL_GetError());
    for (int i = 0; i < 3; i++) SDL_GL_SetAttribute((SDL_GLattr)settings[i][0], settings[i][1]);
    g->window = SDL_CreateWindow("hone: W A S D, Shift, E, mouse", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                 g->options.width, g->options.height, flags);
    if (!g->window || !SDL_GL_CreateContext(g->window))
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "SDL: %s", SDL_GetError());
    SDL_GL_SetSwapInterval(1);
    return true;
}

static bool open_game(game *g, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    const options *o = &g->options;
    if (o->files.model)
        hone_path_folder(o->files.model, folder);
    hone_file_resolver files = o->files.model ? hone_file_resolver_in_folder(folder) : hone_sample_files();
    if (!world_create(&g->world, &o->files, error) || !open_window(g, error) ||
        !drawing_create(&g->drawing, &g->world, &files, error))
        return false;
    g->target = (target){make_framebuffer(SAMPLES, o->width, o->height), make_framebuffer(0, o->width, o->height),
                         o->width, o->height};
    control_open(&g->control);
    g->control.yaw = o->yaw, g->control.pitch = o->pitch, g->control.distance = o->distance;
    return true;
}

int main(int argc, char **argv)
{
    static game g = {.options = {.width = WIDTH, .height = HEIGHT, .pitch = 0.16f, .distance = 4.6f}};
    hone_error error = {0};
    if (!read_options(&g.options, argc, argv))
        return fputs(usage, stderr), 2;
    bool ok = open_game(&g, &error) && play(&g, &error);
    if (!ok)
        fprintf(stderr, "game: %s\n", error.message);
    control_close(&g.control);
    drawing_destroy(&g.drawing), world_destroy(&g.world);
    SDL_Quit();
    return !ok;
}
