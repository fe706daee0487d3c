/* Humanoids by role, by name and by hierarchy; motions of one played by another. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/make_robot.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 240 };

static hone_model *load_human(const make_human_desc *desc)
{
    hone_error error = {0};
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes_release(&bytes);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (!actor || (motion && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s", error.message);
    return actor;
}

/* A source that plays, and a target that plays the retargeted motion. */
typedef struct duet {
    hone_actor *from, *to;
    hone_motion *motion;
    hone_humanoid human[2];
    hone_retarget_report report;
} duet;

/* Releases both models. */
static duet make_duet_as(hone_model *source, const hone_motion *motion, hone_model *target, hone_retarget_desc desc)
{
    hone_error error = {0};
    duet out = {.from = make_actor(source, motion)};
    desc.source = out.from, desc.target = target, desc.last_frame = LAST;
    out.motion = hone_retarget(&desc, &out.report, &error);
    if (!out.motion)
        fail_msg("%s", error.message);
    out.to = make_actor(target, out.motion);
    out.human[0] = hone_model_humanoid(source), out.human[1] = hone_model_humanoid(target);
    hone_model_release(source);
    hone_model_release(target);
    return out;
}

static duet make_duet(hone_model *source, const hone_motion *motion, hone_model *target, float tolerance)
{
    return make_duet_as(source, motion, target, (hone_retarget_desc){.tolerance = tolerance});
}

static void release(duet *d)
{
    hone_actor_destroy(d->from);
    hone_actor_destroy(d->to);
    hone_motion_release(d->motion);
}

static duet dance_on_as(const make_human_desc *desc, hone_retarget_feet feet)
{
    hone_motion *dance = hone_sample_dance(NULL);
    duet out = make_duet_as(hone_mmd_default_skeleton(dance, NULL, NULL), dance, load_human(desc),
                            (hone_retarget_desc){.feet = feet});
    hone_motion_release(dance);
    return out;
}

static duet dance_on(const make_human_desc *desc)
{
    return dance_on_as(desc, HONE_RETARGET_FEET_PLANT);
}

static void update(const duet *d, uint32_t frame)
{
    CHECK(hone_actor_update_frame(d->from, frame, NULL));
    CHECK(hone_actor_update_frame(d->to, frame, NULL));
}

/* The position of a humanoid bone in a space that both share: MMD's z is reversed. */
static void place(const duet *d, int who, int human, float out[3])
{
    const hone_actor *actor = who ? d->to : d->from;
    const hone_affine *bone = &hone_actor_bones(actor)[d->human[who].bones[human]];
    bool mmd = hone_model_get(hone_actor_model(actor))->space == HONE_SPACE_MMD;
    for (int i = 0; i < 3; i++) out[i] = (mmd && i == 2 ? -1.0f : 1.0f) * bone->m[i][3];
}

static double angle_between(const duet *d, int human)
{
    double dot = 0, sizes[2] = {0, 0};
    float way[2][3], to[3];
    for (int who = 0; who < 2; who++) {
        place(d, who, human, way[who]);
        place(d, who, human + 2, to);
        for (int i = 0; i < 3; i++) {
            way[who][i] = to[i] - way[who][i];
            sizes[who] += (double)(way[who][i] * way[who][i]);
        }
    }
    for (int i = 0; i < 3; i++) dot += (double)(way[0][i] * way[1][i]);
    return acos(fmin(1, dot / sqrt(sizes[0] * sizes[1]))) * 180 / 3.14159265358979;
}

static double worst_angle(const duet *d, int first, int last)
{
    double worst = 0;
    for (uint32_t frame = 0; frame <= LAST; frame += 3) {
        update(d, frame);
        for (int h = first; h < last; h++) worst = fmax(worst, angle_between(d, h));
    }
    return worst;
}

/* ---- the map ----------------------------------------------------------------------------------------------------- */

