/* Models that differ from others in what swings. */
#ifndef HONE_SRC_MODEL_WITH_SPRINGS_H
#define HONE_SRC_MODEL_WITH_SPRINGS_H

#include <hone/model.h>

/* Springs and their colliders: the fields of hone_model_data of the same names. */
typedef struct hone_spring_set {
    uint32_t spring_count;
    const hone_spring *springs;
    uint32_t collider_count;
    const hone_collider *colliders;
} hone_spring_set;

/* Creates a model that differs from another one in what swings only: it has other springs and colliders, and no rigid
 * bodies, joints and soft bodies. Impulse morphs keep their names and lose their effect. It shares everything else with
 * `model`, which it retains. Springs are copied, checked and repaired. Errors: ARGUMENT (NULL), MEMORY. */
hone_model *hone_model_with_springs(const hone_model *model, const hone_spring_set *springs,
                                    const hone_allocator *allocator, hone_error *error);

#endif
