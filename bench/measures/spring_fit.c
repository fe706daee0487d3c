#include "bench/measures/spring_fit.h"
#include "bench/clock.h"

#include <hone/io.h>
#include <hone/physics.h>
#include <hone/spring_fit.h>

enum { LOCKS = 2, LINKS = 3, BODIES = 1 + LOCKS * LINKS };

/* Each body has a bone, whose parent is that of the body before it. */
static void add(hone_body *bodies, hone_bone *bones, int32_t at, int32_t above, const float place[3])
{
    bones[at] = (hone_bone){.name = "b",
                            .english_name = "",
                            .parent = above,
                            .tail_bone = HONE_NONE,
                            .append_source = HONE_NONE,
                            .ik = HONE_NONE};
    bodies[at] = (hone_body){.name = "b",
                             .bone = at,
                             .shape = HONE_BODY_SPHERE,
                             .size = {above == HONE_NONE ? 0.9f : 0.2f},
                             .mass = 0.3f,
                             .linear_damping = 0.9f,
                             .angular_damping = 0.9f,
                             .mode = above == HONE_NONE ? HONE_BODY_FOLLOWS : HONE_BODY_DYNAMIC};
    for (int i = 0; i < 3; i++) {
        bones[at].position[i] = bodies[at].position[i] = place[i];
        bones[at].rest_local = (hone_affine)HONE_AFFINE_IDENTITY;
    }
    for (int i = 0; i < 3; i++)
        bones[at].rest_local.m[i][3] = place[i] - (above == HONE_NONE ? 0 : bones[above].position[i]);
}

static void join(hone_joint *joint, const hone_body *bodies, int32_t a, int32_t b)
{
    *joint = (hone_joint){.name = "j", .kind = HONE_JOINT_SPRING_6DOF, .body_a = a, .body_b = b};
    for (int i = 0; i < 3; i++) {
        joint->position[i] = (bodies[a].position[i] + bodies[b].position[i]) / 2;
        joint->angular_lower[i] = -0.6f, joint->angular_upper[i] = 0.6f;
        joint->angular_spring[i] = 20;
    }
}

static hone_model *make_model(hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_body *bodies = hone_builder_array(builder, BODIES, sizeof *bodies);
    hone_bone *bones = hone_builder_array(builder, BODIES, sizeof *bones);
    hone_joint *joints = hone_builder_array(builder, BODIES - 1, sizeof *joints);
    if (!builder || !bodies || !bones || !joints) {
        hone_builder_destroy(builder);
        return NULL;
    }
    add(bodies, bones, 0, HONE_NONE, (const float[3]){0, 15, 0});
    for (int32_t b = 1; b < BODIES; b++) {
        const int32_t link = (b - 1) % LINKS, above = link ? b - 1 : 0;
        add(bodies, bones, b, above, (const float[3]){b <= LINKS ? 1.0f : -1.0f, 14 - (float)link, 1});
        join(&joints[b - 1], bodies, above, b);
    }
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = BODIES, .bones = bones},
                                  .body_count = BODIES,
                                  .bodies = bodies,
                                  .joint_count = BODIES - 1,
                                  .joints = joints};
    return hone_model_create(builder, &data, NULL, error);
}

bool bench_fit_run(bench_fit *out, hone_error *error)
{
    hone_spring_fit_report report = {0};
    *out = (bench_fit){0};
    if (!hone_physics_available())
        return true;
    hone_model *model = make_model(error);
    const double begin = bench_now();
    hone_model *made = model ? hone_spring_fit(&(hone_spring_fit_desc){.model = model}, &report, error) : NULL;
    *out = (bench_fit){.joints = report.joint_count, .time = 1e3 * (bench_now() - begin)};
    hone_model_release(made);
    hone_model_release(model);
    return made != NULL;
}
