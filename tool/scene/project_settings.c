/* What a project says apart from its models. */
#include "tool/scene/project_context.h"

#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

/* MMD counts gravity in metres, and its worlds in units of 10 cm. */
enum { GRAVITY_UNITS = 10 };

static void set_gravity(project_context *c)
{
    const hone_project_data *data = c->data;
    playback_physics *physics = &c->out->play.physics;
    if (data->gravity_key_count == 0)
        return;
    const hone_gravity_key *key = &data->gravity_keys[0];
    float down[3];
    memcpy(down, key->direction, sizeof down);
    if (!hone_vec3_normalise(down, down))
        return;
    for (int i = 0; i < 3; i++) physics->gravity[i] = down[i] * key->acceleration * GRAVITY_UNITS;
    bool usual = key->acceleration == 9.8f && down[0] == 0 && down[1] == -1 && down[2] == 0;
    physics->gravity_given = !usual;
    bool noisy = false;
    for (uint32_t i = 0; i < data->gravity_key_count; i++) noisy = noisy || data->gravity_keys[i].noisy;
    if (data->gravity_key_count > 1)
        project_note(c, NULL, "gravity changes by keys in the project; that of the first key is used");
    if (noisy)
        project_note(c, NULL, "gravity has noise in the project, which is not simulated");
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
    look->shadows = data->self_shadow ? (data->ground_shadow ? HONE_SHADOWS_BOTH : HONE_SHADOWS_SELF)
                                      : (data->ground_shadow ? HONE_SHADOWS_GROUND : HONE_SHADOWS_OFF);
    if (data->edge_colour[0] > 0 || data->edge_colour[1] > 0 || data->edge_colour[2] > 0)
        project_note(c, NULL, "edges have a colour in the project; they are drawn in those of the materials");
}

static void note_background(project_context *c, const hone_project_background *from)
{
    if (from->shown && from->path[0])
        project_note(c, from->path, "is behind the picture in the project, which is not shown");
}

static void set_media(project_context *c)
{
    const hone_project_data *data = c->data;
    note_background(c, &data->video);
    note_background(c, &data->image);
    if (data->sound_on && data->sound[0])
        c->out->sound = project_find(c, data->sound);
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
    if ((data->first_frame_on || data->last_frame_on) && first <= last)
        c->out->frames = (scene_range){.given = true, .first = first, .last = last};
    c->out->frame = data->current_frame;
}

static bool set_camera(project_context *c)
{
    scene_motion *added = scene_add_motion(c->out);
    if (!added)
        return false;
    added->motion = hone_motion_retain(c->data->scene);
    c->out->camera.source = "keys";
    if (c->data->camera_parent_count)
        project_note(c, NULL, "the camera follows a bone in the project, which is not shown");
    return true;
}

bool project_add_settings(project_context *c)
{
    enum { LARGEST = 16384 };
    const hone_project_data *data = c->data;
    set_physics(c);
    set_look(c);
    set_media(c);
    set_range(c);
    if (data->width > 0 && data->height > 0 && data->width <= LARGEST && data->height <= LARGEST) {
        c->out->size.width = data->width;
        c->out->size.height = data->height;
    }
    if (data->selected_model < data->model_count)
        c->out->active = c->numbers[data->selected_model];
    return set_camera(c);
}
