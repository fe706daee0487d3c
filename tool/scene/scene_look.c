#include "tool/scene/scene_look.h"
#include "tool/picture/renderer_session.h"
#include "tool/scene/scene_keys.h"

#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = HONE_PI / 180;
static const char *const shadow_names[] = {"both", "self", "ground", "off", NULL}; /* order of hone_shadows */

/* ---- camera ----------------------------------------------------------------------------------------------------- */

static bool read_fov(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 1, 170, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool read_orbit(json_reader *j, const json_member *member, void *to)
{
    camera_orbit *orbit = &((scene *)to)->camera.orbit;
    float values[3];
    (void)member;
    if (!json_numbers(j, values, 3))
        return false;
    *orbit = (camera_orbit){true, values[0], values[1], values[2]};
    bool fine = fabsf(values[1]) <= 90 && (values[2] == 0 || values[2] >= 1e-3f);
    return fine || json_fail(j, "needs a yaw, a pitch from -90 to 90, and a distance, or 0");
}

/* "auto", "keys" and other presets are words, everything else is a file. */
static bool read_source(json_reader *j, const json_member *member, void *to)
{
    scene *s = to;
    camera_preset preset;
    if (!scene_read_text(j, member, to))
        return false;
    const char **source = &s->camera.source;
    return strcmp(*source, "keys") == 0 || camera_preset_named(*source, &preset) ||
           json_fail(j, "must be keys, auto, front, side, back, full, bust or face");
}

static bool read_target(json_reader *j, const json_member *member, void *to)
{
    camera_target *target = &((scene *)to)->camera.target;
    (void)member;
    if (json_next(j) != '[')
        return scene_read_text(j, &(json_member){.field = offsetof(scene, camera.target.bone)}, to);
    target->given = true;
    return json_numbers(j, target->point, 3);
}

static bool read_angles(json_reader *j, const json_member *member, void *to)
{
    float *angles = (float *)(void *)((char *)to + member->field);
    if (!json_numbers(j, angles, 3))
        return false;
    for (int i = 0; i < 3; i++) angles[i] = (float)(angles[i] * degrees);
    return true;
}

static bool read_fixed(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"target", json_read_vector, offsetof(hone_camera, target), NULL},
        {"angles", read_angles, offsetof(hone_camera, angles), NULL},
        {"radians", json_read_vector, offsetof(hone_camera, angles), NULL},
        {"distance", json_read_float, offsetof(hone_camera, distance), NULL},
        {"fov", read_fov, offsetof(hone_camera, fov), NULL},
        {"orthographic", json_read_flag, offsetof(hone_camera, orthographic), NULL},
        {0},
    };
    scene *s = to;
    (void)member;
    s->camera_fixed = true;
    s->fixed = (hone_camera)HONE_CAMERA_DEFAULT;
    return json_read_object(j, members, &s->fixed);
}

bool scene_camera_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"source", read_source, offsetof(scene, camera.source), NULL},
        {"file", scene_read_path, offsetof(scene, camera.source), NULL},
        {"name", scene_read_text, offsetof(scene, camera.name), NULL},
        {"orbit", read_orbit, 0, NULL},
        {"look_at", read_target, 0, NULL},
        {"fov", read_fov, offsetof(scene, camera.fov), NULL},
        {"turntable", json_read_flag, offsetof(scene, camera.turntable), NULL},
        {"fixed", read_fixed, 0, NULL},
        {"parents", scene_camera_parents_read, 0, NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, to);
}

/* ---- light and picture ------------------------------------------------------------------------------------------ */

static bool read_direction(json_reader *j, const json_member *member, void *to)
{
    look_vector *out = &((scene *)to)->look.light_direction;
    (void)member;
    out->given = true;
    return json_numbers(j, out->value, 3) &&
           (hone_vec3_length(out->value) > 1e-6f || json_fail(j, "must not be 0, 0, 0"));
}

bool scene_light_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"direction", read_direction, 0, NULL},
        {"colour", scene_read_colour, offsetof(scene, look.light_colour), NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, to);
}

static bool read_side(json_reader *j, uint32_t *out)
{
    double value;
    bool ok = json_number(j, 1, 16384, &value) && (value == floor(value) || json_fail(j, "needs a whole number"));
    *out = ok ? (uint32_t)value : 0;
    return ok;
}

static bool read_one_side(json_reader *j, const json_member *member, void *to)
{
    picture_size *size = to;
    (void)member;
    if (size->width && size->height)
        return json_fail(j, "is one number too many");
    return read_side(j, size->width ? &size->height : &size->width);
}

