/* Ragdolls: bodies that follow bones are let go. */
#include "play/physics/ragdoll/ragdoll.h"
#include "support/physics_scene.h"
#include "support/support.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

enum { LIMB = 5 };

typedef struct doll {
    hone_model *model;
    hone_physics *physics;
    hone_physics_world *world;
    hone_affine bones[LIMB + 1], out[LIMB + 1];
    uint8_t dynamic[LIMB + 1];
    float weights[LIMB + 1];
} doll;

/* An arm that is stretched to the side, of bodies that overlap; all follow their bones. */
static doll open_doll(const hone_physics_options *options)
{
    NEEDS(physics);
    doll d = {NULL};
    make_bodies_clear(&scene_plan);
    make_bodies_chain(&scene_plan, HONE_BODY_FOLLOWS, LIMB, 20, 1);
    scene_plan.joint_count = 0; /* as in models of MMD */
    for (uint32_t b = 0; b < scene_plan.body_count; b++) {
        scene_plan.bodies[b].mask = 0xffff;
        scene_plan.bodies[b].size[0] = 0.7f;
        scene_plan.bodies[b].mass = (float)(b % 2);
        scene_plan.bodies[b].linear_damping = scene_plan.bodies[b].angular_damping = 0.5f;
        d.bones[b] = hone_affine_translation(scene_plan.bodies[b].position);
    }
    d.model = make_bodies_model(&scene_plan, NULL, NULL);
    d.physics = hone_physics_create(&(hone_physics_desc){.model = d.model, .options = *options, .ragdoll = true}, NULL);
    CHECK(d.physics);
    d.world = hone_physics_get_world(d.physics);
    return d;
}

static void close_doll(doll *d)
{
    hone_physics_destroy(d->physics);
    hone_model_release(d->model);
}

static void step(doll *d, int count)
{
    for (int k = 0; k < count; k++) {
        hone_physics_set_input(d->physics, &(hone_physics_input){.bones = d->bones});
        CHECK(hone_physics_world_step(d->world, NULL));
    }
    memcpy(d->out, d->bones, sizeof d->out);
    hone_physics_bones(d->physics, d->bones, d->out, d->dynamic);
}

static void let_go(doll *d, int from, float weight)
{
    for (int b = 0; b <= LIMB; b++) d->weights[b] = b >= from ? weight : 0;
    CHECK(hone_physics_set_ragdoll(d->physics, d->weights, NULL));
}

static float distance(const doll *d, int a, int b)
{
    float p[3], q[3];
    hone_affine_origin(&d->out[a], p);
    hone_affine_origin(&d->out[b], q);
    return hone_vec3_distance(p, q);
}

static void parts_that_are_let_go_hang_on_the_rest(void **state)
{
    (void)state;
    doll d = open_doll(&scene_usual);
    step(&d, 20);
    for (int b = 0; b <= LIMB; b++) CHECK(!d.dynamic[b]);
    let_go(&d, 3, 1);
    for (int k = 0; k < 200; k++) {
        step(&d, 1);
        for (int b = 1; b <= LIMB; b++) CHECK_NEAR(distance(&d, b - 1, b), 1, 0.04); /* joints hold */
    }
    CHECK(!d.dynamic[2] && d.dynamic[3] && d.dynamic[LIMB]);
    CHECK(memcmp(&d.out[2], &d.bones[2], sizeof d.out[2]) == 0);
    CHECK(d.out[LIMB].m[1][3] < 19); /* it hangs */
    let_go(&d, 3, 0);
    step(&d, 1);
    CHECK(!d.dynamic[3] && memcmp(d.out, d.bones, sizeof d.out) == 0);
    close_doll(&d);
}

/* The angle by which a bone is turned from rest. */
static float angle_of(const doll *d, int bone)
{
    float q[4];
    hone_quat_from_affine(&d->out[bone], q);
    return 2 * atan2f(hone_vec3_length(q), fabsf(q[3]));
}