static void humanoids_are_found_by_names_and_roles(void **state)
{
    (void)state;
    for (int names = MAKE_HUMAN_MIXAMO; names <= MAKE_HUMAN_VRM_0; names++) {
        hone_model *model = load_human(&(make_human_desc){.names = (make_human_names)names});
        hone_humanoid human = hone_model_humanoid(model);
        assert_int_equal(human.missing, 0);
        assert_int_equal(human.found, 29);
        assert_int_equal(human.bones[HONE_HUMANOID_SPINE], 1);
        assert_int_equal(human.bones[HONE_HUMANOID_LOWER_LEG], 10);
        assert_int_equal(human.bones[HONE_HUMANOID_LOWER_LEG + 1], 22);
        for (int i = 0; i < 3; i++) assert_int_equal(human.bones[HONE_HUMANOID_THUMB + 2 * i], 14 + i);
        hone_model_release(model);
    }
}

static void mmd_humans_have_all_but_jaw_and_upper_chest(void **state)
{
    (void)state;
    hone_model *models[] = {hone_mmd_default_skeleton(NULL, NULL, NULL), hone_sample_character(NULL)};
    for (int i = 0; i < 2; i++) {
        hone_humanoid human = hone_model_humanoid(models[i]);
        assert_int_equal(human.missing, 0);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
            assert_true((human.bones[h] != HONE_NONE) == (h != HONE_HUMANOID_JAW && h != HONE_HUMANOID_UPPER_CHEST));
        assert_string_equal(hone_model_skeleton(models[i])->bones[human.body].name, "センター");
        hone_model_release(models[i]);
    }
    assert_string_equal(hone_humanoid_bone_name(HONE_HUMANOID_LITTLE + 5), "rightLittleDistal");
    assert_null(hone_humanoid_bone_name(HONE_HUMANOID_COUNT));
}

static void what_is_no_humanoid_is_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *mmd = hone_mmd_default_skeleton(NULL, NULL, NULL), *tower = puppet_make(&(puppet_desc){0}, NULL);
    hone_model *handless = load_human(&(make_human_desc){.without = "leftHand"});
    hone_actor *actor = make_actor(mmd, NULL);
    assert_null(hone_retarget(&(hone_retarget_desc){.source = actor, .target = tower}, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "missing hips, leftUpperLeg, rightUpperLeg, "));
    assert_non_null(strstr(error.message, "; found spine, head. "));
    assert_null(hone_retarget(&(hone_retarget_desc){.source = actor, .target = handless}, NULL, &error));
    assert_non_null(strstr(error.message, "leftHand"));
    assert_null(hone_retarget(&(hone_retarget_desc){.source = actor}, NULL, &error));
    hone_actor_destroy(actor);
    hone_model_release(mmd);
    hone_model_release(tower);
    hone_model_release(handless);
}

/* ---- poses ------------------------------------------------------------------------------------------------------- */

static double apart(const hone_actor *actor, uint32_t a, uint32_t b)
{
    const hone_affine *bones = hone_actor_bones(actor);
    double square = 0;
    for (int i = 0; i < 3; i++) square += pow((double)(bones[a].m[i][3] - bones[b].m[i][3]), 2);
    return sqrt(square);
}

/* Feet stay at the ends of shins that are not their parents, and the parts of a hand stay together. */
static void bones_that_hang_beside_a_limb_go_with_it(void **state)
{
    (void)state;
    static const uint32_t pairs[][2] = {{ROBOT_LOWER_LEG, ROBOT_FOOT},
                                        {ROBOT_PALM, ROBOT_PALM_INDEX},
                                        {ROBOT_PALM, ROBOT_THUMB},
                                        {ROBOT_MIDDLE, ROBOT_INDEX}};
    hone_motion *dance = hone_sample_dance(NULL);
    duet d = make_duet(hone_mmd_default_skeleton(dance, NULL, NULL), dance, make_robot(NULL), 0);
    hone_actor *rest = make_actor(hone_actor_model(d.to), NULL);
    CHECK(hone_actor_update_frame(rest, 0, NULL));
    for (uint32_t frame = 0; frame <= LAST; frame += 3) {
        update(&d, frame);
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            for (uint32_t side = 0; side <= ROBOT_SIDE; side += ROBOT_SIDE) {
                uint32_t a = pairs[i][0] + side, b = pairs[i][1] + side;
                CHECK_NEAR(apart(d.to, a, b), apart(rest, a, b), 1e-4);
            }
    }
    CHECK(worst_angle(&d, HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_FOOT) <=
          12); /* its feet have no toes and are taken as longer */
    CHECK(worst_angle(&d, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_HAND) <= 0.1);
    hone_actor_destroy(rest);
    release(&d);
    hone_motion_release(dance);
}

