/* Writes what a motion does to materials as channels of KHR_animation_pointer: material morphs, the colours and texture
 * coordinates of expressions, and VALUE morphs. The weights of the motion are final, as a bake has them. */
#include "base/trigonometry.h"
#include "core/rig/morph/expression/surfaces.h"
#include "core/rig/morph/materials.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/weight_tracks.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

enum { MOST_TIMES = 1 << 20, FIRST_OF_MAPS = offsetof(hone_surface_state, maps) / sizeof(float), NUMBERS_OF_MAP = 5 };

/* What the morphs of a model do to its materials over time. */
typedef struct value_context {
    gltf_writer *writer;
    hone_morphed_materials materials;
    hone_morphed_surfaces surfaces;
    uint32_t *of_morph; /* [morph_count] 1 + the track of a morph that changes materials; 0: none */
    gltf_weight_track *tracks;
    uint32_t track_count;
    float *weights; /* [morph_count] */
    double *times;
    uint32_t time_count;
    hone_surface_state *now; /* [material_count] numbers as the file has them */
} value_context;

/* ---- numbers, as the file has them ------------------------------------------------------------------------------ */

/* Sets the numbers of a material of MMD or .x. glTF has none for what is added to texels, for sphere maps and for
 * toons. */
static void set_classic(const gltf_writer *writer, const hone_material_state *state, hone_surface_state *out)
{
    float texels[3];
    for (int i = 0; i < 3; i++) texels[i] = 1 + state->texture.multiply[3] * (state->texture.multiply[i] - 1);
    if (!hone_gltf_is_lit(writer) || writer->model->space != HONE_SPACE_X) {
        hone_gltf_lit_colour(state->diffuse, state->ambient, texels, out->colours[HONE_COLOUR_BASE]);
        return;
    }
    for (int i = 0; i < 3; i++) {
        out->colours[HONE_COLOUR_BASE][i] = hone_linear_from_display(state->diffuse[i]);
        out->colours[HONE_COLOUR_EMISSION][i] = hone_linear_from_display(state->ambient[i]);
    }
    out->colours[HONE_COLOUR_BASE][3] = fminf(fmaxf(state->diffuse[3], 0), 1);
}

/* Adds what expressions do to all texture coordinates, before the map itself. */
static void fold_coordinates(const hone_surface_state *state, hone_map_state *map)
{
    const float c = (float)hone_cos((double)map->rotation), s = (float)hone_sin((double)map->rotation);
    const float *o = state->uv_offset;
    map->offset[0] += c * map->scale[0] * o[0] + s * map->scale[1] * o[1];
    map->offset[1] += -s * map->scale[0] * o[0] + c * map->scale[1] * o[1];
    for (int i = 0; i < 2; i++) map->scale[i] *= state->uv_scale[i];
}

/* Sets the numbers of a material of glTF. Its emitted colour may be at most 1: the strength takes what is above. */
static void set_surface(const hone_surface_state *state, hone_surface_state *out)
{
    *out = *state;
    float *colour = out->colours[HONE_COLOUR_EMISSION], strength = 1;
    for (int i = 0; i < 3; i++) strength = fmaxf(strength, colour[i] * state->emissive_strength);
    for (int i = 0; i < 3; i++) colour[i] = colour[i] * state->emissive_strength / strength;
    out->emissive_strength = strength;
    bool moved =
        state->uv_scale[0] != 1 || state->uv_scale[1] != 1 || state->uv_offset[0] != 0 || state->uv_offset[1] != 0;
    for (int m = 0; moved && m < HONE_MAP_COUNT + HONE_MTOON_MAP_COUNT; m++)
        if (m != HONE_MAP_COUNT + HONE_MTOON_MATCAP)
            fold_coordinates(state, &out->maps[m]);
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

static void set_numbers(value_context *v)
{
    const hone_model_data *model = v->writer->model;
    for (uint32_t m = 0; m < model->material_count; m++)
        if (!model->materials[m].pbr)
            set_classic(v->writer, &v->materials.states[m], &v->now[m]);
        else if (v->surfaces.states)
            set_surface(&v->surfaces.states[m], &v->now[m]);
}

/* Computes the numbers at a time, which is later than that of the call before. */
static void go_to(value_context *v, double time)
{
    for (uint32_t m = 0; m < v->writer->model->morph_count; m++)
        if (v->of_morph[m])
            v->weights[m] = hone_gltf_weight_at(&v->tracks[v->of_morph[m] - 1], time);
    bool changed = hone_morphed_materials_update(&v->materials, v->weights, NULL);
    changed |= v->surfaces.states && hone_morphed_surfaces_update(&v->surfaces, v->weights, NULL);
    if (changed)
        set_numbers(v);
}

static void rewind_tracks(value_context *v)
{
    for (uint32_t t = 0; t < v->track_count; t++) v->tracks[t].key = 0;
}

/* Marks the morphs that have keys and change materials. */
static void mark(value_context *v, const hone_motion_data *motion, const hone_morph_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) v->of_morph[list->morphs[i]] = 1;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        for (uint32_t t = 0; motion->channels[c].path == HONE_CHANNEL_WEIGHTS && motion->channels[c].key_count &&
                             t < motion->channels[c].target_count;
             t++)
            if (v->of_morph[motion->channels[c].targets[t].index] == 1)
                v->of_morph[motion->channels[c].targets[t].index] = 2;
}

