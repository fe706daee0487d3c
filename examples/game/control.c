#include "control.h"

void control_open(control *c)
{
    *c = (control){.pitch = 0.16f, .distance = 4.6f}; /* a controller is opened when SDL reports it */
}

void control_close(control *c)
{
    if (c->pad)
        SDL_GameControllerClose(c->pad);
    c->pad = NULL;
}

static float stick(const control *c, SDL_GameControllerAxis axis)
{
    float value = c->pad ? (float)SDL_GameControllerGetAxis(c->pad, axis) / 32767 : 0;
    return fabsf(value) < 0.15f ? 0 : value;
}

static void turn_camera(control *c, float right, float down)
{
    c->yaw += right;
    c->pitch = fminf(fmaxf(c->pitch + down, -0.3f), 1.3f);
}

static void handle(control *c, const SDL_Event *event)
{
    if (event->type == SDL_QUIT || (event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE))
        c->quit = true;
    if ((event->type == SDL_KEYDOWN && !event->key.repeat && event->key.keysym.sym == SDLK_e) ||
        (event->type == SDL_CONTROLLERBUTTONDOWN && event->cbutton.button == SDL_CONTROLLER_BUTTON_X))
        c->wave = true;
    if (event->type == SDL_CONTROLLERDEVICEADDED && !c->pad)
        c->pad = SDL_GameControllerOpen(event->cdevice.which);
    if (event->type == SDL_CONTROLLERDEVICEREMOVED)
        control_close(c);
    if (event->type == SDL_MOUSEMOTION && event->motion.state)
        turn_camera(c, (float)event->motion.xrel * 0.006f, (float)event->motion.yrel * 0.006f);
    if (event->type == SDL_MOUSEWHEEL)
        c->distance = fminf(fmaxf(c->distance * (1 - 0.1f * (float)event->wheel.y), 1.5f), 20);
}

void control_read(control *c, float seconds)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) handle(c, &event);
    turn_camera(c, 2.5f * seconds * stick(c, SDL_CONTROLLER_AXIS_RIGHTX),
                2.5f * seconds * stick(c, SDL_CONTROLLER_AXIS_RIGHTY));
}

/* Turns a direction of the picture, right and up, to the world. Seen from behind, the right is at -x in every space. */
static hero_wish wish_for(const control *c, const world *w, float right, float up, float speed)
{
    hero_wish out = {.speed = speed};
    float length = hypotf(right, up);
    if (length == 0)
        return (hero_wish){.speed = 0};
    float x = (right * cosf(c->yaw) + up * sinf(c->yaw)) / length,
          z = (up * cosf(c->yaw) - right * sinf(c->yaw)) / length;
    out.direction[0] = -x, out.direction[1] = w->front * z;
    return out;
}

static bool key(SDL_Scancode a, SDL_Scancode b)
{
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    return keys[a] || keys[b];
}

hero_wish control_wish(control *c, const world *w)
{
    float right = (float)key(SDL_SCANCODE_D, SDL_SCANCODE_RIGHT) - (float)key(SDL_SCANCODE_A, SDL_SCANCODE_LEFT);
    float up = (float)key(SDL_SCANCODE_W, SDL_SCANCODE_UP) - (float)key(SDL_SCANCODE_S, SDL_SCANCODE_DOWN);
    float tilt = hypotf(stick(c, SDL_CONTROLLER_AXIS_LEFTX), stick(c, SDL_CONTROLLER_AXIS_LEFTY));
    bool runs = key(SDL_SCANCODE_LSHIFT, SDL_SCANCODE_RSHIFT) || tilt > 0.9f;
    right += stick(c, SDL_CONTROLLER_AXIS_LEFTX), up -= stick(c, SDL_CONTROLLER_AXIS_LEFTY);
    hero_wish out = wish_for(c, w, right, up, runs ? 2 : 1);
    out.wave = c->wave, c->wave = false;
    return out;
}

typedef struct script_row {
    double seconds;
    float right, up, speed;
    bool wave;
} script_row;

static const script_row script[] = {{1, 0, 0, 0, false},      {3, 0, 1, 1, false},    {5, 0, 1, 1, true},
                                    {6.5, 1, 0.3f, 1, false}, {9, 0.3f, 1, 2, false}, {10.5, -1, 1, 1, false},
                                    {12, 0, 0, 0, false}};

hero_wish control_script(control *c, const world *w, double seconds)
{
    int i = 0, last = (int)(sizeof script / sizeof *script) - 1;
    while (i < last && script[i].seconds <= seconds) i++;
    const control ahead = {.yaw = 0}; /* wherever the camera is */
    hero_wish out = wish_for(&ahead, w, script[i].right, script[i].up, script[i].speed);
    out.wave = script[i].wave && !c->wave;
    c->wave = script[i].wave;
    return out;
}

camera control_camera(const control *c, const world *w, const camera *before, float seconds)
{
    hone_rigid_transform place = hone_actor_world(w->hero.actor);
    float leg = w->ground.scale, follow = 1 - expf(-8 * seconds);
    camera out;
    hone_vec3_set(place.translation[0], place.translation[1] + 1.25f * leg, place.translation[2], out.target);
    if (before)
        hone_vec3_lerp(before->target, out.target, follow, out.target);
    float away = c->distance * leg * cosf(c->pitch);
    hone_vec3_set(out.target[0] + away * sinf(c->yaw), out.target[1] + c->distance * leg * sinf(c->pitch),
                  out.target[2] - w->front * away * cosf(c->yaw), out.eye);
    out.eye[1] = fmaxf(out.eye[1], terrain_height(&w->ground, out.eye[0], out.eye[2]) + 0.3f * leg);
    return out;
}
