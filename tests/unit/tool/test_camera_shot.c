/* Cameras placed by what they show: which side is the front, what is in view, and what they follow. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "tool/options/bone_name.h"
#include "tool/picture/camera_shot.h"
#include "tool/play/character_region.h"
#include <hone/format.h>
#include <hone/math.h>
#include <string.h>

static const double aspect = 4.0 / 3;

typedef struct scene {
    hone_model *model;
    hone_motion *dance;
    hone_actor *actor;
    camera_subject subject;
} scene;

static scene scene_of(hone_model *model)
{
    scene s = {.model = model, .actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL)};
    CHECK(model && s.actor && hone_actor_update(s.actor, 0, NULL));
    s.subject.actor = s.actor;
    return s;
}

static scene dancer(void)
{
    scene s = scene_of(hone_sample_character(NULL));
    s.dance = hone_sample_dance(NULL);
    CHECK(hone_actor_play(s.actor, s.dance, NULL, NULL).id);
    return s;
}

static scene human(const make_human_desc *desc)
{
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    return scene_of(model);
}

static void drop(scene *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->dance);
    hone_model_release(s->model);
}

/* Begins and places a shot of the actor as it is. */
static camera_shot take(scene *s, const camera_shot_desc *desc)
{
    camera_shot shot;
    CHECK(camera_shot_begin(&shot, desc, &(camera_subjects){&s->subject, 1, 0}, NULL));
    CHECK(camera_shot_add(&shot, NULL));
    camera_shot_finish(&shot, aspect);
    return shot;
}

static hone_camera camera_of(scene *s, const camera_shot_desc *desc)
{
    camera_shot shot = take(s, desc);
    return camera_shot_now(&shot, 0);
}

/* Where a bone named by its role is in the picture, and its distance along the line of sight. */
static bool see(const scene *s, const hone_camera *camera, const char *bone, float out[3])
{
    int32_t b = bone_name_find(s->model, bone);
    CHECK(b != HONE_NONE);
    const hone_affine *place = &hone_actor_bones(s->actor)[b];
    hone_affine world = hone_world_from_model(s->model);
    float at[3] = {place->m[0][3], place->m[1][3], place->m[2][3]};
    hone_affine_point(&world, at, at);
    return hone_camera_project(camera, aspect, at, out);
}

static bool is_in_view(const scene *s, const hone_camera *camera, const char *bone)
{
    float at[3];
    return see(s, camera, bone, at) && fabsf(at[0]) < 1 && fabsf(at[1]) < 1;
}

static float depth(const scene *s, const hone_camera *camera, const char *bone)
{
    float at[3];
    CHECK(see(s, camera, bone, at));
    return at[2];
}

/* The part of the picture that the actor's box reaches into: 1 is the border. */
static float reach(const scene *s, const hone_camera *camera)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    float widest = 0;
    CHECK(hone_framing_add_actor(&box, s->actor, NULL));
    for (int corner = 0; corner < 8; corner++) {
        float p[3], at[3];
        for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? box.max[k] : box.min[k];
        CHECK(hone_camera_project(camera, aspect, p, at));
        widest = fmaxf(widest, fmaxf(fabsf(at[0]), fabsf(at[1])));
    }
    return widest;
}

/* ---- directions ---- */

static void the_front_is_found_whichever_way_a_model_faces(void **state)
{
    (void)state;
    scene plain = human(&(make_human_desc){0}), away = human(&(make_human_desc){.away = true});
    scene tower = scene_of(puppet_make(&(puppet_desc){0}, NULL)), sample = dancer();
    CHECK_NEAR(character_front(plain.model), 0, 0);
    CHECK_NEAR(fabsf(character_front(away.model)), HONE_PI, 1e-5);
    CHECK_NEAR(character_front(tower.model), 0, 0);
    CHECK_NEAR(character_front(sample.model), 0, 0);
    drop(&plain), drop(&away), drop(&tower), drop(&sample);
}

/* ---- a doll: it faces -X, and all of its mesh follows the head: a face of 17 to 20, and hair down to 5 ---- */

enum { DOLL_BONES = 6, DOLL_HEAD = 3, DOLL_VERTICES = 40 };

