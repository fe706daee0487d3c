/* The look-at of avatars, compared with an independent implementation in double precision that follows the
 * specification with matrices. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/math.h>
#include <string.h>

enum { ROOT, SPINE, HEAD, LEFT, RIGHT, HAIR, BONES, MORPHS = 4 };

static const double pi = 3.14159265358979323846;

/* ---- matrices in double precision ------------------------------------------------------------------------------ */

typedef struct matrix {
    double m[3][3];
} matrix;

static matrix matrix_of(const float q[4])
{
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    double s = 2 / (x * x + y * y + z * z + w * w);
    return (matrix){{{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                     {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
                     {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}}};
}

static matrix times(matrix a, matrix b)
{
    matrix out = {{{0}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++) out.m[r][c] += a.m[r][k] * b.m[k][c];
    return out;
}

static matrix transposed(matrix a)
{
    matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] = a.m[c][r];
    return out;
}

static void apply(matrix a, const double v[3], double out[3])
{
    double u[3] = {v[0], v[1], v[2]};
    for (int r = 0; r < 3; r++) out[r] = a.m[r][0] * u[0] + a.m[r][1] * u[1] + a.m[r][2] * u[2];
}

static matrix about_x(double angle)
{
    double s = sin(angle), c = cos(angle);
    return (matrix){{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
}

static matrix about_y(double angle)
{
    double s = sin(angle), c = cos(angle);
    return (matrix){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
}

/* ---- scenes ---------------------------------------------------------------------------------------------------- */

typedef struct scene {
    hone_transform rest[BONES], now[BONES];
    hone_look_at look;
    float keys[HONE_LOOK_AT_RANGE_COUNT][3][4];
    bool turned; /* VRM 0.x: looks along -z */
    float weights[MORPHS];
    float target[3];
} scene;

static const int32_t parents[BONES] = {HONE_NONE, ROOT, SPINE, HEAD, HEAD, LEFT};
static const char *const morph_names[MORPHS] = {"lookUp", "lookDown", "lookLeft", "lookRight"};

static void random_transform(test_random *random, hone_transform *out)
{
    for (int i = 0; i < 3; i++) out->translation[i] = test_random_float(random, -0.3f, 0.3f);
    test_random_quat(random, out->rotation);
    for (int i = 0; i < 3; i++) out->scale[i] = 1;
}

static void random_scene(uint64_t seed, scene *s)
{
    test_random random = {seed};
    *s = (scene){.turned = seed % 3 == 0};
    for (int b = 0; b < BONES; b++) {
        random_transform(&random, &s->rest[b]);
        random_transform(&random, &s->now[b]);
    }
    for (int i = 0; i < 3; i++) s->look.offset[i] = test_random_float(&random, -0.1f, 0.1f);
    s->look.kind = seed % 2 ? HONE_LOOK_AT_BONE : HONE_LOOK_AT_EXPRESSION;
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        s->look.ranges[r].max_input = seed % 5 ? test_random_float(&random, 10, 90) : 0;
        s->look.ranges[r].output_scale = test_random_float(&random, 0, s->look.kind == HONE_LOOK_AT_BONE ? 20.0f : 1);
        if (seed % 4)
            continue;
        s->look.ranges[r].key_count = 3;
        for (int k = 0; k < 3; k++) {
            s->keys[r][k][0] = 0.5f * (float)k;
            for (int i = 1; i < 4; i++) s->keys[r][k][i] = test_random_float(&random, 0, 1);
        }
    }
    for (int i = 0; i < 3; i++) s->target[i] = test_random_float(&random, -2, 2);
}

static hone_avatar *make_avatar(const scene *s, hone_builder *builder)
{
    hone_avatar *avatar = hone_builder_array(builder, 1, sizeof *avatar);
    hone_expression *expressions = hone_builder_array(builder, MORPHS, sizeof *expressions);
    for (int i = 0; i < MORPHS; i++) expressions[i] = (hone_expression){.morph = i, .group = HONE_EXPRESSION_LOOK_AT};
    *avatar = (hone_avatar){.version = !s->turned,
                            .thumbnail = HONE_NONE,
                            .look_at = s->look,
                            .expression_count = MORPHS,
                            .expressions = expressions,
                            .first_person_bone = HONE_NONE};
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        float(*keys)[4] = hone_builder_array(builder, 3, sizeof *keys);
        memcpy(keys, s->keys[r], sizeof s->keys[r]);
        avatar->look_at.ranges[r].keys = (const float(*)[4])keys;
    }
    return avatar;
}

static hone_model *make_model(const scene *s, hone_constraint *constraint)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, BONES, sizeof *bones);
    hone_morph *morphs = hone_builder_array(builder, MORPHS, sizeof *morphs);
    hone_constraint *constraints = hone_builder_array(builder, 1, sizeof *constraints);
    for (int b = 0; b < BONES; b++)
        bones[b] = (hone_bone){.name = "",
                               .english_name = "",
                               .parent = parents[b],
                               .rest = s->rest[b],
                               .rest_local = hone_affine_from_transform(&s->rest[b]),
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    for (int m = 0; m < MORPHS; m++) morphs[m] = (hone_morph){.name = morph_names[m], .kind = HONE_MORPH_GROUP};
    if (constraint)
        constraints[0] = *constraint;
    hone_model_data data = {.space = HONE_SPACE_GLTF,
                            .turned = s->turned,
                            .skeleton = {.bone_count = BONES, .bones = bones},
                            .constraint_count = constraint != NULL,
                            .constraints = constraints,
                            .morph_count = MORPHS,
                            .morphs = morphs,
                            .avatar = make_avatar(s, builder)};
    return test_model_create(builder, &data);
}

static hone_humanoid human_map(void)
{
    hone_humanoid map;
    map.body = HONE_NONE;
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++) map.bones[i] = HONE_NONE;
    map.bones[HONE_HUMANOID_HEAD] = HEAD;
    map.bones[HONE_HUMANOID_EYE] = LEFT;
    map.bones[HONE_HUMANOID_EYE + 1] = RIGHT;
    return map;
}

/* The motions of the actor: the transforms of the scene. */
static void edit_pose(void *user, double frame, hone_pose *pose)
{
    const scene *s = user;
    (void)frame;
    for (int b = 0; b < BONES; b++) pose->bones[b] = s->now[b], pose->animated[b] = 1;
    memcpy(pose->morphs, s->weights, sizeof s->weights);
}

typedef struct player {
    hone_model *model;
    hone_actor *actor;
    hone_goal goal;
    hone_goal_id id;
} player;

static void open_player(player *p, scene *s, hone_constraint *constraint)
{
    const hone_humanoid map = human_map();
    hone_error error = {0};
    p->model = make_model(s, constraint);
    p->actor = hone_actor_create(&(hone_actor_desc){.model = p->model, .edit = edit_pose, .edit_user = s}, NULL);
    CHECK(p->actor != NULL);
    if (!hone_goal_for_look_at(p->model, &map, &p->goal, &error))
        fail_msg("%s", error.message);
    hone_vec3_copy(s->target, p->goal.position);
    p->id = hone_actor_goal_add(p->actor, &p->goal, NULL);
    CHECK(p->id.id != 0);
    CHECK(hone_actor_update(p->actor, 0, NULL));
}

static void close_player(player *p)
{
    hone_actor_destroy(p->actor);
    hone_model_release(p->model);
}

/* ---- the reference --------------------------------------------------------------------------------------------- */

static void place(const hone_transform *locals, int32_t bone, matrix *rotation, double origin[3])
{
    *rotation = (matrix){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) origin[i] = 0;
    for (int32_t b = bone; b != HONE_NONE; b = parents[b]) {
        matrix local = matrix_of(locals[b].rotation);
        apply(local, origin, origin);
        for (int i = 0; i < 3; i++) origin[i] += (double)locals[b].translation[i];
        *rotation = times(local, *rotation);
    }
}

static void expected_angles(const scene *s, double *yaw, double *pitch)
{
    matrix now, rest;
    double origin[3], at_rest[3], v[3], offset[3];
    place(s->now, HEAD, &now, origin);
    place(s->rest, HEAD, &rest, at_rest);
    for (int i = 0; i < 3; i++) offset[i] = (double)s->look.offset[i];
    apply(now, offset, v);
    for (int i = 0; i < 3; i++) v[i] = (double)s->target[i] - origin[i] - v[i];
    apply(transposed(times(now, transposed(rest))), v, v);
    if (s->turned)
        v[0] = -v[0], v[2] = -v[2];
    *yaw = atan2(v[0], v[2]) * 180 / pi;
    *pitch = atan2(-v[1], sqrt(v[0] * v[0] + v[2] * v[2])) * 180 / pi;
}

/* The cubic that has these values and slopes, by its coefficients. */
static double cubic(const float a[4], const float b[4], double x)
{
    double length = (double)b[0] - (double)a[0], t = (x - (double)a[0]) / length;
    double p = (double)a[1], q = (double)b[1], m = length * (double)a[3], n = length * (double)b[2];
    return p + t * (m + t * (3 * (q - p) - 2 * m - n + t * (2 * (p - q) + m + n)));
}

static double expected_output(const scene *s, int r, double angle)
{
    const hone_range_map *range = &s->look.ranges[r];
    double max = (double)range->max_input > 0.001 ? (double)range->max_input : 0.001, x = fmin(fabs(angle) / max, 1);
    if (range->key_count)
        x = cubic(s->keys[r][x < 0.5 ? 0 : 1], s->keys[r][x < 0.5 ? 1 : 2], x);
    return x * (double)range->output_scale;
}

/* The local rotation of an eye. */
static matrix expected_eye(const scene *s, int eye)
{
    double yaw, pitch, unused[3];
    expected_angles(s, &yaw, &pitch);
    bool outer = (yaw > 0) == (eye == LEFT);
    double side = expected_output(s, outer ? HONE_LOOK_AT_OUTER : HONE_LOOK_AT_INNER, yaw) * pi / 180;
    double height = expected_output(s, pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP, pitch) * pi / 180;
    matrix turn = times(about_y(yaw > 0 ? side : -side), about_x(pitch > 0 ? height : -height));
    if (s->turned)
        turn = times(times(about_y(pi), turn), about_y(-pi));
    matrix above;
    place(s->rest, parents[eye], &above, unused);
    return times(times(transposed(above), turn), times(above, matrix_of(s->rest[eye].rotation)));
}

static double angle_between(matrix a, matrix b)
{
    double far = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) far += (a.m[r][c] - b.m[r][c]) * (a.m[r][c] - b.m[r][c]);
    return 2 * asin(fmin(sqrt(far / 8), 1));
}

