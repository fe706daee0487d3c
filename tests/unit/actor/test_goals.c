/* Goals of an actor, on humanoids of glTF and MMD: limbs reach, bones aim, motions and physics go on. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/make_robot.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static hone_model *make_gltf_human(const make_human_desc *desc)
{
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    CHECK(model != NULL);
    return model;
}

enum { HUMANS = 6, LOOSE = HUMANS - 2 /* its feet hang on no leg */ };

static hone_model *human_at(int i)
{
    const make_human_desc descs[HUMANS - 1] = {{.names = MAKE_HUMAN_MIXAMO},
                                               {.names = MAKE_HUMAN_BLENDER},
                                               {.names = MAKE_HUMAN_UNREAL, .size = 30},
                                               {.names = MAKE_HUMAN_VRM_0, .away = true},
                                               {.names = MAKE_HUMAN_MIXAMO, .loose_feet = true}};
    hone_model *model = i == HUMANS - 1 ? hone_sample_character(NULL) : make_gltf_human(&descs[i]);
    CHECK(model != NULL);
    return model;
}

static hone_actor *make_actor(hone_model *model)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor != NULL);
    return actor;
}

static const hone_humanoid_bone limbs[4] = {HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_UPPER_LEG + 1,
                                            HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_UPPER_ARM + 1};

static void place_of(const hone_actor *actor, int32_t bone, float out[3])
{
    hone_affine_origin(&hone_actor_bones(actor)[bone], out);
}

/* Returns the limb's length, and sets the goal to where the end is at rest, moved by a vector in limb lengths. */
static float set_limb(const hone_actor *actor, hone_goal *goal, float x, float y, float z)
{
    float at[3][3];
    for (int i = 0; i < 3; i++) place_of(actor, goal->bones[i], at[i]);
    float length = hone_vec3_distance(at[0], at[1]) + hone_vec3_distance(at[1], at[2]);
    hone_vec3_set(at[2][0] + x * length, at[2][1] + y * length, at[2][2] + z * length, goal->position);
    return length;
}

static float front_of(hone_space space, int human)
{
    return space == HONE_SPACE_GLTF && human != 3 ? 1 : -1;
}

