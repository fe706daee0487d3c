/* Malicious and broken glTF files: one clear error, and no more memory or work than their size allows. */
#include "support/make/bodies/make_vrma.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_vrm.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- refusals ---- */

#define HEAD "{\"asset\":{\"version\":\"2.0\"},"

static const struct {
    const char *text, *message;
    hone_code code;
} REFUSED[] = {
    {"{\"asset\":", "is not valid JSON", HONE_ERROR_FORMAT},
    {"{\"asset\":{}}", "its glTF version", HONE_ERROR_FORMAT},
    {"{}", "its glTF version", HONE_ERROR_FORMAT},
    {"{\"asset\":[]}", "not an object", HONE_ERROR_FORMAT},
    {"{\"asset\":{\"version\":2}}", "not a string", HONE_ERROR_FORMAT},
    {"{\"asset\":{\"version\":\"1.0\"}}", "is glTF 1.0", HONE_ERROR_UNSUPPORTED},
    {"{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}", "is glTF 2.1", HONE_ERROR_UNSUPPORTED},
    {HEAD "\"a\":1,\"a\":2}", "duplicate", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"translation\":[1e999,0,0]}]}", "is not valid JSON", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"name\":\"\xff\"}]}", "is not valid JSON", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"name\":\"a\\u0000b\"}]}", "is not valid JSON", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[]}x", "is not valid JSON", HONE_ERROR_FORMAT},
    {HEAD "\"extensionsRequired\":[\"KHR_gaussian_splatting\"]}", "requires the extension KHR_gaussian_splatting",
     HONE_ERROR_UNSUPPORTED},
    {HEAD "\"extensionsRequired\":[\"KHR_materials_unlit\",\"ACME_\\n\"]}", "requires the extension ACME_\\n",
     HONE_ERROR_UNSUPPORTED},
    {HEAD "\"extensionsRequired\":[7]}", "not a string", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":{}}", "\"nodes\" is not an array", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[7]}", "not an object", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"name\":7}]}", "nodes[0]: \"name\" is not a string", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"children\":[1]}]}", "nodes[0]: \"children\" is 1, but there are only 1", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"children\":[-1]}]}", "not an index", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"matrix\":[1]}]}", "1 numbers, not 16", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"translation\":[1,\"2\",3]}]}", "not a number", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"mesh\":0}]}", "\"mesh\" is 0, but there are only 0", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"skin\":1}],\"skins\":[{\"joints\":[0]}]}", "\"skin\" is 1, but there are only 1",
     HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{}],\"skins\":[{\"joints\":[4]}]}", "skins[0]: \"joints\" is 4, but there are only 1",
     HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{}],\"scenes\":[{\"nodes\":[4]}]}", "scenes[0]: \"nodes\" is 4, but", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{}],\"scene\":3}", "\"scene\" is 3, but", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     "meshes[0]: \"POSITION\" is 0, but there are only 0", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{},\"mode\":7}]}]}", "unknown mode 7",
     HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{},\"material\":0}]}]}",
     "\"material\" is 0, but there are only 0", HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4}]}", "buffers[0]: it has neither a URI nor a GLB chunk", HONE_ERROR_FORMAT},
    {HEAD
     "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],"
     "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}],\"nodes\":[{\"mesh\":0}"
     "],"
     "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     "bufferViews[0]: bytes 0 to 4 of a buffer of 2", HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,A*AA\"}]}", "not base64", HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAAA\"}]}", "not base64", HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"http://x/y\"}]}", "neither data nor a relative path",
     HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"a%00b\"}]}", "neither data nor a relative path", HONE_ERROR_FORMAT},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"a.bin\"}]}", "no file resolver", HONE_ERROR_IO},
    {HEAD "\"materials\":[{\"doubleSided\":1}]}", "neither true nor false", HONE_ERROR_FORMAT},
    {HEAD "\"materials\":[{\"normalTexture\":{\"index\":0}}]}", "\"index\" is 0, but there are only 0",
     HONE_ERROR_FORMAT},
    {HEAD "\"images\":[{\"bufferView\":\"3\"}]}", "images[0]: \"bufferView\" is not an index", HONE_ERROR_FORMAT},
    {HEAD
     "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]}",
     "\"sampler\" is 0, but there are only 0", HONE_ERROR_FORMAT},
    {HEAD
     "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"target\":{\"node\":0,\"path\":\"scale\"}}],\"samplers\":[{}]}]}",
     "animations[0]: channel 0 has no sampler", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
          "\"samplers\":[{}]}]}",
     "animations[0]: sampler 0 has no times", HONE_ERROR_FORMAT},
    {HEAD "\"nodes\":[{}],\"extensions\":{\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"hips\",\"node\":3}]}}}}",
     "\"node\" is 3, but there are only 1", HONE_ERROR_FORMAT},
};

