/* A palette split, what happens without it, and the colours of a model's materials. */
#include "web/course/body.h"
#include "web/web.h"

#include <stdlib.h>
#include <string.h>

/* For each triangle of the split its vertices, as in the file, and its palette. */
static uint32_t *triangles_of(const hone_split *split)
{
    uint32_t *out = calloc(split->index_count / 3 * 4 + (size_t)1, sizeof *out), at = 0;
    uint32_t range_draws = out ? split->draw_begin[1] : 0;
    for (uint32_t d = 0; d < range_draws; d++)
        for (uint32_t i = 0; i < split->draws[d].count; i++) {
            out[at++] = split->vertices[split->indices[split->draws[d].first + i]];
            if (i % 3 == 2)
                out[at++] = split->draws[d].palette;
        }
    return out;
}

/* The mesh in pieces with palettes of `most` slots: [triangles * 4] for JavaScript to free. web_numbers: how many
 * triangles, palettes and vertices there are then, and how many slots the largest palette has. */
WEB_CALL(uint32_t *, body_split, const web_body *body, uint32_t most)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    hone_index_range all = {0, mesh->index_count};
    hone_split_desc desc = {.skin = body->skin, .indices = mesh->indices, .ranges = &all, .range_count = 1};
    desc.max_slots = most;
    hone_split *split = hone_split_create(&desc, &web_error);
    if (!split)
        return NULL;
    uint32_t *triangles = triangles_of(split), largest = 0;
    for (uint32_t p = 0; p < split->palette_count; p++) {
        uint32_t slots = split->slot_begin[p + 1] - split->slot_begin[p];
        largest = slots > largest ? slots : largest;
    }
    web_numbers[0] = split->index_count / 3;
    web_numbers[1] = split->palette_count;
    web_numbers[2] = split->vertex_begin[split->palette_count];
    web_numbers[3] = largest;
    hone_split_destroy(split);
    return triangles;
}

/* The wrong way: a palette that ends after `most` slots. Who reads behind its end gets the last one. */
WEB_CALL(void, body_cut_palette, web_body *body, uint32_t most)
{
    hone_palette *p = body->palette;
    for (uint32_t s = most; s < p->slot_count; s++) {
        p->affine[s] = p->affine[most - 1];
        p->cofactor[s] = p->cofactor[most - 1];
        p->duals[s] = p->duals[most - 1];
    }
}

static uint8_t channel(float value)
{
    return (uint8_t)(value < 0 ? 0 : value > 1 ? 255 : value * 255 + 0.5f);
}

static void set_colour(const hone_material *material, uint8_t out[4])
{
    for (int i = 0; i < 3; i++) out[i] = channel(material->diffuse[i]);
    out[3] = (material->flags & HONE_MATERIAL_DOUBLE_SIDED) != 0;
}

/* The colours of the materials: [vertices * 4] bytes, for JavaScript to free. The last byte of each is not 0 where the
 * material is seen from both sides. */
WEB_CALL(uint8_t *, body_material_colours, const web_body *body)
{
    const hone_model_data *data = hone_model_get(body->model);
    uint8_t *colours = calloc(data->mesh.vertex_count + (size_t)1, 4);
    uint32_t at = 0;
    for (uint32_t m = 0; colours && m < data->material_count; m++)
        for (uint32_t end = at + data->materials[m].index_count; at < end; at++)
            set_colour(&data->materials[m], colours + 4 * (size_t)data->mesh.indices[at]);
    return colours;
}
