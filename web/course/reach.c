/* An IK chain, link by link. hone solves a chain as a whole; here each link is a chain of its own with one iteration,
 * and the rotation that it gives is added to the pose before the next link has its turn. */
#include "web/course/body.h"
#include "web/web.h"

#include <stdlib.h>

enum { LINKS = 8 };

typedef struct web_reach {
    uint32_t link_count;
    int32_t links[LINKS];   /* bones: the nearest to the effector first */
    hone_rig *rigs[LINKS];  /* of the body's bones, with a chain of this link alone */
    hone_pose *pose;        /* with what the links have turned */
    const hone_affine *now; /* the bones of the last step */
} web_reach;

WEB_CALL(void, reach_close, web_reach *reach)
{
    if (!reach)
        return;
    for (uint32_t i = 0; i < LINKS; i++) hone_rig_destroy(reach->rigs[i]);
    hone_pose_destroy(reach->pose);
    free(reach);
}

/* The chain of one link. unit: the largest turn, radians. */
static bool fill_chain(hone_builder *builder, const hone_ik *from, uint32_t link, bool limited, double unit,
                       hone_skeleton *out)
{
    hone_ik *ik = hone_builder_array(builder, 1, sizeof *ik);
    hone_ik_link *only = hone_builder_array(builder, 1, sizeof *only);
    if (!ik || !only)
        return false;
    *only = from->links[link];
    only->limited = only->limited && limited;
    *ik = *from;
    ik->max_iterations = 1;
    ik->unit_angle = (float)(unit * (link + 1));
    ik->link_count = 1;
    ik->links = only;
    out->ik_count = 1;
    out->iks = ik;
    return true;
}

static hone_model *make_model(const web_body *body, uint32_t link, bool limited, double unit)
{
    const hone_model_data *from = hone_model_get(body->model);
    hone_builder *builder = hone_builder_create(NULL, 0, &web_error);
    hone_model_data data = {.space = from->space};
    if (builder && web_copy_bones(builder, &from->skeleton, &data.skeleton) &&
        fill_chain(builder, &from->skeleton.iks[0], link, limited, unit, &data.skeleton))
        return hone_model_create(builder, &data, NULL, &web_error);
    hone_builder_destroy(builder);
    return NULL;
}

static bool make_link(web_reach *reach, const web_body *body, uint32_t link, bool limited, double unit)
{
    hone_model *model = make_model(body, link, limited, unit);
    if (!model)
        return false;
    if (!reach->pose)
        reach->pose = hone_pose_create(model, NULL, &web_error);
    reach->links[link] = hone_model_skeleton(body->model)->iks[0].links[link].bone;
    reach->rigs[link] = hone_rig_create(&(hone_rig_desc){.model = model}, &web_error);
    hone_model_release(model);
    return reach->pose && reach->rigs[link];
}

/* The first chain of a body. limited: whether its limits hold; unit: its unit angle, degrees. */
WEB_CALL(web_reach *, reach_open, const web_body *body, int limited, double unit)
{
    const hone_skeleton *skeleton = hone_model_skeleton(body->model);
    web_reach *reach = skeleton->ik_count > 0 ? calloc(1, sizeof *reach) : NULL;
    if (!reach)
        return NULL;
    reach->link_count = skeleton->iks[0].link_count < LINKS ? skeleton->iks[0].link_count : LINKS;
    bool ok = reach->link_count > 0;
    for (uint32_t i = 0; ok && i < reach->link_count; i++)
        ok = make_link(reach, body, i, limited != 0, unit * HONE_PI / 180);
    if (ok)
        return reach;
    web_reach_close(reach);
    return NULL;
}

static void evaluate(web_reach *reach, uint32_t link, bool solve)
{
    reach->pose->ik_enabled[0] = solve;
    hone_rig_evaluate(reach->rigs[link], reach->pose);
    reach->now = hone_rig_bones(reach->rigs[link]);
}

/* The pose of the body, in which no link has turned. */
WEB_CALL(void, reach_begin, web_reach *reach, const web_body *body)
{
    hone_pose_copy(reach->pose, body->pose);
    evaluate(reach, 0, false);
}

/* Turns one link. */
WEB_CALL(void, reach_step, web_reach *reach, uint32_t link)
{
    uint32_t bone = (uint32_t)reach->links[link];
    evaluate(reach, link, true);
    hone_bone_parts parts = hone_rig_bone_parts(reach->rigs[link], reach->pose, bone);
    for (int i = 0; i < 4; i++) reach->pose->bones[bone].rotation[i] = parts.whole.rotation[i];
}

/* web_numbers: where a bone is now. Returns its angle about x, degrees. */
WEB_CALL(double, reach_bone, const web_reach *reach, uint32_t bone)
{
    const float *q = reach->pose->bones[bone].rotation;
    float place[3];
    hone_affine_origin(&reach->now[bone], place);
    web_give_floats(0, 3, place);
    return 2 * atan2((double)q[0], (double)q[3]) * 180 / HONE_PI;
}
