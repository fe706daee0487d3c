/* Springs of VRMC_springBone: chains of joints, of which each turns by the one after it. Source: VRMC_springBone-1.0,
 * VRMC_springBone_limit-1.0 (draft). */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

/* ---- limits of joints ---- */

static const float half_turn = 3.14159274f; /* radians */

static hone_spring_limit read_limit(const gltf_object *joint)
{
    hone_spring_limit limit = {.rotation = {0, 0, 0, 1}};
    gltf_object extension = hone_gltf_extension_in(joint, GLTF_SPRING_LIMIT),
                kinds = hone_gltf_extras_member(&extension, "limit");
    for (uint8_t k = HONE_SPRING_LIMIT_CONE; k <= HONE_SPRING_LIMIT_SPHERICAL; k++) {
        gltf_object shape = hone_gltf_extras_member(&kinds, hone_vrm_limits[k]);
        bool field = k == HONE_SPRING_LIMIT_SPHERICAL;
        if (!shape.value)
            continue;
        limit.kind = k;
        limit.angles[0] = hone_gltf_extras_number(&shape, field ? "pitch" : "angle", half_turn);
        limit.angles[1] = field ? hone_gltf_extras_number(&shape, "yaw", half_turn / 2) : 0;
        hone_gltf_extras_floats(&shape, "rotation", limit.rotation, 4);
        break;
    }
    return limit;
}

/* ---- joints ---- */

typedef struct joint_chain {
    gltf_reader *reader;
    gltf_object spring;
    hone_spring_joint *joints;
    uint32_t count;
} joint_chain;

static void add_joint(joint_chain *chain, const gltf_object *joint, int32_t bone, int32_t tail)
{
    hone_spring_joint *out = &chain->joints[chain->count++];
    *out = (hone_spring_joint){.bone = bone,
                               .tail_bone = tail,
                               .hit_radius = hone_gltf_extras_number(joint, "hitRadius", 0),
                               .stiffness = hone_gltf_extras_number(joint, "stiffness", 1),
                               .gravity_power = hone_gltf_extras_number(joint, "gravityPower", 0),
                               .gravity_direction = {0, -1, 0},
                               .drag_force = hone_gltf_extras_number(joint, "dragForce", 0.5f),
                               .limit = read_limit(joint)};
    hone_gltf_extras_floats(joint, "gravityDir", out->gravity_direction, 3);
}

/* A chain ends at a joint whose node is missing. The last joint is only the tail of the one before it. */
static bool read_joints(joint_chain *chain, uint32_t at)
{
    uint32_t count = hone_gltf_extras_count(&chain->spring, "joints"), nodes = chain->reader->data.skeleton.bone_count;
    gltf_object before = {0};
    int32_t bone = HONE_NONE;
    if (!hone_gltf_charge(chain->reader, count) ||
        !hone_reading_array(&chain->reader->file, count ? count - 1 : 0, sizeof *chain->joints, &chain->joints))
        return false;
    for (uint32_t j = 0; j < count; j++) {
        gltf_object joint = hone_gltf_extras_element(&chain->spring, "joints", j);
        int32_t node = hone_gltf_extras_index(&joint, "node", nodes);
        if (node == HONE_NONE) {
            hone_builder_warn(chain->reader->file.builder, "spring with a joint whose node is missing: ended there",
                              at);
            break;
        }
        if (j > 0)
            add_joint(chain, &before, bone, node);
        before = joint;
        bone = node;
    }
    return true;
}

/* ---- springs ---- */

static bool read_spring(gltf_reader *reader, const gltf_object *extension, uint32_t at, gltf_colliders *colliders,
                        hone_spring *out)
{
    joint_chain chain = {reader, hone_gltf_extras_element(extension, "springs", at), NULL, 0};
    gltf_text name = hone_gltf_extras_text(&chain.spring, "name");
    out->name = hone_builder_text(reader->file.builder, name.bytes ? name.bytes : "", name.size);
    out->center = hone_gltf_extras_index(&chain.spring, "center", reader->data.skeleton.bone_count);
    if (!read_joints(&chain, at) || !hone_gltf_take_colliders(reader, &chain.spring, colliders, at, out))
        return false;
    out->joint_count = chain.count;
    out->joints = chain.joints;
    return !reader->file.failed;
}

bool hone_gltf_read_springs_vrm1(gltf_reader *reader, const gltf_object *extension)
{
    uint32_t count = hone_gltf_extras_count(extension, "springs");
    hone_spring *springs;
    gltf_colliders colliders;
    hone_gltf_check_version(reader, extension, "springs of no known version: read as those of 1.0", 0);
    if (!hone_gltf_read_colliders_vrm1(reader, extension, &colliders) || !hone_gltf_charge(reader, count) ||
        !hone_reading_array(&reader->file, count, sizeof *springs, &springs))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_spring(reader, extension, i, &colliders, &springs[i]))
            return false;
    hone_gltf_set_springs(reader, springs, count, &colliders);
    return true;
}

/* A file of VRM 1.0 may have the springs of an older file beside its own: these are not used. */
bool hone_gltf_read_springs(gltf_reader *reader)
{
    gltf_object vrm, one = hone_gltf_root_extension(reader, GLTF_SPRINGS);
    bool newer = hone_gltf_vrm_of(reader, &vrm);
    gltf_object zero = hone_gltf_extras_member(&vrm, "secondaryAnimation");
    if (one.value)
        return hone_gltf_read_springs_vrm1(reader, &one);
    return newer || !zero.value || hone_gltf_read_springs_vrm0(reader, &zero);
}
