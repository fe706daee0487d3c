/* The parts of a comparison of models; each file of this folder that is called diff_model_* has one. */
#ifndef HONE_TOOL_DIFF_DIFF_MODELS_H
#define HONE_TOOL_DIFF_DIFF_MODELS_H

#include "tool/diff/diff_list.h"

typedef struct model_pair {
    const hone_model_data *a, *b;
    bool same_vertices; /* as many vertices in both */
} model_pair;

void diff_mesh(const model_pair *models, differences *out);
void diff_skeleton(const model_pair *models, differences *out);
void diff_surface(const model_pair *models, differences *out); /* materials and textures */
void diff_morphs(const model_pair *models, differences *out);
void diff_bodies(const model_pair *models, differences *out); /* and joints */

/* "" for none */
const char *bone_name_of(const hone_model_data *data, int32_t bone);

#endif
