#include "play/ik/bounded_step.h"

enum { MOST_PASSES = 8 };

/* The movement of an effector for a step of 1: position and rotation. */
static void column(const hone_step_system *s, const hone_freedom *f, uint32_t effector, float out[HONE_STEP_ROWS])
{
    float offset[3];
    if (f->moves) {
        hone_vec3_copy(f->axis, out);
        hone_vec3_set(0, 0, 0, out + 3);
        return;
    }
    hone_vec3_subtract(s->tree->effectors[effector].point, s->tree->joints[f->joint].position, offset);
    hone_vec3_cross(f->axis, offset, out);
    hone_vec3_copy(f->axis, out + 3);
}

static uint32_t row_count(const hone_step_system *s)
{
    return HONE_STEP_ROWS * s->tree->effector_count;
}

/* Adds the product of two columns, times a factor, to a block of the matrix. */
static void add_block(const hone_step_system *s, uint32_t row, uint32_t col, const float *a, const float *b,
                      float factor)
{
    uint32_t rows = row_count(s);
    for (uint32_t i = 0; i < HONE_STEP_ROWS; i++)
        for (uint32_t k = 0; k < HONE_STEP_ROWS; k++) s->matrix[(row + i) * rows + col + k] += a[i] * b[k] * factor;
}

/* Adds a freedom: if it is free, to the matrix; if it is held, its step is taken off the errors. */
static void add_freedom(hone_step_system *s, const hone_freedom *f)
{
    float columns[HONE_MAX_EFFECTORS][HONE_STEP_ROWS];
    uint32_t below = s->tree->joints[f->joint].below;
    for (uint32_t e = 0; e < s->tree->effector_count; e++) {
        if (!(below >> e & 1))
            continue;
        column(s, f, e, columns[e]);
        if (f->held)
            for (uint32_t i = 0; i < HONE_STEP_ROWS; i++) s->forces[HONE_STEP_ROWS * e + i] -= columns[e][i] * f->step;
        for (uint32_t d = 0; d <= e && !f->held; d++)
            if (below >> d & 1)
                add_block(s, HONE_STEP_ROWS * e, HONE_STEP_ROWS * d, columns[e], columns[d], f->flexibility);
    }
}

static void build(hone_step_system *s)
{
    uint32_t rows = row_count(s);
    for (uint32_t i = 0; i < rows * rows; i++) s->matrix[i] = 0;
    for (uint32_t i = 0; i < rows; i++) s->forces[i] = s->errors[i];
    for (uint32_t i = 0; i < s->freedom_count; i++) add_freedom(s, &s->freedoms[i]);
    for (uint32_t i = 0; i < rows; i++) s->matrix[i * rows + i] += s->damping / s->weights[i];
}

/* Cholesky's decomposition in place, and the solution. */
static void decompose(hone_step_system *s)
{
    uint32_t rows = row_count(s);
    for (uint32_t i = 0; i < rows; i++) {
        float *a = &s->matrix[(size_t)i * rows];
        for (uint32_t k = 0; k <= i; k++) {
            const float *b = &s->matrix[(size_t)k * rows];
            float sum = a[k];
            for (uint32_t j = 0; j < k; j++) sum -= a[j] * b[j];
            a[k] = k < i ? sum * b[k] : 1 / sqrtf(sum > 1e-12f ? sum : 1e-12f); /* the diagonal is inverted */
        }
    }
}

static void solve(hone_step_system *s)
{
    uint32_t rows = row_count(s);
    float *x = s->forces;
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t k = 0; k < i; k++) x[i] -= s->matrix[i * rows + k] * x[k];
        x[i] *= s->matrix[i * rows + i];
    }
    for (uint32_t i = rows; i--;) {
        for (uint32_t k = i + 1; k < rows; k++) x[i] -= s->matrix[k * rows + i] * x[k];
        x[i] *= s->matrix[i * rows + i];
    }
}

/* How much the forces on the effectors push a freedom. */
static float push(const hone_step_system *s, const hone_freedom *f)
{
    uint32_t below = s->tree->joints[f->joint].below;
    float sum = 0, c[HONE_STEP_ROWS];
    for (uint32_t e = 0; e < s->tree->effector_count; e++) {
        if (!(below >> e & 1))
            continue;
        column(s, f, e, c);
        for (uint32_t i = 0; i < HONE_STEP_ROWS; i++) sum += c[i] * s->forces[HONE_STEP_ROWS * e + i];
    }
    return sum;
}

/* Moves the freedoms, and holds those that would leave their bounds; lets go of those that are pushed back inside.
 * Returns whether one of them has changed. */
static bool move(hone_step_system *s)
{
    bool changed = false;
    for (uint32_t i = 0; i < s->freedom_count; i++) {
        hone_freedom *f = &s->freedoms[i];
        float step = f->flexibility * push(s, f);
        int8_t held = step > f->most ? 1 : step < f->least ? -1 : 0;
        changed |= held != f->held;
        f->held = held;
        f->step = held > 0 ? f->most : held < 0 ? f->least : step;
    }
    return changed;
}

void hone_bounded_step_solve(hone_step_system *s)
{
    for (uint32_t i = 0; i < s->freedom_count; i++) s->freedoms[i].held = 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        build(s);
        decompose(s);
        solve(s);
        if (!move(s))
            return;
    }
}
