#include "offline/spring_fit/joint_fit.h"
#include "base/double_affine.h"
#include "base/powers.h"
#include <math.h>

static const double STEP = 1.0 / 60;
enum { WARM_STEPS = 60 };

/* The numbers of a joint as a step uses them: lengths of joints in a step. */
typedef struct numbers {
    double stiffness, gravity, keep;
    double rest[3]; /* the direction of the joint at rest, in the axes of what carries it */
    double reach;   /* how far away the tail is that swings: parts of the length of the bone */
} numbers;

typedef struct joint_context {
    const fit_context *all;
    const fit_joint *joint;
    uint32_t index;
    fit_scratch *scratch;
    double length, radius;
    double axis[3];            /* the direction of the bone at rest, in the axes of what carries it */
    const uint32_t *colliders; /* of its chain */
    uint32_t collider_count;
    uint32_t held_out; /* the first of the steps, to the end of the motion that is built in, that only choose */
} joint_context;

/* Which steps count. */
typedef enum part {
    PART_FIT,   /* those that are not held out */
    PART_CHECK, /* those that are */
    PART_ALL
} part;

/* ---- where the joint is ----------------------------------------------------------------------------------------- */

static hone_affine carrier_of(const fit_context *c, const fit_joint *joint, uint32_t step)
{
    const fit_recording *recording = c->recording;
    if (joint->above != HONE_NONE)
        return c->moved[(size_t)joint->above * recording->step_count + step];
    if (joint->anchor != HONE_NONE)
        return recording
            ->bones[(size_t)step * recording->bone_count + (uint32_t)recording->place_of_bone[joint->anchor]];
    return (hone_affine)HONE_AFFINE_IDENTITY;
}

static void find_bases(const joint_context *c)
{
    const fit_joint *joint = c->joint;
    for (uint32_t t = 0; t < c->all->recording->step_count; t++) {
        hone_affine carrier = carrier_of(c->all, joint, t);
        fit_base *base = &c->scratch->bases[t];
        float head[3];
        hone_affine_point(&carrier, joint->offset, head);
        for (int i = 0; i < 3; i++) {
            base->head[i] = (double)head[i];
            for (int k = 0; k < 3; k++) base->turn[i][k] = (double)carrier.m[i][k];
        }
    }
}

static void turn_out(const fit_base *base, const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = hone_dot3(base->turn[i], v);
}

