#include "gait.h"
#include "figure.h"

/* ---- parts of a pose --------------------------------------------------------------------------------------------- */

#define DEGREES ((float)HONE_PI / 180)

/* x: leans back, y: turns to the right, z: tilts to the right; in degrees. */
static void turn(float x, float y, float z, float out[4])
{
    hone_quat_from_euler(HONE_EULER_YXZ, (float[3]){x * DEGREES, y * DEGREES, z * DEGREES}, out);
}

/* The shortest rotation from one direction to another. */
static void swing(const float from[3], const float to[3], float out[4])
{
    float lengths = hone_vec3_length(from) * hone_vec3_length(to);
    hone_vec3_cross(from, to, out);
    out[3] = lengths + hone_vec3_dot(from, to);
    hone_quat_normalise(out, out);
}

/* Points upper arm and forearm of a side. Directions are those of the left side; those of the right side are mirrored.
 * twist: degrees, of the hand about the forearm. */
static void point_arm(const figure *f, int side, const float upper[3], const float fore[3], float twist,
                      figure_key *out)
{
    float rest[3], to[3], back[4];
    float x = side ? -1.0f : 1.0f;
    hone_vec3_subtract(f->elbow[side], f->shoulder[side], rest);
    hone_vec3_set(x * upper[0], upper[1], upper[2], to);
    swing(rest, to, out->rotation[ARM + side]);
    hone_vec3_subtract(f->wrist[side], f->elbow[side], rest);
    hone_vec3_set(x * fore[0], fore[1], fore[2], to);
    hone_quat_conjugate(out->rotation[ARM + side], back);
    hone_quat_rotate(back, to, to);
    swing(rest, to, out->rotation[FOREARM + side]);
    hone_vec3_normalise(rest, rest);
    hone_vec3_scale(rest, x * sinf(0.5f * twist * DEGREES), out->rotation[HAND + side]);
    out->rotation[HAND + side][3] = cosf(0.5f * twist * DEGREES);
}

/* ---- standing ---------------------------------------------------------------------------------------------------- */

static void stand(const void *user, const figure *f, float at, figure_key *out)
{
    (void)user;
    float breath = sinf(2 * (float)HONE_PI * at), sway = sinf(2 * (float)HONE_PI * at + 1);
    hone_vec3_set(0.012f * sway * f->leg, (0.004f * breath - 0.012f) * f->leg, 0, out->translation[CENTRE]);
    turn(0, 0, -0.7f * sway, out->rotation[HIPS]);
    turn(-1 + 0.6f * breath, 0, 0.7f * sway, out->rotation[SPINE]);
    turn(1.2f * breath, 0, 0, out->rotation[CHEST]);
    turn(-0.8f * breath, 1.5f * sway, 0, out->rotation[HEAD]);
    for (int side = 0; side < 2; side++)
        point_arm(f, side, (float[3]){0.24f + 0.01f * breath, -1, 0.03f}, (float[3]){0.1f, -1, -0.22f}, 0, out);
}

/* Three waves in the duration. */
static void wave(const void *user, const figure *f, float at, figure_key *out)
{
    stand(user, f, 0, out);
    float side = sinf(6 * (float)HONE_PI * at);
    point_arm(f, 1, (float[3]){1, 0.35f, -0.3f}, (float[3]){0.15f + 0.5f * side, 1, -0.25f}, 70, out);
}

/* ---- walking and running ----------------------------------------------------------------------------------------- */

/* How a walk or a run goes. Lengths are in legs, angles in degrees, times in parts of a cycle. */
typedef struct gait {
    uint32_t frames;      /* of a cycle: two steps */
    float stride;         /* the way in a cycle */
    float stance;         /* how long a foot is on the ground */
    float lift;           /* of the foot in the air */
    float strike, heel;   /* the angles of the foot: toes up at contact, heel up at the end of its stance */
    float kick;           /* heel up in the air */
    float narrow;         /* how far feet come to the middle, 0 to 1 */
    float bob, low;       /* of the body: up and down, and when it is lowest */
    float sway;           /* of the body to the foot that stands */
    float lean;           /* of the trunk forwards */
    float yaw, roll;      /* of the hips */
    float swing, elbow;   /* of the arms */
    float bend, outwards; /* of the elbows and arms at all times */
} gait;

