#include "offline/correctives/corrective_basis.h"
#include "base/math.h"
#include <string.h>

static size_t size_of(const bake_shapes *shapes)
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

bool bake_shapes_make(int32_t bone, uint32_t begin, uint32_t end, hone_builder *memory, bake_shapes *out)
{
    *out = (bake_shapes){.bone = bone, .begin = begin, .end = end};
    out->products = hone_builder_array(memory, BAKE_SHAPES_MOST, sizeof *out->products);
    out->scratch = hone_builder_array(memory, size_of(out), sizeof *out->scratch);
    return out->products && out->scratch;
}

/* ---- learning ---------------------------------------------------------------------------------------------------- */

/* Takes the shapes out of what is in scratch. */
static void project(bake_shapes *shapes, double *weights)
{
    size_t size = size_of(shapes);
    for (uint32_t k = 0; k < shapes->count; k++) {
        double weight = dot(shapes->shifts[k], shapes->scratch, size);
        add(shapes->scratch, -weight, shapes->shifts[k], size);
        weights[k] += weight;
    }
}

/* How far the worst vertex is from where blends can bring it. */
static double left_over(const bake_shapes *shapes, const bake_residuals *frame)
{
    double worst = 0;
    for (uint32_t v = shapes->begin; v < shapes->end; v++) {
        float off[3];
        hone_affine_direction(&frame->blends[v], shapes->scratch + 3 * (size_t)(v - shapes->begin), off);
        worst = fmax(worst, (double)hone_dot3(off, off));
    }
    return sqrt(worst);
}

/* What is left becomes a shape; taken out twice, as what rounding leaves of the others may be large beside it. */
static bool add_shape(bake_shapes *shapes, double *weights, hone_builder *memory)
{
    size_t size = size_of(shapes);
    project(shapes, weights);
    double length = sqrt(dot(shapes->scratch, shapes->scratch, size));
    float *shape = length > 0 ? hone_builder_array(memory, size, sizeof *shape) : NULL;
    if (!shape)
        return !(length > 0);
    for (size_t i = 0; i < size; i++) shape[i] = (float)((double)shapes->scratch[i] / length);
    weights[shapes->count] = length;
    shapes->shifts[shapes->count++] = shape;
    return true;
}

bool bake_shapes_learn(bake_shapes *shapes, const bake_residuals *frame, double novelty, hone_builder *memory)
{
    double weights[BAKE_SHAPES_MOST] = {0};
    memcpy(shapes->scratch, frame->shifts[shapes->begin], size_of(shapes) * sizeof *shapes->scratch);
    project(shapes, weights);
    if (shapes->count < BAKE_SHAPES_MOST && left_over(shapes, frame) > novelty && !add_shape(shapes, weights, memory))
        return false;
    for (uint32_t i = 0; i < shapes->count; i++)
        for (uint32_t j = 0; j < shapes->count; j++) shapes->products[i][j] += weights[i] * weights[j];
    return true;
}

/* ---- principal components ---------------------------------------------------------------------------------------- */

typedef struct axes {
    uint32_t count;
    double matrix[BAKE_SHAPES_MOST][BAKE_SHAPES_MOST]; /* symmetric; becomes diagonal */
    double turn[BAKE_SHAPES_MOST][BAKE_SHAPES_MOST];   /* columns: the axes */
} axes;

static void rotate(double *a, double *b, double cosine, double sine)
{
    double x = *a, y = *b;
    *a = cosine * x - sine * y, *b = sine * x + cosine * y;
}

/* Makes matrix[p][q] zero: Jacobi's rotation (Golub and Van Loan, Matrix Computations, 8.5). */
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
    enum { SWEEPS = 12 }; /* it converges quadratically */
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < a->count; j++) a->turn[i][j] = i == j;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t p = 0; p < a->count; p++)
            for (uint32_t q = p + 1; q < a->count; q++) annul(a, p, q);
}

