/* Writes the joints: an offset along the axes of the model for each bone, so that the rest pose needs no rotations. */
#include "core/motion/binding/name_table.h"
#include "files/format/bvh/writer.h"
#include <hone/math.h>

#include <string.h>

/* ---- joints ---------------------------------------------------------------------------------------------------- */

typedef struct family {
    int32_t *first, *next; /* [bone_count] the first child of a bone, its next sibling */
    int32_t first_root;
    uint32_t root_count;
} family;

static bool find_family(const bvh_writer *writer, family *out)
{
    uint32_t count = writer->model->skeleton.bone_count;
    out->first = hone_arena_raw(writer->memory, count, sizeof *out->first);
    out->next = hone_arena_raw(writer->memory, count, sizeof *out->next);
    if (!out->first || !out->next)
        return false;
    for (uint32_t b = 0; b < count; b++) out->first[b] = HONE_NONE;
    out->first_root = HONE_NONE, out->root_count = 0;
    for (uint32_t b = count; b-- > 0;) { /* backwards, so that siblings stay in the order of the file */
        int32_t parent = writer->model->skeleton.bones[b].parent, *list = &out->first_root;
        out->root_count += parent == HONE_NONE;
        if (parent != HONE_NONE)
            list = &out->first[parent];
        out->next[b] = *list;
        *list = (int32_t)b;
    }
    return true;
}

static void add_joint(bvh_writer *writer, int32_t bone, int32_t parent)
{
    bvh_out_joint *joint = &writer->joints[writer->joint_count++];
    *joint = (bvh_out_joint){.bone = bone, .parent = parent, .leaf = true};
    if (parent == HONE_NONE)
        return;
    joint->depth = writer->joints[parent].depth + 1;
    writer->joints[parent].leaf = false;
}

/* Lists the bones below `bone`, itself included, depth first. joint_of: scratch, [bone_count] */
static void add_bones(bvh_writer *writer, const family *f, int32_t bone, int32_t parent, int32_t *joint_of)
{
    const hone_bone *bones = writer->model->skeleton.bones;
    for (int32_t at = bone; at != HONE_NONE;) {
        joint_of[at] = (int32_t)writer->joint_count;
        add_joint(writer, at, at == bone ? parent : joint_of[bones[at].parent]);
        if (f->first[at] != HONE_NONE) {
            at = f->first[at];
            continue;
        }
        while (at != bone && f->next[at] == HONE_NONE) at = bones[at].parent;
        at = at == bone ? HONE_NONE : f->next[at];
    }
}

static void set_rest(bvh_writer *writer)
{
    static const float none[3] = {0, 0, 0};
    for (uint32_t j = 0; j < writer->joint_count; j++) hone_quat_identity(writer->joints[j].unrest);
    hone_bvh_place(writer, UINT32_MAX);
    for (uint32_t j = 0; j < writer->joint_count; j++) {
        bvh_out_joint *joint = &writer->joints[j];
        hone_vec3_copy(writer->places[j].at, joint->rest);
        hone_quat_conjugate(writer->places[j].turn, joint->unrest);
        hone_vec3_subtract(joint->rest, joint->parent == HONE_NONE ? none : writer->joints[joint->parent].rest,
                           joint->offset);
    }
}

