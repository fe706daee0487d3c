#include "ktx2.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the container ----------------------------------------------------------------------------------------------- */

static uint32_t u32_at(const hone_bytes *file, size_t at)
{
    uint32_t value = 0;
    for (int i = 0; i < 4 && at + 4 <= file->size; i++) value |= (uint32_t)file->data[at + (size_t)i] << 8 * i;
    return value;
}

static bool is_inside(const hone_bytes *file, uint64_t begin, uint64_t size)
{
    return begin <= file->size && size <= file->size - begin;
}

static uint32_t texel_size(uint32_t vk_format)
{
    return vk_format == 109 ? 16 : vk_format == 97 || vk_format == 91 ? 8 : vk_format == 37 ? 4 : 0;
}

/* Returns the text of a key, which ends with a NUL, or NULL. A pair is its length, a key, a NUL and the value, and is
 * padded to 4 bytes. */
static const char *find_value(const hone_bytes *file, const char *key)
{
    uint64_t at = u32_at(file, 56), end = at + u32_at(file, 60), size = strlen(key) + 1;
    while (at + 4 < end && is_inside(file, 0, end)) {
        uint32_t length = u32_at(file, at);
        const char *pair = (const char *)file->data + at + 4;
        if (length > end - at - 4)
            return NULL;
        if (length > size && memcmp(pair, key, size) == 0 && pair[length - 1] == 0)
            return pair + size;
        at += (4 + (uint64_t)length + 3) / 4 * 4;
    }
    return NULL;
}

static bool read_header(animation *out, hone_error *error)
{
    const hone_bytes *file = &out->file;
    if (file->size < 104 || memcmp(file->data, "\xabKTX 20\xbb\r\n\x1a\n", 12) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is not KTX 2.0");
    uint32_t width = u32_at(file, 20), height = u32_at(file, 24), size = texel_size(u32_at(file, 12));
    uint64_t begin = u32_at(file, 80) | (uint64_t)u32_at(file, 84) << 32;
    if (size == 0 || u32_at(file, 44) != 0 || width - 1 >= 65536 || height - 1 >= 65536 ||
        !is_inside(file, begin, (uint64_t)width * height * size))
        return hone_fail(error, HONE_ERROR_FORMAT, 12, "has texels of a kind that this program does not know");
    out->vk_format = u32_at(file, 12);
    out->width = (int)width, out->height = (int)height;
    out->texels = file->data + begin;
    return true;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* A program of your own uses its JSON library. This one knows how hone writes. Returns the place behind "key":. */
static const char *find_key(const char *json, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = json ? strstr(json, quoted) : NULL;
    return found ? found + strlen(quoted) : NULL;
}

/* Reads the next number, also from within brackets. Returns the place behind it, or NULL. */
static const char *read_number(const char *text, float *out)
{
    char *end = NULL;
    while (text && *text && strchr(" \n[],", *text)) text++;
    *out = text ? strtof(text, &end) : 0;
    return end != text ? end : NULL;
}

static bool read_ranges(const char *json, animation *out)
{
    const char *offset = find_key(json, "offset"), *scale = find_key(json, "scale");
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 4; c++) {
            offset = read_number(offset, &out->offset[k][c]);
            scale = read_number(scale, &out->scale[k][c]);
        }
    return offset && scale;
}

static bool read_clips(const char *json, animation *out)
{
    const char *at = find_key(json, "clips");
    while (at && out->clip_count < CLIPS_MAX && (at = find_key(at, "first_row")) != NULL) {
        clip *c = &out->clips[out->clip_count++];
        const char *loop = find_key(at, "loop");
        if (!read_number(at, &c->first_row) || !read_number(find_key(at, "frames"), &c->frames) ||
            !read_number(find_key(at, "rate"), &c->rate) || !loop)
            return false;
        c->loop = strncmp(loop, " true", 5) == 0 ? 1 : 0;
        if (!(c->frames >= 1 && c->first_row >= 0 && c->first_row + c->frames <= (float)out->height && c->rate > 0))
            return false;
    }
    return out->clip_count > 0;
}

static bool read_table(animation *out, hone_error *error)
{
    const char *json = find_value(&out->file, "hone.animation"), *content = find_key(json, "content");
    float rows = 0;
    if (!content || strncmp(content, " \"matrix\"", 9) != 0 || !read_number(find_key(json, "rows_per_frame"), &rows) ||
        rows != 1)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "has no matrices in one row a frame");
    return (read_ranges(json, out) && read_clips(json, out)) ||
           hone_fail(error, HONE_ERROR_FORMAT, 0, "has a table that this program does not understand");
}

bool animation_open(const char *path, animation *out, hone_error *error)
{
    *out = (animation){0};
    if (!hone_file_read(path, NULL, &out->file, error))
        return false;
    if (read_header(out, error) && read_table(out, error))
        return true;
    hone_error_prefix(error, path);
    return false;
}

void animation_release(animation *a)
{
    hone_bytes_release(&a->file);
}
