/* Corrective shapes: the results of SDEF and dual quaternions in players with linear blend skinning only. */
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

/* ---- an arm ----------------------------------------------------------------------------------------------------- */

enum { RINGS = 15, SIDES = 8, VERTICES = RINGS * SIDES, BONES = 4, LAST = 600 };

/* The weight of the bones behind a joint for a vertex at x. */
static float behind(float x, float joint)
{
    float s = (x - joint) / 3 + 0.5f;
    return s < 0 ? 0 : s > 1 ? 1 : s;
}

static void fill_vertex(uint32_t v, hone_deform deform, float position[3], float normal[3], uint8_t *kind,
                        hone_influence *influences, uint32_t *count, hone_sdef *sdef)
{
    float angle = (float)(2 * 3.14159265358979) * (float)(v % SIDES) / SIDES, x = (float)(v / SIDES);
    position[0] = x, position[1] = 10 + 1.2f * cosf(angle), position[2] = 1.2f * sinf(angle);
    normal[0] = 0, normal[1] = cosf(angle), normal[2] = sinf(angle);
    int32_t joint = x < 7.5f ? 1 : 2;
    float weight = behind(x, joint == 1 ? 5 : 10);
    *count = 2;
    influences[0] = (hone_influence){joint - 1, 1 - weight};
    influences[1] = (hone_influence){joint, weight};
    *kind = (uint8_t)deform;
    if (deform == HONE_DEFORM_QDEF || deform == HONE_DEFORM_BDEF4) {
        *count = 4;
        influences[0].weight *= 0.9f, influences[1].weight *= 0.9f;
        influences[2] = (hone_influence){joint == 1 ? 2 : 0, 0.1f};
        influences[3] = (hone_influence){HONE_NONE, 0};
    }
    *sdef = (hone_sdef){v, {x, 10, 0}, {x - 0.7f, 10, 0}, {x + 0.7f, 10, 0}};
}

static hone_bone bone(const char *name, int32_t parent, float x, float from)
{
    return (hone_bone){.name = name,
                       .english_name = "",
                       .parent = parent,
                       .position = {x, 10, 0},
                       .rest_local = {{{1, 0, 0, x - from}, {0, 1, 0, parent == HONE_NONE ? 10 : 0}, {0, 0, 1, 0}}},
                       .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

static void fill_triangles(uint32_t *indices)
{
    for (uint32_t ring = 0; ring + 1 < RINGS; ring++)
        for (uint32_t side = 0; side < SIDES; side++) {
            uint32_t a = ring * SIDES + side, b = ring * SIDES + (side + 1) % SIDES;
            const uint32_t corners[6] = {a, b, a + SIDES, b, b + SIDES, a + SIDES};
            memcpy(indices, corners, sizeof corners);
            indices += 6;
        }
}

/* A tube along x with vertices of one kind, and a morph that thickens it around the elbow. */
static hone_model *make_arm(hone_deform deform)
{
    enum { INDICES = (RINGS - 1) * SIDES * 6, SWELLS = 3 * SIDES };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    float(*positions)[3] = hone_builder_array(b, VERTICES, 12), (*normals)[3] = hone_builder_array(b, VERTICES, 12);
    uint8_t *kinds = hone_builder_array(b, VERTICES, 1);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, 4), *indices = hone_builder_array(b, INDICES, 4);
    hone_influence *influences = hone_builder_array(b, (size_t)4 * VERTICES, sizeof *influences);
    hone_sdef *sdefs = hone_builder_array(b, VERTICES, sizeof *sdefs);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, BONES, sizeof *slots);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_vertex *moved = hone_builder_array(b, SWELLS, sizeof *moved);
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t count;
        fill_vertex(v, deform, positions[v], normals[v], &kinds[v], influences + begin[v], &count, &sdefs[v]);
        begin[v + 1] = begin[v] + count;
    }
    static const char *const names[BONES] = {"shoulder", "elbow", "wrist", "finger"};
    for (int i = 0; i < BONES; i++) {
        bones[i] = bone(names[i], i - 1, 5 * (float)i, i ? 5 * (float)i - 5 : 0);
        slots[i] = (hone_slot){i, {{{1, 0, 0, -5 * (float)i}, {0, 1, 0, -10}, {0, 0, 1, 0}}}};
    }
    fill_triangles(indices);
    for (uint32_t i = 0; i < SWELLS; i++) {
        moved[i].vertex = 4 * SIDES + i;
        for (int c = 0; c < 3; c++) moved[i].offset[c] = 0.3f * normals[4 * SIDES + i][c];
    }
    *morph = (hone_morph){.name = "swell", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = SWELLS};
    morph->u.vertices = moved;
    *material = (hone_material){.name = "skin",
                                .english_name = "",
                                .memo = "",
                                .diffuse = {1, 1, 1, 1},
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .toon = HONE_NONE,
                                .index_count = INDICES};
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .name = "arm",
                                  .skeleton = {.bone_count = BONES, .bones = bones},
                                  .mesh = {.vertex_count = VERTICES,
                                           .positions = (const float(*)[3])positions,
                                           .normals = (const float(*)[3])normals,
                                           .uvs = hone_builder_array(b, VERTICES, 8),
                                           .edge_scales = hone_builder_array(b, VERTICES, 4),
                                           .deforms = kinds,
                                           .influence_begin = begin,
                                           .influence_count = begin[VERTICES],
                                           .influences = influences,
                                           .sdef_count = deform == HONE_DEFORM_SDEF ? VERTICES : 0,
                                           .sdefs = sdefs,
                                           .slot_count = BONES,
                                           .slots = slots,
                                           .index_count = INDICES,
                                           .indices = indices},
                                  .material_count = 1,
                                  .materials = material,
                                  .morph_count = 1,
                                  .morphs = morph};
    return test_model_create(b, &data);
}

