#include "samples/make/character/textures.h"
#include "samples/make/character/body.h"
#include "samples/make/character/face.h"

#define SKIN HEX(0xffe9dc)
#define NAVY HEX(0x363a6e)
#define DEEP HEX(0x272a55)
#define IVORY HEX(0xfff6e8)
#define CORAL HEX(0xff8173)
#define ROSE HEX(0xf2607a)
#define GOLD HEX(0xf6c65b)
#define INK HEX(0x4a2c3f)

#define BANDS(canvas_, table) paint_bands(canvas_, table, sizeof(table) / sizeof *(table))

/* ---- face ---- */

static void chart_ellipse(canvas *c, float x, float y, float rx, float ry, float soft, colour fill, float opacity)
{
    float u, v, u1, v1;
    face_chart(x, y, &u, &v);
    face_chart(x + rx, y - ry, &u1, &v1);
    paint_ellipse(c, u, v, u1 - u, v1 - v, soft, fill, opacity);
}

static canvas paint_face(void)
{
    static const colour swatches[SWATCH_COUNT] = {
        [SWATCH_LASH] = {0.2f, 0.11f, 0.17f}, [SWATCH_CREASE] = {0.72f, 0.46f, 0.43f},
        [SWATCH_BROW] = {0.66f, 0.5f, 0.47f}, [SWATCH_MOUTH] = {0.6f, 0.2f, 0.24f},
        [SWATCH_TEETH] = {1, 0.98f, 0.96f},   [SWATCH_TONGUE] = {0.95f, 0.5f, 0.5f},
        [SWATCH_LIP] = {0.86f, 0.62f, 0.57f},
    };
    canvas c = canvas_make(512, 512, SKIN);
    chart_ellipse(&c, 0.64f, 17.6f, 0.3f, 0.17f, 1, HEX(0xff8f86), 0.5f);           /* cheek */
    chart_ellipse(&c, EYE_X, EYE_Y + 0.3f, 0.5f, 0.32f, 0.8f, HEX(0xf7c3b2), 0.5f); /* lid */
    chart_ellipse(&c, 0, 17.74f, 0.09f, 0.05f, 1, HEX(0xf0a492), 0.7f);             /* tip of the nose */
    chart_ellipse(&c, 0, 17.2f, 0.16f, 0.05f, 1, HEX(0xf2b3a3), 0.5f);              /* below the lip */
    chart_ellipse(&c, 1.22f, 18, 0.14f, 0.3f, 1, HEX(0xf5a99a), 0.5f);              /* ear */
    for (int i = 0; i < SWATCH_COUNT; i++)
        paint_rectangle(&c, (float)i / SWATCH_COUNT, 0.92f, (float)(i + 1) / SWATCH_COUNT, 1, swatches[i]);
    return c;
}

static canvas paint_skin(void)
{
    canvas c = canvas_make(64, 16, SKIN);
    paint_shade(&c, HEX(0xf3bfae));
    return c;
}

/* ---- eyes ---- */

/* Paints an iris in the square of 2 x 2 whose left edge is at u0. */
static void paint_iris(canvas *c, float u0, bool highlights)
{
    float u = u0 + 0.25f, v = 0.25f;
    paint_ellipse(c, u, v, 0.25f, 0.25f, 0.03f, HEX(0x0d3a4a), 1);
    for (int i = 0; i < 12; i++) { /* dark above, bright below */
        float t = (float)i / 11;
        paint_ellipse(c, u, v + 0.06f * t, 0.222f - 0.075f * t, 0.222f - 0.085f * t, 0.25f,
                      colour_mix(HEX(0x0f5a6e), HEX(0x57e6d4), t), 0.5f);
    }
    paint_ellipse(c, u, v + 0.15f, 0.12f, 0.07f, 0.9f, HEX(0xd8fff0), 0.9f);
    paint_ellipse(c, u, v, 0.085f, 0.1f, 0.3f, HEX(0x08303f), 1);
    paint_ellipse(c, u, v - 0.2f, 0.24f, 0.13f, 0.8f, HEX(0x082634), 0.75f); /* the lid's shadow */
    if (!highlights)
        return;
    paint_ellipse(c, u - 0.075f, v - 0.085f, 0.07f, 0.078f, 0.12f, HEX(0xffffff), 1);
    paint_ellipse(c, u + 0.09f, v + 0.1f, 0.034f, 0.038f, 0.2f, HEX(0xffffff), 0.95f);
    paint_ellipse(c, u + 0.06f, v - 0.04f, 0.018f, 0.02f, 0.3f, HEX(0xffffff), 0.8f);
}

