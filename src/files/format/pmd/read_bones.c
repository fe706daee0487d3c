/* Reads the bones of a PMD, and builds its skeleton. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/pmd/skeleton.h"
#include <hone/math.h>

enum { BONE_SIZE = 39, KIND_COUNT = 10 };

typedef enum pmd_kind {
    PMD_ROTATES,
    PMD_MOVES,
    PMD_GOAL,
    PMD_UNKNOWN,
    PMD_UNDER_IK,
    PMD_FOLLOWS,
    PMD_EFFECTOR,
    PMD_HIDDEN,
    PMD_TWISTS,
    PMD_FOLLOWS_PARTLY
} pmd_kind;

static uint16_t flags_of_kind(uint8_t kind)
{
    enum { UNSEEN = HONE_BONE_ROTATABLE | HONE_BONE_OPERABLE, SEEN = UNSEEN | HONE_BONE_VISIBLE };
    static const uint16_t flags[KIND_COUNT] = {
        [PMD_ROTATES] = SEEN,
        [PMD_MOVES] = SEEN | HONE_BONE_MOVABLE,
        [PMD_GOAL] = SEEN | HONE_BONE_MOVABLE | HONE_BONE_IK,
        [PMD_UNKNOWN] = SEEN,
        [PMD_UNDER_IK] = SEEN,
        [PMD_FOLLOWS] = SEEN | HONE_BONE_APPEND_ROTATION,
        [PMD_EFFECTOR] = UNSEEN,
        [PMD_HIDDEN] = UNSEEN,
        [PMD_TWISTS] = SEEN | HONE_BONE_FIXED_AXIS,
        [PMD_FOLLOWS_PARTLY] = UNSEEN | HONE_BONE_APPEND_ROTATION,
    };
    return flags[kind];
}

static uint8_t read_kind(pmd_reader *reader, hone_reader *in, uint32_t bone)
{
    uint8_t kind = hone_read_u8(in);
    if (kind < KIND_COUNT)
        return kind;
    hone_builder_warn(reader->file.builder, "bone of an unknown kind: read as a rotating bone", bone);
    return PMD_ROTATES;
}

/* Bone 0 is the centre, and no tail points to it: as a tail it means "none", as 0xFFFF does. */
static void set_tail(hone_bone *bone, int32_t tail)
{
    if (tail <= 0)
        return;
    bone->tail_bone = tail;
    bone->flags |= HONE_BONE_TAIL_IS_BONE;
}

/* The meaning of the fields `tail` and `reference` depends on the kind of the bone. */
static void read_bone(pmd_reader *reader, hone_reader *in, hone_bone *bone, uint32_t at)
{
    bone->name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.memory);
    bone->parent = hone_pmd_read_index(in);
    int32_t tail = hone_pmd_read_index(in);
    uint8_t kind = read_kind(reader, in, at);
    uint16_t reference = hone_read_u16(in);
    hone_read_floats(in, bone->position, 3);
    bone->flags = flags_of_kind(kind);
    bone->tail_bone = bone->append_source = HONE_NONE;
    if (kind == PMD_FOLLOWS_PARTLY) {
        int percent = reference < 0x8000 ? reference : reference - 0x10000; /* negative: against the source */
        bone->append_source = tail;
        bone->append_ratio = (float)percent * 0.01f;
        return;
    }
    set_tail(bone, tail);
    if (kind == PMD_FOLLOWS) {
        bone->append_source = reference == UINT16_MAX ? HONE_NONE : reference;
        bone->append_ratio = 1;
    }
}

/* Twist bones rotate about the line to their tail. */
static void make_axes(hone_bone *bones, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t tail = bones[i].tail_bone;
        float line[3];
        if (!(bones[i].flags & HONE_BONE_FIXED_AXIS) || tail < 0 || (uint32_t)tail >= count)
            continue;
        hone_vec3_subtract(bones[tail].position, bones[i].position, line);
        hone_vec3_normalise(line, bones[i].fixed_axis);
    }
}

/* A helper has the position of its goal, moves with it and has its name, so that motions switch its chain as well. */
static void make_helpers(hone_bone *bones, uint32_t bone_count, const pmd_chains *chains)
{
    for (uint32_t i = 0; i < chains->helper_count; i++) {
        int32_t helped = chains->helped[i];
        bones[bone_count + i] = (hone_bone){.name = bones[helped].name,
                                            .parent = helped,
                                            .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_IK,
                                            .tail_bone = HONE_NONE,
                                            .append_source = HONE_NONE};
        memcpy(bones[bone_count + i].position, bones[helped].position, sizeof bones->position);
    }
}

/* The number of bones is known only after the chains, which follow the bones, have been read. */
bool hone_pmd_read_skeleton(pmd_reader *reader)
{
    hone_skeleton *skeleton = &reader->data.skeleton;
    hone_bone *bones;
    pmd_chains chains;
    if (!hone_pmd_read_count(reader, "bones", 2, BONE_SIZE, &reader->bone_count))
        return false;
    hone_reader records = hone_pmd_take(reader, (size_t)reader->bone_count * BONE_SIZE);
    if (!hone_pmd_read_chains(reader, &chains))
        return false;
    uint32_t count = reader->bone_count + chains.helper_count;
    if (!hone_reading_array(&reader->file, count, sizeof *bones, &bones))
        return false;
    for (uint32_t i = 0; i < reader->bone_count; i++) read_bone(reader, &records, &bones[i], i);
    make_axes(bones, reader->bone_count);
    make_helpers(bones, reader->bone_count, &chains);
    skeleton->bone_count = count;
    skeleton->bones = bones;
    return hone_pmd_make_iks(reader, &chains) && hone_pmd_make_layers(reader, &chains);
}
