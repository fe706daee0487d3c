#include "tool/scene/scene_playback.h"
#include "tool/scene/scene_keys.h"

#include <string.h>

static const char *const physics_names[] = {"default", "off", "on", NULL}; /* order of PLAYBACK_PHYSICS_* */

/* The members that are choices of the command line. */
static const struct {
    const char *key, *option;
    size_t field;
} choices[] = {
    {"ik", "--ik", offsetof(playback_values, ik)},
    {"skin", "--skin", offsetof(playback_values, method)},
    {"retarget", "--retarget", offsetof(playback_values, retarget)},
    {"retarget_hands", "--retarget-hands", offsetof(playback_values, hands)},
    {"retarget_feet", "--retarget-feet", offsetof(playback_values, feet.way)},
    {"physics_solver", "--physics-solver", offsetof(playback_values, physics.solver)},
    {"floor", "--floor", offsetof(playback_values, physics.floor)},
};

/* detail: the option's name. */
static bool read_choice(json_reader *j, const json_member *member, void *to)
{
    const json_member named = {member->name, NULL, member->field, playback_choice_names(member->detail)};
    return json_read_choice(j, &named, to);
}

static bool read_rate(json_reader *j, const json_member *member, void *to)
{
    uint32_t *rate = (uint32_t *)(void *)((char *)to + member->field);
    if (!json_read_count(j, member, to))
        return false;
    return (*rate >= 30 && *rate <= HONE_PHYSICS_RATE_MAX) ||
           json_fail(j, "must be from 30 to %d", HONE_PHYSICS_RATE_MAX);
}

static bool read_gravity(json_reader *j, const json_member *member, void *to)
{
    playback_physics *physics = &((playback_values *)to)->physics;
    physics->gravity_given = true;
    return json_read_vector(j, member, to);
}

/* They are the scene's. */
static bool read_gravity_keys(json_reader *j, const json_member *member, void *to)
{
    (void)to;
    return scene_gravity_keys_read(j, member, ((const scene_reader *)j->user)->scene);
}

static bool read_contact(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    playback_feet *feet = &((playback_values *)to)->feet;
    float values[2];
    if (!json_numbers(j, values, 2))
        return false;
    feet->speed = values[0], feet->height = values[1];
    bool fine = values[0] > 0 && values[0] <= 10 && values[1] > 0 && values[1] <= 10;
    return fine || json_fail(j, "needs two numbers above 0, at most 10");
}

static bool read_feet_floor(json_reader *j, const json_member *member, void *to)
{
    ((playback_values *)to)->feet.floor_given = true;
    return json_read_float(j, member, to);
}

static bool read_unit(json_reader *j, const json_member *member, void *to)
{
    return json_number(j, 1e-6, 1000, (double *)(void *)((char *)to + member->field));
}

static bool read_rules(json_reader *j, const json_member *member, void *to)
{
    const char *text;
    (void)member;
    if (!scene_read_text(j, &(json_member){0}, &text))
        return false;
    return playback_read_rules(text, &((playback_values *)to)->rules) ||
           json_fail(j, "needs what --rig takes, such as \"order=lag,curve=mmd\"");
}

#define CHOICE(i)                                                                                                      \
    {                                                                                                                  \
        choices[i].key, read_choice, choices[i].field, choices[i].option                                               \
    }

bool scene_playback_read(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    const json_member members[] = {
        CHOICE(0),
        CHOICE(1),
        CHOICE(2),
        CHOICE(3),
        CHOICE(4),
        CHOICE(5),
        CHOICE(6),
        {"physics", json_read_choice, offsetof(playback_values, physics.mode), physics_names},
        {"physics_rate", read_rate, offsetof(playback_values, physics.rate), NULL},
        {"gravity", read_gravity, offsetof(playback_values, physics.gravity), NULL},
        {"gravity_keys", read_gravity_keys, 0, NULL},
        {"wind", json_read_vector, offsetof(playback_values, physics.wind), NULL},
        {"retarget_contact", read_contact, 0, NULL},
        {"retarget_floor", read_feet_floor, offsetof(playback_values, feet.floor), NULL},
        {"rig", read_rules, 0, NULL},
        {"motion_model", scene_read_path, offsetof(playback_values, made_for), NULL},
        {"map", scene_read_path, offsetof(playback_values, map), NULL},
        {"motion_unit", read_unit, offsetof(playback_values, motion_unit), NULL},
        {0},
    };
    return json_read_object(j, members, &((scene *)to)->play);
}

/* ---- writing ---- */

static void write_choices(const playback_values *v, scene_writer *w)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        int value = *(const int *)(const void *)((const char *)v + choices[i].field);
        if (value)
            scene_write_text(w, choices[i].key, playback_choice_names(choices[i].option)[value]);
    }
}

static void write_physics(const playback_physics *physics, scene_writer *w)
{
    const float still[3] = {0};
    if (physics->mode)
        scene_write_text(w, "physics", physics_names[physics->mode]);
    if (physics->rate)
        scene_write_number(w, "physics_rate", physics->rate);
    if (physics->gravity_given)
        scene_write_floats(w, "gravity", physics->gravity, 3);
    if (memcmp(physics->wind, still, sizeof still) != 0)
        scene_write_floats(w, "wind", physics->wind, 3);
}

bool scene_playback_write(const scene *s, scene_writer *w)
{
    const playback_values *v = &s->play;
    char rules[PLAYBACK_RULES_SIZE];
    playback_write_rules(&v->rules, rules);
    hone_json_key(w->json, "playback");
    hone_json_object(w->json);
    write_choices(v, w);
    write_physics(&v->physics, w);
    scene_gravity_keys_write(s, w);
    if (v->feet.speed > 0)
        scene_write_floats(w, "retarget_contact", (const float[]){v->feet.speed, v->feet.height}, 2);
    if (v->feet.floor_given)
        scene_write_float(w, "retarget_floor", v->feet.floor);
    if (rules[0])
        scene_write_text(w, "rig", rules);
    if (v->motion_unit > 0)
        scene_write_number(w, "motion_unit", v->motion_unit);
    bool ok = scene_write_path(w, "motion_model", v->made_for) && scene_write_path(w, "map", v->map);
    hone_json_end(w->json, '}');
    return ok;
}