static bool read_size(json_reader *j, const json_member *member, void *to)
{
    picture_size *size = (picture_size *)(void *)((char *)to + member->field);
    return json_read_array(j, read_one_side, member, size) &&
           (size->height || json_fail(j, "needs a width and a height"));
}

static bool read_shadow_size(json_reader *j, const json_member *member, void *to)
{
    uint32_t *size = (uint32_t *)(void *)((char *)to + member->field);
    double value = 0;
    if (json_next(j) == '"') {
        int only;
        static const char *const names[] = {"auto", NULL};
        *size = PICTURE_SHADOW_AUTO;
        return json_read_choice(j, &(json_member){.detail = names}, &only);
    }
    bool ok = json_number(j, 64, 8192, &value) && (value == floor(value) || json_fail(j, "needs a whole number"));
    *size = ok ? (uint32_t)value : 0;
    return ok;
}

static bool read_scale(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 0.001, 1000, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool read_edges(json_reader *j, const json_member *member, void *to)
{
    bool on;
    (void)member;
    if (!json_bool(j, &on))
        return false;
    ((scene *)to)->look.edges = !on;
    return true;
}

static bool read_delay(json_reader *j, const json_member *member, void *to)
{
    return json_number(j, -100000, 100000, (double *)(void *)((char *)to + member->field));
}

static bool read_offset(json_reader *j, const json_member *member, void *to)
{
    return json_numbers(j, (float *)(void *)((char *)to + member->field), 2);
}

static bool read_backdrop(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"file", scene_read_path, offsetof(look_backdrop, file), NULL},
        {"fit", json_read_choice, offsetof(look_backdrop, fit), look_fit_names},
        {"offset", read_offset, offsetof(look_backdrop, offset), NULL},
        {"scale", read_scale, offsetof(look_backdrop, scale), NULL},
        {"frame", read_size, offsetof(look_backdrop, frame), NULL},
        {"delay", read_delay, offsetof(look_backdrop, delay), NULL},
        {"loop", json_read_flag, offsetof(look_backdrop, loop), NULL},
        {0},
    };
    look_backdrop *out = &((scene *)to)->look.backdrop;
    (void)member;
    return json_read_object(j, members, out) && (out->file || json_fail(j, "needs a \"file\""));
}

static bool read_strength(json_reader *j, const json_member *member, void *to)
{
    look_ground_shadow *out = to;
    double value;
    (void)member;
    if (!json_number(j, 0, 1, &value))
        return false;
    out->strength_given = true;
    out->strength = (float)value;
    return true;
}

static bool read_ground_shadow(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"colour", scene_read_colour, offsetof(look_ground_shadow, colour), NULL},
        {"of_light", json_read_flag, offsetof(look_ground_shadow, of_light), NULL},
        {"strength", read_strength, 0, NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, &((scene *)to)->look.ground_shadow);
}

bool scene_picture_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"size", read_size, offsetof(scene, size), NULL},
        {"background", scene_read_colour, offsetof(scene, look.background), NULL},
        {"backdrop", read_backdrop, 0, NULL},
        {"shadows", json_read_choice, offsetof(scene, look.shadows), shadow_names},
        {"ground_shadow", read_ground_shadow, 0, NULL},
        {"shadow_size", read_shadow_size, offsetof(scene, look.shadow_size), NULL},
        {"edges", read_edges, 0, NULL},
        {"edge_scale", read_scale, offsetof(scene, look.edge_scale), NULL},
        {"grid", json_read_flag, offsetof(scene, look.grid), NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, to);
}

/* ---- sound, frames, view ---------------------------------------------------------------------------------------- */

bool scene_sound_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"file", scene_read_path, offsetof(scene, sound), NULL},
        {"delay", read_delay, offsetof(scene, sound_delay), NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, to) && (((scene *)to)->sound || json_fail(j, "needs a \"file\""));
}

bool scene_frames_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"first", json_read_double, offsetof(scene_range, first), NULL},
        {"last", json_read_double, offsetof(scene_range, last), NULL},
        {"step", json_read_double, offsetof(scene_range, step), NULL},
        {0},
    };
    scene_range *range = &((scene *)to)->frames;
    (void)member;
    range->given = true;
    if (!json_read_object(j, members, range))
        return false;
    double steps = (range->last - range->first) / (range->step > 0 ? range->step : 1);
    bool fine = range->last >= range->first && range->step >= 0 && steps < 1e6;
    return fine || json_fail(j, "needs a first frame, a last one that is not before it, and at most a million steps");
}