static void make_doll_mesh(hone_builder *builder, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(builder, DOLL_VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(builder, DOLL_VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(builder, DOLL_VERTICES, sizeof *uvs);
    uint32_t *begin = hone_builder_array(builder, DOLL_VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(builder, DOLL_VERTICES, sizeof *influences);
    uint8_t *deforms = hone_builder_array(builder, DOLL_VERTICES, 1);
    float *edges = hone_builder_array(builder, DOLL_VERTICES, sizeof *edges);
    for (uint32_t v = 0; v < DOLL_VERTICES; v++) {
        bool hair = v % 2;
        positions[v][0] = v % 4 < 2 ? -1 : 1;
        positions[v][1] = hair ? 5 + (float)v / DOLL_VERTICES * 10 : 17 + (float)(v / 2 % 5) / 4 * 3;
        positions[v][2] = v % 8 < 4 ? -1 : 1;
        normals[v][1] = 1;
        begin[v + 1] = v + 1;
        influences[v] = (hone_influence){DOLL_HEAD, 1};
    }
    *mesh = (hone_mesh){.vertex_count = DOLL_VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = DOLL_VERTICES,
                        .influences = influences};
}

static hone_model *make_doll(void)
{
    static const struct {
        const char *name;
        int32_t parent;
        float place[3];
    } parts[DOLL_BONES] = {{"センター", HONE_NONE, {0, 8, 0}},
                           {"上半身", 0, {0, 12, 0}},
                           {"首", 1, {0, 16, 0}},
                           {"頭", 2, {0, 18, 0}},
                           {"左足", 0, {0, 8, -1}},
                           {"右足", 0, {0, 8, 1}}};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, DOLL_BONES, sizeof *bones);
    hone_model_data data = {.space = HONE_SPACE_MMD, .name = "doll", .skeleton = {DOLL_BONES, bones}};
    for (int b = 0; b < DOLL_BONES; b++) {
        bones[b] = (hone_bone){.name = parts[b].name,
                               .english_name = "",
                               .parent = parts[b].parent,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        memcpy(bones[b].position, parts[b].place, sizeof bones[b].position);
    }
    make_doll_mesh(builder, &data.mesh);
    return hone_model_create(builder, &data, NULL, NULL);
}

static void nod(void *user, double frame, hone_pose *pose)
{
    (void)user;
    if (frame > 0) /* a quarter turn about Z */
        memcpy(pose->bones[DOLL_HEAD].rotation, (const float[4]){0, 0, 0.70710678f, 0.70710678f}, 16);
}

static void the_front_may_be_to_the_side(void **state)
{
    (void)state;
    hone_model *doll = make_doll();
    CHECK(doll);
    CHECK_NEAR(character_front(doll), -HONE_PI / 2, 1e-5);
    hone_model_release(doll);
}

static void faces_leave_out_hair_that_hangs_down(void **state)
{
    (void)state;
    character_region region;
    const char *missing;
    hone_model *doll = make_doll();
    CHECK(doll && character_face(doll, &region, &missing));
    CHECK_NEAR(region.box.min[1], 17, 1e-4);
    CHECK_NEAR(region.box.max[1], 20, 1e-4);
    assert_int_equal(region.bone, DOLL_HEAD);
    CHECK(!character_bust(doll, &region, &missing));
    assert_string_equal(missing, "upper arms");
    hone_model_release(doll);
}

static void the_middle_of_a_face_turns_with_the_head(void **state)
{
    (void)state;
    scene s = {.model = make_doll()};
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model, .edit = nod}, NULL);
    s.subject.actor = s.actor;
    CHECK(s.actor && hone_actor_update_frame(s.actor, 0, NULL));
    camera_shot shot = take(&s, &(camera_shot_desc){.preset = CAMERA_FACE});
    hone_camera before = camera_shot_now(&shot, 0);
    CHECK(hone_actor_update_frame(s.actor, 1, NULL));
    hone_camera after = camera_shot_now(&shot, 0);
    CHECK_NEAR(after.target[0] - before.target[0], -0.5, 1e-3); /* from above the joint at 18 to beside it */
    CHECK_NEAR(after.target[1] - before.target[1], -0.5, 1e-3);
    drop(&s);
}

static void presets_look_from_the_characters_own_sides(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        scene s = i == 2 ? dancer() : human(&(make_human_desc){.away = i == 1});
        hone_camera front = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_FRONT});
        hone_camera side = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_SIDE});
        hone_camera back = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_BACK});
        float left[3], right[3];
        CHECK(see(&s, &front, "leftHand", left) && see(&s, &front, "rightHand", right));
        CHECK(left[0] > right[0] + 0.1f); /* seen from the front the left hand is on the right */
        CHECK(see(&s, &back, "leftHand", left) && see(&s, &back, "rightHand", right));
        CHECK(left[0] < right[0] - 0.1f);
        CHECK(depth(&s, &side, "leftHand") < depth(&s, &side, "rightHand") - 1);
        CHECK_NEAR(front.angles[0], 0, 0);
        CHECK(reach(&s, &front) < 0.93f && reach(&s, &side) < 0.93f && reach(&s, &back) < 0.93f);
        CHECK(reach(&s, &front) > 0.9f);
        drop(&s);
    }
}

