/* Animation textures: what texels mean, layout, errors told, KTX 2.0. */
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/animation_texture.h>
#include <hone/bounds.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 7, FRAMES = 9 };

/* Frames of rigid slots, for two clips. */
typedef struct frames {
    hone_affine palettes[FRAMES][SLOTS];
    float positions[FRAMES][SLOTS][3], normals[FRAMES][SLOTS][3];
    hone_animation_clip clips[2];
    hone_animation_texture_desc desc;
} frames;

static void make_frames(frames *f)
{
    test_random random = {3};
    memset(f, 0, sizeof *f);
    for (int k = 0; k < FRAMES; k++)
        for (int s = 0; s < SLOTS; s++) {
            float q[4], t[3];
            test_random_quat(&random, q);
            for (int i = 0; i < 3; i++) t[i] = test_random_float(&random, -9, 20);
            f->palettes[k][s] = hone_affine_from_rotation(q, t);
            hone_vec3_copy(t, f->positions[k][s]);
            CHECK(hone_vec3_normalise(t, f->normals[k][s]));
        }
    f->clips[0] = (hone_animation_clip){.name = "walk", .frame_count = 5, .rate = 10, .loop = true};
    f->clips[1] = (hone_animation_clip){.name = "fall \"x\"", .frame_count = 4, .rate = 20};
    f->desc = (hone_animation_texture_desc){.item_count = SLOTS,
                                            .palettes = *f->palettes,
                                            .positions = (const float(*)[3])f->positions,
                                            .normals = (const float(*)[3])f->normals,
                                            .clips = f->clips,
                                            .clip_count = 2};
}

