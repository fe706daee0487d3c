/* The door of a model: what hone_model_create checks and mends, a file a noun. The arrays came from the model's
 * builder, so they may be written to although hone_model_data shows them as const. */
#ifndef HONE_SRC_MODEL_VALIDATE_H
#define HONE_SRC_MODEL_VALIDATE_H

#include <hone/model.h>

typedef struct hone_validate {
    hone_builder *builder;
    hone_model_data *data; /* the model's own */
    hone_error *error;
} hone_validate;

/* Each returns false, with the error set, where something cannot be mended or memory ran out. In this order: a later
 * one trusts the counts and indices that an earlier one checked. */
bool hone_validate_skeleton(const hone_validate *check);
bool hone_validate_mesh(const hone_validate *check);
bool hone_validate_influences(const hone_validate *check); /* called by hone_validate_mesh */
bool hone_validate_surface(const hone_validate *check);
bool hone_validate_morphs(const hone_validate *check);
bool hone_validate_physics(const hone_validate *check);
bool hone_validate_texts(
    const hone_validate *check); /* and display frames and the PMX header: what no other floor reads */

/* ARGUMENT unless `array` is there or `count` is 0. */
bool hone_validate_array(const hone_validate *check, const void *array, uint32_t count, const char *what);

/* What is not finite becomes 0. `what` is the warning, `at` its place. */
void hone_mend_floats(const hone_validate *check, float *values, size_t count, uint64_t at, const char *what);
/* The same for [element_count][width]; the place is the element's index. */
void hone_mend_stream(const hone_validate *check, float *values, uint32_t element_count, uint32_t width,
                      const char *what);
/* An index that is neither HONE_NONE nor below `count` becomes HONE_NONE. */
void hone_mend_index(const hone_validate *check, int32_t *index, uint32_t count, uint64_t at, const char *what);
/* NULL becomes "", what is no UTF-8 is repaired. */
void hone_mend_text(const hone_validate *check, const char **text, uint64_t at);

static inline bool hone_index_is_in(int32_t index, uint32_t count)
{
    return index >= 0 && (uint32_t)index < count;
}

#endif
