#include "samples/make/character/morphs.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/face.h"
#include <stdlib.h>
#include <string.h>

enum { PANEL_BROW = 1, PANEL_EYE, PANEL_MOUTH, PANEL_OTHER };

/* ---- shapes: how an expression deforms the chart ---- */

typedef struct lids {
    float height;       /* where they meet, above the middle of the eye */
    float arc;          /* how much higher the middle is than the corners */
    float upper, lower; /* how far each lid moves to that line, 0..1 */
} lids;

typedef struct mouth {
    float up, down; /* how far the lips open */
    float width;    /* a factor */
    float corner;   /* how much its ends rise */
} mouth;

typedef struct brows {
    float inner, outer, middle; /* how much each part rises */
} brows;

typedef struct expression {
    const char *name, *english;
    uint8_t panel;
    int side; /* 1: only her left eye, -1: only her right eye */
    lids lids;
    mouth mouth; /* width 0: unchanged */
    brows brows;
    float iris; /* its size; 0: unchanged */
} expression;

static const expression expressions[] = {
    {.name = "真面目", .english = "serious", .panel = PANEL_BROW, .brows = {-0.1f, 0.03f, -0.02f}},
    {.name = "困る", .english = "sadness", .panel = PANEL_BROW, .brows = {0.11f, -0.08f, 0}},
    {.name = "にこり", .english = "cheerful", .panel = PANEL_BROW, .brows = {0.02f, -0.01f, 0.06f}},
    {.name = "怒り", .english = "anger", .panel = PANEL_BROW, .brows = {-0.17f, 0.08f, -0.03f}},
    {.name = "上", .english = "brows up", .panel = PANEL_BROW, .brows = {0.12f, 0.12f, 0.12f}},
    {.name = "下", .english = "brows down", .panel = PANEL_BROW, .brows = {-0.1f, -0.1f, -0.1f}},
    {.name = "まばたき", .english = "blink", .panel = PANEL_EYE, .lids = {-0.13f, -0.1f, 1, 1}},
    {.name = "笑い", .english = "smile", .panel = PANEL_EYE, .lids = {-0.14f, 0.19f, 1, 1}},
    {.name = "ウィンク", .english = "wink", .panel = PANEL_EYE, .side = 1, .lids = {-0.14f, 0.19f, 1, 1}},
    {.name = "ウィンク右", .english = "wink right", .panel = PANEL_EYE, .side = -1, .lids = {-0.14f, 0.19f, 1, 1}},
    {.name = "じと目", .english = "doubt", .panel = PANEL_EYE, .lids = {0.02f, 0, 0.72f, 0.05f}},
    {.name = "びっくり", .english = "surprise", .panel = PANEL_EYE, .lids = {-0.6f, 0, -0.06f, -0.02f}, .iris = 0.72f},
    {.name = "あ", .english = "a", .panel = PANEL_MOUTH, .mouth = {0.045f, 0.2f, 1.05f, 0.01f}},
    {.name = "い", .english = "i", .panel = PANEL_MOUTH, .mouth = {0.02f, 0.06f, 1.3f, 0.02f}},
    {.name = "う", .english = "u", .panel = PANEL_MOUTH, .mouth = {0.045f, 0.075f, 0.5f, 0}},
    {.name = "え", .english = "e", .panel = PANEL_MOUTH, .mouth = {0.03f, 0.12f, 1.2f, 0}},
    {.name = "お", .english = "o", .panel = PANEL_MOUTH, .mouth = {0.055f, 0.15f, 0.68f, 0}},
    {.name = "ん", .english = "n", .panel = PANEL_MOUTH, .mouth = {0, 0, 0.75f, -0.01f}},
    {.name = "口角上げ", .english = "mouth corners up", .panel = PANEL_MOUTH, .mouth = {0, 0, 1.25f, 0.07f}},
    {.name = "口角下げ", .english = "mouth corners down", .panel = PANEL_MOUTH, .mouth = {0, 0, 1.05f, -0.05f}},
    {.name = "にやり", .english = "grin", .panel = PANEL_MOUTH, .mouth = {0.012f, 0.085f, 1.35f, 0.085f}},
};
#define EXPRESSION_COUNT (sizeof expressions / sizeof *expressions)

/* 1 up to distance `hold`, 0 from `reach` on. */
static float fade(float distance, float hold, float reach)
{
    return step_between(reach, hold, distance);
}