static void limbs_of_every_humanoid_reach(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        hone_model *model = human_at(h);
        hone_actor *actor = make_actor(model);
        float front = front_of(hone_model_get(model)->space, h);
        for (int l = 0; l < 4; l++) {
            hone_goal goal;
            float end[3], at[3];
            CHECK(hone_goal_for_limb(model, NULL, limbs[l], &goal, NULL));
            hone_actor_update(actor, 0, NULL);
            float inwards = (l % 2 != 0) == (h != 3) ? 0.2f : -0.2f; /* the third faces away */
            float length = l < 2 ? set_limb(actor, &goal, 0, 0.3f, 0.1f * front)
                                 : set_limb(actor, &goal, 2 * inwards, -0.2f, 0.3f * front);
            hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
            CHECK(handle.id != 0);
            CHECK(hone_actor_update(actor, 0, NULL));
            place_of(actor, goal.bones[2], end);
            CHECK_NEAR(hone_vec3_distance(end, goal.position) / length, 0, 1e-5);
            CHECK(hone_actor_goal_reached(actor, handle));
            if (l < 2) { /* the knee points forwards */
                float hip[3], knee[3];
                place_of(actor, goal.bones[0], hip), place_of(actor, goal.bones[1], knee);
                hone_vec3_lerp(hip, end, 0.5f, at);
                CHECK((knee[2] - at[2]) * front > 0.1f * length);
            }
            CHECK(hone_actor_goal_remove(actor, handle, NULL));
        }
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

static void limbs_reach_while_a_dance_plays(void **state)
{
    hone_model *model = hone_sample_character(NULL);
    hone_motion *dance = hone_sample_dance(NULL);
    hone_actor *actor = make_actor(model);
    hone_goal goals[4];
    hone_goal_id handles[4];
    (void)state;
    CHECK(hone_actor_play(actor, dance, NULL, NULL).id);
    for (int l = 0; l < 4; l++) {
        CHECK(hone_goal_for_limb(model, NULL, limbs[l], &goals[l], NULL));
        handles[l] = hone_actor_goal_add(actor, &goals[l], NULL);
    }
    for (int frame = 0; frame < 200; frame += 7) {
        float length = 0, at[3];
        for (int l = 0; l < 4; l++) { /* before the shoulder, and below the hip */
            place_of(actor, goals[l].bones[0], at);
            length = set_limb(actor, &goals[l], 0, 0, 0);
            hone_vec3_set(at[0], at[1] - (l < 2 ? 0.6f * length : 0), at[2] - (l < 2 ? 0.2f : 0.6f) * length,
                          goals[l].position);
            CHECK(hone_actor_goal_set(actor, handles[l], &goals[l], NULL));
        }
        CHECK(hone_actor_update_frame(actor, frame, NULL));
        for (int l = 0; l < 4; l++) {
            place_of(actor, goals[l].bones[2], at);
            if (hone_actor_goal_reached(actor, handles[l]))
                CHECK_NEAR(hone_vec3_distance(at, goals[l].position) / length, 0, 1e-4);
        }
        for (int l = 0; l < 4; l++) CHECK(hone_actor_goal_reached(actor, handles[l]));
    }
    hone_actor_destroy(actor);
    hone_motion_release(dance);
    hone_model_release(model);
}

/* The part of a bone's rotation that IK adds, as an angle. */
static double turn_by_ik(const hone_actor *actor, int32_t bone)
{
    const float *q = hone_actor_bone_parts(actor, (uint32_t)bone).ik.rotation;
    return 2 * atan2((double)hone_vec3_length(q), fabs((double)q[3]));
}

/* Lowers the hips and swings them, so that the IK chains of the legs, which are on, bend the knees. */
static void crouch(void *user, double frame, hone_pose *pose)
{
    int32_t body = *(const int32_t *)user;
    pose->animated[body] = 1;
    hone_vec3_set(0.5f * sinf((float)frame), -1.5f - 0.5f * cosf((float)frame), 0.3f, pose->bones[body].translation);
}

static hone_actor *make_crouching(hone_model *model, int32_t *body)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .edit = crouch, .edit_user = body}, NULL);
    CHECK(actor != NULL);
    return actor;
}

/* With a goal the keys take over what MMD's IK chain turns: the chain finds the ankle at its goal bone, and turns
 * nothing. */
static void chains_turn_nothing_where_a_goal_bends_the_leg(void **state)
{
    hone_model *model = hone_sample_character(NULL);
    int32_t body = hone_model_humanoid(model).body;
    hone_actor *plain = make_crouching(model, &body), *actor = make_crouching(model, &body);
    hone_goal goal;
    (void)state;
    CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_LEG, &goal, NULL));
    hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
    for (int frame = 0; frame < 20; frame++) {
        float ankle[3];
        hone_actor_update_frame(plain, frame, NULL);
        place_of(plain, goal.bones[2], goal.position);
        goal.position[1] += 0.5f, goal.position[2] -= 0.5f;
        CHECK(hone_actor_goal_set(actor, handle, &goal, NULL) && hone_actor_update_frame(actor, frame, NULL));
        CHECK(hone_actor_goal_reached(actor, handle));
        place_of(actor, goal.bones[2], ankle);
        CHECK_NEAR(hone_vec3_distance(ankle, goal.position), 0, 1e-4); /* of 16 units */
        CHECK(turn_by_ik(plain, goal.bones[0]) > 0.2 && turn_by_ik(plain, goal.bones[1]) > 0.4);
        for (int i = 0; i < 2; i++) CHECK_NEAR(turn_by_ik(actor, goal.bones[i]), 0, 1e-3);
    }
    hone_actor_destroy(plain), hone_actor_destroy(actor);
    hone_model_release(model);
}

