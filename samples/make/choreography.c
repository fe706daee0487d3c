#include "choreography.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

const arm_shape arm_shapes[ARM_COUNT] = {
    [ARM_READY] = {{2.5f, 12.0f, -0.75f}, {0.7f, -0.1f, 1}, 20, {0, 0, 8}, FINGERS_SOFT},
    [ARM_OUT] = {{4.6f, 13.9f, -1.1f}, {0.2f, -1, 0.6f}, 10, {0, 0, 18}, FINGERS_OPEN},
    [ARM_IN] = {{-0.55f, 13.5f, -1.75f}, {1, -0.6f, 0.2f}, 0, {0, 10, 8}, FINGERS_SOFT},
    [ARM_CLAP_NEAR] = {{1.75f, 16.6f, -2.0f}, {0.8f, -1, 0.2f}, 60, {0, 15, 0}, FINGERS_OPEN},
    [ARM_CLAP_FAR] = {{-0.95f, 16.4f, -2.1f}, {0.8f, -1, 0}, 60, {0, 15, 0}, FINGERS_OPEN},
    [ARM_CLAP] = {{0.4f, 15.4f, -2.3f}, {0.9f, -1, 0.1f}, 60, {0, 15, 0}, FINGERS_OPEN},
    [ARM_HIP] = {{1.62f, 12.95f, -0.2f}, {1, 0, 0.75f}, -30, {0, 30, -25}, FINGERS_SOFT},
    [ARM_WAVE_OUT] = {{3.1f, 19.4f, -0.5f}, {1, -0.4f, 0.5f}, -50, {0, 0, -18}, FINGERS_OPEN},
    [ARM_WAVE_IN] = {{1.95f, 19.0f, -0.7f}, {1, -0.5f, 0.4f}, -50, {0, 0, 22}, FINGERS_OPEN},
    [ARM_CHEST] = {{0.5f, 14.75f, -1.45f}, {1, -0.75f, 0.1f}, 30, {0, 0, 30}, FINGERS_FIST},
    [ARM_POINT] = {{3.95f, 18.75f, -1.1f}, {0.4f, -1, 0.7f}, 0, {0, 0, 0}, FINGERS_POINT},
    [ARM_SIDE] = {{5.45f, 16.1f, -0.3f}, {0, -1, 0.6f}, -20, {0, 0, 14}, FINGERS_OPEN},
    [ARM_HUG] = {{-0.3f, 15.2f, -1.5f}, {1, -0.7f, -0.1f}, 20, {0, 0, 0}, FINGERS_SOFT},
    [ARM_WIND] = {{1.2f, 14.6f, -2.9f}, {1, -0.6f, 0.1f}, 10, {0, 0, 0}, FINGERS_SOFT},
    [ARM_BACK] = {{2.2f, 12.0f, 1.7f}, {0.6f, 0.2f, 1}, 0, {0, 0, 10}, FINGERS_SOFT},
    [ARM_UP] = {{2.9f, 19.6f, -0.3f}, {1, -0.3f, 0.5f}, -20, {0, 0, 8}, FINGERS_OPEN},
    [ARM_HEART] = {{0.85f, 20.15f, -0.5f}, {1, 0.1f, 0.2f}, 0, {0, 0, 62}, FINGERS_SOFT},
    [ARM_PEACE] = {{1.75f, 17.3f, -1.5f}, {1, -0.8f, 0.3f}, -75, {0, 0, 20}, FINGERS_PEACE},
};

