/* What the parts share that make an MMD model of another. */
#ifndef HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H
#define HONE_SRC_FORMAT_CONVERT_CONVERT_TO_MMD_H

#include "base/builder.h"
#include <hone/format.h>
#include <hone/skin.h>

typedef struct mmd_maker {
    const hone_model_data *from;
    const hone_to_mmd_desc *desc;
    hone_to_mmd_report *report;
    hone_builder *builder, *scratch;
    float scale;       /* MMD's units to one of the model's */
    bool mirrored;     /* z changes its sign */
    hone_affine *rest; /* [bone_count] where the bones are at rest, in the model's space */
    bool needs_origin; /* something hangs on no bone: one more is behind the others */
    hone_model_data data;
} mmd_maker;

void hone_mmd_point(const mmd_maker *maker, const float in[3], float out[3]);
void hone_mmd_direction(const mmd_maker *maker, const float in[3], float out[3]);

/* Each fills in its part of the data; false: out of memory, or with an error. */
bool hone_mmd_make_bones(mmd_maker *maker);
bool hone_mmd_make_mesh(mmd_maker *maker, hone_error *error);
bool hone_mmd_make_morphs(mmd_maker *maker);
bool hone_mmd_name_morphs(mmd_maker *maker, hone_morph *morphs);
bool hone_mmd_make_surface(mmd_maker *maker);
bool hone_mmd_make_frames(mmd_maker *maker);

#endif