static void heads_aim(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        hone_model *model = human_at(h);
        hone_actor *actor = make_actor(model);
        float front = front_of(hone_model_get(model)->space, h), eye[3], way[3], sight[3];
        int32_t head = hone_model_humanoid(model).bones[HONE_HUMANOID_HEAD];
        hone_goal goal = {.kind = HONE_GOAL_AIM, .weight = 1, .bones = {head}};
        place_of(actor, head, eye);
        hone_vec3_set(eye[0] + 3, eye[1] + 1, eye[2] + 5 * front, goal.position);
        CHECK(hone_affine_solve(&hone_actor_bones(actor)[head], (float[3]){0, 0, front}, goal.forward));
        hone_vec3_normalise(goal.forward, goal.forward);
        CHECK(hone_actor_goal_add(actor, &goal, NULL).id);
        CHECK(hone_actor_update(actor, 0, NULL));
        hone_affine_direction(&hone_actor_bones(actor)[head], goal.forward, sight);
        hone_vec3_subtract(goal.position, eye, way);
        CHECK_NEAR(hone_vec3_dot(sight, way) / hone_vec3_length(sight) / hone_vec3_length(way), 1, 1e-5);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

static void every_humanoid_looks(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        hone_model *model = human_at(h);
        hone_actor *actor = make_actor(model);
        float front = front_of(hone_model_get(model)->space, h), head[3], hips[3];
        hone_humanoid human = hone_model_humanoid(model);
        hone_goal goal;
        CHECK(hone_goal_for_gaze(model, NULL, &goal, NULL));
        place_of(actor, human.bones[HONE_HUMANOID_HEAD], head), place_of(actor, human.bones[HONE_HUMANOID_HIPS], hips);
        float size = head[1] - hips[1];
        hone_vec3_set(head[0] + 4 * size, head[1] + 2 * size, head[2] + 9 * size * front, goal.position);
        hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
        CHECK(hone_actor_update(actor, 0, NULL));
        CHECK(hone_actor_goal_reached(actor, handle));
        bool eyes = goal.gaze.eyes[0].bone != HONE_NONE;
        const hone_goal_part *part = eyes ? &goal.gaze.eyes[0] : &goal.gaze.parts[1];
        float sight[3], way[3], at[3];
        place_of(actor, part->bone, at);
        hone_affine_direction(&hone_actor_bones(actor)[part->bone], part->forward, sight);
        hone_vec3_subtract(goal.position, at, way);
        CHECK_NEAR(hone_vec3_dot(sight, way) / hone_vec3_length(sight) / hone_vec3_length(way), 1, 1e-5);
        hone_vec3_set(head[0] - 5 * size, head[1], head[2] - 2 * size * front, goal.position); /* behind the shoulder */
        CHECK(hone_actor_goal_set(actor, handle, &goal, NULL) && hone_actor_update(actor, 0, NULL));
        CHECK(!hone_actor_goal_reached(actor, handle) || eyes);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

typedef struct slope {
    float height, z;
} slope;

static bool ground(void *user, const float position[3], float *height, float normal[3])
{
    const slope *s = user;
    *height = s->height + s->z * position[2];
    hone_vec3_set(0, 1, -s->z, normal);
    return true;
}

/* How far an ankle is above the ground, less the height of its sole, in the direction of its own up. */
static float lift(const hone_actor *actor, const hone_goal_leg *leg, const hone_affine *rest, slope *on)
{
    hone_affine bone = hone_actor_bones(actor)[leg->bones[2]], back = hone_affine_invert_rigid(rest);
    float down[3] = {0, -leg->sole, 0}, at[3], height, normal[3];
    float size = hypotf(hypotf(rest->m[0][0], rest->m[1][0]), rest->m[2][0]);
    hone_vec3_scale(down, 1 / (size * size), down);
    hone_affine_direction(&back, down, down);
    hone_affine_point(&bone, down, at);
    ground(on, at, &height, normal);
    return at[1] - height;
}

static void feet_stand_on_a_slope(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        hone_model *model = human_at(h);
        hone_actor *actor = make_actor(model);
        slope on = {0, 0};
        hone_goal goal;
        hone_affine rest[2];
        uint32_t count = hone_model_skeleton(model)->bone_count;
        CHECK(hone_goal_for_feet(model, NULL, ground, &on, &goal, NULL));
        for (int i = 0; i < 2; i++) rest[i] = hone_actor_bones(actor)[goal.feet.legs[i].bones[2]];
        hone_affine *before = malloc(count * sizeof *before);
        memcpy(before, hone_actor_bones(actor), count * sizeof *before);
        hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
        CHECK(hone_actor_update(actor, 0, NULL));
        CHECK(memcmp(before, hone_actor_bones(actor), count * sizeof *before) == 0); /* flat: not a bit */
        float leg = goal.feet.max_drop * 4;
        on = (slope){-0.1f * leg, 0.3f};
        CHECK(hone_actor_update(actor, 0, NULL));
        CHECK(hone_actor_goal_reached(actor, handle));
        for (int i = 0; i < 2; i++) CHECK_NEAR(lift(actor, &goal.feet.legs[i], &rest[i], &on) / leg, 0, 1e-4);
        goal.weight = 0.5f;
        CHECK(hone_actor_goal_set(actor, handle, &goal, NULL) && hone_actor_update(actor, 0, NULL));
        CHECK(lift(actor, &goal.feet.legs[0], &rest[0], &on) > 0.02f * leg);
        free(before);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

static void a_foot_may_be_put_elsewhere(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        hone_model *model = human_at(h);
        hone_actor *actor = make_actor(model);
        slope on = {0, 0};
        hone_goal goal;
        float before[3], after[3];
        CHECK(hone_goal_for_feet(model, NULL, ground, &on, &goal, NULL));
        hone_affine_origin(&hone_actor_bones(actor)[goal.feet.legs[1].bones[2]], before);
        float leg = goal.feet.max_drop * 4;
        goal.feet.legs[1].offset[0] = 0.1f * leg, goal.feet.legs[1].offset[2] = 0.2f * leg;
        hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
        CHECK(hone_actor_update(actor, 0, NULL) && hone_actor_goal_reached(actor, handle));
        hone_affine_origin(&hone_actor_bones(actor)[goal.feet.legs[1].bones[2]], after);
        CHECK_NEAR((after[0] - before[0]) / leg, 0.1, 1e-4);
        CHECK_NEAR((after[1] - before[1]) / leg, 0, 1e-4);
        CHECK_NEAR((after[2] - before[2]) / leg, 0.2, 1e-4);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

/* The end of the shin and the foot, which hangs at the root, go to the same place; the rest of the leg keeps its
 * length.
 */
static void loose_feet_go_where_the_shins_end(void **state)
{
    (void)state;
    hone_model *models[] = {make_robot(NULL), human_at(LOOSE)};
    for (int i = 0; i < 2; i++) {
        hone_actor *actor = make_actor(models[i]);
        slope on = {-0.05f, 0.3f};
        hone_goal goal;
        float before[3], after[3], knee[3], shin[2];
        hone_affine rest, end;
        CHECK(hone_goal_for_feet(models[i], NULL, ground, &on, &goal, NULL));
        CHECK(goal.feet.body != HONE_NONE);
        const int32_t *bones = goal.feet.legs[0].bones;
        place_of(actor, bones[2], before), place_of(actor, bones[1], knee);
        shin[0] = hone_vec3_distance(before, knee);
        rest = hone_affine_invert_rigid(&hone_actor_bones(actor)[bones[1]]);
        rest = hone_affine_multiply(&rest, &hone_actor_bones(actor)[bones[2]]);
        hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
        CHECK(hone_actor_update(actor, 0, NULL) && hone_actor_goal_reached(actor, handle));
        place_of(actor, bones[2], after), place_of(actor, bones[1], knee);
        shin[1] = hone_vec3_distance(after, knee);
        CHECK(hone_vec3_distance(before, after) > 0.02f);
        CHECK_NEAR(shin[1], shin[0], 1e-4);
        end = hone_affine_multiply(&hone_actor_bones(actor)[bones[1]], &rest);
        float at[3];
        hone_affine_origin(&end, at);
        CHECK_NEAR(hone_vec3_distance(at, after), 0, 1e-4);
        hone_actor_destroy(actor);
        hone_model_release(models[i]);
    }
}

/* A hand is missing, so the model is no humanoid; only the goal of that arm cannot be made. */
static void goals_need_only_the_bones_that_they_use(void **state)
{
    hone_model *model = make_gltf_human(&(make_human_desc){.without = "leftHand"});
    hone_goal goal;
    slope on = {0, 0};
    hone_error error = {0};
    (void)state;
    CHECK(hone_model_humanoid(model).missing == 1);
    CHECK(hone_goal_for_gaze(model, NULL, &goal, NULL) && hone_goal_for_feet(model, NULL, ground, &on, &goal, NULL));
    CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_ARM + 1, &goal, NULL));
    CHECK(!hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_ARM, &goal, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "leftHand") != NULL);
    CHECK(!hone_goal_for_feet(NULL, NULL, ground, &on, &goal, NULL) && !hone_goal_for_gaze(NULL, NULL, &goal, NULL));
    hone_model_release(model);
}

static void the_caller_may_name_the_bones(void **state)
{
    hone_model *model = human_at(0);
    hone_humanoid found = hone_model_humanoid(model), map;
    hone_goal goal, wanted;
    slope on = {0, 0};
    (void)state;
    memset(&map, 0xff, sizeof map); /* HONE_NONE */
    CHECK(map.body == HONE_NONE && !hone_goal_for_gaze(model, &map, &goal, NULL));
    CHECK(!hone_goal_for_feet(model, &map, ground, &on, &goal, NULL));
    CHECK(!hone_goal_for_limb(model, &map, HONE_HUMANOID_UPPER_LEG, &goal, NULL));
    map.bones[HONE_HUMANOID_HEAD] = hone_model_find_bone(model, "mixamorig:Head");
    CHECK(map.bones[HONE_HUMANOID_HEAD] == found.bones[HONE_HUMANOID_HEAD]);
    CHECK(hone_goal_for_gaze(model, &map, &goal, NULL) && goal.gaze.parts[0].bone == HONE_NONE);
    CHECK_NEAR(goal.gaze.parts[1].forward[2], 1, 1e-6); /* the front is that of glTF */
    for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_TOES; h++) map.bones[h] = found.bones[h];
    CHECK(hone_goal_for_feet(model, &map, ground, &on, &goal, NULL) && goal.feet.body == HONE_NONE);
    CHECK(hone_goal_for_limb(model, &map, HONE_HUMANOID_UPPER_LEG, &goal, NULL));
    CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_LEG, &wanted, NULL));
    CHECK(memcmp(&goal, &wanted, sizeof goal) == 0);
    map.bones[HONE_HUMANOID_FOOT] = found.bones[HONE_HUMANOID_HEAD]; /* as where a foot hangs on a controller */
    hone_error error = {0};
    CHECK(!hone_goal_for_feet(model, &map, ground, &on, &goal, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "mixamorig:Head"));
    map.bones[HONE_HUMANOID_FOOT] = found.bones[HONE_HUMANOID_FOOT];
    map.bones[HONE_HUMANOID_JAW] = (int32_t)hone_model_skeleton(model)->bone_count;
    CHECK(!hone_goal_for_limb(model, &map, HONE_HUMANOID_UPPER_LEG, &goal, NULL));
    hone_model_release(model);
}

