/* What the parts of fitting share. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H
#define HONE_SRC_OFFLINE_AUTORIG_AUTORIG_H

#include "base/builder.h"
#include <hone/fit.h>
#include <hone/skin.h>

typedef struct fitting {
    const hone_fit_desc *desc;
    hone_fit_report *report;
    const hone_model_data *mesh, *skeleton; /* both in MMD's space */
    const hone_model_data *source;          /* of the mesh, as it came */
    bool own_surface;                       /* materials and further UVs are the source's */
    hone_builder *builder, *scratch;
    uint8_t *hangs_on_head; /* [vertex_count] of a skeleton that was made for the mesh; NULL: not known */
    float neck_thick;       /* half of it */
    float low[3], high[3];  /* of the mesh */
    hone_humanoid human;    /* the skeleton's */
    hone_model_data data;   /* what is made */
} fitting;

void *fit_copy(hone_builder *builder, const void *array, size_t count, size_t size); /* NULL of nothing */
const char *fit_text(fitting *f, const char *text);
void fit_box(const hone_mesh *mesh, float low[3], float high[3]);

/* A point or direction of the mesh once it looks towards -z: turned by 90 degrees about y, report->quarters times. */
static inline void fit_turn(const fitting *f, float v[3])
{
    for (int i = 0; i < f->report->quarters; i++) {
        float x = v[0];
        v[0] = v[2], v[2] = -x;
    }
}

/* Where a bone of MMD's ends. */
void hone_fit_tail_of(const hone_skeleton *skeleton, uint32_t bone, float out[3]);

/* Whose a bone is, and whose bones a vertex may hang on. */
enum { FIT_BODY = 1, FIT_OTHERS = 2 };

/* bones: [bone_count] of the skeleton; vertices: [vertex_count] of the mesh, both in scratch memory; NULL where nothing
 * tells the body's bones from others. False: out of memory. */
bool hone_fit_kinds(fitting *f, uint8_t **bones, uint8_t **vertices);

/* Each fills in its part of the data; false: out of memory, or with an error. */
bool fit_skeleton(fitting *f); /* and its bodies */
bool fit_mesh(fitting *f);
bool fit_surface(fitting *f);
bool fit_morphs(fitting *f);
bool fit_weights(fitting *f, hone_error *error);
bool fit_rest(fitting *f, hone_error *error);

#endif
