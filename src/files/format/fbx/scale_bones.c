/* Scale bones: which nodes need one. */
#include "files/format/fbx/animation/animation.h"

/* ---- uneven scales in clips ----------------------------------------------------------------------------------- */

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b));
}

static bool same_key(const fbx_key *a, const fbx_key *b)
{
    return a->time == b->time && near(a->value, b->value) && a->interpolation == b->interpolation &&
           fabsf(a->left_slope - b->left_slope) <= 1e-6f && fabsf(a->right_slope - b->right_slope) <= 1e-6f &&
           a->left_weight == b->left_weight && a->right_weight == b->right_weight;
}

static bool is_still(const fbx_curve *curve)
{
    for (uint32_t i = 0; i < curve->count; i++) {
        const fbx_key *key = &curve->keys[i];
        bool flat = key->interpolation != FBX_CUBIC || (key->left_slope == 0 && key->right_slope == 0);
        if (!near(key->value, curve->keys[0].value) || (curve->count > 1 && !flat))
            return false;
    }
    return true;
}

static bool same_curve(const fbx_curve *a, const fbx_curve *b)
{
    if (is_still(a) && is_still(b))
        return near(a->keys[0].value, b->keys[0].value);
    if (a->count != b->count || a->before.mode != b->before.mode || a->after.mode != b->after.mode)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_key(&a->keys[i], &b->keys[i]))
            return false;
    return true;
}

/* The kinds of scale, at rest or in a clip. */
enum {
    UNEVEN = 1, /* its three numbers may differ */
    NOT_ONE = 2 /* they may differ from 1 */
};

static uint8_t kind_of_curves(const fbx_curve *const curves[3])
{
    bool uneven = !same_curve(curves[0], curves[1]) || !same_curve(curves[0], curves[2]);
    bool one = is_still(curves[0]) && near(curves[0]->keys[0].value, 1);
    return (uint8_t)((uneven ? UNEVEN : 0) | (uneven || !one ? NOT_ONE : 0));
}

/* Adds what a curve node may make of a scale. A number without a curve has the default of the curve node. */
static bool add_curve_node(fbx_reader *reader, uint32_t curve_node, uint8_t *kind)
{
    static const char *const names[3] = {"d|X", "d|Y", "d|Z"};
    const fbx_object *object = &reader->scene.objects[curve_node];
    const fbx_curve *curves[3] = {0};
    fbx_key constants[3];
    fbx_curve still[3];
    for (int i = 0; i < 3; i++) {
        uint32_t curve = hone_fbx_source(&reader->scene, curve_node, FBX_CURVE, names[i]);
        if (curve != UINT32_MAX && !hone_fbx_read_curve(reader, curve, &curves[i]))
            return false;
        constants[i] = (fbx_key){.value = hone_fbx_property(object, names[i], 1)};
        still[i] = (fbx_curve){.keys = &constants[i], .count = 1};
        curves[i] = curves[i] ? curves[i] : &still[i];
    }
    *kind |= kind_of_curves(curves);
    return true;
}

static bool find_kind(fbx_reader *reader, uint32_t node, uint8_t *kind)
{
    const fbx_scene *scene = &reader->scene;
    const double *rest = reader->rest[node].scale;
    uint32_t object = reader->object_of_bone[node], connection = UINT32_MAX;
    *kind = rest[0] != rest[1] || rest[1] != rest[2] ? UNEVEN | NOT_ONE : rest[0] != 1 ? NOT_ONE : 0;
    while ((connection = hone_fbx_next_source(scene, object, FBX_CURVE_NODE, "Lcl Scaling", connection)) != UINT32_MAX)
        if (!add_curve_node(reader, scene->by_destination[connection].source, kind))
            return false;
    return true;
}

/* ---- all nodes ------------------------------------------------------------------------------------------------ */

/* The scale of a node. The scale that it hands on is made of its own, `kind`, and of that from above, `base`. */
typedef struct node_scale {
    uint8_t base, own; /* UNEVEN, NOT_ONE */
    bool matters;      /* a child does not inherit it in the usual way */
} node_scale;

/* Finds the kinds of the scales that matter. */
static bool find_scales(fbx_reader *reader, node_scale *scales)
{
    for (uint32_t node = 0; node < reader->bone_count; node++) {
        int32_t parent = reader->parents[node];
        if (parent != HONE_NONE && reader->pivots[node]->inherit != FBX_INHERIT_RSrs)
            scales[parent].matters = true;
    }
    for (uint32_t i = 0; i < reader->bone_count; i++) {
        uint32_t node = reader->order[i];
        uint8_t inherit = reader->pivots[node]->inherit;
        const node_scale *above = reader->parents[node] == HONE_NONE ? NULL : &scales[reader->parents[node]];
        if (above && inherit != FBX_INHERIT_RSrs)
            scales[node].base = inherit == FBX_INHERIT_RrSs ? above->own : above->base;
        if (scales[node].matters && !find_kind(reader, node, &scales[node].own))
            return false;
        scales[node].own |= scales[node].base;
    }
    return true;
}

/* Gives a node a scale bone. */
static bool set_apart(fbx_reader *reader, uint32_t node)
{
    fbx_pivots *pivots;
    if (reader->pivots[node]->apart)
        return true;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *pivots, &pivots))
        return false;
    *pivots = *reader->pivots[node];
    pivots->apart = true;
    reader->pivots[node] = pivots;
    return true;
}

/* A node with a scale bone must not have a scale from above itself, so that in the other modes its parent needs one
 * too. Children come first. */
bool hone_fbx_find_scale_bones(fbx_reader *reader, int32_t *scale_bones, uint32_t *count)
{
    node_scale *scales;
    *count = 0;
    if (!hone_reading_scratch(&reader->file, reader->bone_count, sizeof *scales, &scales) ||
        !find_scales(reader, scales))
        return false;
    for (uint32_t i = reader->bone_count; i-- > 0;) {
        uint32_t node = reader->order[i];
        int32_t parent = reader->parents[node];
        if (scales[node].matters && (scales[node].own & UNEVEN) && !set_apart(reader, node))
            return false;
        bool scaled = parent != HONE_NONE && (scales[parent].own & NOT_ONE);
        if (scaled && reader->pivots[node]->apart && reader->pivots[node]->inherit != FBX_INHERIT_RSrs &&
            !set_apart(reader, (uint32_t)parent))
            return false;
    }
    for (uint32_t node = 0; node < reader->bone_count; node++)
        scale_bones[node] = reader->pivots[node]->apart ? (int32_t)(reader->bone_count + (*count)++) : HONE_NONE;
    return true;
}
