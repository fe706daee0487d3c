/* Characters that fall: the built-in one of MMD, with hair and a skirt, and a humanoid of glTF. */
#include "core/model/humanoid_axes.h"
#include "play/physics/ragdoll/ragdoll.h"
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <hone/math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BONES_MOST = 512 };
static const double frame = 1 / 60.0;

typedef struct fall {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
    const hone_physics *physics;
    double now;
    float unit; /* of the world */
} fall;

static hone_model *load_human(void)
{
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_MIXAMO});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    return model;
}

/* From this frame on the motion is elsewhere: a cut. */
static double cut = INFINITY;
static int32_t cut_bone;

static void cut_motion(void *user, double at, hone_pose *pose)
{
    (void)user;
    if (at >= cut)
        pose->bones[cut_bone].translation[0] += 40;
}

/* start: seconds of the dance; below 0: the human of glTF, at rest. */
static fall open_fall(double start)
{
    NEEDS(physics);
    fall f = {.now = fmax(start, 0)};
    f.model = start < 0 ? load_human() : hone_sample_character(NULL);
    f.unit = start < 0 ? hone_model_height(f.model) / 20 : 1;
    f.actor = hone_actor_create(
        &(hone_actor_desc){
            .model = f.model, .edit = cut_motion, .physics = {.on = true, .ragdoll = true, .options = {.floor = true}}},
        NULL);
    CHECK(f.actor);
    if (start >= 0) {
        f.motion = hone_sample_dance(NULL);
        CHECK(hone_actor_play(f.actor, f.motion, &(hone_play_desc){.loop = true}, NULL).id);
    }
    f.physics = hone_actor_get_physics(f.actor);
    CHECK(hone_actor_update(f.actor, f.now, NULL));
    return f;
}

static void close_fall(fall *f)
{
    hone_actor_destroy(f->actor);
    hone_motion_release(f->motion);
    hone_model_release(f->model);
}

static void step(fall *f)
{
    f->now += frame;
    CHECK(hone_actor_update(f->actor, f->now, NULL));
}

/* Lets go of a bone and all below it; HONE_NONE: of everything. */
static void let_go(fall *f, int32_t top, float weight)
{
    const hone_skeleton *skeleton = hone_model_skeleton(f->model);
    float weights[BONES_MOST] = {0};
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t at = (int32_t)b;
        while (at != HONE_NONE && at != top) at = skeleton->bones[at].parent;
        weights[b] = at == top ? weight : 0;
    }
    CHECK(hone_actor_set_ragdoll(f->actor, weights, NULL));
}

static int32_t human_bone(const fall *f, int bone)
{
    return hone_model_humanoid(f->model).bones[bone];
}

static hone_ragdoll_part part_of(const fall *f, uint32_t index)
{
    hone_ragdoll_part out;
    CHECK(hone_physics_ragdoll_part(f->physics, index, &out));
    return out;
}

static uint32_t part_with(const fall *f, int32_t bone)
{
    for (uint32_t p = 0; p < hone_physics_ragdoll_part_count(f->physics); p++)
        if (part_of(f, p).bone == bone)
            return p;
    fail_msg("no part moves bone %d", bone);
    return 0;
}

/* ---- the parts ------------------------------------------------------------------------------------------------- */

static void parts_are_those_of_a_human(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        fall f = open_fall(i - 1);
        float mass = 0;
        CHECK(hone_physics_ragdoll_part_count(f.physics) == 16);
        for (uint32_t p = 0; p < 16; p++) {
            hone_ragdoll_part part = part_of(&f, p);
            CHECK((part.holder == HONE_NONE) == (p == 0) && part.holder < (int32_t)p);
            CHECK(part.shape == HONE_PROP_CAPSULE && part.size[0] > 0.1f * f.unit && part.size[0] < 2.2f * f.unit);
            mass += part.mass;
        }
        CHECK_NEAR(mass, 60, 15);
        hone_ragdoll_part knee = part_of(&f, part_with(&f, human_bone(&f, HONE_HUMANOID_LOWER_LEG)));
        CHECK(knee.lower[0] == knee.upper[0] && knee.lower[1] == knee.upper[1]); /* one axis only */
        CHECK(knee.lower[2] < 0.01f && knee.lower[2] > -0.4f && knee.upper[2] > 1.8f);
        CHECK(!hone_physics_ragdoll_part(f.physics, 16, &knee));
        close_fall(&f);
    }
}