static void orbits_are_degrees_from_the_front(void **state)
{
    (void)state;
    scene s = human(&(make_human_desc){.away = true});
    const float right = (float)(HONE_PI / 2);
    hone_camera side = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_SIDE});
    hone_camera orbit = camera_of(&s, &(camera_shot_desc){.orbit = true, .yaw = right});
    CHECK_NEAR(orbit.distance, side.distance, 1e-3);
    CHECK_NEAR(depth(&s, &orbit, "head"), depth(&s, &side, "head"), 1e-3);
    CHECK(depth(&s, &orbit, "leftHand") < depth(&s, &orbit, "rightHand") - 1);
    hone_camera above = camera_of(&s, &(camera_shot_desc){.orbit = true, .pitch = right});
    CHECK(depth(&s, &above, "head") < depth(&s, &above, "hips") - 1);
    hone_camera near = camera_of(&s, &(camera_shot_desc){.orbit = true, .yaw = 0.5f, .distance = 7});
    CHECK_NEAR(near.distance, -7, 0);
    hone_bounds box = HONE_BOUNDS_EMPTY;
    CHECK(hone_framing_add_actor(&box, s.actor, NULL));
    for (int i = 0; i < 3; i++) CHECK_NEAR(near.target[i], (box.min[i] + box.max[i]) / 2, 1e-3);
    drop(&s);
}

static void automatic_cameras_are_as_before(void **state)
{
    (void)state;
    scene s = dancer();
    hone_bounds box = HONE_BOUNDS_EMPTY;
    CHECK(hone_framing_add_actor(&box, s.actor, NULL));
    hone_camera old = hone_camera_framing(&box, aspect), now = camera_of(&s, &(camera_shot_desc){0});
    CHECK(memcmp(old.target, now.target, sizeof old.target) == 0 && memcmp(old.angles, now.angles, 12) == 0);
    CHECK(old.distance == now.distance && old.fov == now.fov && !now.orthographic);
    hone_camera wide = camera_of(&s, &(camera_shot_desc){.fov = 90});
    CHECK_NEAR(wide.fov, 90, 0);
    CHECK(wide.distance > old.distance / 2 && reach(&s, &wide) < 0.93f);
    drop(&s);
}

/* ---- what is shown ---- */

static void faces_and_busts_show_the_head_and_no_knees(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        scene s = i == 2 ? dancer() : human(&(make_human_desc){.away = i == 1, .size = i ? 1.7f : 0.4f});
        hone_camera face = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_FACE});
        hone_camera bust = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_BUST});
        hone_camera full = camera_of(&s, &(camera_shot_desc){.preset = CAMERA_FULL});
        CHECK(is_in_view(&s, &face, "head") && is_in_view(&s, &bust, "head"));
        CHECK(is_in_view(&s, &bust, "leftUpperArm") && is_in_view(&s, &bust, "rightUpperArm"));
        CHECK(!is_in_view(&s, &face, "hips") && !is_in_view(&s, &bust, "leftLowerLeg"));
        CHECK(is_in_view(&s, &full, "leftFoot") && is_in_view(&s, &full, "rightHand"));
        CHECK(face.distance > bust.distance + 1e-3f && bust.distance > full.distance + 1e-3f); /* all below 0 */
        CHECK(reach(&s, &full) < 0.93f);
        character_region region;
        const char *missing;
        CHECK(character_face(s.model, &region, &missing));
        float top[3] = {(region.box.min[0] + region.box.max[0]) / 2, region.box.max[1], region.box.max[2]}, at[3];
        CHECK(hone_camera_project(&face, aspect, top, at));
        CHECK(at[1] > 0.4f && at[1] < 0.93f); /* the top of the head is in the upper third */
        drop(&s);
    }
}