/* N, or [N, D] for N/D. */
static bool read_rate_part(json_reader *j, const json_member *member, void *to)
{
    film_rate *rate = to;
    double value;
    (void)member;
    if (rate->rate && rate->divisor)
        return json_fail(j, "is one number too many");
    if (!json_number(j, 1, 1e7, &value))
        return false;
    *(rate->rate ? &rate->divisor : &rate->rate) = (uint32_t)value;
    return value == floor(value) || json_fail(j, "needs a whole number");
}

bool scene_rate_read(json_reader *j, const json_member *member, void *to)
{
    film_rate *rate = &((scene *)to)->rate;
    bool ok = json_next(j) == '[' ? json_read_array(j, read_rate_part, member, rate) : read_rate_part(j, member, rate);
    if (!ok)
        return false;
    rate->divisor = rate->divisor ? rate->divisor : 1;
    double rounded = (double)rate->rate / rate->divisor;
    return (rounded >= 1 && rounded <= 240 && rate->divisor <= 100000) ||
           json_fail(j, "must be from 1 to 240, as N or [N, D]");
}

bool scene_view_read(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"active", json_read_count, offsetof(scene, active), NULL},
        {"frame", json_read_double, offsetof(scene, frame), NULL},
        {0},
    };
    (void)member;
    return json_read_object(j, members, to);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_fixed(const hone_camera *camera, scene_writer *w)
{
    hone_json_key(w->json, "fixed");
    hone_json_object(w->json);
    scene_write_floats(w, "target", camera->target, 3);
    scene_write_floats(w, "radians", camera->angles, 3); /* degrees would be rounded */
    scene_write_float(w, "distance", camera->distance);
    scene_write_float(w, "fov", camera->fov);
    if (camera->orthographic)
        scene_write_bool(w, "orthographic", true);
    hone_json_end(w->json, '}');
}

static bool write_camera(const scene *s, scene_writer *w)
{
    const camera_values *c = &s->camera;
    camera_preset preset;
    if (!c->source && !c->name && !camera_is_placed(c) && !(c->fov > 0) && !s->camera_fixed &&
        s->camera_parent_count == 0)
        return true;
    bool ok = true, word = c->source && (strcmp(c->source, "keys") == 0 || camera_preset_named(c->source, &preset));
    hone_json_key(w->json, "camera");
    hone_json_object(w->json);
    if (word)
        ok = scene_write_text(w, "source", c->source);
    else
        ok = scene_write_path(w, "file", c->source);
    ok = scene_write_text(w, "name", c->name) && ok;
    if (c->orbit.given)
        scene_write_floats(w, "orbit", (const float[]){c->orbit.yaw, c->orbit.pitch, c->orbit.distance}, 3);
    if (c->target.given)
        scene_write_floats(w, "look_at", c->target.point, 3);
    else
        ok = scene_write_text(w, "look_at", c->target.bone) && ok;
    if (c->fov > 0)
        scene_write_float(w, "fov", c->fov);
    if (c->turntable)
        scene_write_bool(w, "turntable", true);
    if (s->camera_fixed)
        write_fixed(&s->fixed, w);
    ok = ok && scene_parents_write("parents", s->camera_parents, s->camera_parent_count, s->numbers_from, w);
    hone_json_end(w->json, '}');
    return ok;
}

static void write_light(const look_values *look, scene_writer *w)
{
    if (!look->light_direction.given && !look->light_colour.given)
        return;
    hone_json_key(w->json, "light");
    hone_json_object(w->json);
    if (look->light_direction.given)
        scene_write_floats(w, "direction", look->light_direction.value, 3);
    if (look->light_colour.given)
        scene_write_floats(w, "colour", look->light_colour.rgba, 4);
    hone_json_end(w->json, '}');
}

static bool has_ground_shadow(const look_values *look)
{
    return look->ground_shadow.colour.given || look->ground_shadow.strength_given;
}

static void write_ground_shadow(const look_ground_shadow *shadow, scene_writer *w)
{
    hone_json_key(w->json, "ground_shadow");
    hone_json_object(w->json);
    if (shadow->colour.given)
        scene_write_floats(w, "colour", shadow->colour.rgba, 4);
    if (shadow->of_light)
        scene_write_bool(w, "of_light", true);
    if (shadow->strength_given)
        scene_write_float(w, "strength", shadow->strength);
    hone_json_end(w->json, '}');
}