/* Lets a human of glTF fall on the floor. */
static fall open_fall_of(const make_human_desc *desc)
{
    fall f = {.now = 0};
    NEEDS(physics);
    hone_bytes bytes = make_human(desc);
    f.model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    f.unit = hone_model_height(f.model) / 20;
    f.actor = hone_actor_create(
        &(hone_actor_desc){.model = f.model, .physics = {.on = true, .ragdoll = true, .options = {.floor = true}}},
        NULL);
    CHECK(f.actor && hone_actor_update(f.actor, 0, NULL));
    f.physics = hone_actor_get_physics(f.actor);
    return f;
}

static void a_wide_head_has_a_wide_capsule(void **state)
{
    (void)state;
    float radii[2];
    for (int i = 0; i < 2; i++) {
        fall f = open_fall_of(&(make_human_desc){.head = i ? 18.0f : 0}); /* 0.77 m, of 1.7 m */
        radii[i] = part_of(&f, part_with(&f, human_bone(&f, HONE_HUMANOID_NECK))).size[0];
        close_fall(&f);
    }
    CHECK(radii[0] < 0.17f && radii[1] > 0.25f);
}

/* Where IK was baked, the feet hang at the root; they stay on the shins all the same. */
static void loose_feet_stay_on_their_shins(void **state)
{
    (void)state;
    fall f = open_fall_of(&(make_human_desc){.loose_feet = true});
    const hone_bone *bones = hone_model_skeleton(f.model)->bones;
    let_go(&f, HONE_NONE, 1);
    for (int i = 0; i < 120; i++) {
        step(&f);
        for (int side = 0; side < 2; side++) {
            int32_t shin = human_bone(&f, HONE_HUMANOID_LOWER_LEG + side),
                    foot = human_bone(&f, HONE_HUMANOID_FOOT + side);
            float at[2][3], length = hone_vec3_distance(bones[shin].position, bones[foot].position);
            hone_affine_origin(&hone_actor_bones(f.actor)[shin], at[0]);
            hone_affine_origin(&hone_actor_bones(f.actor)[foot], at[1]);
            CHECK_NEAR(hone_vec3_distance(at[0], at[1]), length, 0.1f * f.unit);
            CHECK(at[1][1] > -0.05f);
        }
    }
    const float top = hone_actor_bones(f.actor)[human_bone(&f, HONE_HUMANOID_HEAD)].m[1][3];
    CHECK(top < 0.6f); /* it lies */
    close_fall(&f);
}

/* Bends a limb by hand: a shin goes back, a forearm to the front. */
static void knees_and_elbows_bend_one_way(void **state)
{
    (void)state;
    static const int limbs[] = {HONE_HUMANOID_LOWER_LEG, HONE_HUMANOID_LOWER_LEG + 1, HONE_HUMANOID_LOWER_ARM,
                                HONE_HUMANOID_LOWER_ARM + 1};
    for (int i = 0; i < 8; i++) {
        fall f = open_fall(i < 4 ? -1 : 0);
        const hone_bone *bones = hone_model_skeleton(f.model)->bones;
        int limb = limbs[i % 4];
        bool arm = i % 4 >= 2;
        uint32_t part = part_with(&f, human_bone(&f, limb));
        const hone_bullet_joint *joint = NULL;
        for (uint32_t j = 0; j < f.physics->joint_count; j++)
            if ((int32_t)part == f.physics->rigids[f.physics->joints[j].b].part)
                joint = &f.physics->joints[j];
        hone_affine holder = hone_rigid_target(f.physics, &f.physics->rigids[joint->a], hone_actor_bones(f.actor));
        hone_affine at_rest = hone_affine_multiply(&holder, &joint->frame_a);
        /* Bullet's angle about z is that of the holder against the part */
        float bent[3], front[3], shift[3], end[3], angle = joint->angular_upper[2] / 2;
        hone_affine turn = {{{cosf(angle), sinf(angle), 0, 0}, {-sinf(angle), cosf(angle), 0, 0}, {0, 0, 1, 0}}};
        hone_affine frame_b = hone_affine_multiply(&at_rest, &turn);
        hone_humanoid human = hone_model_humanoid(f.model);
        hone_humanoid_front(hone_model_get(f.model), &human, front);
        hone_vec3_subtract(bones[human.bones[limb + 2]].position, bones[human.bones[limb]].position, end);
        float length = hone_vec3_length(end);
        hone_affine_direction(&frame_b, (const float[3]){length, 0, 0}, bent);
        hone_affine_direction(&at_rest, (const float[3]){length, 0, 0}, end);
        hone_vec3_subtract(bent, end, shift);
        CHECK((arm ? 1.0f : -1.0f) * hone_vec3_dot(shift, front) > 0.3f * length);
        CHECK(angle > 0.8f);
        close_fall(&f);
    }
}