static void weights_turn_joints_between_the_animation_and_physics(void **state)
{
    (void)state;
    doll d = open_doll(&scene_usual);
    let_go(&d, 1, 1);
    step(&d, 200);
    hone_affine fallen = d.out[LIMB];
    float first = angle_of(&d, 1);
    CHECK(fallen.m[1][3] < 18 && first > 0.3f);
    for (int k = 4; k > 0; k--) {
        let_go(&d, 1, 0.25f * (float)k);
        hone_physics_bones(d.physics, d.bones, d.out, d.dynamic);
        CHECK_NEAR(angle_of(&d, 1), 0.25f * (float)k * first, 1e-3);
        for (int b = 1; b <= LIMB; b++) CHECK_NEAR(distance(&d, b - 1, b), 1, 0.02); /* limbs keep their length */
        CHECK((memcmp(&fallen, &d.out[LIMB], sizeof fallen) == 0) == (k == 4));
    }
    CHECK(d.out[LIMB].m[1][3] > fallen.m[1][3] && d.out[LIMB].m[1][3] < 20);
    close_doll(&d);
}

static void parts_go_on_with_the_speed_of_their_bones(void **state)
{
    (void)state;
    doll d = open_doll(&(hone_physics_options){.weightless = true});
    for (int k = 0; k < 30; k++) {
        for (int b = 0; b <= LIMB; b++) d.bones[b].m[2][3] = 0.2f * (float)k;
        if (k == 29)
            let_go(&d, 0, 1); /* all of it */
        step(&d, 1);
    }
    hone_body_motion body;
    CHECK(hone_physics_body_motion(d.physics, 2, &body));
    CHECK_NEAR(body.velocity[2], 12, 0.3);
    CHECK(hone_physics_push_body(d.physics, LIMB, (const float[3]){0, 120, 0}, NULL, NULL));
    step(&d, 10);
    CHECK(d.out[LIMB].m[1][3] > 20.2f && d.out[0].m[2][3] > 6.5f);
    close_doll(&d);
}

/* Nothing tells which part of a human they are. All weigh 60 kg together. */
static void parts_weigh_by_their_volume(void **state)
{
    (void)state;
    hone_ragdoll_part part;
    doll d = open_doll(&scene_usual);
    uint32_t count = hone_physics_ragdoll_part_count(d.physics);
    float sum = 0, lightest = INFINITY, heaviest = 0;
    for (uint32_t p = 0; p < count; p++) {
        CHECK(hone_physics_ragdoll_part(d.physics, p, &part));
        sum += part.mass, lightest = fminf(lightest, part.mass), heaviest = fmaxf(heaviest, part.mass);
    }
    CHECK(count == LIMB + 1 && !hone_physics_ragdoll_part(d.physics, count, &part));
    CHECK_NEAR(sum, 60, 1e-3);
    CHECK_NEAR(heaviest, lightest, 1e-3); /* spheres of one size */
    close_doll(&d);
}

static void a_model_is_as_high_as_its_bones_are_apart(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        make_bodies_clear(&scene_plan);
        for (int i = 0; i < 3; i++) make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 50, 50, 50);
        scene_plan.bodies[1].position[axis] = 53, scene_plan.bodies[2].position[axis] = 46;
        hone_model *model = make_bodies_model(&scene_plan, NULL, NULL);
        CHECK(hone_model_height(model) == 7);
        hone_model_release(model);
    }
}

/* A doll in free space, each part of which was pushed on both sides, so that it spins about x. */
static doll open_spinning(float push_size)
{
    doll d = open_doll(&(hone_physics_options){.weightless = true});
    let_go(&d, 0, 1);
    step(&d, 1);
    for (uint32_t b = 0; b <= LIMB; b++)
        for (int side = -1; side <= 1; side += 2) {
            const float push[3] = {0, 0, (float)side * push_size}, point[3] = {(float)b, 20 + (float)side, 0};
            CHECK(hone_physics_push_bone(d.physics, b, push, point, NULL));
        }
    return d;
}

/* The model's own bodies ride on the parts that fall: after a step each is where its part is. */
static void bodies_ride_on_parts_that_spin(void **state)
{
    (void)state;
    doll d = open_spinning(600);
    step(&d, 6);
    for (uint32_t p = 0; p <= LIMB; p++) {
        hone_ragdoll_part part;
        hone_body_motion body;
        CHECK(hone_physics_ragdoll_part(d.physics, p, &part));
        CHECK(hone_physics_body_motion(d.physics, (uint32_t)part.bone, &body));
        CHECK(fabsf(part.motion.spin[0]) > 40);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) CHECK_NEAR(body.place.m[r][c], part.motion.place.m[r][c], 0.02);
    }
    close_doll(&d);
}

