#include "samples/make/dance/dance.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/body.h"
#include "samples/make/dance/choreography.h"
#include "samples/make/dance/follow.h"
#include "samples/make/dance/limb.h"
#include <hone/actor.h>
#include <stdio.h>

static int frame_of(float beat)
{
    return (int)lroundf(beat * BEAT);
}

static quat turn(vec3 degrees, float share)
{
    return quat_euler(scale(degrees, share));
}

static const vec3 still = {0, 0, 0};

/* ---- the trunk: the hips lead, each part above follows a little later ---- */

/* The delay of the next part in frames; zero at the ends of the loop, which must be equal. */
static int drag_of(const pose_row *row)
{
    return row->beat > 0 && row->beat < BEATS;
}

static void key_trunk(tracks *t, const pose_row *row)
{
    int frame = frame_of(row->beat), drag = drag_of(row);
    tracks_bone(t, "センター", frame, row->centre, QUAT_IDENTITY, row->how);
    tracks_bone(t, "下半身", frame, still, turn(row->hips, 1), row->how);
    tracks_bone(t, "上半身", frame + drag, still, turn(row->spine, 0.55f), row->how);
    tracks_bone(t, "上半身2", frame + 2 * drag, still, turn(row->spine, 0.45f), row->how);
    tracks_bone(t, "首", frame + 2 * drag, still, turn(row->head, 0.35f), row->how);
    tracks_bone(t, "頭", frame + 3 * drag, still, turn(row->head, 0.65f), row->how);
    /* the eyes move first, in the direction in which the head will look */
    vec3 gaze = v3(clamp(row->head.x * 0.25f, -4, 4), clamp(row->head.y * 0.35f, -6, 6), 0);
    tracks_bone(t, "左目", frame - 3 * drag, still, quat_euler(gaze), EASE_SNAP);
    tracks_bone(t, "右目", frame - 3 * drag, still, quat_euler(gaze), EASE_SNAP);
}

/* Keys for the bounce on the beat, the jump, and the pirouette. */
static void key_rhythm(tracks *t)
{
    for (int frame = 0; frame <= LAST_FRAME; frame += 3) {
        float beat = (float)frame / BEAT;
        float y = bounce_at(beat) + jump_at(beat), spin = spin_at(beat);
        tracks_bone(t, "グルーブ", frame, v3(0, y, 0), quat_about(v3(0, 1, 0), spin * PI / 180), EASE_LINEAR);
    }
}

/* ---- arms ---- */

static const char *side_name(const char *left, bool right, char out[48])
{
    snprintf(out, 48, "%s%s", right ? "右" : "左", left);
    return out;
}

static void key_side(tracks *t, const char *bone, bool right, int frame, quat q, ease how)
{
    char name[48];
    tracks_bone(t, side_name(bone, right, name), frame, still, right ? quat_mirror(q) : q, how);
}

static const limb_rest arm_rest = {SHOULDER, ELBOW, WRIST, {0, 0, 1}}, leg_rest = {HIP, KNEE, ANKLE, {0, 0, -1}};

/* The shoulder rises with the hand. */
static quat shoulder_turn(vec3 goal)
{
    vec3 reach = unit(sub(goal, shoulder_at));
    return quat_multiply(quat_about(v3(0, 0, 1), 0.38f * clamp(reach.y + 0.1f, -0.1f, 1)),
                         quat_about(v3(0, 1, 0), 0.25f * clamp(-reach.z, -0.6f, 1)));
}

static void key_fingers(tracks *t, fingers shape, bool right, int frame, ease how)
{
    static const char *const names[4] = {"人指", "中指", "薬指", "小指"};
    static const char *const joints[3] = {"１", "２", "３"};
    static const float curls[][4] = {
        [FINGERS_SOFT] = {8, 12, 16, 20},    [FINGERS_OPEN] = {-14, -12, -12, -14}, [FINGERS_FIST] = {70, 74, 76, 76},
        [FINGERS_POINT] = {-10, 72, 76, 78}, [FINGERS_PEACE] = {-12, -12, 76, 78},
    };
    static const float spreads[] = {
        [FINGERS_SOFT] = 0, [FINGERS_OPEN] = 7, [FINGERS_FIST] = 0, [FINGERS_POINT] = 0, [FINGERS_PEACE] = 9};
    char name[48];
    for (int f = 0; f < 4; f++)
        for (int k = 0; k < 3; k++) {
            float spread = k == 0 ? spreads[shape] * (1 - (float)f * 0.67f) : 0;
            snprintf(name, sizeof name, "%s%s", names[f], joints[k]);
            key_side(t, name, right, frame, quat_euler(v3(0, spread, -curls[shape][f])), how);
        }
    float thumb = shape == FINGERS_OPEN ? -8 : shape == FINGERS_SOFT ? 4 : 34;
    key_side(t, "親指１", right, frame, quat_euler(v3(-thumb * 0.6f, -thumb * 0.5f, -thumb * 0.3f)), how);
    key_side(t, "親指２", right, frame, quat_euler(v3(-thumb * 0.7f, -thumb * 0.6f, 0)), how);
}

