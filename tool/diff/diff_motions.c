#include "tool/diff/diff_list.h"

#include <math.h>
#include <string.h>

/* The keys of two tracks at the same frames, compared. */
typedef struct key_changes {
    uint32_t removed, added, changed, curves;
    double most; /* the largest difference, in `unit` */
    uint32_t frame;
} key_changes;

static void note(key_changes *c, uint32_t frame, double apart)
{
    const double least = 1e-6;
    if (apart <= least)
        return;
    c->changed++;
    if (!(apart <= c->most)) {
        c->most = apart;
        c->frame = frame;
    }
}

static void write_changes(const key_changes *c, const char *unit, change_text *out)
{
    if (c->removed)
        detail_add(out, "%u keys removed", c->removed);
    if (c->added)
        detail_add(out, "%u keys added", c->added);
    if (c->changed)
        detail_add(out, "%u keys changed, at most by %.4g %s at frame %u", c->changed, c->most, unit, c->frame);
    if (c->curves)
        detail_add(out, "%u curves changed", c->curves);
}

/* Keys of any kind begin with their frame. */
typedef void compare_keys(const void *a, const void *b, uint32_t frame, key_changes *out);

typedef struct key_list {
    const void *keys;
    uint32_t count;
} key_list;

static uint32_t frame_of(key_list list, size_t stride, uint32_t index)
{
    uint32_t frame;
    memcpy(&frame, (const char *)list.keys + index * stride, sizeof frame);
    return frame;
}

static key_changes diff_keys(key_list a, key_list b, size_t stride, compare_keys *compare)
{
    key_changes out = {0};
    for (uint32_t i = 0, k = 0; i < a.count || k < b.count;) {
        uint32_t x = i < a.count ? frame_of(a, stride, i) : UINT32_MAX;
        uint32_t y = k < b.count ? frame_of(b, stride, k) : UINT32_MAX;
        bool from_a = i < a.count && (k == b.count || x <= y), from_b = k < b.count && (i == a.count || y <= x);
        if (from_a && from_b)
            compare((const char *)a.keys + i * stride, (const char *)b.keys + k * stride, x, &out);
        out.removed += from_a && !from_b;
        out.added += from_b && !from_a;
        i += from_a;
        k += from_b;
    }
    return out;
}

/* ---- bones ---- */

static const char *bone_track(const void *data, uint32_t index)
{
    return ((const hone_motion_data *)data)->bone_tracks[index].name.text;
}

/* Translations and rotations change apart: a degree counts as a unit. */
static void compare_bone_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_bone_key *x = a, *y = b;
    const double degrees = 57.29577951308232;
    double square = 0, d = 0; /* of the chord between the quaternions; their angle is half that of the rotations */
    for (int i = 0; i < 4; i++) d += (double)x->rotation[i] * y->rotation[i];
    for (int i = 0; i < 4; i++) {
        double side = (double)x->rotation[i] - copysign(1, d) * y->rotation[i];
        square += side * side;
    }
    note(out, frame,
         fmax(4 * asin(fmin(1, sqrt(square) / 2)) * degrees,
              (double)hone_vec3_distance(x->translation, y->translation)));
    out->curves += memcmp(x->curves, y->curves, sizeof x->curves) != 0;
    out->changed += x->physics_off != y->physics_off;
}

static void compare_bone_tracks(const void *user, const void *a, uint32_t i, const void *b, uint32_t k,
                                change_text *out)
{
    const hone_bone_track *x = &((const hone_motion_data *)a)->bone_tracks[i];
    const hone_bone_track *y = &((const hone_motion_data *)b)->bone_tracks[k];
    (void)user;
    const key_changes changes = diff_keys((key_list){x->keys, x->key_count}, (key_list){y->keys, y->key_count},
                                          sizeof(hone_bone_key), compare_bone_keys);
    write_changes(&changes, "units or degrees", out);
}

/* ---- morphs ---- */

static const char *morph_track(const void *data, uint32_t index)
{
    return ((const hone_motion_data *)data)->morph_tracks[index].name.text;
}

static void compare_morph_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_morph_key *x = a, *y = b;
    note(out, frame, fabs((double)x->weight - y->weight));
}

static void compare_morph_tracks(const void *user, const void *a, uint32_t i, const void *b, uint32_t k,
                                 change_text *out)
{
    const hone_morph_track *x = &((const hone_motion_data *)a)->morph_tracks[i];
    const hone_morph_track *y = &((const hone_motion_data *)b)->morph_tracks[k];
    (void)user;
    const key_changes changes = diff_keys((key_list){x->keys, x->key_count}, (key_list){y->keys, y->key_count},
                                          sizeof(hone_morph_key), compare_morph_keys);
    write_changes(&changes, "of weight", out);
}

/* ---- camera, light, shadow, properties ---- */

static double numbers_apart(const float *a, const float *b, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, fabs((double)a[i] - b[i]));
    return most;
}

