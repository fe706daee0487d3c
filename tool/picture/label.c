#include "tool/picture/label.h"

#include <math.h>
#include <string.h>

enum { UNITS = 6, ADVANCE = 6 }; /* height of a capital letter; from one letter to the next */
static const float half_stroke = 0.5f;

/* The strokes of each character from ' ' to '~'. A point is a column, '0' to '4', and a row: 'a' is two units below the
 * baseline, 'c' on it, 'g' the height of an x, 'i' that of a capital letter. A space lifts the pen. */
static const char *const glyphs[] = {
    "",                                 /* space */
    "2i2e 2c2c",                        /* ! */
    "1i1g 3i3g",                        /* " */
    "1c1i 3c3i 0e4e 0g4g",              /* # */
    "4g3h1h0g1f3f4e3d1d0e 2i2c",        /* $ */
    "0c4i 0h1i1h0h 3d4d4c3c3d",         /* % */
    "4c0g0h1i2h2g0e0d1c2c4e",           /* & */
    "2i2g",                             /* ' */
    "3i2h2d3c",                         /* ( */
    "1i2h2d1c",                         /* ) */
    "2h2d 0g4e 4g0e",                   /* * */
    "2h2d 0f4f",                        /* + */
    "2c1a",                             /* , */
    "1f3f",                             /* - */
    "2c2c",                             /* . */
    "0c4i",                             /* / */
    "1i3i4h4d3c1c0d0h1i 1d3h",          /* 0 */
    "1h2i2c 1c3c",                      /* 1 */
    "0h1i3i4h4g0c4c",                   /* 2 */
    "0h1i3i4h4g3f2f 3f4e4d3c1c0d",      /* 3 */
    "3c3i0e4e",                         /* 4 */
    "4i0i0f3f4e4d3c1c0d",               /* 5 */
    "4h3i1i0h0d1c3c4d4e3f0f",           /* 6 */
    "0i4i1c",                           /* 7 */
    "1f0g0h1i3i4h4g3f1f0e0d1c3c4d4e3f", /* 8 */
    "4f1f0g0h1i3i4h4d3c1c0d",           /* 9 */
    "2g2g 2c2c",                        /* : */
    "2g2g 2c1a",                        /* ; */
    "4h0f4d",                           /* < */
    "0g4g 0e4e",                        /* = */
    "0h4f0d",                           /* > */
    "0h1i3i4h4g2f2e 2c2c",              /* ? */
    "3e2d1e1g2h3g3e4e4h3i1i0h0d1c4c",   /* @ */
    "0c2i4c 1e3e",                      /* A */
    "0c0i3i4h4g3f0f 3f4e4d3c0c",        /* B */
    "4h3i1i0h0d1c3c4d",                 /* C */
    "0c0i2i4g4e2c0c",                   /* D */
    "4i0i0c4c 0f3f",                    /* E */
    "4i0i0c 0f3f",                      /* F */
    "4h3i1i0h0d1c3c4d4f2f",             /* G */
    "0c0i 4c4i 0f4f",                   /* H */
    "1i3i 2i2c 1c3c",                   /* I */
    "4i4d3c1c0d",                       /* J */
    "0i0c 4i0e 1f4c",                   /* K */
    "0i0c4c",                           /* L */
    "0c0i2f4i4c",                       /* M */
    "0c0i4c4i",                         /* N */
    "1i3i4h4d3c1c0d0h1i",               /* O */
    "0c0i3i4h4g3f0f",                   /* P */
    "1i3i4h4d3c1c0d0h1i 2e4c",          /* Q */
    "0c0i3i4h4g3f0f 2f4c",              /* R */
    "4h3i1i0h0g1f3f4e4d3c1c0d",         /* S */
    "0i4i 2i2c",                        /* T */
    "0i0d1c3c4d4i",                     /* U */
    "0i2c4i",                           /* V */
    "0i1c2g3c4i",                       /* W */
    "0i4c 4i0c",                        /* X */
    "0i2f4i 2f2c",                      /* Y */
    "0i4i0c4c",                         /* Z */
    "3i1i1c3c",                         /* [ */
    "0i4c",                             /* \ */
    "1i3i3c1c",                         /* ] */
    "0g2i4g",                           /* ^ */
    "0b4b",                             /* _ */
    "1i2g",                             /* ` */
    "1g3g4f4c 4e1e0d1c3c4d",            /* a */
    "0i0c 0f1g3g4f4d3c1c0d",            /* b */
    "4f3g1g0f0d1c3c4d",                 /* c */
    "4i4c 4f3g1g0f0d1c3c4d",            /* d */
    "0e4e4f3g1g0f0d1c3c4d",             /* e */
    "4h3i2i1h1c 0g3g",                  /* f */
    "4g4b3a1a0b 4f3g1g0f0d1c3c4d",      /* g */
    "0i0c 0f1g3g4f4c",                  /* h */
    "1g2g2c 2i2i 1c3c",                 /* i */
    "2g3g3b2a1a0b 3i3i",                /* j */
    "0i0c 3g0d 1e4c",                   /* k */
    "1i2i2c 1c3c",                      /* l */
    "0g0c 0f1g2f2c 2f3g4f4c",           /* m */
    "0g0c 0f1g3g4f4c",                  /* n */
    "1g3g4f4d3c1c0d0f1g",               /* o */
    "0g0a 0f1g3g4f4d3c1c0d",            /* p */
    "4g4a 4f3g1g0f0d1c3c4d",            /* q */
    "0g0c 0e2g3g4f",                    /* r */
    "4f3g1g0f1e3e4d3c1c0d",             /* s */
    "1i1d2c3c4d 0g3g",                  /* t */
    "0g0d1c3c4d 4g4c",                  /* u */
    "0g2c4g",                           /* v */
    "0g1c2f3c4g",                       /* w */
    "0g4c 4g0c",                        /* x */
    "0g0d1c3c4d 4g4b3a1a0b",            /* y */
    "0g4g0c4c",                         /* z */
    "3i2h2g1f2e2d3c",                   /* { */
    "2i2b",                             /* | */
    "1i2h2g3f2e2d1c",                   /* } */
    "0e1f3e4f",                         /* ~ */
};