static void write_shadows(const look_values *look, scene_writer *w)
{
    if (look->shadows)
        scene_write_text(w, "shadows", shadow_names[look->shadows]);
    if (has_ground_shadow(look))
        write_ground_shadow(&look->ground_shadow, w);
    if (look->shadow_size == PICTURE_SHADOW_AUTO)
        scene_write_text(w, "shadow_size", "auto");
    else if (look->shadow_size)
        scene_write_number(w, "shadow_size", look->shadow_size);
}

static void write_size(const char *key, uint32_t width, uint32_t height, scene_writer *w)
{
    hone_json_key(w->json, key);
    hone_json_flat_array(w->json);
    hone_json_integer(w->json, width);
    hone_json_integer(w->json, height);
    hone_json_end(w->json, ']');
}

static bool write_backdrop(const look_backdrop *b, scene_writer *w)
{
    if (!b->file)
        return true;
    hone_json_key(w->json, "backdrop");
    hone_json_object(w->json);
    bool ok = scene_write_path(w, "file", b->file);
    if (b->fit)
        scene_write_text(w, "fit", look_fit_names[b->fit]);
    if (b->offset[0] != 0 || b->offset[1] != 0)
        scene_write_floats(w, "offset", b->offset, 2);
    if (b->scale > 0)
        scene_write_float(w, "scale", b->scale);
    if (b->frame.width)
        write_size("frame", b->frame.width, b->frame.height, w);
    if (b->delay != 0)
        scene_write_number(w, "delay", b->delay);
    if (b->loop)
        scene_write_bool(w, "loop", true);
    hone_json_end(w->json, '}');
    return ok;
}

static bool has_picture(const scene *s)
{
    const look_values *look = &s->look;
    return s->size.width || look->background.given || look->backdrop.file || has_ground_shadow(look) || look->shadows ||
           look->shadow_size || look->edges || look->edge_scale > 0 || look->grid;
}

static bool write_picture(const scene *s, scene_writer *w)
{
    const look_values *look = &s->look;
    if (!has_picture(s))
        return true;
    hone_json_key(w->json, "picture");
    hone_json_object(w->json);
    if (s->size.width)
        write_size("size", s->size.width, s->size.height, w);
    if (look->background.given)
        scene_write_floats(w, "background", look->background.rgba, 4);
    bool ok = write_backdrop(&look->backdrop, w);
    write_shadows(look, w);
    if (look->edges)
        scene_write_bool(w, "edges", false);
    if (look->edge_scale > 0)
        scene_write_float(w, "edge_scale", look->edge_scale);
    if (look->grid)
        scene_write_bool(w, "grid", true);
    hone_json_end(w->json, '}');
    return ok;
}

static bool write_sound(const scene *s, scene_writer *w)
{
    if (!s->sound)
        return true;
    hone_json_key(w->json, "sound");
    hone_json_object(w->json);
    bool ok = scene_write_path(w, "file", s->sound);
    if (s->sound_delay != 0)
        scene_write_number(w, "delay", s->sound_delay);
    hone_json_end(w->json, '}');
    return ok;
}

static void write_frames(const scene *s, scene_writer *w)
{
    if (s->frames.given) {
        hone_json_key(w->json, "frames");
        hone_json_object(w->json);
        scene_write_number(w, "first", s->frames.first);
        scene_write_number(w, "last", s->frames.last);
        if (s->frames.step > 0)
            scene_write_number(w, "step", s->frames.step);
        hone_json_end(w->json, '}');
    }
    if (s->rate.rate) {
        hone_json_key(w->json, "fps");
        hone_json_flat_array(w->json);
        hone_json_integer(w->json, s->rate.rate);
        hone_json_integer(w->json, s->rate.divisor);
        hone_json_end(w->json, ']');
    }
}

bool scene_look_write(const scene *s, scene_writer *w)
{
    bool ok = write_camera(s, w);
    write_light(&s->look, w);
    ok = write_picture(s, w) && ok;
    ok = write_sound(s, w) && ok;
    write_frames(s, w);
    if (s->active || s->frame != 0) {
        hone_json_key(w->json, "view");
        hone_json_object(w->json);
        if (s->active)
            scene_write_number(w, "active", s->active);
        if (s->frame != 0)
            scene_write_number(w, "frame", s->frame);
        hone_json_end(w->json, '}');
    }
    return ok;
}
