#include "tool/options/colour.h"

#include <string.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_hexadecimal(const char *text, float rgba[4])
{
    size_t length = strlen(text), each = length == 3 ? 1 : 2;
    if (length != 3 && length != 6 && length != 8)
        return false;
    rgba[3] = 1;
    for (size_t i = 0; i < length / each; i++) {
        int high = hex_digit(text[i * each]), low = hex_digit(text[i * each + each - 1]);
        if (high < 0 || low < 0)
            return false;
        rgba[i] = (float)(high * 16 + low) / 255;
    }
    return true;
}

bool option_read_colour(const option *o, const char *text, void *field)
{
    (void)o;
    static const struct {
        const char *name;
        float rgba[4];
    } names[] = {{"white", {1, 1, 1, 1}}, {"black", {0, 0, 0, 1}}, {"none", {0, 0, 0, 0}}};
    colour *out = field;
    out->given = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i].name) == 0) {
            memcpy(out->rgba, names[i].rgba, sizeof out->rgba);
            return true;
        }
    return read_hexadecimal(text + (*text == '#'), out->rgba);
}
