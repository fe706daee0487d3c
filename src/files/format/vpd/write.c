/* Writes VPD: text in CP932, as MMD writes it, with morph weights as other editors write them. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include <hone/format.h>
#include <math.h>
#include <string.h>

static void put(hone_writer *writer, const char *text)
{
    hone_write_bytes(writer, text, strlen(text));
}

/* Writes the name on one line, because VPD has no escapes. */
static void put_name(hone_writer *writer, const char *name)
{
    uint8_t bytes[256];
    size_t size = hone_cp932_from_utf8(name, strlen(name), bytes, sizeof bytes, NULL);
    for (size_t i = 0; i < size; i++) bytes[i] = bytes[i] < ' ' ? ' ' : bytes[i];
    hone_write_bytes(writer, bytes, size);
}

static void put_count(hone_writer *writer, uint32_t count)
{
    char text[HONE_NUMBER_SIZE];
    hone_text_from_double(count, text);
    put(writer, text);
}

/* Writes six decimals, as MMD does, because some readers do not know exponents. */
static void put_number(hone_writer *writer, double value)
{
    char text[32], *at = text + sizeof text;
    uint64_t millionths = (uint64_t)llround(fmin(fabs(value), 1e12) * 1e6);
    bool negative = value < 0 && millionths;
    *--at = '\0';
    for (int digit = 0; digit < 6 || millionths; digit++) {
        *--at = (char)('0' + millionths % 10);
        millionths /= 10;
        if (digit == 5)
            *--at = '.';
    }
    if (*at == '.')
        *--at = '0';
    if (negative)
        *--at = '-';
    put(writer, at);
}

static void put_numbers(hone_writer *writer, const float *values, int count)
{
    put(writer, "  ");
    for (int i = 0; i < count; i++) {
        put_number(writer, (double)values[i]);
        put(writer, i + 1 < count ? "," : ";");
    }
    put(writer, "\r\n");
}

static bool is_at_rest(const hone_transform *bone)
{
    static const hone_transform rest = HONE_TRANSFORM_IDENTITY;
    return memcmp(bone->translation, rest.translation, sizeof rest.translation) == 0 &&
           memcmp(bone->rotation, rest.rotation, sizeof rest.rotation) == 0;
}

static void put_bone(hone_writer *writer, uint32_t at, const char *name, const hone_transform *bone)
{
    put(writer, "Bone");
    put_count(writer, at);
    put(writer, "{");
    put_name(writer, name);
    put(writer, "\r\n");
    put_numbers(writer, bone->translation, 3);
    put_numbers(writer, bone->rotation, 4);
    put(writer, "}\r\n\r\n");
}

static void put_morph(hone_writer *writer, uint32_t at, const char *name, float weight)
{
    put(writer, "Morph");
    put_count(writer, at);
    put(writer, "{");
    put_name(writer, name);
    put(writer, "\r\n");
    put_numbers(writer, &weight, 1);
    put(writer, "}\r\n\r\n");
}

static void put_header(hone_writer *writer, const char *model, uint32_t bones)
{
    put(writer, "Vocaloid Pose Data file\r\n\r\n");
    put_name(writer, model);
    put(writer, ".osm;\r\n");
    put_count(writer, bones);
    put(writer, ";\r\n\r\n");
}

bool hone_pose_write_vpd(const hone_pose *pose, const hone_model *model, const hone_allocator *allocator,
                         hone_bytes *out, hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    const hone_model_data *data = hone_model_get(model);
    if (!pose || !model)
        return hone_fail_null(error, "the pose and its model");
    if (data->space != HONE_SPACE_MMD || pose->bone_count != data->skeleton.bone_count ||
        pose->morph_count != data->morph_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "only the pose of a model in MMD's space can be written as VPD");
    hone_writer writer = hone_writer_make(allocator);
    uint32_t bones = 0, morphs = 0;
    for (uint32_t b = 0; b < pose->bone_count; b++) bones += !is_at_rest(&pose->bones[b]);
    put_header(&writer, data->name, bones);
    bones = 0;
    for (uint32_t b = 0; b < pose->bone_count; b++)
        if (!is_at_rest(&pose->bones[b]))
            put_bone(&writer, bones++, data->skeleton.bones[b].name, &pose->bones[b]);
    for (uint32_t m = 0; m < pose->morph_count; m++)
        if (pose->morphs[m] != 0)
            put_morph(&writer, morphs++, data->morphs[m].name, pose->morphs[m]);
    return hone_writer_finish(&writer, out, error);
}
