/* The checkpoints of an exact world as bytes, little-endian: for other processes and machines. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/files/byte_writer.h"
#include "play/physics/world.h"

#include <hone/io.h>
#include <math.h>
#include <string.h>

/* head: version, rate, number of members, number of checkpoints (4 bytes each), stride, then the steps (8 each). Each
 * member: numbers of bodies and joints, then for each checkpoint and body 30 floats and whether it follows its bone. If
 * it has springs: the numbers of their joints and of them, then for each checkpoint the joints, with 6 doubles and 4
 * floats each, and 12 floats for each spring. */
enum { VERSION = 1 };

static const float limit = 1e9F; /* units, units/s, radians/s */

static uint32_t count_members(const hone_physics_world *world)
{
    uint32_t count = 0;
    for (const hone_physics *p = world->members; p; p = p->next) count++;
    return count;
}

/* ---- writing ---- */

static void write_u64(hone_writer *writer, uint64_t value)
{
    hone_write_u32(writer, (uint32_t)value);
    hone_write_u32(writer, (uint32_t)(value >> 32));
}

static void write_f64(hone_writer *writer, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u64(writer, bits);
}

static void write_springs(hone_writer *writer, const hone_physics *physics, uint32_t checkpoint)
{
    const hone_springs *springs = &physics->springs;
    const hone_spring_state *states = hone_springs_saved(&physics->springs, checkpoint);
    for (uint32_t j = 0; j < springs->joint_count; j++) {
        for (int i = 0; i < 3; i++) write_f64(writer, states[j].tail[i]);
        for (int i = 0; i < 3; i++) write_f64(writer, states[j].previous[i]);
        hone_write_floats(writer, states[j].rotation, 4);
    }
    for (uint32_t s = 0; s < springs->spring_count; s++)
        hone_write_floats(writer, &hone_springs_anchors(springs, states)[s].m[0][0], 12);
}

static void write_body(hone_writer *writer, const hone_body_state *body)
{
    hone_write_floats(writer, &body->motion.place.m[0][0], 12);
    hone_write_floats(writer, body->motion.velocity, 3);
    hone_write_floats(writer, body->motion.spin, 3);
    hone_write_floats(writer, &body->target.m[0][0], 12);
    hone_write_u32(writer, body->motion.follows);
}

bool hone_physics_world_write_checkpoints(const hone_physics_world *world, hone_bytes *out, hone_error *error)
{
    if (!world || !out)
        return hone_fail_null(error, world ? "out" : "world");
    if (!world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only an exact world has checkpoints");
    hone_writer writer = hone_writer_make(&world->allocator);
    const hone_checkpoints *c = &world->checkpoints;
    hone_write_u32(&writer, VERSION);
    hone_write_u32(&writer, world->options.rate);
    hone_write_u32(&writer, count_members(world));
    hone_write_u32(&writer, c->count);
    write_u64(&writer, (uint64_t)c->stride);
    for (uint32_t i = 0; i < c->count; i++) write_u64(&writer, (uint64_t)c->steps[i]);
    for (const hone_physics *p = world->members; p; p = p->next) {
        hone_write_u32(&writer, p->rigid_count);
        hone_write_u32(&writer, p->joint_count);
        for (size_t i = 0; i < (size_t)c->count * p->rigid_count; i++) write_body(&writer, &p->saved[i]);
        if (!p->springs.plan)
            continue;
        hone_write_u32(&writer, p->springs.joint_count);
        hone_write_u32(&writer, p->springs.spring_count);
        for (uint32_t i = 0; i < c->count; i++) write_springs(&writer, p, i);
    }
    return hone_writer_finish(&writer, out, error);
}

/* ---- reading ---- */

static int64_t read_i64(hone_reader *reader)
{
    uint64_t low = hone_read_u32(reader), high = hone_read_u32(reader);
    return (int64_t)(low | high << 32);
}

static bool is_within(const float *values, int count, float most)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= most))
            return false;
    return true;
}

static bool is_place(const hone_affine *place)
{
    for (int r = 0; r < 3; r++)
        if (!is_within(place->m[r], 3, 2) || !is_within(&place->m[r][3], 1, limit))
            return false;
    return true;
}

/* Returns whether the numbers are those of a body. */
static bool read_body(hone_reader *reader, hone_body_state *out)
{
    hone_read_floats(reader, &out->motion.place.m[0][0], 12);
    hone_read_floats(reader, out->motion.velocity, 3);
    hone_read_floats(reader, out->motion.spin, 3);
    hone_read_floats(reader, &out->target.m[0][0], 12);
    uint32_t follows = hone_read_u32(reader);
    out->motion.follows = follows == 1;
    return follows <= 1 && is_place(&out->motion.place) && is_place(&out->target) &&
           is_within(out->motion.velocity, 3, limit) && is_within(out->motion.spin, 3, limit);
}

