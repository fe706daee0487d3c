/* Twist bones: found by their places and names, they share the twist of arms and legs; the limbs themselves do the same
 * as without them. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/make_twists.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

static const double degree = 3.14159265358979 / 180;

static hone_model *load_human(void)
{
    hone_bytes bytes = make_human(&(make_human_desc){0});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    CHECK(model);
    return model;
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

static uint32_t find(const hone_model *model, hone_humanoid_twist out[HONE_HUMANOID_MAX_TWISTS])
{
    const hone_humanoid human = hone_model_humanoid(model);
    assert_int_equal(human.missing, 0);
    return hone_humanoid_twists(model, &human, out);
}

static void check_twist(const hone_model *model, const hone_humanoid_twist *t, const char *name, int human,
                        bool carries, double share)
{
    assert_string_equal(hone_model_skeleton(model)->bones[t->bone].name, name);
    assert_int_equal(t->human, human);
    assert_int_equal(t->carries, carries);
    CHECK_NEAR(t->share, share, 1e-5);
}

static void twist_bones_are_found_by_place_and_name(void **state)
{
    (void)state;
    static const uint32_t counts[] = {12, 10, 8};
    hone_humanoid_twist found[HONE_HUMANOID_MAX_TWISTS];
    for (int kind = 0; kind < MAKE_TWISTS_KINDS; kind++) {
        hone_model *model = make_twists(load_human(), (make_twists_kind)kind);
        uint32_t count = find(model, found);
        assert_int_equal(count, counts[kind]);
        if (kind == MAKE_TWISTS_BESIDE) {
            check_twist(model, &found[0], "thigh_twist_01_l", HONE_HUMANOID_UPPER_LEG, false, 0.25);
            check_twist(model, &found[8], "lowerarm_twist_01_l", HONE_HUMANOID_LOWER_ARM, false, 0.5);
            check_twist(model, &found[9], "lowerarm_twist_02_l", HONE_HUMANOID_LOWER_ARM, false, 0.9);
        } else if (kind == MAKE_TWISTS_BETWEEN) {
            check_twist(model, &found[0], "DEF-thigh.L.001", HONE_HUMANOID_UPPER_LEG, true, 0.5);
            check_twist(model, &found[8], "DEF-forearm.R.001", HONE_HUMANOID_LOWER_ARM + 1, true, 0.3);
            check_twist(model, &found[9], "DEF-forearm.R.002", HONE_HUMANOID_LOWER_ARM + 1, true, 0.6);
        } else { /* the last one has the whole twist */
            check_twist(model, &found[0], "lThighTwist", HONE_HUMANOID_UPPER_LEG, true, 1);
            check_twist(model, &found[6], "rForearmTwist1", HONE_HUMANOID_LOWER_ARM + 1, true, 0.5);
            check_twist(model, &found[7], "rForearmTwist2", HONE_HUMANOID_LOWER_ARM + 1, true, 1);
        }
        hone_model_release(model);
    }
}

/* MMD's twist bones that copy a part of another one's rotation are left to the rig. */
static void mmd_has_a_twist_bone_in_each_part_of_an_arm(void **state)
{
    (void)state;
    hone_humanoid_twist found[HONE_HUMANOID_MAX_TWISTS];
    hone_model *model = hone_sample_character(NULL), *plain = load_human();
    assert_int_equal(find(model, found), 4);
    check_twist(model, &found[0], "左腕捩", HONE_HUMANOID_UPPER_ARM, true, 1);
    check_twist(model, &found[3], "右手捩", HONE_HUMANOID_LOWER_ARM + 1, true, 1);
    assert_int_equal(find(plain, found), 0);
    hone_model_release(model);
    hone_model_release(plain);
}

/* ---- poses ------------------------------------------------------------------------------------------------------- */

typedef struct stage {
    hone_actor *from, *to;
    hone_retargeter *retargeter;
    hone_humanoid human[2];
} stage;

/* Releases both models. */
static stage make_stage(hone_model *source, hone_model *target)
{
    stage s = {.from = hone_actor_create(&(hone_actor_desc){.model = source}, NULL),
               .to = hone_actor_create(&(hone_actor_desc){.model = target}, NULL),
               .retargeter = hone_retargeter_create(&(hone_retargeter_desc){.source = source, .target = target}, NULL)};
    CHECK(s.from && s.to && s.retargeter);
    s.human[0] = hone_model_humanoid(source), s.human[1] = hone_model_humanoid(target);
    hone_model_release(source);
    hone_model_release(target);
    hone_actor_sample_frame(s.from, 0);
    hone_actor_sample_frame(s.to, 0);
    return s;
}

static void release(stage *s)
{
    hone_retargeter_destroy(s->retargeter);
    hone_actor_destroy(s->from);
    hone_actor_destroy(s->to);
}

