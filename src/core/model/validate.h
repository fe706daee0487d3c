/* Checks and repairs by hone_model_create, in a file for each kind of data. The arrays come from the model's
 * builder, so they may be changed although hone_model_data declares them const. */
#ifndef HONE_SRC_MODEL_VALIDATE_H
#define HONE_SRC_MODEL_VALIDATE_H

#include <hone/model.h>

typedef struct hone_validate {
    hone_builder *builder;
    hone_model_data *data; /* the model's own */
    hone_error *error;
} hone_validate;

/* Each returns false with an error if something cannot be repaired or memory runs out. They must be called in this
 * order, because later ones rely on counts and indices that earlier ones have checked. */
bool hone_validate_skeleton(const hone_validate *check);
bool hone_validate_mesh(const hone_validate *check);
bool hone_validate_influences(const hone_validate *check); /* called by hone_validate_mesh */
bool hone_validate_surface(const hone_validate *check);
bool hone_validate_morphs(const hone_validate *check);
bool hone_validate_physics(const hone_validate *check);
/* Only of models that have an avatar, constraints, or springs or colliders. */
bool hone_validate_avatar(const hone_validate *check); /* after morphs: expressions and look-at */
bool hone_validate_constraints(const hone_validate *check);
bool hone_validate_springs(const hone_validate *check);
bool hone_validate_texts(const hone_validate *check); /* also display frames and the PMX header */

/* ARGUMENT if `array` is NULL and `count` is not 0. */
bool hone_validate_array(const hone_validate *check, const void *array, uint32_t count, const char *what);

/* Replaces values that are not finite by 0. what: the warning; at: its place. */
void hone_repair_floats(const hone_validate *check, float *values, size_t count, uint64_t at, const char *what);
/* The same for [element_count][width] values; the place is the element's index. */
void hone_repair_stream(const hone_validate *check, float *values, uint32_t element_count, uint32_t width,
                        const char *what);
/* Replaces an index that is neither HONE_NONE nor below `count` by HONE_NONE. */
void hone_repair_index(const hone_validate *check, int32_t *index, uint32_t count, uint64_t at, const char *what);
/* Replaces NULL by "", and repairs invalid UTF-8. */
void hone_repair_text(const hone_validate *check, const char **text, uint64_t at);

static inline bool hone_index_is_in(int32_t index, uint32_t count)
{
    return index >= 0 && (uint32_t)index < count;
}

#endif