/* During a step they move towards the place that their part reaches with the velocity that it has. */
static void riding_bodies_aim_at_where_their_part_goes(void **state)
{
    (void)state;
    hone_ragdoll_part parts[LIMB + 1];
    doll d = open_spinning(60);
    CHECK(hone_physics_push_bone(d.physics, 0, (const float[3]){30, 20, 10}, NULL, NULL));
    step(&d, 2);
    for (uint32_t p = 0; p <= LIMB; p++) CHECK(hone_physics_ragdoll_part(d.physics, p, &parts[p]));
    step(&d, 1);
    for (uint32_t p = 0; p <= LIMB; p++) {
        const hone_body_motion *was = &parts[p].motion;
        const hone_affine *aim = &d.physics->ragdoll->targets[parts[p].bone];
        float q[4], angle = hone_vec3_length(was->spin) / 60;
        CHECK(angle > 0.5f);
        hone_vec3_scale(was->spin, sinf(angle / 2) / hone_vec3_length(was->spin), q);
        q[3] = cosf(angle / 2);
        hone_affine turn = hone_affine_from_rotation(q, (const float[3]){0}),
                    want = hone_affine_multiply(&turn, &was->place);
        for (int r = 0; r < 3; r++) want.m[r][3] = was->place.m[r][3] + was->velocity[r] / 60;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(aim->m[r][c], want.m[r][c], 1e-3);
    }
    close_doll(&d);
}

/* Bodies that ride on parts have no weight of their own, and nothing outside meets them. */
static void a_heavy_ball_is_not_stopped_by_what_rides(void **state)
{
    (void)state;
    doll d = open_doll(&(hone_physics_options){.weightless = true});
    let_go(&d, 0, 1);
    const hone_prop ball = {.shape = HONE_PROP_SPHERE,
                            .size = {1},
                            .mass = 1e4f,
                            .velocity = {0, 0, 10},
                            .place = {{0, 0, 0, 1}, {LIMB, 20, -4}}};
    hone_prop_id prop = hone_physics_prop_add(d.world, &ball, NULL);
    step(&d, 60);
    hone_body_motion m;
    CHECK(prop.id && hone_physics_prop_motion(d.world, prop, &m));
    CHECK(m.velocity[2] > 9 && m.place.m[2][3] > 5 && d.out[LIMB].m[2][3] > 1);
    close_doll(&d);
}

enum { HIPS, SPINE, LEG, KNEE, FOOT, TWIN, HALF, AWAY, PLAIN, FREE, BONES };

/* The bones of a leg, and some more below the hips that take over its rotation, wholly or in part. */
static hone_model *make_twins(hone_space space)
{
    static const float places[BONES][3] = {{0, 10, 0}, {0, 12, 0}, {1, 10, 0}, {1, 5, 0},  {1, 1, 0},
                                           {1, 10, 0}, {1, 10, 0}, {1, 8, 0},  {1, 10, 0}, {1, 10, 0}};
    static const int32_t parents[BONES] = {HONE_NONE, HIPS, HIPS, LEG, KNEE, HIPS, HIPS, HIPS, HIPS, HIPS};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    for (int i = 0; i < BONES; i++) {
        const float *from = parents[i] == HONE_NONE ? places[FREE] : places[parents[i]];
        bones[i] = (hone_bone){.name = "bone",
                               .parent = parents[i],
                               .flags = i >= TWIN && i != PLAIN ? HONE_BONE_APPEND_ROTATION : 0,
                               .tail_bone = HONE_NONE,
                               .append_source = i >= TWIN && i != FREE ? LEG : HONE_NONE,
                               .append_ratio = i == HALF ? 0.5f : 1,
                               .ik = HONE_NONE,
                               .rest_local = HONE_AFFINE_IDENTITY};
        for (int k = 0; k < 3; k++) {
            bones[i].position[k] = places[i][k];
            bones[i].rest_local.m[k][3] = places[i][k] - (i ? from[k] : 0);
        }
    }
    hone_model_data data = {.space = space, .skeleton = {.bone_count = BONES, .bones = bones}};
    return test_model_create(b, &data);
}

