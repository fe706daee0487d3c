#include "view/camera/orbit.h"
#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

static const float right_angle = (float)(HONE_PI / 2);
static const float turn_per_pixel = 0.4f * (float)(HONE_PI / 180);
static const float step_angle = 15 * (float)(HONE_PI / 180);
static const float pan_steps = 20;          /* steps in the height of the picture */
static const float flat_slope = 12.5f / 45; /* half of the height that an orthographic camera sees at unit distance */

static float slope_of(const orbit *o)
{
    return o->orthographic ? flat_slope : (float)hone_camera_slope((double)o->fov);
}

static float wrapped(float angle)
{
    return remainderf(angle, (float)(2 * HONE_PI));
}

static void set_distance(orbit *o, float distance)
{
    o->distance = distance > 0.01f ? fminf(distance, 1e5f) : 0.01f; /* handles NaN, too */
}

orbit orbit_from_camera(const hone_camera *camera)
{
    orbit o = {.distance = -camera->distance,
               .yaw = wrapped(camera->angles[1]),
               .pitch = wrapped(camera->angles[0]),
               .fov = camera->fov,
               .orthographic = camera->orthographic};
    memcpy(o.target, camera->target, sizeof o.target);
    /* the target is at or behind the eye: take another one, further along the line of sight */
    if (o.distance < 0.01f) {
        float ahead = fmaxf(-o.distance, 1);
        hone_affine view = hone_camera_view(camera);
        for (int i = 0; i < 3; i++) o.target[i] += view.m[2][i] * (ahead - o.distance);
        o.distance = ahead;
    }
    if (fabsf(o.pitch) > right_angle) { /* beyond the pole: use the same direction without the roll */
        o.pitch = wrapped((float)HONE_PI - o.pitch);
        o.yaw = wrapped(o.yaw + (float)HONE_PI);
    }
    return o;
}

hone_camera orbit_camera(const orbit *o)
{
    return (hone_camera){.target = {o->target[0], o->target[1], o->target[2]},
                         .angles = {o->pitch, o->yaw, 0},
                         .distance = -o->distance,
                         .fov = o->fov,
                         .orthographic = o->orthographic};
}

/* ---- mouse ---------------------------------------------------------------------------------------------------- */

enum { RULES_MAX = 12 };

typedef struct preset {
    const char *name;
    orbit_rule rules[RULES_MAX]; /* [up to the first rule without an action] */
    uint8_t views[10];           /* orbit_view for each digit */
    uint8_t views_ctrl[10];      /* the same with Ctrl held */
} preset;

/* MMD: right and middle button and the wheel; modifiers as MikuMikuMoving has them. Blender and f3d: as in their
 * manuals. */
