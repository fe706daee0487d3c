/* Copies the bones, display frames, bodies and joints of the other model, scaled to the mesh. */
#include "offline/autorig/autorig.h"
#include <hone/math.h>
#include <string.h>

static void move_point(const autorig_context *f, float p[3])
{
    for (int i = 0; i < 3; i++) p[i] = f->report->scale * p[i] + f->report->move[i];
}

static void scale3(const autorig_context *f, float v[3])
{
    hone_vec3_scale(v, f->report->scale, v);
}

static bool copy_bones(autorig_context *f)
{
    const hone_skeleton *from = &f->skeleton->skeleton;
    hone_bone *bones = hone_autorig_copy(f->builder, from->bones, from->bone_count, sizeof *bones);
    hone_ik *iks = hone_autorig_copy(f->builder, from->iks, from->ik_count, sizeof *iks);
    if ((from->bone_count && !bones) || (from->ik_count && !iks))
        return false;
    for (uint32_t b = 0; b < from->bone_count; b++) {
        bones[b].name = hone_autorig_text(f, bones[b].name);
        bones[b].english_name = hone_autorig_text(f, bones[b].english_name);
        move_point(f, bones[b].position);
        scale3(f, bones[b].tail_offset);
    }
    for (uint32_t i = 0; i < from->ik_count; i++)
        iks[i].links = hone_autorig_copy(f->builder, iks[i].links, iks[i].link_count, sizeof *iks[i].links);
    f->data.skeleton = (hone_skeleton){from->bone_count, bones, from->ik_count, iks};
    return true;
}

/* Whether MMD shows this panel's morphs. It shows no others. */
static bool is_facial(const hone_display_frame *panel)
{
    bool has_morphs = false;
    for (uint32_t i = 0; i < panel->item_count; i++) has_morphs |= panel->items[i].is_morph;
    return panel->special && (has_morphs || strcmp(panel->name, "表情") == 0);
}

/* Keeps the items that are bones; all morphs of the mesh go to the special panel for facial expressions. */
static bool copy_panel(autorig_context *f, hone_display_frame *panel)
{
    uint32_t bones = 0, count, morphs = is_facial(panel) ? f->mesh->morph_count : 0;
    for (uint32_t i = 0; i < panel->item_count; i++) bones += !panel->items[i].is_morph;
    hone_frame_item *items = hone_builder_array(f->builder, (size_t)bones + morphs, sizeof *items);
    if (!items && bones + morphs)
        return false;
    count = 0;
    for (uint32_t i = 0; items && i < panel->item_count; i++)
        if (!panel->items[i].is_morph)
            items[count++] = panel->items[i];
    for (uint32_t m = 0; items && m < morphs; m++) items[count++] = (hone_frame_item){true, (int32_t)m};
    panel->name = hone_autorig_text(f, panel->name);
    panel->english_name = hone_autorig_text(f, panel->english_name);
    panel->items = items;
    panel->item_count = count;
    return true;
}

static bool copy_panels(autorig_context *f)
{
    uint32_t count = f->skeleton->display_frame_count;
    hone_display_frame *panels = hone_autorig_copy(f->builder, f->skeleton->display_frames, count, sizeof *panels);
    if (count && !panels)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!copy_panel(f, &panels[i]))
            return false;
    f->data.display_frames = panels;
    f->data.display_frame_count = count;
    return true;
}

/* Lengths follow the scale; masses and spring constants stay as they are. */
static bool copy_bodies(autorig_context *f)
{
    const hone_model_data *from = f->skeleton;
    hone_body *bodies = hone_autorig_copy(f->builder, from->bodies, from->body_count, sizeof *bodies);
    hone_joint *joints = hone_autorig_copy(f->builder, from->joints, from->joint_count, sizeof *joints);
    if ((from->body_count && !bodies) || (from->joint_count && !joints))
        return false;
    for (uint32_t i = 0; i < from->body_count; i++) {
        bodies[i].name = hone_autorig_text(f, bodies[i].name);
        bodies[i].english_name = hone_autorig_text(f, bodies[i].english_name);
        move_point(f, bodies[i].position);
        scale3(f, bodies[i].size);
    }
    for (uint32_t i = 0; i < from->joint_count; i++) {
        joints[i].name = hone_autorig_text(f, joints[i].name);
        joints[i].english_name = hone_autorig_text(f, joints[i].english_name);
        move_point(f, joints[i].position);
        scale3(f, joints[i].linear_lower);
        scale3(f, joints[i].linear_upper);
    }
    f->data.body_count = from->body_count, f->data.bodies = bodies;
    f->data.joint_count = from->joint_count, f->data.joints = joints;
    return true;
}

bool hone_autorig_skeleton(autorig_context *f)
{
    return copy_bones(f) && copy_panels(f) && copy_bodies(f);
}
