/* Node constraints, compared with an independent implementation in double precision that follows the pseudocode of the
 * specification: each rotation and each place is computed from what it depends on, without an order. */
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/rig.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BONES = 24, MOST = 12 };

/* ---- rotations in double precision --------------------------------------------------------------------------- */

typedef struct turn {
    double x, y, z, w;
} turn;

static turn turn_of(const float q[4])
{
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    double length = sqrt(x * x + y * y + z * z + w * w);
    return (turn){x / length, y / length, z / length, w / length};
}

static turn inverse(turn a)
{
    return (turn){-a.x, -a.y, -a.z, a.w};
}

static turn times(turn a, turn b)
{
    return (turn){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static void apply(turn a, const double v[3], double out[3])
{
    turn p = times(times(a, (turn){v[0], v[1], v[2], 0}), inverse(a));
    out[0] = p.x, out[1] = p.y, out[2] = p.z;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void unit(double v[3])
{
    double length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] /= length;
}

static turn about(const double axis[3], double angle)
{
    double s = sin(angle / 2);
    return (turn){axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)};
}

/* fromToRotation of the pseudocode, by axis and angle. Vectors of unit length. */
static turn from_to(const double a[3], const double b[3])
{
    double axis[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double sine = sqrt(dot(axis, axis));
    if (sine == 0)
        return (turn){0, 0, 0, 1};
    unit(axis);
    return about(axis, atan2(sine, dot(a, b)));
}

static turn slerp(turn a, turn b, double t)
{
    turn d = times(inverse(a), b);
    double sign = d.w < 0 ? -1 : 1, axis[3] = {sign * d.x, sign * d.y, sign * d.z}, sine = sqrt(dot(axis, axis));
    if (sine == 0)
        return a;
    unit(axis);
    return times(a, about(axis, t * 2 * atan2(sine, sign * d.w)));
}

static double angle_between(turn a, turn b)
{
    turn d = times(inverse(a), b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}

/* ---- the reference ------------------------------------------------------------------------------------------- */

typedef struct scene {
    hone_bone bones[BONES];
    hone_constraint constraints[MOST];
    uint32_t count;
    hone_pose pose;
    hone_transform transforms[BONES];
    uint8_t animated[BONES], physics_off[BONES];
    uint32_t depth; /* of the calls of the reference */
    bool cyclic;    /* they were deeper than LIMIT: something depends on itself */
} scene;

enum { LIMIT = 300 };

static const hone_transform *now(const scene *s, int32_t bone)
{
    return s->animated[bone] ? &s->transforms[bone] : &s->bones[bone].rest;
}

typedef struct world {
    turn rotation;
    double scale, origin[3];
} world;

static turn local_of(scene *s, int32_t bone);

static world world_of(scene *s, int32_t bone)
{
    s->cyclic |= s->depth > LIMIT;
    if (bone == HONE_NONE || s->cyclic)
        return (world){{0, 0, 0, 1}, 1, {0, 0, 0}};
    s->depth++;
    world above = world_of(s, s->bones[bone].parent), out;
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = above.scale * (double)now(s, bone)->translation[i];
    apply(above.rotation, at, at);
    for (int i = 0; i < 3; i++) out.origin[i] = above.origin[i] + at[i];
    out.scale = above.scale * (double)now(s, bone)->scale[0];
    out.rotation = times(above.rotation, local_of(s, bone));
    s->depth--;
    return out;
}

static const double axes[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};

static turn roll(scene *s, const hone_constraint *c)
{
    turn source_rest = turn_of(s->bones[c->source].rest.rotation), rest = turn_of(s->bones[c->bone].rest.rotation);
    turn delta = times(inverse(source_rest), local_of(s, c->source));
    delta = times(times(source_rest, delta), inverse(source_rest));
    delta = times(times(inverse(rest), delta), rest);
    double to[3];
    apply(delta, axes[c->axis], to);
    return times(times(rest, inverse(from_to(axes[c->axis], to))), delta);
}

/* The origin of a bone, which its own rotation does not change. */
static void origin_of(scene *s, int32_t bone, double out[3])
{
    world above = world_of(s, s->bones[bone].parent);
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = above.scale * (double)now(s, bone)->translation[i];
    apply(above.rotation, at, at);
    for (int i = 0; i < 3; i++) out[i] = above.origin[i] + at[i];
}

static turn aim(scene *s, const hone_constraint *c)
{
    turn rest = turn_of(s->bones[c->bone].rest.rotation), parent = world_of(s, s->bones[c->bone].parent).rotation;
    double from[3], to[3], here[3];
    apply(times(parent, rest), axes[c->axis], from);
    origin_of(s, c->source, to);
    origin_of(s, c->bone, here);
    for (int i = 0; i < 3; i++) to[i] -= here[i];
    unit(to);
    return times(times(times(inverse(parent), from_to(from, to)), parent), rest);
}

static const hone_constraint *constraint_of(const scene *s, int32_t bone)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->constraints[i].bone == bone)
            return &s->constraints[i];
    return NULL;
}

static turn local_of(scene *s, int32_t bone)
{
    const hone_constraint *c = constraint_of(s, bone);
    turn rest = turn_of(s->bones[bone].rest.rotation), target;
    s->cyclic |= s->depth > LIMIT;
    if (s->cyclic)
        return rest;
    if (!c)
        return turn_of(now(s, bone)->rotation);
    s->depth++;
    if (c->kind == HONE_CONSTRAINT_AIM)
        target = aim(s, c);
    else if (c->kind == HONE_CONSTRAINT_ROLL)
        target = roll(s, c);
    else
        target = times(rest, times(inverse(turn_of(s->bones[c->source].rest.rotation)), local_of(s, c->source)));
    s->depth--;
    return slerp(rest, target, (double)c->weight);
}

/* Also where bones only aim at each other, which the specification forbids too. */
static bool has_cycle(scene *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const hone_constraint *c = &s->constraints[i];
        for (uint32_t n = 0; n <= s->count && c; n++) c = constraint_of(s, c->source);
        if (c)
            return true;
    }
    s->depth = 0, s->cyclic = false;
    for (int32_t b = 0; b < BONES; b++) world_of(s, b);
    return s->cyclic;
}