static bool find_tracks(value_context *v, const hone_motion_data *motion)
{
    gltf_writer *writer = v->writer;
    v->of_morph = hone_gltf_write_scratch(writer, hone_gltf_morph_count(writer), sizeof *v->of_morph);
    v->weights = hone_gltf_write_scratch(writer, writer->model->morph_count, sizeof *v->weights);
    if (!v->of_morph || !v->weights)
        return false;
    mark(v, motion, &v->materials.list);
    mark(v, motion, &v->surfaces.list);
    for (uint32_t m = 0; m < writer->model->morph_count; m++) {
        v->weights[m] = writer->model->morphs[m].default_weight;
        v->of_morph[m] = v->of_morph[m] == 2 ? ++v->track_count : 0;
    }
    v->tracks = hone_gltf_write_scratch(writer, v->track_count, sizeof *v->tracks);
    if (v->tracks)
        hone_gltf_find_weight_tracks(motion, v->of_morph, v->tracks);
    return v->tracks != NULL;
}

/* Adds times between keys that are more than a frame apart, since numbers are not linear in the weights. */
static uint32_t subdivide(const double *times, uint32_t count, double *out)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        double gap = i + 1 < count ? times[i + 1] - times[i] : 0, steps = ceil(gap * HONE_FRAMES_PER_SECOND - 1e-3);
        for (uint32_t s = 0; s == 0 || s < steps; s++, made++)
            if (out)
                out[made] = times[i] + (s ? gap * s / steps : 0);
    }
    return made;
}

static bool find_times(value_context *v, const hone_motion_data *motion)
{
    uint64_t keys = hone_gltf_count_weight_keys(motion, v->of_morph);
    if (keys == 0 || keys > MOST_TIMES)
        return false;
    double *merged = hone_gltf_write_scratch(v->writer, 2 * (size_t)keys, sizeof *merged);
    if (!merged)
        return false;
    v->times = merged;
    v->time_count = hone_gltf_merge_weight_times(motion, v->of_morph, true, merged);
    if (v->time_count == 0 || (merged[v->time_count - 1] - merged[0]) * HONE_FRAMES_PER_SECOND > MOST_TIMES)
        return v->time_count > 0;
    double *fine = hone_gltf_write_scratch(v->writer, subdivide(merged, v->time_count, NULL), sizeof *fine);
    if (!fine)
        return false;
    v->time_count = subdivide(merged, v->time_count, fine);
    v->times = fine;
    return true;
}

/* ---- which numbers can be written ------------------------------------------------------------------------------- */

static bool has_picture(const gltf_writer *writer, const hone_map *map)
{
    return map->texture != HONE_NONE && writer->images && writer->images[map->texture].name;
}

/* Returns the map that a pointer is about, as in hone_surface_state.maps; HONE_NONE: it is about none. */
static int32_t map_of(const gltf_pointer *pointer)
{
    if (pointer->number >= FIRST_OF_MAPS)
        return (int32_t)((pointer->number - FIRST_OF_MAPS) / NUMBERS_OF_MAP);
    switch (pointer->number * sizeof(float)) {
    case offsetof(hone_surface_state, normal_scale):
        return HONE_MAP_NORMAL;
    case offsetof(hone_surface_state, occlusion_strength):
        return HONE_MAP_OCCLUSION;
    case offsetof(hone_surface_state, shading_shift_scale):
        return HONE_MAP_COUNT + HONE_MTOON_SHIFT;
    default:
        return HONE_NONE;
    }
}