static bool read_tail(hone_reader *reader, double out[3])
{
    bool fine = true;
    for (int i = 0; i < 3; i++) {
        uint64_t bits = (uint64_t)read_i64(reader);
        memcpy(&out[i], &bits, sizeof bits);
        fine = fine && fabs(out[i]) <= (double)limit;
    }
    return fine;
}

/* Returns whether the numbers are those of springs. out: NULL: they are only checked. */
static bool read_springs(const hone_springs *springs, hone_reader *reader, hone_spring_state *out)
{
    hone_spring_state state;
    hone_affine anchor;
    bool fine = true;
    for (uint32_t j = 0; fine && j < springs->joint_count; j++) {
        hone_spring_state *to = out ? &out[j] : &state;
        fine = read_tail(reader, to->tail) && read_tail(reader, to->previous);
        hone_read_floats(reader, to->rotation, 4);
        fine = fine && is_within(to->rotation, 4, 2);
    }
    for (uint32_t s = 0; fine && s < springs->spring_count; s++) {
        hone_affine *to = out ? &hone_springs_anchors(springs, out)[s] : &anchor;
        hone_read_floats(reader, &to->m[0][0], 12);
        fine = is_place(to);
    }
    return fine && !reader->failed;
}

static bool read_all_springs(const hone_physics *physics, hone_reader *reader, uint32_t checkpoints, bool save)
{
    const hone_springs *springs = &physics->springs;
    bool fine = hone_read_u32(reader) == springs->joint_count;
    fine = hone_read_u32(reader) == springs->spring_count && fine;
    for (uint32_t i = 0; fine && i < checkpoints; i++)
        fine = read_springs(springs, reader, save ? hone_springs_saved(&physics->springs, i) : NULL);
    return fine;
}

/* Checkpoints are at multiples of ten seconds times the stride, from step 0 on. */
static bool read_head(const hone_physics_world *world, hone_reader *reader, hone_checkpoints *out)
{
    uint32_t version = hone_read_u32(reader), rate = hone_read_u32(reader), members = hone_read_u32(reader);
    int64_t apart = (int64_t)HONE_CHECKPOINT_SECONDS * world->options.rate;
    *out = (hone_checkpoints){.count = hone_read_u32(reader), .most = world->checkpoints.most};
    out->stride = read_i64(reader);
    if (reader->failed || version != VERSION || rate != world->options.rate || members != count_members(world) ||
        out->count > out->most || out->stride < 1 || out->stride > INT32_MAX)
        return false;
    for (uint32_t i = 0; i < out->count; i++) {
        out->steps[i] = read_i64(reader);
        if (out->steps[i] != i * out->stride * apart)
            return false;
    }
    return !reader->failed;
}

/* save: whether bodies and springs are kept; otherwise they are only checked. */
static bool read_members(hone_physics_world *world, hone_reader *reader, uint32_t checkpoints, bool save)
{
    hone_body_state body;
    for (hone_physics *p = world->members; p; p = p->next) {
        uint32_t rigids = hone_read_u32(reader), joints = hone_read_u32(reader);
        if (rigids != p->rigid_count || joints != p->joint_count)
            return false;
        for (size_t i = 0; i < (size_t)checkpoints * rigids; i++)
            if (!read_body(reader, save ? &p->saved[i] : &body))
                return false;
        if (p->springs.plan && !read_all_springs(p, reader, checkpoints, save))
            return false;
    }
    return !reader->failed && hone_reader_left(reader) == 0;
}

bool hone_physics_world_read_checkpoints(hone_physics_world *world, const void *bytes, size_t size, hone_error *error)
{
    if (!world || !bytes)
        return hone_fail_null(error, world ? "bytes" : "world");
    if (!world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only an exact world has checkpoints");
    hone_checkpoints checkpoints;
    hone_reader reader = hone_reader_make(bytes, size);
    bool ok = read_head(world, &reader, &checkpoints);
    hone_reader bodies = reader;
    if (!ok || !read_members(world, &reader, checkpoints.count, false))
        return hone_fail(error, HONE_ERROR_FORMAT, hone_reader_offset(&reader),
                         "these are not checkpoints of a world like this one");
    read_members(world, &bodies, checkpoints.count, true);
    world->checkpoints = checkpoints;
    world->started = false;
    return true;
}
