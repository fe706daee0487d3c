/* Reads the bodies, joints and soft bodies of a PMX. */
#include "base/memory/builder.h"
#include "files/format/common/body_numbers.h"
#include "files/format/pmx/reader.h"

static bool read_body(pmx_reader *reader, hone_body *body, uint32_t at)
{
    hone_reader *in = &reader->file.in;
    body->name = hone_pmx_read_text(reader);
    body->english_name = hone_pmx_read_text(reader);
    body->bone = hone_pmx_read_index(reader, PMX_BONE);
    hone_read_body_numbers(in, body);
    return hone_pmx_is_whole(reader, "body", at);
}

bool hone_pmx_read_bodies(pmx_reader *reader)
{
    enum { FIXED = 2 * 4 + 4 + 14 * 4 + 1 }; /* texts, group, mask and shape, numbers, mode */
    size_t smallest = FIXED + pmx_index_size(reader, PMX_BONE);
    hone_body *bodies;
    if (!hone_pmx_read_array(reader, "bodies", smallest, sizeof *bodies, &reader->data.body_count, &bodies))
        return false;
    reader->data.bodies = bodies;
    for (uint32_t i = 0; i < reader->data.body_count; i++)
        if (!read_body(reader, &bodies[i], i))
            return false;
    return true;
}

static bool read_joint(pmx_reader *reader, hone_joint *joint, uint32_t at)
{
    hone_reader *in = &reader->file.in;
    joint->name = hone_pmx_read_text(reader);
    joint->english_name = hone_pmx_read_text(reader);
    joint->kind = hone_read_u8(in);
    joint->body_a = hone_pmx_read_index(reader, PMX_BODY);
    joint->body_b = hone_pmx_read_index(reader, PMX_BODY);
    hone_read_joint_numbers(in, joint);
    return hone_pmx_is_whole(reader, "joint", at);
}

bool hone_pmx_read_joints(pmx_reader *reader)
{
    enum { FIXED = 2 * 4 + 1 + 24 * 4 }; /* texts, kind, numbers */
    size_t smallest = FIXED + 2 * pmx_index_size(reader, PMX_BODY);
    hone_joint *joints;
    if (!hone_pmx_read_array(reader, "joints", smallest, sizeof *joints, &reader->data.joint_count, &joints))
        return false;
    reader->data.joints = joints;
    for (uint32_t i = 0; i < reader->data.joint_count; i++)
        if (!read_joint(reader, &joints[i], i))
            return false;
    return true;
}

/* ---- soft bodies ---- */

static bool read_anchors(pmx_reader *reader, hone_soft_body *soft)
{
    size_t body_size = pmx_index_size(reader, PMX_BODY), vertex_size = pmx_index_size(reader, PMX_VERTEX);
    size_t size = body_size + vertex_size + 1;
    hone_soft_anchor *anchors;
    if (!hone_pmx_read_array(reader, "anchors of a soft body", size, sizeof *anchors, &soft->anchor_count, &anchors))
        return false;
    soft->anchors = anchors;
    const uint8_t *at = hone_read_bytes(&reader->file.in, soft->anchor_count * size);
    for (uint32_t i = 0; i < soft->anchor_count; i++, at += size)
        anchors[i] = (hone_soft_anchor){pmx_load_index(at, body_size), pmx_load_vertex(at + body_size, vertex_size),
                                        at[size - 1]};
    return true;
}

static bool read_pins(pmx_reader *reader, hone_soft_body *soft)
{
    size_t size = pmx_index_size(reader, PMX_VERTEX);
    uint32_t *pins;
    if (!hone_pmx_read_array(reader, "pins of a soft body", size, sizeof *pins, &soft->pin_count, &pins))
        return false;
    soft->pins = pins;
    const uint8_t *at = hone_read_bytes(&reader->file.in, soft->pin_count * size);
    for (uint32_t i = 0; i < soft->pin_count; i++) pins[i] = pmx_load_vertex(at + i * size, size);
    return true;
}

static bool read_soft_body(pmx_reader *reader, hone_soft_body *soft, uint32_t at)
{
    hone_reader *in = &reader->file.in;
    soft->name = hone_pmx_read_text(reader);
    soft->english_name = hone_pmx_read_text(reader);
    soft->shape = hone_read_u8(in);
    soft->material = hone_pmx_read_index(reader, PMX_MATERIAL);
    soft->group = hone_read_u8(in);
    soft->mask = hone_read_u16(in);
    soft->flags = hone_read_u8(in);
    soft->bending_distance = hone_read_i32(in);
    soft->cluster_count = hone_read_i32(in);
    soft->mass = hone_read_f32(in);
    soft->margin = hone_read_f32(in);
    soft->aero_model = hone_read_i32(in);
    hone_read_floats(in, soft->config, 12);
    hone_read_floats(in, soft->cluster, 6);
    for (int i = 0; i < 4; i++) soft->iterations[i] = hone_read_i32(in);
    hone_read_floats(in, soft->stiffness, 3);
    return hone_pmx_is_whole(reader, "soft body", at) && read_anchors(reader, soft) && read_pins(reader, soft);
}

bool hone_pmx_read_soft_bodies(pmx_reader *reader)
{
    /* texts; shape, group, mask, flags; fields from the link distance to the aero model; the other numbers; the two
     * counts */
    enum { FIXED = 2 * 4 + 5 + 5 * 4 + 25 * 4 + 2 * 4 };
    if (reader->data.pmx.version < 2.05f)
        return true;
    if (hone_reader_left(&reader->file.in) == 0) {
        hone_builder_warn(reader->file.builder, "PMX 2.1 model that ends before its soft bodies: read without any",
                          hone_reader_offset(&reader->file.in));
        return true;
    }
    size_t smallest = FIXED + pmx_index_size(reader, PMX_MATERIAL);
    hone_soft_body *soft_bodies;
    if (!hone_pmx_read_array(reader, "soft bodies", smallest, sizeof *soft_bodies, &reader->data.soft_body_count,
                             &soft_bodies))
        return false;
    reader->data.soft_bodies = soft_bodies;
    for (uint32_t i = 0; i < reader->data.soft_body_count; i++)
        if (!read_soft_body(reader, &soft_bodies[i], i))
            return false;
    return true;
}