static void limbs_point_where_the_sources_do(void **state)
{
    (void)state;
    const make_human_desc descs[] = {{0}, {.names = MAKE_HUMAN_VRM, .size = 0.85f}};
    for (int i = 0; i < 4; i++) {
        duet d = dance_on_as(&descs[i / 2], i % 2 ? HONE_RETARGET_FEET_FOLLOW : HONE_RETARGET_FEET_PLANT);
        CHECK(worst_angle(&d, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_HAND) <= 0.1);
        /* they reach for the position of the ankles, which is higher where toes would be in the floor */
        CHECK(worst_angle(&d, HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_FOOT) <= (i % 2 ? 4.1 : 6.5));
        release(&d);
    }
}

static void half_the_size_strides_half_as_far(void **state)
{
    (void)state;
    duet whole = dance_on(&(make_human_desc){0}), half = dance_on(&(make_human_desc){.size = 0.85f});
    CHECK_NEAR(half.report.scale, 0.5f * whole.report.scale, 1e-5);
    for (uint32_t frame = 0; frame <= LAST; frame += 10) {
        update(&whole, frame), update(&half, frame);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
            float a[3], b[3];
            if (whole.human[1].bones[h] == HONE_NONE)
                continue;
            place(&whole, 1, h, a), place(&half, 1, h, b);
            for (int i = 0; i < 3; i++) CHECK_NEAR(b[i], 0.5f * a[i], 2e-4);
        }
    }
    release(&whole), release(&half);
}

/* The directions of arms survive the way to a body of other proportions and back, those of legs nearly. */
static void bodies_of_any_size_do_the_same_and_give_it_back(void **state)
{
    (void)state;
    const make_human_desc bodies[] = {{.size = 0.9f, .knee = 0.46f, .arm = 0.8f, .stance = 0.12f}, /* a child */
                                      {.size = 5},                                                 /* a giant */
                                      {.arm = 1.8f}};
    for (int i = 0; i < 3; i++) {
        duet there = dance_on(&bodies[i]);
        duet back = make_duet(load_human(&bodies[i]), there.motion, hone_sample_character(NULL), 0);
        const duet both = {.from = there.from, .to = back.to, .human = {there.human[0], back.human[1]}};
        CHECK(worst_angle(&there, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_HAND) <= 0.1);
        CHECK(worst_angle(&there, HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_FOOT) <= 10);
        CHECK(worst_angle(&both, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_HAND) <= 0.3);
        CHECK(worst_angle(&both, HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_FOOT) <= 10);
        release(&there), release(&back);
    }
}

static void a_model_that_faces_away_does_the_same(void **state)
{
    (void)state;
    duet ahead = dance_on(&(make_human_desc){0}), away = dance_on(&(make_human_desc){.away = true});
    for (uint32_t frame = 0; frame <= LAST; frame += 10) {
        update(&ahead, frame), update(&away, frame);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
            float a[3], b[3];
            if (ahead.human[1].bones[h] == HONE_NONE)
                continue;
            place(&ahead, 1, h, a), place(&away, 1, h, b);
            for (int i = 0; i < 3; i++) CHECK_NEAR(i == 1 ? b[i] : -b[i], a[i], 2e-4);
        }
    }
    release(&ahead), release(&away);
}

/* How far the sole under the toes' joint is below the ground. */
static double depth_of_toe(const duet *d, int who, int side)
{
    static const float heights[] = {0.4f, 0.03f}; /* height of the joint above the sole */
    const hone_affine *foot = &hone_actor_bones(who ? d->to : d->from)[d->human[who].bones[HONE_HUMANOID_FOOT + side]];
    float at[3];
    place(d, who, HONE_HUMANOID_TOES + side, at);
    return (double)(heights[who] * foot->m[1][1] - at[1]);
}