static void weight_zero_and_removed_goals_change_no_bit(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h += HUMANS - 1) {
        hone_model *model = human_at(h);
        hone_actor *plain = make_actor(model), *actor = make_actor(model);
        uint32_t count = hone_model_skeleton(model)->bone_count;
        hone_goal goal;
        CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_ARM, &goal, NULL));
        goal.weight = 0;
        hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
        hone_actor_update(plain, 0, NULL), hone_actor_update(actor, 0, NULL);
        CHECK(memcmp(hone_actor_bones(plain), hone_actor_bones(actor), count * sizeof(hone_affine)) == 0);
        CHECK(!hone_actor_goal_reached(actor, handle));
        goal.weight = 1;
        CHECK(hone_actor_goal_set(actor, handle, &goal, NULL));
        hone_actor_update(actor, 0, NULL);
        CHECK(memcmp(hone_actor_bones(plain), hone_actor_bones(actor), count * sizeof(hone_affine)) != 0);
        CHECK(hone_actor_goal_remove(actor, handle, NULL));
        hone_actor_update(actor, 0, NULL);
        CHECK(memcmp(hone_actor_bones(plain), hone_actor_bones(actor), count * sizeof(hone_affine)) == 0);
        hone_actor_destroy(plain), hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

static void goals_that_cannot_be_are_refused(void **state)
{
    hone_model *model = human_at(0);
    hone_actor *actor = make_actor(model);
    hone_goal good, bad[9];
    (void)state;
    CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_LEG, &good, NULL));
    for (int i = 0; i < 9; i++) bad[i] = good;
    bad[0].kind = HONE_GOAL_KIND_COUNT, bad[1].weight = 1.5f, bad[2].position[1] = NAN, bad[3].bones[1] = -1;
    bad[4].bones[2] = (int32_t)hone_model_skeleton(model)->bone_count, bad[5].bones[1] = good.bones[2];
    bad[6].hinge[0] = 2, bad[7].softness = -1, bad[8].weight = NAN;
    hone_goal_id handle = hone_actor_goal_add(actor, &good, NULL);
    for (int i = 0; i < 9; i++) {
        hone_error error = {0};
        CHECK(hone_actor_goal_add(actor, &bad[i], &error).id == 0 && error.code == HONE_ERROR_ARGUMENT);
        CHECK(!hone_actor_goal_set(actor, handle, &bad[i], NULL));
    }
    CHECK(!hone_actor_goal_set(actor, (hone_goal_id){handle.id + 1}, &good, NULL) &&
          !hone_actor_goal_remove(actor, (hone_goal_id){0}, NULL));
    CHECK(!hone_actor_goal_add(actor, NULL, NULL).id && !hone_actor_goal_add(NULL, &good, NULL).id);
    CHECK(!hone_goal_for_limb(model, NULL, HONE_HUMANOID_HEAD, &good, NULL));
    CHECK(!hone_goal_for_limb(NULL, NULL, HONE_HUMANOID_UPPER_LEG, &good, NULL));
    CHECK(hone_actor_goal_remove(actor, handle, NULL) && !hone_actor_goal_remove(actor, handle, NULL));
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void frames_allocate_nothing_and_a_refused_allocation_changes_nothing(void **state)
{
    hone_model *model = human_at(1);
    test_allocator memory;
    hone_goal goal;
    (void)state;
    test_allocator_make(&memory, UINT64_MAX);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = &memory.allocator}, NULL);
    CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_LEG, &goal, NULL));
    hone_goal_id handle = {0};
    for (int i = 0; i < 4; i++) handle = hone_actor_goal_add(actor, &goal, NULL);
    uint64_t calls = memory.calls;
    for (int frame = 0; frame < 5; frame++) {
        CHECK(hone_actor_goal_set(actor, handle, &goal, NULL));
        CHECK(hone_actor_update_frame(actor, frame, NULL));
    }
    CHECK(memory.calls == calls);
    memory.fail_at = memory.calls;
    hone_error error = {0};
    CHECK(hone_actor_goal_add(actor, &goal, &error).id == 0 && error.code == HONE_ERROR_MEMORY);
    CHECK(hone_actor_goal_remove(actor, handle, NULL));
    CHECK(hone_actor_goal_add(actor, &goal, NULL).id != handle.id);
    hone_actor_destroy(actor);
    CHECK(memory.live == 0);
    hone_model_release(model);
}

