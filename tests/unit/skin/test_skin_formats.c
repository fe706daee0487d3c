/* Output in half floats and normalised integers is the float output, rounded. */
#include "support/skin/posed_mesh.h"
#include "support/skin/skin_run.h"
#include <float.h>
#include <hone/skin.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GUARD = 0xA5, ROOM = 64, STREAMS = 3, METHOD_COUNT = 3 };
enum { F32 = HONE_SKIN_FLOAT32, F16, UN16, SN16, SN8, OCT };
static const hone_skin_method METHODS[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};
static const float OFFSET[3] = {-3, 0.5f, -8}, SCALE[3] = {7, 3.3f, 16}; /* some positions are outside */

/* The formats of the streams and where they are in a vertex, in bytes; -1: not written. */
typedef struct layout {
    size_t stride;
    int at[STREAMS], formats[STREAMS];
} layout;

static const layout LAYOUTS[] = {
    {24, {0, 8, 16}, {F16, F16, F16}},  {16, {0, 8, -1}, {F16, F16, F32}},    {12, {0, 8, -1}, {UN16, OCT, F32}},
    {12, {0, 8, -1}, {SN16, OCT, F32}}, {16, {0, 8, 12}, {UN16, OCT, SN8}},   {16, {4, 0, 12}, {SN16, SN8, SN8}},
    {28, {0, 8, 20}, {F16, F32, SN16}}, {16, {0, 12, -1}, {F32, OCT, F32}},   {24, {0, 12, 16}, {F32, SN8, F16}},
    {32, {0, 8, 16}, {F16, SN16, F32}}, {20, {0, 12, -1}, {F16, SN16, F32}},  {8, {-1, -1, 0}, {F32, F32, SN16}},
    {8, {0, -1, -1}, {UN16, F32, F32}}, {4, {-1, 0, -1}, {F32, OCT, F32}},    {12, {-1, 4, -1}, {F32, SN8, F32}},
    {40, {0, 8, 16}, {UN16, F16, F32}}, {36, {-1, 12, 20}, {F16, SN16, F32}}, {20, {0, 12, 16}, {F32, OCT, SN8}},
};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof *LAYOUTS };

static size_t size_of(int format, int stream)
{
    return format == F32 ? (stream == 2 ? 16 : 12) : format == SN8 || format == OCT ? 4 : 8;
}

/* ---- decoding ------------------------------------------------------------------------------------------------ */

static double decode_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                                 : ldexp(exponent ? 1024 + fraction : fraction, (exponent ? exponent : 1) - 25);
    return bits >> 15 ? -size : size;
}

/* The nearest half float, ties to even. */
static double nearest_half(double x)
{
    int exponent;
    frexp(x, &exponent); /* x = 0.5..1 * 2^exponent */
    double step = ldexp(1, (exponent < -13 ? -13 : exponent) - 11);
    double rounded = nearbyint(x / step) * step;
    return isnan(x) || fabs(rounded) < 65520 ? rounded : copysign(INFINITY, x);
}

static void check_half(uint16_t bits, float exact, const char *what)
{
    double got = decode_half(bits), want = nearest_half((double)exact);
    if (isnan(want) ? !isnan(got) : !(got == want && !signbit(got) == !signbit(want)))
        fail_msg("%s: half %g, not %g, of %g", what, got, want, (double)exact);
}

/* exact: in steps. Clamped to low..high; low for NaN. */
static void check_steps(int got, double exact, double low, double high, const char *what)
{
    double want = exact > low ? exact < high ? exact : high : low;
    if (!(fabs(got - want) <= 0.52) || got < low || got > high)
        fail_msg("%s: %d steps, not %g", what, got, want);
}

static void check_octahedral(const int16_t got[2], const float n[3], const char *what)
{
    double x = (double)n[0], y = (double)n[1], sum = fabs(x) + fabs(y) + fabs((double)n[2]), u = x / sum, v = y / sum;
    if (n[2] < 0) {
        double folded = copysign(1 - fabs(v), u);
        v = copysign(1 - fabs(u), v);
        u = folded;
    }
    check_steps(got[0], u * 32767, -32767, 32767, what);
    check_steps(got[1], v * 32767, -32767, 32767, what);
}

/* Checks an element of a stream. value: its float output. */
static void check_element(const uint8_t *bytes, int format, int stream, const float value[4], const char *what)
{
    uint16_t u16[4];
    int16_t s16[4];
    int8_t s8[4];
    const double last = stream == 0 ? 1 : stream == 1 ? 0 : (double)value[3];
    memcpy(s8, bytes, sizeof s8);
    memcpy(u16, bytes, format == OCT || format == SN8 ? 4 : 8);
    memcpy(s16, bytes, format == OCT || format == SN8 ? 4 : 8);
    if (format == F32 && memcmp(bytes, value, size_of(format, stream)) != 0)
        fail_msg("%s: floats differ", what);
    if (format == OCT)
        check_octahedral(s16, value, what);
    for (int c = 0; c < 4 && format != F32 && format != OCT; c++) {
        double x = c < 3 ? (double)value[c] : last, scale = 1;
        if (stream == 0 && c < 3 && format != F16)
            x -= (double)OFFSET[c], scale = (double)SCALE[c];
        if (format == F16)
            check_half(u16[c], (float)x, what);
        else if (format == UN16)
            check_steps(u16[c], x / scale * 65535, 0, 65535, what);
        else if (format == SN16)
            check_steps(s16[c], x / scale * 32767, -32767, 32767, what);
        else
            check_steps(s8[c], x / scale * 127, -127, 127, what);
    }
}

