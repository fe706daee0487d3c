/* Writes the bones, morphs and display frames of a PMX. */
#include "files/format/pmx/writer.h"

/* ---- bones ---- */

static void write_ik(pmx_writer *writer, const hone_ik *ik)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_index(writer, ik->effector, PMX_BONE);
    hone_write_i32(out, ik->max_iterations);
    hone_write_f32(out, ik->unit_angle);
    hone_pmx_write_count(writer, ik->link_count);
    for (uint32_t i = 0; i < ik->link_count; i++) {
        const hone_ik_link *link = &ik->links[i];
        hone_pmx_write_index(writer, link->bone, PMX_BONE);
        hone_write_u8(out, link->limited);
        if (link->limited) {
            hone_write_floats(out, link->lower, 3);
            hone_write_floats(out, link->upper, 3);
        }
    }
}

/* Writes the fields that a bone has only if a flag is set, in this order. */
static void write_optional(pmx_writer *writer, const hone_bone *bone)
{
    hone_writer *out = &writer->out;
    if (bone->flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION)) {
        hone_pmx_write_index(writer, bone->append_source, PMX_BONE);
        hone_write_f32(out, bone->append_ratio);
    }
    if (bone->flags & HONE_BONE_FIXED_AXIS)
        hone_write_floats(out, bone->fixed_axis, 3);
    if (bone->flags & HONE_BONE_LOCAL_AXES) {
        hone_write_floats(out, bone->local_x, 3);
        hone_write_floats(out, bone->local_z, 3);
    }
    if (bone->flags & HONE_BONE_EXTERNAL_PARENT)
        hone_write_i32(out, bone->external_key);
    if (bone->flags & HONE_BONE_IK)
        write_ik(writer, &writer->data->skeleton.iks[bone->ik]);
}

static void write_bone(pmx_writer *writer, const hone_bone *bone)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_text(writer, bone->name);
    hone_pmx_write_text(writer, bone->english_name);
    hone_write_floats(out, bone->position, 3);
    hone_pmx_write_index(writer, bone->parent, PMX_BONE);
    hone_write_i32(out, bone->layer);
    hone_write_u16(out, bone->flags);
    if (bone->flags & HONE_BONE_TAIL_IS_BONE)
        hone_pmx_write_index(writer, bone->tail_bone, PMX_BONE);
    else
        hone_write_floats(out, bone->tail_offset, 3);
    write_optional(writer, bone);
}

void hone_pmx_write_bones(pmx_writer *writer)
{
    const hone_skeleton *skeleton = &writer->data->skeleton;
    hone_pmx_write_count(writer, skeleton->bone_count);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) write_bone(writer, &skeleton->bones[i]);
}

/* ---- morphs ---- */

static void write_child(pmx_writer *writer, const hone_morph_child *part)
{
    hone_pmx_write_index(writer, part->morph, PMX_MORPH);
    hone_write_f32(&writer->out, part->ratio);
}

static void write_vertex_offset(pmx_writer *writer, const hone_morph_vertex *part)
{
    hone_pmx_write_vertex(writer, part->vertex);
    hone_write_floats(&writer->out, part->offset, 3);
}

static void write_bone_offset(pmx_writer *writer, const hone_morph_bone *part)
{
    hone_pmx_write_index(writer, part->bone, PMX_BONE);
    hone_write_floats(&writer->out, part->translation, 3);
    hone_write_floats(&writer->out, part->rotation, 4);
}

static void write_uv_offset(pmx_writer *writer, const hone_morph_uv *part)
{
    hone_pmx_write_vertex(writer, part->vertex);
    hone_write_floats(&writer->out, part->offset, 4);
}

static void write_material_offset(pmx_writer *writer, const hone_morph_material *part)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_index(writer, part->material, PMX_MATERIAL);
    hone_write_u8(out, part->add);
    hone_write_floats(out, part->diffuse, 4);
    hone_write_floats(out, part->specular, 3);
    hone_write_f32(out, part->specular_power);
    hone_write_floats(out, part->ambient, 3);
    hone_write_floats(out, part->edge_colour, 4);
    hone_write_f32(out, part->edge_size);
    hone_write_floats(out, part->texture, 4);
    hone_write_floats(out, part->sphere, 4);
    hone_write_floats(out, part->toon, 4);
}

static void write_impulse_offset(pmx_writer *writer, const hone_morph_impulse *part)
{
    hone_pmx_write_index(writer, part->body, PMX_BODY);
    hone_write_u8(&writer->out, part->local);
    hone_write_floats(&writer->out, part->velocity, 3);
    hone_write_floats(&writer->out, part->torque, 3);
}

static void write_offset(pmx_writer *writer, const hone_morph *morph, uint32_t i)
{
    switch ((hone_morph_kind)morph->kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        write_child(writer, &morph->u.children[i]);
        break;
    case HONE_MORPH_VERTEX:
        write_vertex_offset(writer, &morph->u.vertices[i]);
        break;
    case HONE_MORPH_BONE:
        write_bone_offset(writer, &morph->u.bones[i]);
        break;
    case HONE_MORPH_MATERIAL:
        write_material_offset(writer, &morph->u.materials[i]);
        break;
    case HONE_MORPH_IMPULSE:
        write_impulse_offset(writer, &morph->u.impulses[i]);
        break;
    default:
        write_uv_offset(writer, &morph->u.uvs[i]);
        break;
    }
}

void hone_pmx_write_morphs(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->morph_count);
    for (uint32_t m = 0; m < writer->data->morph_count; m++) {
        const hone_morph *morph = &writer->data->morphs[m];
        hone_pmx_write_text(writer, morph->name);
        hone_pmx_write_text(writer, morph->english_name);
        hone_write_u8(&writer->out, morph->panel);
        const uint32_t count = morph->kind == HONE_MORPH_VALUE ? 0 : morph->count; /* PMX has no such morphs */
        hone_write_u8(&writer->out, morph->kind == HONE_MORPH_VALUE ? HONE_MORPH_VERTEX : morph->kind);
        hone_pmx_write_count(writer, count);
        for (uint32_t i = 0; i < count; i++) write_offset(writer, morph, i);
    }
}

/* ---- display frames ---- */

void hone_pmx_write_display_frames(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->display_frame_count);
    for (uint32_t f = 0; f < writer->data->display_frame_count; f++) {
        const hone_display_frame *frame = &writer->data->display_frames[f];
        hone_pmx_write_text(writer, frame->name);
        hone_pmx_write_text(writer, frame->english_name);
        hone_write_u8(&writer->out, frame->special);
        hone_pmx_write_count(writer, frame->item_count);
        for (uint32_t i = 0; i < frame->item_count; i++) {
            hone_write_u8(&writer->out, frame->items[i].is_morph);
            hone_pmx_write_index(writer, frame->items[i].index, frame->items[i].is_morph ? PMX_MORPH : PMX_BONE);
        }
    }
}
