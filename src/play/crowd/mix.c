#include "play/crowd/mix.h"

static const float THRESHOLD = 0.1f; /* as in hone_blend_job */

/* Sets the series of weight * sin(u w) / sin w. */
static void set_series(float u, float weight, float series[4])
{
    float square = u * u;
    series[0] = weight * u;
    series[1] = series[0] * ((square - 1) * (1 / 3.0f));
    series[2] = series[1] * (square * (1 / 10.0f) - 2 / 5.0f);
    series[3] = series[2] * (square * (1 / 21.0f) - 3 / 7.0f);
}

/* Returns the row that a time is in or after, and how far towards the next one: 0..1. */
static uint32_t find_row(const hone_crowd_table *table, double seconds, double *part)
{
    double time = seconds > 0 ? (seconds < table->duration ? seconds : table->duration) : 0; /* NaN: 0 */
    uint32_t row = table->buckets[(uint32_t)(time * table->buckets_per_second)];
    while (row + 1 < table->row_count && table->knots[row + 1].begin <= time) row++;
    *part = (time - table->knots[row].begin) * table->knots[row].per_length;
    return row;
}

static void set_clip(const hone_crowd_model *shared, const hone_crowd_layer *layer, float weight,
                     hone_crowd_mix_layer *out)
{
    const hone_crowd_table *table = &shared->tables[layer->clip];
    double part;
    uint32_t row = find_row(table, layer->seconds, &part);
    out->from = table->rows + (size_t)row * shared->stride;
    out->to = row + 1 < table->row_count ? out->from + shared->stride : out->from;
    set_series((float)(1 - part), weight, out->a);
    set_series((float)part, weight, out->b);
}

static void set_rest(const hone_crowd_model *shared, float weight, hone_crowd_mix_layer *out)
{
    *out = (hone_crowd_mix_layer){.from = shared->rest, .to = shared->rest, .a = {weight}};
}

void hone_crowd_mix_prepare(const hone_crowd_model *shared, const hone_crowd_item *item, hone_crowd_mix *mix)
{
    const hone_crowd_layer *layers[HONE_CROWD_LAYERS];
    uint32_t count = 0;
    float sum = 0;
    for (uint32_t l = 0; l < item->layer_count && count < HONE_CROWD_LAYERS; l++) {
        if (!(item->layers[l].weight > 0))
            continue;
        layers[count++] = &item->layers[l];
        sum += item->layers[l].weight;
    }
    float missing = THRESHOLD - sum, inverse = 1 / (missing > 0 ? THRESHOLD : sum);
    for (uint32_t l = 0; l < count; l++)
        set_clip(shared, layers[l], count == 1 && !(missing > 0) ? 1 : layers[l]->weight * inverse, &mix->layers[l]);
    if (missing > 0)
        set_rest(shared, missing / THRESHOLD, &mix->layers[count++]);
    mix->count = count;
}
