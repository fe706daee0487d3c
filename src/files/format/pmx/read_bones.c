/* Reads the bones and IK chains of a PMX. */
#include "base/memory/builder.h"
#include "files/format/pmx/reader.h"

static void read_link(pmx_reader *reader, hone_ik_link *link, uint32_t bone)
{
    link->bone = hone_pmx_read_index(reader, PMX_BONE);
    uint8_t limited = hone_read_u8(&reader->file.in);
    link->limited = limited == 1;
    if (limited > 1)
        hone_builder_warn(reader->file.builder,
                          "bone with an IK link whose limit flag is greater than 1: read as no limit", bone);
    if (link->limited) {
        hone_read_floats(&reader->file.in, link->lower, 3);
        hone_read_floats(&reader->file.in, link->upper, 3);
    }
}

static bool read_ik(pmx_reader *reader, hone_ik *ik, uint32_t bone)
{
    ik->bone = (int32_t)bone;
    ik->effector = hone_pmx_read_index(reader, PMX_BONE);
    ik->max_iterations = hone_read_i32(&reader->file.in);
    ik->unit_angle = hone_read_f32(&reader->file.in);
    if (!hone_pmx_is_whole(reader, "bone", bone))
        return false;
    hone_ik_link *links;
    if (!hone_pmx_read_array(reader, "IK links", pmx_index_size(reader, PMX_BONE) + 1, sizeof *links, &ik->link_count,
                             &links))
        return false;
    ik->links = links;
    for (uint32_t i = 0; i < ik->link_count; i++) read_link(reader, &links[i], bone);
    return hone_pmx_is_whole(reader, "bone", bone);
}

/* Reads the fields that a bone has only if a flag is set, in this order. */
static void read_optional(pmx_reader *reader, hone_bone *bone)
{
    hone_reader *in = &reader->file.in;
    bone->append_source = HONE_NONE;
    if (bone->flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION)) {
        bone->append_source = hone_pmx_read_index(reader, PMX_BONE);
        bone->append_ratio = hone_read_f32(in);
    }
    if (bone->flags & HONE_BONE_FIXED_AXIS)
        hone_read_floats(in, bone->fixed_axis, 3);
    if (bone->flags & HONE_BONE_LOCAL_AXES) {
        hone_read_floats(in, bone->local_x, 3);
        hone_read_floats(in, bone->local_z, 3);
    }
    if (bone->flags & HONE_BONE_EXTERNAL_PARENT)
        bone->external_key = hone_read_i32(in);
}

static bool read_bone(pmx_reader *reader, hone_bone *bone, uint32_t at)
{
    hone_reader *in = &reader->file.in;
    bone->name = hone_pmx_read_text(reader);
    bone->english_name = hone_pmx_read_text(reader);
    hone_read_floats(in, bone->position, 3);
    bone->parent = hone_pmx_read_index(reader, PMX_BONE);
    bone->layer = hone_read_i32(in);
    bone->flags = hone_read_u16(in);
    bone->tail_bone = HONE_NONE;
    if (bone->flags & HONE_BONE_TAIL_IS_BONE)
        bone->tail_bone = hone_pmx_read_index(reader, PMX_BONE);
    else
        hone_read_floats(in, bone->tail_offset, 3);
    read_optional(reader, bone);
    return hone_pmx_is_whole(reader, "bone", at);
}

/* The number of IK bones is known only at the end, so the first one allocates an element for each bone after it. */
static bool append_ik(pmx_reader *reader, hone_ik **iks, uint32_t bone)
{
    hone_skeleton *skeleton = &reader->data.skeleton;
    if (!*iks) {
        if (!hone_reading_array(&reader->file, skeleton->bone_count - bone, sizeof **iks, iks))
            return false;
        skeleton->iks = *iks;
    }
    return read_ik(reader, &(*iks)[skeleton->ik_count++], bone);
}

bool hone_pmx_read_bones(pmx_reader *reader)
{
    hone_skeleton *skeleton = &reader->data.skeleton;
    size_t smallest =
        2 * 4 + 12 + 4 + 2 + 2 * pmx_index_size(reader, PMX_BONE); /* texts, position, layer, flags, references */
    hone_bone *bones;
    hone_ik *iks = NULL;
    if (!hone_pmx_read_array(reader, "bones", smallest, sizeof *bones, &skeleton->bone_count, &bones))
        return false;
    skeleton->bones = bones;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        if (!read_bone(reader, &bones[i], i))
            return false;
        if (bones[i].flags & HONE_BONE_IK && !append_ik(reader, &iks, i))
            return false;
    }
    return true;
}
