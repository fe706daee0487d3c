/* Feet of retargeted motions: motions made by program, in which it is known when each foot stands. */
#include "offline/retarget/humanoid_rest.h"
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <hone/hone.h>
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 150 };

/* ---- motions ----------------------------------------------------------------------------------------------------- */

/* Where the goal of a foot or the centre is at a frame, relative to rest: MMD's space, which looks along -z. pitch:
 * radians by which the heel is up. side: 0 left, 1 right, 2 the centre. */
typedef void move_fn(uint32_t frame, int side, float at[3], float *pitch, float *yaw);

/* Evenly distributed in -1 to 1, the same for the same numbers. */
static float noise(uint32_t a, uint32_t b)
{
    uint32_t x = a * 747796405u + b * 2891336453u + 1;
    x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    return (float)((x >> 22 ^ x) & 0xffff) / 32767.5f - 1;
}

static float ease(float t)
{
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

enum { CYCLE = 30, SWING = 12 };

/* The frame since a foot of the walker left the floor; from SWING on it stands. */
static uint32_t phase(uint32_t frame, int side)
{
    return (frame + (side ? CYCLE / 2 : 0)) % CYCLE;
}

static bool stands(uint32_t frame, int side)
{
    return phase(frame, side) >= SWING + 2 && phase(frame, side) < CYCLE - 2;
}

static void walk(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    const float stride = 5;
    (void)pitch, (void)yaw;
    if (side == 2) {
        at[1] = -1.2f, at[2] = -stride * ((float)frame + 3) / CYCLE; /* low enough that no leg is stretched */
        return;
    }
    uint32_t cycles = (frame + (side ? CYCLE / 2 : 0)) / CYCLE;
    float swing = fminf(1, (float)phase(frame, side) / SWING);
    at[1] = 1.2f * sinf(3.14159265f * swing);
    at[2] = -stride * ((float)cycles + ease(swing) - (side ? 1.0f : 0.5f));
}

/* Such as mocap has it: a standard deviation of 3 mm. */
static void walk_with_noise(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    walk(frame, side, at, pitch, yaw);
    for (uint32_t i = 0; i < 3 && side < 2; i++) at[i] += 0.06f * noise(frame * 8 + i, (uint32_t)side);
    *pitch = 0.03f * noise(frame, 7 + (uint32_t)side);
}

/* The same on the spot, as games and treadmills have it: the feet that stand slide backwards. */
static void walk_on_the_spot(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    walk_with_noise(frame, side, at, pitch, yaw);
    at[2] += 5 * ((float)frame + 3) / CYCLE;
}

/* Only the left foot: forwards and back at 0.4 leg lengths a second. */
static void slide(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)pitch, (void)yaw;
    at[1] = side == 2 ? -1.0f : 0;
    float t = fmodf((float)frame, 60);
    at[2] = side == 0 ? 4.0f / 30 * (t < 30 ? t - 15 : 45 - t) : 0;
}

/* Both feet are in the air from frame 60 to frame 80. */
static void jump(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)yaw;
    float t = ((float)frame - 60) / 20, high = t > 0 && t < 1 ? 16 * t * (1 - t) : 0;
    at[1] = high - (side == 2 ? 0.8f : 0);
    *pitch = side < 2 ? 0.1f * high : 0;
}

/* The heels rise over the balls, one after the other. */
static void rise(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)yaw;
    const float height = 1.4f, ahead = 1.0f; /* the ball, from the ankle */
    float t = fmodf((float)frame + (side ? 25.0f : 0), 50) / 50, angle = 0.6f * (ease(4 * t) - ease(4 * t - 2));
    if (side == 2) {
        at[1] = -0.8f;
        return;
    }
    *pitch = angle;
    at[1] = height * cosf(angle) + ahead * sinf(angle) - height;
    at[2] = height * -sinf(angle) - ahead * (1 - cosf(angle));
}

/* Turns on the spot, one foot after the other, lifted. */
static void turn(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)pitch;
    float t = ((float)frame - (side ? 70.0f : 50.0f)) / 20;
    at[1] = side == 2 ? -0.6f : t > 0 && t < 1 ? sinf(3.14159265f * t) : 0;
    *yaw = side == 2 ? 0 : 1.05f * ease(t);
}

