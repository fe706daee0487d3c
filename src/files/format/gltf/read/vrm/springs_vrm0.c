/* Springs of VRM 0.x: a group takes whole subtrees of nodes. A joint's tail is the first child of its node; at a leaf
 * it is 7 cm further in the direction in which the leaf is from its parent. The file has vectors in the axes of Unity,
 * which are left-handed: z is mirrored. Sources: VRM 0.x specification, "secondaryAnimation"; VRMC_springBone-1.0, "For
 * vrm0". */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <hone/math.h>
#include <string.h>

/* ---- colliders ---- */

static void read_group(gltf_reader *reader, const gltf_object *group, uint32_t at, gltf_colliders *out)
{
    int32_t node = hone_gltf_extras_index(group, "node", reader->data.skeleton.bone_count);
    uint32_t count = hone_gltf_extras_count(group, "colliders");
    if (node == HONE_NONE && count)
        hone_builder_warn(reader->file.builder, "collider whose node is missing: left out", at);
    for (uint32_t i = 0; node != HONE_NONE && i < count; i++) {
        gltf_object sphere = hone_gltf_extras_element(group, "colliders", i);
        hone_collider *collider = &out->list[out->count];
        *collider = (hone_collider){
            .bone = node, .kind = HONE_COLLIDER_SPHERE, .radius = hone_gltf_extras_number(&sphere, "radius", 0)};
        hone_gltf_left_handed(&sphere, "offset", collider->offset);
        out->members[out->count] = out->count;
        out->count++;
    }
}

static bool read_colliders(gltf_reader *reader, const gltf_object *secondary, gltf_colliders *out)
{
    uint32_t groups = hone_gltf_extras_count(secondary, "colliderGroups");
    uint64_t count = 0;
    for (uint32_t g = 0; g < groups; g++) {
        gltf_object group = hone_gltf_extras_element(secondary, "colliderGroups", g);
        count += hone_gltf_extras_count(&group, "colliders");
    }
    if (!hone_gltf_open_colliders(reader, count, groups, count, out))
        return false;
    for (uint32_t g = 0; g < groups; g++) {
        gltf_object group = hone_gltf_extras_element(secondary, "colliderGroups", g);
        read_group(reader, &group, g, out);
        out->group_begin[g + 1] = out->count;
    }
    return true;
}

/* ---- joints ---- */

/* Walks through subtrees. The first walk counts the joints, the second one writes them. */
typedef struct subtree_walk {
    gltf_reader *reader;
    uint8_t *taken; /* [nodes] whether the walk has come to this node */
    int32_t *stack; /* [nodes] still to be visited */
    uint32_t depth;
    hone_spring_joint like;    /* the settings of the group */
    hone_spring_joint *joints; /* NULL: they are counted */
    uint32_t count;
} subtree_walk;

/* Returns the child, or HONE_NONE if another node has it. */
static int32_t child_of(gltf_reader *reader, const gltf_object *object, int32_t node, uint32_t at)
{
    int32_t child = hone_gltf_extras_index_at(object, "children", at, reader->data.skeleton.bone_count);
    return child != HONE_NONE && reader->data.skeleton.bones[child].parent == node ? child : HONE_NONE;
}

/* The tail of a leaf, in its own axes. */
static void leaf_tail(const gltf_reader *reader, int32_t node, float out[3])
{
    const float length = 0.07f;
    const hone_affine *local = &reader->data.skeleton.bones[node].rest_local;
    hone_transform rest = hone_transform_from_affine(local);
    float way[3] = {local->m[0][3], local->m[1][3], local->m[2][3]}, back[4];
    hone_vec3_normalise(way, way);
    hone_quat_conjugate(rest.rotation, back);
    hone_quat_rotate(back, way, out);
    hone_vec3_scale(out, length, out);
}

static void push(subtree_walk *walk, int32_t node)
{
    walk->taken[node] = 1;
    walk->stack[walk->depth++] = node;
}

/* Puts the children on the stack, so that the first one is visited next. Returns the first one, or HONE_NONE. */
static int32_t push_children(subtree_walk *walk, int32_t node)
{
    gltf_object object = hone_gltf_item(&walk->reader->json, "nodes", node);
    int32_t first = HONE_NONE;
    for (uint32_t i = hone_gltf_extras_count(&object, "children"); i-- > 0;) {
        int32_t child = child_of(walk->reader, &object, node, i);
        first = child != HONE_NONE ? child : first;
        if (child != HONE_NONE && !walk->taken[child])
            push(walk, child);
    }
    return first;
}