static void shots_follow_their_part_of_the_character(void **state)
{
    (void)state;
    scene s = dancer();
    camera_shot face = take(&s, &(camera_shot_desc){.preset = CAMERA_FACE}), full;
    CHECK(camera_shot_begin(&full, &(camera_shot_desc){.preset = CAMERA_FULL}, &(camera_subjects){&s.subject, 1, 0},
                            NULL));
    for (int f = 0; f < 300; f += 20) CHECK(hone_actor_update_frame(s.actor, f, NULL) && camera_shot_add(&full, NULL));
    camera_shot_finish(&full, aspect);
    float low = 1e9f, high = -1e9f, moved = 0;
    hone_camera first = camera_shot_now(&full, 0);
    for (int f = 0; f < 300; f += 20) {
        CHECK(hone_actor_update_frame(s.actor, f, NULL));
        hone_camera camera = camera_shot_now(&face, 0), whole = camera_shot_now(&full, 0);
        float at[3];
        CHECK(see(&s, &camera, "head", at));
        CHECK(fabsf(at[0]) < 0.6f && at[1] < 0 && at[1] > -0.95f); /* the joint is at the lower end of the head */
        CHECK(reach(&s, &whole) < 0.93f);
        low = fminf(low, whole.target[1]), high = fmaxf(high, whole.target[1]);
        moved = fmaxf(moved, fabsf(whole.target[0] - first.target[0]));
    }
    CHECK(high - low < 1e-4f && moved > 0.1f); /* over the ground only */
    drop(&s);
}

/* At frame 0 the arms are stretched out (a T-pose), at frame 1 the human jumps; else the arms hang down. */
static void swing(void *user, double frame, hone_pose *pose)
{
    const hone_humanoid *human = user;
    const float down[2][4] = {{0, 0, -0.70710678f, 0.70710678f}, {0, 0, 0.70710678f, 0.70710678f}};
    int32_t hips = human->bones[HONE_HUMANOID_HIPS];
    pose->animated[hips] = 1;
    if (frame == 1)
        pose->bones[hips].translation[1] += 1;
    for (int side = 0; side < 2 && frame > 0; side++) {
        int32_t arm = human->bones[HONE_HUMANOID_UPPER_ARM + side];
        pose->animated[arm] = 1;
        memcpy(pose->bones[arm].rotation, down[side], 16);
    }
}

/* The box of a shot of `count` frames, from frame `first` on. */
static hone_bounds box_of_frames(scene *s, int first, int count)
{
    camera_shot shot;
    const camera_shot_desc desc = {.preset = CAMERA_AUTO};
    CHECK(camera_shot_begin(&shot, &desc, &(camera_subjects){&s->subject, 1, 0}, NULL));
    for (int f = first; f < first + count; f++)
        CHECK(hone_actor_update_frame(s->actor, f, NULL) && camera_shot_add(&shot, NULL));
    camera_shot_settle(&shot);
    return shot.bounds;
}