/* How far the target's ankle moves while the source's stands still, and how deep it is in the ground. */
static void feet_stand_where_the_sources_stand(void **state)
{
    (void)state;
    duet d = dance_on(&(make_human_desc){0});
    double slide = 0, depth = 0, below[2];
    unsigned standing = 0;
    for (int side = 0; side < 2; side++) {
        float before[2][3], now[2][3];
        for (uint32_t frame = 0; frame <= LAST; frame++) {
            update(&d, frame);
            for (int who = 0; who < 2; who++) place(&d, who, HONE_HUMANOID_FOOT + side, now[who]);
            double moved[2] = {0, 0};
            for (int who = 0; who < 2 && frame; who++)
                for (int i = 0; i < 3; i++) moved[who] += pow((double)(now[who][i] - before[who][i]), 2);
            if (frame && sqrt(moved[0]) < 1e-2 && now[0][1] < 1.45f) /* 0.8 mm */
                standing++, slide = fmax(slide, sqrt(moved[1]));
            for (int who = 0; who < 2; who++) below[who] = depth_of_toe(&d, who, side);
            depth = fmax(depth, below[1] - (double)d.report.scale * fmax(0, below[0]));
            memcpy(before, now, sizeof now);
        }
    }
    CHECK(standing > 50);
    CHECK(slide <= 1e-3);
    CHECK(depth <= 1e-3);
    release(&d);
}

static double arm_length(const duet *d, int who)
{
    double length = 0;
    for (int h = HONE_HUMANOID_UPPER_ARM; h < HONE_HUMANOID_HAND; h += 2) {
        float a[3], b[3];
        place(d, who, h, a), place(d, who, h + 2, b);
        length += sqrt(pow((double)(a[0] - b[0]), 2) + pow((double)(a[1] - b[1]), 2) + pow((double)(a[2] - b[2]), 2));
    }
    return length;
}

/* The vector from hand to hand in arm lengths; returns its length. */
static double hand_to_hand(const duet *d, int who, double out[3])
{
    float left[3], right[3];
    double square = 0, arm = arm_length(d, who);
    place(d, who, HONE_HUMANOID_HAND, left), place(d, who, HONE_HUMANOID_HAND + 1, right);
    for (int i = 0; i < 3; i++) {
        out[i] = (double)(left[i] - right[i]) / arm;
        square += out[i] * out[i];
    }
    return sqrt(square);
}

/* The largest error of the hands' relative position while the source's hands touch. */
static double worst_touch(const duet *d, unsigned *frames)
{
    double worst = 0;
    for (uint32_t frame = 0; frame <= LAST; frame++) {
        double a[3], b[3];
        update(d, frame);
        if (hand_to_hand(d, 0, a) > 0.34)
            continue;
        hand_to_hand(d, 1, b);
        for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(a[i] - b[i]));
        ++*frames;
    }
    return worst;
}

static void hands_that_meet_in_the_source_meet(void **state)
{
    (void)state;
    hone_motion *dance = hone_sample_dance(NULL);
    for (int i = 0; i < 2; i++) {
        const make_human_desc desc = {.arm = i ? 0.8f : 1.25f};
        duet turn = make_duet(hone_sample_character(NULL), dance, load_human(&desc), 0);
        duet reach = make_duet_as(hone_sample_character(NULL), dance, load_human(&desc),
                                  (hone_retarget_desc){.reach_hands = true});
        unsigned frames = 0;
        CHECK(worst_touch(&reach, &frames) <= 1e-5);
        CHECK(worst_touch(&turn, &frames) >= 0.04); /* 2 cm */
        CHECK(frames > 20);
        for (uint32_t frame = 0; frame <= LAST; frame++) { /* hands that are not near each other are not moved */
            double way[3];
            float a[3], b[3];
            update(&turn, frame), update(&reach, frame);
            place(&turn, 1, HONE_HUMANOID_HAND, a), place(&reach, 1, HONE_HUMANOID_HAND, b);
            for (int k = 0; k < 3 && hand_to_hand(&turn, 0, way) > 0.91; k++) CHECK_NEAR(a[k], b[k], 1e-5);
        }
        release(&turn), release(&reach);
    }
    hone_motion_release(dance);
}