/* MMD's leg has a second bone, which takes over all of its rotation and moves the vertices. */
static void a_bone_that_turns_as_a_part_does_moves_with_it(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_humanoid map;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) map.bones[h] = HONE_NONE;
    map.bones[HONE_HUMANOID_HIPS] = HIPS, map.bones[HONE_HUMANOID_SPINE] = SPINE;
    map.bones[HONE_HUMANOID_UPPER_LEG] = LEG, map.bones[HONE_HUMANOID_LOWER_LEG] = KNEE;
    map.bones[HONE_HUMANOID_FOOT] = FOOT;
    for (int gltf = 0; gltf < 2; gltf++) {
        hone_model *model = make_twins(gltf ? HONE_SPACE_GLTF : HONE_SPACE_MMD);
        const hone_physics_desc desc = {.model = model, .ragdoll = true, .humanoid = &map};
        hone_physics *physics = hone_physics_create(&desc, NULL);
        CHECK(physics);
        for (int i = 0; i < BONES; i++) {
            int32_t part = physics->ragdoll->part_of_bone[i];
            CHECK(part != HONE_NONE);
            int32_t want = i < TWIN ? i : i == TWIN && !gltf ? LEG : HIPS;
            CHECK(physics->ragdoll->parts[part].bone == want);
        }
        hone_physics_destroy(physics);
        hone_model_release(model);
    }
}

/* ---- models without bodies ------------------------------------------------------------------------------------- */

enum { STAIRS = 40, ABOVE = 2, EACH = 16, HEAVY = 20 };

/* A glTF of bones that each turn by a quarter, so that they go up like stairs. All but the first two have 16 vertices
 * around them; each of the twenty after those has them twice. */
static hone_model *make_stairs(hone_affine places[STAIRS])
{
    enum { COUNT = EACH * (STAIRS - ABOVE + HEAVY) };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, STAIRS, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, STAIRS, sizeof *slots);
    float(*positions)[3] = hone_builder_array(b, COUNT, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, COUNT, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, COUNT, sizeof *uvs);
    float *edges = hone_builder_array(b, COUNT, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, COUNT, 1);
    uint32_t *begins = hone_builder_array(b, COUNT + 1, sizeof *begins);
    hone_influence *influences = hone_builder_array(b, COUNT, sizeof *influences);
    CHECK(bones && slots && positions && begins && influences);
    for (int i = 0; i < STAIRS; i++) {
        const hone_affine left = {{{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}};
        const hone_affine right = {{{0, 1, 0, 1}, {-1, 0, 0, 0}, {0, 0, 1, 0}}};
        bones[i] = (hone_bone){.name = "stair",
                               .parent = i ? i - 1 : HONE_NONE,
                               .rest_local = i % 2 ? left : right,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        places[i] = i ? hone_affine_multiply(&places[i - 1], &bones[i].rest_local) : bones[i].rest_local;
        slots[i] = (hone_slot){i, hone_affine_invert_rigid(&places[i])};
    }
    for (uint32_t v = 0; v < COUNT; v++) {
        uint32_t bone = ABOVE + v / EACH % (STAIRS - ABOVE), k = v % EACH;
        const float local[3] = {0.25f * (float)(k / 4), k % 2 ? 0.1f : -0.1f, k / 2 % 2 ? 0.1f : -0.1f};
        hone_affine_point(&places[bone], local, positions[v]);
        influences[v] = (hone_influence){(int32_t)bone, 1};
        begins[v + 1] = v + 1;
    }
    const hone_mesh mesh = {.vertex_count = COUNT,
                            .positions = (const float(*)[3])positions,
                            .normals = (const float(*)[3])normals,
                            .uvs = (const float(*)[2])uvs,
                            .edge_scales = edges,
                            .deforms = deforms,
                            .influence_begin = begins,
                            .influence_count = COUNT,
                            .influences = influences,
                            .slot_count = STAIRS,
                            .slots = slots};
    hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = STAIRS, .bones = bones}, .mesh = mesh};
    return test_model_create(b, &data);
}

