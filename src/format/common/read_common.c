#include "format/common/read_common.h"
#include "base/error.h"
#include <inttypes.h>
#include <stdio.h>

/* A file may take 16 times its size + 1 MiB in all (format.h). Once is the file itself, a good quarter of the rest may
 * be lost at the ends of the builder's blocks, and the checks need a little for a while. Models take about one and a
 * half. */
size_t hone_memory_limit(size_t size)
{
    enum { SPARE = 3 * 256 * 1024 };
    return size > SIZE_MAX / 16 ? SIZE_MAX : size * 11 + SPARE;
}

void hone_fail_at(const hone_reader *in, hone_error *error, const char *sentence, va_list arguments)
{
    char text[256];
    vsnprintf(text, sizeof text, sentence, arguments);
    uint64_t at = hone_reader_offset(in);
    hone_fail(error, HONE_ERROR_FORMAT, at, "%s, at byte %" PRIu64, text, at);
}

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