static void turn(float x, float z, float out[4])
{
    float sx = sinf(x / 2), cx = cosf(x / 2), sz = sinf(z / 2), cz = cosf(z / 2);
    out[0] = sx * cz, out[1] = -sx * sz, out[2] = cx * sz, out[3] = cx * cz;
}

/* The shoulder swings, elbow and wrist bend by up to `most` and twist, the arm swells. */
static hone_motion *make_swing(float most)
{
    enum { KEYS = LAST / 20 + 1 };
    static const char *const names[3] = {"shoulder", "elbow", "wrist"};
    static const hone_curve straight = HONE_CURVE_LINEAR;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, 3, sizeof *tracks);
    hone_morph_track *swell = hone_builder_array(b, 1, sizeof *swell);
    hone_morph_key *swells = hone_builder_array(b, KEYS, sizeof *swells);
    test_random random = {11};
    for (int t = 0; t < 3; t++) {
        hone_bone_key *keys = hone_builder_array(b, KEYS, sizeof *keys);
        for (uint32_t k = 0; k < KEYS; k++) {
            keys[k].frame = 20 * k;
            for (int c = 0; c < 4; c++) keys[k].curves[c] = straight;
            turn(test_random_float(&random, -0.6f, 0.6f),
                 t ? test_random_float(&random, 0, most) : 0.5f * (float)(k % 3), keys[k].rotation);
        }
        tracks[t] = (hone_bone_track){{.text = names[t]}, KEYS, keys};
    }
    for (uint32_t k = 0; k < KEYS; k++) swells[k] = (hone_morph_key){20 * k, (float)(k % 2)};
    *swell = (hone_morph_track){{.text = "swell"}, KEYS, swells};
    const hone_motion_data data = {
        .bone_track_count = 3, .bone_tracks = tracks, .morph_track_count = 1, .morph_tracks = swell};
    hone_error error = {0};
    hone_motion *motion = hone_motion_create(b, &data, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* ---- a scene: an arm, its motion, and the motion as plain keys ------------------------------------------------- */

typedef struct scene {
    hone_model *model;
    hone_actor *actor;
    hone_motion *baked;
} scene;

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (!actor || (motion && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s", error.message);
    return actor;
}

static const float TOLERANCE = 1e-3f; /* error of the keys; the bound is for the shapes in addition */

static scene make_scene(hone_deform deform, float most)
{
    scene out = {.model = make_arm(deform)};
    hone_motion *motion = make_swing(most);
    hone_error error = {0};
    out.actor = make_actor(out.model, motion);
    out.baked =
        hone_bake(&(hone_bake_desc){.actor = out.actor, .last_frame = LAST, .tolerance = TOLERANCE}, NULL, &error);
    if (!out.baked)
        fail_msg("%s", error.message);
    hone_motion_release(motion);
    return out;
}

static void release(scene *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->baked);
    hone_model_release(s->model);
}

static hone_correctives *correct(const scene *s, hone_skin_method method, float bound, hone_corrective_report *report)
{
    hone_error error = {0};
    const hone_corrective_desc desc = {
        .model = s->model, .motion = s->baked, .last_frame = LAST, .method = method, .tolerance = bound};
    hone_correctives *made = hone_bake_correctives(&desc, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

static hone_bytes write_glb(const scene *s, const hone_correctives *correctives)
{
    hone_error error = {0};
    hone_bytes out;
    const hone_gltf_desc desc = {
        .motion = correctives->motion, .morphs = correctives->morphs, .morph_count = correctives->count};
    if (!hone_model_write_gltf(s->model, &desc, &out, NULL, &error))
        fail_msg("%s", error.message);
    return out;
}

/* ---- errors of the result -------------------------------------------------------------------------------------- */

typedef float points[VERTICES][3];

typedef struct errors {
    double position, normal, between; /* metres; radians */
} errors;

static void skin(hone_actor *actor, double frame, hone_skin_method method, points positions, points normals)
{
    hone_error error = {0};
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    const hone_skin_out out = {
        .positions = {positions, VERTICES, 12}, .normals = {normals, VERTICES, 12}, .method = method};
    if (!hone_actor_skin(actor, &out, &error))
        fail_msg("%s", error.message);
}

static double distance(const float unit[3], const float metres[3])
{
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double off = (double)unit[c] * (c == 2 ? -0.08 : 0.08) - (double)metres[c];
        square += off * off;
    }
    return sqrt(square);
}

static double angle(const float mmd[3], const float gltf[3])
{
    double dot = (double)mmd[0] * (double)gltf[0] + (double)mmd[1] * (double)gltf[1] - (double)mmd[2] * (double)gltf[2];
    return acos(fmin(dot, 1));
}

/* A player of glTF, at frames and between them, compared with the actor. */
static errors compare(const scene *s, const hone_bytes *glb, hone_skin_method method)
{
    static points was, is, was_normals, is_normals;
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(glb->data, glb->size, &(hone_load_desc){.strict = true}, &error);
    hone_motion *motion = hone_motion_load_memory(glb->data, glb->size, &(hone_load_desc){.strict = true}, &error);
    if (!model || !motion)
        fail_msg("%s", error.message);
    assert_int_equal(hone_model_mesh(model)->vertex_count, VERTICES);
    hone_actor *player = make_actor(model, motion);
    errors out = {0};
    for (double frame = 0; frame <= LAST; frame += 0.5) {
        skin(s->actor, frame, method, was, was_normals);
        skin(player, frame, HONE_SKIN_LINEAR, is, is_normals);
        double *worst = floor(frame) == frame ? &out.position : &out.between;
        for (uint32_t v = 0; v < VERTICES; v++) {
            *worst = fmax(*worst, distance(was[v], is[v]));
            out.normal = fmax(out.normal, angle(was_normals[v], is_normals[v]));
        }
    }
    hone_actor_destroy(player);
    hone_model_release(model);
    hone_motion_release(motion);
    return out;
}

/* most: angle by which joints bend. With QDEF two bones must not be half a turn apart, where dual quaternions jump.
 * bound: in metres, as all reported errors here. */
static void check_scene(hone_deform deform, float most, hone_skin_method method, double bound, uint32_t shapes_at_most)
{
    scene s = make_scene(deform, most);
    hone_corrective_report report;
    hone_correctives *made = correct(&s, method, (float)(bound / 0.08), &report);
    CHECK(made->count > 0 && made->count <= shapes_at_most);
    CHECK(report.error_before * 0.08 > 10e-3 && report.error_after * 0.08 <= bound);
    CHECK(report.normal_after < 0.5 * report.normal_before);
    hone_bytes glb = write_glb(&s, made);
    errors plain = compare(&s, &glb, method);
    const double keys = 2 * (double)TOLERANCE * 0.08;
    CHECK_NEAR(plain.position, report.error_after * 0.08, keys); /* the reported errors are the real ones */
    CHECK(plain.position <= bound + keys);
    CHECK(plain.between <= 2 * bound + keys);
    CHECK_NEAR(plain.between, report.error_between * 0.08, keys);
    CHECK(plain.normal <= report.normal_after + 0.02);
    hone_bytes_release(&glb);
    hone_correctives_destroy(made);
    release(&s);
}

static void sdef_vertices_keep_the_bound(void **state)
{
    (void)state;
    check_scene(HONE_DEFORM_SDEF, 1.9f, HONE_SKIN_AUTO, 1e-3, 24);
    check_scene(HONE_DEFORM_SDEF, 1.9f, HONE_SKIN_AUTO, 0.1e-3, 48);
}

static void qdef_vertices_keep_the_bound(void **state)
{
    (void)state;
    check_scene(HONE_DEFORM_QDEF, 1, HONE_SKIN_AUTO, 2e-3, 48);
}

static void all_vertices_do_where_dual_quaternions_are_asked_for(void **state)
{
    (void)state;
    check_scene(HONE_DEFORM_BDEF2, 1.9f, HONE_SKIN_DUAL_QUATERNION, 2e-3, 48);
}

static void all_vertices_do_where_centres_of_rotation_are_asked_for(void **state)
{
    (void)state;
    check_scene(HONE_DEFORM_BDEF2, 1.9f, HONE_SKIN_CENTRES, 2e-3, 48);
}

static void all_vertices_do_where_a_kind_of_delta_mush_is_asked_for(void **state)
{
    (void)state;
    check_scene(HONE_DEFORM_BDEF2, 1.5f, HONE_SKIN_DELTA_MUSH, 5e-3, 64);
    check_scene(HONE_DEFORM_BDEF2, 1.5f, HONE_SKIN_DIRECT_DELTA_MUSH, 5e-3, 64);
}

/* Compares the file with the shapes to the file without: linear blend skinning is as bad as the report states. */
static void without_shapes_vertices_are_off(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_corrective_report report;
    hone_correctives *made = correct(&s, HONE_SKIN_AUTO, 0.01f, &report);
    hone_bytes glb = write_glb(&s, &(hone_correctives){.motion = s.baked});
    errors plain = compare(&s, &glb, HONE_SKIN_AUTO);
    CHECK_NEAR(plain.position, report.error_before * 0.08, 2 * (double)TOLERANCE * 0.08);
    CHECK_NEAR(plain.normal, report.normal_before, 0.02);
    hone_bytes_release(&glb);
    hone_correctives_destroy(made);
    release(&s);
}

/* ---- number of shapes ------------------------------------------------------------------------------------------ */

static void what_keeps_the_bound_by_itself_gets_no_shapes(void **state)
{
    (void)state;
    const struct {
        hone_deform deform;
        hone_skin_method method;
        float bound;
    } cases[] = {{HONE_DEFORM_SDEF, HONE_SKIN_AUTO, 10},
                 {HONE_DEFORM_SDEF, HONE_SKIN_LINEAR, 1e-3f},
                 {HONE_DEFORM_BDEF2, HONE_SKIN_AUTO, 1e-3f},
                 {HONE_DEFORM_BDEF4, HONE_SKIN_AUTO, 1e-3f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene s = make_scene(cases[i].deform, 1.9f);
        hone_corrective_report report;
        hone_correctives *made = correct(&s, cases[i].method, cases[i].bound, &report);
        CHECK(made->count == 0 && report.vertices == 0 && report.keys == 0);
        CHECK(report.error_after == report.error_before && report.normal_after == report.normal_before);
        CHECK((report.error_before > 0) == (i == 0));
        assert_int_equal(hone_motion_get(made->motion)->channel_count, hone_motion_get(s.baked)->channel_count);
        hone_correctives_destroy(made);
        release(&s);
    }
}

static void fewer_shapes_than_needed_bring_the_least_error(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_corrective_report report;
    double before = INFINITY;
    for (uint32_t most = 1; most <= 16; most *= 2) {
        const hone_corrective_desc desc = {
            .model = s.model, .motion = s.baked, .last_frame = LAST, .tolerance = 1e-3f, .max_shapes = most};
        hone_correctives *made = hone_bake_correctives(&desc, &report, NULL);
        assert_non_null(made);
        CHECK(made->count > 0 && made->count <= most);
        CHECK(report.error_after > 1e-3 && report.error_after < before); /* reported, and smaller with each shape */
        before = report.error_after;
        hone_correctives_destroy(made);
    }
    release(&s);
}

/* Bones rotated by half a turn: their blend flattens space, and no offset at rest can restore it. */
static void what_no_shape_can_do_is_told(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 3.14159f);
    hone_corrective_report report;
    hone_correctives *made = correct(&s, HONE_SKIN_AUTO, 0.01f, &report);
    CHECK(report.error_after > 0.01 && report.error_after < report.error_before &&
          report.error_between < report.error_before);
    for (uint32_t m = 0; m < made->count; m++)
        for (uint32_t i = 0; i < made->morphs[m].count; i++)
            for (int c = 0; c < 3; c++) CHECK(fabsf(made->morphs[m].u.vertices[i].offset[c]) < 100);
    hone_correctives_destroy(made);
    release(&s);
}

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

static void shapes_are_called_after_their_bones(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_correctives *made = correct(&s, HONE_SKIN_AUTO, 0.01f, NULL);
    assert_string_equal(made->morphs[0].name, "hone_corrective_elbow_0");
    bool wrist = false;
    for (uint32_t m = 0; m < made->count; m++) {
        const hone_morph *morph = &made->morphs[m];
        wrist |= strcmp(morph->name, "hone_corrective_wrist_0") == 0;
        CHECK(morph->kind == HONE_MORPH_VERTEX && morph->default_weight == 0 && morph->count > 0);
        for (uint32_t i = 0; i < morph->count; i++) {
            uint32_t ring = morph->u.vertices[i].vertex / SIDES;
            CHECK(strstr(morph->name, "elbow") ? ring < 8 : ring >= 8); /* sparse: only its own vertices */
        }
    }
    CHECK(wrist);
    hone_correctives_destroy(made);
    release(&s);
}

/* Weights are within 1, as sliders need, and reach 1 somewhere. Other channels of the motion stay unchanged. */
static void weights_are_keys_of_one_channel(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_corrective_report report;
    hone_correctives *made = correct(&s, HONE_SKIN_AUTO, 0.01f, &report);
    const hone_motion_data *was = hone_motion_get(s.baked), *is = hone_motion_get(made->motion);
    assert_int_equal(is->channel_count, was->channel_count + 1);
    CHECK(is->source == was->source && is->space == was->space && is->duration == was->duration);
    for (uint32_t c = 0; c < was->channel_count; c++) {
        CHECK(is->channels[c].key_count == was->channels[c].key_count && is->channels[c].path == was->channels[c].path);
        assert_string_equal(is->channels[c].targets[0].name, was->channels[c].targets[0].name);
    }
    const hone_channel *weights = &is->channels[was->channel_count];
    CHECK(weights->path == HONE_CHANNEL_WEIGHTS && weights->target_count == made->count);
    CHECK(weights->key_count == report.keys && report.keys > 2 && report.keys < LAST);
    for (uint32_t t = 0; t < made->count; t++) {
        float most = -1;
        assert_int_equal(weights->targets[t].index, 1 + t);
        assert_string_equal(weights->targets[t].name, made->morphs[t].name);
        for (uint32_t k = 0; k < weights->key_count; k++) {
            float weight = weights->values[k * made->count + t];
            CHECK(fabsf(weight) <= 1 + 1e-6f);
            most = fmaxf(most, weight);
        }
        CHECK(most > 0.9f);
    }
    hone_correctives_destroy(made);
    release(&s);
}

static void shapes_are_the_same_every_time(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_bytes files[2];
    for (int i = 0; i < 2; i++) {
        hone_correctives *made = correct(&s, HONE_SKIN_AUTO, 0.01f, NULL);
        files[i] = write_glb(&s, made);
        hone_correctives_destroy(made);
    }
    assert_int_equal(files[0].size, files[1].size);
    assert_memory_equal(files[0].data, files[1].data, files[0].size);
    hone_bytes_release(&files[0]);
    hone_bytes_release(&files[1]);
    release(&s);
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

static hone_motion *unbaked(uint8_t path, uint8_t interpolation, int32_t index)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    target->index = index;
    *channel = (hone_channel){.path = path,
                              .interpolation = interpolation,
                              .target_count = 1,
                              .targets = target,
                              .key_count = 1,
                              .times = hone_builder_array(b, 1, sizeof(double)),
                              .values = hone_builder_array(b, 12, 4)};
    return hone_motion_create(b, &(hone_motion_data){.channel_count = 1, .channels = channel}, NULL, NULL);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    hone_motion *cubic = unbaked(HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_CUBIC, 0);
    hone_motion *bone = unbaked(HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, BONES);
    hone_motion *none = unbaked(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, HONE_NONE);
    hone_motion *morph = unbaked(HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_LINEAR, 1);
    const hone_corrective_desc good = {.model = s.model, .motion = s.baked, .last_frame = 1, .tolerance = 1};
    hone_corrective_desc bad[] = {good, good, good, good, good, good, good, good, good, good};
    bad[0].model = NULL;
    bad[1].motion = NULL;
    bad[2].tolerance = 0;
    bad[3].tolerance = NAN;
    bad[4].tolerance = INFINITY;
    bad[5].last_frame = HONE_BAKE_MAX_FRAMES;
    bad[6].motion = cubic;
    bad[7].motion = bone;
    bad[8].motion = none;
    bad[9].motion = morph;
    CHECK(!hone_bake_correctives(NULL, NULL, NULL));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_bake_correctives(&bad[i], NULL, &error));
        assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    }
    hone_correctives_destroy(NULL);
    hone_motion_release(cubic), hone_motion_release(bone), hone_motion_release(none), hone_motion_release(morph);
    release(&s);
}

