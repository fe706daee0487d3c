#include "format/fbx/animation/shot.h"
#include "base/memory/builder.h"
#include <string.h>

enum {
    DEPTH_MAX = 64, /* nodes above a camera */
    FRAMES_PER_KEY_MAX = 64,
    FRAME_BYTES = 160,  /* of all memory that a frame may take */
    BYTES_PER_BYTE = 2, /* of that memory, for each byte of the arrays in the file */
    SPARE = 256 << 10,
    FRAMES_MAX = 1 << 16
};

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static bool node_moves(const fbx_bone_motion *motion, uint32_t node)
{
    uint32_t layers = 0;
    for (int i = 0; i < 3; i++) layers += motion->bones[node].tracks[i].layer_count;
    return layers > 0;
}

/* Whether a property of the attribute has keys in this clip. */
static bool attribute_moves(const fbx_animation *animation, uint32_t attribute)
{
    const fbx_scene *scene = &animation->reader->scene;
    for (uint32_t n = UINT32_MAX; (n = hone_fbx_next_source(scene, attribute, FBX_CURVE_NODE, NULL, n)) != UINT32_MAX;)
        if (animation->layer_of_node[scene->by_destination[n].source])
            return true;
    return false;
}

/* Returns false if the clip does not move the node, or if too many nodes are above it. */
static bool shot_moves(const fbx_shot *shot)
{
    const fbx_reader *reader = shot->motion->animation->reader;
    bool moves = attribute_moves(shot->motion->animation, shot->attribute);
    int depth = 0;
    for (int32_t at = (int32_t)shot->node; at != HONE_NONE && depth < DEPTH_MAX; at = reader->parents[at], depth++)
        moves |= node_moves(shot->motion, (uint32_t)at);
    return moves && depth < DEPTH_MAX;
}

static bool is_wanted(const fbx_scene *scene, uint32_t attribute, const char *subclass)
{
    const fbx_object *object = &scene->objects[attribute];
    bool light = hone_fbx_text_is(object->subclass, "Light");
    return attribute != UINT32_MAX && hone_fbx_text_is(object->subclass, subclass) &&
           (!light || hone_fbx_property_integer(object, "LightType", 0) == 1);
}

bool hone_fbx_find_shot(const fbx_bone_motion *motion, const char *subclass, fbx_shot *out)
{
    const fbx_reader *reader = motion->animation->reader;
    const fbx_scene *scene = &reader->scene;
    const fbx_object settings = {.properties = scene->settings};
    fbx_text chosen = hone_fbx_property_text(&settings, "DefaultCamera");
    bool found = false;
    for (uint32_t node = 0; node < reader->bone_count; node++) {
        uint32_t object = reader->object_of_bone[node];
        fbx_shot shot = {motion, node, hone_fbx_source(scene, object, FBX_NODE_ATTRIBUTE, ""), false};
        if (shot.attribute == UINT32_MAX || !is_wanted(scene, shot.attribute, subclass) || !shot_moves(&shot))
            continue;
        bool is_chosen = hone_fbx_same_text(scene->objects[object].name, chosen);
        if (!found || is_chosen)
            *out = shot;
        found = true;
        if (is_chosen)
            break;
    }
    return found;
}

/* Computes the transform that children of a node see: some leave out its scale. */
static void parent_matrix(const fbx_bone_motion *motion, uint32_t node, bool whole, double time, fbx_matrix *out)
{
    fbx_trs trs;
    hone_fbx_node_at(motion, node, time, &trs);
    for (int i = 0; i < 3 && !whole; i++) trs.scale[i] = 1;
    hone_fbx_matrix_from_trs(&trs, out);
}

void hone_fbx_shot_matrix(const fbx_shot *shot, double time, fbx_matrix *out)
{
    const fbx_reader *reader = shot->motion->animation->reader;
    uint32_t child = shot->node;
    parent_matrix(shot->motion, child, true, time, out);
    for (int32_t at = reader->parents[child]; at != HONE_NONE; at = reader->parents[at]) {
        fbx_matrix local, below = *out;
        bool whole = !reader->pivots[at]->apart || reader->pivots[child]->inherit == FBX_INHERIT_RSrs;
        parent_matrix(shot->motion, (uint32_t)at, whole, time, &local);
        hone_fbx_matrix_multiply(&local, &below, out);
        child = (uint32_t)at;
    }
}