/* Lines (lashes, the crease) keep their shape; the skin between them and the brow is stretched. */
static float warp_lids(const lids *l, float x, float y, bool line)
{
    float t = clamp((x - EYE_X) / EYE_WIDTH, -0.85f, 0.85f), at = EYE_X + t * EYE_WIDTH; /* the corners move together */
    float above = upper_lid(at), below = lower_lid(at);
    float meet = EYE_Y + 0.6f * EYE_TILT * (at - EYE_X) + l->height + l->arc * (1 - t * t);
    float beside = fade(fabsf(x - EYE_X) - EYE_WIDTH, 0.06f, 0.3f), shift;
    if (y >= above)
        shift = l->upper * (meet - above) * (line ? 1 : fade(y - above, 0.2f, 0.66f));
    else if (y <= below)
        shift = l->lower * (meet - below) * fade(below - y, 0.05f, 0.35f);
    else
        shift = mix(l->lower * (meet - below), l->upper * (meet - above), (y - below) / fmaxf(above - below, 1e-4f));
    return y + shift * beside;
}

static float warp_brow(const brows *b, float x, float y)
{
    float t = clamp((x - 0.24f) / 0.62f, 0, 1);
    return y + mix(b->inner, b->outer, t) + b->middle * 4 * t * (1 - t);
}

static void warp_mouth(const mouth *m, float *x, float *y)
{
    float dy = *y - MOUTH_Y, t = *x / MOUTH_WIDTH, far = fabsf(dy);
    float bow = sqrtf(fmaxf(1 - t * t, 0));
    float lift = m->corner * fminf(t * t, 2.2f) * fade(far, 0.05f, 0.4f) * fade(*x, 0.25f, 0.6f);
    *y += lift + (dy > 0 ? m->up * bow * fade(far, 0.03f, 0.25f) : -m->down * bow * fade(far, 0.03f, 0.5f));
    *x *= 1 + (m->width - 1) * fade(hypotf(*x * 0.8f, dy), 0.16f, 0.45f);
}

/* ---- offsets ---- */

#define BROWS_FROM 18.62f /* lines above this height are brows */

/* The position that the expression gives a vertex of the left half. */
static vec3 move_vertex(const expression *e, uint8_t surface, vec3 p)
{
    float x = p.x, y = p.y;
    if (surface == MATERIAL_IRIS && e->iris > 0)
        return scale_iris(p, e->iris);
    if (surface != MATERIAL_FACE && surface != MATERIAL_LINES)
        return p;
    bool brow = surface == MATERIAL_LINES && y > BROWS_FROM;
    if (brow)
        y = warp_brow(&e->brows, x, y);
    else if (e->panel == PANEL_EYE && y > 17.4f)
        y = warp_lids(&e->lids, x, y, surface == MATERIAL_LINES);
    if (e->mouth.width > 0 && surface == MATERIAL_FACE)
        warp_mouth(&e->mouth, &x, &y);
    if (p.z > -0.25f || (x == p.x && y == p.y))
        return p;
    float dz = on_face(x, y, 0).z - on_face(p.x, p.y, 0).z;
    return v3(x, y, p.z + (fabsf(dz) < 0.35f ? dz : 0));
}

static vec3 vertex_offset(const expression *e, const character *c, uint32_t vertex)
{
    vec3 p = c->drawn[vertex];
    bool right = p.x < 0;
    if (e->side != 0 && (right ? -1 : 1) != e->side)
        return v3(0, 0, 0);
    vec3 left = right ? mirrored(p) : p, moved = move_vertex(e, c->materials[vertex], left);
    vec3 offset = sub(head_swell(moved), head_swell(left));
    if (p.x == 0)
        offset.x = 0;
    return right ? mirrored(offset) : offset;
}

static void fill_expression(const expression *e, const character *c, hone_builder *builder, hone_morph *out)
{
    hone_morph_vertex *offsets = allocate(c->mesh.vertex_count, sizeof *offsets);
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->mesh.vertex_count; i++) {
        vec3 offset = vertex_offset(e, c, i);
        if (dot(offset, offset) > 1e-8f)
            offsets[count++] = (hone_morph_vertex){i, {offset.x, offset.y, offset.z}};
    }
    hone_morph_vertex *kept = hone_builder_array(builder, count, sizeof *kept);
    if (kept)
        memcpy(kept, offsets, count * sizeof *kept);
    free(offsets);
    *out = (hone_morph){.name = e->name,
                        .english_name = e->english,
                        .panel = e->panel,
                        .kind = HONE_MORPH_VERTEX,
                        .count = kept ? count : 0,
                        .u.vertices = kept};
}

