#include "support/make/bodies/mannequin.h"
#include "support/support.h"
#include <string.h>

typedef struct piece {
    float a[3], b[3], thick_a, thick_b;
    bool open_a, open_b; /* the end is open where it meets another piece */
} piece;

enum { PIECES = 40 };

typedef struct builder {
    const mannequin_desc *desc;
    mannequin *out;
    piece pieces[PIECES];
    int count;
    float shoulders, hips, neck, chin;
} builder;

static void add(builder *b, const float from[3], const float to[3], float thick_from, float thick_to, bool open_from,
                bool open_to)
{
    CHECK(b->count < PIECES);
    piece *p = &b->pieces[b->count++];
    *p = (piece){.thick_a = thick_from, .thick_b = thick_to, .open_a = open_from, .open_b = open_to};
    memcpy(p->a, from, sizeof p->a);
    memcpy(p->b, to, sizeof p->b);
}

static void joint(builder *b, int human, float x, float y, float z)
{
    const float at[3] = {x, y, z};
    memcpy(b->out->joints[human], at, sizeof at);
    b->out->has[human] = true;
}

static const float *at(const builder *b, int human)
{
    return b->out->joints[human];
}

/* ---- positions of joints
 * -------------------------------------------------------------------------------------------- */

static void place_arm(builder *b, int side)
{
    const mannequin_desc *d = b->desc;
    float sign = side ? -1.0f : 1.0f, angle = (d->arms < 0 ? 0 : d->arms > 0 ? d->arms : 40) * 0.017453293f;
    float out = sign * cosf(angle), down = sinf(angle), upper = 0.17f * b->shoulders, lower = 0.155f * b->shoulders;
    float x = sign * 1.35f * (d->breadth > 0 ? d->breadth : 1), y = b->shoulders;
    joint(b, HONE_HUMANOID_UPPER_ARM + side, x, y, 0);
    joint(b, HONE_HUMANOID_LOWER_ARM + side, x + upper * out, y - upper * down, 0);
    joint(b, HONE_HUMANOID_HAND + side, x + (upper + lower) * out, y - (upper + lower) * down, 0);
}

static void place_leg(builder *b, int side)
{
    float x = side ? -0.95f : 0.95f;
    joint(b, HONE_HUMANOID_UPPER_LEG + side, x, b->hips, 0);
    joint(b, HONE_HUMANOID_LOWER_LEG + side, x, (b->hips + 1.1f) / 2, 0);
    joint(b, HONE_HUMANOID_FOOT + side, x, 1.1f, 0.1f);
    if (!b->desc->no_feet)
        joint(b, HONE_HUMANOID_TOES + side, x, 0.4f, -0.85f);
}

static void place(builder *b)
{
    float head = b->desc->head > 0 ? b->desc->head : 0.13f, height = b->out->height;
    b->chin = height * (1 - head);
    b->neck = b->chin - 0.035f * height;
    b->shoulders = b->neck - 0.035f * height;
    b->hips = (b->desc->legs > 0 ? b->desc->legs : 0.68f) * b->shoulders;
    for (int side = 0; side < 2; side++) place_arm(b, side), place_leg(b, side);
    joint(b, HONE_HUMANOID_NECK, 0, b->neck, 0);
    joint(b, HONE_HUMANOID_HEAD, 0, b->chin, 0);
    joint(b, HONE_HUMANOID_SPINE, 0, b->hips + 0.29f * (b->neck - b->hips), 0);
    joint(b, HONE_HUMANOID_CHEST, 0, b->hips + 0.53f * (b->neck - b->hips), 0);
    joint(b, HONE_HUMANOID_HIPS, 0, b->hips + 0.29f * (b->neck - b->hips), 0);
}

/* ---- solids
 * ---------------------------------------------------------------------------------------------------------- */

static void add_arm(builder *b, int side)
{
    const float *shoulder = at(b, HONE_HUMANOID_UPPER_ARM + side), *elbow = at(b, HONE_HUMANOID_LOWER_ARM + side),
                *wrist = at(b, HONE_HUMANOID_HAND + side);
    float tip[3], knuckle[3];
    for (int i = 0; i < 3; i++) {
        float way = (wrist[i] - elbow[i]) / (0.155f * b->shoulders);
        knuckle[i] = wrist[i] + 0.75f * way, tip[i] = wrist[i] + 1.3f * way;
    }
    add(b, shoulder, elbow, 0.5f, 0.42f, false, true);
    add(b, elbow, wrist, 0.42f, 0.28f, true, true);
    add(b, wrist, knuckle, 0.28f, 0.4f, true, true);
    add(b, knuckle, tip, 0.4f, 0.2f, true, false);
}

static void add_leg(builder *b, int side)
{
    const float *hip = at(b, HONE_HUMANOID_UPPER_LEG + side), *knee = at(b, HONE_HUMANOID_LOWER_LEG + side),
                *ankle = at(b, HONE_HUMANOID_FOOT + side);
    float top[3] = {hip[0], hip[1] - 0.5f, hip[2]}, heel[3] = {ankle[0], 0.45f, 0.3f}, toe[3] = {ankle[0], 0.4f, -1.2f};
    add(b, top, knee, 0.85f, 0.58f, false, true);
    add(b, knee, ankle, 0.58f, 0.4f, true, b->desc->no_feet ? false : true);
    if (b->desc->no_feet) {
        const float stump[3] = {ankle[0], 0.4f, ankle[2]};
        add(b, ankle, stump, 0.4f, 0.4f, true, false);
        return;
    }
    add(b, ankle, heel, 0.4f, 0.45f, true, false);
    add(b, heel, toe, 0.45f, 0.4f, false, false);
}

