#include "offline/correctives/corrective_basis.h"
#include "base/memory/arena.h"
#include <hone/math.h>
#include <string.h>

static size_t size_of(const hone_corrective_basis *shapes)
{
    return 3 * (size_t)(shapes->end - shapes->begin);
}

static double dot(const float *a, const float *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += (double)a[i] * (double)b[i];
    return sum;
}

static void add(float *to, double factor, const float *shape, size_t size)
{
    for (size_t i = 0; i < size; i++) to[i] += (float)(factor * (double)shape[i]);
}

bool hone_corrective_basis_make(int32_t bone, uint32_t begin, uint32_t end, hone_arena *memory,
                                hone_corrective_basis *out)
{
    *out = (hone_corrective_basis){.bone = bone, .begin = begin, .end = end};
    out->products = hone_arena_array(memory, CORRECTIVE_BASIS_MAX, sizeof *out->products);
    out->scratch = hone_arena_array(memory, size_of(out), sizeof *out->scratch);
    return out->products && out->scratch;
}

/* ---- learning -------------------------------------------------------------------------------------------------- */

/* Projects the content of scratch onto the shapes: adds to the weights and subtracts the shapes. */
static void project(hone_corrective_basis *shapes, double *weights)
{
    size_t size = size_of(shapes);
    for (uint32_t k = 0; k < shapes->count; k++) {
        double weight = dot(shapes->shifts[k], shapes->scratch, size);
        add(shapes->scratch, -weight, shapes->shifts[k], size);
        weights[k] += weight;
    }
}

/* Returns how far the worst vertex is still off after skinning. */
static double left_over(const hone_corrective_basis *shapes, const hone_skinning_error *frame)
{
    double worst = 0;
    for (uint32_t v = shapes->begin; v < shapes->end; v++) {
        float off[3];
        hone_affine_direction(&frame->blends[v], shapes->scratch + 3 * (size_t)(v - shapes->begin), off);
        worst = fmax(worst, (double)hone_vec3_dot(off, off));
    }
    return sqrt(worst);
}

/* Makes the remainder a new shape. It is projected twice, because rounding may leave relatively large parts of the
 * other shapes in it. */
static bool add_shape(hone_corrective_basis *shapes, double *weights, hone_arena *memory)
{
    size_t size = size_of(shapes);
    project(shapes, weights);
    double length = sqrt(dot(shapes->scratch, shapes->scratch, size));
    float *shape = length > 0 ? hone_arena_array(memory, size, sizeof *shape) : NULL;
    if (!shape)
        return !(length > 0);
    for (size_t i = 0; i < size; i++) shape[i] = (float)((double)shapes->scratch[i] / length);
    weights[shapes->count] = length;
    shapes->shifts[shapes->count++] = shape;
    return true;
}

bool hone_corrective_basis_learn(hone_corrective_basis *shapes, const hone_skinning_error *frame, double novelty,
                                 hone_arena *memory)
{
    double weights[CORRECTIVE_BASIS_MAX] = {0};
    memcpy(shapes->scratch, frame->shifts[shapes->begin], size_of(shapes) * sizeof *shapes->scratch);
    project(shapes, weights);
    if (shapes->count < CORRECTIVE_BASIS_MAX && left_over(shapes, frame) > novelty &&
        !add_shape(shapes, weights, memory))
        return false;
    for (uint32_t i = 0; i < shapes->count; i++)
        for (uint32_t j = 0; j < shapes->count; j++) shapes->products[i][j] += weights[i] * weights[j];
    return true;
}

/* ---- principal components ---------------------------------------------------------------------------------------- */

typedef struct axes {
    uint32_t count;
    double matrix[CORRECTIVE_BASIS_MAX][CORRECTIVE_BASIS_MAX]; /* symmetric; becomes diagonal */
    double turn[CORRECTIVE_BASIS_MAX][CORRECTIVE_BASIS_MAX];   /* its columns are the axes */
} axes;

static void rotate(double *a, double *b, double cosine, double sine)
{
    double x = *a, y = *b;
    *a = cosine * x - sine * y, *b = sine * x + cosine * y;
}

/* Makes matrix[p][q] zero by a Jacobi rotation (Golub and Van Loan, Matrix Computations, 8.5). */
static void annul(axes *a, uint32_t p, uint32_t q)
{
    if (a->matrix[p][q] == 0)
        return;
    double theta = (a->matrix[q][q] - a->matrix[p][p]) / (2 * a->matrix[p][q]);
    double tangent = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (uint32_t i = 0; i < a->count; i++) rotate(&a->matrix[i][p], &a->matrix[i][q], cosine, sine);
    for (uint32_t i = 0; i < a->count; i++) rotate(&a->matrix[p][i], &a->matrix[q][i], cosine, sine);
    for (uint32_t i = 0; i < a->count; i++) rotate(&a->turn[i][p], &a->turn[i][q], cosine, sine);
    a->matrix[p][q] = a->matrix[q][p] = 0;
}

static void find_axes(axes *a)
{
    enum { SWEEPS = 12 }; /* convergence is quadratic */
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < a->count; j++) a->turn[i][j] = i == j;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t p = 0; p < a->count; p++)
            for (uint32_t q = p + 1; q < a->count; q++) annul(a, p, q);
}

