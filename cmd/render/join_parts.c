#include "cmd/render/join_parts.h"
#include "tool/part/part_layout.h"

#include <stdlib.h>
#include <string.h>

/* Compares what all parts of a film have in common. */
static bool is_same_film(const part_head *a, const part_head *b)
{
    part_head other = *b;
    uint8_t bytes[2][PART_HEAD_SIZE];
    other.part = a->part, other.sound = a->sound;
    part_head_write(a, bytes[0]);
    part_head_write(&other, bytes[1]);
    return memcmp(bytes[0], bytes[1], PART_HEAD_SIZE) == 0;
}

/* Explains why two parts are not of the same film. */
static bool fail_other(const part_head *head, const part_head *first, const char *path, hone_error *error)
{
    if (head->width != first->width || head->height != first->height)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has pictures of %ux%u, but those of %s have %ux%u",
                         head->width, head->height, path, first->width, first->height);
    if (head->parts != first->parts)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is one of %u parts, but %s is one of %u", head->parts, path,
                         first->parts);
    if (head->inputs != first->inputs)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "was made from other files or with other options than %s",
                         path);
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "was compressed in another way than %s", path);
}

static bool take(join_parts *out, const char *path, const part_head *head, hone_error *error)
{
    uint32_t at = head->part - 1;
    if (out->paths[at])
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is part %u of %u, and so is %s", head->part, head->parts,
                         out->paths[at]);
    out->paths[at] = path;
    out->heads[at] = *head;
    return true;
}

static bool allocate(join_parts *out, uint32_t count, hone_error *error)
{
    out->paths = calloc(count, sizeof *out->paths);
    out->heads = calloc(count, sizeof *out->heads);
    out->count = count;
    return (out->paths && out->heads) || hone_fail_memory(error);
}

static bool add(join_parts *out, const char *path, const char *first_path, part_head *first, hone_error *error)
{
    part_reader reader;
    bool ok = part_reader_open(&reader, path, error);
    const part_head head = reader.head;
    part_reader_close(&reader);
    if (!ok)
        return false;
    if (!out->count) {
        *first = head;
        if (!allocate(out, head.parts, error))
            return false;
    }
    if (!is_same_film(first, &head))
        return fail_other(&head, first, first_path, error);
    return take(out, path, &head, error);
}

static bool find_missing(const join_parts *parts, hone_error *error)
{
    for (uint32_t i = 0; i < parts->count; i++)
        if (!parts->paths[i])
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "part %u of %u is missing", i + 1, parts->count), true;
    return false;
}

int join_parts_open(join_parts *out, const char *const *files, uint32_t file_count, report *r)
{
    hone_error error = {0};
    part_head first = {0};
    *out = (join_parts){0};
    for (uint32_t i = 0; i < file_count; i++)
        if (!add(out, files[i], files[0], &first, &error))
            return report_failure(r, files[i], &error);
    return find_missing(out, &error) ? report_failure(r, NULL, &error) : STATUS_OK;
}

void join_parts_release(join_parts *parts)
{
    free(parts->paths);
    free(parts->heads);
    *parts = (join_parts){0};
}
