#include "support/skin/skin_run.h"
#include "core/skin/kernels/kernel.h"
#include <stdio.h>
#include <string.h>

#ifdef HONE_TEST_AVX512
extern const hone_skin_kernel hone_skin_avx512_stand_in; /* avx512.c, compiled under this name */
#endif

enum { GUARD = 0xA5, BORDER = 64 };

/* ---- kernels ------------------------------------------------------------------------------------------------- */

/* Kernels that this processor does not have, compiled with stand-ins for their intrinsics. */
static const struct stand_in {
    const char *name, *needs; /* needs: the kernel that must be available, so that the stand-ins can run */
    const char *real;
    const hone_skin_kernel *kernel;
} stand_ins[] = {
#ifdef HONE_TEST_NEON
    {"neon through SIMDe", "scalar", "neon", &hone_skin_neon},
#endif
#ifdef HONE_TEST_AVX512
    {"avx512 in plain C", "avx2", "avx512", &hone_skin_avx512_stand_in},
#endif
    {0},
};

static bool is_available(const char *kernel)
{
    bool available = false;
    const char *name;
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++)
        if (strcmp(name, kernel) == 0)
            return available;
    return false;
}

static const struct stand_in *find_stand_in(const char *kernel)
{
    for (const struct stand_in *s = stand_ins; s->name; s++)
        if (s->name == kernel)
            return s;
    return NULL;
}

const char *skin_kernel(uint32_t index)
{
    uint32_t met = 0;
    bool available = false;
    const char *name;
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++)
        if (available && met++ == index)
            return name;
    for (const struct stand_in *s = stand_ins; s->name; s++)
        if (is_available(s->needs) && !is_available(s->real) && met++ == index)
            return s->name;
    return NULL;
}

void skin_run(const char *kernel, const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    hone_skin_job mine = *job;
    hone_error error = {0};
    const struct stand_in *stand_in = find_stand_in(kernel);
    mine.kernel = stand_in ? "scalar" : kernel;
    const hone_skin_kernel *found = hone_skin_check(skin, &mine, begin, end, &error);
    if (!found)
        fail_msg("%s", error.message);
    hone_skin_kernel used = *found;
    if (stand_in)
        used.run = stand_in->kernel->run;
    hone_skin_run_kernel(&used, skin, &mine, begin, end);
}

/* ---- streams ------------------------------------------------------------------------------------------------- */

static void stream_make(size_t count, size_t components, skin_layout layout, skin_stream *out)
{
    size_t element = components * sizeof(float), stride = layout.stride < element ? element : layout.stride;
    *out = (skin_stream){.size = BORDER + layout.offset + count * stride + BORDER,
                         .offset = BORDER + layout.offset,
                         .components = components};
    out->bytes = test_malloc(out->size);
    memset(out->bytes, GUARD, out->size);
    out->stream = (hone_stream){out->bytes + out->offset, count, stride};
}

void skin_output_make(const hone_skin *skin, hone_skin_order order, skin_layout layout, unsigned wants,
                      skin_output *out)
{
    size_t count = order == HONE_SKIN_ORDER_LANES ? hone_skin_lane_count(skin) : hone_skin_vertex_count(skin);
    *out = (skin_output){.skin = skin, .job = {.order = order}};
    hone_stream *streams[3] = {&out->job.positions, &out->job.normals, &out->job.tangents};
    for (int i = 0; i < 3; i++) {
        stream_make(count, i == 2 ? 4 : 3, layout, &out->streams[i]);
        if (wants & 1u << i)
            *streams[i] = out->streams[i].stream;
    }
}

void skin_output_release(skin_output *output)
{
    for (int i = 0; i < 3; i++) test_free(output->streams[i].bytes);
}

static bool is_guard(const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && bytes[at] == GUARD) at++;
    return at == size;
}