bool hone_bvh_make_joints(bvh_writer *writer)
{
    family f;
    uint32_t count = writer->model->skeleton.bone_count;
    int32_t *joint_of = hone_arena_raw(writer->memory, count, sizeof *joint_of);
    writer->joints = hone_arena_raw(writer->memory, (size_t)count + 1, sizeof *writer->joints);
    writer->places = hone_arena_array(writer->memory, (size_t)count + 1, sizeof *writer->places);
    if (!joint_of || !writer->joints || !writer->places || !find_family(writer, &f))
        return false;
    bool several = f.root_count > 1;
    if (several)
        add_joint(writer, HONE_NONE, HONE_NONE);
    for (int32_t root = f.first_root; root != HONE_NONE; root = f.next[root])
        add_bones(writer, &f, root, several ? 0 : HONE_NONE, joint_of);
    set_rest(writer);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

static void write_vector(bvh_writer *writer, const float v[3])
{
    for (int i = 0; i < 3; i++) {
        hone_bvh_write_text(writer, " ");
        hone_bvh_write_float(writer, v[i]);
    }
    hone_bvh_write_text(writer, "\n");
}

static void indent(bvh_writer *writer, uint32_t depth)
{
    enum { MOST = 64 }; /* a long chain would take the square of its length */
    for (uint32_t i = 0; i < depth && i < MOST; i++) hone_bvh_write_text(writer, "\t");
}

/* Bytes that would end a name become "_". */
static void write_name(bvh_writer *writer, const char *name)
{
    for (const char *at = name; *at; at++) {
        bool bad = (unsigned char)*at < ' ' || strchr("{}#;", *at) || (*at == '/' && (at[1] == '/' || at == name)) ||
                   (*at == ' ' && (at == name || at[1] == '\0'));
        hone_write_bytes(&writer->out, bad ? "_" : at, 1);
    }
}

/* The names of joints must differ: other programs find joints by them. */
static void write_unique_name(bvh_writer *writer, const hone_name_table *names, int32_t bone)
{
    const char *name = bone == HONE_NONE ? "" : writer->model->skeleton.bones[bone].name;
    const hone_name key = {name, (uint32_t)strlen(name)};
    uint32_t first = hone_name_table_find(names, key);
    write_name(writer, *name ? name : bone == HONE_NONE ? "Root" : "bone");
    if ((first != (uint32_t)bone && bone != HONE_NONE) || (bone == HONE_NONE && first != UINT32_MAX)) {
        hone_bvh_write_text(writer, "_");
        hone_bvh_write_float(writer, (float)bone);
    }
}

/* The end of the last bone: where its tail is, or half as far from it as it is from its parent. */
static void write_site(bvh_writer *writer, const bvh_out_joint *joint)
{
    float tail[3];
    hone_vec3_scale(joint->offset, 0.5f, tail);
    if (joint->bone != HONE_NONE) {
        const hone_bone *bones = writer->model->skeleton.bones, *bone = &bones[joint->bone];
        float given[3];
        hone_vec3_copy(bone->tail_offset, given);
        if (bone->flags & HONE_BONE_TAIL_IS_BONE && bone->tail_bone != HONE_NONE)
            hone_vec3_subtract(bones[bone->tail_bone].position, bone->position, given);
        hone_axes_direction(writer->axes, given, given);
        if (hone_vec3_length(given) > 0)
            hone_vec3_scale(given, writer->scale, tail);
    }
    indent(writer, joint->depth + 1), hone_bvh_write_text(writer, "End Site\n");
    indent(writer, joint->depth + 1), hone_bvh_write_text(writer, "{\n");
    indent(writer, joint->depth + 2), hone_bvh_write_text(writer, "OFFSET"), write_vector(writer, tail);
    indent(writer, joint->depth + 1), hone_bvh_write_text(writer, "}\n");
}

static void close_joints(bvh_writer *writer, uint32_t from, uint32_t to)
{
    for (uint32_t depth = from + 1; depth-- > to;) {
        indent(writer, depth);
        hone_bvh_write_text(writer, "}\n");
    }
}

static bool list_names(const bvh_writer *writer, hone_name_table *out)
{
    uint32_t count = writer->model->skeleton.bone_count;
    hone_name *names = hone_arena_array(writer->memory, count, sizeof *names);
    for (uint32_t b = 0; names && b < count; b++) {
        const char *name = writer->model->skeleton.bones[b].name;
        names[b] = (hone_name){name, (uint32_t)strlen(name)};
    }
    return (names || count == 0) && hone_name_table_make(out, names, count, writer->memory);
}

void hone_bvh_write_hierarchy(bvh_writer *writer)
{
    hone_name_table names;
    if (!list_names(writer, &names))
        return; /* the arena knows it */
    hone_bvh_write_text(writer, "HIERARCHY\n");
    for (uint32_t j = 0; j < writer->joint_count; j++) {
        const bvh_out_joint *joint = &writer->joints[j];
        if (j > 0 && joint->depth <= joint[-1].depth)
            close_joints(writer, joint[-1].depth, joint->depth);
        indent(writer, joint->depth);
        hone_bvh_write_text(writer, joint->depth ? "JOINT " : "ROOT ");
        write_unique_name(writer, &names, joint->bone);
        hone_bvh_write_text(writer, "\n"), indent(writer, joint->depth), hone_bvh_write_text(writer, "{\n");
        indent(writer, joint->depth + 1), hone_bvh_write_text(writer, "OFFSET"), write_vector(writer, joint->offset);
        indent(writer, joint->depth + 1);
        hone_bvh_write_text(writer, joint->places ? "CHANNELS 6 Xposition Yposition Zposition " : "CHANNELS 3 ");
        hone_bvh_write_text(writer, "Zrotation Xrotation Yrotation\n");
        if (joint->leaf)
            write_site(writer, joint);
    }
    if (writer->joint_count)
        close_joints(writer, writer->joints[writer->joint_count - 1].depth, 0);
}