static canvas paint_eye(void)
{
    canvas c = canvas_make(512, 512, IVORY);
    paint_rectangle(&c, 0, 0, 1, 0.5f, HEX(0x0d3a4a));
    paint_iris(&c, 0, true);
    paint_iris(&c, 0.5f, false);
    paint_rectangle(&c, 0, 0.5f, 0.5f, 1, HEX(0xfdfaf8));
    for (int i = 0; i < 24; i++) /* the lashes' shadow on the white */
        paint_rectangle(&c, 0, 0.5f, 0.5f, 0.56f + 0.006f * (float)i,
                        colour_mix(HEX(0xb7b4cf), HEX(0xfdfaf8), (float)i / 23));
    return c;
}

/* ---- hair ---- */

static canvas paint_hair(void)
{
    canvas c = canvas_make(128, 512, IVORY);
    for (uint32_t y = 0; y < c.height; y++)
        for (uint32_t x = 0; x < c.width; x++) {
            float u = ((float)x + 0.5f) / 128, v = ((float)y + 0.5f) / 512;
            colour tip = colour_mix(HEX(0xffb3a0), HEX(0xf0647c), step_between(0.72f, 1, v));
            colour base = colour_mix(HEX(0xfff3e6), HEX(0xffe3d4), step_between(0, 0.5f, v));
            base = colour_mix(base, tip, step_between(0.5f, 0.9f, v));
            float strand = sinf(u * 31) * 0.5f + sinf(u * 57 + 2) * 0.3f;
            base = colour_mix(base, HEX(0xe2b9c0), 0.16f * step_between(0.1f, 0.7f, strand));
            float ring = step_between(0.05f, 0, fabsf(v - 0.3f - 0.012f * sinf(u * 19) - 0.01f * sinf(u * 43)));
            c.pixels[y * c.width + x] = colour_mix(base, HEX(0xffffff), 0.85f * ring * step_between(0.02f, 0.2f, u));
        }
    return c;
}

/* ---- clothes ---- */

static void bodice_dot(canvas *c, float x, float y, bool back, float rx, float ry)
{
    float u, v, u1, v1;
    bodice_chart(x, y, back, &u, &v);
    bodice_chart(x + rx, y - ry, back, &u1, &v1);
    paint_ellipse(c, u, v, fabsf(u1 - u), v1 - v, 0.25f, IVORY, 1);
}

/* Paints ribs and a breast bone on the front, a spine on the back. */
static void paint_ribs(canvas *c)
{
    enum { RIBS = 4, DOTS = 80 };
    for (int i = 0; i < RIBS; i++)
        for (int k = 0; k <= DOTS; k++) {
            float t = (float)k / DOTS, reach = 0.66f - 0.09f * (float)i, thick = 0.048f * (1 - 0.75f * t * t);
            float y = 14.12f - 0.3f * (float)i - 0.1f * sinf(t * PI * 0.6f) + 0.3f * t * t;
            bodice_dot(c, 0.02f + reach * t, y, false, thick, thick);
        }
    for (int k = 0; k <= DOTS; k++) bodice_dot(c, 0, mix(13.05f, 14.3f, (float)k / DOTS), false, 0.045f, 0.045f);
    for (int i = 0; i < 9; i++) {
        float y = 14.3f - 0.19f * (float)i;
        bodice_dot(c, 0, y, true, 0.1f, 0.06f);
        bodice_dot(c, 0.13f, y - 0.03f, true, 0.05f, 0.035f);
    }
}

/* Inside the curve (x^2 + y^2 - 1)^3 = x^2 y^3. */
static bool in_heart(float x, float y)
{
    float ring = x * x + y * y - 1;
    return ring * ring * ring < x * x * y * y * y;
}

