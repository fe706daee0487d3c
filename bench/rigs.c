#include "bench/rigs.h"
#include "bench/measures/frame.h"
#include <hone/io.h>
#include <hone/math.h>

#include <stdio.h>
#include <string.h>

/* The differences between the two rigs. */
typedef struct plan {
    const char *name;
    uint32_t bones;
    int leg_loops, toe_loops;
    bool tails, appends;
} plan;

static const plan plans[BENCH_RIGS] = {{"A", 120, 40, 3, true, false}, {"B", 470, 200, 50, false, true}};

/* The ways in which a bone moves in the dance. */
typedef enum dance {
    DANCE_HIPS,  /* sways and bobs */
    DANCE_TURN,  /* turns to and fro */
    DANCE_STEP,  /* an IK goal: is lifted and put down elsewhere */
    DANCE_SWING, /* the goal of a tail: circles around its place a little */
    DANCE_NONE   /* no keys: moved by other bones or by physics */
} dance;

enum { MOST_BONES = 470, MOST_CHAINS = 7, MOST_LINKS = 3, KEYS = 31, KEY_SPACING = 10 };
enum { LEFT, RIGHT, SIDES };

typedef struct rig_context {
    const plan *plan;
    hone_builder *builder;
    hone_bone *bones;
    dance dances[MOST_BONES];
    uint32_t count;
    hone_ik *iks;
    uint32_t ik_count;
} rig_context;

/* ---- bones --------------------------------------------------------------------------------------------------- */

static int32_t add(rig_context *m, int32_t parent, float x, float y, float z, dance how)
{
    char name[16];
    int size = snprintf(name, sizeof name, "骨%u", m->count);
    m->bones[m->count] = (hone_bone){.name = hone_builder_text(m->builder, name, (size_t)size),
                                     .parent = parent,
                                     .position = {x, y, z},
                                     .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE,
                                     .tail_bone = HONE_NONE,
                                     .append_source = HONE_NONE,
                                     .ik = HONE_NONE};
    m->dances[m->count] = how;
    return (int32_t)m->count++;
}

static int32_t add_append(rig_context *m, int32_t parent, int32_t source, float ratio)
{
    const float *at = m->bones[source].position;
    int32_t bone = add(m, parent, at[0], at[1], at[2], DANCE_NONE);
    m->bones[bone].flags |= HONE_BONE_APPEND_ROTATION;
    m->bones[bone].append_source = source;
    m->bones[bone].append_ratio = ratio;
    m->bones[bone].layer = 2;
    return bone;
}

/* Links are listed from the effector upwards. */
static void add_chain(rig_context *m, int32_t goal, int32_t effector, int loops, float unit_angle, const int32_t *links,
                      uint32_t link_count)
{
    hone_ik_link *copy = hone_builder_array(m->builder, link_count, sizeof *copy);
    for (uint32_t i = 0; copy && i < link_count; i++) copy[i].bone = links[i];
    m->bones[goal].flags |= HONE_BONE_IK;
    m->bones[goal].layer = 1;
    m->iks[m->ik_count++] = (hone_ik){.bone = goal,
                                      .effector = effector,
                                      .max_iterations = loops,
                                      .unit_angle = unit_angle,
                                      .link_count = copy ? link_count : 0,
                                      .links = copy};
}

/* Thigh, shin, foot and toe with their goals; the knee bends in one direction only. */
static void add_leg(rig_context *m, int32_t hips, float x)
{
    int32_t thigh = add(m, hips, x, 11, 0, DANCE_TURN), shin = add(m, thigh, x * 1.1f, 6.3f, -0.15f, DANCE_NONE);
    int32_t foot = add(m, shin, x * 1.15f, 1.6f, 0.35f, DANCE_NONE),
            toe = add(m, foot, x * 1.15f, 0, -1.2f, DANCE_NONE);
    int32_t foot_goal = add(m, 0, x * 1.15f, 1.6f, 0.35f, DANCE_STEP);
    int32_t toe_goal = add(m, foot_goal, x * 1.15f, 0, -1.2f, DANCE_NONE);
    add_chain(m, foot_goal, foot, m->plan->leg_loops, 2, (int32_t[]){shin, thigh}, 2);
    add_chain(m, toe_goal, toe, m->plan->toe_loops, 4, (int32_t[]){foot}, 1);
    hone_ik_link *knee = (hone_ik_link *)m->iks[m->ik_count - 2].links;
    if (knee) {
        knee->limited = true;
        knee->lower[0] = (float)-HONE_PI, knee->upper[0] = (float)(-HONE_PI / 360);
    }
    if (m->plan->appends) { /* the skin's bones copy the leg, so that they can be turned in addition to IK */
        int32_t copy = add_append(m, hips, thigh, 1);
        add_append(m, add_append(m, copy, shin, 1), foot, 1);
    }
}

