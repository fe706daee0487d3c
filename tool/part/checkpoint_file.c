#include "tool/part/checkpoint_file.h"

#include <string.h>

enum { MARK_SIZE = 8, VERSION = 1, HEAD_SIZE = 56, HASH_SIZE = 8, MODELS_MAX = 100000 };
static const char mark[] = "honechek";

/* ---- writing ---- */

static void write_u64(hone_writer *to, uint64_t value)
{
    hone_write_u32(to, (uint32_t)value);
    hone_write_u32(to, (uint32_t)(value >> 32));
}

void checkpoint_file_begin(hone_writer *to, const checkpoint_file *head)
{
    hone_write_bytes(to, mark, MARK_SIZE);
    hone_write_u32(to, VERSION);
    hone_write_u32(to, 0);
    write_u64(to, head->inputs);
    hone_write_u32(to, head->framed);
    hone_write_u32(to, head->count);
    hone_write_floats(to, head->bounds.min, 3);
    hone_write_floats(to, head->bounds.max, 3);
}

void checkpoint_file_add(hone_writer *to, const hone_bytes *model)
{
    write_u64(to, model->size);
    hone_write_bytes(to, model->data, model->size);
}

bool checkpoint_file_finish(hone_writer *to, const char *path, hone_error *error)
{
    hone_bytes bytes;
    write_u64(to, hone_hash(to->bytes.data, to->bytes.size));
    if (!hone_writer_finish(to, &bytes, error))
        return false;
    bool ok = hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    return ok;
}

/* ---- reading ---- */

static uint64_t read_number(const uint8_t *from, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++) value |= (uint64_t)from[i] << 8 * i;
    return value;
}

static bool read_box(const uint8_t *from, hone_bounds *out)
{
    float *values[] = {&out->min[0], &out->min[1], &out->min[2], &out->max[0], &out->max[1], &out->max[2]};
    for (int i = 0; i < 6; i++) {
        uint32_t bits = (uint32_t)read_number(from + 4 * i, 4);
        memcpy(values[i], &bits, sizeof bits);
        if (*values[i] != *values[i])
            return false;
    }
    return true;
}

bool checkpoint_file_open(const uint8_t *bytes, size_t size, checkpoint_file *out, hone_error *error)
{
    if (size < HEAD_SIZE + HASH_SIZE || memcmp(bytes, mark, MARK_SIZE) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is no file of checkpoints");
    if (read_number(bytes + MARK_SIZE, 4) != VERSION)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "has checkpoints of another version of hone");
    if (read_number(bytes + size - HASH_SIZE, HASH_SIZE) != hone_hash(bytes, size - HASH_SIZE))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is damaged, or was cut off");
    *out = (checkpoint_file){.inputs = read_number(bytes + 16, 8),
                             .framed = read_number(bytes + 24, 4) != 0,
                             .count = (uint32_t)read_number(bytes + 28, 4),
                             .models = bytes + HEAD_SIZE,
                             .end = bytes + size - HASH_SIZE};
    return (out->count <= MODELS_MAX && read_box(bytes + 32, &out->bounds)) ||
           hone_fail(error, HONE_ERROR_FORMAT, 0, "is damaged");
}

bool checkpoint_file_next(checkpoint_file *file, const uint8_t **bytes, size_t *size)
{
    size_t left = (size_t)(file->end - file->models);
    uint64_t wanted = file->count && left >= 8 ? read_number(file->models, 8) : UINT64_MAX;
    if (left < 8 || wanted > left - 8)
        return false;
    *bytes = file->models + 8;
    *size = (size_t)wanted;
    file->models += 8 + *size;
    file->count--;
    return true;
}