enum { DASH = 24, DASH_STANDS = 3 };

/* The frame since a foot of the runner touched the floor, which it leaves again from DASH_STANDS on. */
static uint32_t dash_phase(uint32_t frame, int side)
{
    return (frame + (side ? DASH / 2 : 0)) % DASH;
}

/* Each foot is on the floor for three frames only. */
static void dash(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    const float stride = 12;
    (void)pitch, (void)yaw;
    if (side == 2) {
        at[1] = -1, at[2] = -stride * ((float)frame - 1) / DASH;
        return;
    }
    uint32_t phase = dash_phase(frame, side), stands = DASH_STANDS - 1;
    float swing = phase <= stands ? 0 : (float)(phase - stands) / (float)(DASH - stands);
    at[1] = 1.2f * sinf(3.14159265f * swing);
    at[2] = -stride * ((float)((frame + (side ? DASH / 2 : 0)) / DASH) + swing - (side ? 0.5f : 0));
}

/* Up on a box, 3 units high, one foot after the other; the feet are noisy. */
static const float box = 3;

static void climb(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)pitch, (void)yaw;
    float t = ((float)frame - (side == 1 ? 60.0f : 30.0f)) / 20;
    at[2] = -4 * ease(side == 2 ? ((float)frame - 30) / 50 : t);
    at[1] = side == 2 ? box * ease(((float)frame - 45) / 40) - 1.5f
                      : box * ease(1.5f * t) + (t > 0 && t < 1 ? sinf(3.1416f * t) : 0);
    for (uint32_t i = 0; i < 3 && side < 2; i++) at[i] += 0.05f * noise(frame * 8 + i, (uint32_t)side);
}

/* The left foot is lifted and held, while the right one stands. */
static void lift_a_foot(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)pitch, (void)yaw;
    at[1] = side == 2 ? -0.8f : side == 0 ? 2 * ease(((float)frame - 20) / 20) : 0;
    at[0] = side == 0 ? 0.002f * (float)frame : 0;
}

/* On the knees: the feet point back, toes on the floor. */
static void kneel(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)yaw;
    float t = ease((float)frame / 60);
    at[1] = side == 2 ? -4.6f * t : 0.2f * t;
    at[2] = side == 2 ? 0 : 4.6f * t;
    *pitch = side == 2 ? 0 : 1.3f * t;
}

/* On the back: hips turn, legs are stretched along the floor. */
static void lie(uint32_t frame, int side, float at[3], float *pitch, float *yaw)
{
    (void)yaw, (void)frame;
    at[1] = side == 2 ? -7 : 0;
    at[2] = side == 2 ? 0 : -8.5f;
    *pitch = side == 2 ? -1.5f : -0.9f;
}

static void fill_track(hone_builder *b, hone_bone_track *track, const char *name, int side, float lift, move_fn *move)
{
    hone_bone_key *keys = hone_builder_array(b, LAST + 1, sizeof *keys);
    for (uint32_t frame = 0; frame <= LAST; frame++) {
        float pitch = 0, yaw = 0, turns[2][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}};
        keys[frame].frame = frame;
        move(frame, side, keys[frame].translation, &pitch, &yaw);
        keys[frame].translation[1] += lift;
        turns[0][0] = -sinf(0.5f * pitch), turns[0][3] = cosf(0.5f * pitch);
        turns[1][1] = sinf(0.5f * yaw), turns[1][3] = cosf(0.5f * yaw);
        hone_quat_multiply(turns[1], turns[0], keys[frame].rotation);
        for (int i = 0; i < 4; i++) keys[frame].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    }
    *track = (hone_bone_track){{.text = hone_builder_text(b, name, strlen(name))}, LAST + 1, keys};
}

/* A motion for hone_mmd_default_skeleton. lift: how high its floor is. */
static hone_motion *make_motion(move_fn *move, float lift)
{
    static const char *const names[] = {"左足ＩＫ", "右足ＩＫ", "センター"};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, 3, sizeof *tracks);
    for (int side = 0; side < 3; side++) fill_track(b, &tracks[side], names[side], side, lift, move);
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .model_name = "", .bone_track_count = 3, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, NULL);
}