static void add_trunk(builder *b)
{
    float broad = 0.8f * (b->desc->breadth > 0 ? b->desc->breadth : 1), top = b->out->height,
          middle = (b->hips + b->shoulders) / 2;
    for (int side = 0; side < 2; side++) {
        float sign = side ? -1.0f : 1.0f;
        const float hip[3] = {sign * 0.6f, b->hips + 0.3f, 0}, waist[3] = {sign * 0.35f, middle, 0},
                    chest[3] = {sign * 0.6f * broad, b->shoulders - 0.6f, 0};
        add(b, hip, waist, 0.95f, 0.8f, false, true);
        add(b, waist, chest, 0.8f, 0.9f, true, false);
    }
    const float collar[3] = {0, b->shoulders - 0.2f, 0}, chin[3] = {0, b->chin + 0.3f, 0};
    add(b, collar, chin, 0.5f, 0.5f, true, true);
    float thick = (top - b->chin) / 2;
    const float low[3] = {0, b->chin + thick, 0}, high[3] = {0, top - thick + 0.001f, 0};
    add(b, low, high, thick, thick, false, false);
}

static void add_extras(builder *b)
{
    if (b->desc->skirt) {
        const float waist[3] = {0, b->hips + 1.6f, 0}, hem[3] = {0, b->hips - 2.2f, 0};
        add(b, waist, hem, 1.2f, 2.4f, false, false);
    }
    for (int side = 0; side < 2 && b->desc->hair; side++) {
        float sign = side ? -1.0f : 1.0f;
        const float root[3] = {sign * 1.0f, b->out->height - 0.9f, 0.6f},
                    out[3] = {sign * 2.6f, b->out->height - 1, 0.9f}, end[3] = {sign * 4.0f, b->shoulders - 3, 2.2f};
        add(b, root, out, 0.4f, 0.4f, false, false);
        add(b, out, end, 0.4f, 0.2f, false, false);
    }
}

/* ---- the mesh
 * -------------------------------------------------------------------------------------------------------- */

static bool is_inside(const void *user, const float p[3])
{
    const builder *b = user;
    for (int k = 0; k < b->count; k++) {
        const piece *c = &b->pieces[k];
        float u[3], v[3], square = 0, dot = 0, away = 0;
        for (int i = 0; i < 3; i++)
            u[i] = c->b[i] - c->a[i], v[i] = p[i] - c->a[i], square += u[i] * u[i], dot += u[i] * v[i];
        float t = fminf(fmaxf(dot / square, 0), 1), thick = c->thick_a + t * (c->thick_b - c->thick_a);
        for (int i = 0; i < 3; i++) away += (v[i] - t * u[i]) * (v[i] - t * u[i]);
        if (away <= thick * thick)
            return true;
    }
    return false;
}

/* A box along the piece, of its thickness. past_a, past_b: how far it reaches beyond the ends, so that boxes meet;
 * negative where they must not. */
static void add_box(statue *s, const piece *p, float past_a, float past_b)
{
    statue box = {0};
    float along[3], u[3], v[3], length = 0;
    for (int i = 0; i < 3; i++) along[i] = p->b[i] - p->a[i], length += along[i] * along[i];
    length = sqrtf(length);
    for (int i = 0; i < 3; i++) along[i] /= length;
    const float other[3] = {fabsf(along[1]) > 0.7f ? 1.0f : 0, fabsf(along[1]) > 0.7f ? 0 : 1.0f, 0};
    float size = 0;
    for (int i = 0; i < 3; i++)
        u[i] = along[(i + 1) % 3] * other[(i + 2) % 3] - along[(i + 2) % 3] * other[(i + 1) % 3], size += u[i] * u[i];
    for (int i = 0; i < 3; i++) u[i] /= sqrtf(size);
    for (int i = 0; i < 3; i++) v[i] = along[(i + 1) % 3] * u[(i + 2) % 3] - along[(i + 2) % 3] * u[(i + 1) % 3];
    float half = 0.9f * fmaxf(p->thick_a, p->thick_b);
    statue_box(&box, (const float[3]){-half, -half, -past_a}, (const float[3]){half, half, length + past_b});
    uint32_t first = s->vertex_count;
    for (uint32_t k = 0; k < box.vertex_count; k++) {
        float at_[3];
        for (int i = 0; i < 3; i++)
            at_[i] = p->a[i] + box.positions[k][0] * u[i] + box.positions[k][1] * v[i] + box.positions[k][2] * along[i];
        statue_vertex(s, at_);
    }
    for (uint32_t k = 0; k + 2 < box.index_count; k += 3)
        statue_triangle(s, first + box.indices[k], first + box.indices[k + 1], first + box.indices[k + 2]);
    statue_release(&box);
}

static void add_piece(statue *s, const mannequin_desc *desc, const piece *p)
{
    const float gap = 0.2f;
    if (desc->apart || desc->boxes)
        add_box(s, p, desc->apart && p->open_a ? -gap / 2 : 0.9f * p->thick_a,
                desc->apart && p->open_b ? -gap / 2 : 0.9f * p->thick_b);
    else
        statue_limb(s, p->a, p->b, p->thick_a, p->thick_b, desc->open && p->open_a, desc->open && p->open_b);
}

mannequin mannequin_make(const mannequin_desc *desc)
{
    mannequin out = {.height = 20};
    builder b = {.desc = desc, .out = &out};
    place(&b);
    add_trunk(&b);
    for (int side = 0; side < 2; side++) add_arm(&b, side), add_leg(&b, side);
    add_extras(&b);
    if (desc->cubes)
        statue_cubes(&out.mesh, (const float[3]){-9, 0, -2}, (const float[3]){9, 20, 3}, 0.11f, is_inside, &b);
    for (int k = 0; k < b.count && !desc->cubes; k++) add_piece(&out.mesh, desc, &b.pieces[k]);
    return out;
}