/* Gives the target the source's pose. */
static void play(stage *s)
{
    CHECK(hone_actor_evaluate(s->from, NULL));
    hone_retargeter_apply(s->retargeter, hone_actor_bones(s->from), NULL, hone_actor_writable_pose(s->to));
    CHECK(hone_actor_evaluate(s->to, NULL));
}

/* Turns a bone of an actor from its rest rotation, about axes of its parent. */
static void turn_bone(hone_actor *actor, int32_t bone, const float turn[4])
{
    const hone_model *model = hone_actor_model(actor);
    float rest[4] = {0, 0, 0, 1};
    if (hone_model_get(model)->space != HONE_SPACE_MMD)
        hone_quat_from_affine(&hone_model_skeleton(model)->bones[bone].rest_local, rest);
    hone_quat_multiply(turn, rest, hone_actor_writable_pose(actor)->bones[bone].rotation);
    hone_actor_writable_pose(actor)->animated[bone] = 1;
}

/* A random pose in which arms and legs twist. Knees bend clearly, and forwards, as retargeted ones do. */
static void pose_at_random(const stage *s, test_random *random)
{
    for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_THUMB; h++) {
        float turn[4], most = h < HONE_HUMANOID_TOES ? 0.4f : 0.9f;
        bool knee = h >= HONE_HUMANOID_LOWER_LEG && h < HONE_HUMANOID_FOOT;
        float vector[3] = {test_random_float(random, -most, most), test_random_float(random, -most, most),
                           test_random_float(random, -most, most)};
        if (knee)
            vector[0] = fabsf(vector[0]) + 0.7f, vector[1] = vector[2] = 0;
        hone_quat_from_euler(HONE_EULER_YXZ, vector, turn);
        if (s->human[0].bones[h] != HONE_NONE)
            turn_bone(s->from, s->human[0].bones[h], turn);
    }
}

/* The rotation of a bone from rest, model space. */
static void turned(const hone_actor *actor, int32_t bone, float out[4])
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    float rest[4], now[4];
    hone_affine at = skeleton->bones[bone].rest_local;
    for (int32_t b = skeleton->bones[bone].parent; b != HONE_NONE; b = skeleton->bones[b].parent)
        at = hone_affine_multiply(&skeleton->bones[b].rest_local, &at);
    hone_quat_from_affine(&at, rest);
    hone_quat_conjugate(rest, rest);
    hone_quat_from_affine(&hone_actor_bones(actor)[bone], now);
    hone_quat_multiply(now, rest, out);
}

static double angle_between(const float a[4], const float b[4])
{
    double dot = 0;
    for (int i = 0; i < 4; i++) dot += (double)a[i] * (double)b[i];
    return 2 * acos(fmin(1, fabs(dot))) / degree;
}

static void offset(const hone_actor *actor, int32_t from, int32_t to, float out[3])
{
    float a[3], b[3];
    hone_affine_origin(&hone_actor_bones(actor)[from], a), hone_affine_origin(&hone_actor_bones(actor)[to], b);
    hone_vec3_subtract(b, a, out);
}

/* ---- what limbs do ----------------------------------------------------------------------------------------------- */

static bool is_pair(int human, int left)
{
    return human == left || human == left + 1;
}

/* Whether a bone leaves its twist to its twist bones. */
static bool is_bare(int human, make_twists_kind kind)
{
    bool upper = is_pair(human, HONE_HUMANOID_UPPER_ARM) || is_pair(human, HONE_HUMANOID_UPPER_LEG);
    return is_pair(human, HONE_HUMANOID_LOWER_ARM) || (upper && kind != MAKE_TWISTS_BESIDE);
}

/* All joints are where they are without twist bones, and all bones turn as they do there; of limbs that leave their
 * twist to others only the direction is the same. */
static void check_body(const stage *twisted, const stage *plain, make_twists_kind kind)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        int32_t a = plain->human[1].bones[h], b = twisted->human[1].bones[h];
        float at[2][3], turns[2][4];
        if (a == HONE_NONE)
            continue;
        hone_affine_origin(&hone_actor_bones(plain->to)[a], at[0]);
        hone_affine_origin(&hone_actor_bones(twisted->to)[b], at[1]);
        for (int i = 0; i < 3; i++) CHECK_NEAR(at[1][i], at[0][i], 2e-5);
        turned(plain->to, a, turns[0]), turned(twisted->to, b, turns[1]);
        if (!is_bare(h, kind))
            CHECK_NEAR(angle_between(turns[0], turns[1]), 0, 0.1);
    }
}

/* The rotation by which a limb's bone would turn without twist: its parent's, then the shortest way to where the limb
 * points. */