static const preset presets[ORBIT_PRESET_COUNT] = {
    [ORBIT_MMD] = {"mmd",
                   {{ORBIT_RIGHT, 0, {ORBIT_TURN, 1}},
                    {ORBIT_RIGHT, ORBIT_SHIFT, {ORBIT_PAN, 1}},
                    {ORBIT_RIGHT, ORBIT_CTRL, {ORBIT_DOLLY, 1}},
                    {ORBIT_MIDDLE, 0, {ORBIT_PAN, 1}},
                    {ORBIT_MIDDLE, ORBIT_SHIFT, {ORBIT_PAN, 10}},
                    {ORBIT_MIDDLE, ORBIT_CTRL, {ORBIT_PAN, 0.1f}},
                    {ORBIT_WHEEL, 0, {ORBIT_DOLLY, 1}},
                    {ORBIT_WHEEL, ORBIT_SHIFT, {ORBIT_DOLLY, 10}},
                    {ORBIT_WHEEL, ORBIT_CTRL, {ORBIT_DOLLY, 0.1f}}},
                   {[0] = ORBIT_VIEW_BOTTOM,
                    [2] = ORBIT_VIEW_FRONT,
                    [4] = ORBIT_VIEW_LEFT,
                    [5] = ORBIT_VIEW_TOP,
                    [6] = ORBIT_VIEW_RIGHT,
                    [8] = ORBIT_VIEW_BACK},
                   {0}},
    [ORBIT_BLENDER] = {"blender",
                       {{ORBIT_MIDDLE, 0, {ORBIT_TURN, 1}},
                        {ORBIT_MIDDLE, ORBIT_SHIFT, {ORBIT_PAN, 1}},
                        {ORBIT_MIDDLE, ORBIT_CTRL, {ORBIT_DOLLY, 1}},
                        {ORBIT_LEFT, ORBIT_ALT, {ORBIT_TURN, 1}}, /* for mice without a middle button */
                        {ORBIT_LEFT, ORBIT_ALT | ORBIT_SHIFT, {ORBIT_PAN, 1}},
                        {ORBIT_LEFT, ORBIT_ALT | ORBIT_CTRL, {ORBIT_DOLLY, 1}},
                        {ORBIT_WHEEL, 0, {ORBIT_DOLLY, 1}},
                        {ORBIT_WHEEL, ORBIT_CTRL, {ORBIT_PAN_ACROSS, 1}},
                        {ORBIT_WHEEL, ORBIT_SHIFT, {ORBIT_PAN_UP, 1}}},
                       {[1] = ORBIT_VIEW_FRONT,
                        [2] = ORBIT_VIEW_STEP_DOWN,
                        [3] = ORBIT_VIEW_RIGHT,
                        [4] = ORBIT_VIEW_STEP_LEFT,
                        [5] = ORBIT_VIEW_PROJECTION,
                        [6] = ORBIT_VIEW_STEP_RIGHT,
                        [7] = ORBIT_VIEW_TOP,
                        [8] = ORBIT_VIEW_STEP_UP,
                        [9] = ORBIT_VIEW_OPPOSITE},
                       {[1] = ORBIT_VIEW_BACK,
                        [2] = ORBIT_VIEW_PAN_DOWN,
                        [3] = ORBIT_VIEW_LEFT,
                        [4] = ORBIT_VIEW_PAN_LEFT,
                        [6] = ORBIT_VIEW_PAN_RIGHT,
                        [7] = ORBIT_VIEW_BOTTOM,
                        [8] = ORBIT_VIEW_PAN_UP}},
    [ORBIT_F3D] = {"f3d",
                   {{ORBIT_LEFT, 0, {ORBIT_TURN, 1}},
                    {ORBIT_LEFT, ORBIT_SHIFT, {ORBIT_PAN, 1}},
                    {ORBIT_MIDDLE, 0, {ORBIT_PAN, 1}},
                    {ORBIT_RIGHT, 0, {ORBIT_DOLLY, 1}},
                    {ORBIT_WHEEL, 0, {ORBIT_DOLLY, 1}},
                    {ORBIT_WHEEL, ORBIT_CTRL, {ORBIT_DOLLY, 0.1f}}},
                   {[1] = ORBIT_VIEW_FRONT, /* 4 and 6 roll in MMD, which this camera cannot do */
                    [2] = ORBIT_VIEW_QUARTER_UP,
                    [3] = ORBIT_VIEW_RIGHT,
                    [5] = ORBIT_VIEW_PROJECTION,
                    [7] = ORBIT_VIEW_TOP,
                    [8] = ORBIT_VIEW_QUARTER_DOWN,
                    [9] = ORBIT_VIEW_CORNER},
                   {0}},
};

const char *orbit_preset_name(orbit_preset p)
{
    return presets[p].name;
}

bool orbit_preset_named(const char *name, orbit_preset *out)
{
    for (int p = 0; p < ORBIT_PRESET_COUNT; p++)
        if (strcmp(presets[p].name, name) == 0)
            return *out = (orbit_preset)p, true;
    return false;
}

bool orbit_rule_at(orbit_preset p, uint32_t index, orbit_rule *out)
{
    if (index >= RULES_MAX || presets[p].rules[index].binding.action == ORBIT_NOTHING)
        return false;
    *out = presets[p].rules[index];
    return true;
}