static bool guards_of_stream(const skin_stream *s, bool wanted)
{
    size_t element = s->components * sizeof(float), count = s->stream.count, stride = s->stream.stride;
    if (!wanted)
        return is_guard(s->bytes, s->size);
    bool intact = is_guard(s->bytes, s->offset) &&
                  is_guard(s->bytes + s->offset + count * stride, s->size - s->offset - count * stride);
    for (size_t i = 0; stride > element && i < count; i++)
        intact &= is_guard(s->bytes + s->offset + i * stride + element, stride - element);
    return intact;
}

void skin_output_check_guards(const skin_output *o)
{
    CHECK(guards_of_stream(&o->streams[0], o->job.positions.data));
    CHECK(guards_of_stream(&o->streams[1], o->job.normals.data));
    CHECK(guards_of_stream(&o->streams[2], o->job.tangents.data));
}

/* Whether every element was written; the guard pattern is a number that no result has. */
static bool is_complete(const skin_stream *s)
{
    bool complete = true;
    for (size_t i = 0; i < s->stream.count; i++)
        for (size_t c = 0; c < s->components; c++)
            complete &= !is_guard(s->bytes + s->offset + i * s->stream.stride + c * sizeof(float), sizeof(float));
    return complete;
}

void skin_output_check_complete(const skin_output *o)
{
    CHECK(!o->job.positions.data || is_complete(&o->streams[0]));
    CHECK(!o->job.normals.data || is_complete(&o->streams[1]));
    CHECK(!o->job.tangents.data || is_complete(&o->streams[2]));
}

static const uint8_t *element(const skin_output *o, int stream, uint32_t vertex)
{
    size_t at = o->job.order == HONE_SKIN_ORDER_LANES ? hone_skin_lanes(o->skin)[vertex] : vertex;
    return o->streams[stream].bytes + o->streams[stream].offset + at * o->streams[stream].stream.stride;
}

void skin_output_get(const skin_output *output, int stream, uint32_t vertex, float out[4])
{
    memcpy(out, element(output, stream, vertex), output->streams[stream].components * sizeof *out);
}

bool skin_output_equal(const skin_output *a, const skin_output *b)
{
    bool equal = true;
    for (int s = 0; s < 3; s++)
        for (uint32_t v = 0; v < hone_skin_vertex_count(a->skin); v++)
            equal &= memcmp(element(a, s, v), element(b, s, v), a->streams[s].components * sizeof(float)) == 0;
    return equal;
}

/* ---- comparing ----------------------------------------------------------------------------------------------- */

static const double TOLERANCE = 4e-6;
static const double MOST_GROWTH = 1e4; /* with more, nothing but rounding remains of a sum */

static void report(const char *what, const char *stream, uint32_t vertex, const float got[3], const double want[3],
                   double tolerance)
{
    fail_msg("%s: %s of vertex %u: %.9g %.9g %.9g, not within %.3g of %.9g %.9g %.9g", what, stream, vertex, got[0],
             got[1], got[2], tolerance, want[0], want[1], want[2]);
}

static void compare3(const float got[3], const double want[3], double tolerance, const char *what, const char *stream,
                     uint32_t vertex)
{
    for (int i = 0; i < 3; i++)
        if (!(fabs(got[i] - want[i]) <= tolerance))
            report(what, stream, vertex, got, want, tolerance);
}

/* growth: 0 if any unit vector is right */
static void compare_unit(const float got[3], const double want[3], double growth, const char *what, const char *stream,
                         uint32_t vertex)
{
    double length = 0;
    for (int i = 0; i < 3; i++) length += (double)got[i] * (double)got[i];
    if (!(fabs(sqrt(length) - 1) <= 1e-6))
        report(what, stream, vertex, got, want, 1e-6);
    if (growth > 0 && growth < MOST_GROWTH)
        compare3(got, want, TOLERANCE * growth, what, stream, vertex);
}