static void turn_in(const fit_base *base, const double v[3], double out[3])
{
    const double x = v[0], y = v[1], z = v[2];
    for (int i = 0; i < 3; i++) out[i] = base->turn[0][i] * x + base->turn[1][i] * y + base->turn[2][i] * z;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static void keep_length(const fit_base *base, const double axis[3], double length, double tail[3])
{
    double away[3];
    hone_subtract3(tail, base->head, away);
    if (!hone_normalise3(away, away))
        hone_copy3(axis, away);
    hone_add3(base->head, away, length, tail);
}

/* Moves a tail out of a sphere or capsule. Returns whether it touched. */
static bool push_out(const hone_spring_shape *shape, double radius, double tail[3])
{
    double away[3], limit = shape->radius + radius;
    hone_fit_from_axis(shape, tail, away);
    double square = hone_dot3(away, away);
    if (!(square < limit * limit) || !(square > 1e-30))
        return false;
    hone_add3(tail, away, limit / sqrt(square) - 1, tail);
    return true;
}

static void collide(const joint_context *c, uint32_t step, const double axis[3], double length, double tail[3])
{
    const hone_spring_shape *shapes = c->all->recording->shapes + (size_t)step * c->all->chains->collider_count;
    for (uint32_t k = 0; k < c->collider_count; k++)
        if (push_out(&shapes[c->colliders[k]], c->radius, tail))
            keep_length(&c->scratch->bases[step], axis, length, tail);
}

/* A step as hone_spring_step takes it. */
static void advance(const joint_context *c, const numbers *n, uint32_t step, double tail[3], double before[3])
{
    const fit_base *base = &c->scratch->bases[step];
    double next[3], speed[3], axis[3], length = c->length * n->reach;
    turn_out(base, n->rest, axis);
    hone_subtract3(tail, before, speed);
    hone_add3(tail, speed, n->keep, next);
    hone_add3(next, axis, n->stiffness * length, next);
    next[1] -= n->gravity * length;
    keep_length(base, axis, length, next);
    if (c->collider_count)
        collide(c, step, axis, length, next);
    hone_copy3(tail, before);
    hone_copy3(next, tail);
}

static double square_distance(const double tail[3], const float target[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double off = tail[i] - (double)target[i];
        sum += off * off;
    }
    return sum;
}

static const float *target_of(const joint_context *c, uint32_t step)
{
    return c->all->recording->tails[(size_t)step * c->all->chains->joint_count + c->index];
}

static bool counts(const joint_context *c, part which, uint32_t step)
{
    bool held = step >= c->held_out && step < c->all->recording->second_begin;
    return which == PART_ALL || held == (which == PART_CHECK);
}

/* The first step after those that count, or that decide where a later one is. */
static uint32_t end_of(const joint_context *c, part which)
{
    const fit_recording *recording = c->all->recording;
    bool second = recording->second_begin < recording->step_count;
    return which == PART_CHECK && second  ? recording->second_begin
           : which == PART_FIT && !second ? c->held_out
                                          : recording->step_count;
}

/* Plays the joint. Returns the sum of squared distances. keep: whether to write where its tail was. */
static double play(const joint_context *c, const numbers *n, part which, bool keep)
{
    const fit_recording *recording = c->all->recording;
    double tail[3] = {0}, before[3] = {0}, sum = 0;
    for (uint32_t t = 0, end = end_of(c, which); t < end; t++) {
        if (t == 0 || t == recording->second_begin) {
            double axis[3];
            turn_out(&c->scratch->bases[t], n->rest, axis);
            hone_add3(c->scratch->bases[t].head, axis, c->length * n->reach, tail);
            hone_copy3(tail, before);
            for (int k = 0; k < WARM_STEPS; k++) advance(c, n, t, tail, before);
        } else {
            advance(c, n, t, tail, before);
        }
        double at[3], away[3];
        hone_subtract3(tail, c->scratch->bases[t].head, away);
        hone_add3(c->scratch->bases[t].head, away, 1 / n->reach, at);
        if (counts(c, which, t))
            sum += square_distance(at, target_of(c, t));
        for (int i = 0; keep && i < 3; i++) c->scratch->tails[t][i] = (float)at[i];
    }
    return isfinite(sum) ? sum : 1e300;
}

/* The rotation of a bone from rest whose joint points in a direction, in the axes of what carries it. It turns the
 * bone to the rest of the joint, then from there. */
static void rotation_to(const fit_joint *joint, const double direction[3], double out[4])
{
    double axis[3], rest[3], further[4];
    for (int i = 0; i < 3; i++) axis[i] = (double)joint->tail[i];
    hone_normalise3(axis, axis);
    hone_rotate_back3(joint->rest, direction, rest);
    hone_shortest_rotation(axis, rest, further);
    hone_multiply4(joint->rest, further, out);
}

/* Writes where the bone is. */
static void write_moved(const joint_context *c)
{
    const fit_recording *recording = c->all->recording;
    hone_affine *to = c->all->moved + (size_t)c->index * recording->step_count;
    for (uint32_t t = 0; t < recording->step_count; t++) {
        const fit_base *base = &c->scratch->bases[t];
        double away[3], rotation[4];
        for (int i = 0; i < 3; i++) away[i] = (double)c->scratch->tails[t][i] - base->head[i];
        turn_in(base, away, away);
        if (!hone_normalise3(away, away))
            away[1] = -1;
        rotation_to(c->joint, away, rotation);
        hone_affine carrier = carrier_of(c->all, c->joint, t);
        hone_double_affine above = hone_double_affine_from(&carrier), own = hone_double_affine_from_rotation(rotation);
        for (int i = 0; i < 3; i++) own.m[i][3] = (double)c->joint->offset[i];
        own = hone_double_affine_multiply(&above, &own);
        to[t] = hone_double_affine_round(&own);
    }
}

/* ---- search ----------------------------------------------------------------------------------------------------- */

/* A point of the search: the logarithm of the whole force of a bone that hangs at rest; the part of it that is gravity;
 * the drag; the logarithm of the reach; and the rest, moved to both sides. Every point is valid. */
enum { FORCE, PULL, DRAG, REACH, SIDE, UP, AXES, POINTS = AXES + 1 };

/* The searches that begin at several points, and the last one. */
enum { STARTS = 3, ROUNDS_EACH = 50, ROUNDS_LAST = 80 };

typedef struct point {
    double at[AXES], error;
} point;

static double logistic(double x)
{
    return 1 / (1 + (double)hone_expf((float)(x < -40 ? 40 : x > 40 ? -40 : -x)));
}

/* Two directions that are perpendicular to a unit vector and to each other. */
static void sides_of(const double axis[3], double side[3], double up[3])
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    hone_cross3(axis, fabs(axis[0]) < 0.7 ? x : y, side);
    hone_normalise3(side, side);
    hone_cross3(axis, side, up);
}