static void key_arm(tracks *t, const pose_row *row, bool right)
{
    const arm_shape *shape = &arm_shapes[right ? row->right : row->left];
    int frame = frame_of(row->beat), drag = drag_of(row);
    quat shoulder = shoulder_turn(shape->goal);
    vec3 pivot = v3(0.3f, 15.6f, 0.16f);
    vec3 root = add(pivot, quat_rotate(shoulder, sub(shoulder_at, pivot)));
    limb_pose pose = limb_solve(&arm_rest, root, shape->goal, shape->pole);
    vec3 axis = unit(sub(wrist_at, elbow_at));
    key_side(t, "肩", right, frame, shoulder, row->how);
    key_side(t, "腕", right, frame + drag, quat_multiply(quat_inverse(shoulder), pose.upper), row->how);
    key_side(t, "ひじ", right, frame + 2 * drag, pose.lower, row->how);
    key_side(t, "手捩", right, frame + 2 * drag, quat_about(axis, shape->twist * PI / 180), row->how);
    key_side(t, "手首", right, frame + 3 * drag, quat_euler(shape->wrist), row->how);
    key_fingers(t, shape->fingers, right, frame + 2 * drag, row->how);
}

/* ---- legs: solved from the positions of the feet ---- */

typedef struct foot {
    vec3 ball;
    float yaw, heel;
} foot;

static foot foot_at(const step_row *steps, size_t count, float beat)
{
    size_t i = 1;
    while (i + 1 < count && steps[i].beat < beat) i++;
    const step_row *a = &steps[i - 1], *b = &steps[i];
    float t = step_between(a->beat, b->beat, beat);
    foot f = {mix3(a->at, b->at, t), mix(a->yaw, b->yaw, t), mix(a->heel, b->heel, t)};
    float s = clamp((beat - a->beat) / (b->beat - a->beat), 0, 1);
    f.ball.y += b->arc * 4 * s * (1 - s);
    f.heel += b->arc * 30 * sinf(PI * s) * (1 - s); /* the heel is raised first */
    return f;
}

static vec3 transform_point(const hone_affine *m, vec3 p)
{
    const float(*r)[4] = m->m;
    return v3(r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z + r[0][3],
              r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z + r[1][3],
              r[2][0] * p.x + r[2][1] * p.y + r[2][2] * p.z + r[2][3]);
}

static void key_leg(tracks *t, const foot *f, bool right, int frame, quat pelvis, vec3 hip, float spin)
{
    const vec3 ball_rest = v3(0.69f, 0, -0.6f);
    quat whole = quat_about(v3(0, 1, 0), right ? -spin : spin); /* feet turn with her; own coordinates are mirrored */
    quat sole =
        quat_multiply(quat_about(v3(0, 1, 0), -f->yaw * PI / 180), quat_about(v3(1, 0, 0), -f->heel * PI / 180));
    sole = quat_multiply(whole, sole);
    vec3 ball = quat_rotate(whole, f->ball), ankle = add(ball, quat_rotate(sole, sub(ankle_at, ball_rest)));
    vec3 pole =
        quat_rotate(whole, quat_rotate(quat_about(v3(0, 1, 0), -f->yaw * 0.8f * PI / 180), v3(0.22f, 0.15f, -1)));
    limb_pose pose = limb_solve(&leg_rest, hip, ankle, pole);
    quat knee = quat_multiply(pose.upper, pose.lower);
    key_side(t, "足", right, frame, quat_multiply(quat_inverse(pelvis), pose.upper), EASE_LINEAR);
    key_side(t, "ひざ", right, frame, pose.lower, EASE_LINEAR);
    key_side(t, "足首", right, frame, quat_multiply(quat_inverse(knee), sole), EASE_LINEAR);
    quat toes = quat_about(v3(1, 0, 0), f->heel * 0.8f * PI / 180 * step_between(0.6f, 0.1f, f->ball.y));
    key_side(t, "足先EX", right, frame, toes, EASE_LINEAR);
}

static void key_legs(tracks *t, const hone_model *model)
{
    hone_error error = {0};
    hone_motion *upper = tracks_motion(t, "");
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    int32_t pelvis_bone = hone_model_find_bone(model, "下半身");
    if (!actor || !hone_actor_play(actor, upper, NULL, &error).id) {
        give_up("%s", error.message);
    }
    for (int frame = 0; frame <= LAST_FRAME; frame++) {
        float beat = (float)frame / BEAT;
        hone_actor_update_frame(actor, frame, NULL); /* has no physics */
        const hone_affine *m = &hone_actor_bones(actor)[pelvis_bone];
        const float *rest = hone_model_skeleton(model)->bones[pelvis_bone].position;
        for (int right = 0; right < 2; right++) {
            vec3 hip = sub(right ? mirrored(hip_at) : hip_at, v3(rest[0], rest[1], rest[2]));
            foot f = right ? foot_at(right_steps, right_step_count, beat) : foot_at(left_steps, left_step_count, beat);
            quat pelvis = quat_from_affine(m);
            vec3 at = transform_point(m, hip);
            key_leg(t, &f, right, frame, right ? quat_mirror(pelvis) : pelvis, right ? mirrored(at) : at,
                    spin_at(beat) * PI / 180);
        }
    }
    hone_actor_destroy(actor);
    hone_motion_release(upper);
}

/* ---- all of it ---- */

static void key_looks(tracks *t)
{
    for (size_t i = 0; i < look_row_count; i++)
        tracks_morph(t, look_rows[i].morph, frame_of(look_rows[i].beat), look_rows[i].weight);
}

hone_motion *dance_make(const hone_model *model)
{
    tracks t = {0};
    for (size_t i = 0; i < pose_row_count; i++) {
        key_trunk(&t, &pose_rows[i]);
        key_arm(&t, &pose_rows[i], false);
        key_arm(&t, &pose_rows[i], true);
    }
    key_rhythm(&t);
    key_looks(&t);
    key_legs(&t, model);
    tracks_thin(&t, 0, 0.12f);
    uint32_t hanging = t.bone_count;
    follow_chains(&t, model);
    tracks_thin(&t, hanging, 0.6f);
    hone_motion *dance = tracks_motion(&t, hone_model_get(model)->name);
    tracks_release(&t);
    return dance;
}