/* How far the bones are from the source's. */
static void check_the_same(hone_retarget_feet feet, double most)
{
    hone_motion *dance = hone_sample_dance(NULL);
    hone_model *model = hone_sample_character(NULL);
    duet d = make_duet_as(hone_model_retain(model), dance, model, (hone_retarget_desc){.feet = feet});
    double worst = 0;
    for (uint32_t frame = 0; frame <= LAST; frame += 3) {
        update(&d, frame);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
            float a[3], b[3];
            if (d.human[0].bones[h] == HONE_NONE)
                continue;
            place(&d, 0, h, a), place(&d, 1, h, b);
            for (int i = 0; i < 3; i++) worst = fmax(worst, (double)fabsf(a[i] - b[i]));
        }
    }
    CHECK(worst <= most);
    CHECK_NEAR(d.report.scale, 1, 1e-6);
    hone_motion_release(dance);
    release(&d);
}

/* Feet that are held move by up to 3 cm, because the dance lets them slide. */
static void the_same_model_does_the_same(void **state)
{
    (void)state;
    check_the_same(HONE_RETARGET_FEET_FOLLOW, 0.1); /* 8 mm */
    check_the_same(HONE_RETARGET_FEET_PLANT, 0.4);
}

/* Expressions do the same as the source's morphs, and the morphs that they move are not moved again by their own
 * names. */
static void expressions_go_before_what_they_move(void **state)
{
    (void)state;
    for (int names = MAKE_HUMAN_VRM; names <= MAKE_HUMAN_VRM_0; names++) {
        duet d = dance_on(&(make_human_desc){.names = (make_human_names)names, .face = true});
        const hone_model *from = hone_actor_model(d.from), *to = hone_actor_model(d.to);
        const char *const sources[] = {"あ", "まばたき"}, *const expressions[] = {"aa", "blink"},
                          *const targets[] = {"A", "Shut"};
        double most[2] = {0, 0};
        assert_int_equal(d.report.morphs, 2);
        for (uint32_t frame = 0; frame <= LAST; frame++) {
            update(&d, frame);
            const float *was = hone_actor_morphs(d.from), *is = hone_actor_morphs(d.to);
            for (int i = 0; i < 2; i++) {
                float weight = was[hone_model_find_morph(from, sources[i])];
                CHECK_NEAR(is[hone_model_find_morph(to, expressions[i])], weight, 1e-5);
                CHECK_NEAR(is[hone_model_find_morph(to, targets[i])], (i ? 1.0f : 0.5f) * weight, 1e-5);
                most[i] = fmax(most[i], (double)weight);
            }
        }
        CHECK(most[0] > 0.3 && most[1] > 0.3);
        release(&d);
    }
}

/* 両目 rotates both eyes of MMD's skeleton. Here by hand, because the sample dance looks ahead. */
static void eyes_turn_with_the_sources(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *key = hone_builder_array(builder, 1, sizeof *key);
    const float turn[4] = {0.06f, -0.08f, 0, 0.994987f}; /* 11 degrees */
    memcpy(key->rotation, turn, sizeof turn);
    for (int i = 0; i < 4; i++) key->curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    *track = (hone_bone_track){{.text = hone_builder_text(builder, "両目", strlen("両目"))}, 1, key};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 1, .bone_tracks = track};
    hone_motion *look = hone_motion_create(builder, &data, NULL, &error);
    duet d = make_duet(hone_mmd_default_skeleton(NULL, NULL, NULL), look, load_human(&(make_human_desc){0}), 0);
    update(&d, 5);
    const hone_pose *pose = hone_actor_writable_pose(d.to);
    for (int side = 0; side < 2; side++) {
        const float *eye = pose->bones[d.human[1].bones[HONE_HUMANOID_EYE + side]].rotation;
        CHECK_NEAR(eye[0], -0.06, 1e-5); /* up and to its left: it faces the other way */
        CHECK_NEAR(eye[1], 0.08, 1e-5);
        CHECK_NEAR(eye[2], 0, 1e-5);
    }
    hone_motion_release(look);
    release(&d);
}

