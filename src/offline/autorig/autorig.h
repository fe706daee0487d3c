/* State and functions shared by the steps of autorig. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H
#define HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H

#include "base/memory/builder.h"
#include <hone/autorig.h>
#include <hone/skin.h>

typedef struct autorig_context {
    const hone_autorig_desc *desc;
    hone_autorig_report *report;
    const hone_model_data *mesh, *skeleton; /* both in MMD's space */
    const hone_model_data *source;          /* the mesh's model before conversion */
    bool keep_materials;                    /* use the source's materials and extra UVs */
    hone_builder *builder;
    hone_arena *scratch;
    uint8_t *hangs_on_head; /* [vertex_count] whether a vertex belongs to the head; NULL: the skeleton was given */
    float neck_thick;       /* radius of the neck */
    float low[3], high[3];  /* box around the mesh */
    hone_humanoid human;    /* of the skeleton */
    hone_model_data data;   /* the result */
} autorig_context;

/* NULL if `array` is NULL */
void *hone_autorig_copy(hone_builder *builder, const void *array, size_t count, size_t size);
const char *hone_autorig_text(autorig_context *f, const char *text);
void hone_autorig_box(const hone_mesh *mesh, float low[3], float high[3]);

/* Turns a point or direction of the mesh by 90 degrees about y, report->quarters times, so that the figure faces -z. */
static inline void autorig_turn(const autorig_context *f, float v[3])
{
    for (int i = 0; i < f->report->quarters; i++) {
        float x = v[0];
        v[0] = v[2], v[2] = -x;
    }
}

/* The end of a bone by the rules of PMX. */
void hone_autorig_tail_of(const hone_skeleton *skeleton, uint32_t bone, float out[3]);

/* Kinds of bones, and the set of kinds that a vertex may be bound to. */
enum { AUTORIG_BODY = 1, AUTORIG_OTHERS = 2 };

/* bones: [bone_count] of the skeleton; vertices: [vertex_count] of the mesh; both in scratch memory, or NULL if the
 * body's bones cannot be told from others. False: out of memory. */
bool hone_autorig_kinds(autorig_context *f, uint8_t **bones, uint8_t **vertices);

/* Each fills in its part of the data. False: out of memory, or with an error. */
bool hone_autorig_skeleton(autorig_context *f); /* with display frames, bodies and joints */
bool hone_autorig_mesh(autorig_context *f);
bool hone_autorig_materials(autorig_context *f);
bool hone_autorig_morphs(autorig_context *f);
bool hone_autorig_weights(autorig_context *f, hone_error *error);
bool hone_autorig_bend_to_a_pose(autorig_context *f, hone_error *error);

#endif
