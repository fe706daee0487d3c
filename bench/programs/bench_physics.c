/* Measures a step of physics, without actor and rig: chains of spheres, boxes and capsules that hang on spring joints,
 * are shaken, and meet each other. Prints the least time of a step, and where a body is in the end: builds with the
 * same bits print the same. It also runs in node.
 * usage: bench_physics [STEPS [ROUNDS]] */
#define _POSIX_C_SOURCE 200809L
#include <hone/physics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHAINS = 24, LINKS = 11, BODIES = CHAINS * LINKS, JOINTS = CHAINS * (LINKS - 1) };
static const float height = 10, link_length = 0.6f, chain_distance = 0.35f;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void place(uint32_t chain, float link, float out[3])
{
    out[0] = link_length * link, out[1] = height, out[2] = chain_distance * (float)chain;
}

static hone_body make_body(uint32_t chain, uint32_t link)
{
    static const hone_body_shape shapes[] = {HONE_BODY_BOX, HONE_BODY_CAPSULE, HONE_BODY_SPHERE};
    hone_body body = {.name = "",
                      .english_name = "",
                      .bone = (int32_t)(chain * LINKS + link),
                      .group = link == 0,
                      .mask = 0xffff,
                      .shape = (uint8_t)shapes[chain % 3],
                      .size = {0.25f, 0.3f, 0.15f},
                      .mass = 1,
                      .linear_damping = 0.5f,
                      .angular_damping = 0.5f,
                      .friction = 0.5f,
                      .mode = link == 0 ? HONE_BODY_FOLLOWS : HONE_BODY_DYNAMIC};
    place(chain, (float)link, body.position);
    return body;
}

/* Between a link and the one before. */
static hone_joint make_joint(uint32_t chain, uint32_t link)
{
    int32_t body = (int32_t)(chain * LINKS + link);
    hone_joint joint = {.name = "", .english_name = "", .body_a = body - 1, .body_b = body};
    place(chain, (float)link - 0.5f, joint.position);
    for (int i = 0; i < 3; i++) {
        joint.angular_lower[i] = -0.5f, joint.angular_upper[i] = 0.5f;
        joint.angular_spring[i] = 20;
    }
    return joint;
}

static hone_bone make_bone(uint32_t chain, uint32_t link)
{
    hone_bone bone = {.name = "",
                      .parent = link == 0 ? HONE_NONE : (int32_t)(chain * LINKS + link) - 1,
                      .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                      .tail_bone = HONE_NONE,
                      .append_source = HONE_NONE,
                      .ik = HONE_NONE};
    place(chain, (float)link, bone.position);
    return bone;
}

static hone_model *make_model(hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_bone *bones = hone_builder_array(builder, BODIES, sizeof *bones);
    hone_body *bodies = hone_builder_array(builder, BODIES, sizeof *bodies);
    hone_joint *joints = hone_builder_array(builder, JOINTS, sizeof *joints);
    for (uint32_t c = 0; bones && bodies && joints && c < CHAINS; c++)
        for (uint32_t l = 0; l < LINKS; l++) {
            bones[c * LINKS + l] = make_bone(c, l);
            bodies[c * LINKS + l] = make_body(c, l);
            if (l > 0)
                joints[c * (LINKS - 1) + l - 1] = make_joint(c, l);
        }
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .name = "chains",
                            .skeleton = {.bone_count = BODIES, .bones = bones},
                            .body_count = BODIES,
                            .bodies = bodies,
                            .joint_count = JOINTS,
                            .joints = joints};
    return hone_model_create(builder, &data, NULL, error);
}

/* The upper ends go up and down within half a second. */
static void shake(hone_affine *bones, int step)
{
    float way = 0.05f * (float)(step % 15);
    for (uint32_t c = 0; c < CHAINS; c++) bones[c * LINKS].m[1][3] = height + (step / 15 % 2 ? way : -way);
}

/* Returns milliseconds a step. */
static double simulate(const hone_model *model, int steps, hone_body_motion *last, hone_error *error)
{
    static hone_affine bones[BODIES];
    const hone_physics_options options = {.floor = true, .settle_seconds = -1};
    hone_physics *physics = hone_physics_create(&(hone_physics_desc){.model = model, .options = options}, error);
    if (!physics)
        return -1;
    for (uint32_t b = 0; b < BODIES; b++) {
        float at[3];
        place(b / LINKS, (float)(b % LINKS), at);
        bones[b] = (hone_affine){{{1, 0, 0, at[0]}, {0, 1, 0, at[1]}, {0, 0, 1, at[2]}}};
    }
    double start = now();
    bool ok = true;
    for (int i = 0; ok && i < steps; i++) {
        shake(bones, i);
        hone_physics_set_input(physics, &(hone_physics_input){.bones = bones});
        ok = hone_physics_world_step(hone_physics_get_world(physics), error);
    }
    double time = (now() - start) / steps;
    ok = ok && hone_physics_body_motion(physics, LINKS - 1, last);
    hone_physics_destroy(physics);
    return ok ? time : -1;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 300, rounds = argc > 2 ? atoi(argv[2]) : 5;
    hone_error error = {0};
    hone_model *model = make_model(&error);
    hone_body_motion last = {0};
    double best = INFINITY;
    for (int r = 0; model && best >= 0 && r < rounds; r++) best = fmin(best, simulate(model, steps, &last, &error));
    hone_model_release(model);
    if (!model || best < 0 || steps < 1 || rounds < 1)
        return fprintf(stderr, "bench_physics: %s\n", error.message), 1;
    printf("%.4f ms a step; the end of the first chain is at %a %a %a\n", best, (double)last.place.m[0][3],
           (double)last.place.m[1][3], (double)last.place.m[2][3]);
    return 0;
}