static void visit(subtree_walk *walk, int32_t node)
{
    int32_t tail = push_children(walk, node);
    uint32_t at = walk->count++;
    if (!walk->joints)
        return;
    hone_spring_joint *joint = &walk->joints[at];
    *joint = walk->like;
    joint->bone = node;
    joint->tail_bone = tail;
    if (tail == HONE_NONE)
        leaf_tail(walk->reader, node, joint->tail_offset);
}

/* Visits the subtrees of a group. */
static bool walk_group(subtree_walk *walk, const gltf_object *group, uint32_t at)
{
    for (uint32_t i = 0, count = hone_gltf_extras_count(group, "bones"); i < count; i++) {
        int32_t root = hone_gltf_extras_index_at(group, "bones", i, walk->reader->data.skeleton.bone_count);
        if (!hone_gltf_charge(walk->reader, 1))
            return false;
        if (walk->joints && (root == HONE_NONE || walk->taken[root]))
            hone_builder_warn(walk->reader->file.builder,
                              root == HONE_NONE ? "spring with a root that is missing: left out"
                                                : "spring with a root that another spring moves: left out",
                              at);
        if (root == HONE_NONE || walk->taken[root])
            continue;
        for (push(walk, root); walk->depth;) visit(walk, walk->stack[--walk->depth]);
    }
    return true;
}

static bool open_walk(subtree_walk *walk)
{
    uint32_t nodes = walk->reader->data.skeleton.bone_count;
    return hone_reading_scratch(&walk->reader->file, nodes, sizeof *walk->stack, &walk->stack) &&
           hone_reading_scratch(&walk->reader->file, nodes, 1, &walk->taken);
}

/* Makes room for the joints of all groups. */
static bool count_joints(subtree_walk *walk, const gltf_object *secondary)
{
    if (!open_walk(walk))
        return false;
    for (uint32_t g = 0, count = hone_gltf_extras_count(secondary, "boneGroups"); g < count; g++) {
        gltf_object group = hone_gltf_extras_element(secondary, "boneGroups", g);
        if (!walk_group(walk, &group, g))
            return false;
    }
    uint32_t found = walk->count, nodes = walk->reader->data.skeleton.bone_count;
    walk->count = 0;
    if (nodes)
        memset(walk->taken, 0, nodes);
    return hone_reading_array(&walk->reader->file, found, sizeof *walk->joints, &walk->joints);
}

/* ---- springs ---- */

static hone_spring_joint settings_of(const gltf_object *group)
{
    hone_spring_joint like = {.hit_radius = hone_gltf_extras_number(group, "hitRadius", 0.02f),
                              .stiffness = hone_gltf_extras_number(group, "stiffiness", 1),
                              .gravity_power = hone_gltf_extras_number(group, "gravityPower", 0),
                              .gravity_direction = {0, -1, 0},
                              .drag_force = hone_gltf_extras_number(group, "dragForce", 0.4f),
                              .limit = {.rotation = {0, 0, 0, 1}}};
    hone_gltf_left_handed(group, "gravityDir", like.gravity_direction);
    return like;
}

static bool read_spring(subtree_walk *walk, const gltf_object *secondary, uint32_t at, gltf_colliders *colliders,
                        hone_spring *out)
{
    gltf_object group = hone_gltf_extras_element(secondary, "boneGroups", at);
    gltf_text name = hone_gltf_extras_text(&group, "comment");
    uint32_t first = walk->count;
    walk->like = settings_of(&group);
    out->name = hone_builder_text(walk->reader->file.builder, name.bytes ? name.bytes : "", name.size);
    out->center = hone_gltf_extras_index(&group, "center", walk->reader->data.skeleton.bone_count);
    if (!walk_group(walk, &group, at) || !hone_gltf_take_colliders(walk->reader, &group, colliders, at, out))
        return false;
    out->joint_count = walk->count - first;
    out->joints = out->joint_count ? walk->joints + first : NULL;
    return !walk->reader->file.failed;
}

bool hone_gltf_read_springs_vrm0(gltf_reader *reader, const gltf_object *secondary)
{
    uint32_t count = hone_gltf_extras_count(secondary, "boneGroups");
    subtree_walk walk = {.reader = reader};
    gltf_colliders colliders;
    hone_spring *springs;
    if (!read_colliders(reader, secondary, &colliders) || !hone_gltf_charge(reader, count) ||
        !hone_reading_array(&reader->file, count, sizeof *springs, &springs) || !count_joints(&walk, secondary))
        return false;
    for (uint32_t g = 0; g < count; g++)
        if (!read_spring(&walk, secondary, g, &colliders, &springs[g]))
            return false;
    hone_gltf_set_springs(reader, springs, count, &colliders);
    return true;
}