/* ---- layouts ------------------------------------------------------------------------------------------------- */

static void set_streams(const layout *l, uint8_t *bytes, size_t count, hone_skin_job *job)
{
    hone_stream *streams[STREAMS] = {&job->positions, &job->normals, &job->tangents};
    for (int s = 0; s < STREAMS; s++)
        *streams[s] = l->at[s] < 0 ? (hone_stream){0} : (hone_stream){bytes + l->at[s], count, l->stride};
    job->formats = (hone_skin_formats){
        (hone_skin_format)l->formats[0], (hone_skin_format)l->formats[1], (hone_skin_format)l->formats[2], {0}, {0}};
    memcpy(job->formats.offset, OFFSET, sizeof OFFSET);
    memcpy(job->formats.scale, SCALE, sizeof SCALE);
}

static void check_bytes(const posed_mesh *s, const layout *l, const hone_skin_job *job, const skin_output *floats,
                        uint8_t *bytes, size_t size, const char *what)
{
    const uint32_t *lanes = hone_skin_lanes(s->skin);
    bool is_filed = job->order == HONE_SKIN_ORDER_FILE;
    for (uint32_t v = 0; v < s->mesh.desc.vertex_count; v++)
        for (int stream = 0; stream < STREAMS; stream++) {
            float value[4];
            if (l->at[stream] < 0)
                continue;
            skin_output_get(floats, stream, v, value);
            check_element(bytes + ROOM + (is_filed ? v : lanes[v]) * l->stride + l->at[stream], l->formats[stream],
                          stream, value, what);
        }
    size_t count = is_filed ? s->mesh.desc.vertex_count : hone_skin_lane_count(s->skin);
    for (size_t element = 0; element < count; element++)
        for (int stream = 0; stream < STREAMS; stream++)
            if (l->at[stream] >= 0)
                memset(bytes + ROOM + element * l->stride + l->at[stream], GUARD, size_of(l->formats[stream], stream));
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != GUARD)
            fail_msg("%s: byte %zu is not the layout's, but was written", what, i);
}

static void check_layout(const posed_mesh *s, const char *kernel, int index, const hone_skin_job *base,
                         const skin_output *floats)
{
    char what[120];
    const layout *l = &LAYOUTS[index];
    snprintf(what, sizeof what, "%s, order %d, method %d, layout %d", kernel, (int)base->order, (int)base->method,
             index);
    size_t count = base->order == HONE_SKIN_ORDER_LANES ? hone_skin_lane_count(s->skin) : s->mesh.desc.vertex_count;
    size_t size = ROOM + count * l->stride + ROOM;
    uint8_t *bytes = test_malloc(size);
    memset(bytes, GUARD, size);
    hone_skin_job job = *base;
    set_streams(l, bytes + ROOM, count, &job);
    uint32_t blocks = hone_skin_block_count(s->skin);
    skin_run(kernel, s->skin, &job, 0, blocks / 2);
    skin_run(kernel, s->skin, &job, blocks / 2, blocks);
    check_bytes(s, l, &job, floats, bytes, size, what);
    test_free(bytes);
}

static void check_posed_mesh(const posed_mesh *s)
{
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int m = 0; m < METHOD_COUNT; m++)
            for (int order = HONE_SKIN_ORDER_FILE; order <= HONE_SKIN_ORDER_LANES; order++) {
                skin_output floats;
                skin_output_make(s->skin, (hone_skin_order)order, (skin_layout){0, 0}, SKIN_ALL, &floats);
                floats.job.palette = &s->palette.palette;
                floats.job.rest = s->rest;
                floats.job.method = METHODS[m];
                skin_run(kernel, s->skin, &floats.job, 0, hone_skin_block_count(s->skin));
                for (int l = 0; l < LAYOUT_COUNT; l++) check_layout(s, kernel, l, &floats.job, &floats);
                skin_output_release(&floats);
            }
}

static void formats_round_the_floats_where_vertices_share_slots(void **state)
{
    (void)state;
    posed_mesh_check_shared_slots(check_posed_mesh);
}

static void formats_round_the_floats_where_no_vertices_share_slots(void **state)
{
    (void)state;
    posed_mesh_check_separate_slots(check_posed_mesh);
}

static void formats_round_the_floats_of_odd_weights(void **state)
{
    (void)state;
    posed_mesh_check_odd_weights(check_posed_mesh);
}