/* From shoulder to hand, with twist bones that take a part of the rotation, and five fingers. */
static void add_arm(rig_context *m, int32_t chest, float x)
{
    int32_t shoulder = add(m, chest, x * 0.4f, 16, 0, DANCE_TURN), arm = add(m, shoulder, x, 16, 0, DANCE_TURN);
    int32_t arm_twist = add(m, arm, x * 1.7f, 15, 0, DANCE_TURN),
            elbow = add(m, arm_twist, x * 2.4f, 14, 0, DANCE_TURN);
    int32_t hand_twist = add(m, elbow, x * 3, 13, 0, DANCE_TURN),
            hand = add(m, hand_twist, x * 3.6f, 12, 0, DANCE_TURN);
    for (int part = 1; m->plan->appends && part <= 4; part++) {
        add_append(m, arm, arm_twist, 0.2f * (float)part);
        add_append(m, elbow, hand_twist, 0.2f * (float)part);
    }
    for (int finger = 0; finger < 5; finger++) {
        int32_t at = hand;
        for (int joint = 0; joint < 3; joint++)
            at = add(m, at, x * (3.8f + 0.2f * (float)joint), 11.8f - 0.2f * (float)joint, 0.2f * (float)(finger - 2),
                     DANCE_TURN);
    }
}

static void add_tail(rig_context *m, int32_t head, float x)
{
    int32_t at = add(m, head, x, 18, 1, DANCE_NONE), links[MOST_LINKS];
    for (int i = MOST_LINKS; i-- > 0; at = add(m, at, x, 18 - 1.5f * (float)(MOST_LINKS - i), 1.3f, DANCE_NONE))
        links[i] = at;
    int32_t goal = add(m, head, x, 13.5f, 1.3f, DANCE_SWING);
    add_chain(m, goal, at, 15, 0.5f, links, MOST_LINKS);
}

static void add_head(rig_context *m, int32_t chest)
{
    int32_t neck = add(m, chest, 0, 16.5f, 0, DANCE_TURN), head = add(m, neck, 0, 17.5f, 0, DANCE_TURN);
    int32_t eyes = add(m, head, 0, 19, -1, DANCE_TURN), left = add(m, head, 0.4f, 18.5f, -0.5f, DANCE_NONE);
    int32_t right = add(m, head, -0.4f, 18.5f, -0.5f, DANCE_NONE);
    if (m->plan->appends) {
        for (int copy = 0; copy < 2; copy++) { /* the eyes and their highlights */
            add_append(m, left, eyes, copy ? 0.3f : 1);
            add_append(m, right, eyes, copy ? 0.3f : 1);
        }
        add_append(m, chest, 1, -0.5f); /* turns the back upright against the hips */
        add_append(m, neck, chest, -0.5f);
    }
    for (int tail = 0; m->plan->tails && tail < 3; tail++) add_tail(m, head, (float)(tail - 1));
}

static void add_bones(rig_context *m)
{
    int32_t root = add(m, HONE_NONE, 0, 0, 0, DANCE_NONE), centre = add(m, root, 0, 8, 0, DANCE_HIPS);
    int32_t hips = add(m, centre, 0, 12, 0, DANCE_TURN), waist = add(m, centre, 0, 12.2f, 0, DANCE_TURN);
    int32_t chest = add(m, waist, 0, 14, 0, DANCE_TURN);
    for (int side = LEFT; side < SIDES; side++) {
        add_leg(m, hips, side == LEFT ? 0.9f : -0.9f);
        add_arm(m, chest, side == LEFT ? 1.2f : -1.2f);
    }
    add_head(m, chest);
    for (int32_t at = hips, step = 0; m->count < m->plan->bones;
         step++) { /* strands of five bones around the hips: hair, skirt */
        float turn = 0.7f * floorf((float)step / 5);
        at = add(m, step % 5 ? at : hips, 2 * cosf(turn), 11 - (float)(step % 5), 2 * sinf(turn), DANCE_NONE);
    }
}

static hone_model *make_model(rig_context *m, hone_error *error)
{
    m->bones = hone_builder_array(m->builder, MOST_BONES, sizeof *m->bones);
    m->iks = hone_builder_array(m->builder, MOST_CHAINS, sizeof *m->iks);
    if (m->bones && m->iks)
        add_bones(m);
    const hone_model_data data = {
        .space = HONE_SPACE_MMD,
        .name = m->plan->name,
        .skeleton = {.bone_count = m->count, .bones = m->bones, .ik_count = m->ik_count, .iks = m->iks}};
    return hone_model_create(m->builder, &data, NULL, error);
}