static void one_moment_with_arms_out_does_not_make_a_film_small(void **state)
{
    (void)state;
    scene s = human(&(make_human_desc){0});
    hone_humanoid bones = hone_model_humanoid(s.model);
    hone_actor_destroy(s.actor);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model, .edit = swing, .edit_user = &bones}, NULL);
    s.subject.actor = s.actor;
    hone_bounds out = box_of_frames(&s, 0, 1), jump = box_of_frames(&s, 1, 1), hanging = box_of_frames(&s, 2, 1);
    hone_bounds film = box_of_frames(&s, 0, 40), whole = HONE_BOUNDS_EMPTY;
    CHECK(hone_actor_update_frame(s.actor, 0, NULL) && hone_framing_add_actor(&whole, s.actor, NULL));
    CHECK(memcmp(&whole, &out, sizeof whole) == 0); /* a single picture shows all */
    CHECK(out.max[0] > 1.5f * hanging.max[0]);
    CHECK_NEAR(film.max[0], hanging.max[0], 1e-4);
    CHECK_NEAR(film.min[0], hanging.min[0], 1e-4);
    CHECK_NEAR(film.max[1], jump.max[1], 1e-4); /* the head is in the picture at every moment, and so are the feet */
    CHECK_NEAR(film.min[1], hanging.min[1], 1e-4);
    drop(&s);
}

static void a_bone_to_look_at_is_in_the_middle(void **state)
{
    (void)state;
    scene s = dancer();
    camera_shot shot = take(&s, &(camera_shot_desc){.look_at_bone = "rightHand", .orbit = true, .yaw = 0.3f});
    CHECK(reach(&s, &shot.camera) > 0);
    for (int f = 0; f < 200; f += 40) {
        CHECK(hone_actor_update_frame(s.actor, f, NULL));
        hone_camera camera = camera_shot_now(&shot, 0);
        float at[3];
        CHECK(see(&s, &camera, "rightHand", at));
        CHECK_NEAR(at[0], 0, 1e-4);
        CHECK_NEAR(at[1], 0, 1e-4);
        CHECK(f > 0 || reach(&s, &camera) < 0.93f);
    }
    const float point[3] = {1, 2, 3};
    hone_camera camera = camera_of(&s, &(camera_shot_desc){.look_at = point});
    for (int i = 0; i < 3; i++) CHECK_NEAR(camera.target[i], point[i], 0);
    CHECK(reach(&s, &camera) < 0.93f);
    hone_error error = {0};
    CHECK(!camera_shot_begin(&shot, &(camera_shot_desc){.look_at_bone = "尾"}, &(camera_subjects){&s.subject, 1, 0},
                             &error));
    CHECK(strstr(error.message, "尾"));
    drop(&s);
}

static void a_turntable_has_all_in_view_from_all_sides(void **state)
{
    (void)state;
    scene s = human(&(make_human_desc){0});
    camera_shot shot = take(&s, &(camera_shot_desc){.turntable = true});
    for (int i = 0; i < 24; i++) {
        hone_camera camera = camera_shot_now(&shot, i / 24.0);
        CHECK(reach(&s, &camera) < 0.93f);
        CHECK_NEAR(camera.target[0], shot.camera.target[0], 0);
    }
    hone_camera quarter = camera_shot_now(&shot, 0.25); /* to the character's left */
    CHECK(depth(&s, &quarter, "leftHand") < depth(&s, &quarter, "rightHand") - 1);
    drop(&s);
}

static void what_is_no_human_is_shown_whole_with_a_note(void **state)
{
    (void)state;
    static const camera_preset presets[] = {CAMERA_FULL, CAMERA_BUST}; /* the tower has a bone 頭, and so a face */
    scene s = scene_of(puppet_make(&(puppet_desc){0}, NULL));
    for (int i = 0; i < 2; i++) {
        camera_shot shot = take(&s, &(camera_shot_desc){.preset = presets[i]});
        if (shot.note[0] == '\0')
            fail_msg("%s has no note", camera_preset_name(presets[i]));
        hone_camera camera = camera_shot_now(&shot, 0);
        CHECK(reach(&s, &camera) < 0.93f && reach(&s, &camera) > 0.9f);
    }
    CHECK(take(&s, &(camera_shot_desc){.preset = CAMERA_FRONT}).note[0] == '\0');
    drop(&s);
}

/* ---- what is around the characters ---- */

static hone_camera camera_of_all(const scene *all, uint32_t count, const hone_affine *places)
{
    camera_shot shot;
    camera_subject items[3];
    CHECK(count <= 3);
    for (uint32_t i = 0; i < count; i++) items[i] = (camera_subject){all[i].actor, &places[i], NULL};
    camera_subjects subjects = {items, count, 0};
    CHECK(camera_subjects_find_surroundings(&subjects, NULL));
    CHECK(camera_shot_begin(&shot, &(camera_shot_desc){0}, &subjects, NULL) && camera_shot_add(&shot, NULL));
    camera_shot_finish(&shot, aspect);
    return camera_shot_now(&shot, 0);
}

