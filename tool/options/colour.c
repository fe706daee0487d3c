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

/* Names and values are those of the web (CSS); `none` and `transparent` are the same. */
const char *const option_colour_names[] = {"white",  "black",   "none",    "transparent", "red",     "green",  "blue",
                                           "yellow", "cyan",    "magenta", "gray",        "grey",    "silver", "maroon",
                                           "pink",   "orange",  "brown",   "gold",        "olive",   "lime",   "teal",
                                           "aqua",   "skyblue", "navy",    "purple",      "fuchsia", "violet", NULL};
static const uint32_t named_rgba[] = {
    0xffffffff, 0x000000ff, 0x00000000, 0x00000000, 0xff0000ff, 0x008000ff, 0x0000ffff, 0xffff00ff, 0x00ffffff,
    0xff00ffff, 0x808080ff, 0x808080ff, 0xc0c0c0ff, 0x800000ff, 0xffc0cbff, 0xffa500ff, 0xa52a2aff, 0xffd700ff,
    0x808000ff, 0x00ff00ff, 0x008080ff, 0x00ffffff, 0x87ceebff, 0x000080ff, 0x800080ff, 0xff00ffff, 0xee82eeff};
_Static_assert(sizeof named_rgba / sizeof *named_rgba + 1 == sizeof option_colour_names / sizeof *option_colour_names,
               "each name has a colour");

bool option_read_colour(const option *o, const char *text, void *field)
{
    (void)o;
    colour *out = field;
    out->given = true;
    for (int i = 0; option_colour_names[i]; i++)
        if (strcmp(text, option_colour_names[i]) == 0) {
            for (int c = 0; c < 4; c++) out->rgba[c] = (float)(named_rgba[i] >> (24 - 8 * c) & 255) / 255;
            return true;
        }
    return read_hexadecimal(text + (*text == '#'), out->rgba);
}