static void exact_physics_stays_exact(void **state)
{
    hone_model *model = hone_sample_character(NULL);
    hone_motion *dance = hone_sample_dance(NULL);
    hone_actor *actors[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        hone_goal goal;
        hone_error error = {0};
        actors[i] = hone_actor_create(
            &(hone_actor_desc){.model = model, .physics = {.on = true, .options = {.exact = true}}}, &error);
        if (!actors[i] && error.code == HONE_ERROR_UNSUPPORTED)
            test_skip(1, "test without physics");
        CHECK(hone_actor_play(actors[i], dance, NULL, NULL).id);
        CHECK(hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_ARM, &goal, NULL));
        hone_vec3_set(2, 14, -4, goal.position);
        CHECK(hone_actor_goal_add(actors[i], &goal, NULL).id);
    }
    for (int frame = 0; frame <= 20; frame++) CHECK(hone_actor_update_frame(actors[0], frame, NULL));
    CHECK(hone_actor_update_frame(actors[1], 20, NULL));
    CHECK(memcmp(hone_actor_bones(actors[0]), hone_actor_bones(actors[1]),
                 hone_model_skeleton(model)->bone_count * sizeof(hone_affine)) == 0);
    for (int i = 0; i < 2; i++) hone_actor_destroy(actors[i]);
    hone_motion_release(dance);
    hone_model_release(model);
}