static void the_range_of_a_joint_includes_the_rest_pose(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        fall f = open_fall(i - 1);
        hone_physics_world_reset(hone_physics_get_world(f.physics));
        for (uint32_t j = f.physics->joint_count - 15; j < f.physics->joint_count; j++) {
            const hone_bullet_joint *joint = &f.physics->joints[j];
            for (int k = 0; k < 3; k++) CHECK(joint->angular_lower[k] <= 2e-7f && joint->angular_upper[k] >= 0);
        }
        close_fall(&f);
    }
}

/* The middle of an arm's range is to its own side, to the front, and a little down. */
static void arms_swing_about_their_own_side(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        fall f = open_fall(i < 2 ? -1 : 0);
        const hone_bone *bones = hone_model_skeleton(f.model)->bones;
        hone_humanoid human = hone_model_humanoid(f.model);
        int arm = HONE_HUMANOID_UPPER_ARM + i % 2, other = HONE_HUMANOID_UPPER_ARM + 1 - i % 2;
        const hone_ragdoll *ragdoll = f.physics->ragdoll;
        const hone_part *part = &ragdoll->parts[part_with(&f, human.bones[arm])];
        float side[3], front[3], middle[3];
        hone_vec3_subtract(bones[human.bones[arm]].position, bones[human.bones[other]].position, side);
        hone_humanoid_front(hone_model_get(f.model), &human, front);
        hone_affine joint =
            hone_affine_multiply(&ragdoll->parts[part->holder].rest, &f.physics->joints[part->joint].frame_a);
        hone_affine_direction(&joint, (const float[3]){1, 0, 0}, middle);
        CHECK_NEAR(hone_vec3_dot(middle, side) / hone_vec3_length(side), 0.77, 0.02);
        CHECK_NEAR(hone_vec3_dot(middle, front), 0.62, 0.02);
        CHECK_NEAR(middle[1], -0.15, 0.02);
        close_fall(&f);
    }
}

/* The distance between the axes of two capsules at rest, as a share of the sum of their radii. */
static float nearness(const fall *f, uint32_t first, uint32_t second)
{
    enum { POINTS = 100 };
    const hone_part *parts[] = {&f->physics->ragdoll->parts[first], &f->physics->ragdoll->parts[second]};
    float ends[2][2][3], radii = 0, least = INFINITY;
    for (int i = 0; i < 2; i++) {
        const hone_bullet_body *body = &f->physics->rigids[parts[i]->rigid].body;
        for (int end = 0; end < 2; end++)
            hone_affine_point(&parts[i]->rest, (const float[3]){0, ((float)end - 0.5f) * body->size[1], 0},
                              ends[i][end]);
        radii += body->size[0];
    }
    for (int a = 0; a <= POINTS; a++)
        for (int b = 0; b <= POINTS; b++) {
            float p[3], q[3];
            hone_vec3_lerp(ends[0][0], ends[0][1], (float)a / POINTS, p);
            hone_vec3_lerp(ends[1][0], ends[1][1], (float)b / POINTS, q);
            least = fminf(least, hone_vec3_distance(p, q));
        }
    return least / radii;
}