static bool has_track(const hone_motion *motion, const char *name)
{
    const hone_motion_data *data = hone_motion_get(motion);
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        if (strcmp(data->bone_tracks[t].name.text, name) == 0)
            return true;
    return false;
}

/* Both ways: a glTF's motion from MMD is applied to an MMD model. */
static void a_clip_moves_an_mmd_model_with_goals_for_its_feet(void **state)
{
    (void)state;
    duet there = dance_on(&(make_human_desc){0});
    hone_model *human = load_human(&(make_human_desc){0});
    duet back = make_duet(human, there.motion, hone_sample_character(NULL), 0);
    assert_true(has_track(back.motion, "左足ＩＫ") && has_track(back.motion, "センター") &&
                has_track(back.motion, "右腕捩"));
    CHECK(worst_angle(&back, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_HAND) <= 0.5);
    CHECK(worst_angle(&back, HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_FOOT) <= 9); /* its shins are shorter */
    release(&there), release(&back);
}

/* The largest distance of a knee from the middle between its places half a frame before and after: at whole frames
 * plus a half. */
static double worst_jump(const duet *d)
{
    double worst = 0;
    for (uint32_t frame = 0; frame < LAST; frame++)
        for (int side = 0; side < 2; side++) {
            float at[3][3];
            for (int i = 0; i < 3; i++) {
                CHECK(hone_actor_update_frame(d->to, frame + 0.5 * i, NULL));
                place(d, 1, HONE_HUMANOID_LOWER_LEG + side, at[i]);
            }
            for (int i = 0; i < 3; i++)
                worst = fmax(worst, fabs((double)at[1][i] - 0.5 * ((double)at[0][i] + (double)at[2][i])));
        }
    return worst;
}

static double worst_angle_beside_x(const hone_motion *motion, const char *name)
{
    const hone_motion_data *data = hone_motion_get(motion);
    double worst = 0;
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        for (uint32_t k = 0; strcmp(data->bone_tracks[t].name.text, name) == 0 && k < data->bone_tracks[t].key_count;
             k++)
            for (int i = 1; i < 3; i++) worst = fmax(worst, (double)fabsf(data->bone_tracks[t].keys[k].rotation[i]));
    return worst;
}

/* MMD's IK lets knees turn about x only. It leaves other rotations alone at the keys, where the foot is at its goal
 * already, but not between them. */
static void knees_bend_as_mmds_ik_does(void **state)
{
    (void)state;
    duet there = dance_on(&(make_human_desc){0});
    hone_model *human = load_human(&(make_human_desc){0});
    duet back = make_duet(human, there.motion, hone_sample_character(NULL), 0);
    CHECK(worst_angle_beside_x(back.motion, "左ひざ") <= 1e-5);
    CHECK(worst_angle_beside_x(back.motion, "右ひざ") <= 1e-5);
    CHECK(worst_jump(&back) <= 0.02);
    release(&there), release(&back);
}

