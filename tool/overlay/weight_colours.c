#include "tool/overlay/weight_colours.h"
#include <hone/math.h>
#include <string.h>

#define N_(text) text /* marks a text that the viewer translates */

typedef struct weight_colours_entry {
    const char *name;
    overlay_colour colour;
} weight_colours_entry;

static const overlay_colour nothing = {{0x80, 0x80, 0x80, 0xff}};

/* Colours that colour-blind people can distinguish (Okabe and Ito 2008). */
static const weight_colours_entry influences[] = {
    {N_("None"), {{0x80, 0x80, 0x80, 0xff}}}, {"1", {{0x56, 0xb4, 0xe9, 0xff}}},
    {"2", {{0x00, 0x9e, 0x73, 0xff}}},        {"3", {{0xf0, 0xe4, 0x42, 0xff}}},
    {"4", {{0xe6, 0x9f, 0x00, 0xff}}},        {N_("5 or more"), {{0xd5, 0x5e, 0x00, 0xff}}}};
static const weight_colours_entry deforms[HONE_DEFORM_COUNT] = {
    {"BDEF1", {{0x56, 0xb4, 0xe9, 0xff}}}, {"BDEF2", {{0x00, 0x9e, 0x73, 0xff}}},
    {"BDEF4", {{0xe6, 0x9f, 0x00, 0xff}}}, {"SDEF", {{0xcc, 0x79, 0xa7, 0xff}}},
    {"QDEF", {{0xd5, 0x5e, 0x00, 0xff}}},  {N_("Linear"), {{0xf0, 0xe4, 0x42, 0xff}}}};
static const char *const weight_names[] = {"0", "0.25", "0.5", "0.75", "1"};

enum { INFLUENCES = sizeof influences / sizeof *influences };

/* Blue, cyan, green, yellow, red: the hue changes linearly. */
static overlay_colour ramp(float weight)
{
    float w = fminf(weight, 1) * 4, red = w - 2, blue = 2 - w, green = fminf(w, 4 - w);
    float rgb[3] = {red, green, blue};
    overlay_colour out = {{0, 0, 0, 0xff}};
    if (!(weight > 0))
        return nothing;
    for (int i = 0; i < 3; i++) out.rgba[i] = (uint8_t)(fminf(fmaxf(rgb[i], 0), 1) * 255 + 0.5f);
    return out;
}

static overlay_colour weight_colour(const hone_mesh *mesh, uint32_t vertex, int32_t bone)
{
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *influence = &mesh->influences[i];
        if (bone != HONE_NONE && influence->slot != HONE_NONE && mesh->slots[influence->slot].bone == bone)
            sum += influence->weight;
    }
    return ramp(sum);
}

static overlay_colour influence_colour(const hone_mesh *mesh, uint32_t vertex)
{
    uint32_t count = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        count += mesh->influences[i].weight != 0;
    return influences[count < INFLUENCES ? count : INFLUENCES - 1].colour;
}

void weight_colours_fill(const hone_model *model, weight_colours_kind kind, int32_t bone, uint8_t (*colours)[4])
{
    const hone_mesh *mesh = hone_model_mesh(model);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        overlay_colour colour = kind == WEIGHT_COLOURS_BONE         ? weight_colour(mesh, v, bone)
                                : kind == WEIGHT_COLOURS_INFLUENCES ? influence_colour(mesh, v)
                                                                    : deforms[mesh->deforms[v]].colour;
        memcpy(colours[v], colour.rgba, sizeof colours[v]);
    }
}

const char *weight_colours_legend(weight_colours_kind kind, uint32_t index, overlay_colour *out)
{
    uint32_t count = kind == WEIGHT_COLOURS_BONE         ? 5
                     : kind == WEIGHT_COLOURS_INFLUENCES ? (uint32_t)INFLUENCES
                                                         : HONE_DEFORM_COUNT;
    if (index >= count)
        return NULL;
    if (kind == WEIGHT_COLOURS_BONE) {
        *out = ramp((float)index / 4);
        return weight_names[index];
    }
    const weight_colours_entry *entry = kind == WEIGHT_COLOURS_INFLUENCES ? &influences[index] : &deforms[index];
    *out = entry->colour;
    return entry->name;
}
