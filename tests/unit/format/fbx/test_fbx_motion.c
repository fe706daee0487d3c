/* Motions of FBX files: from stacks, layers and curves to a pose at any time. */
#include "support/make/fbx/make_fbx_clip.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

enum { CONSTANT = 2, LINEAR = 4, USER = 0x408, RIGHT = 0x1000000, LEFT = 0x2000000, NEXT = 0x100 };

/* ---- a file, loaded ------------------------------------------------------------------------------------------- */

typedef struct loaded {
    const hone_model *model;
    const hone_motion *motion;
    hone_sampler *sampler;
    hone_pose *pose;
} loaded;

static loaded load_kind(const make_fbx_clip *clip, const make_fbx_kind *kind)
{
    hone_error error = {0};
    hone_bytes bytes = make_fbx_clip_file(clip, kind);
    loaded out = {hone_model_load_memory(bytes.data, bytes.size, NULL, &error),
                  hone_motion_load_memory(bytes.data, bytes.size, NULL, &error), NULL, NULL};
    hone_bytes_release(&bytes);
    if (!out.model || !out.motion)
        fail_msg("%s", error.message);
    out.sampler = hone_sampler_create(&(hone_sampler_desc){.model = out.model, .motion = out.motion}, &error);
    out.pose = hone_pose_create(out.model, NULL, &error);
    CHECK(out.sampler && out.pose);
    return out;
}

static loaded load(const make_fbx_clip *clip)
{
    return load_kind(clip, &(make_fbx_kind){0});
}

static void release(loaded *file)
{
    hone_pose_destroy(file->pose);
    hone_sampler_destroy(file->sampler);
    hone_motion_release(file->motion);
    hone_model_release(file->model);
}

static const hone_transform *at(const loaded *file, uint32_t bone, double seconds)
{
    hone_pose_reset(file->pose, file->model);
    hone_sampler_sample(file->sampler, hone_frame_from_seconds(seconds), file->pose);
    return &file->pose->bones[bone];
}

/* Centimetres of the file are metres of the pose. */
static void check_place(const loaded *file, uint32_t bone, double seconds, double x, double y, double z)
{
    const float *t = at(file, bone, seconds)->translation;
    CHECK_NEAR((double)t[0], x / 100, 2e-6);
    CHECK_NEAR((double)t[1], y / 100, 2e-6);
    CHECK_NEAR((double)t[2], z / 100, 2e-6);
}

static void check_turn(const loaded *file, uint32_t bone, double seconds, const float wanted[4])
{
    CHECK_NEAR(fabs((double)hone_quat_dot(at(file, bone, seconds)->rotation, wanted)), 1, 1e-6);
}

static void check_turn_z(const loaded *file, uint32_t bone, double seconds, double degrees)
{
    float wanted[4] = {0, 0, (float)sin(degrees * HONE_PI / 360), (float)cos(degrees * HONE_PI / 360)};
    check_turn(file, bone, seconds, wanted);
}

static const make_fbx_layer base = {0};
static const make_fbx_node one_node[] = {{.name = "bone", .parent = -1, .translation = {1, 2, 3}}};

/* One node, one layer. */
static make_fbx_clip clip_of(const make_fbx_track *tracks, double stop)
{
    return (make_fbx_clip){
        .node_count = 1, .nodes = one_node, .layer_count = 1, .layers = &base, .tracks = tracks, .stop = stop};
}

/* clang-format off */
#define KEY(f, v, k) {.frame = f, .value = v, .flags = k}
#define CUBIC(f, v, r, l) {.frame = f, .value = v, .flags = USER, .right_slope = r, .next_left_slope = l}
#define KEYS(...) (make_fbx_key[]){__VA_ARGS__}
#define CURVE(...) {.count = sizeof(KEYS(__VA_ARGS__)) / sizeof(make_fbx_key), .keys = KEYS(__VA_ARGS__)}
/* clang-format on */

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* 0 to 1 in a second: flat at the beginning, slope 2 at the end. */
static double hermite(double t)
{
    return 3 * t * t - 2 * t * t * t + 2 * (t * t * t - t * t);
}