/* Over the breast bone, at height y. */
static void paint_heart(canvas *c, float y, float size, colour fill)
{
    float u0, v0, u1, v1;
    bodice_chart(0, y, false, &u0, &v0);
    bodice_chart(size, y - size, false, &u1, &v1);
    for (uint32_t row = 0; row < c->height; row++)
        for (uint32_t column = 0; column < c->width / 2; column++) {
            float cover = 0;
            for (int sample = 0; sample < 4; sample++) { /* 4 samples a pixel, for a smooth edge */
                float u = ((float)column + 0.25f + 0.5f * (float)(sample & 1)) / (float)c->width;
                float v = ((float)row + 0.25f + 0.5f * (float)(sample >> 1)) / (float)c->height;
                cover += in_heart((u - u0) / (u1 - u0), (v0 - v) / (v1 - v0)) ? 0.25f : 0;
            }
            colour *p = &c->pixels[row * c->width + column];
            *p = colour_mix(*p, fill, cover);
        }
}

/* Paints a trim along the neckline and the armholes. */
static void paint_neckline(canvas *c)
{
    float u0, v0, u1, v1;
    bodice_chart(0, 0, false, &u0, &v0);
    bodice_chart(1, 1, false, &u1, &v1);
    for (uint32_t row = 0; row < c->height; row++)
        for (uint32_t column = 0; column < c->width; column++) {
            float u = ((float)column + 0.5f) / (float)c->width, v = ((float)row + 0.5f) / (float)c->height;
            bool back = u > 0.5f;
            float x = ((back ? 1 - u : u) - u0) / (u1 - u0), y = 16.4f - 5.4f * v;
            float inside = -bodice_level(NULL, v3(x, y, back ? 0.5f : -0.5f));
            float trim = step_between(0.03f, 0.04f, inside) * step_between(0.1f, 0.09f, inside);
            colour *p = &c->pixels[row * c->width + column];
            *p = colour_mix(*p, IVORY, y > 12 ? trim * step_between(0.84f, 0.74f, x) : 0); /* not at the side */
        }
}

static canvas paint_bodice(void)
{
    canvas c = canvas_make(512, 512, NAVY);
    for (uint32_t y = 0; y < c.height; y++)
        for (uint32_t x = 0; x < c.width; x++)
            c.pixels[y * c.width + x] = colour_mix(HEX(0x414683), DEEP, step_between(0.2f, 1, (float)y / 512));
    paint_neckline(&c);
    paint_ribs(&c);
    paint_heart(&c, 14.6f, 0.19f, IVORY);
    paint_heart(&c, 14.6f, 0.14f, CORAL);
    return c;
}

typedef struct ramp {
    colour base, shade;
    const band *bands;
    size_t count;
} ramp;

static canvas paint_ramp(const ramp *r)
{
    canvas c = canvas_make(32, 512, r->base);
    paint_bands(&c, r->bands, r->count);
    paint_shade(&c, r->shade);
    return c;
}

#define RAMP(base, shade, table) paint_ramp(&(ramp){base, shade, table, sizeof(table) / sizeof *(table)})

static canvas paint_glove(void)
{
    const band bands[] = {{0, 0.045f, GOLD},     {0.036f, 0.07f, NAVY}, {0.07f, 0.085f, IVORY},
                          {0.085f, 0.1f, CORAL}, {0.1f, 0.115f, IVORY}, {0.635f, 0.66f, CORAL}};
    return RAMP(IVORY, HEX(0xd9c9d6), bands);
}

static canvas paint_stocking(void)
{
    const band bands[] = {{0, 0.03f, NAVY}, {0.045f, 0.06f, CORAL}, {0.075f, 0.085f, CORAL}};
    return RAMP(IVORY, HEX(0xd9c9d6), bands);
}

static canvas paint_boot(void)
{
    const band bands[] = {
        {0, 0.06f, IVORY}, {0.075f, 0.09f, GOLD}, {0.5f, 0.53f, IVORY}, {0.55f, 0.565f, GOLD}, {0.885f, 0.92f, IVORY}};
    return RAMP(NAVY, HEX(0x9a94c8), bands);
}

