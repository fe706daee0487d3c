/* Converts a scene to a model or a motion. */
#ifndef HONE_SRC_FORMAT_X_X_TO_MODEL_H
#define HONE_SRC_FORMAT_X_X_TO_MODEL_H

#include "base/memory/arena.h"
#include "core/motion/binding/name_table.h"
#include "files/format/x/scene.h"

typedef struct hone_x_build {
    const hone_x_scene *scene;
    hone_arena *scratch;    /* memory until the model or motion is made */
    hone_builder *out;      /* makes the model or motion */
    hone_name_table frames; /* by name */
    hone_model_data model;
} hone_x_build;

/* Returns false if out of memory; the arena and the builder then know it. */
bool hone_x_build_begin(hone_x_build *build, const hone_reading *file, const hone_x_scene *scene);

/* Returns the first frame with that name, or HONE_NONE. */
int32_t hone_x_find_frame(const hone_x_build *build, const char *name);

/* Copies the file's text to the memory of the builder. */
const char *hone_x_keep(const hone_x_build *build, const char *text);

/* Converts a row-major matrix for row vectors to a matrix for column vectors. */
hone_affine hone_x_affine(const hone_x_build *build, const float matrix[16]);

const hone_clip *hone_x_clips(const hone_x_build *build);

/* Each makes a part of build->model. Returns false if out of memory, or if there are more elements than a model can
 * count. */
bool hone_x_build_bones(hone_x_build *build);
bool hone_x_build_vertices(hone_x_build *build);
bool hone_x_build_normals(hone_x_build *build, float (*out)[3]);
bool hone_x_build_influences(hone_x_build *build);
bool hone_x_build_surface(hone_x_build *build); /* materials, textures, triangles */

/* Makes the channels of the set with that index. Returns false if out of memory. */
bool hone_x_build_channels(hone_x_build *build, uint32_t set, hone_motion_data *data);

#endif