/* Contacts of parts that touch at rest, or nearly so, or that hang on each other or on the same part, would work
 * against their joints. */
static void parts_meet_that_are_apart_at_rest(void **state)
{
    (void)state;
    uint32_t near = 0, far = 0;
    for (int i = 0; i < 2; i++) {
        fall f = open_fall(i - 1);
        const hone_part *parts = f.physics->ragdoll->parts;
        for (uint32_t b = 1; b < f.physics->ragdoll->count; b++)
            for (uint32_t a = 0; a < b; a++) {
                bool joined = parts[b].holder == (int32_t)a || parts[b].holder == parts[a].holder;
                bool touch = nearness(&f, a, b) < 1.1f;
                CHECK((f.physics->rigids[parts[a].rigid].body.apart >> b & 1) == (joined || touch));
                CHECK((f.physics->rigids[parts[b].rigid].body.apart >> a & 1) == (joined || touch));
                near += touch && !joined, far += !touch && !joined;
            }
        close_fall(&f);
    }
    CHECK(near > 0 && far > 100);
}

/* ---- falling --------------------------------------------------------------------------------------------------- */

static double energy_of(const fall *f)
{
    double sum = 0;
    for (uint32_t p = 0; p < hone_physics_ragdoll_part_count(f->physics); p++) {
        hone_ragdoll_part part = part_of(f, p);
        sum += part.mass * (0.5 * hone_vec3_dot(part.motion.velocity, part.motion.velocity) +
                            98.0 * f->unit * part.motion.place.m[1][3]);
    }
    return sum;
}

/* Joints stay closed, angles within their limits but for short blows. */
static void check_joints(const fall *f)
{
    for (uint32_t p = 1; p < hone_physics_ragdoll_part_count(f->physics); p++) {
        hone_ragdoll_part part = part_of(f, p);
        CHECK(part.gap <= 0.1001f * f->unit);
        for (int k = 0; k < 3; k++)
            CHECK(part.angles[k] > part.lower[k] - 0.9f && part.angles[k] < part.upper[k] + 0.9f);
    }
}

/* At rest nothing is bent further than a joint goes, and nothing is far below the ground. */
static void check_lying(const fall *f)
{
    for (uint32_t p = 0; p < hone_physics_ragdoll_part_count(f->physics); p++) {
        hone_ragdoll_part part = part_of(f, p);
        const hone_affine *place = &part.motion.place;
        float low = place->m[1][3] - fabsf(place->m[1][1]) * part.size[1] / 2 - part.size[0];
        CHECK(low > -0.3f * f->unit && place->m[1][3] < 6 * f->unit);
        CHECK(hone_vec3_length(part.motion.velocity) < 2 * f->unit);
        for (int k = 0; k < 3 && part.holder != HONE_NONE; k++)
            CHECK(part.angles[k] > part.lower[k] - 0.12f && part.angles[k] < part.upper[k] + 0.12f);
    }
}

static void a_character_falls_and_comes_to_rest(void **state)
{
    (void)state;
    static const double starts[] = {-1, 1, 6, 14};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        fall f = open_fall(starts[i]);
        for (int k = 0; k < 10; k++) step(&f);
        let_go(&f, HONE_NONE, 1);
        step(&f);
        double begin = energy_of(&f);
        for (int k = 0; k < 300; k++) {
            step(&f);
            CHECK(energy_of(&f) < 1.01 * begin);
            if (k > 30) /* the dance bends joints further than they go */
                check_joints(&f);
        }
        check_lying(&f);
        CHECK(energy_of(&f) < 0.35 * begin);
        hone_physics_diagnostics faults = hone_physics_get_diagnostics(f.physics);
        CHECK(faults.teleports == 0 && faults.unstable_bodies == 0);
        close_fall(&f);
    }
}