/* ---- scenes --------------------------------------------------------------------------------------------------- */

static void random_transform(test_random *random, hone_transform *out)
{
    for (int i = 0; i < 3; i++) out->translation[i] = test_random_float(random, -0.3f, 0.3f);
    test_random_quat(random, out->rotation);
    out->scale[0] = out->scale[1] = out->scale[2] = test_random_float(random, 0.8f, 1.2f);
}

static void random_pose(test_random *random, scene *s)
{
    s->pose = (hone_pose){
        .bone_count = BONES, .bones = s->transforms, .animated = s->animated, .physics_off = s->physics_off};
    for (int b = 0; b < BONES; b++) {
        random_transform(random, &s->transforms[b]);
        s->animated[b] = test_random_u32(random) % 4 != 0;
    }
}

static hone_constraint random_constraint(test_random *random)
{
    hone_constraint c = {.kind = (uint8_t)(test_random_u32(random) % 3),
                         .bone = (int32_t)(test_random_u32(random) % BONES),
                         .source = (int32_t)(test_random_u32(random) % BONES),
                         .weight = test_random_u32(random) % 3 ? test_random_float(random, 0, 1) : 1};
    c.axis = (uint8_t)(test_random_u32(random) % (c.kind == HONE_CONSTRAINT_AIM ? 6 : 3));
    return c;
}

