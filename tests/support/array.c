#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *path, const char *why)
{
    print_message("%s: %s\n", path, why);
    return false;
}

/* Parses "(3, 4)", "(3,)" or "()", as Python prints a tuple. */
static bool parse_shape(const char *text, test_array *out)
{
    out->dimensions = 0;
    out->count = 1;
    while (*++text != ')') {
        char *end;
        unsigned long length = strtoul(text, &end, 10);
        if (end == text || length > UINT32_MAX || out->dimensions == 4)
            return false;
        if (length && out->count > SIZE_MAX / sizeof(float) / length)
            return false;
        out->shape[out->dimensions++] = (uint32_t)length;
        out->count *= length;
        text = end + strspn(end, ", ") - 1; /* the loop increments it */
    }
    return true;
}

/* The header is a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } */
static bool parse_header(const char *header, const char *path, test_array *out)
{
    if (!strstr(header, "'descr': '<f4'"))
        return refuse(path, "not little-endian float32");
    if (!strstr(header, "'fortran_order': False"))
        return refuse(path, "not in C order");
    const char *shape = strstr(header, "'shape': (");
    if (!shape || !parse_shape(strchr(shape, '('), out))
        return refuse(path, "no shape of up to 4 dimensions");
    return true;
}

static bool read_header(FILE *file, const char *path, test_array *out)
{
    unsigned char start[12];
    char header[4096];
    if (fread(start, 1, 10, file) != 10 || memcmp(start, "\x93NUMPY", 6) != 0)
        return refuse(path, "not a .npy file");
    size_t size = (size_t)start[8] | (size_t)start[9] << 8;
    if (start[6] >= 2) { /* version 2 has a size of 4 bytes */
        if (fread(start + 10, 1, 2, file) != 2)
            return refuse(path, "cut short");
        size |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
    }
    if (size >= sizeof header || fread(header, 1, size, file) != size)
        return refuse(path, "cut short");
    header[size] = 0;
    return parse_header(header, path, out);
}

static bool read_values(FILE *file, const char *path, test_array *out)
{
    size_t size = out->count * sizeof(float);
    unsigned char *bytes = malloc(size + 1); /* one more byte, to detect a file that is too long */
    out->values = malloc(size + 1);
    bool whole = bytes && out->values && fread(bytes, 1, size + 1, file) == size;
    for (size_t i = 0; whole && i < out->count; i++) {
        const unsigned char *b = bytes + 4 * i;
        uint32_t bits = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        memcpy(&out->values[i], &bits, sizeof bits);
    }
    free(bytes);
    return whole ? true : refuse(path, "not as many values as its shape says");
}

bool test_array_read(const char *path, test_array *out)
{
    *out = (test_array){0};
    FILE *file = test_open(path, "rb");
    if (!file)
        return refuse(path, "cannot open");
    bool ok = read_header(file, path, out) && read_values(file, path, out);
    fclose(file);
    if (!ok)
        test_array_release(out);
    return ok;
}

void test_array_release(test_array *array)
{
    free(array->values);
    *array = (test_array){0};
}