/* The axes by how much they say. */
static void order_axes(const axes *a, uint32_t *order)
{
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t at = i;
        for (; at > 0 && a->matrix[order[at - 1]][order[at - 1]] < a->matrix[i][i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Element by element, as each shape becomes a sum of all. */
static void turn_shapes(bake_shapes *shapes, const axes *a, const uint32_t *order)
{
    for (size_t i = 0; i < size_of(shapes); i++) {
        double was[BAKE_SHAPES_MOST];
        for (uint32_t k = 0; k < shapes->count; k++) was[k] = (double)shapes->shifts[k][i];
        for (uint32_t k = 0; k < shapes->count; k++) {
            double sum = 0;
            for (uint32_t j = 0; j < shapes->count; j++) sum += a->turn[j][order[k]] * was[j];
            shapes->shifts[k][i] = (float)sum;
        }
    }
}

bool bake_shapes_sort(bake_shapes *shapes, hone_builder *memory)
{
    uint32_t order[BAKE_SHAPES_MOST];
    size_t size = size_of(shapes);
    axes *a = hone_builder_array(memory, 1, sizeof *a);
    shapes->tilt_products = hone_builder_array(memory, shapes->count, size * sizeof *shapes->tilt_products);
    for (uint32_t k = 0; k < shapes->count; k++)
        shapes->tilts[k] = hone_builder_array(memory, size, sizeof *shapes->tilts[k]);
    if (hone_builder_failed(memory))
        return false;
    a->count = shapes->count;
    memcpy(a->matrix, shapes->products, sizeof a->matrix);
    memset(shapes->products, 0, BAKE_SHAPES_MOST * sizeof *shapes->products);
    find_axes(a);
    order_axes(a, order);
    turn_shapes(shapes, a, order);
    return true;
}

/* ---- weights and errors ------------------------------------------------------------------------------------------ */

void bake_shapes_weigh(const bake_shapes *shapes, const bake_residuals *frame, double *weights)
{
    for (uint32_t k = 0; k < shapes->count; k++)
        weights[k] = dot(shapes->shifts[k], frame->shifts[shapes->begin], size_of(shapes));
}

static double error_of(const bake_shapes *shapes, const bake_residuals *frame)
{
    double worst = 0;
    for (uint32_t v = shapes->begin; v < shapes->end; v++)
        worst = fmax(worst, bake_residuals_error(frame, v, shapes->scratch + 3 * (size_t)(v - shapes->begin)));
    return worst;
}

void bake_shapes_try(bake_shapes *shapes, const bake_residuals *frame)
{
    double weights[BAKE_SHAPES_MOST];
    size_t size = size_of(shapes);
    const float *tilts = frame->tilts[shapes->begin];
    bake_shapes_weigh(shapes, frame, weights);
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

uint32_t bake_shapes_needed(const bake_shapes *shapes, double bound)
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

/* ---- normals ----------------------------------------------------------------------------------------------------- */

/* The lower factor of the products of the shapes kept (Cholesky). A shape that next to nothing is said with counts for
 * as much as keeps the sums in hand. */
static void factor(const bake_shapes *shapes, double lower[BAKE_SHAPES_MOST][BAKE_SHAPES_MOST])
{
    double ridge = shapes->kept ? 1e-9 * shapes->products[0][0] : 0;
    for (uint32_t i = 0; i < shapes->kept; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = shapes->products[i][j] + (i == j ? ridge : 0);
            for (uint32_t k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
            lower[i][j] = i == j ? sqrt(fmax(sum, ridge)) : sum / lower[j][j];
        }
}

static void solve(uint32_t count, double lower[BAKE_SHAPES_MOST][BAKE_SHAPES_MOST], double *x)
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

bool bake_shapes_fit_tilts(bake_shapes *shapes, hone_builder *memory)
{
    double(*lower)[BAKE_SHAPES_MOST] = hone_builder_array(memory, BAKE_SHAPES_MOST, sizeof *lower);
    size_t size = size_of(shapes);
    if (!lower)
        return false;
    factor(shapes, lower);
    if (shapes->kept == 0 || !(lower[0][0] > 0))
        return true;
    for (size_t i = 0; i < size; i++) {
        double x[BAKE_SHAPES_MOST];
        for (uint32_t k = 0; k < shapes->kept; k++) x[k] = shapes->tilt_products[k * size + i];
        solve(shapes->kept, lower, x);
        for (uint32_t k = 0; k < shapes->kept; k++) shapes->tilts[k][i] = (float)x[k];
    }
    return true;
}