/* Neighbours at rest are neighbours in the end: no bone is torn from the one that carries it. */
static void bones_keep_their_lengths(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        fall f = open_fall(i ? 6 : -1);
        const hone_skeleton *skeleton = hone_model_skeleton(f.model);
        let_go(&f, HONE_NONE, 1);
        for (int k = 0; k < 120; k++) step(&f);
        const hone_affine *bones = hone_actor_bones(f.actor);
        for (int h = HONE_HUMANOID_CHEST; h < HONE_HUMANOID_COUNT; h++) {
            int32_t bone = human_bone(&f, h), parent = bone == HONE_NONE ? HONE_NONE : skeleton->bones[bone].parent;
            float a[3], b[3];
            if (parent == HONE_NONE)
                continue;
            hone_affine_origin(&bones[bone], a);
            hone_affine_origin(&bones[parent], b);
            CHECK_NEAR(hone_vec3_distance(a, b),
                       hone_vec3_distance(skeleton->bones[bone].position, skeleton->bones[parent].position),
                       0.12f * f.unit);
        }
        close_fall(&f);
    }
}

/* Hair and skirt hang on the model's own bodies, which ride on the parts. */
static void hair_and_skirt_fall_along(void **state)
{
    (void)state;
    fall f = open_fall(6);
    const hone_model_data *data = hone_model_get(f.model);
    hone_ragdoll_part hips = part_of(&f, 0);
    let_go(&f, HONE_NONE, 1);
    CHECK(hone_actor_push_bone(f.actor, (uint32_t)hips.bone, (const float[3]){2000, 1500, 0}, NULL, NULL));
    for (int k = 0; k < 90; k++) step(&f);
    hips = part_of(&f, 0);
    CHECK(fabsf(hips.motion.place.m[0][3]) > 4); /* far from the animation */
    for (uint32_t b = 0; b < data->body_count; b++) {
        hone_body_motion body;
        float at[3], middle[3];
        CHECK(hone_physics_body_motion(f.physics, b, &body));
        hone_affine_origin(&body.place, at);
        hone_affine_origin(&hips.motion.place, middle);
        CHECK(hone_vec3_distance(at, middle) < 17);
    }
    for (uint32_t j = 0; j < f.physics->joint_count; j++) { /* as without a ragdoll: no locked joint opens */
        const hone_bullet_joint *joint = &f.physics->joints[j];
        if (f.physics->graph.via[joint->b] != (int32_t)j)
            continue;
        hone_affine a = hone_affine_multiply(&f.physics->now[joint->a].motion.place, &joint->frame_a);
        hone_affine b = hone_affine_multiply(&f.physics->now[joint->b].motion.place, &joint->frame_b);
        float p[3], q[3];
        hone_affine_origin(&a, p);
        hone_affine_origin(&b, q);
        CHECK(hone_vec3_distance(p, q) < 0.11f);
    }
    close_fall(&f);
}

/* ---- parts of it ----------------------------------------------------------------------------------------------- */

static void the_rest_of_the_body_keeps_its_motion(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        fall f = open_fall(i ? 6 : -1), same = open_fall(i ? 6 : -1);
        int32_t arm = human_bone(&f, HONE_HUMANOID_UPPER_ARM), hand = human_bone(&f, HONE_HUMANOID_HAND);
        let_go(&f, arm, 1);
        for (int k = 0; k < 60; k++) step(&f), step(&same);
        const hone_affine *a = hone_actor_bones(f.actor), *b = hone_actor_bones(same.actor);
        for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_TOES; h++) {
            int32_t bone = human_bone(&f, h);
            CHECK(memcmp(&a[bone], &b[bone], sizeof *a) == 0);
        }
        float turned[4], back[4];
        hone_quat_from_affine(&a[arm], turned);
        hone_quat_from_affine(&b[arm], back);
        CHECK(fabsf(hone_quat_dot(turned, back)) < 0.99f); /* it hangs */
        CHECK(memcmp(&a[hand], &b[hand], sizeof *a) != 0);
        close_fall(&f), close_fall(&same);
    }
}