/* ---- dance --------------------------------------------------------------------------------------------------- */

static void turn_to(hone_bone_key *key, float x, float y, float z)
{
    float length = sqrtf(x * x + y * y + z * z), part = length > 0 ? sinf(length / 2) / length : 0;
    key->rotation[0] = x * part, key->rotation[1] = y * part, key->rotation[2] = z * part;
    key->rotation[3] = cosf(length / 2);
}

static void make_key(hone_bone_key *key, dance how, uint32_t bone, uint32_t k)
{
    float beat = (float)k * 1.9f + (float)bone;
    turn_to(key, 0, 0, 0);
    switch (how) {
    case DANCE_HIPS:
        key->translation[0] = 0.5f * sinf((float)k * 1.3f);
        key->translation[1] = -0.1f - 0.15f * (float)(k % 3);
        key->translation[2] = 0.4f * cosf((float)k);
        break;
    case DANCE_STEP:
        key->translation[0] = 0.5f * sinf(beat);
        key->translation[1] = k % 2 == bone % 2 ? 0 : 0.6f;
        key->translation[2] = 0.9f * cosf(beat);
        turn_to(key, k % 2 == bone % 2 ? 0 : 0.5f, 0.3f * sinf(beat), 0);
        break;
    case DANCE_SWING:
        for (int i = 0; i < 3; i++) key->translation[i] = 0.3f * sinf(beat + (float)i);
        break;
    case DANCE_TURN:
        turn_to(key, 0.3f * sinf(beat), 0.4f * cosf(beat), 0.25f * sinf(2 * beat));
        break;
    default:
        turn_to(key, 0.1f * sinf(beat), 0, 0.1f * cosf(beat));
        break;
    }
}

static hone_bone_track make_track(const rig_context *m, hone_builder *b, const char *name, uint32_t bone)
{
    static const hone_curve curves[] = {{64, 0, 64, 127}, HONE_CURVE_LINEAR, {30, 5, 90, 120}, {20, 60, 80, 127}};
    hone_bone_key *keys = hone_builder_array(b, KEYS, sizeof *keys);
    for (uint32_t k = 0; keys && k < KEYS; k++) {
        keys[k].frame = k * KEY_SPACING;
        for (uint32_t c = 0; c < 4; c++) keys[k].curves[c] = curves[(bone + k + (c == 3)) % 4];
        make_key(&keys[k], m->dances[bone], bone, k);
    }
    return (hone_bone_track){
        .name = {.text = hone_builder_text(b, name, strlen(name))}, .key_count = keys ? KEYS : 0, .keys = keys};
}

static hone_motion *make_motion(const rig_context *m, const hone_model *model, uint32_t *track_count, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_builder *b = hone_builder_create(NULL, 0, error);
    if (!b || !model)
        return hone_builder_destroy(b), NULL;
    hone_bone_track *tracks = hone_builder_array(b, skeleton->bone_count, sizeof *tracks);
    *track_count = 0;
    for (uint32_t i = 0; tracks && i < skeleton->bone_count; i++)
        if (m->dances[i] != DANCE_NONE)
            tracks[(*track_count)++] = make_track(m, b, skeleton->bones[i].name, i);
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .model_name = m->plan->name, .bone_track_count = *track_count, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, error);
}

/* ---- measuring ----------------------------------------------------------------------------------------------- */

static uint32_t count_appends(const hone_skeleton *skeleton)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) count += skeleton->bones[b].append_source != HONE_NONE;
    return count;
}

static bool run(const plan *p, bench_rig *out, hone_error *error)
{
    rig_context m = {.plan = p, .builder = hone_builder_create(NULL, 0, error)};
    if (!m.builder)
        return false;
    hone_model *model = make_model(&m, error);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    *out = (bench_rig){.name = p->name,
                       .bones = skeleton->bone_count,
                       .chains = skeleton->ik_count,
                       .appends = count_appends(skeleton)};
    hone_motion *motion = make_motion(&m, model, &out->tracks, error);
    hone_actor *actor = model && motion ? hone_actor_create(&(hone_actor_desc){.model = model}, error) : NULL;
    bench_frame frame;
    bool ok = actor && hone_actor_play(actor, motion, NULL, error).id &&
              bench_frame_run(actor, hone_motion_duration(motion), false, &frame, error);
    if (ok) {
        out->sample = frame.median[BENCH_SAMPLE];
        out->rig = frame.median[BENCH_RIG];
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    return ok;
}

bool bench_rigs_run(bench_rig rigs[BENCH_RIGS], hone_error *error)
{
    for (int i = 0; i < BENCH_RIGS; i++)
        if (!run(&plans[i], &rigs[i], error))
            return false;
    return true;
}