static void untwisted(const stage *s, int human, float out[4])
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(s->to));
    int32_t own = s->human[1].bones[human], next = s->human[1].bones[human + 2];
    float back[4], now[3], rest[3], arc[4], parent[4];
    turned(s->to, skeleton->bones[own].parent, parent);
    hone_quat_conjugate(parent, back);
    offset(s->to, own, next, now);
    hone_quat_rotate(back, now, now);
    hone_vec3_subtract(skeleton->bones[next].position, skeleton->bones[own].position, rest);
    CHECK(hone_vec3_normalise(now, now) && hone_vec3_normalise(rest, rest));
    hone_vec3_cross(rest, now, arc);
    arc[3] = 1 + hone_vec3_dot(rest, now);
    hone_quat_normalise(arc, arc);
    hone_quat_multiply(parent, arc, out);
}

/* The angle of the twist from one rotation to another about the direction of a limb at rest, in degrees. */
static double twist_between(const stage *s, int human, const float from[4], const float to[4])
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(s->to));
    float axis[3], back[4], turn[4];
    hone_vec3_subtract(skeleton->bones[s->human[1].bones[human + 2]].position,
                       skeleton->bones[s->human[1].bones[human]].position, axis);
    CHECK(hone_vec3_normalise(axis, axis));
    hone_quat_conjugate(from, back);
    hone_quat_multiply(back, to, turn);
    double sign = turn[3] < 0 ? -1 : 1;
    return 2 * atan2(sign * (double)hone_vec3_dot(turn, axis), sign * (double)turn[3]) / degree;
}

/* Each twist bone has the part of the twist that belongs to its place. */
static void check_shares(const stage *twisted, const stage *plain)
{
    hone_humanoid_twist found[HONE_HUMANOID_MAX_TWISTS];
    uint32_t count = find(hone_actor_model(twisted->to), found);
    for (uint32_t i = 0; i < count; i++) {
        int h = (int)found[i].human;
        bool shin = is_pair(h, HONE_HUMANOID_LOWER_LEG), forearm = is_pair(h, HONE_HUMANOID_LOWER_ARM);
        float base[4], own[4], next[4], bone[4];
        untwisted(twisted, h, base);
        turned(plain->to, plain->human[1].bones[h], own);
        turned(plain->to, plain->human[1].bones[h + 2], next);
        turned(twisted->to, found[i].bone, bone);
        double twist = shin ? 0 : twist_between(twisted, h, base, own);
        if (shin || forearm)
            twist += twist_between(twisted, h, own, next);
        const float *from = shin ? own : base;
        double got = twist_between(twisted, h, from, bone);
        CHECK_NEAR(got, (double)found[i].share * twist, 0.1);
        CHECK_NEAR(angle_between(from, bone), fabs(got), 0.1); /* it does nothing else */
    }
}

static void twist_is_shared_by_place(void **state)
{
    (void)state;
    test_random random = {7};
    for (int kind = 0; kind < MAKE_TWISTS_KINDS; kind++) {
        stage plain = make_stage(load_human(), load_human());
        stage twisted = make_stage(load_human(), make_twists(load_human(), (make_twists_kind)kind));
        for (int i = 0; i < 50; i++) {
            test_random same = random;
            pose_at_random(&plain, &same), pose_at_random(&twisted, &random);
            play(&plain), play(&twisted);
            check_body(&twisted, &plain, (make_twists_kind)kind);
            check_shares(&twisted, &plain);
        }
        release(&plain), release(&twisted);
    }
}

/* ---- sources ----------------------------------------------------------------------------------------------------- */

/* Turns the twist bones of the source about their limbs. The parent of a twist bone is unrotated at rest, or it is
 * another twist bone, which is rotated by as much. */
static void twist_at_random(const stage *s, test_random *random)
{
    hone_humanoid_twist found[HONE_HUMANOID_MAX_TWISTS];
    const hone_bone *bones = hone_model_skeleton(hone_actor_model(s->from))->bones;
    uint32_t count = find(hone_actor_model(s->from), found);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *limb = &s->human[0].bones[found[i].human];
        float turn[4], axis[3], back[4], angle = test_random_float(random, -0.6f, 0.6f);
        hone_vec3_subtract(bones[limb[2]].position, bones[limb[0]].position, axis);
        CHECK(hone_vec3_normalise(axis, axis));
        int32_t parent = bones[found[i].bone].parent;
        if (parent != limb[0]) {
            hone_quat_from_affine(&bones[parent].rest_local, back);
            hone_quat_conjugate(back, back);
            hone_quat_rotate(back, axis, axis);
        }
        hone_vec3_scale(axis, sinf(0.5f * angle), turn);
        turn[3] = cosf(0.5f * angle);
        turn_bone(s->from, found[i].bone, turn);
    }
}

/* A human without twist bones turns its limbs as the last twist bones of the source; forearms turn between the
 * rotations of both ends. */