static void broken_files_are_refused_with_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        hone_error error = {0};
        hone_model *model = hone_model_load_memory(REFUSED[i].text, strlen(REFUSED[i].text), NULL, &error);
        if (model || !strstr(error.message, REFUSED[i].message) || error.code != REFUSED[i].code)
            fail_msg("%s: %d \"%s\", not \"%s\"", REFUSED[i].text, (int)error.code, error.message, REFUSED[i].message);
    }
}

static void glb_headers_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } bad[] = {
        {"glTF", 4, "header is cut short"},
        {"glTF\1\0\0\0\14\0\0\0", 12, "is GLB version 1"},
        {"glTF\2\0\0\0\377\0\0\0", 12, "chunk is cut short"},
        {"glTF\2\0\0\0\13\0\0\0", 12, "gives a length of 11 bytes"},
        {"glTF\2\0\0\0\14\0\0\0", 12, "chunk is cut short"},
        {"glTF\2\0\0\0\30\0\0\0\4\0\0\0BIN\0abcd", 24, "first chunk is not JSON"},
        {"glTF\2\0\0\0\30\0\0\0\377\377\377\377JSON{}  ", 24, "chunk is cut short"},
        {"glTF\2\0\0\0\31\0\0\0\4\0\0\0JSON{}  x", 25, "chunk is cut short"},
        {"glTF\2\0\0\0\30\0\0\0\4\0\0\0JSON[]  ", 24, "not an object"},
        {"glTF\2\0\0\0\24\0\0\0\0\0\0\0JSON", 20, "is not valid JSON"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_model *model = hone_model_load_memory(bad[i].bytes, bad[i].size, NULL, &error);
        if (model || !strstr(error.message, bad[i].message))
            fail_msg("%zu: \"%s\", not \"%s\"", i, error.message, bad[i].message);
    }
}

/* ---- odd ones that load ---- */

static void odd_weights_and_joints_are_mended(void **state)
{
    (void)state;
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint8_t joints[3][4] = {{0, 7, 0, 0}, {7, 7, 7, 7}, {0, 0, 0, 0}};
    static const float weights[3][4] = {{0.25f, 0.75f, 0, 0}, {1, 0, 0, 0}, {-1, NAN, 0, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3), j = make_gltf_u8(file, "VEC4", *joints, 3, false);
    int w = make_gltf_floats(file, "VEC4", *weights, 3);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d}}]}", p, j, w);
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[1]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"skin\":0}");
    make_gltf_add(file, MAKE_NODES, "{}");
    hone_bytes bytes = make_gltf_glb(file);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(hone_model_warnings(model).count, 2);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->influences[0].slot == 0 && mesh->influences[0].weight == 1);
    for (int v = 1; v < 3; v++) { /* no weight is left, so the node moves them */
        const hone_influence *first = &mesh->influences[4 * v];
        CHECK(first->weight == 1 && mesh->slots[first->slot].bone == 0);
    }
    CHECK(!hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, NULL));
    hone_bytes_release(&bytes);
    hone_model_release(model);
    test_free(file);
}

/* ---- cut, spoilt, starved ---- */

static void load_both(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_error *error)
{
    hone_model *model = hone_model_load_memory(bytes, size, &(hone_load_desc){.allocator = allocator}, error);
    hone_error *other = model ? error : NULL; /* the first error counts */
    hone_motion_release(hone_motion_load_memory(bytes, size, &(hone_load_desc){.allocator = allocator}, other));
    hone_model_release(model);
}

/* Files with all that is read. They load without a warning, so what is noticed below is not something else. */
static void (*const MAKERS[])(make_gltf *) = {make_gltf_rich, make_vrm1, make_vrm0, make_vrma};
enum { MAKER_COUNT = sizeof MAKERS / sizeof *MAKERS, VRM_MAKER_COUNT = MAKER_COUNT - 1 };