/* ---- retargeting ------------------------------------------------------------------------------------------------- */

/* The source and a target that plays the result. */
typedef struct pair {
    hone_actor *from, *to;
    hone_humanoid human[2];
    hone_retarget_report report;
} pair;

static hone_model *load_human(const make_human_desc *desc)
{
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    CHECK(model);
    return model;
}

static hone_actor *play(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor && hone_actor_play(actor, motion, NULL, NULL).id);
    return actor;
}

/* Releases the models and the motion of the source. */
static pair make_pair(hone_model *source, hone_motion *motion, hone_model *target, hone_retarget_desc desc,
                      hone_motion **made)
{
    hone_error error = {0};
    pair p = {.from = play(source, motion), .human = {hone_model_humanoid(source), hone_model_humanoid(target)}};
    desc.source = p.from, desc.target = target, desc.last_frame = LAST;
    hone_motion *out = hone_retarget(&desc, &p.report, &error);
    if (!out)
        fail_msg("%s", error.message);
    p.to = play(target, out);
    hone_model_release(source), hone_model_release(target), hone_motion_release(motion);
    if (made)
        *made = out;
    else
        hone_motion_release(out);
    return p;
}

static pair retarget(move_fn *move, hone_model *target, hone_retarget_feet feet)
{
    return make_pair(hone_mmd_default_skeleton(NULL, NULL, NULL), make_motion(move, 0), target,
                     (hone_retarget_desc){.feet = feet}, NULL);
}

static void release(pair *p)
{
    hone_actor_destroy(p->from);
    hone_actor_destroy(p->to);
}

/* The place of a bone of the source (0) or target (1), in leg lengths of the default skeleton or of make_human. */
static void place(const pair *p, int who, int human, uint32_t frame, float out[3])
{
    hone_actor *actor = who ? p->to : p->from;
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    hone_affine_origin(&hone_actor_bones(actor)[p->human[who].bones[human]], out);
    hone_vec3_scale(out, 1 / (who ? p->report.scale : 1), out);
}

static double step_of(const pair *p, int who, int human, uint32_t frame)
{
    float a[3], b[3];
    place(p, who, human, frame - 1, a), place(p, who, human, frame, b);
    return (double)hone_vec3_distance(a, b);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static const make_human_desc humans[] = {{0}, {.size = 1.1f, .knee = 0.42f, .stance = 0.14f}};

static double worst_step_of_walker(const pair *p)
{
    double worst = 0;
    for (uint32_t frame = 20; frame < LAST - 10; frame++)
        for (int side = 0; side < 2; side++)
            if (stands(frame, side) && stands(frame - 1, side))
                worst = fmax(worst, step_of(p, 1, HONE_HUMANOID_FOOT + side, frame));
    return worst;
}

static void feet_of_a_noisy_walker_stay(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        pair held = retarget(walk_with_noise, load_human(&humans[i]), HONE_RETARGET_FEET_AUTO);
        pair loose = retarget(walk_with_noise, load_human(&humans[i]), HONE_RETARGET_FEET_FOLLOW);
        CHECK(worst_step_of_walker(&held) < 2e-3); /* 0.2 mm of 80 cm */
        CHECK(worst_step_of_walker(&loose) > 0.05);
        CHECK_NEAR(held.report.contacts, 10, 1);
        CHECK(held.report.slide_after < 0.01f * held.report.slide_before);
        CHECK(held.report.depth_before > 0.001f && held.report.depth_after < 0.001f);
        release(&held), release(&loose);
    }
}

/* How much the steps of standing feet differ from their mean: 0 on a floor that moves evenly. */
static double unevenness_of_walker(const pair *p)
{
    double sum = 0, worst = 0;
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t frame = 20; frame < LAST - 10; frame++)
            for (int side = 0; side < 2; side++) {
                if (!stands(frame, side) || !stands(frame - 1, side))
                    continue;
                double step = step_of(p, 1, HONE_HUMANOID_FOOT + side, frame);
                if (pass == 0)
                    sum += step, count++;
                else
                    worst = fmax(worst, fabs(step - sum / count));
            }
    return worst;
}

