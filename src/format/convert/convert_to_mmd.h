/* What the parts share that make an MMD model of another. */
#ifndef HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H
#define HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H

#include "base/builder.h"
#include "motion/mmd_names.h"
#include <hone/format.h>
#include <hone/skin.h>

typedef struct mmd_maker {
    const hone_model_data *from;
    const hone_to_mmd_desc *desc;
    hone_to_mmd_report *report;
    hone_builder *builder;
    hone_arena *scratch;
    float scale;       /* MMD's units to one of the model's */
    bool mirrored;     /* z changes its sign */
    hone_affine *rest; /* [bone_count] where the bones are at rest, in the model's space */
    bool needs_origin; /* something hangs on no bone: one more is behind the others */
    hone_model_data data;
} mmd_maker;

/* From the model's space to MMD's. */
void hone_mmd_point(const mmd_maker *maker, const float in[3], float out[3]);
void hone_mmd_direction(const mmd_maker *maker, const float in[3], float out[3]);

/* The text in the new model's memory. */
const char *hone_mmd_copy(mmd_maker *maker, const char *text);

/* Makes the table of `count` names, each of which is `name_of`'s. False: out of memory. */
bool hone_mmd_make_names(mmd_maker *maker, uint32_t count, const char *(*name_of)(const mmd_maker *, uint32_t),
                         hone_mmd_names *out);
/* The name in the new model. Motions find bones and morphs by name, so a name that MMD cannot write, or cannot tell
 * from an earlier one, gets its number. */
const char *hone_mmd_unique_name(mmd_maker *maker, const hone_mmd_names *known, uint32_t at, const char *name);

/* Each fills in its part of the data; false: out of memory, or with an error. */
bool hone_mmd_make_bones(mmd_maker *maker);
bool hone_mmd_make_mesh(mmd_maker *maker, hone_error *error);
bool hone_mmd_make_morphs(mmd_maker *maker);
bool hone_mmd_make_surface(mmd_maker *maker);
bool hone_mmd_make_frames(mmd_maker *maker);

#endif