/* Keys are made for 513 frames at a time. A dance that begins before the end of these and ends after it is the same. */
static void long_motions_have_no_seams(void **state)
{
    (void)state;
    enum { BEGIN = 480 };
    hone_error error = {0};
    const make_human_desc desc = {0};
    hone_motion *dance = hone_sample_dance(NULL), *late = hone_motion_shift(dance, BEGIN, NULL, NULL, &error);
    CHECK(late);
    duet early = make_duet_as(hone_mmd_default_skeleton(dance, NULL, NULL), dance, load_human(&desc),
                              (hone_retarget_desc){.feet = HONE_RETARGET_FEET_FOLLOW});
    hone_retarget_desc whole = {.source = early.from,
                                .target = hone_actor_model(early.to),
                                .last_frame = BEGIN + LAST,
                                .feet = HONE_RETARGET_FEET_FOLLOW};
    CHECK(hone_actor_play(early.from, late, NULL, &error).id);
    hone_motion *made = hone_retarget(&whole, NULL, &error);
    hone_actor *to = make_actor(whole.target, made);
    for (uint32_t frame = 1; frame <= 60; frame++) {
        CHECK(hone_actor_update_frame(to, BEGIN + frame, NULL) && hone_actor_update_frame(early.to, frame, NULL));
        for (uint32_t b = 0; b < hone_model_skeleton(whole.target)->bone_count; b++)
            for (int i = 0; i < 12; i++)
                CHECK_NEAR(hone_actor_bones(to)[b].m[i / 4][i % 4], hone_actor_bones(early.to)[b].m[i / 4][i % 4],
                           2e-3);
    }
    hone_actor_destroy(to);
    hone_motion_release(made), hone_motion_release(late), hone_motion_release(dance);
    release(&early);
}

static void keys_are_left_out_within_the_tolerance(void **state)
{
    (void)state;
    hone_motion *dance = hone_sample_dance(NULL);
    const make_human_desc desc = {0};
    duet all = make_duet(hone_mmd_default_skeleton(dance, NULL, NULL), dance, load_human(&desc), 0);
    duet few = make_duet(hone_mmd_default_skeleton(dance, NULL, NULL), dance, load_human(&desc), 1e-3f);
    CHECK(4 * few.report.keys_after < 3 * all.report.keys_after);
    for (uint32_t frame = 0; frame <= LAST; frame++) {
        update(&all, frame), update(&few, frame);
        float a[3], b[3];
        place(&all, 1, HONE_HUMANOID_HAND, a), place(&few, 1, HONE_HUMANOID_HAND, b);
        for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], b[i], 5e-3);
    }
    hone_motion_release(dance);
    release(&all), release(&few);
}

/* ---- at run time ----------------------------------------------------------------------------------------------- */

static void follow(hone_actor *from, hone_retargeter *retargeter, hone_actor *to, uint32_t frame)
{
    CHECK(hone_actor_update_frame(from, frame, NULL));
    hone_actor_sample_frame(to, frame);
    hone_retargeter_apply(retargeter, hone_actor_bones(from), hone_actor_morphs(from), hone_actor_writable_pose(to));
    CHECK(hone_actor_evaluate(to, NULL));
}

/* Releases the target. */
static void check_follows(hone_model *target)
{
    hone_motion *dance = hone_sample_dance(NULL);
    duet d = make_duet_as(hone_mmd_default_skeleton(dance, NULL, NULL), dance, hone_model_retain(target),
                          (hone_retarget_desc){.feet = HONE_RETARGET_FEET_FOLLOW});
    hone_actor *to = make_actor(target, NULL);
    hone_retargeter *retargeter =
        hone_retargeter_create(&(hone_retargeter_desc){.source = hone_actor_model(d.from), .target = target}, NULL);
    CHECK(retargeter);
    CHECK_NEAR(hone_retargeter_scale(retargeter), d.report.scale, 1e-6);
    float size = 0;
    for (uint32_t frame = 0; frame <= LAST; frame += 20) {
        follow(d.from, retargeter, to, frame);
        update(&d, frame);
        for (uint32_t b = 0; b < hone_model_skeleton(target)->bone_count; b++)
            for (int r = 0; r < 3; r++) {
                float want = hone_actor_bones(d.to)[b].m[r][3];
                size = fmaxf(size, fabsf(want));
                CHECK_NEAR(hone_actor_bones(to)[b].m[r][3], want, 2e-4 * (double)size + 1e-4);
            }
        for (uint32_t m = 0; m < hone_model_get(target)->morph_count; m++)
            CHECK_NEAR(hone_actor_morphs(to)[m], hone_actor_morphs(d.to)[m], 1e-5);
    }
    hone_retargeter_destroy(retargeter);
    hone_actor_destroy(to);
    release(&d);
    hone_motion_release(dance);
    hone_model_release(target);
}