const pose_row pose_rows[] = {
    /* side, close, back: hands swing along and clap */
    {0, EASE_SMOOTH, ARM_READY, ARM_READY, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {1, EASE_SMOOTH, ARM_OUT, ARM_IN, {0.75f, -0.1f, 0}, {0, -8, 5}, {0, -14, -7}, {0, -10, -5}},
    {2, EASE_SNAP, ARM_CLAP_NEAR, ARM_CLAP_FAR, {1.05f, 0.05f, 0}, {0, -4, -6}, {-3, -8, 6}, {-3, -4, 9}},
    {3, EASE_SMOOTH, ARM_IN, ARM_OUT, {0.35f, -0.1f, 0}, {0, 8, -5}, {0, 14, 7}, {0, 10, 5}},
    {4, EASE_SNAP, ARM_CLAP, ARM_CLAP, {0, 0, 0}, {0, 0, 0}, {4, 0, 0}, {4, 0, -8}},
    /* the other way, waving */
    {5, EASE_SMOOTH, ARM_HIP, ARM_WAVE_OUT, {-0.75f, -0.1f, 0}, {0, 5, -6}, {0, 6, 8}, {0, 6, 6}},
    {5.5f, EASE_SMOOTH, ARM_HIP, ARM_WAVE_IN, {-0.95f, 0, 0}, {0, 5, -2}, {0, 6, 4}, {0, 5, 3}},
    {6, EASE_SMOOTH, ARM_HIP, ARM_WAVE_OUT, {-1.05f, 0, 0}, {0, 3, 6}, {0, 4, -5}, {-2, 5, -9}},
    {6.5f, EASE_SMOOTH, ARM_HIP, ARM_WAVE_IN, {-0.8f, 0, 0}, {0, 0, 2}, {0, 0, 0}, {-2, 2, -4}},
    {7, EASE_SMOOTH, ARM_HIP, ARM_WAVE_OUT, {-0.35f, -0.1f, 0}, {0, -4, 5}, {0, -5, -6}, {0, -5, -6}},
    {8, EASE_SMOOTH, ARM_CHEST, ARM_CHEST, {0, -0.45f, 0.1f}, {6, 0, 0}, {9, 0, 0}, {10, 0, 0}},
    /* she points to the sky, left and right */
    {8.7f, EASE_SNAP, ARM_POINT, ARM_HIP, {-0.35f, 0, 0}, {0, -6, -9}, {-4, -8, -4}, {-10, -16, -6}},
    {10, EASE_SMOOTH, ARM_POINT, ARM_HIP, {0.25f, -0.05f, 0}, {0, -4, 7}, {-4, -8, -9}, {-8, -14, 4}},
    {11, EASE_SMOOTH, ARM_POINT, ARM_HIP, {-0.35f, 0, 0}, {0, -6, -8}, {-4, -8, -4}, {-9, -12, -8}},
    {12, EASE_SMOOTH, ARM_CHEST, ARM_CHEST, {0, -0.45f, 0.1f}, {6, 0, 0}, {9, 0, 0}, {10, 0, 0}},
    {12.7f, EASE_SNAP, ARM_HIP, ARM_POINT, {0.35f, 0, 0}, {0, 6, 9}, {-4, 8, 4}, {-10, 16, 6}},
    {14, EASE_SMOOTH, ARM_HIP, ARM_POINT, {-0.25f, -0.05f, 0}, {0, 4, -7}, {-4, 8, 9}, {-8, 14, -4}},
    {14.8f, EASE_SMOOTH, ARM_SIDE, ARM_SIDE, {0, 0.05f, 0}, {-2, 0, 0}, {-6, 0, 0}, {-6, 0, 0}},
    /* a pirouette */
    {15.6f, EASE_SMOOTH, ARM_WIND, ARM_SIDE, {0.1f, -0.5f, 0}, {3, -10, 0}, {4, -18, 0}, {2, 16, 0}},
    {16.3f, EASE_SNAP, ARM_SIDE, ARM_WIND, {0.55f, 0.05f, 0}, {0, 4, 0}, {-3, 8, 0}, {0, 8, 0}},
    {16.9f, EASE_SMOOTH, ARM_HUG, ARM_HUG, {0.6f, 0.12f, 0}, {0, 0, 0}, {-2, 0, 0}, {-3, 0, 0}},
    {17.6f, EASE_SMOOTH, ARM_HUG, ARM_HUG, {0.6f, 0.12f, 0}, {0, 0, 0}, {-2, 0, 0}, {-3, 0, 0}},
    {18.3f, EASE_SNAP, ARM_SIDE, ARM_SIDE, {0.2f, -0.2f, 0}, {0, 0, 0}, {-4, 0, 0}, {-4, 0, 0}},
    /* a jump */
    {19.2f, EASE_SMOOTH, ARM_BACK, ARM_BACK, {0, -0.95f, 0.25f}, {14, 0, 0}, {14, 0, 0}, {2, 0, 0}},
    {19.8f, EASE_SNAP, ARM_UP, ARM_UP, {0, 0, 0}, {-6, 0, 0}, {-8, 0, 0}, {-10, 0, 0}},
    {20.5f, EASE_SMOOTH, ARM_UP, ARM_UP, {0, 0, 0}, {0, 0, 0}, {-4, 0, 0}, {-6, 0, 0}},
    {20.9f, EASE_SNAP, ARM_OUT, ARM_OUT, {0, -0.75f, 0.15f}, {8, 0, 0}, {8, 0, 0}, {6, 0, 0}},
    /* a heart, swaying, and a wink */
    {21.4f, EASE_SMOOTH, ARM_HEART, ARM_HEART, {0.3f, 0, 0}, {0, 0, 8}, {-2, 0, -8}, {-2, 0, -9}},
    {22.1f, EASE_SMOOTH, ARM_HEART, ARM_HEART, {-0.3f, 0, 0}, {0, 0, -8}, {-2, 0, 8}, {-2, 0, 9}},
    {22.7f, EASE_SNAP, ARM_PEACE, ARM_HIP, {0.3f, -0.05f, 0}, {0, 6, 8}, {0, 8, -4}, {2, -6, -13}},
    {23.4f, EASE_SMOOTH, ARM_PEACE, ARM_HIP, {0.33f, -0.08f, 0}, {0, 6, 9}, {0, 8, -5}, {3, -6, -15}},
    {24, EASE_SMOOTH, ARM_READY, ARM_READY, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};
const size_t pose_row_count = COUNT(pose_rows);

/* Where the balls of the feet stand when nothing happens. */
#define HOME_X 0.7f
#define HOME_Z (-0.55f)

const step_row left_steps[] = {
    {0, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {0.2f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {1, {1.9f, 0, HOME_Z}, 18, 0, 0.5f},
    {3.2f, {1.9f, 0, HOME_Z}, 18, 0, 0},
    {4, {HOME_X, 0, HOME_Z}, 12, 0, 0.4f},
    {5.2f, {HOME_X, 0, HOME_Z}, 12, 20, 0},
    {6, {-0.35f, 0, HOME_Z - 0.1f}, 10, 28, 0.35f},
    {6.3f, {-0.35f, 0, HOME_Z - 0.1f}, 10, 20, 0},
    {7, {HOME_X, 0, HOME_Z}, 12, 0, 0.4f},
    {8.2f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {8.7f, {1.45f, 0, HOME_Z - 0.25f}, 24, 22, 0.35f},
    {9.5f, {1.45f, 0, HOME_Z - 0.25f}, 24, 22, 0},
    {10, {1.45f, 0, HOME_Z - 0.25f}, 24, 0, 0},
    {10.5f, {1.45f, 0, HOME_Z - 0.25f}, 24, 0, 0},
    {11, {1.45f, 0, HOME_Z - 0.25f}, 24, 22, 0},
    {11.4f, {1.45f, 0, HOME_Z - 0.25f}, 24, 10, 0},
    {12, {HOME_X, 0, HOME_Z}, 12, 0, 0.35f},
    {15.6f, {HOME_X, 0, HOME_Z}, 14, 0, 0},
    {16.3f, {HOME_X, 0, HOME_Z}, 10, 34, 0},
    {18, {HOME_X, 0, HOME_Z}, 10, 34, 0},
    {18.5f, {HOME_X, 0, HOME_Z}, 14, 0, 0},
    {19.35f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {19.55f, {HOME_X, 0, HOME_Z}, 12, 40, 0},
    {19.9f, {HOME_X, 1.35f, HOME_Z + 0.9f}, 8, 62, 0},
    {20.35f, {HOME_X, 1.2f, HOME_Z + 0.8f}, 8, 55, 0},
    {20.65f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 22, 0},
    {20.8f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {22.3f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {22.7f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {23.3f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {24, {HOME_X, 0, HOME_Z}, 12, 0, 0.3f},
};
const size_t left_step_count = COUNT(left_steps);

const step_row right_steps[] = {
    {0, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {1.2f, {HOME_X, 0, HOME_Z}, 12, 20, 0},
    {2, {-0.35f, 0, HOME_Z - 0.1f}, 10, 28, 0.35f},
    {2.3f, {-0.35f, 0, HOME_Z - 0.1f}, 10, 20, 0},
    {3, {HOME_X, 0, HOME_Z}, 12, 0, 0.4f},
    {4.2f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {5, {1.9f, 0, HOME_Z}, 18, 0, 0.5f},
    {7.2f, {1.9f, 0, HOME_Z}, 18, 0, 0},
    {8, {HOME_X, 0, HOME_Z}, 12, 0, 0.4f},
    {12.2f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {12.7f, {1.45f, 0, HOME_Z - 0.25f}, 24, 22, 0.35f},
    {13.5f, {1.45f, 0, HOME_Z - 0.25f}, 24, 22, 0},
    {14, {1.45f, 0, HOME_Z - 0.25f}, 24, 0, 0},
    {14.2f, {1.45f, 0, HOME_Z - 0.25f}, 24, 0, 0},
    {14.8f, {HOME_X, 0, HOME_Z}, 12, 0, 0.35f},
    {15.7f, {HOME_X + 0.3f, 0, HOME_Z + 0.5f}, 26, 0, 0.2f},
    {16.0f, {HOME_X + 0.3f, 0, HOME_Z + 0.5f}, 26, 30, 0},
    {16.6f, {0.25f, 3.1f, -1.2f}, 28, 58, 0},
    {17.6f, {0.25f, 3.1f, -1.2f}, 28, 58, 0},
    {18.25f, {1.2f, 0, HOME_Z - 0.1f}, 20, 20, 0},
    {18.5f, {1.2f, 0, HOME_Z - 0.1f}, 20, 0, 0},
    {18.7f, {1.2f, 0, HOME_Z - 0.1f}, 20, 0, 0},
    {19.2f, {HOME_X, 0, HOME_Z}, 12, 0, 0.25f},
    {19.35f, {HOME_X, 0, HOME_Z}, 12, 0, 0},
    {19.55f, {HOME_X, 0, HOME_Z}, 12, 40, 0},
    {19.9f, {HOME_X, 1.7f, HOME_Z + 1.3f}, 8, 72, 0},
    {20.35f, {HOME_X, 1.5f, HOME_Z + 1.1f}, 8, 62, 0},
    {20.65f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 22, 0},
    {20.8f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {22.3f, {HOME_X + 0.25f, 0, HOME_Z}, 16, 0, 0},
    {22.7f, {1.35f, 0, HOME_Z - 0.35f}, 26, 26, 0.3f},
    {23.3f, {1.35f, 0, HOME_Z - 0.35f}, 26, 26, 0},
    {24, {HOME_X, 0, HOME_Z}, 12, 0, 0.3f},
};
const size_t right_step_count = COUNT(right_steps);

const look_row look_rows[] = {
    {"口角上げ", 0, 0.6f},  {"口角上げ", 24, 0.6f},
    {"まばたき", 0, 0},     {"まばたき", 2.4f, 0},   {"まばたき", 2.55f, 1},  {"まばたき", 2.75f, 0},
    {"まばたき", 7.4f, 0},  {"まばたき", 7.6f, 1},   {"まばたき", 8.4f, 1},   {"まばたき", 8.6f, 0},
    {"まばたき", 11.5f, 0}, {"まばたき", 11.7f, 1},  {"まばたき", 12.4f, 1},  {"まばたき", 12.6f, 0},
    {"まばたき", 15.3f, 0}, {"まばたき", 15.45f, 1}, {"まばたき", 15.65f, 0}, {"まばたき", 24, 0},
    {"笑い", 0, 0},         {"笑い", 3.6f, 0},       {"笑い", 3.85f, 1},      {"笑い", 4.6f, 1},
    {"笑い", 4.85f, 0},     {"笑い", 16.6f, 0},      {"笑い", 16.9f, 1},      {"笑い", 17.9f, 1},
    {"笑い", 18.2f, 0},     {"笑い", 19.6f, 0},      {"笑い", 19.85f, 1},     {"笑い", 20.5f, 1},
    {"笑い", 20.8f, 0},     {"笑い", 24, 0},
    {"ウィンク", 0, 0},     {"ウィンク", 8.7f, 0},   {"ウィンク", 8.9f, 1},   {"ウィンク", 9.6f, 1},
    {"ウィンク", 9.8f, 0},  {"ウィンク", 22.55f, 0}, {"ウィンク", 22.75f, 1}, {"ウィンク", 23.5f, 1},
    {"ウィンク", 23.75f, 0}, {"ウィンク", 24, 0},
    {"ウィンク右", 0, 0},   {"ウィンク右", 12.7f, 0}, {"ウィンク右", 12.9f, 1}, {"ウィンク右", 13.6f, 1},
    {"ウィンク右", 13.8f, 0}, {"ウィンク右", 24, 0},
    {"にこり", 0, 0.4f},    {"にこり", 8, 0.4f},     {"にこり", 8.8f, 1},     {"にこり", 24, 0.4f},
    {"にやり", 0, 0},       {"にやり", 19.5f, 0},    {"にやり", 19.9f, 0.9f}, {"にやり", 20.8f, 0.9f},
    {"にやり", 21.2f, 0},   {"にやり", 22.4f, 0},    {"にやり", 22.8f, 0.8f}, {"にやり", 23.6f, 0.8f},
    {"にやり", 24, 0},
    {"あ", 0, 0},           {"あ", 0.6f, 0},         {"あ", 0.85f, 0.9f},     {"あ", 1.3f, 0.5f},
    {"あ", 1.6f, 0},        {"あ", 4.7f, 0},         {"あ", 5, 0.8f},         {"あ", 5.6f, 0.3f},
    {"あ", 5.8f, 0},        {"あ", 8.4f, 0},         {"あ", 8.75f, 1},        {"あ", 9.7f, 0.6f},
    {"あ", 10, 0},          {"あ", 14.5f, 0},        {"あ", 14.8f, 0.8f},     {"あ", 15.3f, 0},
    {"あ", 24, 0},
    {"い", 0, 0},           {"い", 1.6f, 0},         {"い", 1.9f, 0.8f},      {"い", 2.3f, 0},
    {"い", 6.2f, 0},        {"い", 6.5f, 0.7f},      {"い", 6.9f, 0},         {"い", 10.9f, 0},
    {"い", 11.1f, 0.7f},    {"い", 11.5f, 0},        {"い", 24, 0},
    {"う", 0, 0},           {"う", 2.5f, 0},         {"う", 2.8f, 0.9f},      {"う", 3.2f, 0},
    {"う", 7.1f, 0},        {"う", 7.4f, 0.9f},      {"う", 7.9f, 0},         {"う", 13.9f, 0},
    {"う", 14.1f, 0.8f},    {"う", 14.5f, 0},        {"う", 24, 0},
    {"え", 0, 0},           {"え", 3.3f, 0},         {"え", 3.6f, 0.8f},      {"え", 4.2f, 0},
    {"え", 18.1f, 0},       {"え", 18.4f, 0.8f},     {"え", 18.9f, 0},        {"え", 24, 0},
    {"お", 0, 0},           {"お", 10, 0},           {"お", 10.3f, 0.9f},     {"お", 10.8f, 0},
    {"お", 12.4f, 0},       {"お", 12.75f, 1},       {"お", 13.6f, 0.6f},     {"お", 13.9f, 0},
    {"お", 21.2f, 0},       {"お", 21.5f, 0.8f},     {"お", 22, 0.3f},        {"お", 22.3f, 0},
    {"お", 24, 0},
};
const size_t look_row_count = COUNT(look_rows);

float spin_at(float beat)
{
    float t = clamp((beat - 15.9f) / 2.5f, 0, 1);
    return 360 * t * t * (3 - 2 * t);
}

float bounce_at(float beat)
{
    float quiet = fmaxf(step_between(15.2f, 15.8f, beat) * step_between(18.9f, 18.3f, beat),
                        step_between(19, 19.3f, beat) * step_between(21.3f, 20.9f, beat));
    float wave = 0.5f + 0.5f * cosf(2 * PI * beat); /* lowest on the beat */
    return -0.2f - 0.2f * wave * (1 - quiet);
}

float jump_at(float beat)
{
    float t = clamp((beat - 19.55f) / 1.1f, 0, 1);
    return 4 * 2.1f * t * (1 - t);
}
