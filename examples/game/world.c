#include "world.h"
#include "samples/samples.h"

static bool is_mmd(const hone_model *model)
{
    return hone_model_get(model)->space == HONE_SPACE_MMD;
}

/* Loads a motion in the place of one that was made by program. */
static bool replace(hone_motion **motion, const char *path, hone_error *error)
{
    if (!path)
        return true;
    hone_motion_release(*motion);
    return (*motion = hone_motion_load(path, NULL, error)) != NULL;
}

/* The built-in dance, for any humanoid. */
static hone_motion *make_dance(const hone_model *model, hone_error *error)
{
    hone_motion *dance = hone_sample_dance(error);
    if (!dance || is_mmd(model))
        return dance;
    hone_model *character = hone_sample_character(error);
    hone_motion *fitted = character ? motions_fit(dance, character, model, error) : NULL;
    hone_model_release(character), hone_motion_release(dance);
    return fitted;
}

static bool make_motions(world *w, const world_files *files, hone_error *error)
{
    motions *m = &w->motions;
    return motions_make(w->model, m, error) && (m->dance = make_dance(w->model, error)) &&
           replace(&m->idle, files->idle, error) && replace(&m->walk, files->walk, error) &&
           replace(&m->run, files->run, error) && replace(&m->wave, files->wave, error) &&
           replace(&m->dance, files->dance, error);
}

/* The length of a leg: the measure of the world. */
static float leg_of(const hone_model *model)
{
    hone_humanoid human = hone_model_humanoid(model);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    int32_t hip = human.bones[HONE_HUMANOID_UPPER_LEG], ankle = human.bones[HONE_HUMANOID_FOOT];
    return human.missing ? 1 : hone_vec3_distance(bones[hip].position, bones[ankle].position);
}

bool world_create(world *w, const world_files *files, hone_error *error)
{
    *w = (world){0};
    w->model = files->model ? hone_model_load(files->model, NULL, error) : hone_sample_character(error);
    if (!w->model || !make_motions(w, files, error))
        return false;
    w->front = is_mmd(w->model) ? -1 : 1;
    w->ground = terrain_make(leg_of(w->model), w->front);
    return hero_create(&w->hero, w->model, &w->motions, &w->ground, error) &&
           dancers_create(&w->dancers, w->model, w->motions.dance, &w->ground, error) &&
           world_update(w, &(hero_wish){.speed = 0}, 0, error);
}

void world_destroy(world *w)
{
    dancers_destroy(&w->dancers);
    hero_destroy(&w->hero);
    motions_release(&w->motions);
    hone_model_release(w->model);
    *w = (world){0};
}

/* The lantern flies around the hero, in front of it more than behind. */
static void move_lantern(world *w)
{
    hone_rigid_transform place = hone_actor_world(w->hero.actor);
    float leg = w->ground.scale, turn = (float)fmod(w->seconds * 0.45, 2 * HONE_PI);
    float at[3] = {1.7f * leg * sinf(turn), 0, w->front * leg * (1.6f + 0.5f * cosf(2 * turn))};
    hone_rigid_transform_point(&place, at, w->lantern);
    w->lantern[1] = place.translation[1] + leg * (1.6f + 0.35f * sinf(1.7f * turn));
}

bool world_update_hero(world *w, const hero_wish *wish, double seconds, hone_error *error)
{
    hero_wish with = *wish;
    w->seconds = seconds;
    move_lantern(w);
    hone_vec3_copy(w->lantern, with.target);
    return hero_update(&w->hero, &with, seconds, error);
}

bool world_update(world *w, const hero_wish *wish, double seconds, hone_error *error)
{
    return world_update_hero(w, wish, seconds, error) &&
           dancers_update(&w->dancers, w->eye, &w->ground, seconds, error);
}