static hone_animation_texture *create(const hone_animation_texture_desc *desc)
{
    hone_error error = {0};
    hone_animation_texture *out = hone_animation_texture_create(desc, &error);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

static hone_animation_time at_frame(uint32_t frame)
{
    return (hone_animation_time){frame, frame, 0};
}

/* ---- texels ---- */

static void floats_keep_every_bit(void **state)
{
    (void)state;
    frames f;
    make_frames(&f);
    hone_animation_texture *t = create(&f.desc);
    CHECK(t->width == 3 * SLOTS && t->height == FRAMES && t->rows_per_frame == 1 && t->size == 3 * SLOTS * FRAMES * 16);
    CHECK(t->clips[1].first_frame == 5 && strcmp(t->clips[1].name, "fall \"x\"") == 0);
    for (uint32_t k = 0; k < FRAMES; k++)
        for (uint32_t s = 0; s < SLOTS; s++) {
            hone_affine got = hone_animation_texture_slot(t, at_frame(k), s);
            CHECK(memcmp(&got, &f.palettes[k][s], sizeof got) == 0);
        }
    hone_animation_texture_destroy(t);
}

/* The largest difference of two matrices. */
static double difference(const hone_affine *a, const hone_affine *b)
{
    double most = 0;
    for (int i = 0; i < 12; i++) most = fmax(most, fabs((double)a->m[i / 4][i % 4] - (double)b->m[i / 4][i % 4]));
    return most;
}

/* Numbers are at most 20. */
static void every_format_is_as_close_as_its_steps(void **state)
{
    (void)state;
    static const double most[HONE_TEXEL_FORMAT_COUNT] = {1e-6, 20.0 / 2048 + 1e-6, 15.0 / 65535, 15.0 / 255};
    frames f;
    make_frames(&f);
    for (int content = HONE_ANIMATION_MATRIX; content <= HONE_ANIMATION_QUATERNION; content++)
        for (int format = 0; format < HONE_TEXEL_FORMAT_COUNT; format++) {
            double worst = 0;
            f.desc.content = (hone_animation_content)content, f.desc.format = (hone_texel_format)format;
            hone_animation_texture *t = create(&f.desc);
            for (uint32_t k = 0; k < FRAMES; k++)
                for (uint32_t s = 0; s < SLOTS; s++) {
                    hone_affine got = hone_animation_texture_slot(t, at_frame(k), s);
                    worst = fmax(worst, difference(&got, &f.palettes[k][s]));
                }
            CHECK(worst <= most[format] && (format == 0 || worst > most[format] / 40));
            hone_animation_texture_destroy(t);
        }
}

static uint32_t u32_at(const uint8_t *bytes, size_t at)
{
    return bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
}

/* A texel of four floats; they are little-endian on every machine. */
static void read_texel(const hone_animation_texture *t, uint32_t index, float out[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t bits = u32_at(t->texels, (index * 4 + i) * 4);
        memcpy(&out[i], &bits, sizeof bits);
    }
}

static void quaternions_are_on_the_hemisphere_of_the_frame_before(void **state)
{
    (void)state;
    frames f;
    make_frames(&f);
    f.desc.content = HONE_ANIMATION_QUATERNION;
    hone_animation_texture *t = create(&f.desc);
    for (uint32_t k = 1; k < FRAMES; k++)
        for (uint32_t s = 0; s < SLOTS; s++) {
            float now[4], before[4];
            read_texel(t, (k * SLOTS + s) * 2, now);
            read_texel(t, ((k - 1) * SLOTS + s) * 2, before);
            CHECK(hone_quat_dot(now, before) >= 0);
        }
    hone_animation_texture_destroy(t);
    hone_error error = {0};
    f.palettes[2][3].m[0][0] *= 2;
    CHECK(!hone_animation_texture_create(&f.desc, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 3);
}

static void rows_are_wrapped_where_they_are_too_wide(void **state)
{
    (void)state;
    frames f;
    make_frames(&f);
    f.desc.content = HONE_ANIMATION_POSITION_NORMAL, f.desc.max_size = 28;
    f.desc.item_count = SLOTS;
    f.desc.max_size = 27; /* 13 items would fit: one row */
    hone_animation_texture *t = create(&f.desc);
    CHECK(t->rows_per_frame == 1 && t->width == 14);
    hone_animation_texture_destroy(t);
    hone_error error = {0};
    f.desc.max_size = 9; /* 4 items: two rows, too many */
    CHECK(!hone_animation_texture_create(&f.desc, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "18 rows") != NULL);
    f.clips[0].frame_count = 2, f.clips[1].frame_count = 2;
    t = create(&f.desc);
    CHECK(t->rows_per_frame == 2 && t->items_per_row == 4 && t->width == 8 && t->height == 8);
    float texel[8];
    const uint32_t index = (3 * 2 + 1) * 8 + (6 % 4) * 2; /* item 6 of frame 3 */
    read_texel(t, index, texel);
    read_texel(t, index + 1, texel + 4);
    for (int i = 0; i < 3; i++) CHECK(texel[i] == f.positions[3][6][i] && texel[4 + i] == f.normals[3][6][i]);
    CHECK(texel[3] == 1 && texel[7] == 0);
    float position[3], normal[3];
    hone_animation_texture_vertex(t, at_frame(3), 6, position, normal);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(position[i], f.positions[3][6][i], 0);
        CHECK_NEAR(normal[i], f.normals[3][6][i], 1e-6);
    }
    hone_animation_texture_destroy(t);
}

/* ---- time ---- */

static void check_time(const hone_animation_clip *clip, double seconds, uint32_t frame, uint32_t next, float between)
{
    hone_animation_time t = hone_animation_clip_at(clip, seconds);
    if (!(t.frame == frame && t.next == next && fabsf(t.between - between) < 1e-4f))
        fail_msg("%g s: %u %u %g", seconds, t.frame, t.next, (double)t.between);
}

static void times_find_their_frames(void **state)
{
    (void)state;
    const hone_animation_clip loop = {.first_frame = 100, .frame_count = 5, .rate = 10, .loop = true},
                              once = {.first_frame = 100, .frame_count = 5, .rate = 10},
                              still = {.first_frame = 3, .frame_count = 1, .rate = 30, .loop = true};
    check_time(&loop, 0, 100, 101, 0);
    check_time(&loop, 0.25, 102, 103, 0.5f);
    check_time(&loop, 0.45, 104, 100, 0.5f);
    check_time(&loop, 0.5, 100, 101, 0);
    check_time(&loop, -0.05, 104, 100, 0.5f);
    check_time(&loop, 1e9 + 0.1, 101, 102, 0);
    check_time(&loop, nextafter(0.3, 0), 103, 104, 0); /* a time that is rounded down is still that frame */
    check_time(&once, 0.35, 103, 104, 0.5f);
    check_time(&once, 0.4, 104, 104, 0);
    check_time(&once, 77, 104, 104, 0);
    check_time(&once, -1, 100, 101, 0);
    check_time(&once, NAN, 100, 101, 0);
    check_time(&loop, INFINITY, 100, 101, 0);
    check_time(&still, 0.01, 3, 3, 0.3f);
}

static void slots_are_interpolated(void **state)
{
    (void)state;
    frames f;
    make_frames(&f);
    hone_animation_texture *t = create(&f.desc);
    hone_affine got = hone_animation_texture_slot(t, hone_animation_clip_at(&t->clips[0], 0.425), 2);
    for (int i = 0; i < 12; i++)
        CHECK_NEAR(got.m[i / 4][i % 4],
                   0.75f * f.palettes[4][2].m[i / 4][i % 4] + 0.25f * f.palettes[0][2].m[i / 4][i % 4], 1e-5);
    hone_animation_texture_destroy(t);
    f.desc.content = HONE_ANIMATION_QUATERNION;
    t = create(&f.desc);
    got = hone_animation_texture_slot(t, hone_animation_clip_at(&t->clips[0], 0.425), 2);
    float a[4], b[4], q[4];
    hone_quat_from_affine(&f.palettes[4][2], a), hone_quat_from_affine(&f.palettes[0][2], b);
    for (int i = 0; i < 4; i++) q[i] = 0.75f * a[i] + (hone_quat_dot(a, b) < 0 ? -0.25f : 0.25f) * b[i];
    hone_quat_normalise(q, q);
    hone_affine want = hone_affine_from_rotation(q, (float[3]){0, 0, 0});
    for (int i = 0; i < 9; i++) CHECK_NEAR(got.m[i / 3][i % 3], want.m[i / 3][i % 3], 1e-5);
    hone_animation_texture_destroy(t);
}

/* ---- baking ---- */

typedef struct scene {
    hone_model *model;
    hone_motion *motion;
    hone_animation_bake_desc desc;
    const hone_motion *motions[2];
    const char *names[2];
} scene;

static void make_scene(uint64_t seed, scene *s)
{
    make_pmx_desc desc = make_pmx_rich(seed);
    desc.plain = true;
    s->model = make_pmx_model(&desc, NULL, NULL);
    s->motion = make_motion(s->model, &(make_motion_desc){.seed = seed, .straight = true}, NULL);
    s->motions[0] = s->motion, s->motions[1] = NULL;
    s->names[0] = "dance", s->names[1] = "rest";
    s->desc = (hone_animation_bake_desc){
        .model = s->model, .motions = s->motions, .names = s->names, .motion_count = 2, .rate = 10};
}

static void release_scene(scene *s)
{
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

/* Skins by the texture and by hone's own palettes. Returns the largest difference. */
static double compare_with_actor(const scene *s, const hone_animation_texture *t)
{
    const uint32_t count = hone_model_mesh(s->model)->vertex_count;
    const hone_skin *skin = hone_model_compiled_skin(s->model, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    hone_affine *slots = calloc(t->item_count, sizeof *slots);
    float(*a)[3] = calloc(count, sizeof *a), (*b)[3] = calloc(count, sizeof *b);
    double most = 0;
    CHECK(hone_actor_play(actor, s->motion, NULL, NULL).id);
    for (uint32_t k = 0; k < t->clips[0].frame_count; k++) {
        CHECK(hone_actor_update(actor, k / t->clips[0].rate, NULL));
        for (uint32_t i = 0; i < t->item_count; i++) slots[i] = hone_animation_texture_slot(t, at_frame(k), i);
        hone_palette palette = {.slot_count = t->item_count, .affine = slots};
        hone_skin_job job = {.palette = &palette, .positions = {a, count, sizeof *a}, .method = HONE_SKIN_LINEAR};
        CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
        palette.affine = hone_actor_palette(actor)->affine;
        job.positions.data = b;
        CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
        for (uint32_t v = 0; v < count; v++) {
            most = fmax(most, (double)hone_vec3_distance(a[v], b[v]));
            for (int i = 0; i < 3; i++) CHECK(b[v][i] >= t->clips[0].box.min[i] && b[v][i] <= t->clips[0].box.max[i]);
        }
    }
    free(a), free(b), free(slots);
    hone_actor_destroy(actor);
    return most;
}

static void the_error_told_is_that_of_the_vertices(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int format = 0; format < HONE_TEXEL_FORMAT_COUNT; format++) {
            scene s;
            make_scene(seed, &s);
            hone_animation_report report = {0};
            hone_error error = {0};
            s.desc.format = (hone_texel_format)format;
            hone_animation_texture *t = hone_animation_texture_bake(&s.desc, &report, &error);
            if (!t)
                fail_msg("%s", error.message);
            CHECK(t->clip_count == 2 && t->clips[1].frame_count == 1 && strcmp(t->clips[0].name, "dance") == 0);
            double most = compare_with_actor(&s, t);
            CHECK_NEAR(report.error, most, 1e-5 * (most + report.size));
            CHECK(format == HONE_TEXEL_RGBA32F ? report.error == 0 : report.error > 0);
            CHECK(report.size > 0 && report.worst_vertex < hone_model_mesh(s.model)->vertex_count);
            CHECK(report.error_between >= 0 && isfinite(report.error_between));
            hone_animation_texture_destroy(t);
            release_scene(&s);
        }
}

/* Positions hold morphs, SDEF and QDEF. */
static void positions_are_those_of_the_actor(void **state)
{
    (void)state;
    scene s;
    make_scene(2, &s);
    hone_animation_report report = {0};
    s.desc.content = HONE_ANIMATION_POSITION_NORMAL;
    hone_animation_texture *t = hone_animation_texture_bake(&s.desc, &report, NULL);
    CHECK(t && report.error == 0 && report.deform_error == 0 && t->item_names == NULL);
    const uint32_t count = t->item_count;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, NULL);
    float(*want)[3] = calloc(count, sizeof *want);
    CHECK(hone_actor_play(actor, s.motion, NULL, NULL).id);
    for (uint32_t k = 0; k < t->clips[0].frame_count; k++) {
        CHECK(hone_actor_update(actor, k / t->clips[0].rate, NULL));
        CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {want, count, sizeof *want}}, NULL));
        for (uint32_t v = 0; v < count; v++) {
            float got[3], normal[3];
            hone_animation_texture_vertex(t, at_frame(k), v, got, normal);
            CHECK(memcmp(got, want[v], sizeof got) == 0);
            CHECK_NEAR(hone_vec3_length(normal), 1, 1e-5);
        }
    }
    free(want);
    hone_actor_destroy(actor);
    hone_animation_texture_destroy(t);
    s.desc.content = HONE_ANIMATION_MATRIX;
    t = hone_animation_texture_bake(&s.desc, &report, NULL);
    CHECK(t && report.deform_error > 0); /* the model has SDEF, QDEF and morphs */
    hone_animation_texture_destroy(t);
    release_scene(&s);
}