static void check_eyes(const scene *s, player *p)
{
    for (int eye = LEFT; eye <= RIGHT; eye++)
        CHECK_NEAR(
            angle_between(matrix_of(hone_actor_writable_pose(p->actor)->bones[eye].rotation), expected_eye(s, eye)), 0,
            1e-4);
}

static void check_weights(const scene *s, player *p)
{
    double yaw, pitch;
    expected_angles(s, &yaw, &pitch);
    double side = expected_output(s, HONE_LOOK_AT_OUTER, yaw);
    double height = expected_output(s, pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP, pitch);
    const float *shown = hone_actor_writable_pose(p->actor)->morphs;
    CHECK_NEAR((double)shown[0], pitch > 0 ? 0 : height, 1e-5);
    CHECK_NEAR((double)shown[1], pitch > 0 ? height : 0, 1e-5);
    CHECK_NEAR((double)shown[2], yaw > 0 ? side : 0, 1e-5);
    CHECK_NEAR((double)shown[3], yaw > 0 ? 0 : side, 1e-5);
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

static void both_kinds_follow_the_specification(void **state)
{
    (void)state;
    static scene s;
    player p;
    for (uint64_t seed = 1; seed <= TEST_REPEATS(240, 24); seed++) {
        random_scene(seed, &s);
        open_player(&p, &s, NULL);
        if (s.look.kind == HONE_LOOK_AT_BONE)
            check_eyes(&s, &p);
        else
            check_weights(&s, &p);
        close_player(&p);
    }
}

/* A head at the origin without rotations, eyes at its sides, and ranges of 60 degrees that give 10. */
static void plain_scene(scene *s)
{
    *s = (scene){.look = {.kind = HONE_LOOK_AT_BONE}, .target = {0, 0, 1}};
    for (int b = 0; b < BONES; b++)
        s->rest[b] = s->now[b] = (hone_transform){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++)
        s->look.ranges[r] = (hone_range_map){.max_input = 60, .output_scale = 10};
}

static void look_to(player *p, float x, float y, float z)
{
    hone_vec3_set(x, y, z, p->goal.position);
    CHECK(hone_actor_goal_set(p->actor, p->id, &p->goal, NULL));
    CHECK(hone_actor_update(p->actor, 0, NULL));
}

static double eye_turn(const player *p, int axis)
{
    return 2 * asin((double)hone_actor_writable_pose(p->actor)->bones[LEFT].rotation[axis]) * 180 / pi;
}

static void eyes_turn_to_the_left_and_downwards_by_positive_angles(void **state)
{
    (void)state;
    static scene s;
    player p;
    plain_scene(&s);
    open_player(&p, &s, NULL);
    look_to(&p, 1, 0, 1); /* 45 degrees to the avatar's left */
    CHECK_NEAR(eye_turn(&p, 1), 7.5, 1e-4);
    CHECK(hone_actor_goal_reached(p.actor, p.id));
    look_to(&p, 0, -1, 1);
    CHECK_NEAR(eye_turn(&p, 0), 7.5, 1e-4);
    look_to(&p, 0, 1, 1);
    CHECK_NEAR(eye_turn(&p, 0), -7.5, 1e-4);
    look_to(&p, -5, 0, 1); /* beyond the range */
    CHECK_NEAR(eye_turn(&p, 1), -10, 1e-4);
    CHECK(!hone_actor_goal_reached(p.actor, p.id));
    look_to(&p, 0, 0, 0); /* at the eyes themselves */
    CHECK_NEAR(eye_turn(&p, 0), 0, 0);
    CHECK_NEAR(eye_turn(&p, 1), 0, 0);
    close_player(&p);
}

static void a_weight_takes_part_of_the_way(void **state)
{
    (void)state;
    static scene s;
    player p;
    plain_scene(&s);
    open_player(&p, &s, NULL);
    p.goal.weight = 0.5f;
    look_to(&p, 1, 0, 1);
    CHECK_NEAR(eye_turn(&p, 1), 3.75, 1e-4);
    close_player(&p);
    s.look.kind = HONE_LOOK_AT_EXPRESSION;
    s.look.ranges[HONE_LOOK_AT_OUTER].output_scale = 1;
    s.weights[2] = 0.25f, s.weights[3] = 0.5f;
    open_player(&p, &s, NULL);
    p.goal.weight = 0.5f;
    look_to(&p, 1, 0, 1);
    CHECK_NEAR((double)hone_actor_morphs(p.actor)[2], 0.5, 1e-6);
    CHECK_NEAR((double)hone_actor_morphs(p.actor)[3], 0.25, 1e-6);
    close_player(&p);
}

static void constraints_act_after_the_look_at(void **state)
{
    (void)state;
    static scene s;
    player p;
    plain_scene(&s);
    /* the constraint turns the head by a quarter; hair copies the left eye */
    s.now[HAIR].rotation[1] = s.now[HAIR].rotation[3] = sqrtf(0.5f);
    hone_constraint turns = {.bone = HEAD, .source = HAIR, .kind = HONE_CONSTRAINT_ROTATION, .weight = 1};
    open_player(&p, &s, &turns);
    look_to(&p, 1, 0, 1);
    CHECK_NEAR(eye_turn(&p, 1), 7.5, 1e-4);
    CHECK_NEAR((double)hone_actor_bones(p.actor)[HEAD].m[0][2], 1, 1e-6);
    close_player(&p);
    hone_constraint copies = {.bone = HAIR, .source = LEFT, .kind = HONE_CONSTRAINT_ROTATION, .weight = 1};
    open_player(&p, &s, &copies);
    look_to(&p, 1, 0, 1);
    CHECK_NEAR(atan2((double)hone_actor_bones(p.actor)[HAIR].m[0][2], (double)hone_actor_bones(p.actor)[HAIR].m[2][2]),
               15 * pi / 180, 1e-5);
    close_player(&p);
}

static void a_model_without_a_look_at_looks_with_its_eyes(void **state)
{
    (void)state;
    static scene s;
    hone_goal goal;
    hone_error error = {0};
    hone_humanoid map = human_map();
    player p;
    plain_scene(&s);
    s.look.kind = HONE_LOOK_AT_NONE;
    s.rest[LEFT].translation[0] = s.now[LEFT].translation[0] = 0.03f;
    s.rest[RIGHT].translation[0] = s.now[RIGHT].translation[0] = -0.03f;
    open_player(&p, &s, NULL);
    CHECK(p.goal.kind == HONE_GOAL_GAZE);
    look_to(&p, 0, 0.1f, 1);
    CHECK_NEAR(eye_turn(&p, 0), -atan(0.1) * 180 / pi, 0.01); /* both eyes look at one point, from their places */
    CHECK_NEAR(hone_actor_writable_pose(p.actor)->bones[HEAD].rotation[3], 1, 0);
    close_player(&p);
    map.bones[HONE_HUMANOID_EYE] = map.bones[HONE_HUMANOID_EYE + 1] = HONE_NONE;
    hone_model *model = make_model(&s, NULL);
    CHECK(!hone_goal_for_look_at(model, &map, &goal, &error) && error.code == HONE_ERROR_ARGUMENT);
    goal = (hone_goal){.kind = HONE_GOAL_LOOK_AT, .weight = 1, .bones = {HEAD, LEFT, RIGHT}};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_goal_add(actor, &goal, &error).id == 0 && error.code == HONE_ERROR_ARGUMENT);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void a_goal_that_names_a_missing_eye_is_refused(void **state)
{
    (void)state;
    static scene s;
    player p;
    plain_scene(&s);
    open_player(&p, &s, NULL);
    p.goal.bones[1] = BONES;
    CHECK(!hone_actor_goal_set(p.actor, p.id, &p.goal, NULL));
    p.goal.bones[1] = HONE_NONE; /* one eye is enough */
    look_to(&p, 1, 0, 1);
    CHECK_NEAR(eye_turn(&p, 1), 0, 0);
    CHECK(hone_actor_writable_pose(p.actor)->bones[RIGHT].rotation[1] > 0.05f);
    close_player(&p);
}

TEST_GROUP(test_look_at)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_kinds_follow_the_specification),
        cmocka_unit_test(eyes_turn_to_the_left_and_downwards_by_positive_angles),
        cmocka_unit_test(a_weight_takes_part_of_the_way),
        cmocka_unit_test(constraints_act_after_the_look_at),
        cmocka_unit_test(a_model_without_a_look_at_looks_with_its_eyes),
        cmocka_unit_test(a_goal_that_names_a_missing_eye_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