/* ---- other kinds of morphs ---- */

static void fill_group(hone_builder *builder, hone_morph *out)
{
    static const struct {
        const char *name;
        float ratio;
    } children[] = {{"にこり", 1}, {"笑い", 1}, {"口角上げ", 0.9f}};
    enum { COUNT = sizeof children / sizeof *children };
    hone_morph_child *list = hone_builder_array(builder, COUNT, sizeof *list);
    for (int i = 0; list && i < COUNT; i++)
        for (uint32_t k = 0; k < EXPRESSION_COUNT; k++)
            if (!strcmp(expressions[k].name, children[i].name))
                list[i] = (hone_morph_child){(int32_t)k, children[i].ratio};
    *out = (hone_morph){.name = "にこにこ",
                        .english_name = "all smiles",
                        .panel = PANEL_OTHER,
                        .kind = HONE_MORPH_GROUP,
                        .count = COUNT,
                        .u.children = list};
}

static void fill_blush(hone_builder *builder, hone_morph *out)
{
    hone_morph_material *list = hone_builder_array(builder, 1, sizeof *list);
    if (list)
        *list = (hone_morph_material){.material = MATERIAL_BLUSH, .add = true, .diffuse = {0, 0, 0, 1}};
    *out = (hone_morph){.name = "照れ",
                        .english_name = "blush",
                        .panel = PANEL_OTHER,
                        .kind = HONE_MORPH_MATERIAL,
                        .count = 1,
                        .u.materials = list};
}

/* Moves the iris's texture coordinates to the next square, which has an iris without highlights. */
static void fill_dull_eyes(const character *c, hone_builder *builder, hone_morph *out)
{
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < c->mesh.vertex_count; i++) count += c->materials[i] == MATERIAL_IRIS;
    hone_morph_uv *list = hone_builder_array(builder, count, sizeof *list);
    for (uint32_t i = 0; list && i < c->mesh.vertex_count; i++)
        if (c->materials[i] == MATERIAL_IRIS)
            list[at++] = (hone_morph_uv){i, {0.5f, 0, 0, 0}};
    *out = (hone_morph){.name = "ハイライト消し",
                        .english_name = "no highlights",
                        .panel = PANEL_EYE,
                        .kind = HONE_MORPH_UV,
                        .count = count,
                        .u.uvs = list};
}

static void fill_tilt(const character *c, hone_builder *builder, hone_morph *out)
{
    static const struct {
        const char *bone;
        float degrees;
    } turns[] = {{"首", 4}, {"頭", 9}};
    hone_morph_bone *list = hone_builder_array(builder, 2, sizeof *list);
    for (int i = 0; list && i < 2; i++) {
        float half = turns[i].degrees * PI / 360;
        list[i] = (hone_morph_bone){
            (int32_t)skeleton_find(&c->skeleton, turns[i].bone), {0, 0, 0}, {0, 0, sinf(half), cosf(half)}};
    }
    *out = (hone_morph){.name = "首かしげ",
                        .english_name = "head tilt",
                        .panel = PANEL_OTHER,
                        .kind = HONE_MORPH_BONE,
                        .count = 2,
                        .u.bones = list};
}

void morphs_build(const character *c, hone_builder *builder, hone_model_data *data)
{
    enum { OTHERS = 4 };
    hone_morph *morphs = hone_builder_array(builder, EXPRESSION_COUNT + OTHERS, sizeof *morphs);
    if (!morphs)
        return;
    for (size_t i = 0; i < EXPRESSION_COUNT; i++) fill_expression(&expressions[i], c, builder, &morphs[i]);
    hone_morph *others = morphs + EXPRESSION_COUNT;
    fill_group(builder, &others[0]);
    fill_blush(builder, &others[1]);
    fill_dull_eyes(c, builder, &others[2]);
    fill_tilt(c, builder, &others[3]);
    data->morphs = morphs;
    data->morph_count = EXPRESSION_COUNT + OTHERS;
}