/* How far a rest is moved to a side: the mesh is posed there, so it must look as the model does. */
static double within(double x)
{
    const double most = 0.1; /* 6 degrees */
    return most * (2 * logistic(2 * x / most) - 1);
}

static numbers numbers_at(const joint_context *c, const double at[AXES])
{
    double side[3], up[3], force = (double)hone_expf((float)(at[FORCE] < 2 ? at[FORCE] : 2));
    numbers out = {.gravity = at[PULL] < -5 ? 0 : force * logistic(at[PULL]), .keep = 1 - logistic(at[DRAG])};
    out.stiffness = force - out.gravity;
    out.reach = (double)hone_expf((float)(at[REACH] < -2 ? -2 : at[REACH] > 3 ? 3 : at[REACH]));
    sides_of(c->axis, side, up);
    hone_add3(c->axis, side, within(at[SIDE]), out.rest);
    hone_add3(out.rest, up, within(at[UP]), out.rest);
    hone_normalise3(out.rest, out.rest);
    return out;
}

static double error_at(const joint_context *c, const double at[AXES], part which)
{
    numbers n = numbers_at(c, at);
    return play(c, &n, which, false);
}

/* Keeps the best points, each of another reach. */
static void keep_best(const point *tried, point best[STARTS])
{
    int at = 0;
    while (at < STARTS - 1 && best[at].at[REACH] != tried->at[REACH]) at++;
    if (!(tried->error < best[at].error))
        return;
    for (; at > 0 && tried->error < best[at - 1].error; at--) best[at] = best[at - 1];
    best[at] = *tried;
}

/* The best ones of a coarse grid. */
static void begin_search(const joint_context *c, point best[STARTS])
{
    static const double forces[] = {-6.5, -5, -3.5, -2, 0}, pulls[] = {-6, -1, 1, 3, 5}, drags[] = {-3.5, -1.7, 0.3},
                        reaches[] = {-0.5, 0, 0.8, 1.6};
    for (int i = 0; i < STARTS; i++) best[i] = (point){.at[REACH] = HUGE_VAL, .error = HUGE_VAL};
    for (size_t f = 0; f < sizeof forces / sizeof *forces; f++)
        for (size_t g = 0; g < sizeof pulls / sizeof *pulls; g++)
            for (size_t d = 0; d < sizeof drags / sizeof *drags; d++)
                for (size_t r = 0; r < sizeof reaches / sizeof *reaches; r++) {
                    point tried = {{forces[f], pulls[g], drags[d], reaches[r], 0, 0}, 0};
                    tried.error = error_at(c, tried.at, PART_FIT);
                    keep_best(&tried, best);
                }
}

static void sort(point points[POINTS])
{
    for (int i = 1; i < POINTS; i++)
        for (int k = i; k > 0 && points[k].error < points[k - 1].error; k--) {
            point swapped = points[k];
            points[k] = points[k - 1], points[k - 1] = swapped;
        }
}

/* The point at `share` of the way from the middle of the others to the worst. */
static point reflect(const joint_context *c, const point points[POINTS], double share, part which)
{
    point out;
    for (int a = 0; a < AXES; a++) {
        double middle = 0;
        for (int p = 0; p < AXES; p++) middle += points[p].at[a] / AXES;
        out.at[a] = middle + share * (points[AXES].at[a] - middle);
    }
    out.error = error_at(c, out.at, which);
    return out;
}