/* Its size and where it is. */
static hone_affine grown(float size, float x)
{
    return (hone_affine){{{size, 0, 0, x}, {0, size, 0, 0}, {0, 0, size, 0}}};
}

static void a_stage_does_not_move_the_camera_away(void **state)
{
    (void)state;
    scene all[] = {scene_of(puppet_make(&(puppet_desc){0}, NULL)), dancer(), human(&(make_human_desc){0})};
    hone_bounds tower = HONE_BOUNDS_EMPTY, person = HONE_BOUNDS_EMPTY;
    CHECK(hone_framing_add_actor(&tower, all[0].actor, NULL) && hone_framing_add_actor(&person, all[1].actor, NULL));
    float size = 6 * (person.max[1] - person.min[1]) / (tower.max[1] - tower.min[1]);
    const hone_affine stage[] = {grown(size, 0), grown(1, 0), grown(0.1f, 0)};
    const hone_affine banner[] = {grown(size / 2, 0), grown(1, 0), grown(0.1f, 0)};
    hone_camera alone = camera_of_all(all + 1, 2, stage + 1);
    hone_camera staged = camera_of_all(all, 3, stage), bannered = camera_of_all(all, 3, banner);
    for (int i = 0; i < 3; i++) CHECK_NEAR(staged.target[i], alone.target[i], 0);
    CHECK_NEAR(staged.distance, alone.distance, 0);
    CHECK(bannered.distance < 2 * alone.distance);     /* of what is not so large, all is in view */
    hone_camera towers = camera_of_all(all, 1, stage); /* without a human nothing is left out */
    CHECK(towers.distance < 3 * alone.distance);
    for (int i = 0; i < 3; i++) drop(&all[i]);
}

static void surroundings_come_last_and_may_be_looked_at(void **state)
{
    (void)state;
    scene tower = scene_of(puppet_make(&(puppet_desc){0}, NULL)), person = dancer();
    const hone_affine place = grown(100, 0);
    camera_subject items[] = {{tower.actor, &place, NULL}, person.subject};
    camera_subjects subjects = {items, 2, 0};
    camera_shot shot;
    CHECK(camera_subjects_find_surroundings(&subjects, NULL));
    CHECK(subjects.count == 1 && subjects.around == 1 && items[0].actor == person.actor &&
          items[1].actor == tower.actor);
    CHECK(camera_shot_begin(&shot, &(camera_shot_desc){.preset = CAMERA_FACE}, &subjects, NULL) && !shot.note[0]);
    const char *bone = hone_model_skeleton(tower.model)->bones[1].name;
    CHECK(camera_shot_begin(&shot, &(camera_shot_desc){.look_at_bone = bone}, &subjects, NULL));
    drop(&tower), drop(&person);
}

TEST_GROUP(test_camera_shot)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_front_is_found_whichever_way_a_model_faces),
        cmocka_unit_test(the_front_may_be_to_the_side),
        cmocka_unit_test(faces_leave_out_hair_that_hangs_down),
        cmocka_unit_test(the_middle_of_a_face_turns_with_the_head),
        cmocka_unit_test(presets_look_from_the_characters_own_sides),
        cmocka_unit_test(orbits_are_degrees_from_the_front),
        cmocka_unit_test(automatic_cameras_are_as_before),
        cmocka_unit_test(faces_and_busts_show_the_head_and_no_knees),
        cmocka_unit_test(shots_follow_their_part_of_the_character),
        cmocka_unit_test(one_moment_with_arms_out_does_not_make_a_film_small),
        cmocka_unit_test(a_bone_to_look_at_is_in_the_middle),
        cmocka_unit_test(a_turntable_has_all_in_view_from_all_sides),
        cmocka_unit_test(what_is_no_human_is_shown_whole_with_a_note),
        cmocka_unit_test(a_stage_does_not_move_the_camera_away),
        cmocka_unit_test(surroundings_come_last_and_may_be_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