/* ---- files of .x ---------------------------------------------------------------------------------------------------
 */

/* The end of a chain of three bones or more goes to a point that it can reach. Returns false if there is no chain. */
static bool pull_chain(hone_actor *actor, int32_t end, test_random *r)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    int32_t first = end;
    float base[3], at[3], way[3], length = 0;
    for (int i = 0; i < 3; i++) {
        int32_t above = skeleton->bones[first].parent;
        if (above == HONE_NONE)
            return false;
        place_of(actor, first, at), place_of(actor, above, base);
        length += hone_vec3_distance(at, base);
        first = above;
    }
    for (int i = 0; i < 3; i++) way[i] = test_random_float(r, -1, 1);
    if (!hone_vec3_normalise(way, way) || !(length > 1e-3f))
        return false;
    hone_goal goal = {.kind = HONE_GOAL_CHAIN, .weight = 1, .bones = {first, end, HONE_NONE}};
    hone_vec3_add_scaled(base, way, 0.9f * length, goal.position);
    hone_goal_id handle = hone_actor_goal_add(actor, &goal, NULL);
    CHECK(handle.id && hone_actor_update(actor, 0, NULL));
    place_of(actor, end, at);
    bool reached = hone_vec3_distance(at, goal.position) < 1e-3f * length;
    CHECK(hone_actor_goal_reached(actor, handle) == reached);
    CHECK(reached && hone_actor_goal_remove(actor, handle, NULL) && hone_actor_update(actor, 0, NULL));
    return true;
}