uint32_t hone_fbx_shot_frames(const fbx_animation *animation)
{
    double frames = ceil((animation->stop - animation->start) * HONE_FRAMES_PER_SECOND - 1e-6);
    double room = ((double)animation->reader->document.inflated * BYTES_PER_BYTE + SPARE) / FRAME_BYTES;
    if (frames >= 0 && frames < fmin(room, FRAMES_MAX))
        return (uint32_t)frames + 1;
    hone_builder_warn(animation->reader->builder, "clip that is too long for its camera or light: left out", 0);
    return 0;
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

typedef struct samples {
    const fbx_shot_desc *desc;
    double (*values)[FBX_SHOT_WIDTH]; /* [count] one for each frame */
    uint32_t count;
} samples;

static double time_of(const samples *s, double frame)
{
    const fbx_animation *animation = s->desc->animation;
    return fmin(animation->start + frame / HONE_FRAMES_PER_SECOND, animation->stop);
}

/* Adds whole turns to angles, so that they are near those before. */
static void unwind(const fbx_shot_desc *desc, const double *before, double *values)
{
    for (uint32_t i = 0; i < desc->width; i++)
        if (desc->angles & 1u << i)
            values[i] += 2 * HONE_PI * rint((before[i] - values[i]) / (2 * HONE_PI));
}

/* Whether the frames between two keys are on the line between them. */
static bool is_line(const samples *s, uint32_t from, uint32_t to)
{
    for (uint32_t f = from + 1; f < to; f++)
        for (uint32_t i = 0; i < s->desc->width; i++) {
            double t = (double)(f - from) / (to - from), a = s->values[from][i], b = s->values[to][i];
            if (!(fabs(a + (b - a) * t - s->values[f][i]) <= s->desc->tolerances[i]))
                return false;
        }
    return true;
}

/* Whether the numbers jump between a frame and the next one: most of the change is between two near times. */
static bool is_cut(const samples *s, uint32_t from)
{
    double middle[2][FBX_SHOT_WIDTH];
    s->desc->sample(s->desc->user, time_of(s, from + 0.3), middle[0]);
    s->desc->sample(s->desc->user, time_of(s, from + 0.7), middle[1]);
    for (int i = 0; i < 2; i++) unwind(s->desc, s->values[from], middle[i]);
    for (uint32_t i = 0; i < s->desc->width; i++) {
        double a = s->values[from][i], b = s->values[from + 1][i], whole = fabs(b - a);
        double most = fmax(fmax(fabs(middle[0][i] - a), fabs(middle[1][i] - middle[0][i])), fabs(b - middle[1][i]));
        if (whole > 10 * s->desc->tolerances[i] && most > 0.9 * whole)
            return true;
    }
    return false;
}

/* Returns the frame of the next key. */
static uint32_t next_key(const samples *s, uint32_t from)
{
    uint32_t to = from + 1;
    if (to >= s->count || is_cut(s, from))
        return to;
    while (to + 1 < s->count && to - from < FRAMES_PER_KEY_MAX && is_line(s, from, to + 1)) to++;
    return to == from + 1 && to + 1 < s->count && !is_cut(s, to) ? to + 1 : to;
}

/* Whether all frames are alike: some exporters write keys for whatever stands still. */
static bool is_still(const samples *s)
{
    for (uint32_t f = 1; f < s->count; f++)
        for (uint32_t i = 0; i < s->desc->width; i++)
            if (!(fabs(s->values[f][i] - s->values[0][i]) <= s->desc->tolerances[i]))
                return false;
    return true;
}

bool hone_fbx_shot_keys(const fbx_shot_desc *desc, double (**values)[FBX_SHOT_WIDTH], uint32_t **frames,
                        uint32_t *count)
{
    fbx_reader *reader = desc->animation->reader;
    samples s = {.desc = desc, .count = hone_fbx_shot_frames(desc->animation)};
    *count = 0;
    if (!hone_fbx_scratch(reader, s.count, sizeof *s.values, &s.values) ||
        !hone_fbx_scratch(reader, s.count, sizeof **frames, frames))
        return false;
    for (uint32_t f = 0; f < s.count; f++) {
        desc->sample(desc->user, time_of(&s, f), s.values[f]);
        unwind(desc, s.values[f ? f - 1 : 0], s.values[f]);
    }
    for (uint32_t f = is_still(&s) ? s.count : 0; f < s.count; f = next_key(&s, f)) {
        memmove(s.values[*count], s.values[f], sizeof *s.values);
        (*frames)[(*count)++] = f;
    }
    *values = s.values;
    return true;
}
