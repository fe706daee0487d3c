#include "walk.h"

#include <stdlib.h>
#include <string.h>

uint32_t walk_little_endian(const uint8_t *p, size_t size)
{
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) value |= (uint32_t)p[i] << (8 * i);
    return value;
}

static double real_of(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

void walk_tell(walk *w, const char *name, const char *type, size_t size, walk_field field)
{
    if (w->failed || size > w->size - w->at) {
        w->failed = true;
        return;
    }
    field.offset = w->at, field.size = size;
    field.section = w->section, field.record = w->record;
    field.name = name, field.type = type;
    w->visitor->field(w->visitor->user, &field);
    w->at += size;
}

double walk_number(walk *w, const char *name, const char *type)
{
    size_t size = strtoul(type + 1, NULL, 10) / 8;
    walk_field field = {.count = 1};
    if (w->failed || size > w->size - w->at) {
        w->failed = true;
        return 0;
    }
    uint32_t bits = walk_little_endian(w->bytes + w->at, size);
    field.values[0] = *type == 'f' ? real_of(bits) : *type == 'i' ? (double)(int32_t)bits : (double)bits;
    walk_tell(w, name, type, size, field);
    return field.values[0];
}

/* listing: vector */
void walk_vector(walk *w, const char *name, const char *type)
{
    int count = type[1] - '0';
    walk_field field = {.count = count};
    for (int i = 0; i < count && w->size - w->at >= (size_t)count * 4; i++)
        field.values[i] = real_of(walk_little_endian(w->bytes + w->at + 4 * i, 4));
    walk_tell(w, name, type, (size_t)count * 4, field);
}
/* end of listing */

void walk_begin(walk *w, const char *section, size_t at, uint32_t count)
{
    w->section = section, w->record = 0;
    if (w->visitor->section && !w->failed)
        w->visitor->section(w->visitor->user, section, at, count);
}