static const char *glyph_of(char c)
{
    return glyphs[(c >= ' ' && c <= '~' ? c : '?') - ' '];
}

float label_width(const char *text, float height)
{
    size_t count = strlen(text);
    return count ? ((float)count * ADVANCE - 2) * height / UNITS : 0;
}

/* The distance of a point from the line between two points. */
static float distance_to(const float p[2], const float a[2], const float b[2])
{
    float x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
    float t = square > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotf(p[0] - a[0] - t * x, p[1] - a[1] - t * y);
}

/* The distance of a point, in units of the glyph, from its strokes. */
static float distance_to_glyph(const char *strokes, const float p[2])
{
    float least = 1e9f, from[2] = {0, 0};
    bool down = false;
    for (const char *c = strokes; *c; c++) {
        if (*c == ' ') {
            down = false;
            continue;
        }
        const float to[2] = {(float)(*c - '0'), (float)(c[1] - 'c')};
        if (down)
            least = fminf(least, distance_to(p, from, to));
        from[0] = to[0], from[1] = to[1], down = true;
        c++;
    }
    return least;
}

static void blend(uint8_t pixel[4], const uint8_t rgb[3], float cover)
{
    float alpha = (float)pixel[3] / 255, out = cover + alpha * (1 - cover);
    for (int i = 0; i < 3 && out > 0; i++)
        pixel[i] = (uint8_t)(((float)rgb[i] * cover + (float)pixel[i] * alpha * (1 - cover)) / out + 0.5f);
    pixel[3] = (uint8_t)(out * 255 + 0.5f);
}

/* left: of the glyph's column 0, pixels; unit: pixels. */
static void draw_glyph(hone_image *picture, const label_desc *desc, const char *strokes, float left, float unit)
{
    float x_end = left + (ADVANCE - 1) * unit, y_end = desc->y + 3 * unit;
    for (int64_t y = (int64_t)floorf(desc->y - (UNITS + 1) * unit); (float)y < y_end; y++)
        for (int64_t x = (int64_t)floorf(left - unit); (float)x < x_end; x++) {
            if (x < 0 || y < 0 || x >= picture->width || y >= picture->height)
                continue;
            const float p[2] = {((float)x + 0.5f - left) / unit, (desc->y - (float)y - 0.5f) / unit};
            float cover = 0.5f + (half_stroke - distance_to_glyph(strokes, p)) * unit;
            if (cover > 0)
                blend(picture->pixels + 4 * ((size_t)y * picture->width + (size_t)x), desc->rgb, fminf(cover, 1));
        }
}

void label_draw(hone_image *picture, const label_desc *desc)
{
    float unit = desc->height / UNITS, left = desc->x;
    for (const char *c = desc->text; *c; c++, left += ADVANCE * unit)
        draw_glyph(picture, desc, glyph_of(*c), left, unit);
}