static void chains_of_a_file_of_x_reach(void **state)
{
    (void)state;
    char path[1024];
    test_random r = {11};
    uint32_t count = 0;
    if (!test_data_path("x/assimp/Testwuson.X", path, sizeof path))
        test_skip(1, "test of a file of .x, which is not here");
    hone_model *model = hone_model_load(path, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_update(actor, 0, NULL));
    for (uint32_t b = 0; b < hone_model_skeleton(model)->bone_count; b++) count += pull_chain(actor, (int32_t)b, &r);
    CHECK(count > 15);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

TEST_GROUP(test_goals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_of_a_file_of_x_reach),
        cmocka_unit_test(limbs_of_every_humanoid_reach),
        cmocka_unit_test(limbs_reach_while_a_dance_plays),
        cmocka_unit_test(chains_turn_nothing_where_a_goal_bends_the_leg),
        cmocka_unit_test(heads_aim),
        cmocka_unit_test(every_humanoid_looks),
        cmocka_unit_test(feet_stand_on_a_slope),
        cmocka_unit_test(a_foot_may_be_put_elsewhere),
        cmocka_unit_test(loose_feet_go_where_the_shins_end),
        cmocka_unit_test(goals_need_only_the_bones_that_they_use),
        cmocka_unit_test(the_caller_may_name_the_bones),
        cmocka_unit_test(weight_zero_and_removed_goals_change_no_bit),
        cmocka_unit_test(goals_that_cannot_be_are_refused),
        cmocka_unit_test(frames_allocate_nothing_and_a_refused_allocation_changes_nothing),
        cmocka_unit_test(exact_physics_stays_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
