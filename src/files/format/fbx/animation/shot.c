#include "files/format/fbx/animation/shot.h"

enum {
    DEPTH_MAX = 64,     /* nodes above a camera */
    BYTES_PER_BYTE = 2, /* that keys may take, for each byte of the arrays in the file */
    SPARE = 256 << 10
};

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static bool is_wanted(const fbx_object *object, const char *subclass)
{
    bool light = hone_fbx_text_is(object->subclass, "Light");
    return hone_fbx_text_is(object->subclass, subclass) &&
           (!light || hone_fbx_property_integer(object, "LightType", 0) == 1);
}

bool hone_fbx_next_shot(const fbx_reader *reader, const char *subclass, int32_t after, uint32_t *node,
                        uint32_t *attribute)
{
    const fbx_scene *scene = &reader->scene;
    for (*node = (uint32_t)(after + 1); *node < reader->bone_count; ++*node) {
        *attribute = hone_fbx_source(scene, reader->object_of_bone[*node], FBX_NODE_ATTRIBUTE, "");
        if (*attribute != UINT32_MAX && is_wanted(&scene->objects[*attribute], subclass))
            return true;
    }
    return false;
}

/* Returns whether at most DEPTH_MAX nodes are above a node. */
static bool is_near_root(const fbx_reader *reader, int32_t node)
{
    int depth = 0;
    while (node != HONE_NONE && depth++ <= DEPTH_MAX) node = reader->parents[node];
    return node == HONE_NONE;
}

int32_t hone_fbx_shot_target(const fbx_reader *reader, uint32_t node, const char *property)
{
    uint32_t object = hone_fbx_source(&reader->scene, reader->object_of_bone[node], FBX_MODEL, property);
    int32_t found = object == UINT32_MAX ? HONE_NONE : reader->bone_of_object[object];
    return found == (int32_t)node || !is_near_root(reader, found) ? HONE_NONE : found;
}

bool hone_fbx_object_moves(const fbx_reader *reader, const fbx_animation *animation, uint32_t object)
{
    const fbx_scene *scene = &reader->scene;
    for (uint32_t n = UINT32_MAX; (n = hone_fbx_next_source(scene, object, FBX_CURVE_NODE, NULL, n)) != UINT32_MAX;)
        if (!animation || animation->layer_of_node[scene->by_destination[n].source])
            return true;
    return false;
}

bool hone_fbx_chain_moves(const fbx_reader *reader, const fbx_animation *animation, int32_t node)
{
    if (!is_near_root(reader, node))
        return false;
    for (; node != HONE_NONE; node = reader->parents[node])
        if (hone_fbx_object_moves(reader, animation, reader->object_of_bone[node]))
            return true;
    return false;
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

/* ---- time ----------------------------------------------------------------------------------------------------- */

uint32_t hone_fbx_shot_frames(const fbx_animation *animation)
{
    double frames = ceil((animation->stop - animation->start) * HONE_FRAMES_PER_SECOND - 1e-6);
    if (frames >= 0 && frames < HONE_SHOT_FRAMES_MAX)
        return (uint32_t)frames + 1;
    hone_builder_warn(animation->reader->file.builder, "clip that is too long for its camera or light: left out", 0);
    return 0;
}

double hone_fbx_shot_time(const fbx_animation *animation, double frame)
{
    return fmin(animation->start + frame / HONE_FRAMES_PER_SECOND, animation->stop);
}

uint32_t hone_fbx_shot_room(const fbx_animation *animation, size_t size)
{
    double room = ((double)animation->reader->document.inflated * BYTES_PER_BYTE + SPARE) / (double)size;
    return room < HONE_SHOT_FRAMES_MAX ? (uint32_t)room : HONE_SHOT_FRAMES_MAX;
}