static void a_fallen_character_blends_back_to_its_motion(void **state)
{
    (void)state;
    fall f = open_fall(6), same = open_fall(6);
    let_go(&f, HONE_NONE, 1);
    const hone_skeleton *skeleton = hone_model_skeleton(f.model);
    float before[3], now[3];
    for (int k = 0; k < 120; k++) step(&f), step(&same);
    int32_t head = human_bone(&f, HONE_HUMANOID_HEAD), knee = human_bone(&f, HONE_HUMANOID_LOWER_LEG);
    hone_affine_origin(&hone_actor_bones(f.actor)[head], before);
    for (int k = 1; k <= 60; k++) {
        let_go(&f, HONE_NONE, 1 - (float)k / 60);
        step(&f), step(&same);
        const hone_affine *bones = hone_actor_bones(f.actor);
        hone_affine_origin(&bones[head], now);
        CHECK(hone_vec3_distance(before, now) < 1.5f); /* no jump */
        hone_vec3_copy(now, before);
        float hip[3], shin[3];
        hone_affine_origin(&bones[skeleton->bones[knee].parent], hip);
        hone_affine_origin(&bones[knee], shin);
        CHECK_NEAR(
            hone_vec3_distance(hip, shin),
            hone_vec3_distance(skeleton->bones[knee].position, skeleton->bones[skeleton->bones[knee].parent].position),
            0.15);
    }
    for (int h = 0; h < HONE_HUMANOID_THUMB; h++) {
        int32_t bone = human_bone(&f, h);
        if (bone != HONE_NONE)
            CHECK(memcmp(&hone_actor_bones(f.actor)[bone], &hone_actor_bones(same.actor)[bone], sizeof(hone_affine)) ==
                  0);
    }
    close_fall(&f), close_fall(&same);
}

/* The way from where a part lies back to its motion is no movement. */
static void parts_come_back_without_a_blow(void **state)
{
    (void)state;
    fall f = open_fall(1);
    let_go(&f, HONE_NONE, 1);
    for (int i = 0; i < 120; i++) step(&f);
    let_go(&f, HONE_NONE, 0);
    step(&f);
    const uint32_t count = hone_physics_ragdoll_part_count(f.physics);
    for (uint32_t p = 0; p < count; p++) CHECK(hone_vec3_length(part_of(&f, p).motion.velocity) == 0);
    step(&f); /* from here on they have the speed of the motion */
    for (uint32_t p = 0; p < count; p++) CHECK(hone_vec3_length(part_of(&f, p).motion.velocity) < 60);
    close_fall(&f);
}

/* A part of weight 0 below one that falls plays its motion on it. */
static void a_part_rides_on_one_that_falls(void **state)
{
    (void)state;
    fall f = open_fall(6);
    float weights[BONES_MOST];
    int32_t hand = human_bone(&f, HONE_HUMANOID_HAND), arm = human_bone(&f, HONE_HUMANOID_LOWER_ARM);
    for (int b = 0; b < BONES_MOST; b++) weights[b] = b != hand;
    CHECK(hone_actor_set_ragdoll(f.actor, weights, NULL));
    for (int k = 0; k < 90; k++) {
        step(&f);
        const hone_affine *bones = hone_actor_bones(f.actor);
        float a[3], b[3];
        hone_affine_origin(&bones[arm], a);
        hone_affine_origin(&bones[hand], b);
        CHECK_NEAR(hone_vec3_distance(a, b),
                   part_of(&f, part_with(&f, arm)).size[1] + 2 * 0.6f * part_of(&f, part_with(&f, arm)).size[0], 0.02);
    }
    CHECK(hone_actor_bones(f.actor)[hand].m[1][3] < 6);
    close_fall(&f);
}

/* ---- determinism ----------------------------------------------------------------------------------------------- */