static bool until(void *user, uint32_t done)
{
    uint32_t *last = user;
    return done < *last;
}

static void it_can_be_given_up(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    for (uint32_t pass = 0; pass < HONE_CORRECTIVE_PASSES; pass++) {
        hone_error error = {0};
        uint32_t last = pass * (LAST + 1) + 7;
        const hone_corrective_desc desc = {.model = s.model,
                                           .motion = s.baked,
                                           .last_frame = LAST,
                                           .tolerance = 0.01f,
                                           .progress = until,
                                           .user = &last};
        CHECK(!hone_bake_correctives(&desc, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == 7);
    }
    release(&s);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        hone_error error = {0};
        test_allocator a;
        test_allocator_make(&a, n);
        const hone_corrective_desc desc = {
            .model = s.model, .motion = s.baked, .last_frame = 40, .tolerance = 0.02f, .allocator = &a.allocator};
        hone_correctives *made = hone_bake_correctives(&desc, NULL, &error);
        done = made != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(!done || made->count > 0);
        hone_correctives_destroy(made);
        CHECK(a.live == 0);
        assert_true(n < 1000);
    }
    release(&s);
}

/* The writer's messages: for vertices that the model lacks, for another kind, for missing morphs. */
static void morphs_of_other_models_are_refused(void **state)
{
    (void)state;
    scene s = make_scene(HONE_DEFORM_SDEF, 1.9f);
    const hone_morph_vertex outside = {VERTICES, {1, 0, 0}};
    hone_morph bad[] = {{.name = "", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = 1},
                        {.name = "", .english_name = "", .kind = HONE_MORPH_VERTEX, .normal_count = 1},
                        {.name = "", .english_name = "", .kind = HONE_MORPH_GROUP}};
    bad[0].u.vertices = &outside, bad[1].normals = &outside;
    for (size_t i = 0; i <= sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_bytes out;
        const hone_morph *morphs = i < sizeof bad / sizeof *bad ? &bad[i] : NULL;
        CHECK(
            !hone_model_write_gltf(s.model, &(hone_gltf_desc){.morphs = morphs, .morph_count = 1}, &out, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && !out.data);
    }
    release(&s);
}

TEST_GROUP(test_correctives)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sdef_vertices_keep_the_bound),
        cmocka_unit_test(qdef_vertices_keep_the_bound),
        cmocka_unit_test(all_vertices_do_where_dual_quaternions_are_asked_for),
        cmocka_unit_test(all_vertices_do_where_a_kind_of_delta_mush_is_asked_for),
        cmocka_unit_test(all_vertices_do_where_centres_of_rotation_are_asked_for),
        cmocka_unit_test(without_shapes_vertices_are_off),
        cmocka_unit_test(what_keeps_the_bound_by_itself_gets_no_shapes),
        cmocka_unit_test(fewer_shapes_than_needed_bring_the_least_error),
        cmocka_unit_test(what_no_shape_can_do_is_told),
        cmocka_unit_test(shapes_are_called_after_their_bones),
        cmocka_unit_test(weights_are_keys_of_one_channel),
        cmocka_unit_test(shapes_are_the_same_every_time),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(it_can_be_given_up),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(morphs_of_other_models_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
