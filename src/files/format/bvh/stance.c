/* Finds out how the skeleton of a BVH file stands, from a part of its frames. */
#include "files/format/common/stance.h"
#include "base/memory/builder.h"
#include "files/format/bvh/rows.h"

#include <string.h>

/* Rotations of some frames. */
typedef struct probes {
    uint32_t count, joint_count;
    float (*rotations)[4]; /* [count * joint_count] relative to the parent */
} probes;

/* ---- frames ---------------------------------------------------------------------------------------------------- */

/* Goes to the first line that begins at or after a part of the numbers. */
static void seek(hone_reading *reader, const char *begin, uint32_t part, uint32_t parts)
{
    reader->text.at = begin + (size_t)(reader->text.end - begin) / parts * part;
    if (part > 0)
        hone_bvh_skip_line(reader);
}

static void take_row(const hone_bvh_rows *rows, float (*out)[4])
{
    uint64_t first = 0;
    for (const hone_bvh_joint *joint = rows->skeleton->first; joint; joint = joint->next, out++) {
        double q[4];
        hone_bvh_joint_rotation(rows, joint, first, q);
        for (int i = 0; i < 4; i++) (*out)[i] = (float)q[i];
        if (rows->skeleton->z_up)
            hone_bvh_stand_up(*out);
        first += joint->channel_count;
    }
}

/* Reads frames all over the file, or, if frames are not lines, the first ones. */
static bool read_probes(hone_reading *reader, const hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                        uint32_t most, probes *out)
{
    hone_bvh_rows rows;
    most = frames->count < most ? frames->count : most;
    out->joint_count = skeleton->joint_count;
    if (!hone_reading_scratch(reader, (uint64_t)most * skeleton->joint_count, sizeof *out->rotations,
                              &out->rotations) ||
        !hone_bvh_open_rows(&rows, reader, skeleton, frames))
        return false;
    reader->text.at = frames->begin;
    for (uint32_t i = 0; i < most; i++) {
        if (frames->by_line)
            seek(reader, frames->begin, i, most);
        if (!hone_bvh_read_row(&rows))
            break;
        take_row(&rows, out->rotations + (size_t)out->count++ * skeleton->joint_count);
    }
    return !reader->failed;
}

static void sample(const void *user, uint32_t frame, float (*rotations)[4])
{
    const probes *from = user;
    memcpy(rotations, from->rotations + (size_t)frame * from->joint_count, from->joint_count * sizeof *rotations);
}

/* ---- skeleton -------------------------------------------------------------------------------------------------- */

/* A model of the joints as they are, for the search for humanoid bones. */
static hone_model *make_model(const hone_reading *reader, const hone_bvh_skeleton *skeleton, hone_error *error)
{
    hone_model_data data = {.format = HONE_FORMAT_BVH, .space = HONE_SPACE_GLTF};
    hone_builder *builder = hone_builder_create(hone_arena_allocator(reader->scratch), 0, error);
    if (!builder)
        return NULL;
    if (hone_bvh_build_bones(skeleton, builder, &data))
        return hone_model_create(builder, &data, NULL, error);
    hone_builder_fail(builder, error);
    hone_builder_destroy(builder);
    return NULL;
}

static void keep(hone_bvh_skeleton *skeleton, hone_stance_kind kind, bool up_only, float (*rotations)[4])
{
    if (up_only)
        skeleton->z_up = kind == HONE_STANCE_Z_UP;
    for (hone_bvh_joint *joint = skeleton->first; joint && !up_only && kind == HONE_STANCE_ROTATED; joint = joint->next)
        memcpy(joint->rest, rotations[joint->index], sizeof joint->rest);
}

static bool find(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                 const hone_model *model, bool up_only)
{
    enum { FOR_UP = 16, FOR_REST = 256 };
    probes found = {0};
    hone_stance_kind kind;
    float(*rotations)[4];
    uint8_t *turns;
    if (!hone_reading_scratch(reader, skeleton->joint_count, sizeof *rotations, &rotations) ||
        !hone_reading_scratch(reader, skeleton->joint_count, 1, &turns) ||
        !read_probes(reader, skeleton, frames, up_only ? FOR_UP : FOR_REST, &found))
        return false;
    for (const hone_bvh_joint *joint = skeleton->first; joint; joint = joint->next)
        turns[joint->index] = hone_bvh_has_channel(joint, HONE_BVH_ROTATION);
    const hone_stance_source source = {model, found.count, turns, sample, &found};
    if (found.count == 0)
        return true;
    if (!hone_stance_find(&source, reader->scratch, rotations, &kind))
        return false;
    keep(skeleton, kind, up_only, rotations);
    return true;
}

/* Looks at some frames if the model does not stand. Warnings and errors of their numbers belong to the motion; here
 * the search ends in vain. */
static bool look(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames, bool up_only)
{
    const hone_allocator *allocator = hone_arena_allocator(reader->scratch);
    hone_model *model = make_model(reader, skeleton, reader->error);
    hone_reading probe = *reader;
    bool ok = model != NULL, needed = ok && !hone_stance_is_fine(model);
    probe.error = NULL;
    probe.builder = needed ? hone_builder_create(allocator, 0, reader->error) : NULL;
    probe.memory = hone_builder_memory(probe.builder);
    ok = ok && (probe.builder || !needed);
    if (probe.builder && !find(&probe, skeleton, frames, model, up_only) && hone_arena_failed(reader->scratch))
        ok = hone_arena_fail(reader->scratch, reader->error);
    hone_builder_destroy(probe.builder);
    hone_model_release(model);
    reader->failed |= !ok;
    return ok;
}

bool hone_bvh_find_up(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames)
{
    return frames->count == 0 || look(reader, skeleton, frames, true);
}

bool hone_bvh_find_rest(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames)
{
    return frames->count == 0 || look(reader, skeleton, frames, false);
}