/* Sorts the axes by their eigenvalues, largest first. */
static void order_axes(const axes *a, uint32_t *order)
{
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t at = i;
        for (; at > 0 && a->matrix[order[at - 1]][order[at - 1]] < a->matrix[i][i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Rotates the shapes to the axes, one vector element at a time. */
static void turn_shapes(hone_corrective_basis *shapes, const axes *a, const uint32_t *order)
{
    for (size_t i = 0; i < size_of(shapes); i++) {
        double was[CORRECTIVE_BASIS_MAX];
        for (uint32_t k = 0; k < shapes->count; k++) was[k] = (double)shapes->shifts[k][i];
        for (uint32_t k = 0; k < shapes->count; k++) {
            double sum = 0;
            for (uint32_t j = 0; j < shapes->count; j++) sum += a->turn[j][order[k]] * was[j];
            shapes->shifts[k][i] = (float)sum;
        }
    }
}

bool hone_corrective_basis_sort(hone_corrective_basis *shapes, hone_arena *memory)
{
    uint32_t order[CORRECTIVE_BASIS_MAX];
    size_t size = size_of(shapes);
    axes *a = hone_arena_array(memory, 1, sizeof *a);
    shapes->tilt_products = hone_arena_array(memory, shapes->count, size * sizeof *shapes->tilt_products);
    for (uint32_t k = 0; k < shapes->count; k++)
        shapes->tilts[k] = hone_arena_array(memory, size, sizeof *shapes->tilts[k]);
    if (hone_arena_failed(memory))
        return false;
    a->count = shapes->count;
    memcpy(a->matrix, shapes->products, sizeof a->matrix);
    memset(shapes->products, 0, CORRECTIVE_BASIS_MAX * sizeof *shapes->products);
    find_axes(a);
    order_axes(a, order);
    turn_shapes(shapes, a, order);
    return true;
}

/* ---- weights and errors ------------------------------------------------------------------------------------------ */

void hone_corrective_basis_weigh(const hone_corrective_basis *shapes, const hone_skinning_error *frame, double *weights)
{
    for (uint32_t k = 0; k < shapes->count; k++)
        weights[k] = dot(shapes->shifts[k], frame->shifts[shapes->begin], size_of(shapes));
}

static double error_of(const hone_corrective_basis *shapes, const hone_skinning_error *frame)
{
    double worst = 0;
    for (uint32_t v = shapes->begin; v < shapes->end; v++)
        worst = fmax(worst, hone_skinning_error_error(frame, v, shapes->scratch + 3 * (size_t)(v - shapes->begin)));
    return worst;
}

void hone_corrective_basis_try(hone_corrective_basis *shapes, const hone_skinning_error *frame)
{
    double weights[CORRECTIVE_BASIS_MAX];
    size_t size = size_of(shapes);
    const float *tilts = frame->tilts[shapes->begin];
    hone_corrective_basis_weigh(shapes, frame, weights);
    memset(shapes->scratch, 0, size * sizeof *shapes->scratch);
    for (uint32_t k = 0;; k++) {
        shapes->worst[k] = fmax(shapes->worst[k], error_of(shapes, frame));
        if (k == shapes->count)
            break;
        add(shapes->scratch, weights[k], shapes->shifts[k], size);
        for (size_t i = 0; i < size; i++) shapes->tilt_products[k * size + i] += weights[k] * (double)tilts[i];
        for (uint32_t j = 0; j < shapes->count; j++) shapes->products[k][j] += weights[k] * weights[j];
    }
}

uint32_t hone_corrective_basis_needed(const hone_corrective_basis *shapes, double bound)
{
    uint32_t least = 0;
    for (uint32_t k = 0; k <= shapes->count; k++) {
        if (shapes->worst[k] <= bound)
            return k;
        if (shapes->worst[k] < shapes->worst[least])
            least = k;
    }
    return least;
}

/* ---- normals --------------------------------------------------------------------------------------------------- */

/* Computes the lower Cholesky factor of the kept shapes' products. A small ridge keeps it stable if a shape is
 * hardly used. */
static void factor(const hone_corrective_basis *shapes, double lower[CORRECTIVE_BASIS_MAX][CORRECTIVE_BASIS_MAX])
{
    double ridge = shapes->kept ? 1e-9 * shapes->products[0][0] : 0;
    for (uint32_t i = 0; i < shapes->kept; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = shapes->products[i][j] + (i == j ? ridge : 0);
            for (uint32_t k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
            lower[i][j] = i == j ? sqrt(fmax(sum, ridge)) : sum / lower[j][j];
        }
}

static void solve(uint32_t count, double lower[CORRECTIVE_BASIS_MAX][CORRECTIVE_BASIS_MAX], double *x)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) x[i] -= lower[i][k] * x[k];
        x[i] /= lower[i][i];
    }
    for (uint32_t i = count; i-- > 0;) {
        for (uint32_t k = i + 1; k < count; k++) x[i] -= lower[k][i] * x[k];
        x[i] /= lower[i][i];
    }
}

bool hone_corrective_basis_fit_tilts(hone_corrective_basis *shapes, hone_arena *memory)
{
    double(*lower)[CORRECTIVE_BASIS_MAX] = hone_arena_array(memory, CORRECTIVE_BASIS_MAX, sizeof *lower);
    size_t size = size_of(shapes);
    if (!lower)
        return false;
    factor(shapes, lower);
    if (shapes->kept == 0 || !(lower[0][0] > 0))
        return true;
    for (size_t i = 0; i < size; i++) {
        double x[CORRECTIVE_BASIS_MAX];
        for (uint32_t k = 0; k < shapes->kept; k++) x[k] = shapes->tilt_products[k * size + i];
        solve(shapes->kept, lower, x);
        for (uint32_t k = 0; k < shapes->kept; k++) shapes->tilts[k][i] = (float)x[k];
    }
    return true;
}
