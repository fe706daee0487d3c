/* Sources: VRMC_vrm-1.0, "lookAt"; VRM 0.x, "Eye control settings". */
#include "core/model/avatar/look_at.h"
#include "base/trigonometry.h"
#include <hone/math.h>

const char *const hone_look_expressions[HONE_LOOK_EXPRESSIONS] = {"lookUp", "lookDown", "lookLeft", "lookRight"};

hone_look_angles hone_look_angles_of(const float v[3])
{
    const float degrees = (float)(180 / HONE_PI);
    return (hone_look_angles){degrees * hone_atan2f(v[0], v[2]), degrees * hone_atan2f(-v[1], hone_hypotf(v[0], v[2]))};
}

/* ---- range maps ------------------------------------------------------------------------------------------------ */

enum { TIME, VALUE, SLOPE_BEFORE, SLOPE_AFTER };

/* Between two keys of a Hermite curve; x is between their times. */
static float hermite(const float a[4], const float b[4], float x)
{
    float length = b[TIME] - a[TIME];
    if (!(length > 0))
        return b[VALUE];
    float t = (x - a[TIME]) / length, s = 1 - t;
    return s * s * (1 + 2 * t) * a[VALUE] + t * t * (1 + 2 * s) * b[VALUE] +
           length * s * t * (s * a[SLOPE_AFTER] - t * b[SLOPE_BEFORE]);
}

/* x: 0 to 1. */
static float curve_at(const hone_range_map *range, float x)
{
    const float(*keys)[4] = range->keys;
    if (range->key_count == 0)
        return x;
    uint32_t after = 0;
    while (after < range->key_count && keys[after][TIME] <= x) after++;
    if (after == 0)
        return keys[0][VALUE];
    return after == range->key_count ? keys[after - 1][VALUE] : hermite(keys[after - 1], keys[after], x);
}

static float max_input(const hone_range_map *range)
{
    static const float least = 0.001f; /* as the specification recommends */
    return range->max_input > least ? range->max_input : least;
}

static float mapped(const hone_range_map *range, float angle)
{
    float x = fabsf(angle) / max_input(range);
    return curve_at(range, x < 1 ? x : 1) * range->output_scale;
}

/* The angle that a range maps to a value, at most its largest one. */
static float unmapped(const hone_range_map *range, float value)
{
    enum { ROUNDS = 24 };
    float low = 0, high = 1;
    if (!(value > 0) || !(range->output_scale > 0))
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        const float middle = (low + high) / 2;
        if (curve_at(range, middle) * range->output_scale < value)
            low = middle;
        else
            high = middle;
    }
    return high * max_input(range);
}

/* ---- what shows a gaze ------------------------------------------------------------------------------------------- */

void hone_look_at_turn(const hone_look_at *look, bool right, hone_look_angles to, float out[4])
{
    const float radians = (float)(HONE_PI / 180);
    bool outer = (to.yaw > 0) != right, down = to.pitch > 0;
    float yaw = mapped(&look->ranges[outer ? HONE_LOOK_AT_OUTER : HONE_LOOK_AT_INNER], to.yaw);
    float pitch = mapped(&look->ranges[down ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP], to.pitch);
    const float angles[3] = {radians * (down ? pitch : -pitch), radians * (to.yaw > 0 ? yaw : -yaw), 0};
    hone_quat_from_euler(HONE_EULER_YXZ, angles, out);
}

void hone_look_at_weights(const hone_look_at *look, hone_look_angles to, float out[HONE_LOOK_EXPRESSIONS])
{
    float side = mapped(&look->ranges[HONE_LOOK_AT_OUTER], to.yaw);
    float height = mapped(&look->ranges[to.pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP], to.pitch);
    out[0] = to.pitch > 0 ? 0 : height;
    out[1] = to.pitch > 0 ? height : 0;
    out[2] = to.yaw > 0 ? side : 0;
    out[3] = to.yaw > 0 ? 0 : side;
}

hone_look_angles hone_look_at_angles(const hone_look_at *look, const float weights[HONE_LOOK_EXPRESSIONS])
{
    const hone_range_map *side = &look->ranges[HONE_LOOK_AT_OUTER];
    const float up = unmapped(&look->ranges[HONE_LOOK_AT_UP], weights[0]),
                down = unmapped(&look->ranges[HONE_LOOK_AT_DOWN], weights[1]);
    return (hone_look_angles){unmapped(side, weights[2]) - unmapped(side, weights[3]), down - up};
}

bool hone_look_at_reaches(const hone_look_at *look, hone_look_angles to)
{
    bool one = look->kind == HONE_LOOK_AT_EXPRESSION;
    float side = max_input(&look->ranges[HONE_LOOK_AT_OUTER]);
    float inner = one ? side : max_input(&look->ranges[HONE_LOOK_AT_INNER]);
    return fabsf(to.yaw) <= (inner < side ? inner : side) &&
           fabsf(to.pitch) <= max_input(&look->ranges[to.pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP]);
}