/* Checks that bones above the first part are where they were, as seen from it. */
static void check_above(const hone_affine before[STAIRS], const hone_affine after[STAIRS])
{
    hone_affine from = hone_affine_invert_rigid(&before[ABOVE]), to = hone_affine_invert_rigid(&after[ABOVE]);
    for (int b = 0; b < ABOVE; b++) {
        hone_affine was = hone_affine_multiply(&from, &before[b]), is = hone_affine_multiply(&to, &after[b]);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(is.m[r][c], was.m[r][c], 1e-3);
    }
}

static void bones_above_the_first_part_fall_with_it(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_affine places[STAIRS], out[STAIRS];
    uint8_t dynamic[STAIRS];
    float weights[STAIRS];
    hone_model *model = make_stairs(places);
    hone_physics *physics = hone_physics_create(&(hone_physics_desc){.model = model, .ragdoll = true}, NULL);
    for (int b = 0; b < STAIRS; b++) weights[b] = 1;
    CHECK(physics && hone_physics_set_ragdoll(physics, weights, NULL));
    for (int k = 0; k < 10; k++) {
        hone_physics_set_input(physics, &(hone_physics_input){.bones = places});
        CHECK(hone_physics_world_step(hone_physics_get_world(physics), NULL));
    }
    memcpy(out, places, sizeof out);
    hone_physics_bones(physics, places, out, dynamic);
    CHECK(dynamic[0] && dynamic[1] && out[0].m[1][3] < places[0].m[1][3] - 0.2f);
    check_above(places, out);
    hone_physics_destroy(physics);
    hone_model_release(model);
}

/* There is room for 32 parts, so those bones fall alone that have most vertices. Their parts lie along them. */
static void without_bodies_the_bones_with_most_vertices_are_parts(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_affine places[STAIRS];
    hone_model *model = make_stairs(places);
    hone_physics *physics = hone_physics_create(&(hone_physics_desc){.model = model, .ragdoll = true}, NULL);
    CHECK(physics && hone_physics_ragdoll_part_count(physics) == HEAVY);
    hone_physics_set_input(physics, &(hone_physics_input){.bones = places});
    CHECK(hone_physics_world_step(hone_physics_get_world(physics), NULL));
    for (uint32_t p = 0; p < HEAVY; p++) {
        hone_ragdoll_part part;
        float middle[3], at[3];
        CHECK(hone_physics_ragdoll_part(physics, p, &part) && part.bone == (int32_t)p + ABOVE);
        hone_affine_point(&places[part.bone], (const float[3]){0.4f, 0, 0}, middle);
        hone_affine_origin(&part.motion.place, at);
        CHECK(p + 1 == HEAVY || hone_vec3_distance(at, middle) < 0.2f); /* the last one has all that follow */
        float along = 0;
        for (int r = 0; r < 3; r++) along += part.motion.place.m[r][1] * places[part.bone].m[r][0];
        CHECK(p + 1 == HEAVY || fabsf(along) > 0.95f);
    }
    hone_physics_destroy(physics);
    hone_model_release(model);
}

/* A limb's part lies from its joint to the next, whichever way the bones themselves are turned. */
static void limbs_lie_from_joint_to_joint(void **state)
{
    (void)state;
    NEEDS(physics);
    static const hone_humanoid_bone roles[] = {HONE_HUMANOID_HIPS,      HONE_HUMANOID_SPINE,     HONE_HUMANOID_HEAD,
                                               HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_LOWER_ARM, HONE_HUMANOID_HAND,
                                               HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_LOWER_LEG, HONE_HUMANOID_FOOT};
    hone_humanoid map;
    hone_affine places[STAIRS];
    uint32_t limbs = 0;
    hone_model *model = make_stairs(places);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) map.bones[h] = HONE_NONE;
    for (int i = 0; i < 9; i++) map.bones[roles[i]] = ABOVE + i;
    const hone_physics_desc desc = {.model = model, .ragdoll = true, .humanoid = &map};
    hone_physics *physics = hone_physics_create(&desc, NULL);
    CHECK(physics);
    hone_physics_set_input(physics, &(hone_physics_input){.bones = places});
    CHECK(hone_physics_world_step(hone_physics_get_world(physics), NULL));
    for (uint32_t p = 0; p < hone_physics_ragdoll_part_count(physics); p++) {
        hone_ragdoll_part part;
        CHECK(hone_physics_ragdoll_part(physics, p, &part));
        int limb = part.bone - ABOVE;
        if (limb != 3 && limb != 4 && limb != 6 && limb != 7)
            continue;
        float along = 0;
        for (int r = 0; r < 3; r++) along += part.motion.place.m[r][1] * places[part.bone].m[r][0];
        CHECK(fabsf(along) > 0.99f);
        limbs++;
    }
    CHECK(limbs == 4);
    hone_physics_destroy(physics);
    hone_model_release(model);
}