static void every_encoding_gives_the_same_motion(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0,
         0,
         "Lcl Translation",
         {0, 7, 0},
         {CURVE(KEY(0, 0, LINEAR), KEY(24, 12, LINEAR)),
          {0},
          CURVE(CUBIC(0, 0, 0, 20), KEY(24, 10, USER), KEY(48, 10, CONSTANT))}},
        {0, 0, "Lcl Rotation", {0}, {{0}, {0}, CURVE(KEY(0, 0, LINEAR), KEY(48, 360, LINEAR))}},
        {0,
         0,
         "Lcl Scaling",
         {1, 1, 1},
         {CURVE(KEY(0, 2, CONSTANT), KEY(12, 3, CONSTANT | NEXT), KEY(24, 4, LINEAR)), {0}, {0}}},
        {0}};
    const make_fbx_clip clip = clip_of(tracks, 48);
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        loaded file = load_kind(&clip, &make_fbx_kinds[k]);
        CHECK_NEAR(hone_motion_duration(file.motion), 2, 1e-12);
        assert_string_equal(hone_motion_get(file.motion)->clips[0].name, "Walk");
        for (double t = 0; t < 0.99; t += 0.037) {
            check_place(&file, 0, t, 12 * t, 7, 10 * hermite(t));
            check_turn_z(&file, 0, t, 180 * t);
            CHECK_NEAR((double)at(&file, 0, t)->scale[0], t < 0.5 ? 2 : 4, 1e-6);
        }
        check_turn_z(&file, 0, 1.9, 342);
        check_place(&file, 0, 1.7, 12, 7, 10);
        check_place(&file, 0, 9, 12, 7, 10);
        assert_int_equal(hone_motion_warnings(file.motion).count, 0);
        release(&file);
    }
}

/* Both control points are at 0.8 of the time from their keys. */
static double weighted(double seconds)
{
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        double t = (low + high) / 2, u = 1 - t;
        if (3 * u * u * t * 0.8 + 3 * u * t * t * 0.2 + t * t * t < seconds)
            low = t;
        else
            high = t;
    }
    return 3 * (1 - low) * low * low + low * low * low;
}

static void weighted_tangents_are_followed(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0,
         0,
         "Lcl Translation",
         {0},
         {CURVE({0, 0, USER | RIGHT | LEFT, 0, 0, 0.8f, 0.8f}, KEY(24, 50, USER)), {0}, {0}}},
        {0}};
    const make_fbx_clip clip = clip_of(tracks, 24);
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        loaded file = load_kind(&clip, &make_fbx_kinds[k]);
        for (double t = 0; t < 1; t += 0.0173) check_place(&file, 0, t, 50 * weighted(t), 0, 0);
        release(&file);
    }
}

static void repetitions_go_on_beyond_the_keys(void **state)
{
    (void)state;
    make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(24, 0, LINEAR), KEY(48, 6, LINEAR)), {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 144);
    tracks[0].curves[0].before = 'M', tracks[0].curves[0].after = 'A', tracks[0].curves[0].repetitions = -1;
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        loaded file = load_kind(&clip, &make_fbx_kinds[k]);
        check_place(&file, 0, 0.25, 4.5, 0, 0);
        for (double t = 1; t < 6; t += 0.21) check_place(&file, 0, t, 6 * (t - 1), 0, 0);
        release(&file);
    }
}

/* ---- time ranges ---------------------------------------------------------------------------------------------- */

static void time_begins_with_the_stack(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(48, 48, LINEAR)), {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 36);
    clip.start = 12;
    for (int k = 0; k < 2 * MAKE_FBX_KINDS; k++) {
        clip.range_in_take = k & 1;
        loaded file = load_kind(&clip, &make_fbx_kinds[k / 2]);
        CHECK_NEAR(hone_motion_duration(file.motion), 1, 1e-12);
        check_place(&file, 0, 0, 12, 0, 0);
        check_place(&file, 0, 0.5, 24, 0, 0);
        check_place(&file, 0, 3, 36, 0, 0);
        release(&file);
    }
}