static void shrink(const joint_context *c, point points[POINTS], part which)
{
    for (int p = 1; p < POINTS; p++) {
        for (int a = 0; a < AXES; a++) points[p].at[a] = (points[p].at[a] + points[0].at[a]) / 2;
        points[p].error = error_at(c, points[p].at, which);
    }
}

/* A round of Nelder and Mead's search (The Computer Journal 7, 1965). */
static void improve(const joint_context *c, point points[POINTS], part which)
{
    point tried = reflect(c, points, -1, which);
    if (tried.error < points[0].error) {
        point further = reflect(c, points, -2, which);
        points[AXES] = further.error < tried.error ? further : tried;
    } else if (tried.error < points[AXES - 1].error) {
        points[AXES] = tried;
    } else {
        point nearer = reflect(c, points, tried.error < points[AXES].error ? -0.5 : 0.5, which);
        if (nearer.error < points[AXES].error)
            points[AXES] = nearer;
        else
            shrink(c, points, which);
    }
    sort(points);
}

/* Searches from a point. size: of the first simplex, as a part of the usual one. */
static point search_from(const joint_context *c, const point *start, double size, int rounds, part which)
{
    static const double first[AXES] = {0.5, 1, 0.6, 0.3, 0.1, 0.1};
    point points[POINTS] = {*start};
    points[0].error = error_at(c, points[0].at, which);
    for (int p = 1; p < POINTS; p++) {
        points[p] = points[0];
        points[p].at[p - 1] += size * first[p - 1];
        points[p].error = error_at(c, points[p].at, which);
    }
    sort(points);
    for (int round = 0; round < rounds; round++) improve(c, points, which);
    return points[0];
}

/* The sum of squares has several minima: of those that are found, the one that is best where nothing was fitted is
 * then fitted to all of the recording. */
static numbers search(const joint_context *c)
{
    point starts[STARTS], best = {{0}, HUGE_VAL};
    begin_search(c, starts);
    for (int i = 0; i < STARTS; i++) {
        point found = search_from(c, &starts[i], 1, ROUNDS_EACH, PART_FIT);
        found.error = error_at(c, found.at, PART_CHECK);
        if (i == 0 || found.error < best.error)
            best = found;
    }
    best = search_from(c, &best, 0.25, ROUNDS_LAST, PART_ALL);
    return numbers_at(c, best.at);
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

static joint_context begin(const fit_context *c, uint32_t index, fit_scratch *scratch)
{
    const fit_joint *joint = &c->chains->joints[index];
    const fit_spring *spring = &c->chains->springs[joint->spring];
    joint_context out = {.all = c,
                         .joint = joint,
                         .index = index,
                         .scratch = scratch,
                         .length = (double)joint->length,
                         .radius = (double)joint->hit_radius,
                         .colliders = c->chains->spring_colliders + spring->collider_begin,
                         .collider_count = spring->collider_end - spring->collider_begin,
                         .held_out = c->recording->second_begin - c->recording->second_begin / 3};
    for (int i = 0; i < 3; i++) out.axis[i] = (double)joint->tail[i];
    hone_normalise3(out.axis, out.axis);
    find_bases(&out);
    return out;
}

void hone_fit_joint(const fit_context *c, uint32_t index, fit_scratch *scratch)
{
    joint_context joint = begin(c, index, scratch);
    fit_joint *to = &c->chains->joints[index];
    numbers n = search(&joint);
    to->reach = n.reach;
    to->stiffness = n.stiffness * n.reach * joint.length / STEP;
    to->gravity = n.gravity * n.reach * joint.length / STEP;
    to->drag = 1 - n.keep;
    hone_shortest_rotation(joint.axis, n.rest, to->rest);
    play(&joint, &n, PART_ALL, true);
    write_moved(&joint);
}

double hone_fit_tail_error(const fit_context *c, uint32_t index)
{
    const fit_recording *recording = c->recording;
    const fit_joint *joint = &c->chains->joints[index];
    const hone_affine *moved = c->moved + (size_t)index * recording->step_count;
    double sum = 0;
    for (uint32_t t = 0; t < recording->step_count; t++) {
        float tail[3];
        hone_affine_point(&moved[t], joint->tail, tail);
        double at[3] = {(double)tail[0], (double)tail[1], (double)tail[2]};
        sum += square_distance(at, recording->tails[(size_t)t * c->chains->joint_count + index]);
    }
    return sum;
}
