/* Objects that are made from a model after it, mostly by higher floors. The model keeps one of each kind, so that all
 * that use the model share it. */
#ifndef HONE_SRC_MODEL_DERIVED_H
#define HONE_SRC_MODEL_DERIVED_H

#include <hone/model.h>

enum { HONE_DERIVED_SKIN, HONE_DERIVED_BOUNDS, HONE_DERIVED_HUMANOID, HONE_DERIVED_COUNT };

typedef struct hone_derived_kind {
    uint32_t place; /* HONE_DERIVED_… */
    /* Returns the object, immutable and made with the model's allocator; NULL on failure. */
    const void *(*make)(const hone_model *model, const hone_allocator *allocator, hone_error *error);
    void (*release)(const void *object);
} hone_derived_kind;

/* Returns the model's derived object, valid as long as the model; NULL if it could not be made, and the next call tries
 * again. It is made by the first call. Several threads may call this at once: one of them makes it while the others
 * wait; once it is made, nobody waits. kind: always the same for one place. */
const void *hone_model_derive(const hone_model *model, const hone_derived_kind *kind, hone_error *error);

/* Returns the number of the model, which no other model has had since the program began. With it, what is kept
 * elsewhere can tell whether it was made from this model, and not from an earlier one at the same address. */
uint32_t hone_model_number(const hone_model *model);

#endif