/* Positions whose results reach every case of rounding: ties, the border of subnormal halves, the largest, infinity and
 * NaN. One vertex has the same number on all axes, and no influence or one that moves it by nothing. */
static void set_hard_positions(skin_mesh *mesh)
{
    static const float hard[] = {0,         -0.0f,      1 + 0x1p-11f, 1 + 0x3p-11f,
                                 65503,     65519.996f, 65520,        65536,
                                 -65520,    1e30f,      -INFINITY,    INFINITY,
                                 NAN,       0x1p-14f,   0x1.ffcp-15f, 0x1.ffep-15f,
                                 0x1p-24f,  0x1p-25f,   0x1.8p-24f,   0x1.000002p-25f,
                                 0x1p-26f,  -0x1p-25f,  0x1.1p-20f,   FLT_MIN,
                                 0x1p-149f, 4.3f,       3.999999f,    -3,
                                 -3.00001f, 3.8f};
    enum { COUNT = sizeof hard / sizeof *hard };
    for (uint32_t v = 0; v < mesh->desc.vertex_count; v++)
        for (int c = 0; c < 3; c++) mesh->positions[v][c] = hard[v % COUNT];
}

static void numbers_at_the_limits_of_the_formats_are_rounded_or_clamped(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 6, .vertices = 330, .least = 0, .most = 2, .longest_run = 60};
    hone_affine same[SKIN_SLOTS];
    for (int s = 0; s < SKIN_SLOTS; s++) same[s] = (hone_affine)HONE_AFFINE_IDENTITY;
    posed_mesh s = {.rest = NULL};
    skin_mesh_make(&recipe, &s.mesh);
    set_hard_positions(&s.mesh);
    s.skin = skin_mesh_compile(&s.mesh);
    skin_palette_make_of(same, &s.palette);
    check_posed_mesh(&s);
    posed_mesh_release(&s);
}

/* ---- refused jobs -------------------------------------------------------------------------------------------- */

static bool accepts(const posed_mesh *s, const hone_skin_job *job)
{
    hone_error error = {0};
    bool ok = hone_skin_run_on(NULL, s->skin, job, &error);
    CHECK(ok || error.code == HONE_ERROR_ARGUMENT);
    return ok;
}

static void formats_that_a_stream_cannot_have_are_refused(void **state)
{
    (void)state;
    static const bool can[STREAMS][7] = {{1, 1, 1, 1, 0, 0, 0}, {1, 1, 0, 1, 1, 1, 0}, {1, 1, 0, 1, 1, 0, 0}};
    static float room[64 * 64];
    posed_mesh s;
    posed_mesh_make(&(skin_recipe){.seed = 5, .vertices = 20, .least = 1, .most = 2, .longest_run = 20},
                    SKIN_POSE_RIGID, false, false, &s);
    for (int stream = 0; stream < STREAMS; stream++)
        for (int format = 0; format < 7; format++) {
            layout l = {64, {-1, -1, -1}, {F32, F32, F32}};
            hone_skin_job job = {.palette = &s.palette.palette};
            l.at[stream] = 0, l.formats[stream] = format;
            set_streams(&l, (uint8_t *)room, hone_skin_lane_count(s.skin), &job);
            CHECK(accepts(&s, &job) == can[stream][format]);
        }
    posed_mesh_release(&s);
}

static void strides_and_scales_are_checked(void **state)
{
    (void)state;
    static float room[64 * 64];
    const float bad[] = {0, -1, INFINITY, NAN, FLT_MIN / 1e6f};
    posed_mesh s;
    posed_mesh_make(&(skin_recipe){.seed = 5, .vertices = 20, .least = 1, .most = 2, .longest_run = 20},
                    SKIN_POSE_RIGID, false, false, &s);
    hone_skin_job job = {.palette = &s.palette.palette};
    for (size_t stride = 1; stride <= 24; stride++) {
        set_streams(&(layout){stride, {-1, 0, -1}, {F32, OCT, F32}}, (uint8_t *)room, 64, &job);
        CHECK(accepts(&s, &job) == (stride % 4 == 0));
        set_streams(&(layout){stride, {0, -1, -1}, {UN16, F32, F32}}, (uint8_t *)room, 64, &job);
        CHECK(accepts(&s, &job) == (stride % 4 == 0 && stride >= 8));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int c = 0; c < 3; c++) {
            set_streams(&LAYOUTS[2], (uint8_t *)room, 64, &job);
            job.formats.scale[c] = bad[i];
            CHECK(!accepts(&s, &job));
        }
    posed_mesh_release(&s);
}

TEST_GROUP(test_skin_formats)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_round_the_floats_where_vertices_share_slots),
        cmocka_unit_test(formats_round_the_floats_where_no_vertices_share_slots),
        cmocka_unit_test(formats_round_the_floats_of_odd_weights),
        cmocka_unit_test(numbers_at_the_limits_of_the_formats_are_rounded_or_clamped),
        cmocka_unit_test(formats_that_a_stream_cannot_have_are_refused),
        cmocka_unit_test(strides_and_scales_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
