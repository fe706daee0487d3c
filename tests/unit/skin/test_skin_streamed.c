/* Outputs so large that a kernel may store them around the caches. */
#include "core/skin/kernels/kernel.h"
#include "support/skin/skin_run.h"
#include <stdio.h>
#include <string.h>

enum { GUARD = 64, PAGE = 4096, MOST_BYTES = 64 << 20, VERTEX = 6 * sizeof(float) };

/* The positions and normals of all lanes, with guard bytes before and after. The normals are half a page further in
 * their pages than the positions; `gap` bytes are between them. */
typedef struct output {
    uint8_t *memory, *first;
    size_t size, gap;
} output;

/* shift: bytes from an address that is aligned to 64. */
static output make_output(const hone_skin *skin, size_t shift)
{
    const size_t half = hone_skin_lane_count(skin) * (size_t)VERTEX / 2, gap = (PAGE + PAGE / 2 - half % PAGE) % PAGE;
    output out = {.size = 2 * half + gap, .gap = gap};
    out.memory = test_calloc(1, out.size + 4 * GUARD);
    memset(out.memory, 0xa5, out.size + 4 * GUARD);
    size_t beyond = (uintptr_t)out.memory % GUARD;
    out.first = out.memory + 2 * GUARD - beyond + shift;
    return out;
}

static bool is_guarded(const output *out)
{
    bool whole = true;
    for (size_t i = 0; i < GUARD; i++)
        whole = whole && out->first[-1 - (ptrdiff_t)i] == 0xa5 && out->first[out->size + i] == 0xa5;
    return whole;
}

static hone_skin_job job_of(const hone_skin *skin, const output *out, bool interleaved)
{
    const size_t lanes = hone_skin_lane_count(skin), three = 3 * sizeof(float), stride = interleaved ? VERTEX : three;
    return (hone_skin_job){.positions = {out->first, lanes, stride},
                           .normals = {out->first + (interleaved ? three : lanes * three + out->gap), lanes, stride},
                           .method = HONE_SKIN_LINEAR,
                           .order = HONE_SKIN_ORDER_LANES};
}

static void run(const char *kernel, const hone_skin *skin, const hone_palette *palette, hone_skin_job job)
{
    const uint32_t blocks = hone_skin_block_count(skin);
    job.palette = palette;
    skin_run(kernel, skin, &job, 0, blocks / 3);
    skin_run(kernel, skin, &job, blocks / 3, blocks);
}

/* An output that is not aligned to its vectors is stored as a small one is. */
static void compare(const char *kernel, const hone_skin *skin, const hone_palette *palette, bool interleaved)
{
    output streamed = make_output(skin, 0), plain = make_output(skin, sizeof(float));
    run(kernel, skin, palette, job_of(skin, &streamed, interleaved));
    run(kernel, skin, palette, job_of(skin, &plain, interleaved));
    CHECK(memcmp(streamed.first, plain.first, plain.size) == 0);
    CHECK(is_guarded(&streamed) && is_guarded(&plain));
    test_free(streamed.memory);
    test_free(plain.memory);
}

static void large_outputs_have_the_bits_of_small_ones(void **state)
{
    (void)state;
    const size_t from = hone_skin_stream_from();
    if (from > MOST_BYTES) {
        printf("SKIPPED: outputs of less than %d MB are not streamed here\n", MOST_BYTES >> 20);
        return;
    }
    const skin_recipe recipe = {
        .seed = 5, .vertices = (uint32_t)(from / VERTEX) + 77, .least = 1, .most = 5, .longest_run = 300};
    skin_mesh mesh;
    skin_palette palette;
    skin_mesh_make(&recipe, &mesh);
    skin_palette_make(SKIN_POSE_RIGID, 3, &palette);
    hone_skin *skin = skin_mesh_compile(&mesh);
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int interleaved = 0; interleaved < 2; interleaved++) compare(kernel, skin, &palette.palette, interleaved);
    hone_skin_release(skin);
    skin_palette_release(&palette);
    skin_mesh_release(&mesh);
}

TEST_GROUP(test_skin_streamed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_outputs_have_the_bits_of_small_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