typedef struct calls {
    uint32_t count, total, until;
} calls;

static bool count_calls(void *user, uint32_t done, uint32_t total)
{
    calls *c = user;
    CHECK(done == ++c->count && done <= total);
    c->total = total;
    return done != c->until;
}

static void progress_counts_the_frames_and_cancels(void **state)
{
    (void)state;
    scene s;
    make_scene(3, &s);
    calls c = {0};
    hone_animation_report report;
    hone_error error = {0};
    s.desc.progress = count_calls, s.desc.user = &c;
    hone_animation_texture *t = hone_animation_texture_bake(&s.desc, &report, NULL);
    CHECK(t && c.count == 2 * t->frame_count && c.total == c.count);
    const uint32_t frame_count = t->frame_count;
    hone_animation_texture_destroy(t);
    c = (calls){0};
    t = hone_animation_texture_bake(&s.desc, NULL, NULL);
    CHECK(t && c.count == frame_count && c.total == frame_count);
    hone_animation_texture_destroy(t);
    for (uint32_t until = 2; until <= 2 * frame_count; until += frame_count) {
        c = (calls){.until = until};
        CHECK(!hone_animation_texture_bake(&s.desc, &report, &error) && c.count == until);
        CHECK(error.code == HONE_ERROR_ARGUMENT && strcmp(error.message, "cancelled") == 0);
    }
    release_scene(&s);
}

