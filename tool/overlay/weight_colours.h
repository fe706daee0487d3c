/* Vertex colours that show how vertices are skinned, for hone_draw_item.colours. */
#ifndef HONE_TOOL_OVERLAY_WEIGHT_COLOURS_H
#define HONE_TOOL_OVERLAY_WEIGHT_COLOURS_H

#include "tool/overlay/overlay.h"
#include <hone/model.h>

typedef enum weight_colours_kind {
    WEIGHT_COLOURS_BONE,       /* the weight of one bone: grey 0, then blue, green, red 1 */
    WEIGHT_COLOURS_INFLUENCES, /* number of influences with weight */
    WEIGHT_COLOURS_DEFORM,     /* hone_deform */
    WEIGHT_COLOURS_KIND_COUNT
} weight_colours_kind;

/* colours: out, [vertex_count]. bone: for WEIGHT_COLOURS_BONE; HONE_NONE: all grey. Cost: a pass over the influences. */
void weight_colours_fill(const hone_model *model, weight_colours_kind kind, int32_t bone, uint8_t (*colours)[4]);

/* A line of the legend: its colour, and its name as a string literal; NULL past the end. */
const char *weight_colours_legend(weight_colours_kind kind, uint32_t index, overlay_colour *out);

#endif