static void saved_states_give_the_same_bits(void **state)
{
    (void)state;
    fall f = open_fall(6), other = open_fall(6);
    uint32_t bones = hone_model_skeleton(f.model)->bone_count;
    static hone_affine want[BONES_MOST];
    let_go(&f, HONE_NONE, 0.8f), let_go(&other, HONE_NONE, 0.8f);
    for (int k = 0; k < 70; k++) step(&f);
    memcpy(want, hone_actor_bones(f.actor), bones * sizeof *want);
    for (int k = 0; k < 25; k++) step(&other);
    size_t size = hone_actor_state_size(other.actor);
    void *saved = malloc(size);
    CHECK(hone_actor_save(other.actor, saved, size, NULL));
    double then = other.now;
    let_go(&other, human_bone(&other, HONE_HUMANOID_SPINE), 1);
    for (int k = 0; k < 30; k++) step(&other);
    CHECK(hone_actor_restore(other.actor, saved, size, NULL));
    other.now = then;
    for (int k = 0; k < 45; k++) step(&other);
    CHECK(memcmp(want, hone_actor_bones(other.actor), bones * sizeof *want) == 0);
    free(saved);
    close_fall(&f), close_fall(&other);
}

/* Half way back to its motion, more than half a turn away from it: a state knows which way round it turns. */
static void states_of_a_blend_give_the_same_bits(void **state)
{
    (void)state;
    fall f = open_fall(6);
    uint32_t bones = hone_model_skeleton(f.model)->bone_count;
    static hone_affine want[BONES_MOST];
    let_go(&f, HONE_NONE, 1);
    for (int k = 0; k < 120; k++) step(&f);
    for (int k = 1; k <= 50; k++) let_go(&f, HONE_NONE, 1 - (float)k / 60), step(&f);
    CHECK(f.physics->ragdoll->turns[0][3] < -0.1f);
    size_t size = hone_actor_state_size(f.actor);
    void *saved = malloc(size);
    double then = f.now;
    CHECK(hone_actor_save(f.actor, saved, size, NULL));
    step(&f);
    memcpy(want, hone_actor_bones(f.actor), bones * sizeof *want);
    let_go(&f, HONE_NONE, 1);
    step(&f);
    CHECK(hone_actor_restore(f.actor, saved, size, NULL));
    f.now = then;
    step(&f);
    CHECK(memcmp(want, hone_actor_bones(f.actor), bones * sizeof *want) == 0);
    free(saved);
    close_fall(&f);
}

static void a_cut_does_not_move_what_has_fallen(void **state)
{
    (void)state;
    fall f = open_fall(6);
    float before[3], after[3];
    cut_bone = hone_model_humanoid(f.model).body;
    let_go(&f, HONE_NONE, 1);
    for (int k = 0; k < 150; k++) step(&f);
    hone_ragdoll_part hips = part_of(&f, 0);
    hone_affine_origin(&hips.motion.place, before);
    cut = 0;
    for (int k = 0; k < 5; k++) step(&f);
    cut = INFINITY;
    hips = part_of(&f, 0);
    hone_affine_origin(&hips.motion.place, after);
    CHECK(hone_vec3_distance(before, after) < 0.5f);
    CHECK(hone_physics_get_diagnostics(f.physics).teleports == 0);
    close_fall(&f);
}

/* A blow that no character takes opens no joint by more than the tenth of a unit by which any may give. */
static void joints_hold_under_blows(void **state)
{
    (void)state;
    fall f = open_fall(6);
    int32_t hand = human_bone(&f, HONE_HUMANOID_HAND), foot = human_bone(&f, HONE_HUMANOID_FOOT + 1);
    let_go(&f, HONE_NONE, 1);
    step(&f);
    float widest = 0;
    for (int k = 0; k < 20; k++) {
        CHECK(hone_actor_push_bone(f.actor, (uint32_t)hand, (const float[3]){9000, 9000, 0}, NULL, NULL));
        CHECK(hone_actor_push_bone(f.actor, (uint32_t)foot, (const float[3]){-9000, 0, 9000}, NULL, NULL));
        step(&f);
        for (uint32_t p = 1; p < hone_physics_ragdoll_part_count(f.physics); p++)
            widest = fmaxf(widest, part_of(&f, p).gap);
    }
    CHECK(widest > 0.01f && widest <= 0.101f);
    close_fall(&f);
}

