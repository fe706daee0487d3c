/* Writes VRMC_springBone, with extended colliders and limits of joints. Sources: VRMC_springBone-1.0,
 * VRMC_springBone_extended_collider-1.0, VRMC_springBone_limit-1.0 (draft). */
#include "files/format/gltf/write/vrm/vrm.h"
#include <string.h>

static void number(hone_json *json, const char *key, float value)
{
    hone_json_key(json, key);
    hone_json_float(json, value);
}

static void vector(const gltf_writer *writer, hone_json *json, const char *key, const float point[3])
{
    float out[3];
    hone_gltf_to_point(writer, point, out);
    hone_gltf_json_floats(json, key, out, 3);
}

static void direction(const gltf_writer *writer, hone_json *json, const char *key, const float in[3])
{
    float out[3];
    hone_gltf_to_direction(writer, in, out);
    hone_gltf_json_floats(json, key, out, 3);
}

/* ---- colliders --------------------------------------------------------------------------------------------------- */

/* Colliders that VRMC_springBone itself does not have. */
static bool is_extended(const hone_collider *collider)
{
    return collider->kind != HONE_COLLIDER_SPHERE && collider->kind != HONE_COLLIDER_CAPSULE;
}

static void write_round(const gltf_writer *writer, const hone_collider *collider, hone_json *json)
{
    bool capsule = collider->kind == HONE_COLLIDER_CAPSULE || collider->kind == HONE_COLLIDER_INSIDE_CAPSULE;
    hone_gltf_json_begin(json, capsule ? "capsule" : "sphere", '{');
    vector(writer, json, "offset", collider->offset);
    number(json, "radius", collider->radius * writer->scale);
    if (capsule)
        vector(writer, json, "tail", collider->tail);
    if (is_extended(collider)) {
        hone_json_key(json, "inside");
        hone_json_bool(json, true);
    }
    hone_json_end(json, '}');
}

static void write_plane(const gltf_writer *writer, const hone_collider *collider, hone_json *json)
{
    hone_gltf_json_begin(json, "plane", '{');
    vector(writer, json, "offset", collider->offset);
    direction(writer, json, "normal", collider->normal);
    hone_json_end(json, '}');
}