static uint32_t frames_of(scene *s, double rate, hone_animation_loop loop, bool *loops, double *rate_out)
{
    s->desc.rate = rate, s->desc.loop = loop;
    hone_animation_texture *t = hone_animation_texture_bake(&s->desc, NULL, NULL);
    CHECK(t);
    uint32_t count = t->clips[0].frame_count;
    *loops = t->clips[0].loop, *rate_out = t->clips[0].rate;
    hone_animation_texture_destroy(t);
    return count;
}

static void clips_end_at_a_frame(void **state)
{
    (void)state;
    scene s;
    make_scene(4, &s);
    double seconds = hone_motion_duration(s.motion), rate;
    bool loops;
    uint32_t count = frames_of(&s, 7, HONE_ANIMATION_LOOP_OFF, &loops, &rate);
    CHECK(!loops && rate >= 7 && count == (uint32_t)ceil(7 * seconds - 1e-4) + 1);
    CHECK_NEAR((count - 1) / rate, seconds, 1e-9);
    CHECK(frames_of(&s, 7, HONE_ANIMATION_LOOP_ON, &loops, &rate) == count - 1 && loops);
    CHECK_NEAR((count - 1) / rate, seconds, 1e-9);
    CHECK(frames_of(&s, 7, HONE_ANIMATION_LOOP_AUTO, &loops, &rate) == count && !loops);
    release_scene(&s);
}

