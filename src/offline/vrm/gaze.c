/* Makes the look-at of the avatar, and says who sees which vertices. */
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <string.h>

static bool has_expression(const to_vrm_context *context, const char *name)
{
    for (uint32_t i = 0; i < context->avatar->expression_count; i++)
        if (strcmp(context->data.morphs[context->avatar->expressions[i].morph].name, name) == 0)
            return true;
    return false;
}

/* Between the eyes, in the axes of the head; without eyes a little above the head's bone. */
static void find_offset(const to_vrm_context *context, const int32_t *bones, float out[3])
{
    const float usual = 0.06f;
    hone_affine head_from_model;
    float left[3], right[3], middle[3];
    hone_vec3_set(0, usual, 0, out);
    if (bones[HONE_HUMANOID_EYE] == HONE_NONE || bones[HONE_HUMANOID_EYE + 1] == HONE_NONE ||
        !hone_affine_invert(&context->placed[bones[HONE_HUMANOID_HEAD]], &head_from_model))
        return;
    hone_affine_origin(&context->placed[bones[HONE_HUMANOID_EYE]], left);
    hone_affine_origin(&context->placed[bones[HONE_HUMANOID_EYE + 1]], right);
    hone_vec3_lerp(left, right, 0.5f, middle);
    hone_affine_point(&head_from_model, middle, out);
}

static void make_look_at(to_vrm_context *context)
{
    const int32_t *bones = context->human.human.bones;
    hone_look_at *look = &context->avatar->look_at;
    bool eyes = bones[HONE_HUMANOID_EYE] != HONE_NONE && bones[HONE_HUMANOID_EYE + 1] != HONE_NONE;
    bool faces = has_expression(context, "lookLeft") && has_expression(context, "lookRight");
    if (!eyes && !faces)
        return;
    look->kind = eyes ? HONE_LOOK_AT_BONE : HONE_LOOK_AT_EXPRESSION;
    find_offset(context, bones, look->offset);
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++)
        look->ranges[r] = (hone_range_map){.max_input = 90, .output_scale = eyes ? 10 : 1};
}

/* Curves of VRM 0.x become straight lines. */
static void copy_look_at(to_vrm_context *context)
{
    const hone_avatar *from = context->from->avatar;
    hone_look_at *look = &context->avatar->look_at;
    *look = from->look_at;
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) look->ranges[r].keys = NULL, look->ranges[r].key_count = 0;
    int32_t head =
        from->first_person_bone == HONE_NONE ? context->human.human.bones[HONE_HUMANOID_HEAD] : from->first_person_bone;
    hone_vrm_bone_point(context, head, from->look_at.offset, look->offset);
}

static bool copy_first_person(to_vrm_context *context)
{
    const uint8_t *in = context->from->avatar->first_person;
    uint32_t count = context->from->mesh.vertex_count;
    if (!in || count == 0)
        return true;
    uint8_t *out = hone_builder_array(context->builder, count, 1);
    if (!out)
        return false;
    bool differ = false;
    for (uint32_t v = 0; v < count; v++) differ |= in[v] != in[0];
    memset(out, differ ? HONE_FIRST_PERSON_AUTO : in[0], count); /* the mesh is one */
    if (differ)
        hone_vrm_lose(context, HONE_VRM_LOSS_FIRST_PERSON, "");
    context->avatar->first_person = out;
    return true;
}

bool hone_vrm_make_gaze(to_vrm_context *context)
{
    context->avatar->first_person_bone = hone_vrm_bone(context, context->human.human.bones[HONE_HUMANOID_HEAD]);
    if (!context->from->avatar) {
        make_look_at(context);
        return true;
    }
    copy_look_at(context);
    return copy_first_person(context);
}
