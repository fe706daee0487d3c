#include "support/make/fbx/make_fbx_clip.h"
#include <stdio.h>
#include <string.h>

enum { CONSTANT = 2, CUBIC = 8, NEXT = 0x100, USER = 0x400, WEIGHTED_RIGHT = 0x1000000, WEIGHTED_LEFT = 0x2000000 };
enum {
    NODES = 1000,
    ATTRIBUTES = 1500,
    CHANNEL = 1800, /* its shapes follow */
    STACK = 2000,
    LAYERS = 3000,
    TRACKS = 4000,
    CURVES = 5000,
    KEYS_MAX = 4096
}; /* numbers of objects */

static int64_t ticks(double frame)
{
    return (int64_t)(frame * MAKE_FBX_TICKS);
}

static int32_t bits_of(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void time_property(make_fbx *m, const char *name, double frame)
{
    make_fbx_begin(m, "P");
    make_fbx_text(m, name);
    make_fbx_text(m, "KTime");
    make_fbx_text(m, "Time");
    make_fbx_text(m, "");
    make_fbx_long(m, ticks(frame));
    make_fbx_end(m);
}

static void int_property(make_fbx *m, const char *name, int32_t value)
{
    make_fbx_property(m, name, "int", &(double){value}, 1);
}

static void real_property(make_fbx *m, const char *name, double value)
{
    make_fbx_property(m, name, "Number", &value, 1);
}

static void take_time(make_fbx *m, const char *name, const make_fbx_clip *clip)
{
    make_fbx_begin(m, name);
    make_fbx_long(m, ticks(clip->start));
    make_fbx_long(m, ticks(clip->stop));
    make_fbx_end(m);
}

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static void write_model(make_fbx *m, const make_fbx_clip *clip, uint32_t at)
{
    const make_fbx_node *node = &clip->nodes[at];
    const double one[3] = {1, 1, 1};
    make_fbx_begin(m, "Model");
    if (m->kind.version >= 7000)
        make_fbx_long(m, NODES + at);
    make_fbx_name(m, node->name, "Model");
    make_fbx_text(m, "LimbNode");
    make_fbx_begin_properties(m);
    make_fbx_property(m, "Lcl Translation", "Lcl Translation", node->translation, 3);
    make_fbx_property(m, "Lcl Rotation", "Lcl Rotation", node->rotation, 3);
    make_fbx_property(m, "Lcl Scaling", "Lcl Scaling", node->scale[0] == 0 ? one : node->scale, 3);
    make_fbx_property(m, "RotationPivot", "Vector3D", node->rotation_pivot, 3);
    make_fbx_property(m, "RotationOffset", "Vector3D", node->rotation_offset, 3);
    int_property(m, "RotationActive", 1);
    int_property(m, "InheritType", node->inherit);
    make_fbx_end(m);
    make_fbx_end(m);
}

/* A camera with a film of one inch, of which the focal length is given in millimetres; or a directional light. */
static void write_attribute(make_fbx *m, const make_fbx_clip *clip, uint32_t at)
{
    if (!clip->nodes[at].attribute)
        return;
    make_fbx_begin(m, "NodeAttribute");
    make_fbx_long(m, ATTRIBUTES + at);
    make_fbx_name(m, "", "NodeAttribute");
    make_fbx_text(m, clip->nodes[at].attribute);
    make_fbx_begin_properties(m);
    int_property(m, "ApertureMode", 3);
    real_property(m, "FocalLength", 50);
    real_property(m, "FilmWidth", 1);
    real_property(m, "FilmHeight", 1);
    real_property(m, "FocusDistance", 80);
    int_property(m, "LightType", 1);
    make_fbx_end(m);
    make_fbx_end(m);
}

static void write_channel(make_fbx *m)
{
    make_fbx_begin(m, "Deformer");
    make_fbx_long(m, CHANNEL);
    make_fbx_name(m, "smile", "SubDeformer");
    make_fbx_text(m, "BlendShapeChannel");
    make_fbx_doubles_node(m, "FullWeights", (const double[]){50, 100}, 2);
    make_fbx_end(m);
    for (int i = 1; i <= 2; i++) {
        make_fbx_begin(m, "Geometry");
        make_fbx_long(m, CHANNEL + i);
        make_fbx_name(m, "shape", "Geometry");
        make_fbx_text(m, "Shape");
        make_fbx_end(m);
    }
}

/* ---- curves of version 7 -------------------------------------------------------------------------------------- */

static void write_extrapolation(make_fbx *m, const char *name, char letter, int32_t repetitions)
{
    if (!letter)
        return;
    make_fbx_begin(m, name);
    make_fbx_begin(m, "Type");
    make_fbx_letter(m, letter);
    make_fbx_end(m);
    make_fbx_int_node(m, "Repetition", repetitions);
    make_fbx_end(m);
}

static void write_attributes(make_fbx *m, const make_fbx_curve *curve, uint32_t count)
{
    static float numbers[4 * KEYS_MAX];
    static int32_t bits[4 * KEYS_MAX], flags[KEYS_MAX], ones[KEYS_MAX];
    for (uint32_t k = 0; k < count; k++) {
        const make_fbx_key *key = &curve->keys[k];
        uint32_t weights =
            (uint32_t)(key->right_weight * 10000 + 0.5f) | (uint32_t)(key->next_left_weight * 10000 + 0.5f) << 16;
        float *to = numbers + 4 * (size_t)k;
        to[0] = key->right_slope, to[1] = key->next_left_slope, to[3] = 0;
        memcpy(&to[2], &weights, sizeof weights);
        for (int i = 0; i < 4; i++) bits[4 * k + (uint32_t)i] = bits_of(to[i]);
        flags[k] = key->flags, ones[k] = 1;
    }
    make_fbx_ints_node(m, "KeyAttrFlags", flags, count);
    if (m->kind.text && m->kind.version >= 7200)
        make_fbx_ints_node(m, "KeyAttrDataFloat", bits, 4 * count);
    else
        make_fbx_floats_node(m, "KeyAttrDataFloat", numbers, 4 * count);
    make_fbx_ints_node(m, "KeyAttrRefCount", ones, count);
}

static void write_curve(make_fbx *m, const make_fbx_clip *clip, const make_fbx_curve *curve, uint32_t number)
{
    static int64_t times[KEYS_MAX];
    static float values[KEYS_MAX];
    for (uint32_t k = 0; k < curve->count; k++) {
        times[k] = ticks(curve->keys[k].frame);
        values[k] = curve->keys[k].value;
    }
    make_fbx_begin(m, "AnimationCurve");
    make_fbx_long(m, CURVES + number);
    make_fbx_name(m, "", "AnimCurve");
    make_fbx_text(m, "");
    make_fbx_longs_node(m, "KeyTime", times, curve->count);
    make_fbx_floats_node(m, "KeyValueFloat", values, curve->count);
    write_attributes(m, curve, clip->short_attributes ? curve->count / 2 : curve->count);
    write_extrapolation(m, "Pre-Extrapolation", curve->before, curve->repetitions);
    write_extrapolation(m, "Post-Extrapolation", curve->after, curve->repetitions);
    make_fbx_end(m);
}

static void write_track(make_fbx *m, const make_fbx_clip *clip, uint32_t number)
{
    const make_fbx_track *track = &clip->tracks[number];
    make_fbx_begin(m, "AnimationCurveNode");
    make_fbx_long(m, TRACKS + number);
    make_fbx_name(m, "T", "AnimCurveNode");
    make_fbx_text(m, "");
    make_fbx_begin_properties(m);
    real_property(m, "d|X", track->defaults[0]);
    real_property(m, "d|Y", track->defaults[1]);
    real_property(m, "d|Z", track->defaults[2]);
    make_fbx_end(m);
    make_fbx_end(m);
    for (uint32_t i = 0; i < 3; i++)
        if (track->curves[i].count)
            write_curve(m, clip, &track->curves[i], 3 * number + i);
}

/* ---- stack and layers ----------------------------------------------------------------------------------------- */

static void write_stack(make_fbx *m, const make_fbx_clip *clip)
{
    make_fbx_begin(m, "AnimationStack");
    make_fbx_long(m, STACK);
    make_fbx_name(m, "Walk", "AnimStack");
    make_fbx_text(m, "");
    make_fbx_begin_properties(m);
    if (clip->stop != clip->start && !clip->range_in_take) {
        time_property(m, "LocalStart", clip->start);
        time_property(m, "LocalStop", clip->stop);
    }
    make_fbx_end(m);
    make_fbx_end(m);
}

static void write_layer(make_fbx *m, const make_fbx_layer *layer, uint32_t number)
{
    make_fbx_begin(m, "AnimationLayer");
    make_fbx_long(m, LAYERS + number);
    make_fbx_name(m, "Layer", "AnimLayer");
    make_fbx_text(m, "");
    make_fbx_begin_properties(m);
    if (layer->weight > 0)
        real_property(m, "Weight", layer->weight);
    int_property(m, "BlendMode", layer->blend_mode);
    int_property(m, "RotationAccumulationMode", layer->rotation_mode);
    int_property(m, "ScaleAccumulationMode", layer->scale_mode);
    make_fbx_end(m);
    make_fbx_end(m);
}

static uint32_t count_tracks(const make_fbx_clip *clip)
{
    uint32_t count = 0;
    while (clip->tracks[count].property) count++;
    return count;
}

static void connect_track(make_fbx *m, const make_fbx_clip *clip, uint32_t number)
{
    static const char *const names[3] = {"d|X", "d|Y", "d|Z"};
    const make_fbx_track *track = &clip->tracks[number];
    bool of_channel = strcmp(track->property, "DeformPercent") == 0;
    bool of_attribute = strncmp(track->property, "Lcl ", 4) != 0 && strcmp(track->property, "Visibility") != 0;
    int64_t object =
        track->node < 0 ? LAYERS + (int64_t)track->layer : (of_attribute ? ATTRIBUTES : NODES) + track->node;
    object = of_channel ? CHANNEL : object;
    make_fbx_connect(m, TRACKS + number, LAYERS + track->layer, NULL);
    make_fbx_connect(m, TRACKS + number, object, track->property);
    for (uint32_t i = 0; i < 3; i++)
        if (track->curves[i].count)
            make_fbx_connect(m, CURVES + 3 * number + i, TRACKS + number, names[i]);
}

static void write_version_7(make_fbx *m, const make_fbx_clip *clip)
{
    uint32_t tracks = count_tracks(clip);
    make_fbx_begin(m, "Objects");
    for (uint32_t i = 0; i < clip->node_count; i++) {
        write_model(m, clip, i);
        write_attribute(m, clip, i);
    }
    if (clip->has_channel)
        write_channel(m);
    write_stack(m, clip);
    for (uint32_t i = 0; i < clip->layer_count; i++) write_layer(m, &clip->layers[i], i);
    for (uint32_t i = 0; i < tracks; i++) write_track(m, clip, i);
    make_fbx_end(m);
    make_fbx_begin(m, "Connections");
    for (uint32_t i = 0; i < clip->node_count; i++) {
        make_fbx_connect(m, NODES + i, clip->nodes[i].parent < 0 ? 0 : NODES + clip->nodes[i].parent, NULL);
        if (clip->nodes[i].attribute)
            make_fbx_connect(m, ATTRIBUTES + i, NODES + i, NULL);
        if (clip->nodes[i].looked_at_by)
            make_fbx_connect(m, NODES + i, NODES + clip->nodes[i].looked_at_by - 1, "LookAtProperty");
        if (clip->nodes[i].above)
            make_fbx_connect(m, NODES + i, NODES + clip->nodes[i].above - 1, "UpVectorProperty");
    }
    for (int i = 1; i <= 2 && clip->has_channel; i++) make_fbx_connect(m, CHANNEL + i, CHANNEL, NULL);
    for (uint32_t i = 0; i < clip->layer_count; i++) make_fbx_connect(m, LAYERS + i, STACK, NULL);
    for (uint32_t i = 0; i < tracks; i++) connect_track(m, clip, i);
    make_fbx_end(m);
    make_fbx_begin(m, "Takes");
    make_fbx_begin(m, "Take");
    make_fbx_text(m, "Walk");
    if (clip->range_in_take)
        take_time(m, "LocalTime", clip);
    make_fbx_end(m);
    make_fbx_end(m);
}

/* ---- version 6.1 ---------------------------------------------------------------------------------------------- */

static void write_old_key(make_fbx *m, const make_fbx_key *key)
{
    make_fbx_long(m, ticks(key->frame));
    make_fbx_real(m, (double)key->value);
    if (key->flags & CONSTANT) {
        make_fbx_letter(m, 'C');
        make_fbx_letter(m, key->flags & NEXT ? 'n' : 's');
    } else if (key->flags & CUBIC) {
        make_fbx_letter(m, 'U');
        make_fbx_letter(m, key->flags & USER ? 's' : 'a');
        if (key->flags & USER) {
            make_fbx_real(m, (double)key->right_slope);
            make_fbx_real(m, (double)key->next_left_slope);
        }
        bool right = key->flags & WEIGHTED_RIGHT, left = key->flags & WEIGHTED_LEFT;
        make_fbx_letter(m, right && left ? 'a' : right ? 'r' : left ? 'l' : 'n');
        if (right)
            make_fbx_real(m, (double)key->right_weight);
        if (left)
            make_fbx_real(m, (double)key->next_left_weight);
    } else {
        make_fbx_letter(m, 'L');
    }
}

static void write_old_curve(make_fbx *m, const char *name, const make_fbx_curve *curve, double otherwise)
{
    make_fbx_begin(m, "Channel");
    make_fbx_text(m, name);
    make_fbx_real_node(m, "Default", otherwise);
    if (curve->count) {
        make_fbx_int_node(m, "KeyVer", 4005);
        make_fbx_int_node(m, "KeyCount", (int32_t)curve->count);
        make_fbx_begin(m, "Key");
        for (uint32_t k = 0; k < curve->count; k++) write_old_key(m, &curve->keys[k]);
        make_fbx_end(m);
        write_extrapolation(m, "Pre-Extrapolation", curve->before, curve->repetitions);
        write_extrapolation(m, "Post-Extrapolation", curve->after, curve->repetitions);
    }
    make_fbx_end(m);
}

/* "Lcl Translation" is the channel "T". */
static void write_old_track(make_fbx *m, const make_fbx_track *track)
{
    static const char *const names[3] = {"X", "Y", "Z"};
    char letter[2] = {track->property[4], 0};
    make_fbx_begin(m, "Channel");
    make_fbx_text(m, letter);
    for (int i = 0; i < 3; i++) write_old_curve(m, names[i], &track->curves[i], track->defaults[i]);
    make_fbx_end(m);
}

static void full_name(const make_fbx_node *node, char name[64])
{
    snprintf(name, 64, "Model::%s", node->name);
}

static void write_take(make_fbx *m, const make_fbx_clip *clip)
{
    make_fbx_begin(m, "Take");
    make_fbx_text(m, "Walk");
    if (clip->stop != clip->start)
        take_time(m, "LocalTime", clip);
    for (uint32_t n = 0; n < clip->node_count; n++) {
        make_fbx_begin(m, "Model");
        make_fbx_name(m, clip->nodes[n].name, "Model");
        make_fbx_begin(m, "Channel");
        make_fbx_text(m, "Transform");
        for (const make_fbx_track *track = clip->tracks; track->property; track++)
            if (track->node == (int32_t)n && track->layer == 0)
                write_old_track(m, track);
        make_fbx_end(m);
        make_fbx_end(m);
    }
    make_fbx_end(m);
}

static void write_version_6(make_fbx *m, const make_fbx_clip *clip)
{
    make_fbx_begin(m, "Objects");
    for (uint32_t i = 0; i < clip->node_count; i++) write_model(m, clip, i);
    make_fbx_end(m);
    make_fbx_begin(m, "Connections");
    for (uint32_t i = 0; i < clip->node_count; i++) {
        char name[64], parent[64] = "Model::Scene";
        full_name(&clip->nodes[i], name);
        if (clip->nodes[i].parent >= 0)
            full_name(&clip->nodes[clip->nodes[i].parent], parent);
        make_fbx_connect_names(m, name, parent, NULL);
    }
    make_fbx_end(m);
    make_fbx_begin(m, "Takes");
    write_take(m, clip);
    make_fbx_end(m);
}

hone_bytes make_fbx_clip_file(const make_fbx_clip *clip, const make_fbx_kind *kind)
{
    make_fbx m = make_fbx_open(kind);
    make_fbx_header(&m);
    if (m.kind.version < 7000)
        write_version_6(&m, clip);
    else
        write_version_7(&m, clip);
    return make_fbx_close(&m);
}
