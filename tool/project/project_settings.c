/* Reads the settings of a project, apart from its models. */
#include "tool/project/project_context.h"

#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

/* MMD counts gravity in metres, and its worlds in units of 10 cm. */
enum { GRAVITY_UNITS = 10 };

/* Returns false if it has no direction. */
static bool gravity_of(const hone_gravity_key *key, float out[3])
{
    if (!hone_vec3_normalise(key->direction, out))
        return false;
    for (int i = 0; i < 3; i++) out[i] = fminf(fmaxf(out[i] * key->acceleration * GRAVITY_UNITS, -1e4f), 1e4f);
    return true;
}

static void set_gravity(project_context *c)
{
    const hone_project_data *data = c->data;
    playback_physics *physics = &c->out->play.physics;
    if (data->gravity_key_count == 0)
        return;
    const hone_gravity_key *key = &data->gravity_keys[0];
    const float *down = key->direction;
    if (!gravity_of(key, physics->gravity.value))
        return;
    bool usual = key->acceleration == 9.8f && down[0] == 0 && down[1] < 0 && down[2] == 0;
    physics->gravity.given = !usual;
}

/* Gravity that changes. Returns false if out of memory. */
static bool add_gravity_keys(project_context *c)
{
    const hone_project_data *data = c->data;
    bool noisy = false, changes = false;
    for (uint32_t i = 0; i < data->gravity_key_count; i++) {
        const hone_gravity_key *first = data->gravity_keys, *key = &first[i];
        noisy = noisy || key->noisy;
        changes = changes || key->acceleration != first->acceleration ||
                  memcmp(key->direction, first->direction, sizeof key->direction) != 0;
    }
    for (uint32_t i = 0; i < data->gravity_key_count && changes; i++) {
        hone_physics_gravity *key = scene_add_gravity_key(c->out);
        if (!key)
            return false;
        key->frame = data->gravity_keys[i].frame;
        if (!gravity_of(&data->gravity_keys[i], key->gravity))
            memset(key->gravity, 0, sizeof key->gravity);
    }
    if (noisy)
        project_note(c, NULL, "gravity has noise in the project, which is random: it is not simulated");
    return true;
}

static void set_physics(project_context *c)
{
    c->out->play.physics.mode =
        c->data->physics == HONE_PROJECT_PHYSICS_OFF ? PLAYBACK_PHYSICS_OFF : PLAYBACK_PHYSICS_DEFAULT;
    c->out->play.physics.floor = c->data->physics_ground && c->data->version > 1;
    set_gravity(c);
}

static void set_look(project_context *c)
{
    const hone_project_data *data = c->data;
    look_values *look = &c->out->look;
    float value = data->black_background ? 0 : 1;
    look->background = (colour){.given = true, .rgba = {value, value, value, 1}};
    look->draw.shadows = data->self_shadow ? (data->ground_shadow ? HONE_SHADOWS_BOTH : HONE_SHADOWS_SELF)
                                           : (data->ground_shadow ? HONE_SHADOWS_GROUND : HONE_SHADOWS_OFF);
}

/* MMD's shadow has the light's colour and hides all or half of the ground. */
static void set_ground_shadow(project_context *c)
{
    const hone_project_data *data = c->data;
    look_ground_shadow *shadow = &c->out->look.ground_shadow;
    float bright = fminf(fmaxf(data->ground_shadow_brightness, 0), 1);
    if (bright < 1)
        *shadow = (look_ground_shadow){.colour = {true, {bright, bright, bright, 1}}, .of_light = true};
    if (!data->ground_shadow_translucent && data->version > 1)
        shadow->strength = (given_number){true, 1};
}

/* Takes over a picture or film behind the scene. MMD draws the film behind the picture. */
static void set_backdrop(project_context *c, const hone_project_background *from)
{
    look_backdrop *to = &c->out->look.backdrop;
    if (!from->shown || !from->path[0])
        return;
    if (to->file) {
        project_note(c, from->path, "is behind another picture in the project; only that one is shown");
        return;
    }
    to->file = project_find(c, from->path);
    if (!to->file)
        return;
    to->fit = HONE_BACKDROP_ORIGINAL;
    to->scale = from->scale >= 0.001f && from->scale <= 1000 ? from->scale : 1;
    for (int i = 0; i < 2; i++) to->offset[i] = fminf(fmaxf((float)from->offset[i], -1e5f), 1e5f);
    to->frame = c->out->size;
}

static void set_media(project_context *c)
{
    const hone_project_data *data = c->data;
    set_backdrop(c, &data->image);
    set_backdrop(c, &data->video);
    if (data->sound_on && data->sound[0])
        c->out->film.sound = project_find(c, data->sound);
}

/* The last frame of all motions. */
static double last_frame(const hone_project_data *data)
{
    double last = hone_motion_duration(data->scene);
    for (uint32_t i = 0; i < data->model_count; i++) {
        double seconds = hone_motion_duration(data->models[i].motion);
        last = seconds > last ? seconds : last;
    }
    return last * HONE_FRAMES_PER_SECOND;
}

static void set_range(project_context *c)
{
    const hone_project_data *data = c->data;
    double first = data->first_frame_on ? data->first_frame : 0;
    double last = data->last_frame_on ? data->last_frame : last_frame(data);
    if ((data->first_frame_on || data->last_frame_on) && first <= last && last - first < 1e6) /* as scene files */
        c->out->frames = (scene_range){.given = true, .first = first, .last = last};
    c->out->frame = data->current_frame;
}

static bool same_bone(const hone_project_bone *a, const hone_project_bone *b)
{
    return a->model == b->model && (a->model == HONE_NONE || strcmp(a->name, b->name) == 0);
}

/* Adds the changes of the bone that the camera follows. */
static bool add_camera_parents(project_context *c)
{
    hone_project_bone now = {HONE_NONE, ""};
    bool missing = false;
    for (uint32_t i = 0; i < c->data->camera_parent_count; i++) {
        const hone_camera_parent_key *from = &c->data->camera_parents[i];
        if (same_bone(&now, &from->parent))
            continue;
        now = from->parent;
        scene_parent *parent = scene_add_camera_parent(c->out);
        if (!parent)
            return false;
        parent->frame = from->frame;
        parent->attach = now.model != HONE_NONE && now.name[0] ? c->numbers[now.model] : 0;
        parent->bone = parent->attach ? scene_text(c->out, now.name) : NULL;
        if (parent->attach && !parent->bone)
            return false;
        missing = missing || (now.model != HONE_NONE && !parent->attach);
    }
    if (missing)
        project_note(c, NULL, "the camera follows a bone or a model that is missing");
    return true;
}

static bool set_camera(project_context *c)
{
    scene_motion *added = scene_add_motion(c->out);
    if (!added)
        return false;
    added->motion = hone_motion_retain(c->data->scene);
    c->out->camera.source = "keys";
    return add_camera_parents(c);
}

bool project_add_settings(project_context *c)
{
    enum { LARGEST = 16384 };
    const hone_project_data *data = c->data;
    set_physics(c);
    set_look(c);
    set_range(c);
    set_ground_shadow(c);
    if (data->width > 0 && data->height > 0 && data->width <= LARGEST && data->height <= LARGEST) {
        c->out->size.width = data->width;
        c->out->size.height = data->height;
    }
    set_media(c);
    if (data->selected_model < data->model_count)
        c->out->active = c->numbers[data->selected_model];
    return add_gravity_keys(c) && set_camera(c);
}