/* Turns every bone to and fro in a second. `end`: where it ends, radians. */
static hone_motion *to_and_fro(const hone_model *model, float end)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, skeleton->bone_count, sizeof *tracks);
    hone_bone_key *keys = hone_builder_array(b, 3, sizeof *keys);
    for (int k = 0; k < 3; k++) {
        float half = k == 1 ? 0.5f : k == 2 ? end / 2 : 0;
        keys[k] =
            (hone_bone_key){.frame = 15 * (uint32_t)k,
                            .rotation = {0, sinf(half), 0, cosf(half)},
                            .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR}};
    }
    for (uint32_t i = 0; i < skeleton->bone_count; i++)
        tracks[i] = (hone_bone_track){.name = {skeleton->bones[i].name, 0, {0}}, .key_count = 3, .keys = keys};
    hone_motion_data data = {
        .bone_track_count = skeleton->bone_count, .bone_tracks = tracks, .space = HONE_SPACE_MMD, .last_frame = 30};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void what_ends_where_it_began_loops(void **state)
{
    (void)state;
    scene s;
    double rate;
    bool loops;
    make_scene(4, &s);
    for (int open = 0; open <= 1; open++) {
        hone_motion *motion = to_and_fro(s.model, open ? 0.3f : 0);
        CHECK(motion && hone_motion_duration(motion) == 1);
        s.motions[0] = motion;
        CHECK(frames_of(&s, 10, HONE_ANIMATION_LOOP_AUTO, &loops, &rate) == (open ? 11 : 10) && loops == !open);
        CHECK(frames_of(&s, 10, HONE_ANIMATION_LOOP_OFF, &loops, &rate) == 11 && !loops);
        hone_motion_release(motion);
    }
    release_scene(&s);
}

/* ---- KTX 2.0 ---- */

static void ktx2_has_the_texels_and_the_table(void **state)
{
    (void)state;
    static const uint32_t vk[HONE_TEXEL_FORMAT_COUNT] = {109, 97, 91, 37};
    frames f;
    make_frames(&f);
    for (int format = 0; format < HONE_TEXEL_FORMAT_COUNT; format++) {
        f.desc.format = (hone_texel_format)format;
        hone_animation_texture *t = create(&f.desc);
        hone_bytes file;
        CHECK(hone_animation_texture_write_ktx2(t, NULL, &file, NULL));
        const uint8_t *b = file.data;
        CHECK(memcmp(b, "\xabKTX 20\xbb\r\n\x1a\n", 12) == 0 && u32_at(b, 12) == vk[format]);
        CHECK(u32_at(b, 20) == t->width && u32_at(b, 24) == t->height && u32_at(b, 36) == 1 && u32_at(b, 40) == 1);
        uint32_t dfd = u32_at(b, 48), dfd_size = u32_at(b, 52), kvd = u32_at(b, 56), kvd_size = u32_at(b, 60);
        CHECK(dfd == 104 && dfd_size == 92 && u32_at(b, dfd) == 92 && kvd == dfd + dfd_size && kvd % 4 == 0);
        uint32_t level = u32_at(b, 80), size = u32_at(b, 88);
        CHECK(level % hone_texel_size(t->format) == 0 && level >= kvd + kvd_size && level + size == file.size);
        CHECK(size == t->size && memcmp(b + level, t->texels, size) == 0);
        const char *table = NULL;
        for (size_t at = kvd; at < kvd + kvd_size; at += (4 + u32_at(b, at) + 3) / 4 * 4)
            if (strcmp((const char *)b + at + 4, "hone.animation") == 0)
                table = (const char *)b + at + 4 + sizeof "hone.animation";
        CHECK(table && strstr(table, "\"first_row\": 5") && strstr(table, "fall \\\"x\\\""));
        hone_bytes_release(&file);
        hone_animation_texture_destroy(t);
    }
}