static const gait walk_gait = {.frames = 30,
                               .stride = 1.22f,
                               .stance = 0.6f,
                               .lift = 0.09f,
                               .strike = 16,
                               .heel = 34,
                               .kick = 48,
                               .narrow = 0.3f,
                               .bob = 0.028f,
                               .low = 0.05f,
                               .sway = 0.022f,
                               .lean = 2.5f,
                               .yaw = 6,
                               .roll = 2.5f,
                               .swing = 24,
                               .elbow = 10,
                               .bend = 16,
                               .outwards = 0.17f};
static const gait run_gait = {.frames = 20,
                              .stride = 2.3f,
                              .stance = 0.36f,
                              .lift = 0.34f,
                              .strike = 4,
                              .heel = 46,
                              .kick = 85,
                              .narrow = 0.5f,
                              .bob = 0.045f,
                              .low = 0.18f,
                              .sway = 0.012f,
                              .lean = 11,
                              .yaw = 9,
                              .roll = 3,
                              .swing = 38,
                              .elbow = 8,
                              .bend = 82,
                              .outwards = 0.22f};

static float smooth(float t)
{
    t = fminf(fmaxf(t, 0), 1);
    return t * t * (3 - 2 * t);
}

/* A value that goes smoothly from key to key. times: ascending from 0 to 1. */
static float keyed(const float *times, const float *values, int count, float at)
{
    int i = 1;
    while (i + 1 < count && times[i] < at) i++;
    return values[i - 1] + (values[i] - values[i - 1]) * smooth((at - times[i - 1]) / (times[i] - times[i - 1]));
}

/* Positive: toes up. */
static float foot_angle(const gait *g, float at)
{
    float s = g->stance, air = 1 - s;
    const float times[] = {0, 0.14f * s, 0.5f * s, s, s + 0.25f * air, s + 0.8f * air, 1};
    const float values[] = {g->strike, 0, 0, -g->heel, -g->kick, 0.6f * g->strike, g->strike};
    return keyed(times, values, 7, at);
}

/* How far a foot is before the body, in legs. In the air it begins and ends with the speed of the ground. */
static float foot_way(const gait *g, float at)
{
    float half = 0.5f * g->stride * g->stance, u = (at - g->stance) / (1 - g->stance),
          speed = -g->stride * (1 - g->stance);
    if (at < g->stance)
        return half - g->stride * at;
    return speed * (u * (1 - u) * (1 - u) - u * u * (1 - u)) + half * (2 * smooth(u) - 1);
}

static float foot_lift(const gait *g, float at)
{
    float u = (at - g->stance) / (1 - g->stance);
    float s = u > 0 ? sinf((float)HONE_PI * powf(u, 0.8f)) : 0;
    return g->lift * s * s;
}

/* A shoe that is bent at its toes is thicker there, in legs. */
#define CREASE 0.035f

/* Moves the goal of a foot, which rolls over its heel and its ball. distance: of the body, legs. */
static void move_foot(const gait *g, const figure *f, int side, float at, float distance, figure_key *out)
{
    float angle = foot_angle(g, at), pivot[3], arm[3], turned[3], *to = out->translation[FOOT + side];
    hone_vec3_copy(f->ball[side], pivot);
    if (angle > 0) /* the heel is on the ground, behind the ankle */
        pivot[1] = 0, pivot[2] = f->ankle[side][2] + 0.3f * (f->ankle[side][2] - f->ball[side][2]);
    turn(angle, 0, 0, out->rotation[FOOT + side]);
    turn(fmaxf(-angle, 0), 0, 0, out->rotation[TOES + side]); /* toes stay on the ground */
    hone_vec3_subtract(f->ankle[side], pivot, arm);
    hone_quat_rotate(out->rotation[FOOT + side], arm, turned);
    hone_vec3_subtract(turned, arm, to);
    to[0] -= g->narrow * f->ankle[side][0];
    to[1] += (foot_lift(g, at) + CREASE * out->rotation[TOES + side][0]) * f->leg;
    to[2] -= (foot_way(g, at) + distance) * f->leg;
}

static void move_arm(const gait *g, const figure *f, int side, float at, figure_key *out)
{
    float forward = -cosf(2 * (float)HONE_PI * at); /* against the leg of this side */
    float angle = (g->swing * forward + 2) * DEGREES, bend = angle + (g->bend + g->elbow * forward) * DEGREES;
    point_arm(f, side, (float[3]){g->outwards, -cosf(angle), -sinf(angle)},
              (float[3]){g->outwards * 0.2f, -cosf(bend), -sinf(bend)}, 0, out);
}

