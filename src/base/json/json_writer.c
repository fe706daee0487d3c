#include "base/json/json_writer.h"
#include "base/error.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include <math.h>
#include <string.h>

hone_json hone_json_make(hone_writer *out)
{
    return (hone_json){.out = out};
}

static void put(hone_json *json, const char *text)
{
    hone_write_bytes(json->out, text, strlen(text));
}

static void start_line(hone_json *json)
{
    put(json, "\n");
    for (uint32_t i = 0; i < json->depth; i++) put(json, "  ");
}

/* Writes what must be between the previous item and a key, or a value without a key. */
static void separate(hone_json *json)
{
    if (!json->after_key && json->depth) {
        if (!json->first)
            put(json, json->flat ? ", " : ",");
        if (!json->flat)
            start_line(json);
    }
    json->first = json->after_key = false;
}

static void begin(hone_json *json, const char *bracket)
{
    separate(json);
    put(json, bracket);
    json->depth++;
    json->first = true;
}

void hone_json_object(hone_json *json)
{
    begin(json, "{");
}

void hone_json_array(hone_json *json)
{
    begin(json, "[");
}

void hone_json_flat_array(hone_json *json)
{
    begin(json, "[");
    if (!json->flat)
        json->flat = json->depth;
}

void hone_json_end(hone_json *json, char bracket)
{
    HONE_ASSERT(json->depth && !json->after_key);
    bool on_one_line = json->flat || json->first;
    if (json->flat == json->depth)
        json->flat = 0;
    json->depth--;
    if (!on_one_line)
        start_line(json);
    hone_write_bytes(json->out, &bracket, 1);
    json->first = false;
    if (json->depth == 0)
        put(json, "\n");
}

/* Writes "\n" or "\u0007"; quotes and backslashes become "\"" and "\\". */
static void put_escape(hone_json *json, uint32_t code)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt", digits[] = "0123456789abcdef";
    const char *found = code < 0x80 ? strchr(plain, (int)code) : NULL;
    if (found) {
        char text[] = {'\\', letters[found - plain], 0};
        put(json, text);
    } else {
        char text[] = {'\\', 'u', '0', '0', digits[code >> 4 & 15], digits[code & 15], 0};
        put(json, text);
    }
}

static bool wants_escape(uint32_t code)
{
    /* C1 controls too, because terminals obey them */
    return code < 0x20 || code == '"' || code == '\\' || (code >= 0x7f && code < 0xa0);
}

static void put_string(hone_json *json, const char *utf8)
{
    size_t size = strlen(utf8), kept = 0, at = 0; /* bytes from kept to at are written unchanged */
    put(json, "\"");
    while (at < size) {
        hone_utf8_character c = hone_utf8_get(utf8 + at, size - at);
        if (!c.valid || wants_escape(c.code)) {
            hone_write_bytes(json->out, utf8 + kept, at - kept);
            if (c.valid)
                put_escape(json, c.code);
            else
                put(json, "\xef\xbf\xbd");
            kept = at + c.size;
        }
        at += c.size;
    }
    hone_write_bytes(json->out, utf8 + kept, at - kept);
    put(json, "\"");
}

void hone_json_key(hone_json *json, const char *key)
{
    separate(json);
    put_string(json, key);
    put(json, ": ");
    json->after_key = true;
}

void hone_json_string(hone_json *json, const char *utf8)
{
    separate(json);
    put_string(json, utf8);
}

void hone_json_number(hone_json *json, double value)
{
    char text[HONE_NUMBER_SIZE];
    separate(json);
    hone_text_from_double(value, text);
    put(json, isfinite(value) ? text : "null");
}

void hone_json_float(hone_json *json, float value)
{
    char text[HONE_NUMBER_SIZE];
    separate(json);
    hone_text_from_float(value, text);
    put(json, isfinite(value) ? text : "null");
}

void hone_json_integer(hone_json *json, uint64_t value)
{
    char text[21] = {0}, *at = text + sizeof text - 1;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    separate(json);
    put(json, at);
}

void hone_json_bool(hone_json *json, bool value)
{
    separate(json);
    put(json, value ? "true" : "false");
}

void hone_json_members(hone_json *json, const void *text, size_t size)
{
    static const char begin[] = "{\n  ", end[] = "\n}\n";
    HONE_ASSERT(json->depth == 1 && size >= sizeof begin + sizeof end - 2);
    separate(json);
    hone_write_bytes(json->out, (const char *)text + sizeof begin - 1, size - (sizeof begin + sizeof end - 2));
}