static void without_a_range_the_keys_are_the_clip(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(-24, 1, LINEAR), KEY(48, 2, LINEAR)), {0}, {0}}}, {0}};
    const make_fbx_clip clip = clip_of(tracks, 0);
    loaded file = load(&clip);
    CHECK_NEAR(hone_motion_duration(file.motion), 3, 1e-12);
    check_place(&file, 0, 1.5, 1.5, 0, 0);
    release(&file);
}

static void a_clip_at_rest_has_its_length(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {{0, 0, "Lcl Translation", {1, 2, 3}, {{0}, {0}, {0}}}, {0}};
    const make_fbx_clip clip = clip_of(tracks, 60);
    loaded file = load(&clip);
    CHECK_NEAR(hone_motion_duration(file.motion), 2.5, 1e-12);
    check_place(&file, 0, 1, 1, 2, 3);
    release(&file);
}

/* ---- layers --------------------------------------------------------------------------------------------------- */

static const make_fbx_curve ten = CURVE(KEY(0, 10, CONSTANT)), four = CURVE(KEY(0, 4, CONSTANT)),
                            two = CURVE(KEY(0, 2, CONSTANT));

/* Each property has `ten` on the first layer and `second` on the other one. */
static loaded load_layers(make_fbx_layer second, const make_fbx_curve *value, const char *property)
{
    const make_fbx_layer layers[] = {base, second};
    const make_fbx_track tracks[] = {
        {0, 0, property, {0}, {ten, ten, ten}}, {1, 0, property, {0}, {*value, *value, *value}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.layers = layers, clip.layer_count = 2;
    return load(&clip);
}

static void check_layers(make_fbx_layer second, double wanted, double wanted_scale)
{
    loaded file = load_layers(second, &four, "Lcl Translation");
    check_place(&file, 0, 0.5, wanted, wanted, wanted);
    release(&file);
    file = load_layers(second, &four, "Lcl Scaling");
    CHECK_NEAR((double)at(&file, 0, 0.5)->scale[1], wanted_scale, 1e-5);
    release(&file);
}

static void layers_act_as_their_mode_says(void **state)
{
    (void)state;
    check_layers((make_fbx_layer){.blend_mode = 0}, 14, 40);
    check_layers((make_fbx_layer){.blend_mode = 0, .weight = 50}, 12, 20);
    check_layers((make_fbx_layer){.blend_mode = 0, .scale_mode = 1}, 14, 14);
    check_layers((make_fbx_layer){.blend_mode = 1, .weight = 50}, 4, 4);
    check_layers((make_fbx_layer){.blend_mode = 2, .weight = 25}, 8.5, pow(10, 0.75) * pow(4, 0.25));
    check_layers((make_fbx_layer){.blend_mode = 2, .weight = 50, .scale_mode = 1}, 7, 7);
}

static void rotations_of_layers_are_combined_as_rotations_or_by_angle(void **state)
{
    (void)state;
    const make_fbx_curve angles[2][3] = {
        {CURVE(KEY(0, 50, LINEAR)), CURVE(KEY(0, 20, LINEAR)), CURVE(KEY(0, 70, LINEAR))},
        {CURVE(KEY(0, 30, LINEAR)), CURVE(KEY(0, -40, LINEAR)), CURVE(KEY(0, 10, LINEAR))}};
    const float radians = (float)(HONE_PI / 180);
    const float first[3] = {50 * radians, 20 * radians, 70 * radians},
                second[3] = {30 * radians, -40 * radians, 10 * radians};
    for (int mode = 0; mode < 2; mode++) {
        const make_fbx_layer layers[] = {base, {.rotation_mode = mode}};
        const make_fbx_track tracks[] = {{0, 0, "Lcl Rotation", {0}, {angles[0][0], angles[0][1], angles[0][2]}},
                                         {1, 0, "Lcl Rotation", {0}, {angles[1][0], angles[1][1], angles[1][2]}},
                                         {0}};
        make_fbx_clip clip = clip_of(tracks, 24);
        clip.layers = layers, clip.layer_count = 2;
        loaded file = load(&clip);
        float a[4], b[4], sum[3], wanted[4];
        hone_quat_from_euler(HONE_EULER_ZYX, first, a);
        hone_quat_from_euler(HONE_EULER_ZYX, second, b);
        hone_vec3_add(first, second, sum);
        if (mode == 0)
            hone_quat_multiply(a, b, wanted);
        else
            hone_quat_from_euler(HONE_EULER_ZYX, sum, wanted);
        check_turn(&file, 0, 0.3, wanted);
        release(&file);
    }
}

static void the_weight_of_a_layer_may_have_keys(void **state)
{
    (void)state;
    const make_fbx_layer layers[] = {base, {.blend_mode = 2, .weight = 100}};
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0}, {ten, ten, ten}},
        {1, 0, "Lcl Translation", {0}, {two, two, two}},
        {1, -1, "Weight", {100, 0, 0}, {CURVE(KEY(0, 0, LINEAR), KEY(24, 100, LINEAR)), {0}, {0}}},
        {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.layers = layers, clip.layer_count = 2;
    loaded file = load(&clip);
    for (double t = 0; t < 1; t += 0.11) check_place(&file, 0, t, 10 - 8 * t, 10 - 8 * t, 10 - 8 * t);
    release(&file);
}

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static void a_rotation_about_a_pivot_moves_the_bone_on_an_arc(void **state)
{
    (void)state;
    const make_fbx_node nodes[] = {{.name = "bone", .parent = -1, .rotation_pivot = {0, 50, 0}}};
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Rotation", {0}, {{0}, {0}, CURVE(KEY(0, 0, LINEAR), KEY(24, 720, LINEAR))}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.nodes = nodes;
    loaded file = load(&clip);
    for (double t = 0; t < 1; t += 0.013) {
        double angle = 4 * HONE_PI * t;
        check_turn_z(&file, 0, t, 720 * t);
        check_place(&file, 0, t, 50 * sin(angle), 50 - 50 * cos(angle), 0);
    }
    release(&file);
}

static void a_translation_keeps_what_pivots_and_offsets_add(void **state)
{
    (void)state;
    const make_fbx_node nodes[] = {{.name = "parent", .parent = -1},
                                   {.name = "bone", .parent = 0, .rotation = {0, 0, 90}, .rotation_pivot = {0, 50, 0}},
                                   {.name = "other", .parent = 0, .rotation_offset = {0, 7, 0}}};
    const make_fbx_curve curve = CURVE(KEY(0, 0, LINEAR), KEY(24, 10, LINEAR));
    const make_fbx_track tracks[] = {
        {0, 1, "Lcl Translation", {0}, {curve, {0}, {0}}}, {0, 2, "Lcl Translation", {0}, {curve, {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.nodes = nodes, clip.node_count = 3;
    loaded file = load(&clip);
    for (double t = 0; t < 1; t += 0.1) {
        check_place(&file, 1, t, 50 + 10 * t, 50, 0);
        check_place(&file, 2, t, 10 * t, 7, 0);
    }
    release(&file);
}

static void a_child_may_leave_out_the_scale_of_its_parent(void **state)
{
    (void)state;
    const make_fbx_node nodes[] = {{.name = "parent", .parent = -1},
                                   {.name = "child", .translation = {10, 0, 0}, .inherit = 2}};
    const make_fbx_curve grow = CURVE(KEY(0, 1, LINEAR), KEY(24, 4, LINEAR));
    const make_fbx_track tracks[] = {{0, 0, "Lcl Scaling", {1, 1, 1}, {grow, grow, grow}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.nodes = nodes, clip.node_count = 2;
    loaded file = load(&clip);
    const hone_model_data *data = hone_model_get(file.model);
    uint32_t child = data->skeleton.bones[1].parent == 0 ? 1 : 2;
    for (double t = 0; t < 1; t += 0.09) {
        double whole = 1, length = 0;
        for (int32_t bone = (int32_t)child; bone != HONE_NONE; bone = data->skeleton.bones[bone].parent) {
            const hone_transform *local = at(&file, (uint32_t)bone, t);
            length = length * (double)local->scale[0] + (double)local->translation[0];
            whole *= (double)local->scale[0];
        }
        CHECK_NEAR(whole, 1, 4e-5);
        CHECK_NEAR(length, 0.1 * (1 + 3 * t), 1e-5);
    }
    release(&file);
}

/* ---- blend shapes --------------------------------------------------------------------------------------------- */

static double weight_of(const hone_channel *channel, double seconds)
{
    uint32_t k = 0;
    while (k + 2 < channel->key_count && channel->times[k + 1] <= seconds) k++;
    double t = (seconds - channel->times[k]) / (channel->times[k + 1] - channel->times[k]);
    return (double)channel->values[k] + t * ((double)channel->values[k + 1] - (double)channel->values[k]);
}

/* From 0 to 100 per cent in a second: the shape at 50 per cent comes and goes, then the other one comes. */
static void a_channel_of_two_shapes_moves_both_weights(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 0, "DeformPercent", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(24, 100, LINEAR)), {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.has_channel = true;
    hone_error error = {0};
    hone_bytes bytes = make_fbx_clip_file(&clip, &make_fbx_kinds[0]);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    CHECK(motion != NULL);
    const hone_motion_data *data = hone_motion_get(motion);
    assert_int_equal(data->channel_count, 2);
    assert_string_equal(data->channels[0].targets[0].name, "smile 50%");
    assert_string_equal(data->channels[1].targets[0].name, "smile");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(data->channels[i].path, HONE_CHANNEL_WEIGHTS);
        assert_int_equal(data->channels[i].targets[0].index, i);
    }
    for (double t = 0; t < 1; t += 0.03) {
        CHECK_NEAR(weight_of(&data->channels[0], t), t < 0.5 ? 2 * t : 2 - 2 * t, 3e-5);
        CHECK_NEAR(weight_of(&data->channels[1], t), t < 0.5 ? 0 : 2 * t - 1, 3e-5);
    }
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

/* Programs write keys of the visibility that never change it. */
static void visibility_that_changes_gives_a_warning(void **state)
{
    (void)state;
    for (int hidden = 0; hidden < 2; hidden++) {
        const make_fbx_track tracks[] = {
            {0, 0, "Visibility", {1}, {CURVE(KEY(0, 1, CONSTANT), KEY(24, hidden ? 0 : 1, CONSTANT)), {0}, {0}}}, {0}};
        make_fbx_clip clip = clip_of(tracks, 48);
        loaded file = load(&clip);
        hone_warnings warnings = hone_motion_warnings(file.motion);
        assert_int_equal(warnings.count, hidden);
        CHECK(!hidden || strstr(warnings.texts[0], "visibility"));
        release(&file);
    }
}

/* ---- cameras and lights --------------------------------------------------------------------------------------- */

/* A camera of FBX looks along its x axis. */
static const make_fbx_node camera_nodes[] = {
    {.name = "dolly", .parent = -1, .translation = {0, 100, 0}},
    {.name = "camera", .parent = 0, .translation = {0, 0, 300}, .rotation = {0, 90, 0}, .attribute = "Camera"}};

static hone_camera camera_at(const loaded *file, double seconds, float eye[3])
{
    hone_camera camera = HONE_CAMERA_DEFAULT;
    CHECK(hone_motion_camera(file->motion, hone_frame_from_seconds(seconds), HONE_CURVE_EXACT, &camera));
    const float forward[3] = {-cosf(camera.angles[0]) * sinf(camera.angles[1]), sinf(camera.angles[0]),
                              cosf(camera.angles[0]) * cosf(camera.angles[1])};
    hone_vec3_add_scaled(camera.target, forward, camera.distance, eye);
    return camera;
}

static void a_camera_that_moves_has_keys(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0, 100, 0}, {CURVE(KEY(0, 0, LINEAR), KEY(48, 80, LINEAR)), {0}, {0}}},
        {0, 1, "Lcl Rotation", {0, 90, 0}, {{0}, CURVE(KEY(0, 90, LINEAR), KEY(48, 180, LINEAR)), {0}}},
        {0, 1, "FocalLength", {50, 0, 0}, {CURVE(KEY(0, 50, LINEAR), KEY(48, 25, LINEAR)), {0}, {0}}},
        {0}};
    make_fbx_clip clip = clip_of(tracks, 48);
    clip.nodes = camera_nodes, clip.node_count = 2;
    loaded file = load(&clip);
    for (double t = 0; t <= 2; t += 0.0625) {
        float eye[3];
        hone_camera camera = camera_at(&file, t, eye);
        CHECK_NEAR((double)eye[0], 12.5 * 0.4 * t, 5e-3); /* units of MMD */
        CHECK_NEAR((double)eye[1], 12.5, 5e-3);
        CHECK_NEAR((double)eye[2], -37.5, 5e-3);
        CHECK_NEAR((double)camera.angles[1], HONE_PI / 4 * t, 1e-3); /* to the left */
        CHECK_NEAR((double)camera.angles[0], 0, 1e-5);
        CHECK_NEAR((double)camera.angles[2], 0, 1e-5);
        CHECK_NEAR((double)camera.distance, -10, 1e-4);
        CHECK_NEAR((double)camera.fov, 360 / HONE_PI * atan(12.7 / (50 - 12.5 * t)), 0.02);
        CHECK(!camera.orthographic);
    }
    release(&file);
}

static void the_roll_of_a_camera_is_kept(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 1, "Lcl Rotation", {0, 90, 0}, {CURVE(KEY(0, 30, CONSTANT), KEY(36, -20, CONSTANT)), {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 48);
    clip.nodes = camera_nodes, clip.node_count = 2;
    loaded file = load(&clip);
    float eye[3];
    CHECK_NEAR((double)camera_at(&file, 0.5, eye).angles[2], HONE_PI / 6, 1e-5);
    CHECK_NEAR((double)camera_at(&file, 1.49, eye).angles[2], HONE_PI / 6, 1e-5); /* a cut */
    CHECK_NEAR((double)camera_at(&file, 1.5, eye).angles[2], -HONE_PI / 9, 1e-5); /* the second row of Rz is sin, cos */
    release(&file);
}

/* The dolly moves to the right; the camera goes on looking at the origin, and the node above it is at its right. */
static void a_camera_looks_at_its_target_with_its_up_node_above(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(48, 300, LINEAR)), {0}, {0}}}, {0}};
    for (int up = 0; up < 2; up++) {
        const make_fbx_node nodes[] = {
            {.name = "dolly", .parent = -1},
            {.name = "camera", .parent = 0, .translation = {0, 0, 300}, .attribute = "Camera"},
            {.name = "target", .parent = -1, .looked_at_by = 2},
            {.name = "up", .parent = 1, .translation = {100, 0, 0}, .above = up ? 2 : 0}};
        make_fbx_clip clip = clip_of(tracks, 48);
        clip.nodes = nodes, clip.node_count = 4;
        loaded file = load(&clip);
        for (double t = 0; t <= 2; t += 0.25) {
            float eye[3];
            hone_camera camera = camera_at(&file, t, eye);
            CHECK_NEAR((double)eye[0], 18.75 * t, 5e-3);
            for (int i = 0; i < 3; i++) CHECK_NEAR((double)camera.target[i], 0, 5e-3);
            CHECK_NEAR((double)camera.distance, -12.5 * sqrt(9 + 2.25 * t * t), 5e-3);
            CHECK_NEAR(fabs((double)camera.angles[2]), up ? HONE_PI / 2 : 0, 1e-4);
        }
        release(&file);
    }
}

/* Only the target moves: to the right, which turns the camera. */
static void a_camera_turns_to_a_target_that_moves(void **state)
{
    (void)state;
    const make_fbx_track tracks[] = {
        {0, 1, "Lcl Translation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(48, 300, LINEAR)), {0}, {0}}}, {0}};
    const make_fbx_node nodes[] = {{.name = "camera", .parent = -1, .translation = {0, 0, 300}, .attribute = "Camera"},
                                   {.name = "target", .parent = -1, .looked_at_by = 1}};
    make_fbx_clip clip = clip_of(tracks, 48);
    clip.nodes = nodes, clip.node_count = 2;
    loaded file = load(&clip);
    for (double t = 0; t <= 2; t += 0.25) {
        float eye[3];
        CHECK_NEAR((double)camera_at(&file, t, eye).angles[1], -atan(t / 2), 1e-4);
        CHECK_NEAR((double)eye[2], -37.5, 5e-3);
    }
    CHECK(hone_model_get(file.model)->cameras[0].moves);
    release(&file);
}

/* Without an animation, and with one that does not move it. */
static void a_camera_that_stands_still_has_a_key_if_it_is_wanted(void **state)
{
    (void)state;
    const make_fbx_track none[] = {{0}};
    make_fbx_clip clip = clip_of(none, 48);
    clip.nodes = camera_nodes, clip.node_count = 2;
    hone_bytes bytes = make_fbx_clip_file(&clip, &make_fbx_kinds[0]);
    const hone_load_desc desc = {.camera = "camera"}, other = {.camera = "x"};
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->camera_count, 1);
    assert_string_equal(data->cameras[0].name, "camera");
    CHECK(data->cameras[0].bone == 1 && !data->cameras[0].moves && data->cameras[0].fov > 20);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, &desc, NULL);
    assert_int_equal(hone_motion_get(motion)->camera_key_count, 1);
    CHECK_NEAR((double)hone_motion_get(motion)->camera_keys[0].camera.target[2], -37.5 + 10, 0.1);
    assert_null(hone_motion_load_memory(bytes.data, bytes.size, &other, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_bytes_release(&bytes);
}

static void a_camera_that_stands_still_has_none(void **state)
{
    (void)state;
    const make_fbx_track none[] = {{0}};
    const make_fbx_track still[] = {
        {0, 1, "Lcl Rotation", {0, 90, 0}, {CURVE(KEY(0, 30, LINEAR), KEY(36, 30, LINEAR)), {0}, {0}}}, {0}};
    for (int i = 0; i < 2; i++) {
        make_fbx_clip clip = clip_of(i ? still : none, 48);
        clip.nodes = camera_nodes, clip.node_count = 2;
        loaded file = load(&clip);
        assert_int_equal(hone_motion_get(file.motion)->camera_key_count, 0);
        release(&file);
    }
}

/* It shines along its negative y axis. */
static void a_directional_light_that_turns_has_keys(void **state)
{
    (void)state;
    const make_fbx_node nodes[] = {{.name = "sun", .parent = -1, .attribute = "Light"}};
    const make_fbx_track tracks[] = {
        {0, 0, "Lcl Rotation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(48, 90, LINEAR)), {0}, {0}}},
        {0, 0, "Color", {1, 1, 1}, {{0}, CURVE(KEY(0, 0, LINEAR), KEY(48, 1, LINEAR)), {0}}},
        {0}};
    make_fbx_clip clip = clip_of(tracks, 48);
    clip.nodes = nodes;
    loaded file = load(&clip);
    for (double t = 0; t <= 2; t += 0.125) {
        hone_light light;
        CHECK(hone_motion_light(file.motion, hone_frame_from_seconds(t), &light));
        CHECK_NEAR((double)light.direction[1], -cos(HONE_PI / 4 * t), 3e-3);
        CHECK_NEAR((double)light.direction[2], sin(HONE_PI / 4 * t), 3e-3); /* z of the world is that of MMD */
        CHECK_NEAR((double)light.colour[0], 1, 1e-6);
        CHECK_NEAR((double)light.colour[1], t / 2, 3e-3);
    }
    release(&file);
}

/* ---- damage --------------------------------------------------------------------------------------------------- */

static void damaged_curves_are_repaired_with_a_warning(void **state)
{
    (void)state;
    const make_fbx_track not_numbers[] = {
        {0,
         0,
         "Lcl Translation",
         {0},
         {CURVE(KEY(0, NAN, LINEAR), CUBIC(12, 3, INFINITY, 0), KEY(24, 5, LINEAR)), {0}, {0}}},
        {0}};
    const make_fbx_track back_in_time[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(24, 5, LINEAR), KEY(12, 90, LINEAR)), {0}, {0}}},
        {0}};
    const make_fbx_track few_attributes[] = {
        {0, 0, "Lcl Translation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(24, 5, CONSTANT)), {0}, {0}}}, {0}};
    const make_fbx_track *all[] = {not_numbers, back_in_time, few_attributes};
    for (int i = 0; i < 3; i++) {
        make_fbx_clip clip = clip_of(all[i], 24);
        clip.short_attributes = i == 2;
        loaded file = load(&clip);
        check_place(&file, 0, 2, 5, 0, 0);
        assert_int_equal(hone_motion_warnings(file.motion).count, 1);
        release(&file);
    }
}

/* A repetition that is far shorter than the clip can't be followed; memory stays within the limit. */
static void endless_repetitions_take_bounded_memory(void **state)
{
    (void)state;
    make_fbx_track tracks[] = {
        {0, 0, "Lcl Rotation", {0}, {CURVE(KEY(0, 0, LINEAR), KEY(1e-6, 300, LINEAR)), {0}, {0}}}, {0}};
    make_fbx_clip clip = clip_of(tracks, 1e9);
    hone_error error = {0};
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    tracks[0].curves[0].after = 'R', tracks[0].curves[0].repetitions = -1;
    tracks[0].curves[1] = tracks[0].curves[2] = tracks[0].curves[0];
    hone_bytes bytes = make_fbx_clip_file(&clip, &make_fbx_kinds[0]);
    hone_motion *motion =
        hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.allocator = &allocator.allocator}, &error);
    CHECK(motion != NULL);
    CHECK(allocator.peak_size < 16 * bytes.size + (1 << 20));
    assert_int_equal(hone_motion_warnings(motion).count, 1);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
    assert_int_equal(allocator.live, 0);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    const make_fbx_layer layers[] = {base, {.blend_mode = 2, .weight = 50}};
    const make_fbx_curve curve = CURVE(CUBIC(0, 0, 10, 20), KEY(24, 50, USER));
    const make_fbx_track tracks[] = {{0, 0, "Lcl Rotation", {0}, {curve, curve, curve}},
                                     {1, 0, "Lcl Rotation", {0}, {curve, {0}, {0}}},
                                     {1, -1, "Weight", {0}, {curve, {0}, {0}}},
                                     {0}};
    make_fbx_clip clip = clip_of(tracks, 24);
    clip.layers = layers, clip.layer_count = 2;
    hone_bytes bytes = make_fbx_clip_file(&clip, &make_fbx_kinds[1]);
    bool done = false;
    for (uint64_t fail = 0; !done; fail++) {
        hone_error error = {0};
        test_allocator allocator;
        test_allocator_make(&allocator, fail);
        hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size,
                                                      &(hone_load_desc){.allocator = &allocator.allocator}, &error);
        done = motion != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_motion_release(motion);
        assert_int_equal(allocator.live, 0);
        CHECK(fail < 1000);
    }
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_fbx_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding_gives_the_same_motion),
        cmocka_unit_test(weighted_tangents_are_followed),
        cmocka_unit_test(repetitions_go_on_beyond_the_keys),
        cmocka_unit_test(time_begins_with_the_stack),
        cmocka_unit_test(without_a_range_the_keys_are_the_clip),
        cmocka_unit_test(a_clip_at_rest_has_its_length),
        cmocka_unit_test(layers_act_as_their_mode_says),
        cmocka_unit_test(rotations_of_layers_are_combined_as_rotations_or_by_angle),
        cmocka_unit_test(the_weight_of_a_layer_may_have_keys),
        cmocka_unit_test(a_rotation_about_a_pivot_moves_the_bone_on_an_arc),
        cmocka_unit_test(a_translation_keeps_what_pivots_and_offsets_add),
        cmocka_unit_test(a_child_may_leave_out_the_scale_of_its_parent),
        cmocka_unit_test(a_channel_of_two_shapes_moves_both_weights),
        cmocka_unit_test(visibility_that_changes_gives_a_warning),
        cmocka_unit_test(a_camera_that_moves_has_keys),
        cmocka_unit_test(the_roll_of_a_camera_is_kept),
        cmocka_unit_test(a_camera_looks_at_its_target_with_its_up_node_above),
        cmocka_unit_test(a_camera_turns_to_a_target_that_moves),
        cmocka_unit_test(a_camera_that_stands_still_has_a_key_if_it_is_wanted),
        cmocka_unit_test(a_camera_that_stands_still_has_none),
        cmocka_unit_test(a_directional_light_that_turns_has_keys),
        cmocka_unit_test(damaged_curves_are_repaired_with_a_warning),
        cmocka_unit_test(endless_repetitions_take_bounded_memory),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
