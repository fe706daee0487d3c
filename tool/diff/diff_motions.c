/* Differences of motions: their tracks and keys. */
#include "tool/diff/diff_list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What may differ: a message never mixes them. */
typedef enum quantity { UNITS, DEGREES, WEIGHT, COLOUR, SHADOW, QUANTITY_COUNT } quantity;

static const char *const quantity_names[] = {"units", "degrees", "of weight", "of colour", "of the shadow's distance"};
static const double degrees = 57.29577951308232;

/* The keys of two tracks at the same frames, compared. */
typedef struct key_changes {
    uint32_t removed, added, changed, curves;
    double most[QUANTITY_COUNT]; /* the largest differences */
    uint32_t frames[QUANTITY_COUNT];
} key_changes;

/* Returns whether there is a difference. */
static bool note(key_changes *c, uint32_t frame, quantity q, double apart)
{
    const double least = 1e-6;
    if (apart <= least)
        return false;
    if (!(apart <= c->most[q]))
        c->most[q] = apart, c->frames[q] = frame;
    return true;
}

/* Adds the number of keys with their largest differences: "2 keys changed, at most by 1.2 units at frame 3 and 5
 * degrees at frame 4". */
static void write_changed(const key_changes *c, change_text *out)
{
    char text[400] = "";
    for (int q = 0; q < QUANTITY_COUNT; q++) {
        size_t size = strlen(text);
        if (c->most[q] != 0)
            snprintf(text + size, sizeof text - size, "%s %.4g %s at frame %u", size ? " and" : ", at most by",
                     c->most[q], quantity_names[q], c->frames[q]);
    }
    detail_add(out, "%u keys changed%s", c->changed, text);
}

static void write_changes(const key_changes *c, change_text *out)
{
    if (c->removed)
        detail_add(out, "%u keys removed", c->removed);
    if (c->added)
        detail_add(out, "%u keys added", c->added);
    if (c->changed)
        write_changed(c, out);
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

/* The angle between two rotations, degrees. */
static double turned(const float x[4], const float y[4])
{
    double square = 0, d = 0; /* of the chord between the quaternions; their angle is half that of the rotations */
    for (int i = 0; i < 4; i++) d += (double)x[i] * y[i];
    for (int i = 0; i < 4; i++) {
        double side = (double)x[i] - copysign(1, d) * y[i];
        square += side * side;
    }
    return 4 * asin(fmin(1, sqrt(square) / 2)) * degrees;
}

static void compare_bone_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_bone_key *x = a, *y = b;
    bool moved = note(out, frame, UNITS, (double)hone_vec3_distance(x->translation, y->translation));
    bool rotated = note(out, frame, DEGREES, turned(x->rotation, y->rotation));
    out->changed += moved || rotated || x->physics_off != y->physics_off;
    out->curves += memcmp(x->curves, y->curves, sizeof x->curves) != 0;
}

static void compare_bone_tracks(const void *user, const void *a, uint32_t i, const void *b, uint32_t k,
                                change_text *out)
{
    const hone_bone_track *x = &((const hone_motion_data *)a)->bone_tracks[i];
    const hone_bone_track *y = &((const hone_motion_data *)b)->bone_tracks[k];
    (void)user;
    const key_changes changes = diff_keys((key_list){x->keys, x->key_count}, (key_list){y->keys, y->key_count},
                                          sizeof(hone_bone_key), compare_bone_keys);
    write_changes(&changes, out);
}

/* ---- morphs ---- */

static const char *morph_track(const void *data, uint32_t index)
{
    return ((const hone_motion_data *)data)->morph_tracks[index].name.text;
}

static void compare_morph_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_morph_key *x = a, *y = b;
    out->changed += note(out, frame, WEIGHT, fabs((double)x->weight - y->weight));
}

static void compare_morph_tracks(const void *user, const void *a, uint32_t i, const void *b, uint32_t k,
                                 change_text *out)
{
    const hone_morph_track *x = &((const hone_motion_data *)a)->morph_tracks[i];
    const hone_morph_track *y = &((const hone_motion_data *)b)->morph_tracks[k];
    (void)user;
    const key_changes changes = diff_keys((key_list){x->keys, x->key_count}, (key_list){y->keys, y->key_count},
                                          sizeof(hone_morph_key), compare_morph_keys);
    write_changes(&changes, out);
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
    double apart = fmax((double)hone_vec3_distance(x->camera.target, y->camera.target),
                        fabs((double)x->camera.distance - y->camera.distance));
    double angle = fmax(numbers_apart(x->camera.angles, y->camera.angles, 3) * degrees,
                        fabs((double)x->camera.fov - y->camera.fov));
    bool moved = note(out, frame, UNITS, apart), rotated = note(out, frame, DEGREES, angle);
    out->changed += moved || rotated || x->camera.orthographic != y->camera.orthographic;
    out->curves += memcmp(x->curves, y->curves, sizeof x->curves) != 0;
}

static void compare_light_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_light_key *x = a, *y = b;
    float from[3] = {0}, to[3] = {0};
    hone_vec3_normalise(x->light.direction, from);
    hone_vec3_normalise(y->light.direction, to);
    bool dyed = note(out, frame, COLOUR, numbers_apart(x->light.colour, y->light.colour, 3));
    bool rotated = note(out, frame, DEGREES, 2 * asin(fmin(1, (double)hone_vec3_distance(from, to) / 2)) * degrees);
    out->changed += dyed || rotated;
}

static void compare_shadow_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_shadow_key *x = a, *y = b;
    bool moved = note(out, frame, SHADOW, fabs((double)x->distance - y->distance));
    out->changed += moved || x->mode != y->mode;
}

static void compare_property_keys(const void *a, const void *b, uint32_t frame, key_changes *out)
{
    const hone_property_key *x = a, *y = b;
    bool differ = x->visible != y->visible || x->state_count != y->state_count;
    for (uint32_t s = 0; !differ && s < x->state_count; s++)
        differ =
            strcmp(x->states[s].name.text, y->states[s].name.text) != 0 || x->states[s].enabled != y->states[s].enabled;
    (void)frame;
    out->changed += differ;
}

static void diff_list(const char *section, key_list a, key_list b, size_t stride, compare_keys *compare,
                      differences *out)
{
    const key_changes changes = diff_keys(a, b, stride, compare);
    change_text text = {{0}};
    write_changes(&changes, &text);
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
    static const char *const units[] = {"units", "degrees", "of scale", "of weight"};
    uint32_t times = 0, width = channel_width(x) * (x->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
    bool angles = x->path == HONE_CHANNEL_ROTATION && x->interpolation != HONE_INTERPOLATION_CUBIC;
    double most = 0;
    for (uint32_t t = 0; t < x->key_count; t++) {
        const float *from = &x->values[(size_t)t * width], *to = &y->values[(size_t)t * width];
        times += x->times[t] != y->times[t];
        most = fmax(most, angles ? turned(from, to) : numbers_apart(from, to, width));
    }
    if (times)
        detail_add(out, "%u keys at other times", times);
    if (!(most <= 1e-6) && (angles || x->path != HONE_CHANNEL_ROTATION))
        detail_add(out, "values, at most by %.4g %s", most, units[x->path]);
    else if (!(most <= 1e-6)) /* tangents of quaternions are no angles */
        detail_add(out, "values, numbers of quaternions at most by %.4g", most);
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