orbit_binding orbit_bound(orbit_preset p, unsigned button, unsigned modifiers)
{
    orbit_rule rule;
    for (uint32_t i = 0; orbit_rule_at(p, i, &rule); i++)
        if (rule.button == button && rule.modifiers == modifiers)
            return rule.binding;
    return (orbit_binding){ORBIT_NOTHING, 0};
}

/* Pans by pixels; the scene follows the pointer. */
static void pan(orbit *o, float dx, float dy, float height)
{
    hone_camera camera = orbit_camera(o);
    hone_affine view = hone_camera_view(&camera);
    float unit = 2 * slope_of(o) * o->distance / fmaxf(height, 1);
    for (int i = 0; i < 3; i++) o->target[i] += (dy * view.m[1][i] - dx * view.m[0][i]) * unit;
}

static void turn(orbit *o, float yaw, float pitch)
{
    o->yaw = wrapped(o->yaw + yaw);
    o->pitch = fminf(fmaxf(o->pitch + pitch, -right_angle), right_angle);
}

void orbit_drag(orbit *o, orbit_binding binding, float dx, float dy, float height)
{
    dx *= binding.speed, dy *= binding.speed;
    if (!isfinite(dx) || !isfinite(dy))
        return;
    switch (binding.action) {
    case ORBIT_NOTHING:
        break;
    case ORBIT_TURN:
        turn(o, -dx * turn_per_pixel, -dy * turn_per_pixel);
        break;
    case ORBIT_PAN:
        pan(o, dx, dy, height);
        break;
    case ORBIT_PAN_ACROSS:
        pan(o, dx, 0, height);
        break;
    case ORBIT_PAN_UP:
        pan(o, 0, dy, height);
        break;
    case ORBIT_DOLLY:
        set_distance(o, o->distance * expf(0.005f * dy));
        break;
    }
}

void orbit_wheel(orbit *o, orbit_binding binding, float notches, float height)
{
    float notch = binding.action == ORBIT_DOLLY ? 20 : height / 20; /* as many pixels of a drag */
    orbit_drag(o, binding, notches * notch, notches * notch, height);
}

/* ---- preset views --------------------------------------------------------------------------------------------- */

orbit_view orbit_key(orbit_preset p, unsigned digit, unsigned modifiers)
{
    if (digit > 9 || (modifiers & ~(unsigned)ORBIT_CTRL))
        return ORBIT_VIEW_NONE;
    return (orbit_view)(modifiers ? presets[p].views_ctrl : presets[p].views)[digit];
}

static void turn_to_view(orbit *o, float yaw, float pitch)
{
    o->yaw = wrapped(yaw), o->pitch = pitch;
}

static void change_projection(orbit *o)
{
    float before = slope_of(o);
    o->orthographic = !o->orthographic;
    set_distance(o, o->distance * before / slope_of(o));
}

static void turn_to_opposite(orbit *o)
{
    if (fabsf(o->pitch) < right_angle) /* beyond a pole the picture would be upside down */
        o->yaw = wrapped(o->yaw + (float)HONE_PI);
    o->pitch = -o->pitch;
}

/* How views move the camera: LOOK from an angle to the front, and TURN, in right angles to the side and up; PAN, in
 * steps. */
typedef struct view_move {
    enum { NOTHING, LOOK, TURN, TURN_STEP, PAN } kind;
    float x, y;
} view_move;

static const view_move moves[] = {
    [ORBIT_VIEW_FRONT] = {LOOK, 0, 0},
    [ORBIT_VIEW_BACK] = {LOOK, 2, 0},
    [ORBIT_VIEW_LEFT] = {LOOK, -1, 0},
    [ORBIT_VIEW_RIGHT] = {LOOK, 1, 0},
    [ORBIT_VIEW_TOP] = {LOOK, 0, -1},
    [ORBIT_VIEW_BOTTOM] = {LOOK, 0, 1},
    [ORBIT_VIEW_STEP_LEFT] = {TURN_STEP, -1, 0},
    [ORBIT_VIEW_STEP_RIGHT] = {TURN_STEP, 1, 0},
    [ORBIT_VIEW_STEP_UP] = {TURN_STEP, 0, -1},
    [ORBIT_VIEW_STEP_DOWN] = {TURN_STEP, 0, 1},
    [ORBIT_VIEW_QUARTER_UP] = {TURN, 0, -1},
    [ORBIT_VIEW_QUARTER_DOWN] = {TURN, 0, 1},
    [ORBIT_VIEW_PAN_LEFT] = {PAN, 1, 0},
    [ORBIT_VIEW_PAN_RIGHT] = {PAN, -1, 0},
    [ORBIT_VIEW_PAN_UP] = {PAN, 0, 1},
    [ORBIT_VIEW_PAN_DOWN] = {PAN, 0, -1},
};