static void whole_avatars_load_without_a_warning(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (int maker = 1; maker < VRM_MAKER_COUNT; maker++) {
        MAKERS[maker](file);
        hone_error error = {0};
        hone_bytes bytes = make_gltf_glb(file);
        const hone_load_desc strict = {.strict = true};
        hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &strict, &error);
        assert_string_equal(error.message, "");
        const hone_model_data *data = hone_model_get(model);
        CHECK(data->avatar && data->avatar->expression_count >= 2 && data->avatar->meta_count >= 3);
        CHECK(data->avatar->first_person && data->avatar->look_at.kind == HONE_LOOK_AT_BONE);
        CHECK(data->spring_count >= 1 && data->springs->collider_count >= 1 && data->materials->mtoon);
        assert_int_equal(data->collider_count, maker == 1 ? 5 : 1);
        assert_int_equal(data->constraint_count, maker == 1 ? 2 : 0);
        hone_model_release(model);
        hone_bytes_release(&bytes);
    }
    test_free(file);
}

/* A GLB without its last bytes may load with a warning, if only a picture or nothing needs them; padding is no loss. */
static void check_cut(const hone_bytes *whole, size_t size, bool glb)
{
    hone_error error = {0};
    uint8_t *cut = malloc(size + 1); /* so that a read past the end is detected */
    memcpy(cut, whole->data, size);
    hone_model *model = hone_model_load_memory(cut, size, NULL, &error);
    bool padding = whole->size - size < 4;
    CHECK(model ? glb && (padding || hone_model_warnings(model).count > 0) : error.message[0]);
    hone_model_release(model);
    free(cut);
}

static void every_truncation_is_noticed(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (int maker = 0; maker < MAKER_COUNT; maker++) {
        MAKERS[maker](file);
        hone_bytes files[2] = {make_gltf_glb(file), make_gltf_text(file, false)};
        for (int f = 0; f < 2; f++) {
            for (size_t size = 0; size < files[f].size; size++) check_cut(&files[f], size, f == 0);
            hone_bytes_release(&files[f]);
        }
    }
    test_free(file);
}

static void spoilt_bytes_never_crash(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    test_random random = {7};
    for (int maker = 0; maker < MAKER_COUNT; maker++) {
        MAKERS[maker](file);
        hone_bytes bytes = make_gltf_glb(file);
        for (int i = 0; i < 4000; i++) {
            uint8_t *at = &bytes.data[12 + test_random_u32(&random) % (bytes.size - 12)], before = *at;
            uint32_t any = test_random_u32(&random);
            *at = (uint8_t)(i % 2 ? any : (uint32_t) "0129,{}[]-e\""[any % 12]);
            load_both(bytes.data, bytes.size, NULL, NULL);
            *at = before;
        }
        hone_bytes_release(&bytes);
    }
    test_free(file);
}

/* Returns the size of the JSON value at the beginning of a text that is valid; 0: none begins there. */
static size_t size_of_value(const char *text)
{
    size_t size = 0, depth = 0;
    if (strchr("]},:", *text))
        return 0;
    do {
        if (text[size] == '"')
            size += 2 + strcspn(text + size + 1, "\""); /* no text of these files has an escape */
        else if (strchr("[{", text[size]))
            depth++, size++;
        else if (strchr("]}", text[size]))
            depth--, size++;
        else
            size += strchr(",:", text[size]) ? 1 : strcspn(text + size, ",]}");
    } while (depth);
    return size;
}

/* Loads the text with something else in place of `size` bytes at `at`. */
static void load_with(const hone_bytes *text, size_t at, size_t size, const char *other)
{
    size_t length = strlen(other), total = text->size - size + length;
    uint8_t *bytes = test_malloc(total);
    memcpy(bytes, text->data, at);
    memcpy(bytes + at, other, length);
    memcpy(bytes + at + length, text->data + at + size, text->size - at - size);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes, total, NULL, &error);
    CHECK(model || error.message[0]);
    hone_model_release(model);
    test_free(bytes);
}