static void compare_camera_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_camera_key *x = a, *y = b;
    const float from[] = {x->camera.target[0], x->camera.target[1], x->camera.target[2],
                          x->camera.angles[0], x->camera.angles[1], x->camera.angles[2],
                          x->camera.distance,  x->camera.fov,       x->camera.orthographic};
    const float to[] = {y->camera.target[0], y->camera.target[1], y->camera.target[2],
                        y->camera.angles[0], y->camera.angles[1], y->camera.angles[2],
                        y->camera.distance,  y->camera.fov,       y->camera.orthographic};
    note(out, frame, numbers_apart(from, to, 9));
    out->curves += memcmp(x->curves, y->curves, sizeof x->curves) != 0;
}

static void compare_light_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_light_key *x = a, *y = b;
    note(out, frame,
         fmax(numbers_apart(x->light.colour, y->light.colour, 3),
              numbers_apart(x->light.direction, y->light.direction, 3)));
}

static void compare_shadow_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_shadow_key *x = a, *y = b;
    note(out, frame, fmax(fabs((double)x->distance - y->distance), x->mode != y->mode));
}

static void compare_property_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_property_key *x = a, *y = b;
    bool differ = x->visible != y->visible || x->state_count != y->state_count;
    for (uint32_t s = 0; !differ && s < x->state_count; s++)
        differ =
            strcmp(x->states[s].name.text, y->states[s].name.text) != 0 || x->states[s].enabled != y->states[s].enabled;
    note(out, frame, differ);
}

static void diff_list(const char *section, key_list a, key_list b, size_t stride, compare_keys *compare,
                      differences *out)
{
    const key_changes changes = diff_keys(a, b, stride, compare);
    change_text text = {{0}};
    write_changes(&changes, "in its values", &text);
    if (*text.text)
        diff_add(out, section, DIFFERENCE_CHANGED, "keys", text.text);
}

/* ---- channels ---- */

static const char *channel_name(const void *data, uint32_t index)
{
    const hone_channel *channel = &((const hone_motion_data *)data)->channels[index];
    return channel->target_count ? channel->targets[0].name : "";
}

static uint32_t channel_width(const hone_channel *c)
{
    static const uint32_t widths[] = {3, 4, 3, 0};
    return c->path == HONE_CHANNEL_WEIGHTS ? c->target_count : widths[c->path];
}

static void compare_channels(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_channel *x = &((const hone_motion_data *)a)->channels[i];
    const hone_channel *y = &((const hone_motion_data *)b)->channels[k];
    (void)user;
    detail_number(out, "part", x->path, y->path);
    detail_number(out, "interpolation", x->interpolation, y->interpolation);
    detail_number(out, "keys", x->key_count, y->key_count);
    if (*out->text || channel_width(x) != channel_width(y))
        return;
    uint32_t times = 0, width = channel_width(x) * (x->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
    double most = 0;
    for (uint32_t t = 0; t < x->key_count; t++) {
        times += x->times[t] != y->times[t];
        most = fmax(most, numbers_apart(&x->values[(size_t)t * width], &y->values[(size_t)t * width], width));
    }
    if (times)
        detail_add(out, "%u keys at other times", times);
    if (!(most <= 1e-6))
        detail_add(out, "values, at most by %.4g", most);
}

/* ---- all ---- */

static void diff_scene(const hone_motion_data *a, const hone_motion_data *b, differences *out)
{
    diff_list("camera", (key_list){a->camera_keys, a->camera_key_count},
              (key_list){b->camera_keys, b->camera_key_count}, sizeof(hone_camera_key), compare_camera_keys, out);
    diff_list("light", (key_list){a->light_keys, a->light_key_count}, (key_list){b->light_keys, b->light_key_count},
              sizeof(hone_light_key), compare_light_keys, out);
    diff_list("shadow", (key_list){a->shadow_keys, a->shadow_key_count},
              (key_list){b->shadow_keys, b->shadow_key_count}, sizeof(hone_shadow_key), compare_shadow_keys, out);
    diff_list("properties", (key_list){a->property_keys, a->property_key_count},
              (key_list){b->property_keys, b->property_key_count}, sizeof(hone_property_key), compare_property_keys,
              out);
}

void diff_motions(const hone_motion *a, const hone_motion *b, differences *out)
{
    static const diff_kind bones = {"bone tracks", compare_bone_tracks},
                           morphs = {"morph tracks", compare_morph_tracks}, channels = {"channels", compare_channels};
    const hone_motion_data *x = hone_motion_get(a), *y = hone_motion_get(b);
    change_text text = {{0}};
    detail_text(&text, "was", x->model_name, y->model_name);
    if (*text.text)
        diff_add(out, "texts", DIFFERENCE_CHANGED, "name of the model", text.text);
    diff_section(&bones, (named_items){x, x->bone_track_count, bone_track},
                 (named_items){y, y->bone_track_count, bone_track}, NULL, out);
    diff_section(&morphs, (named_items){x, x->morph_track_count, morph_track},
                 (named_items){y, y->morph_track_count, morph_track}, NULL, out);
    diff_section(&channels, (named_items){x, x->channel_count, channel_name},
                 (named_items){y, y->channel_count, channel_name}, NULL, out);
    diff_scene(x, y, out);
}
