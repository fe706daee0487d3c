#include "files/format/common/body_numbers.h"

void hone_read_body_numbers(hone_reader *in, hone_body *body)
{
    body->group = hone_read_u8(in);
    body->mask = hone_read_u16(in);
    body->shape = hone_read_u8(in);
    hone_read_floats(in, body->size, 3);
    hone_read_floats(in, body->position, 3);
    hone_read_floats(in, body->rotation, 3);
    body->mass = hone_read_f32(in);
    body->linear_damping = hone_read_f32(in);
    body->angular_damping = hone_read_f32(in);
    body->restitution = hone_read_f32(in);
    body->friction = hone_read_f32(in);
    body->mode = hone_read_u8(in);
}

void hone_read_joint_numbers(hone_reader *in, hone_joint *joint)
{
    hone_read_floats(in, joint->position, 3);
    hone_read_floats(in, joint->rotation, 3);
    hone_read_floats(in, joint->linear_lower, 3);
    hone_read_floats(in, joint->linear_upper, 3);
    hone_read_floats(in, joint->angular_lower, 3);
    hone_read_floats(in, joint->angular_upper, 3);
    hone_read_floats(in, joint->linear_spring, 3);
    hone_read_floats(in, joint->angular_spring, 3);
}
