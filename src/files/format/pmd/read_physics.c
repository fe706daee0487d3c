/* Reads the bodies and joints of a PMD. */
#include "files/format/common/body_numbers.h"
#include "files/format/pmd/reader.h"

enum { BODY_SIZE = 83, JOINT_SIZE = 124 };

/* The file gives a body's position relative to its bone at rest, or without a bone relative to bone 0. */
static void place_body(const hone_skeleton *skeleton, hone_body *body)
{
    uint32_t bone = body->bone >= 0 && (uint32_t)body->bone < skeleton->bone_count ? (uint32_t)body->bone : 0;
    for (int k = 0; k < 3 && skeleton->bone_count; k++) body->position[k] += skeleton->bones[bone].position[k];
}

static void read_body(pmd_reader *reader, hone_reader *in, hone_body *body)
{
    body->name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.memory);
    body->bone = hone_pmd_read_index(in);
    hone_read_body_numbers(in, body);
    place_body(&reader->data.skeleton, body);
}

bool hone_pmd_read_bodies(pmd_reader *reader)
{
    uint32_t count;
    hone_body *bodies;
    if (hone_reader_left(&reader->file.in) == 0)
        return true;
    if (!hone_pmd_read_count(reader, "bodies", 4, BODY_SIZE, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * BODY_SIZE);
    if (!hone_reading_array(&reader->file, count, sizeof *bodies, &bodies))
        return false;
    for (uint32_t i = 0; i < count; i++) read_body(reader, &in, &bodies[i]);
    reader->data.bodies = bodies;
    reader->data.body_count = count;
    return true;
}

static void read_joint(pmd_reader *reader, hone_reader *in, hone_joint *joint)
{
    joint->name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.memory);
    joint->body_a = hone_read_i32(in);
    joint->body_b = hone_read_i32(in);
    hone_read_joint_numbers(in, joint);
}

bool hone_pmd_read_joints(pmd_reader *reader)
{
    uint32_t count;
    hone_joint *joints;
    if (hone_reader_left(&reader->file.in) == 0)
        return true;
    if (!hone_pmd_read_count(reader, "joints", 4, JOINT_SIZE, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * JOINT_SIZE);
    if (!hone_reading_array(&reader->file, count, sizeof *joints, &joints))
        return false;
    for (uint32_t i = 0; i < count; i++) read_joint(reader, &in, &joints[i]);
    reader->data.joints = joints;
    reader->data.joint_count = count;
    return true;
}