static void *run_fall(void *user)
{
    hone_affine *hips = user;
    fall f = open_fall(6);
    let_go(&f, HONE_NONE, 1);
    hone_prop ball = {.shape = HONE_PROP_SPHERE, .size = {2}, .mass = 5, .place = {{0, 0, 0, 1}, {1, 30, 0}}};
    CHECK(hone_physics_prop_add(hone_physics_get_world(f.physics), &ball, NULL).id);
    for (int k = 0; k < 60; k++) step(&f);
    *hips = part_of(&f, 0).motion.place;
    close_fall(&f);
    return NULL;
}

static void actors_fall_alike_on_several_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    hone_affine hips[THREADS];
    NEEDS(physics);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, run_fall, &hips[i]) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 1; i < THREADS; i++) CHECK(memcmp(&hips[i], &hips[0], sizeof hips[0]) == 0);
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

static void what_cannot_fall_is_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    fall f = open_fall(6);
    CHECK(!hone_actor_push_bone(f.actor, 0, (const float[3]){1, 0, 0}, NULL, &error)); /* not let go */
    CHECK(!hone_actor_push_bone(f.actor, 99999, (const float[3]){1, 0, 0}, NULL, &error));
    let_go(&f, HONE_NONE, 1);
    CHECK(!hone_actor_push_bone(f.actor, 0, (const float[3]){NAN, 0, 0}, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_humanoid map = hone_model_humanoid(f.model);
    hone_actor_desc desc = {.model = f.model, .physics = {.on = true, .ragdoll = true, .humanoid = &map}};
    const hone_humanoid good = map;
    const int32_t beyond = (int32_t)hone_model_bone_count(f.model), wrong[] = {beyond, 5000, -2};
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        map.bones[h] = wrong[h % 3];
        CHECK(!hone_actor_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(error.at == (uint64_t)(int64_t)wrong[h % 3]);
        map = good;
    }
    close_fall(&f);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model *empty = hone_model_create(builder, &(hone_model_data){.name = "empty"}, NULL, NULL);
    desc = (hone_actor_desc){.model = empty, .physics = {.on = true, .ragdoll = true}};
    CHECK(!hone_actor_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_model_release(empty);
    hone_model *human = load_human();
    for (int i = 0; i < 2; i++) { /* without physics, and without a ragdoll */
        hone_physics_world *world = i ? hone_physics_world_create(NULL, NULL, NULL) : NULL;
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = human, .physics.world = world}, NULL);
        CHECK(actor && !hone_actor_set_ragdoll(actor, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(strstr(error.message, "created without") && strstr(error.message, "ragdoll"));
        hone_actor_destroy(actor);
        hone_physics_world_destroy(world);
    }
    hone_model_release(human);
}

TEST_GROUP(test_actor_ragdoll)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_those_of_a_human),
        cmocka_unit_test(a_wide_head_has_a_wide_capsule),
        cmocka_unit_test(loose_feet_stay_on_their_shins),
        cmocka_unit_test(knees_and_elbows_bend_one_way),
        cmocka_unit_test(the_range_of_a_joint_includes_the_rest_pose),
        cmocka_unit_test(arms_swing_about_their_own_side),
        cmocka_unit_test(parts_meet_that_are_apart_at_rest),
        cmocka_unit_test(a_character_falls_and_comes_to_rest),
        cmocka_unit_test(bones_keep_their_lengths),
        cmocka_unit_test(hair_and_skirt_fall_along),
        cmocka_unit_test(the_rest_of_the_body_keeps_its_motion),
        cmocka_unit_test(a_fallen_character_blends_back_to_its_motion),
        cmocka_unit_test(parts_come_back_without_a_blow),
        cmocka_unit_test(a_part_rides_on_one_that_falls),
        cmocka_unit_test(saved_states_give_the_same_bits),
        cmocka_unit_test(states_of_a_blend_give_the_same_bits),
        cmocka_unit_test(a_cut_does_not_move_what_has_fallen),
        cmocka_unit_test(joints_hold_under_blows),
        cmocka_unit_test(actors_fall_alike_on_several_threads),
        cmocka_unit_test(what_cannot_fall_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