static void a_value_of_any_other_kind_never_crashes(void **state)
{
    (void)state;
    static const char *const others[] = {"null", "true", "-1", "4294967296", "-1e38", "\"a\"", "[]", "{}", "[{}]"};
    make_gltf *file = test_malloc(sizeof *file);
    for (int maker = 1; maker < MAKER_COUNT; maker++) {
        MAKERS[maker](file);
        hone_bytes text = make_gltf_text(file, false);
        text.data = realloc(text.data, text.size + 1);
        text.data[text.size] = 0;
        for (size_t at = 1; at < text.size; at++) {
            bool begins = strchr(":[,", text.data[at - 1]) != NULL;
            size_t size = begins ? size_of_value((char *)text.data + at) : 0;
            for (size_t o = 0; size && text.data[at + size] != ':' && o < sizeof others / sizeof *others; o++)
                load_with(&text, at, size, others[o]);
        }
        hone_bytes_release(&text);
    }
    test_free(file);
}

/* Loads as often as it takes, each time with one more allocation that works. */
static void check_starved(const hone_bytes *bytes, bool animated)
{
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        const hone_load_desc desc = {.allocator = &memory.allocator};
        hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &desc, &error);
        bool moves = model && animated;
        hone_motion *motion = moves ? hone_motion_load_memory(bytes->data, bytes->size, &desc, &error) : NULL;
        done = model && (motion || !animated);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        hone_motion_release(motion);
        assert_int_equal(memory.live, 0);
    }
}

static void every_failing_allocation_is_an_error(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (int maker = 0; maker < MAKER_COUNT; maker++) {
        MAKERS[maker](file);
        hone_bytes files[2] = {make_gltf_glb(file), make_gltf_text(file, false)};
        for (int f = 0; f < 2; f++) {
            check_starved(&files[f], maker == 0 || maker == VRM_MAKER_COUNT);
            hone_bytes_release(&files[f]);
        }
    }
    test_free(file);
}

/* ---- more than their size allows ---- */

typedef struct long_text {
    char *text;
    size_t size, capacity;
} long_text;

static void put(long_text *out, const char *text, unsigned times)
{
    size_t size = strlen(text);
    if (out->size + size * times + 1 > out->capacity) {
        out->capacity = 2 * (out->size + size * times + 1);
        out->text = realloc(out->text, out->capacity);
    }
    for (unsigned i = 0; i < times; i++, out->size += size) memcpy(out->text + out->size, text, size + 1);
}

/* Takes no more memory and time than allowed. `why`: expected in the error. */
static void check_bounds(long_text *text, const char *why)
{
    test_allocator memory;
    hone_error error = {0};
    test_allocator_make(&memory, UINT64_MAX);
    load_both((const uint8_t *)text->text, text->size, &memory.allocator, &error);
    CHECK(memory.peak_size + text->size <= 16 * text->size + (1 << 20));
    if (!strstr(error.message, why))
        fail_msg("\"%s\", not \"%s\"", error.message, why);
    assert_int_equal(memory.live, 0);
    free(text->text);
    *text = (long_text){0};
}

#define FLOATS(count) "\"accessors\":[{\"componentType\":5126,\"count\":" count ",\"type\":\"VEC3\"}],"
#define MEMORY "asks for more memory than its size allows"
#define PRIMITIVE "{\"attributes\":{\"POSITION\":0}}"

