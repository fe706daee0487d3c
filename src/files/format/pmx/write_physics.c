/* Writes the bodies, joints and soft bodies of a PMX. */
#include "files/format/pmx/writer.h"

static void write_body(pmx_writer *writer, const hone_body *body)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_text(writer, body->name);
    hone_pmx_write_text(writer, body->english_name);
    hone_pmx_write_index(writer, body->bone, PMX_BONE);
    hone_write_u8(out, body->group);
    hone_write_u16(out, body->mask);
    hone_write_u8(out, body->shape);
    hone_write_floats(out, body->size, 3);
    hone_write_floats(out, body->position, 3);
    hone_write_floats(out, body->rotation, 3);
    hone_write_f32(out, body->mass);
    hone_write_f32(out, body->linear_damping);
    hone_write_f32(out, body->angular_damping);
    hone_write_f32(out, body->restitution);
    hone_write_f32(out, body->friction);
    hone_write_u8(out, body->mode);
}

void hone_pmx_write_bodies(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->body_count);
    for (uint32_t i = 0; i < writer->data->body_count; i++) write_body(writer, &writer->data->bodies[i]);
}

static void write_joint(pmx_writer *writer, const hone_joint *joint)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_text(writer, joint->name);
    hone_pmx_write_text(writer, joint->english_name);
    hone_write_u8(out, joint->kind);
    hone_pmx_write_index(writer, joint->body_a, PMX_BODY);
    hone_pmx_write_index(writer, joint->body_b, PMX_BODY);
    hone_write_floats(out, joint->position, 3);
    hone_write_floats(out, joint->rotation, 3);
    hone_write_floats(out, joint->linear_lower, 3);
    hone_write_floats(out, joint->linear_upper, 3);
    hone_write_floats(out, joint->angular_lower, 3);
    hone_write_floats(out, joint->angular_upper, 3);
    hone_write_floats(out, joint->linear_spring, 3);
    hone_write_floats(out, joint->angular_spring, 3);
}

void hone_pmx_write_joints(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->joint_count);
    for (uint32_t i = 0; i < writer->data->joint_count; i++) write_joint(writer, &writer->data->joints[i]);
}

static void write_attachments(pmx_writer *writer, const hone_soft_body *soft)
{
    hone_pmx_write_count(writer, soft->anchor_count);
    for (uint32_t i = 0; i < soft->anchor_count; i++) {
        hone_pmx_write_index(writer, soft->anchors[i].body, PMX_BODY);
        hone_pmx_write_vertex(writer, soft->anchors[i].vertex);
        hone_write_u8(&writer->out, soft->anchors[i].near_mode);
    }
    hone_pmx_write_count(writer, soft->pin_count);
    for (uint32_t i = 0; i < soft->pin_count; i++) hone_pmx_write_vertex(writer, soft->pins[i]);
}

static void write_soft_body(pmx_writer *writer, const hone_soft_body *soft)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_text(writer, soft->name);
    hone_pmx_write_text(writer, soft->english_name);
    hone_write_u8(out, soft->shape);
    hone_pmx_write_index(writer, soft->material, PMX_MATERIAL);
    hone_write_u8(out, soft->group);
    hone_write_u16(out, soft->mask);
    hone_write_u8(out, soft->flags);
    hone_write_i32(out, soft->bending_distance);
    hone_write_i32(out, soft->cluster_count);
    hone_write_f32(out, soft->mass);
    hone_write_f32(out, soft->margin);
    hone_write_i32(out, soft->aero_model);
    hone_write_floats(out, soft->config, 12);
    hone_write_floats(out, soft->cluster, 6);
    for (int i = 0; i < 4; i++) hone_write_i32(out, soft->iterations[i]);
    hone_write_floats(out, soft->stiffness, 3);
    write_attachments(writer, soft);
}

void hone_pmx_write_soft_bodies(pmx_writer *writer)
{
    if (writer->header.version < 2.05f) {
        if (writer->data->soft_body_count)
            hone_pmx_refuse(writer, 0, "PMX 2.0 has no soft bodies");
        return;
    }
    hone_pmx_write_count(writer, writer->data->soft_body_count);
    for (uint32_t i = 0; i < writer->data->soft_body_count; i++) write_soft_body(writer, &writer->data->soft_bodies[i]);
}