/* How far legs are too short in a pose whose hips are not lowered. */
static float excess(const figure *f, const figure_key *key)
{
    float most = 0;
    for (int side = 0; side < 2; side++) {
        float hip[3], ankle[3], reach = 0.99f * f->leg;
        hone_vec3_add(f->hip[side], key->translation[CENTRE], hip);
        hone_vec3_add(f->ankle[side], key->translation[FOOT + side], ankle);
        float x = hip[0] - ankle[0], z = hip[2] - ankle[2];
        most = fmaxf(most, hip[1] - ankle[1] - sqrtf(fmaxf(reach * reach - x * x - z * z, 0)));
    }
    return most;
}

static void step(const gait *g, const figure *f, float at, float drop, figure_key *out)
{
    float turns = 2 * (float)HONE_PI, distance = g->stride * at, leftness = cosf(turns * (at - 0.5f * g->stance));
    float y = -g->bob * cosf(2 * turns * (at - g->low));
    hone_vec3_set(g->sway * leftness * f->leg, y * f->leg - drop, -distance * f->leg, out->translation[CENTRE]);
    float yaw = g->yaw * cosf(turns * at);
    turn(-0.3f * g->lean, yaw, g->roll * leftness, out->rotation[HIPS]);
    turn(-0.6f * g->lean, -0.5f * yaw, -0.6f * g->roll * leftness, out->rotation[SPINE]);
    turn(-0.4f * g->lean, -0.7f * yaw, 0, out->rotation[CHEST]);
    turn(0.8f * g->lean, 0.9f * yaw, 0, out->rotation[HEAD]);
    for (int side = 0; side < 2; side++) {
        float own = fmodf(at + 0.5f * (float)side, 1); /* the right foot is half a cycle away */
        move_foot(g, f, side, own, distance, out);
        move_arm(g, f, side, own, out);
    }
}

/* A gait with the drop of the hips that lets both legs reach the ground at all times. */
typedef struct fitted_gait {
    const gait *gait;
    float drop;
} fitted_gait;

static fitted_gait fit(const gait *g, const figure *f)
{
    fitted_gait out = {g, 0};
    for (uint32_t frame = 0; frame < g->frames; frame++) {
        figure_key key = {0};
        float at = (float)frame / (float)g->frames;
        step(g, f, at, 0, &key);
        out.drop = fmaxf(out.drop, excess(f, &key));
    }
    return out;
}

static void go(const void *user, const figure *f, float at, figure_key *out)
{
    const fitted_gait *fitted = user;
    step(fitted->gait, f, at, fitted->drop, out);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool make_all(const figure *f, motions *out, hone_error *error)
{
    fitted_gait walk = fit(&walk_gait, f), run = fit(&run_gait, f);
    out->idle = figure_record(f, 120, stand, NULL, error);
    out->walk = out->idle ? figure_record(f, walk_gait.frames, go, &walk, error) : NULL;
    out->run = out->walk ? figure_record(f, run_gait.frames, go, &run, error) : NULL;
    out->wave = out->run ? figure_record(f, 45, wave, NULL, error) : NULL;
    return out->wave != NULL;
}

hone_motion *motions_fit(hone_motion *motion, const hone_model *from, const hone_model *to, hone_error *error)
{
    hone_actor *source = hone_actor_create(&(hone_actor_desc){.model = from}, error);
    hone_motion *fitted = NULL;
    if (source && hone_actor_play(source, motion, NULL, error).id) {
        const hone_retarget_desc desc = {
            .source = source, .target = to, .duration = hone_motion_duration(motion)}; /* exactly: loops stay loops */
        fitted = hone_retarget(&desc, NULL, error);
    }
    hone_actor_destroy(source);
    return fitted;
}

static bool fit_to(hone_motion **motion, const hone_model *from, const hone_model *to, hone_error *error)
{
    hone_motion *fitted = motions_fit(*motion, from, to, error);
    hone_motion_release(*motion);
    *motion = fitted;
    return fitted != NULL;
}

bool motions_make(const hone_model *model, motions *out, hone_error *error)
{
    figure f;
    if (figure_measure(model, &f))
        return make_all(&f, out, error);
    hone_model *human = hone_mmd_default_skeleton(NULL, NULL, error);
    bool ok = human && figure_measure(human, &f) && make_all(&f, out, error) &&
              fit_to(&out->idle, human, model, error) && fit_to(&out->walk, human, model, error) &&
              fit_to(&out->run, human, model, error) && fit_to(&out->wave, human, model, error);
    hone_model_release(human);
    return ok;
}

void motions_release(motions *m)
{
    hone_motion *const all[] = {m->idle, m->walk, m->run, m->wave, m->dance};
    for (int i = 0; i < 5; i++) hone_motion_release(all[i]);
    *m = (motions){0};
}