static void feet_of_a_walker_on_the_spot_stay_on_its_treadmill(void **state)
{
    (void)state;
    pair held = retarget(walk_on_the_spot, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    pair loose = retarget(walk_on_the_spot, load_human(&humans[1]), HONE_RETARGET_FEET_FOLLOW);
    CHECK_NEAR(held.report.contacts, 10, 1);
    CHECK_NEAR(held.report.treadmill[0], 0, 0.2);
    CHECK_NEAR(held.report.treadmill[1], 5, 0.2); /* units a second, backwards */
    CHECK(unevenness_of_walker(&held) < 4e-3 && unevenness_of_walker(&loose) > 0.03);
    CHECK(held.report.slide_after < 0.03f * held.report.slide_before);
    float from[3], to[3];
    place(&held, 1, HONE_HUMANOID_HIPS, 20, from), place(&held, 1, HONE_HUMANOID_HIPS, LAST - 10, to);
    CHECK_NEAR(hone_vec3_distance(from, to), 0, 0.3); /* of 20 units: it does not walk away */
    release(&held), release(&loose);
    held = retarget(walk_with_noise, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    CHECK(held.report.treadmill[0] == 0 && held.report.treadmill[1] == 0);
    release(&held);
    held = retarget(slide, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    CHECK(held.report.treadmill[0] == 0 && held.report.treadmill[1] == 0);
    release(&held);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

enum { LOOP_KEYS = 9 };
static const double loop_seconds = 0.9583;

/* A spine that sways, and is at its end as at its beginning. */
static hone_motion *make_loop(const hone_model *model)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    double *times = hone_builder_array(b, LOOP_KEYS, sizeof *times);
    float *values = hone_builder_array(b, LOOP_KEYS, 4 * sizeof *values);
    int32_t spine = hone_model_humanoid(model).bones[HONE_HUMANOID_SPINE];
    *target = (hone_channel_target){hone_model_skeleton(model)->bones[spine].name, HONE_NONE};
    for (int k = 0; k < LOOP_KEYS; k++) {
        float angle = 0.4f * sinf(6.2831853f * (float)(k % (LOOP_KEYS - 1)) / (LOOP_KEYS - 1) + 0.5f);
        times[k] = loop_seconds * k / (LOOP_KEYS - 1);
        values[4 * k] = sinf(angle), values[4 * k + 3] = cosf(angle);
    }
    *channel = (hone_channel){.path = HONE_CHANNEL_ROTATION,
                              .target_count = 1,
                              .targets = target,
                              .key_count = LOOP_KEYS,
                              .times = times,
                              .values = values};
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .channel_count = 1, .channels = channel};
    return hone_motion_create(b, &data, NULL, NULL);
}

/* Returns the angle by which the spine differs between two times. */
static double turn_between(hone_actor *actor, int32_t spine, double from, double to)
{
    float before[4], after[4];
    CHECK(hone_actor_update(actor, from, NULL));
    hone_quat_copy(hone_actor_writable_pose(actor)->bones[spine].rotation, before);
    CHECK(hone_actor_update(actor, to, NULL));
    hone_quat_copy(hone_actor_writable_pose(actor)->bones[spine].rotation, after);
    return 2 * acos(fmin(1, fabs((double)hone_quat_dot(before, after))));
}

static void a_loop_of_any_length_stays_a_loop(void **state)
{
    (void)state;
    hone_model *targets[] = {load_human(&humans[1]), hone_sample_character(NULL)};
    for (int i = 0; i < 2; i++) {
        hone_model *source = load_human(&humans[0]);
        hone_motion *loop = make_loop(source), *out;
        int32_t spine = hone_model_humanoid(targets[i]).bones[HONE_HUMANOID_SPINE];
        hone_model_retain(targets[i]);
        pair p = make_pair(source, loop, targets[i], (hone_retarget_desc){.duration = loop_seconds}, &out);
        const double end = i ? 29 / 30.0 : loop_seconds; /* MMD has whole frames only */
        CHECK(hone_motion_duration(out) == end);
        CHECK_NEAR(turn_between(p.to, spine, 0, end), 0, 1e-3);
        CHECK(turn_between(p.to, spine, 0, end / 2) > 0.1);
        CHECK(turn_between(p.to, spine, end - 0.01, end) > 1e-3); /* it moves until the last key */
        hone_motion_release(out), hone_model_release(targets[i]);
        release(&p);
    }
}

/* A contact is not shorter than the time in which the source's foot stands. */
static void short_contacts_are_held_from_their_first_frame(void **state)
{
    (void)state;
    pair held = retarget(dash, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    for (uint32_t frame = DASH; frame < LAST - DASH; frame++)
        for (int side = 0; side < 2; side++)
            if (dash_phase(frame, side) > 0 && dash_phase(frame, side) < DASH_STANDS)
                CHECK(step_of(&held, 1, HONE_HUMANOID_FOOT + side, frame) < 3e-3);
    CHECK(held.report.contacts >= 12);
    release(&held);
}

/* MMD's own IK solves the legs from the goals. */
static void feet_of_an_mmd_model_stay_after_its_ik(void **state)
{
    (void)state;
    pair held = retarget(walk_with_noise, hone_sample_character(NULL), HONE_RETARGET_FEET_PLANT);
    CHECK(worst_step_of_walker(&held) < 5e-3);
    release(&held);
}

static void held_feet_do_not_jump(void **state)
{
    (void)state;
    pair held = retarget(walk_with_noise, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    for (int bone = HONE_HUMANOID_HIPS; bone < HONE_HUMANOID_TOES; bone++) {
        double worst[2] = {0, 0};
        for (uint32_t frame = 2; frame < LAST && (bone == HONE_HUMANOID_HIPS || bone >= HONE_HUMANOID_UPPER_LEG);
             frame++)
            for (int who = 0; who < 2; who++) {
                float a[3], b[3], c[3];
                place(&held, who, bone, frame - 1, a), place(&held, who, bone, frame, b);
                place(&held, who, bone, frame + 1, c);
                for (int i = 0; i < 3; i++) a[i] += c[i] - 2 * b[i];
                worst[who] = fmax(worst[who], (double)hone_vec3_length(a));
            }
        CHECK(worst[1] <= 1.5 * worst[0] + 0.02);
    }
    release(&held);
}

static void a_foot_that_slides_goes_on_sliding(void **state)
{
    (void)state;
    pair held = retarget(slide, load_human(&humans[0]), HONE_RETARGET_FEET_PLANT);
    for (uint32_t frame = 35; frame < 50; frame++) {
        CHECK_NEAR(step_of(&held, 1, HONE_HUMANOID_FOOT, frame), 4.0 / 30, 0.01);
        CHECK_NEAR(step_of(&held, 1, HONE_HUMANOID_FOOT + 1, frame), 0, 1e-3);
    }
    release(&held);
}

static void a_jumper_leaves_the_floor(void **state)
{
    (void)state;
    pair held = retarget(jump, load_human(&humans[1]), HONE_RETARGET_FEET_PLANT);
    for (int side = 0; side < 2; side++) {
        float low[3], high[3];
        place(&held, 1, HONE_HUMANOID_FOOT + side, 50, low), place(&held, 1, HONE_HUMANOID_FOOT + side, 70, high);
        CHECK_NEAR(high[1] - low[1], 4, 0.25);
        place(&held, 1, HONE_HUMANOID_FOOT + side, 90, high);
        CHECK_NEAR(high[1], low[1], 0.02);
        for (uint32_t frame = 84; frame < LAST; frame++)
            CHECK(step_of(&held, 1, HONE_HUMANOID_FOOT + side, frame) < 1e-3);
    }
    CHECK_NEAR(held.report.contacts, 4, 0);
    CHECK(held.report.depth_after < 1e-3f);
    release(&held);
}

static void heels_rise_over_balls_that_stay(void **state)
{
    (void)state;
    pair held = retarget(rise, load_human(&humans[0]), HONE_RETARGET_FEET_PLANT);
    double highest = 0;
    float low[3], ankle[3];
    place(&held, 1, HONE_HUMANOID_FOOT, 49, low);
    for (uint32_t frame = 1; frame < LAST; frame++) {
        place(&held, 1, HONE_HUMANOID_FOOT, frame, ankle);
        highest = fmax(highest, (double)(ankle[1] - low[1]));
        for (int side = 0; side < 2; side++) CHECK(step_of(&held, 1, HONE_HUMANOID_TOES + side, frame) < 0.05);
    }
    CHECK(highest > 0.4);
    CHECK(held.report.depth_after < 1e-3f);
    release(&held);
}

/* The yaw of a foot of the source (0) or target (1), whose axes at rest are those of the model. */
static double yaw_of(const pair *p, int who, int side, uint32_t frame)
{
    hone_actor *actor = who ? p->to : p->from;
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    const hone_affine *foot = &hone_actor_bones(actor)[p->human[who].bones[HONE_HUMANOID_FOOT + side]];
    return atan2((double)foot->m[0][2], (double)foot->m[2][2]);
}

static void feet_turn_on_the_spot(void **state)
{
    (void)state;
    pair held = retarget(turn, load_human(&humans[0]), HONE_RETARGET_FEET_PLANT);
    for (int side = 0; side < 2; side++) {
        CHECK(fabs(yaw_of(&held, 0, side, 100)) > 0.5);
        for (uint32_t frame = 30; frame < LAST; frame += 5) /* MMD's z has the opposite direction */
            CHECK_NEAR(yaw_of(&held, 1, side, frame), -yaw_of(&held, 0, side, frame), 0.02);
        for (uint32_t frame = 95; frame < LAST; frame++)
            CHECK(step_of(&held, 1, HONE_HUMANOID_FOOT + side, frame) < 1e-3);
    }
    release(&held);
}

/* On a box the feet stay as on the floor, and as far above it as the source's. */
static void feet_stand_on_a_box(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        pair held = retarget(climb, load_human(&humans[i]), HONE_RETARGET_FEET_PLANT);
        for (int side = 0; side < 2; side++) {
            float low[3], high[3];
            place(&held, 1, HONE_HUMANOID_FOOT + side, 20, low);
            place(&held, 1, HONE_HUMANOID_FOOT + side, 120, high);
            CHECK_NEAR(high[1] - low[1], box, 0.1);
            for (uint32_t frame = 90; frame < LAST; frame++)
                CHECK(step_of(&held, 1, HONE_HUMANOID_FOOT + side, frame) < 3e-3);
        }
        CHECK_NEAR(held.report.contacts, 4, 0);
        release(&held);
    }
}

/* A foot that is held in the air stands on nothing: it goes on drifting as the source's. */
static void a_lifted_foot_is_not_held(void **state)
{
    (void)state;
    pair held = retarget(lift_a_foot, load_human(&humans[0]), HONE_RETARGET_FEET_PLANT);
    float a[3], b[3], from[3], to[3];
    place(&held, 1, HONE_HUMANOID_FOOT, 60, a), place(&held, 1, HONE_HUMANOID_FOOT, 140, b);
    place(&held, 0, HONE_HUMANOID_FOOT, 60, from), place(&held, 0, HONE_HUMANOID_FOOT, 140, to);
    CHECK_NEAR(b[0] - a[0], to[0] - from[0], 0.02);
    CHECK_NEAR(b[1], a[1], 0.02);
    release(&held);
}

/* Feet of a body that kneels or lies are not pulled to where they would stand: they, and the knees, are nearly where
 * they are if nothing is held. */
static void kneeling_and_lying_feet_are_not_pulled(void **state)
{
    (void)state;
    move_fn *const moves[] = {kneel, lie};
    for (int i = 0; i < 2; i++) {
        pair held = retarget(moves[i], load_human(&humans[0]), HONE_RETARGET_FEET_PLANT);
        pair loose = retarget(moves[i], load_human(&humans[0]), HONE_RETARGET_FEET_FOLLOW);
        for (uint32_t frame = 70; frame <= LAST; frame += 8)
            for (int bone = HONE_HUMANOID_UPPER_LEG; bone < HONE_HUMANOID_TOES; bone++) {
                float a[3], b[3];
                place(&held, 1, bone, frame, a), place(&loose, 1, bone, frame, b);
                CHECK(hone_vec3_distance(a, b) < 0.4f); /* 3 cm */
                CHECK(step_of(&held, 1, bone, frame) < 0.01);
                CHECK(a[1] > 0);
            }
        release(&held), release(&loose);
    }
}

/* From a glTF whose floor is not at 0: the walker on a human who stands higher. */
static void the_floor_is_found(void **state)
{
    (void)state;
    const float lift = 1.5f;
    for (int given = 0; given < 2; given++) {
        hone_motion *raised;
        hone_model *human = load_human(&humans[0]);
        pair first =
            make_pair(hone_mmd_default_skeleton(NULL, NULL, NULL), make_motion(walk_with_noise, lift),
                      hone_model_retain(human), (hone_retarget_desc){.feet = HONE_RETARGET_FEET_FOLLOW}, &raised);
        float floor = lift * first.report.scale;
        pair held = make_pair(human, raised, hone_sample_character(NULL),
                              (hone_retarget_desc){.floor_known = given, .floor = floor}, NULL);
        float ankle[3];
        CHECK_NEAR(held.report.floor, floor, given ? 1e-6 : 0.01);
        place(&held, 1, HONE_HUMANOID_FOOT, 20, ankle);
        CHECK_NEAR(ankle[1] * held.report.scale, 1.25, 0.02); /* as at rest */
        CHECK(held.report.depth_after < 0.01f);
        release(&first), release(&held);
    }
}

/* Legs that the hips' path would overstretch reach their feet, because the hips go down; knees bend forwards. */
static void hips_go_down_and_knees_bend_forwards(void **state)
{
    (void)state;
    pair held = retarget(walk_with_noise, load_human(&(make_human_desc){.stance = 0.2f}), HONE_RETARGET_FEET_PLANT);
    CHECK(worst_step_of_walker(&held) < 2e-3);
    for (uint32_t frame = 0; frame <= LAST; frame++)
        for (int side = 0; side < 2; side++) {
            float hip[3], knee[3], ankle[3];
            place(&held, 1, HONE_HUMANOID_UPPER_LEG + side, frame, hip);
            place(&held, 1, HONE_HUMANOID_LOWER_LEG + side, frame, knee);
            place(&held, 1, HONE_HUMANOID_FOOT + side, frame, ankle);
            float t = (hip[1] - knee[1]) / (hip[1] - ankle[1]);
            CHECK(knee[2] > hip[2] + t * (ankle[2] - hip[2]) - 1e-3f);
        }
    release(&held);
}

/* Where a foot points does not depend on its pitch, which is steep when the toes leave the floor. */
static void a_steep_foot_keeps_its_heading(void **state)
{
    (void)state;
    for (float pitch = -2; pitch < 2; pitch += 0.1f) {
        const float yaw[4] = {0, sinf(0.4f), 0, cosf(0.4f)}, tilt[4] = {sinf(0.5f * pitch), 0, 0, cosf(0.5f * pitch)};
        float both[4];
        hone_quat_multiply(yaw, tilt, both);
        hone_quat_heading(both, both);
        for (int i = 0; i < 4; i++) CHECK_NEAR(both[i], yaw[i], 1e-6);
    }
}

/* Rotates a bone and those below it about its own place and the x axis, in model space. */
static void pitch_bones(const hone_skeleton *skeleton, int32_t bone, float angle, hone_affine *bones)
{
    const float rotation[4] = {sinf(0.5f * angle), 0, 0, cosf(0.5f * angle)};
    float at[3], back[3];
    hone_affine_origin(&bones[bone], at);
    hone_quat_rotate(rotation, at, back);
    hone_vec3_subtract(at, back, back);
    hone_affine about = hone_affine_from_rotation(rotation, back);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t on = (int32_t)b;
        while (on != HONE_NONE && on != bone) on = skeleton->bones[on].parent;
        if (on == bone)
            bones[b] = hone_affine_multiply(&about, &bones[b]);
    }
}

/* How far the knee is in front of the line from hip to ankle. */
static float knee_ahead(const hone_actor *actor, const hone_humanoid *human)
{
    float hip[3], knee[3], ankle[3];
    hone_affine_origin(&hone_actor_bones(actor)[human->bones[HONE_HUMANOID_UPPER_LEG]], hip);
    hone_affine_origin(&hone_actor_bones(actor)[human->bones[HONE_HUMANOID_LOWER_LEG]], knee);
    hone_affine_origin(&hone_actor_bones(actor)[human->bones[HONE_HUMANOID_FOOT]], ankle);
    return knee[2] - hip[2] - (hip[1] - knee[1]) / (hip[1] - ankle[1]) * (ankle[2] - hip[2]);
}

/* Mocap bends straight knees backwards by some degrees; the target's stay straight. */
static void knees_that_bend_backwards_are_straight(void **state)
{
    (void)state;
    hone_model *human = load_human(&humans[0]), *other = load_human(&humans[1]);
    hone_humanoid from = hone_model_humanoid(human), to = hone_model_humanoid(other);
    hone_retargeter *retargeter =
        hone_retargeter_create(&(hone_retargeter_desc){.source = human, .target = other}, NULL);
    hone_actor *source = hone_actor_create(&(hone_actor_desc){.model = human}, NULL);
    hone_actor *target = hone_actor_create(&(hone_actor_desc){.model = other}, NULL);
    const hone_skeleton *skeleton = hone_model_skeleton(human);
    hone_affine *bones = calloc(skeleton->bone_count, sizeof *bones);
    for (float angle = -0.2f; angle < 0.3f; angle += 0.05f) {
        CHECK(hone_actor_update_frame(source, 0, NULL));
        memcpy(bones, hone_actor_bones(source), skeleton->bone_count * sizeof *bones);
        pitch_bones(skeleton, from.bones[HONE_HUMANOID_LOWER_LEG], angle, bones);
        hone_actor_sample_frame(target, 0);
        hone_retargeter_apply(retargeter, bones, NULL, hone_actor_writable_pose(target));
        CHECK(hone_actor_evaluate(target, NULL));
        CHECK(knee_ahead(target, &to) >= -1e-4f);
    }
    free(bones);
    hone_actor_destroy(source), hone_actor_destroy(target);
    hone_retargeter_destroy(retargeter);
    hone_model_release(human), hone_model_release(other);
}

static void settings_out_of_range_are_refused(void **state)
{
    (void)state;
    hone_model *human = load_human(&humans[0]);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = human}, NULL);
    const hone_retarget_desc bad[] = {{.feet = (hone_retarget_feet)4},
                                      {.duration = 1, .rate = -1},
                                      {.duration = 1, .rate = HONE_RETARGET_MAX_RATE + 1},
                                      {.contact_speed = INFINITY},
                                      {.contact_height = NAN},
                                      {.contact_speed = -1},
                                      {.duration = -1},
                                      {.duration = NAN},
                                      {.duration = 1e9},
                                      {.floor = NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_retarget_desc desc = bad[i];
        desc.source = actor, desc.target = human;
        assert_null(hone_retarget(&desc, NULL, &error));
        assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    }
    hone_actor_destroy(actor);
    hone_model_release(human);
}

TEST_GROUP(test_retarget_feet)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_of_a_noisy_walker_stay),
        cmocka_unit_test(feet_of_a_walker_on_the_spot_stay_on_its_treadmill),
        cmocka_unit_test(a_loop_of_any_length_stays_a_loop),
        cmocka_unit_test(short_contacts_are_held_from_their_first_frame),
        cmocka_unit_test(feet_of_an_mmd_model_stay_after_its_ik),
        cmocka_unit_test(held_feet_do_not_jump),
        cmocka_unit_test(a_foot_that_slides_goes_on_sliding),
        cmocka_unit_test(a_jumper_leaves_the_floor),
        cmocka_unit_test(heels_rise_over_balls_that_stay),
        cmocka_unit_test(feet_turn_on_the_spot),
        cmocka_unit_test(feet_stand_on_a_box),
        cmocka_unit_test(a_lifted_foot_is_not_held),
        cmocka_unit_test(kneeling_and_lying_feet_are_not_pulled),
        cmocka_unit_test(the_floor_is_found),
        cmocka_unit_test(hips_go_down_and_knees_bend_forwards),
        cmocka_unit_test(a_steep_foot_keeps_its_heading),
        cmocka_unit_test(knees_that_bend_backwards_are_straight),
        cmocka_unit_test(settings_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
