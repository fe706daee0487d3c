#include "support/written_gltf.h"
#include "support/image/pictures.h"
#include "support/json_find.h"
#include "support/make/byte_order.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

static const char *left_as = "write";

void gltf_leave_as(const char *name)
{
    left_as = name;
}

static void leave(const hone_bytes *bytes)
{
    static unsigned count;
    char path[1024];
    snprintf(path, sizeof path, "%s/interop/%s-%u.glb", HONE_BUILD_DIR, left_as, count++);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(bytes->data, 1, bytes->size, file);
    fclose(file);
}

hone_bytes gltf_written(const hone_model *model, const hone_gltf_desc *desc, hone_gltf_report *report)
{
    hone_error error = {0};
    hone_bytes out;
    if (!hone_model_write_gltf(model, desc, &out, report, &error))
        fail_msg("%s", error.message);
    if (!desc || !desc->stem)
        leave(&out);
    return out;
}

char *gltf_json_of(const hone_bytes *glb)
{
    uint32_t head[5];
    for (int i = 0; i < 5; i++) head[i] = get_u32(glb->data + 4 * i);
    assert_memory_equal(glb->data, "glTF", 4);
    assert_true(head[1] == 2 && head[2] == glb->size && head[4] == 0x4E4F534A && head[3] % 4 == 0);
    char *text = test_calloc(1, head[3] + 1);
    memcpy(text, glb->data + 20, head[3]);
    assert_true(json_is_valid(text));
    if (20 + head[3] < glb->size) {
        const uint8_t *at = glb->data + 20 + head[3];
        const uint32_t binary[2] = {get_u32(at), get_u32(at + 4)};
        assert_true(binary[1] == 0x004E4942 && binary[0] % 4 == 0 && 28 + head[3] + binary[0] == glb->size);
    }
    return text;
}

hone_model *gltf_read_back(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

hone_motion *gltf_read_motion(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_motion *motion = hone_motion_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true}, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

bool gallery_read(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    gallery *from = user;
    (void)path;
    from->asked++;
    for (int i = 0; from->name && i < TEST_PICTURE_COUNT; i++)
        if (strcmp(test_pictures[i].name, from->name) == 0) {
            hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
            hone_writer copy = hone_writer_make(allocator);
            hone_write_bytes(&copy, bytes.data, bytes.size);
            hone_bytes_release(&bytes);
            return hone_writer_finish(&copy, out, error);
        }
    error->code = HONE_ERROR_IO;
    strcpy(error->message, "not found");
    return false;
}

void check_gltf_points(const float (*is)[3], const float (*was)[3], uint32_t count, float scale, double near)
{
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) CHECK_NEAR(is[v][c], was[v][c] * (c == 2 ? -scale : scale), near);
}
