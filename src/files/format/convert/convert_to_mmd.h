/* Types and functions that the parts of the conversion to an MMD model share. */
#ifndef HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H
#define HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H

#include "base/memory/builder.h"
#include "core/model/front.h"
#include "core/motion/binding/mmd_names.h"
#include <hone/format.h>
#include <hone/skin.h>

typedef struct to_mmd_context {
    const hone_model_data *from;
    const hone_to_mmd_desc *desc;
    hone_to_mmd_report *report;
    hone_builder *builder;
    hone_arena *scratch;
    float scale;       /* MMD's units per unit of the model */
    hone_axes axes;    /* to MMD's */
    hone_affine *rest; /* [bone_count] rest matrices of the bones, in the model's space */
    bool needs_origin; /* some vertices have no bone: one more bone follows the others */
    hone_model_data data;
} to_mmd_context;

/* These two convert from the model's space to MMD's. */
void hone_mmd_point(const to_mmd_context *context, const float in[3], float out[3]);
void hone_mmd_direction(const to_mmd_context *context, const float in[3], float out[3]);

/* Copies the text to the memory of the new model. */
const char *hone_mmd_copy(to_mmd_context *context, const char *text);

/* Makes the table of `count` names, which name_of returns. Returns false if out of memory. */
bool hone_mmd_make_names(to_mmd_context *context, uint32_t count,
                         const char *(*name_of)(const to_mmd_context *, uint32_t), hone_mmd_names *out);
/* Returns the name for the new model. Motions find bones and morphs by name, so a name gets a number if MMD cannot
 * write it or cannot tell it from an earlier one. */
const char *hone_mmd_unique_name(to_mmd_context *context, const hone_mmd_names *known, uint32_t at, const char *name);

/* Each fills in its part of the data. Returns false if out of memory, or with the error set. */
bool hone_mmd_make_bones(to_mmd_context *context);
bool hone_mmd_make_mesh(to_mmd_context *context, hone_error *error);
bool hone_mmd_make_morphs(to_mmd_context *context);
bool hone_mmd_make_surface(to_mmd_context *context);
bool hone_mmd_make_frames(to_mmd_context *context);

#endif