/* Parents come before their children or after them. */
static void random_scene(uint64_t seed, scene *s)
{
    test_random random = {seed};
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BONES; b++) {
        s->bones[b] = (hone_bone){.name = "",
                                  .english_name = "",
                                  .parent = HONE_NONE,
                                  .tail_bone = HONE_NONE,
                                  .append_source = HONE_NONE,
                                  .ik = HONE_NONE};
        random_transform(&random, &s->bones[b].rest);
        s->bones[b].rest_local = hone_affine_from_transform(&s->bones[b].rest);
        if (b)
            s->bones[b].parent = (int32_t)(test_random_u32(&random) % (uint32_t)b);
        if (b && seed % 2) /* the last bone is the root */
            s->bones[b - 1].parent = (int32_t)((uint32_t)b + test_random_u32(&random) % (uint32_t)(BONES - b));
    }
    if (seed % 2)
        s->bones[BONES - 1].parent = HONE_NONE;
    random_pose(&random, s);
    for (int tries = 0; tries < 60 && s->count < MOST; tries++) {
        hone_constraint c = random_constraint(&random);
        if (c.bone == c.source || constraint_of(s, c.bone))
            continue;
        s->constraints[s->count++] = c;
        if (has_cycle(s))
            s->count--;
    }
    s->depth = 0, s->cyclic = false;
}

static hone_model *make_model(const scene *s)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, BONES, sizeof *bones);
    hone_constraint *constraints = hone_builder_array(builder, MOST, sizeof *constraints);
    memcpy(bones, s->bones, sizeof s->bones);
    memcpy(constraints, s->constraints, sizeof s->constraints);
    hone_model_data data = {.space = HONE_SPACE_GLTF,
                            .skeleton = {.bone_count = BONES, .bones = bones},
                            .constraint_count = s->count,
                            .constraints = constraints};
    return test_model_create(builder, &data);
}

static hone_rig *make_rig(const hone_model *model)
{
    hone_error error = {0};
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, &error);
    if (!rig)
        fail_msg("%s", error.message);
    return rig;
}

static turn rotation_of(const hone_affine *m)
{
    float q[4];
    hone_quat_from_affine(m, q);
    return turn_of(q);
}

static void check_bones(scene *s, const hone_rig *rig)
{
    for (int32_t b = 0; b < BONES; b++) {
        const hone_affine *placed = &hone_rig_bones(rig)[b];
        world expected = world_of(s, b);
        CHECK(!s->cyclic);
        for (int i = 0; i < 3; i++) CHECK_NEAR((double)placed->m[i][3], expected.origin[i], 1e-5);
        CHECK_NEAR(angle_between(rotation_of(placed), expected.rotation), 0, 1e-4);
    }
}

/* ---- tests ---------------------------------------------------------------------------------------------------- */

static void constraints_follow_the_formulas_in_whatever_order_they_depend_on_each_other(void **state)
{
    (void)state;
    static scene s;
    uint32_t seen[3] = {0};
    for (uint64_t seed = 1; seed <= TEST_REPEATS(200, 10); seed++) {
        test_random random = {seed * 77};
        random_scene(seed, &s);
        hone_model *model = make_model(&s);
        hone_rig *rig = make_rig(model);
        for (int n = 0; n < 3; n++) {
            random_pose(&random, &s);
            hone_rig_evaluate(rig, &s.pose);
            check_bones(&s, rig);
        }
        for (uint32_t i = 0; i < s.count; i++) seen[s.constraints[i].kind]++;
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
    for (int kind = 0; kind < 3; kind++) CHECK(seen[kind] > TEST_REPEATS(300, 15));
}

/* Bones in a row along x, one unit apart, each below the one before. */
static void row_scene(scene *s)
{
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BONES; b++) {
        s->bones[b] = (hone_bone){.name = "",
                                  .english_name = "",
                                  .parent = b - 1,
                                  .rest_local = HONE_AFFINE_IDENTITY,
                                  .tail_bone = HONE_NONE,
                                  .append_source = HONE_NONE,
                                  .ik = HONE_NONE,
                                  .rest = {.translation = {b > 0, 0, 0}, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}};
        s->bones[b].rest_local.m[0][3] = b > 0;
    }
    s->pose = (hone_pose){
        .bone_count = BONES, .bones = s->transforms, .animated = s->animated, .physics_off = s->physics_off};
}