static bool has_direction(const hone_stream *stream, uint32_t vertex)
{
    float v[3];
    memcpy(v, (const char *)stream->data + vertex * stream->stride, sizeof v);
    return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

static void compare_tangent(const skin_output *o, const hone_skin_desc *desc, const reference_vertex *want,
                            double growth, const char *what, uint32_t v)
{
    float got[4], rest[4];
    skin_output_get(o, 2, v, got);
    memcpy(rest, (const char *)desc->tangents.data + v * desc->tangents.stride, sizeof rest);
    CHECK(got[3] == rest[3]);
    if (!has_direction(&desc->tangents, v))
        CHECK(got[0] == 0 && got[1] == 0 && got[2] == 0); /* as at rest */
    else if (growth < MOST_GROWTH)
        compare_unit(got, want->tangent, growth, what, "tangent", v);
}

uint32_t skin_output_compare(const skin_output *o, const hone_skin_desc *desc, const reference_vertex *want,
                             const char *what)
{
    uint32_t compared = 0;
    for (uint32_t v = 0; v < desc->vertex_count; v++) {
        float got[4];
        const reference_vertex *w = &want[v];
        bool sure = !w->ambiguous && w->position_growth < MOST_GROWTH;
        compared += sure;
        if (o->job.positions.data && sure) {
            skin_output_get(o, 0, v, got);
            compare3(got, w->position, TOLERANCE * 2 * SKIN_SIZE * w->position_growth, what, "position", v);
        }
        if (o->job.normals.data) {
            skin_output_get(o, 1, v, got);
            compare_unit(got, w->normal, sure ? w->normal_growth : 0, what, "normal", v);
        }
        if (o->job.tangents.data)
            compare_tangent(o, desc, w, sure ? w->tangent_growth : 0, what, v);
    }
    return compared;
}

reference_vertex *skin_reference(const hone_skin_desc *desc, const skin_palette *palette, hone_skin_method method)
{
    reference_skin skin = {
        .desc = desc, .method = method, .matrices = palette->matrices, .duals = palette->palette.duals};
    reference_vertex *out = test_calloc((size_t)desc->vertex_count + 1, sizeof *out);
    for (uint32_t v = 0; v < desc->vertex_count; v++) out[v] = reference_skin_vertex(&skin, v);
    return out;
}

/* ---- every combination --------------------------------------------------------------------------------------- */

static void check_job(const skin_scene *s, const char *kernel, hone_skin_order order, skin_layout layout,
                      unsigned wants)
{
    char what[200];
    skin_output out;
    snprintf(what, sizeof what, "%s, %s, pose %d, method %d, order %d, %zu bytes apart + %zu, streams %u", kernel,
             s->mesh, (int)s->pose, (int)s->method, (int)order, layout.stride, layout.offset, wants);
    skin_output_make(s->skin, order, layout, wants, &out);
    out.job.palette = &s->palette->palette;
    out.job.rest = s->rest;
    out.job.method = s->method;
    skin_run(kernel, s->skin, &out.job, 0, hone_skin_block_count(s->skin));
    skin_output_check_guards(&out);
    skin_output_check_complete(&out);
    uint32_t compared = skin_output_compare(&out, s->desc, s->want, what), all = s->desc->vertex_count;
    if (s->pose != SKIN_POSE_OPPOSITE && compared < all - all / 50)
        fail_msg("%s: only %u of %u vertices could be compared", what, compared, all);
    skin_output_release(&out);
}

void skin_check_every_job(const skin_scene *scene)
{
    static const hone_skin_order orders[] = {HONE_SKIN_ORDER_FILE, HONE_SKIN_ORDER_LANES};
    static const skin_layout layouts[] = {{0, 0}, {0, 1}, {16, 0}, {28, 3}};
    static const unsigned wants[] = {SKIN_POSITIONS | SKIN_NORMALS, SKIN_POSITIONS, SKIN_NORMALS, SKIN_TANGENTS,
                                     SKIN_ALL};
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int o = 0; o < 2; o++)
            for (int l = 0; l < 4; l++)
                for (int w = 0; w < 5; w++) check_job(scene, kernel, orders[o], layouts[l], wants[w]);
}