/* ---- mistakes, memory ---- */

static void check_refused(const hone_animation_texture_desc *desc, hone_code code)
{
    hone_error error = {0};
    CHECK(!hone_animation_texture_create(desc, &error) && error.code == code && error.message[0]);
}

static void mistakes_are_told(void **state)
{
    (void)state;
    frames f;
    make_frames(&f);
    hone_animation_texture_desc desc = f.desc;
    check_refused(NULL, HONE_ERROR_ARGUMENT);
    desc.clip_count = 0, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    desc.item_count = 0, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    desc.palettes = NULL, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    desc.content = (hone_animation_content)9, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    desc.format = (hone_texel_format)9, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    desc.max_size = 2, check_refused(&desc, HONE_ERROR_ARGUMENT), desc = f.desc;
    f.palettes[4][6].m[2][3] = 1e5f, desc.format = HONE_TEXEL_RGBA16F, check_refused(&desc, HONE_ERROR_UNSUPPORTED);
    f.palettes[4][6].m[2][3] = NAN, check_refused(&f.desc, HONE_ERROR_ARGUMENT);
    make_frames(&f);
    f.clips[1].rate = NAN, check_refused(&f.desc, HONE_ERROR_ARGUMENT);
    f.clips[1].rate = 1, f.clips[1].frame_count = UINT32_MAX, check_refused(&f.desc, HONE_ERROR_UNSUPPORTED);
    hone_error error = {0};
    scene s;
    make_scene(1, &s);
    s.desc.rate = -1;
    CHECK(!hone_animation_texture_bake(&s.desc, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    s.desc.rate = 30, s.desc.max_size = 64;
    CHECK(!hone_animation_texture_bake(&s.desc, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    s.desc.motion_count = 0;
    CHECK(!hone_animation_texture_bake(&s.desc, NULL, &error) && strstr(error.message, "no clip"));
    CHECK(!hone_animation_texture_bake(NULL, NULL, &error));
    release_scene(&s);
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    scene s;
    make_scene(1, &s);
    CHECK(hone_model_compiled_skin(s.model, NULL)); /* made with the model's allocator */
    s.desc.rate = 2;
    for (uint64_t fail_at = 0;; fail_at++) {
        test_allocator allocator;
        hone_error error = {0};
        hone_animation_report report;
        hone_bytes file = {0};
        test_allocator_make(&allocator, fail_at);
        s.desc.allocator = &allocator.allocator;
        hone_animation_texture *t = hone_animation_texture_bake(&s.desc, &report, &error);
        bool ok = t && hone_animation_texture_write_ktx2(t, &allocator.allocator, &file, &error);
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        hone_bytes_release(&file);
        hone_animation_texture_destroy(t);
        CHECK(allocator.live == 0 && fail_at < 2000);
        if (ok)
            break;
    }
    release_scene(&s);
}

TEST_GROUP(test_animation_texture)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_keep_every_bit),
        cmocka_unit_test(every_format_is_as_close_as_its_steps),
        cmocka_unit_test(quaternions_are_on_the_hemisphere_of_the_frame_before),
        cmocka_unit_test(rows_are_wrapped_where_they_are_too_wide),
        cmocka_unit_test(times_find_their_frames),
        cmocka_unit_test(slots_are_interpolated),
        cmocka_unit_test(the_error_told_is_that_of_the_vertices),
        cmocka_unit_test(positions_are_those_of_the_actor),
        cmocka_unit_test(progress_counts_the_frames_and_cancels),
        cmocka_unit_test(clips_end_at_a_frame),
        cmocka_unit_test(what_ends_where_it_began_loops),
        cmocka_unit_test(ktx2_has_the_texels_and_the_table),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(every_failed_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