static void small_files_cannot_ask_for_much(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    long_text t = {0};
    put(&t, HEAD FLOATS("2147483647") "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[" PRIMITIVE "]}]}", 1);
    check_bounds(&t, MEMORY); /* endless zeros */
    put(&t, HEAD FLOATS("1000") "\"nodes\":[{\"mesh\":0}", 1);
    put(&t, ",{\"mesh\": 0 }", MANY);
    put(&t, "],\"meshes\":[{\"primitives\":[" PRIMITIVE, 1);
    put(&t, "," PRIMITIVE, MANY);
    put(&t, "]}]}", 1);
    check_bounds(&t, MEMORY); /* every node shows every primitive */
    put(&t,
        HEAD FLOATS("1000") "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                            "\"targets\":[{}",
        1);
    put(&t, ",{\"POSITION\":0}", MANY);
    put(&t, "]}]}]}", 1);
    check_bounds(&t, ""); /* any number of targets that move nothing */
    put(&t,
        HEAD "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1000,\"type\":\"VEC3\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12000}],\"buffers\":[{\"byteLength\":12000,"
             "\"uri\":\"data:;base64,",
        1);
    put(&t, "AAAA", 4000);
    put(&t,
        "\"}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{}",
        1);
    put(&t, ",{\"POSITION\":0}", MANY);
    put(&t, "]}]}]}", 1);
    check_bounds(&t, "needs more work than is allowed for its size"); /* nor targets that only claim to */
    put(&t, HEAD "\"nodes\":[{}", 1);
    put(&t, ",{\"name\":\"a\"}", 10 * MANY);
    put(&t, "]}", 1);
    check_bounds(&t, MEMORY);
    put(&t, HEAD "\"nodes\":[{}],\"skins\":[{\"joints\":[0", 1);
    put(&t, ",0", 10 * MANY);
    put(&t, "]}]}", 1);
    check_bounds(&t, MEMORY);
    put(&t, HEAD "\"materials\":[{}", 1);
    put(&t, ",{\"name\":\"a\"}", 10 * MANY);
    put(&t, "]}", 1);
    check_bounds(&t, MEMORY);
    put(&t, HEAD "\"images\":[{}", 1);
    put(&t, ",{\"name\":\"a\"}", 10 * MANY);
    put(&t, "],\"buffers\":[{}", 1);
    put(&t, ",{\"name\":\"a\"}", 10 * MANY);
    put(&t, "]}", 1);
    check_bounds(&t, sizeof(void *) > 4 ? MEMORY : "neither a URI"); /* with small addresses there is enough */
    put(&t,
        HEAD "\"accessors\":[{\"componentType\":5126,\"count\":2147483647,\"type\":\"SCALAR\"},"
             "{\"componentType\":5126,\"count\":100,\"type\":\"VEC3\"}],"
             "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{}",
        1);
    put(&t, ",{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}", MANY);
    put(&t, "]}]}", 1);
    check_bounds(&t, MEMORY); /* channels that share missing data */
}

static void deep_nesting_is_no_recursion_without_end(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    long_text t = {0};
    put(&t, HEAD "\"extras\":", 1);
    put(&t, "[        ", DEEP);
    check_bounds(&t, "inside each other");
    put(&t, HEAD "\"extras\":", 1);
    put(&t, "{\"a long name of 16 letters\":", DEEP);
    check_bounds(&t, "inside each other");
}

/* Texts with the most arrays and objects for their size. */
static void parsed_json_counts_as_memory(void **state)
{
    (void)state;
    static const char *const parts[] = {"[],", "{},", "0,", "{\"\":[]},", "[[[[[[[[[[]]]]]]]]]],", "\"\\n\","};
    for (int i = 0; i < 6; i++) {
        long_text t = {0};
        put(&t, HEAD "\"extras\":[", 1);
        put(&t, parts[i], 100000);
        put(&t, "0]}", 1);
        check_bounds(&t, "has no clips"); /* the model loads */
    }
}

/* The longest possible chain of nodes, children before parents. */
static void long_chains_of_nodes_load(void **state)
{
    (void)state;
    enum { DEEP = 10000 };
    long_text t = {0};
    hone_error error = {0};
    put(&t, HEAD "\"nodes\":[{}", 1);
    for (int i = 1; i < DEEP; i++) {
        char node[48];
        snprintf(node, sizeof node, ",{\"children\":[%d]}", i - 1);
        put(&t, node, 1);
    }
    put(&t, "]}", 1);
    hone_model *model = hone_model_load_memory(t.text, t.size, NULL, &error);
    assert_string_equal(error.message, "");
    CHECK(hone_model_skeleton(model)->bones[0].parent == 1);
    hone_model_release(model);
    check_bounds(&t, "");
}

TEST_GROUP(test_gltf_hostile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_files_are_refused_with_a_sentence),
        cmocka_unit_test(glb_headers_are_checked),
        cmocka_unit_test(odd_weights_and_joints_are_mended),
        cmocka_unit_test(whole_avatars_load_without_a_warning),
        cmocka_unit_test(every_truncation_is_noticed),
        cmocka_unit_test(spoilt_bytes_never_crash),
        cmocka_unit_test(a_value_of_any_other_kind_never_crashes),
        cmocka_unit_test(every_failing_allocation_is_an_error),
        cmocka_unit_test(small_files_cannot_ask_for_much),
        cmocka_unit_test(deep_nesting_is_no_recursion_without_end),
        cmocka_unit_test(parsed_json_counts_as_memory),
        cmocka_unit_test(long_chains_of_nodes_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