/* Pose by pose it is what the motion of hone_retarget is, if its feet follow too. */
static void poses_at_run_time_are_those_of_the_motion(void **state)
{
    (void)state;
    check_follows(load_human(&(make_human_desc){.names = MAKE_HUMAN_MIXAMO}));
    check_follows(load_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .away = true, .size = 1}));
    check_follows(hone_sample_character(NULL));
}

static void retargeters_are_refused_or_run_out_of_memory(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *human = load_human(&(make_human_desc){0}), *tower = puppet_make(&(puppet_desc){0}, NULL);
    assert_null(hone_retargeter_create(NULL, &error));
    assert_null(hone_retargeter_create(&(hone_retargeter_desc){.source = human}, &error));
    assert_null(hone_retargeter_create(&(hone_retargeter_desc){.source = human, .target = tower}, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        error = (hone_error){0};
        hone_retargeter *made = hone_retargeter_create(
            &(hone_retargeter_desc){.source = human, .target = human, .allocator = &a.allocator}, &error);
        done = made != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_retargeter_destroy(made);
        assert_int_equal(a.live, 0);
    }
    hone_model_release(human);
    hone_model_release(tower);
}

/* With morphs, goals, twists and both kinds of keys. Releases the target. */
static void run_out_of_memory(hone_actor *actor, hone_model *target)
{
    hone_motion *motion = NULL;
    for (uint64_t n = 0; !motion; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        const hone_retarget_desc desc = {
            .source = actor, .target = target, .last_frame = 70, .allocator = &a.allocator};
        motion = hone_retarget(&desc, NULL, &error);
        assert_true(motion || error.code == HONE_ERROR_MEMORY);
        assert_true(!motion || n > 20);
        if (motion)
            hone_motion_release(motion);
        assert_int_equal(a.live, 0);
    }
    hone_model_release(target);
}

static void running_out_of_memory_is_an_error(void **state)
{
    (void)state;
    hone_motion *dance = hone_sample_dance(NULL);
    hone_model *mmd = hone_mmd_default_skeleton(dance, NULL, NULL);
    hone_actor *actor = make_actor(mmd, dance);
    run_out_of_memory(actor, load_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .face = true}));
    run_out_of_memory(actor, hone_sample_character(NULL));
    hone_actor_destroy(actor);
    hone_model_release(mmd);
    hone_motion_release(dance);
}

TEST_GROUP(test_retarget)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(humanoids_are_found_by_names_and_roles),
        cmocka_unit_test(mmd_humans_have_all_but_jaw_and_upper_chest),
        cmocka_unit_test(what_is_no_humanoid_is_refused),
        cmocka_unit_test(bones_that_hang_beside_a_limb_go_with_it),
        cmocka_unit_test(limbs_point_where_the_sources_do),
        cmocka_unit_test(half_the_size_strides_half_as_far),
        cmocka_unit_test(bodies_of_any_size_do_the_same_and_give_it_back),
        cmocka_unit_test(a_model_that_faces_away_does_the_same),
        cmocka_unit_test(feet_stand_where_the_sources_stand),
        cmocka_unit_test(hands_that_meet_in_the_source_meet),
        cmocka_unit_test(the_same_model_does_the_same),
        cmocka_unit_test(expressions_go_before_what_they_move),
        cmocka_unit_test(eyes_turn_with_the_sources),
        cmocka_unit_test(a_clip_moves_an_mmd_model_with_goals_for_its_feet),
        cmocka_unit_test(knees_bend_as_mmds_ik_does),
        cmocka_unit_test(long_motions_have_no_seams),
        cmocka_unit_test(keys_are_left_out_within_the_tolerance),
        cmocka_unit_test(poses_at_run_time_are_those_of_the_motion),
        cmocka_unit_test(retargeters_are_refused_or_run_out_of_memory),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    const char *path = getenv("HONE_TEST_HUMAN"); /* to inspect the result */
    if (path) {
        hone_bytes bytes = make_human(&(make_human_desc){0});
        FILE *file = fopen(path, "wb");
        if (file)
            fwrite(bytes.data, 1, bytes.size, file), fclose(file);
        hone_bytes_release(&bytes);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
