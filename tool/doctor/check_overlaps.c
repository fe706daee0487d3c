/* Checks rigid bodies that overlap at rest and push each other apart. */
#include "tool/doctor/body_distance.h"
#include "tool/doctor/checks.h"

#include <math.h>
#include <stdlib.h>

typedef struct ranked_body { /* by the lower end of its bounds along x */
    uint32_t body;
    float low;
} ranked_body;

static int compare(const void *a, const void *b)
{
    float x = ((const ranked_body *)a)->low, y = ((const ranked_body *)b)->low;
    return (x > y) - (x < y);
}

/* Joined bodies collide, too, as their masks allow. */
static bool collide(const hone_body *a, const hone_body *b)
{
    return (a->mask >> b->group & 1) && (b->mask >> a->group & 1) &&
           (a->mode != HONE_BODY_FOLLOWS || b->mode != HONE_BODY_FOLLOWS);
}

static float thinness(const placed_body *b)
{
    return b->radius > 0 ? b->radius : fminf(b->core[0], fminf(b->core[1], b->core[2]));
}

typedef struct overlap {
    uint32_t a, b;
    float depth;
} overlap;

typedef struct overlap_list {
    overlap deepest[FINDING_NAMES]; /* [kept] */
    uint32_t kept, total;
} overlap_list;

/* Keeps the deepest, in this order. */
static void keep(overlap_list *list, overlap found)
{
    uint32_t at = list->kept;
    while (at > 0 && list->deepest[at - 1].depth < found.depth) at--;
    list->total++;
    if (at == FINDING_NAMES)
        return;
    list->kept += list->kept < FINDING_NAMES;
    for (uint32_t i = list->kept - 1; i > at; i--) list->deepest[i] = list->deepest[i - 1];
    list->deepest[at] = found;
}

static void compare_pair(const hone_body *bodies, const placed_body *placed, uint32_t a, uint32_t b, overlap_list *list)
{
    const float share = 0.5f; /* of the thinner body; less is common, and does no harm */
    if (!collide(&bodies[a], &bodies[b]))
        return;
    float depth = placed_body_depth(&placed[a], &placed[b]);
    if (depth > share * fminf(thinness(&placed[a]), thinness(&placed[b])))
        keep(list, (overlap){a, b, depth});
}

/* Compares the bodies whose bounds overlap along x. */
static void sweep(const hone_body *bodies, const placed_body *placed, const ranked_body *ranked, uint32_t count,
                  overlap_list *list)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = ranked[i].body;
        float high = placed[a].place.m[0][3] + placed[a].bound;
        for (uint32_t k = i + 1; k < count && ranked[k].low <= high; k++)
            compare_pair(bodies, placed, a, ranked[k].body, list);
    }
}

static void report_overlaps(const hone_body *bodies, const overlap_list *list, findings *out)
{
    finding_names names = {0};
    for (uint32_t i = 0; i < list->kept; i++)
        finding_names_add(&names, "%s, %s: %.3g", bodies[list->deepest[i].a].name, bodies[list->deepest[i].b].name,
                          (double)list->deepest[i].depth);
    names.total = list->total;
    findings_add(out, FINDING_NOTE, "overlap", &names,
                 "bodies that collide are in each other at rest, and push each other apart (units)");
}

enum { MOST = 4096 }; /* bodies compared; every pair may be near */

void check_overlaps(const hone_model *model, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    uint32_t count = data->body_count < MOST ? data->body_count : MOST;
    placed_body *placed = calloc((size_t)count + 1, sizeof *placed);
    ranked_body *ranked = calloc((size_t)count + 1, sizeof *ranked);
    overlap_list list = {0};
    for (uint32_t b = 0; placed && ranked && b < count; b++) {
        placed[b] = placed_body_of(&data->bodies[b]);
        ranked[b] = (ranked_body){b, placed[b].place.m[0][3] - placed[b].bound};
    }
    out->out_of_memory |= !placed || !ranked;
    if (placed && ranked) {
        qsort(ranked, count, sizeof *ranked, compare);
        sweep(data->bodies, placed, ranked, count, &list);
        report_overlaps(data->bodies, &list, out);
    }
    free(placed);
    free(ranked);
}