static canvas paint_trim(void)
{
    const band bands[] = {{0, 0.09f, IVORY}, {0.91f, 1, IVORY}};
    return RAMP(CORAL, HEX(0xd98aa0), bands);
}

static canvas paint_skirt(void)
{
    const band bands[] = {{0.79f, 0.805f, GOLD}, {0.83f, 0.9f, IVORY}, {0.925f, 0.94f, CORAL}};
    return RAMP(NAVY, HEX(0x7f7cb8), bands);
}

static canvas paint_petticoat(void)
{
    const band bands[] = {{0, 0.95f, HEX(0xff9a8a)}, {0.955f, 1, IVORY}};
    return RAMP(IVORY, HEX(0xe88a98), bands);
}

/* ---- toon ramps: light above, a soft step, shade below ---- */

static canvas paint_toon(colour shade, colour edge)
{
    canvas c = canvas_make(4, 128, HEX(0xffffff));
    for (uint32_t y = 0; y < c.height; y++) {
        float v = ((float)y + 0.5f) / 128, t = step_between(0.44f, 0.53f, v);
        colour between = colour_mix(HEX(0xffffff), edge, 4 * t * (1 - t));
        colour fill = colour_mix(between, colour_mix(shade, colour_shade(shade, 0.93f), step_between(0.6f, 1, v)), t);
        for (uint32_t x = 0; x < c.width; x++) c.pixels[y * c.width + x] = fill;
    }
    return c;
}

static canvas paint_toon_skin(void)
{
    return paint_toon(HEX(0xf4c4ba), HEX(0xffd9cc));
}

static canvas paint_toon_hair(void)
{
    return paint_toon(HEX(0xd9c2d8), HEX(0xf6dcda));
}

static canvas paint_toon_cloth(void)
{
    return paint_toon(HEX(0xb9b2d6), HEX(0xe2d6e6));
}

static canvas paint_gold(void)
{
    return canvas_make(8, 8, GOLD);
}

static canvas paint_blush(void)
{
    canvas c = canvas_make(128, 128, HEX(0xff6f78));
    canvas_add_alpha(&c);
    paint_ellipse(&c, 0.5f, 0.5f, 0.5f, 0.5f, 1, HEX(0xff6f78), 0.75f);
    for (int stroke = 0; stroke < 3; stroke++)
        for (int i = 0; i < 24; i++) {
            float t = (float)i / 23 - 0.5f;
            paint_ellipse(&c, 0.28f + 0.2f * (float)stroke - 0.1f * t, 0.5f + 0.5f * t, 0.022f, 0.022f, 0.4f,
                          HEX(0xd8405a), 0.9f);
        }
    return c;
}

/* ---- all of them ---- */

typedef struct painting {
    const char *name;
    canvas (*paint)(void);
} painting;

static const painting paintings[TEXTURE_COUNT] = {
    [TEXTURE_FACE] = {"face.tga", paint_face},
    [TEXTURE_SKIN] = {"skin.tga", paint_skin},
    [TEXTURE_EYE] = {"eye.tga", paint_eye},
    [TEXTURE_HAIR] = {"hair.tga", paint_hair},
    [TEXTURE_BODICE] = {"bodice.tga", paint_bodice},
    [TEXTURE_GLOVE] = {"glove.tga", paint_glove},
    [TEXTURE_STOCKING] = {"stocking.tga", paint_stocking},
    [TEXTURE_BOOT] = {"boot.tga", paint_boot},
    [TEXTURE_TRIM] = {"trim.tga", paint_trim},
    [TEXTURE_SKIRT] = {"skirt.tga", paint_skirt},
    [TEXTURE_PETTICOAT] = {"petticoat.tga", paint_petticoat},
    [TEXTURE_GOLD] = {"gold.tga", paint_gold},
    [TEXTURE_BLUSH] = {"blush.tga", paint_blush},
    [TOON_SKIN] = {"toon-skin.tga", paint_toon_skin},
    [TOON_HAIR] = {"toon-hair.tga", paint_toon_hair},
    [TOON_CLOTH] = {"toon-cloth.tga", paint_toon_cloth},
};

const char *texture_name(texture which)
{
    return paintings[which].name;
}

canvas texture_paint(texture which)
{
    return paintings[which].paint();
}
