#include "tool/messages/catalogue.h"

#include <string.h>

enum { MAGIC_AT = 0, VERSION_AT = 4, COUNT_AT = 8, ORIGINALS_AT = 12, TRANSLATIONS_AT = 16, HEADER_SIZE = 20 };
static const uint32_t MAGIC = 0x950412de;

static uint32_t number_at(const catalogue *c, size_t offset)
{
    uint32_t number;
    memcpy(&number, c->bytes.data + offset, sizeof number);
    return number;
}

/* Entry i of a table is the length of a text and its offset; a NUL follows the text. */
static const char *text_at(const catalogue *c, uint32_t table, uint32_t i)
{
    return (const char *)c->bytes.data + number_at(c, table + 8 * (size_t)i + 4);
}

static bool table_is_valid(const catalogue *c, uint32_t table)
{
    if ((uint64_t)table + 8 * (uint64_t)c->count > c->bytes.size)
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        uint64_t end = (uint64_t)number_at(c, table + 8 * (size_t)i) + number_at(c, table + 8 * (size_t)i + 4);
        if (end >= c->bytes.size || c->bytes.data[end] != 0)
            return false;
    }
    return true;
}

/* Searching needs texts in ascending order. */
static bool is_sorted(const catalogue *c)
{
    for (uint32_t i = 1; i < c->count; i++)
        if (strcmp(catalogue_original(c, i - 1), catalogue_original(c, i)) >= 0)
            return false;
    return true;
}

bool catalogue_open(catalogue *c, hone_bytes *bytes)
{
    *c = (catalogue){.bytes = *bytes};
    *bytes = (hone_bytes){0};
    bool valid = c->bytes.size >= HEADER_SIZE && number_at(c, MAGIC_AT) == MAGIC && number_at(c, VERSION_AT) >> 16 == 0;
    if (valid) {
        c->count = number_at(c, COUNT_AT);
        c->originals = number_at(c, ORIGINALS_AT);
        c->translations = number_at(c, TRANSLATIONS_AT);
        valid = table_is_valid(c, c->originals) && table_is_valid(c, c->translations) && is_sorted(c);
    }
    if (!valid)
        catalogue_close(c);
    return valid;
}

void catalogue_close(catalogue *c)
{
    hone_bytes_release(&c->bytes);
    *c = (catalogue){0};
}

const char *catalogue_original(const catalogue *c, uint32_t i)
{
    return text_at(c, c->originals, i);
}

const char *catalogue_translation(const catalogue *c, uint32_t i)
{
    return text_at(c, c->translations, i);
}

const char *catalogue_find(const catalogue *c, const char *original)
{
    uint32_t low = 0, high = *original ? c->count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(catalogue_original(c, middle), original);
        if (order == 0)
            return catalogue_translation(c, middle);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