void orbit_apply(orbit *o, orbit_view view, float front)
{
    if (view == ORBIT_VIEW_CORNER)
        turn_to_view(o, front + right_angle / 2, -0.61547971f); /* a cube's corner: asin(1/sqrt 3) */
    else if (view == ORBIT_VIEW_OPPOSITE)
        turn_to_opposite(o);
    else if (view == ORBIT_VIEW_PROJECTION)
        change_projection(o);
    if ((size_t)view >= sizeof moves / sizeof *moves)
        return;
    const view_move *move = &moves[view];
    if (move->kind == LOOK)
        turn_to_view(o, front + move->x * right_angle, move->y * right_angle);
    else if (move->kind == TURN || move->kind == TURN_STEP) {
        float angle = move->kind == TURN ? right_angle : step_angle;
        turn(o, move->x * angle, move->y * angle);
    } else if (move->kind == PAN) {
        pan(o, move->x, move->y, pan_steps);
    }
}

void orbit_frame(orbit *o, const hone_bounds *bounds, float aspect)
{
    if (!(bounds->min[0] <= bounds->max[0]))
        return;
    for (int i = 0; i < 3; i++) o->target[i] = bounds->min[i] / 2 + bounds->max[i] / 2;
    hone_camera camera = orbit_camera(o);
    hone_camera_frame(&camera, bounds, (double)aspect, true);
    set_distance(o, fmaxf(-camera.distance, 0.1f)); /* for a single point: a distance from which it is visible */
}

/* ---- numbers -------------------------------------------------------------------------------------------------- */

static const double degree = HONE_PI / 180;

double orbit_get_number(const orbit *o, orbit_number which, float front)
{
    switch (which) {
    case ORBIT_YAW:
        return (double)wrapped(o->yaw - front) / degree;
    case ORBIT_PITCH:
        return -(double)o->pitch / degree;
    case ORBIT_DISTANCE:
        return (double)o->distance;
    default:
        return (double)o->fov;
    }
}

void orbit_set_number(orbit *o, orbit_number which, double value, float front)
{
    if (which == ORBIT_YAW)
        o->yaw = wrapped((float)(value * degree) + front);
    else if (which == ORBIT_PITCH)
        o->pitch = fminf(fmaxf((float)(-value * degree), -right_angle), right_angle);
    else if (which == ORBIT_DISTANCE)
        set_distance(o, (float)value);
    else
        o->fov = (float)fmin(fmax(value, 1), 170);
}

void orbit_turn(orbit *o, float yaw)
{
    turn(o, yaw, 0);
}

orbit orbit_between(const orbit *a, const orbit *b, float t)
{
    orbit o = *b;
    t = t > 0 ? fminf(t, 1) : 0;
    if (t == 1)
        return o;
    float from = a->distance; /* keeps the apparent size when the projection changes */
    if (a->orthographic != b->orthographic)
        from *= slope_of(a) / slope_of(b);
    for (int i = 0; i < 3; i++) o.target[i] = a->target[i] + t * (b->target[i] - a->target[i]);
    o.distance = from * powf(b->distance / from, t);
    o.yaw = wrapped(a->yaw + t * wrapped(b->yaw - a->yaw));
    o.pitch = a->pitch + t * (b->pitch - a->pitch);
    o.fov = a->fov + t * (b->fov - a->fov);
    return o;
}