static const float WEIGHT = 0.6875f;

static void ragdolls_are_saved_and_checked(void **state)
{
    (void)state;
    hone_error error = {0};
    doll d = open_doll(&scene_usual);
    let_go(&d, 0, WEIGHT);
    step(&d, 25);
    size_t size = hone_physics_world_state_size(d.world);
    void *saved = malloc(size);
    hone_physics_world_save(d.world, saved);
    uint32_t weights = 0;
    for (size_t at = 0; at + sizeof(float) <= size; at += sizeof(float)) { /* no weight may be above 1 */
        float was, wrong = 2;
        memcpy(&was, (char *)saved + at, sizeof was);
        if (was != WEIGHT)
            continue;
        memcpy((char *)saved + at, &wrong, sizeof wrong);
        CHECK(!hone_physics_world_restore(d.world, saved, size, NULL));
        memcpy((char *)saved + at, &was, sizeof was);
        weights++;
    }
    CHECK(weights == LIMB + 1);
    step(&d, 40);
    hone_affine want[LIMB + 1];
    memcpy(want, d.out, sizeof want);
    let_go(&d, 0, 0);
    step(&d, 5);
    CHECK(hone_physics_world_restore(d.world, saved, size, NULL));
    step(&d, 40);
    CHECK(memcmp(want, d.out, sizeof want) == 0);
    free(saved);
    d.weights[1] = 2;
    CHECK(!hone_physics_set_ragdoll(d.physics, d.weights, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_physics_set_ragdoll(NULL, d.weights, &error) && hone_physics_set_ragdoll(d.physics, NULL, &error));
    close_doll(&d);
    d = open_doll(&(hone_physics_options){.exact = true});
    error = (hone_error){0};
    d.weights[1] = 1;
    CHECK(!hone_physics_set_ragdoll(d.physics, d.weights, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(error.at == 0 && strstr(error.message, "exact"));
    close_doll(&d);
    scene *s = scene_open(&scene_usual);
    CHECK(!hone_physics_set_ragdoll(s->physics, NULL, &error)); /* made without */
    scene_close(s);
}

TEST_GROUP(test_physics_ragdoll)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(parts_that_are_let_go_hang_on_the_rest, scene_setup),
        cmocka_unit_test_setup(weights_turn_joints_between_the_animation_and_physics, scene_setup),
        cmocka_unit_test_setup(parts_go_on_with_the_speed_of_their_bones, scene_setup),
        cmocka_unit_test_setup(parts_weigh_by_their_volume, scene_setup),
        cmocka_unit_test_setup(a_model_is_as_high_as_its_bones_are_apart, scene_setup),
        cmocka_unit_test_setup(bodies_ride_on_parts_that_spin, scene_setup),
        cmocka_unit_test_setup(riding_bodies_aim_at_where_their_part_goes, scene_setup),
        cmocka_unit_test_setup(without_bodies_the_bones_with_most_vertices_are_parts, scene_setup),
        cmocka_unit_test_setup(bones_above_the_first_part_fall_with_it, scene_setup),
        cmocka_unit_test_setup(a_heavy_ball_is_not_stopped_by_what_rides, scene_setup),
        cmocka_unit_test_setup(a_bone_that_turns_as_a_part_does_moves_with_it, scene_setup),
        cmocka_unit_test_setup(limbs_lie_from_joint_to_joint, scene_setup),
        cmocka_unit_test_setup(ragdolls_are_saved_and_checked, scene_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