/* Programs that do not know the extended colliders get a sphere that touches nothing. */
static void write_fallback(hone_json *json)
{
    static const float nowhere[3] = {0, -10000, 0};
    hone_gltf_json_begin(json, "shape", '{');
    hone_gltf_json_begin(json, "sphere", '{');
    hone_gltf_json_floats(json, "offset", nowhere, 3);
    number(json, "radius", 0);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static void write_shape(const gltf_writer *writer, const hone_collider *collider, hone_json *json)
{
    hone_gltf_json_begin(json, "shape", '{');
    if (collider->kind == HONE_COLLIDER_PLANE)
        write_plane(writer, collider, json);
    else
        write_round(writer, collider, json);
    hone_json_end(json, '}');
}

static void write_collider(gltf_writer *writer, const hone_collider *collider, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "node", collider->bone);
    if (!is_extended(collider)) {
        write_shape(writer, collider, json);
    } else {
        write_fallback(json);
        writer->vrm.extended_colliders = true;
        hone_gltf_json_begin(json, "extensions", '{');
        hone_gltf_json_begin(json, GLTF_EXTENDED_COLLIDER, '{');
        hone_gltf_json_text(json, "specVersion", "1.0");
        write_shape(writer, collider, json);
        hone_json_end(json, '}');
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

static void write_colliders(gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    if (model->collider_count == 0)
        return;
    hone_gltf_json_begin(json, "colliders", '[');
    for (uint32_t i = 0; i < model->collider_count; i++) write_collider(writer, &model->colliders[i], json);
    hone_json_end(json, ']');
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* Springs with the same colliders share a group. */
static void write_groups(const gltf_writer *writer, hone_json *json)
{
    int32_t written = 0;
    if (writer->vrm.group_count == 0)
        return;
    hone_gltf_json_begin(json, "colliderGroups", '[');
    for (uint32_t i = 0; i < writer->model->spring_count; i++) {
        const hone_spring *spring = &writer->model->springs[i];
        if (writer->vrm.group_of[i] != written)
            continue;
        written++;
        hone_json_object(json);
        hone_json_key(json, "colliders");
        hone_json_flat_array(json);
        for (uint32_t c = 0; c < spring->collider_count; c++) hone_json_integer(json, spring->colliders[c]);
        hone_json_end(json, ']');
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

/* ---- joints ------------------------------------------------------------------------------------------------------ */

static void write_limit(gltf_writer *writer, const hone_spring_limit *limit, hone_json *json)
{
    bool field = limit->kind == HONE_SPRING_LIMIT_SPHERICAL;
    float rotation[4];
    if (limit->kind == HONE_SPRING_LIMIT_NONE)
        return;
    writer->vrm.limits = true;
    hone_gltf_to_rotation(writer, limit->rotation, rotation);
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_SPRING_LIMIT, '{');
    hone_gltf_json_text(json, "specVersion", "1.0-draft");
    hone_gltf_json_begin(json, "limit", '{');
    hone_gltf_json_begin(json, hone_vrm_limits[limit->kind], '{');
    number(json, field ? "pitch" : "angle", limit->angles[0]);
    if (field)
        number(json, "yaw", limit->angles[1]);
    hone_gltf_json_floats(json, "rotation", rotation, 4);
    for (int i = 0; i < 4; i++) hone_json_end(json, '}');
}

/* The last joint is only the tail of the one before it. */
static void write_joint(gltf_writer *writer, const hone_spring_joint *joint, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "node", joint->bone);
    number(json, "hitRadius", joint->hit_radius * writer->scale);
    number(json, "stiffness", joint->stiffness);
    number(json, "gravityPower", joint->gravity_power);
    direction(writer, json, "gravityDir", joint->gravity_direction);
    number(json, "dragForce", joint->drag_force);
    write_limit(writer, &joint->limit, json);
    hone_json_end(json, '}');
}

static void write_tail(int32_t bone, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "node", bone);
    hone_json_end(json, '}');
}

/* ---- springs ----------------------------------------------------------------------------------------------------- */

/* A spring of VRM is a chain; one of hone may have branches. next: [joint_count] out: the joint at the tail of each
 * joint, of which it is the only one, or HONE_NONE; is_next: whether a joint is at the tail of another. */
static void find_chains(const hone_spring *spring, int32_t *joint_of_bone, int32_t *next, uint8_t *is_next)
{
    for (uint32_t j = 0; j < spring->joint_count; j++) joint_of_bone[spring->joints[j].bone] = (int32_t)j;
    for (uint32_t j = 0; j < spring->joint_count; j++) {
        int32_t tail = spring->joints[j].tail_bone;
        int32_t after = tail == HONE_NONE ? HONE_NONE : joint_of_bone[tail];
        next[j] = after == HONE_NONE || is_next[after] ? HONE_NONE : after;
        if (next[j] != HONE_NONE)
            is_next[next[j]] = 1;
    }
    for (uint32_t j = 0; j < spring->joint_count; j++) joint_of_bone[spring->joints[j].bone] = HONE_NONE;
}

static void write_chain(gltf_writer *writer, const hone_spring *spring, uint32_t first, const int32_t *next,
                        int32_t group, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_text(json, "name", spring->name);
    hone_gltf_json_begin(json, "joints", '[');
    int32_t last = HONE_NONE;
    for (int32_t j = (int32_t)first; j != HONE_NONE; last = j, j = next[j])
        write_joint(writer, &spring->joints[j], json);
    if (spring->joints[last].tail_bone != HONE_NONE)
        write_tail(spring->joints[last].tail_bone, json);
    hone_json_end(json, ']');
    if (group != HONE_NONE) {
        hone_json_key(json, "colliderGroups");
        hone_json_flat_array(json);
        hone_json_integer(json, (uint64_t)group);
        hone_json_end(json, ']');
    }
    if (spring->center != HONE_NONE)
        hone_gltf_json_index(json, "center", spring->center);
    hone_json_end(json, '}');
}

static void write_spring(gltf_writer *writer, const hone_spring *spring, int32_t group, int32_t *joint_of_bone,
                         hone_json *json)
{
    int32_t *next = hone_gltf_write_scratch(writer, spring->joint_count, sizeof *next);
    uint8_t *is_next = hone_gltf_write_scratch(writer, spring->joint_count, 1);
    if (!next || !is_next)
        return;
    find_chains(spring, joint_of_bone, next, is_next);
    for (uint32_t j = 0; j < spring->joint_count; j++)
        if (!is_next[j])
            write_chain(writer, spring, j, next, group, json);
}

void hone_gltf_write_springs(gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    uint32_t bones = model->skeleton.bone_count;
    int32_t *joint_of_bone = hone_gltf_write_scratch(writer, bones, sizeof *joint_of_bone);
    if (model->spring_count == 0 || !joint_of_bone)
        return;
    for (uint32_t b = 0; b < bones; b++) joint_of_bone[b] = HONE_NONE;
    writer->vrm.springs = true;
    hone_gltf_json_begin(json, GLTF_SPRINGS, '{');
    hone_gltf_json_text(json, "specVersion", "1.0");
    write_colliders(writer, json);
    write_groups(writer, json);
    hone_gltf_json_begin(json, "springs", '[');
    for (uint32_t i = 0; i < model->spring_count; i++)
        write_spring(writer, &model->springs[i], writer->vrm.group_of[i], joint_of_bone, json);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}