static void evaluate(const scene *s, hone_affine out[BONES])
{
    hone_model *model = make_model(s);
    hone_rig *rig = make_rig(model);
    hone_rig_evaluate(rig, &s->pose);
    memcpy(out, hone_rig_bones(rig), BONES * sizeof *out);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void an_aim_at_what_is_exactly_behind_is_a_half_turn_about_a_fixed_axis(void **state)
{
    (void)state;
    static const double expected[6][3] = {{0, -1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 0, -1}, {0, -1, 0}};
    static scene s;
    hone_affine bones[BONES];
    for (uint8_t axis = 0; axis < 6; axis++) {
        row_scene(&s);
        s.bones[2].parent = 0;
        for (int i = 0; i < 3; i++) s.bones[2].rest.translation[i] = (float)(i == 0) - (float)axes[axis][i];
        s.bones[2].rest_local = hone_affine_from_transform(&s.bones[2].rest);
        s.constraints[s.count++] =
            (hone_constraint){.bone = 1, .source = 2, .kind = HONE_CONSTRAINT_AIM, .axis = axis, .weight = 1};
        evaluate(&s, bones);
        CHECK_NEAR(angle_between(rotation_of(&bones[1]), about(expected[axis], 3.14159265358979323846)), 0, 1e-6);
    }
}

static void an_aim_at_its_own_place_keeps_the_rotation_at_rest(void **state)
{
    (void)state;
    static scene s;
    hone_affine bones[BONES];
    row_scene(&s);
    s.bones[2].parent = 0;
    s.constraints[s.count++] = (hone_constraint){.bone = 1, .source = 2, .kind = HONE_CONSTRAINT_AIM, .weight = 1};
    evaluate(&s, bones);
    CHECK(memcmp(&bones[1], &bones[2], sizeof bones[1]) == 0);
}

static void a_source_half_a_turn_away_from_the_axis_has_no_roll(void **state)
{
    (void)state;
    static scene s;
    hone_affine bones[BONES];
    row_scene(&s);
    s.animated[5] = 1;
    s.transforms[5] = (hone_transform){.translation = {1, 0, 0}, .rotation = {0, 1, 0, 0}, .scale = {1, 1, 1}};
    s.constraints[s.count++] = (hone_constraint){.bone = 2, .source = 5, .kind = HONE_CONSTRAINT_ROLL, .weight = 1};
    evaluate(&s, bones);
    CHECK_NEAR(angle_between(rotation_of(&bones[2]), (turn){0, 0, 0, 1}), 0, 0);
}

static void weight_is_counted_from_the_rotation_at_rest(void **state)
{
    (void)state;
    static scene s;
    test_random random = {9};
    random_scene(4, &s);
    s.count = 1;
    s.constraints[0] =
        (hone_constraint){.bone = 7, .source = s.bones[7].parent, .kind = HONE_CONSTRAINT_ROTATION, .weight = 0};
    hone_model *model = make_model(&s);
    hone_rig *rig = make_rig(model);
    for (int n = 0; n < 10; n++) {
        random_pose(&random, &s);
        s.animated[7] = 1; /* what a motion says of the bone is replaced, as the specification has it */
        hone_rig_evaluate(rig, &s.pose);
        turn above = rotation_of(&hone_rig_bones(rig)[s.bones[7].parent]);
        turn rest = turn_of(s.bones[7].rest.rotation);
        CHECK_NEAR(angle_between(rotation_of(&hone_rig_bones(rig)[7]), times(above, rest)), 0, 1e-5);
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* A rotation about y of a bone, so that constraints have something to copy. */
static void turn_bone(scene *s, int bone)
{
    s->animated[bone] = 1;
    s->transforms[bone] = s->bones[bone].rest;
    s->transforms[bone].rotation[1] = 0.6f, s->transforms[bone].rotation[3] = 0.8f;
}

static turn local_turn(const hone_affine bones[BONES], int bone)
{
    return times(inverse(rotation_of(&bones[bone - 1])), rotation_of(&bones[bone]));
}

static void a_cycle_leaves_out_one_constraint_and_keeps_the_others(void **state)
{
    (void)state;
    static scene s;
    static const turn turned = {0, 0.6, 0, 0.8}, rest = {0, 0, 0, 1};
    hone_affine bones[BONES];
    row_scene(&s);
    turn_bone(&s, 12);
    /* 3 follows 8, 8 follows 12, 12 follows 3; and 5 aims at what is below it */
    const int32_t pairs[3][2] = {{3, 8}, {8, 12}, {12, 3}};
    for (int i = 0; i < 3; i++)
        s.constraints[s.count++] = (hone_constraint){
            .bone = pairs[i][0], .source = pairs[i][1], .kind = HONE_CONSTRAINT_ROTATION, .weight = 1};
    s.constraints[s.count++] =
        (hone_constraint){.bone = 5, .source = 9, .kind = HONE_CONSTRAINT_AIM, .axis = 1, .weight = 1};
    evaluate(&s, bones);
    for (int b = 1; b < BONES; b++)
        CHECK_NEAR(angle_between(local_turn(bones, b), b == 3 || b == 8 || b == 12 ? turned : rest), 0, 1e-5);
}

static void of_two_constraints_of_a_bone_the_first_acts(void **state)
{
    (void)state;
    static scene s;
    hone_affine one[BONES], two[BONES];
    random_scene(6, &s);
    s.count = 1;
    s.constraints[0] = (hone_constraint){.bone = 4, .source = 0, .kind = HONE_CONSTRAINT_ROTATION, .weight = 1};
    s.constraints[1] = (hone_constraint){.bone = 4, .source = 0, .kind = HONE_CONSTRAINT_ROLL, .weight = 0.5f};
    evaluate(&s, one);
    s.count = 2;
    evaluate(&s, two);
    CHECK(memcmp(one, two, sizeof one) == 0);
}

static void bones_below_one_that_physics_moves_keep_their_constraints(void **state)
{
    (void)state;
    static scene s;
    static hone_affine moved[BONES];
    uint8_t dynamic[BONES] = {0};
    row_scene(&s);
    for (int b = 0; b < BONES; b++) turn_bone(&s, b);
    s.constraints[s.count++] = (hone_constraint){.bone = 6, .source = 20, .kind = HONE_CONSTRAINT_ROLL, .weight = 1};
    hone_model *model = make_model(&s);
    hone_rig *rig = make_rig(model);
    hone_rig_before_physics(rig, &s.pose);
    memcpy(moved, hone_rig_bones(rig), sizeof moved);
    const hone_affine before = hone_rig_bones(rig)[10];
    dynamic[4] = HONE_DYNAMIC_BODY;
    for (int b = 0; b < BONES; b++) moved[b].m[1][3] += 2;
    hone_rig_apply_physics(rig, &s.pose, moved, dynamic);
    hone_rig_after_physics(rig, &s.pose);
    const hone_affine *after = &hone_rig_bones(rig)[10];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            CHECK_NEAR((double)after->m[i][j], (double)before.m[i][j] + (i == 1 && j == 3 ? 2 : 0), 1e-5);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* The order of the specification: constraints come before springs. */
static void a_source_that_physics_turns_does_not_turn_others(void **state)
{
    (void)state;
    static scene s;
    static hone_affine moved[BONES], before[BONES];
    uint8_t dynamic[BONES] = {0};
    row_scene(&s);
    turn_bone(&s, 20);
    s.constraints[s.count++] =
        (hone_constraint){.bone = 6, .source = 20, .kind = HONE_CONSTRAINT_ROTATION, .weight = 1};
    hone_model *model = make_model(&s);
    hone_rig *rig = make_rig(model);
    hone_rig_before_physics(rig, &s.pose);
    memcpy(before, hone_rig_bones(rig), sizeof before);
    memcpy(moved, before, sizeof moved);
    dynamic[20] = HONE_DYNAMIC_BODY;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) moved[20].m[r][c] = r == c;
    hone_rig_apply_physics(rig, &s.pose, moved, dynamic);
    hone_rig_after_physics(rig, &s.pose);
    CHECK(memcmp(hone_rig_bones(rig), before, 20 * sizeof *before) == 0);
    CHECK(memcmp(&hone_rig_bones(rig)[20], &moved[20], sizeof *moved) == 0);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void parts_of_a_bone_name_its_constraint(void **state)
{
    (void)state;
    static scene s;
    random_scene(8, &s);
    CHECK(s.count > 3);
    hone_model *model = make_model(&s);
    hone_rig *rig = make_rig(model);
    hone_rig_evaluate(rig, &s.pose);
    for (uint32_t b = 0; b < BONES; b++) {
        hone_bone_parts parts = hone_rig_bone_parts(rig, &s.pose, b);
        turn sum = times(turn_of(parts.keys.rotation), turn_of(parts.append.rotation));
        CHECK_NEAR(angle_between(sum, turn_of(parts.whole.rotation)), 0, 1e-5);
        turn expected = local_of(&s, (int32_t)b);
        sum = times(turn_of(parts.whole.rotation), turn_of(s.bones[b].rest.rotation));
        CHECK_NEAR(angle_between(sum, expected), 0, 1e-4);
        if (!constraint_of(&s, (int32_t)b))
            CHECK(parts.append.rotation[3] == 1);
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* Each bone of a long row aims at what hangs on another bone that is turned. */
static void long_rows_of_constraints_are_planned_and_evaluated_once_each(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, LONG, sizeof *bones);
    hone_constraint *constraints = hone_builder_array(builder, LONG, sizeof *constraints);
    for (int32_t b = 0; b < LONG; b++) {
        bones[b] = (hone_bone){.name = "",
                               .english_name = "",
                               .parent = b - 1,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        constraints[b] = (hone_constraint){
            .bone = b, .source = (b + 1) % LONG, .kind = HONE_CONSTRAINT_ROTATION, .weight = 1}; /* one long cycle */
    }
    hone_model_data data = {.space = HONE_SPACE_GLTF,
                            .skeleton = {.bone_count = LONG, .bones = bones},
                            .constraint_count = LONG,
                            .constraints = constraints};
    hone_model *model = test_model_create(builder, &data);
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .allocator = &allocator.allocator}, NULL);
    hone_pose pose = {.bone_count = LONG,
                      .bones = calloc(LONG, sizeof *pose.bones),
                      .animated = calloc(LONG, 1),
                      .physics_off = calloc(LONG, 1)};
    uint64_t calls = allocator.calls;
    for (int n = 0; n < 3; n++) hone_rig_evaluate(rig, &pose);
    CHECK(allocator.calls == calls);
    free(pose.bones), free(pose.animated), free(pose.physics_off);
    hone_rig_destroy(rig);
    hone_model_release(model);
    CHECK(allocator.live == 0);
}

/* A plan in which a step comes before one that it needs would be an error of the rig. */
static void whatever_cycles_there_are_can_be_planned(void **state)
{
    (void)state;
    static scene s;
    uint32_t cyclic = 0;
    for (uint32_t seed = 0; seed < TEST_REPEATS(2000, 200); seed++) {
        test_random random = {seed + 70};
        random_scene(seed, &s);
        for (s.count = 0; s.count < MOST;) {
            hone_constraint c = random_constraint(&random);
            if (c.bone != c.source)
                s.constraints[s.count++] = c;
        }
        cyclic += has_cycle(&s);
        hone_model *model = make_model(&s);
        hone_rig *rig = make_rig(model);
        hone_rig_evaluate(rig, &s.pose);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
    CHECK(cyclic > TEST_REPEATS(300, 20));
}

/* A row of many bones, each with a constraint that `make` chooses. */
static hone_model *row_of_constraints(int32_t count, void (*make)(int32_t count, hone_constraint *out))
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, (size_t)count, sizeof *bones);
    hone_constraint *constraints = hone_builder_array(builder, (size_t)count, sizeof *constraints);
    for (int32_t b = 0; b < count; b++)
        bones[b] = (hone_bone){.name = "",
                               .english_name = "",
                               .parent = b - 1,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    make(count, constraints);
    return test_model_create(builder, &(hone_model_data){.space = HONE_SPACE_GLTF,
                                                         .skeleton = {.bone_count = (uint32_t)count, .bones = bones},
                                                         .constraint_count = (uint32_t)count,
                                                         .constraints = constraints});
}

/* Each aims at the last bone: a cycle, as that is below it. */
static void aim_at_the_last(int32_t count, hone_constraint *out)
{
    for (int32_t b = 0; b < count; b++)
        out[b] = (hone_constraint){
            .bone = b, .source = b == count - 1 ? 0 : count - 1, .kind = HONE_CONSTRAINT_AIM, .axis = 1, .weight = 1};
}

/* Each aims at the bone three below it. */
static void aim_at_the_third_below(int32_t count, hone_constraint *out)
{
    for (int32_t b = 0; b < count; b++)
        out[b] = (hone_constraint){
            .bone = b, .source = (b + 3) % count, .kind = HONE_CONSTRAINT_AIM, .axis = 1, .weight = 1};
}

/* From the end of the row, each follows or aims at a bone far away. */
static void mixed_far_sources(int32_t count, hone_constraint *out)
{
    for (int32_t b = 0; b < count; b++)
        out[b] = (hone_constraint){.bone = count - 1 - b,
                                   .source = (int32_t)(((int64_t)b * 7919 + count / 2) % count),
                                   .kind = (uint8_t)(b % 2 ? HONE_CONSTRAINT_AIM : HONE_CONSTRAINT_ROTATION),
                                   .axis = 1,
                                   .weight = 1};
}

static void many_cycles_are_planned_in_linear_time(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    void (*const makers[])(int32_t, hone_constraint *) = {aim_at_the_last, aim_at_the_third_below, mixed_far_sources};
    for (int i = 0; i < 3; i++) {
        hone_model *model = row_of_constraints(MANY, makers[i]);
        CHECK(model);
        clock_t begin = clock();
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
        CHECK(rig);
        CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 2); /* square time takes more than ten seconds */
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
}

static void every_allocation_of_a_rig_with_constraints_may_fail(void **state)
{
    (void)state;
    static scene s;
    random_scene(3, &s);
    hone_model *model = make_model(&s);
    bool done = false;
    uint64_t failed = 0;
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .allocator = &allocator.allocator}, &error);
        done = rig != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_rig_destroy(rig);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 3);
    hone_model_release(model);
}

TEST_GROUP(test_constraints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_follow_the_formulas_in_whatever_order_they_depend_on_each_other),
        cmocka_unit_test(an_aim_at_what_is_exactly_behind_is_a_half_turn_about_a_fixed_axis),
        cmocka_unit_test(an_aim_at_its_own_place_keeps_the_rotation_at_rest),
        cmocka_unit_test(a_source_half_a_turn_away_from_the_axis_has_no_roll),
        cmocka_unit_test(weight_is_counted_from_the_rotation_at_rest),
        cmocka_unit_test(a_cycle_leaves_out_one_constraint_and_keeps_the_others),
        cmocka_unit_test(of_two_constraints_of_a_bone_the_first_acts),
        cmocka_unit_test(bones_below_one_that_physics_moves_keep_their_constraints),
        cmocka_unit_test(a_source_that_physics_turns_does_not_turn_others),
        cmocka_unit_test(parts_of_a_bone_name_its_constraint),
        cmocka_unit_test(whatever_cycles_there_are_can_be_planned),
        cmocka_unit_test(many_cycles_are_planned_in_linear_time),
        cmocka_unit_test(long_rows_of_constraints_are_planned_and_evaluated_once_each),
        cmocka_unit_test(every_allocation_of_a_rig_with_constraints_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