/* Whether the file has what a pointer points at. */
static bool is_there(const gltf_writer *writer, const hone_material *material, const gltf_pointer *pointer)
{
    static const char toon[] = "extensions/" GLTF_MTOON "/";
    const hone_mtoon *shaded = writer->desc->vrm ? material->mtoon : NULL;
    if (strncmp(pointer->path, toon, sizeof toon - 1) == 0 && !shaded)
        return false;
    if (!material->pbr)
        return pointer->group == hone_gltf_pointers[0].group || strcmp(pointer->path, "emissiveFactor") == 0;
    if (pointer->number * sizeof(float) == offsetof(hone_surface_state, alpha_cutoff))
        return material->pbr->alpha_mode == HONE_ALPHA_MASK;
    int32_t map = map_of(pointer);
    return map == HONE_NONE ||
           has_picture(writer, map < HONE_MAP_COUNT ? &material->pbr->maps[map] : &shaded->maps[map - HONE_MAP_COUNT]);
}

static const float *numbers_of(const value_context *v, const gltf_out_channel *channel)
{
    return (const float *)&v->now[channel->node] + channel->pointer->number;
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

/* Numbers at all times, and the keys that are kept of them. */
typedef struct value_keys {
    const double *times;
    float *values; /* [count][width] */
    uint32_t count, width;
    float tolerance;
} value_keys;

/* The slopes of lines from the last key that keep to all values since. */
typedef struct value_cone {
    double low[GLTF_POINTER_NUMBERS_MOST], high[GLTF_POINTER_NUMBERS_MOST];
} value_cone;

static double slope(const value_keys *k, uint32_t from, uint32_t to, uint32_t c, float error)
{
    return ((double)k->values[(size_t)to * k->width + c] + (double)error -
            (double)k->values[(size_t)from * k->width + c]) /
           (k->times[to] - k->times[from]);
}

/* Returns whether the line from `from` to `to` is in the cone. */
static bool fits(const value_keys *k, uint32_t from, uint32_t to, const value_cone *cone)
{
    bool out = true;
    for (uint32_t c = 0; c < k->width; c++) {
        double line = slope(k, from, to, c, 0);
        out &= line >= cone->low[c] && line <= cone->high[c];
    }
    return out;
}

static void narrow(const value_keys *k, uint32_t from, uint32_t to, value_cone *cone)
{
    for (uint32_t c = 0; c < k->width; c++) {
        cone->low[c] = fmax(cone->low[c], slope(k, from, to, c, -k->tolerance));
        cone->high[c] = fmin(cone->high[c], slope(k, from, to, c, k->tolerance));
    }
}

static value_cone open_cone(void)
{
    value_cone out;
    for (int c = 0; c < GLTF_POINTER_NUMBERS_MOST; c++) out.low[c] = -(double)INFINITY, out.high[c] = (double)INFINITY;
    return out;
}

/* Keeps the keys whose lines keep the tolerance, in place. Returns their times. Values from the last key on stay where
 * they are until they are passed. */
static double *reduce(gltf_writer *writer, value_keys *k)
{
    double *times = hone_gltf_write_scratch(writer, k->count, sizeof *times);
    uint32_t kept = 0, from = 0;
    value_cone cone = open_cone();
    for (uint32_t i = 0; times && i < k->count; i++) {
        if (i > 0)
            narrow(k, from, i, &cone);
        if (i > 0 && i + 1 < k->count && fits(k, from, i + 1, &cone))
            continue;
        from = i;
        cone = open_cone();
        times[kept] = k->times[i];
        memmove(k->values + (size_t)kept++ * k->width, k->values + (size_t)i * k->width, k->width * sizeof *k->values);
    }
    k->count = times ? kept : 0;
    return times;
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* Lists the numbers that are ever other than at rest. */
static void list_moved(value_context *v, const hone_surface_state *rest)
{
    gltf_writer *writer = v->writer;
    const hone_model_data *model = writer->model;
    const size_t all = (size_t)model->material_count * GLTF_POINTERS;
    uint8_t *moved = hone_gltf_write_scratch(writer, all, 1);
    for (uint32_t i = 0; moved && i < v->time_count; i++) {
        go_to(v, v->times[i]);
        for (uint32_t m = 0; m < model->material_count; m++)
            for (int p = 0; memcmp(&v->now[m], &rest[m], sizeof *rest) != 0 && p < GLTF_POINTERS; p++) {
                const gltf_pointer *pointer = &hone_gltf_pointers[p];
                moved[(size_t)m * GLTF_POINTERS + (size_t)p] |=
                    memcmp((const float *)&v->now[m] + pointer->number, (const float *)&rest[m] + pointer->number,
                           pointer->count * sizeof(float)) != 0;
            }
    }
    size_t count = 0;
    for (size_t i = 0; moved && i < all; i++) count += moved[i];
    writer->values = hone_gltf_write_scratch(writer, count, sizeof *writer->values);
    for (size_t i = 0; moved && writer->values && i < all; i++) {
        const gltf_pointer *pointer = &hone_gltf_pointers[i % GLTF_POINTERS];
        int32_t material = (int32_t)(i / GLTF_POINTERS);
        if (moved[i] && is_there(writer, &model->materials[material], pointer))
            writer->values[writer->value_count++] =
                (gltf_out_channel){.path = HONE_CHANNEL_WEIGHTS, .node = material, .pointer = pointer};
    }
}

/* The largest number decides how far all of them may be off. */
static float tolerance_of(const value_keys *k)
{
    const float part = 1e-4f;
    float most = 0;
    for (size_t i = 0; i < (size_t)k->count * k->width; i++) most = fmaxf(most, fabsf(k->values[i]));
    return part * most;
}

static void write_keys(value_context *v, gltf_out_channel *channel, value_keys *keys)
{
    gltf_writer *writer = v->writer;
    keys->tolerance = tolerance_of(keys);
    double *times = reduce(writer, keys);
    float *seconds = times ? hone_gltf_write_seconds(writer, times, keys->count) : NULL;
    if (!seconds)
        return;
    channel->input = hone_gltf_add_floats(writer, seconds, 1, keys->count, GLTF_TARGET_NONE, true);
    channel->output = hone_gltf_add_floats(writer, keys->values, keys->width, keys->count, GLTF_TARGET_NONE, false);
    const size_t place = channel->pointer->number * sizeof(float);
    if (place == offsetof(hone_surface_state, emissive_strength))
        writer->strong_emission = true;
    for (uint32_t k = 0; place == offsetof(hone_surface_state, colours) && k < keys->count; k++)
        channel->clear |= keys->values[4 * (size_t)k + 3] < 1;
}

static void add_channels(value_context *v)
{
    gltf_writer *writer = v->writer;
    float **values = hone_gltf_write_scratch(writer, writer->value_count, sizeof *values);
    for (uint32_t c = 0; values && c < writer->value_count; c++)
        values[c] = hone_gltf_write_scratch(writer, v->time_count, writer->values[c].pointer->count * sizeof(float));
    if (!values || hone_arena_failed(writer->memory))
        return;
    rewind_tracks(v);
    for (uint32_t i = 0; i < v->time_count; i++) {
        go_to(v, v->times[i]);
        for (uint32_t c = 0; c < writer->value_count; c++) {
            const uint32_t width = writer->values[c].pointer->count;
            memcpy(values[c] + (size_t)i * width, numbers_of(v, &writer->values[c]), width * sizeof(float));
        }
    }
    for (uint32_t c = 0; c < writer->value_count; c++) {
        value_keys keys = {v->times, values[c], v->time_count, writer->values[c].pointer->count, 0};
        write_keys(v, &writer->values[c], &keys);
    }
}

void hone_gltf_build_values(gltf_writer *writer)
{
    const hone_motion_data *motion = hone_motion_get(writer->desc->motion);
    const hone_model_data *model = writer->model;
    value_context v = {.writer = writer};
    if (motion->channel_count == 0 || model->material_count == 0 || model->morph_count == 0)
        return;
    hone_morphed_materials_init(&v.materials, model, writer->memory);
    hone_morphed_surfaces_init(&v.surfaces, model, writer->memory);
    if (v.materials.list.count + v.surfaces.list.count == 0 || hone_arena_failed(writer->memory) ||
        !find_tracks(&v, motion) || !find_times(&v, motion))
        return;
    v.now = hone_gltf_write_scratch(writer, model->material_count, sizeof *v.now);
    hone_surface_state *rest = hone_gltf_write_scratch(writer, model->material_count, sizeof *rest);
    if (!v.now || !rest)
        return;
    const size_t before = writer->binary.bytes.size;
    set_numbers(&v);
    memcpy(rest, v.now, model->material_count * sizeof *rest);
    list_moved(&v, rest);
    if (writer->value_count)
        add_channels(&v);
    writer->points |= writer->value_count > 0;
    writer->report->animation_bytes += writer->binary.bytes.size - before;
}
