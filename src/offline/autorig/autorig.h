/* What the parts of fitting share. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H
#define HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H

#include "base/builder.h"
#include <hone/autorig.h>
#include <hone/skin.h>

typedef struct autorig_context {
    const hone_autorig_desc *desc;
    hone_autorig_report *report;
    const hone_model_data *mesh, *skeleton; /* both in MMD's space */
    const hone_model_data *source;          /* of the mesh, as it came */
    bool keep_materials;                    /* materials and further UVs are the source's */
    hone_builder *builder;
    hone_arena *scratch;
    uint8_t *hangs_on_head; /* [vertex_count] of a skeleton that was made for the mesh; NULL: not known */
    float neck_thick;       /* half of it */
    float low[3], high[3];  /* of the mesh */
    hone_humanoid human;    /* the skeleton's */
    hone_model_data data;   /* what is made */
} autorig_context;

void *hone_autorig_copy(hone_builder *builder, const void *array, size_t count, size_t size); /* NULL of nothing */
const char *hone_autorig_text(autorig_context *f, const char *text);
void hone_autorig_box(const hone_mesh *mesh, float low[3], float high[3]);

/* A point or direction of the mesh once it looks towards -z: turned by 90 degrees about y, report->quarters times. */
static inline void autorig_turn(const autorig_context *f, float v[3])
{
    for (int i = 0; i < f->report->quarters; i++) {
        float x = v[0];
        v[0] = v[2], v[2] = -x;
    }
}

/* Where a bone of MMD's ends. */
void hone_autorig_tail_of(const hone_skeleton *skeleton, uint32_t bone, float out[3]);

/* Whose a bone is, and whose bones a vertex may hang on. */
enum { AUTORIG_BODY = 1, AUTORIG_OTHERS = 2 };

/* bones: [bone_count] of the skeleton; vertices: [vertex_count] of the mesh, both in scratch memory; NULL where nothing
 * tells the body's bones from others. False: out of memory. */
bool hone_autorig_kinds(autorig_context *f, uint8_t **bones, uint8_t **vertices);

/* Each fills in its part of the data; false: out of memory, or with an error. */
bool hone_autorig_skeleton(autorig_context *f); /* and its bodies */
bool hone_autorig_mesh(autorig_context *f);
bool hone_autorig_materials(autorig_context *f);
bool hone_autorig_morphs(autorig_context *f);
bool hone_autorig_weights(autorig_context *f, hone_error *error);
bool hone_autorig_bend_to_a_pose(autorig_context *f, hone_error *error);

#endif