static void check_limbs(const stage *s)
{
    const hone_bone *bones = hone_model_skeleton(hone_actor_model(s->from))->bones;
    for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_THUMB; h++) {
        float at[2][3], turns[2][4];
        int32_t from = s->human[0].bones[h], to = s->human[1].bones[h];
        hone_affine_origin(&hone_actor_bones(s->from)[from], at[0]);
        hone_affine_origin(&hone_actor_bones(s->to)[to], at[1]);
        for (int k = 0; k < 3; k++) CHECK_NEAR(at[1][k], at[0][k], 1e-3);
        if (is_pair(h, HONE_HUMANOID_UPPER_ARM) || is_pair(h, HONE_HUMANOID_UPPER_LEG))
            from = bones[s->human[0].bones[h + 2]].parent;
        turned(s->from, from, turns[0]), turned(s->to, to, turns[1]);
        if (!is_pair(h, HONE_HUMANOID_LOWER_ARM))
            CHECK_NEAR(angle_between(turns[0], turns[1]), 0, 0.5);
    }
}

static void twist_bones_of_a_source_turn_the_limbs(void **state)
{
    (void)state;
    test_random random = {11};
    for (int kind = MAKE_TWISTS_BETWEEN; kind < MAKE_TWISTS_KINDS; kind++) {
        stage s = make_stage(make_twists(load_human(), (make_twists_kind)kind), load_human());
        for (int i = 0; i < 50; i++) {
            pose_at_random(&s, &random);
            twist_at_random(&s, &random);
            play(&s);
            check_limbs(&s);
        }
        release(&s);
    }
}

/* MMD's 手捩 gets the twist of a hand whose forearm has none, and the hand does not turn twice. */
static void the_twist_of_a_hand_goes_to_mmds_twist_bone(void **state)
{
    (void)state;
    stage s = make_stage(load_human(), hone_sample_character(NULL));
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(s.to));
    const float angle = (float)(70 * degree);
    for (int side = 0; side < 2; side++)
        turn_bone(s.from, s.human[0].bones[HONE_HUMANOID_HAND + side],
                  (float[4]){sinf(0.5f * angle), 0, 0, cosf(0.5f * angle)});
    play(&s);
    static const char *const names[] = {"左手捩", "右手捩"};
    for (int side = 0; side < 2; side++) {
        int32_t twist = hone_model_find_bone(hone_actor_model(s.to), names[side]);
        int32_t hand = s.human[1].bones[HONE_HUMANOID_HAND + side];
        const float none[4] = {0, 0, 0, 1};
        assert_int_equal(skeleton->bones[hand].parent, twist);
        CHECK_NEAR(angle_between(hone_actor_writable_pose(s.to)->bones[twist].rotation, none), 70, 0.5);
        CHECK_NEAR(angle_between(hone_actor_writable_pose(s.to)->bones[hand].rotation, none), 0, 3);
    }
    release(&s);
}

/* The pose comes back from a human that shares the twist. Of limbs in two halves, whose joint has a part of the twist,
 * that part stays there. */
static void twist_comes_back(void **state)
{
    (void)state;
    test_random random = {5};
    for (int kind = 0; kind < MAKE_TWISTS_KINDS; kind++) {
        bool halves = kind == MAKE_TWISTS_BETWEEN;
        stage there = make_stage(load_human(), make_twists(load_human(), (make_twists_kind)kind));
        stage back = make_stage(make_twists(load_human(), (make_twists_kind)kind), load_human());
        for (int i = 0; i < 20; i++) {
            pose_at_random(&there, &random);
            play(&there);
            hone_retargeter_apply(back.retargeter, hone_actor_bones(there.to), NULL, hone_actor_writable_pose(back.to));
            CHECK(hone_actor_evaluate(back.to, NULL));
            for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_THUMB; h++) {
                float turns[2][4];
                turned(there.from, there.human[0].bones[h], turns[0]);
                turned(back.to, back.human[1].bones[h], turns[1]);
                if (!is_bare(h, halves ? MAKE_TWISTS_BETWEEN : MAKE_TWISTS_BESIDE))
                    CHECK_NEAR(angle_between(turns[0], turns[1]), 0, 0.5);
            }
        }
        release(&there), release(&back);
    }
}

TEST_GROUP(test_retarget_twist)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twist_bones_are_found_by_place_and_name),
        cmocka_unit_test(mmd_has_a_twist_bone_in_each_part_of_an_arm),
        cmocka_unit_test(twist_is_shared_by_place),
        cmocka_unit_test(twist_bones_of_a_source_turn_the_limbs),
        cmocka_unit_test(the_twist_of_a_hand_goes_to_mmds_twist_bone),
        cmocka_unit_test(twist_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
