/* The error metric: measures how far bones and vertices are off because keys were left out, or because of linear
 * blend skinning. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H

#include "base/memory/arena.h"
#include "offline/bake/mmd_playback.h"
#include "offline/bake/vertex_error.h"
#include <hone/skin.h>
#include <math.h>

/* The largest errors found, and where. */
typedef struct bake_error {
    double joint, vertex;
    uint32_t worst_bone, worst_vertex;
    uint32_t joint_at, vertex_at; /* the samples of the chunk where they were found */
} bake_error;

/* The errors of a chunk, at whole frames and at the samples between them. */
typedef struct bake_errors {
    bake_error whole, between;
} bake_errors;

static inline double bake_error_of(const bake_error *error)
{
    return fmax(error->joint, error->vertex);
}

/* The data of one thread that measures, and its results. */
typedef struct hone_metric_worker {
    hone_mmd_playback *playback;  /* NULL: a player without MMD's rig, with parents only */
    hone_affine *model_from_bone; /* [SAMPLE_BLOCK][bone_count] bones as the keys place them */
    lanes_affine *placed;         /* [bone_count] the same of some samples; NULL with a playback */
    hone_vertex_scratch vertices;
    bake_errors errors;
    /* For the error of linear blend skinning: */
    hone_skin_rest *rests[2]; /* of skins[0] and skins[1]; NULL: no morph moves a vertex */
    uint32_t rest_changes;    /* vertices.changes when these were set */
    hone_palette palette;
    float (*moved)[3];    /* [bent_count] rest positions with morphs */
    float (*posed[2])[3]; /* [bent_count] positions by skins[0] and skins[1] */
    double deform;        /* the largest error, and where */
    uint32_t deformed, deform_at;
    bool failed;
    hone_error error;
} hone_metric_worker;

typedef struct hone_error_metric {
    const hone_model_data *model;
    hone_allocator allocator;
    hone_vertex_error vertices;
    uint32_t bent_count, *bent; /* SDEF and QDEF vertices, whose error of linear blend skinning is measured */
    hone_skin *skins[2]; /* of these: linear, with weights of sum 1; each vertex by its kind. NULL: there is none */
    uint32_t worker_count;
    hone_metric_worker *workers; /* [worker_count] */
} hone_error_metric;

/* playbacks: [worker_count]; NULL: for a player without MMD's rig. */
bool hone_error_metric_make(const hone_sample_chunk *chunk, hone_mmd_playback *playbacks, uint32_t worker_count,
                            const hone_allocator *allocator, hone_arena *memory, hone_error_metric *out,
                            hone_error *error);
void hone_error_metric_release(hone_error_metric *metric);

/* The errors of a chunk: begin, measure all samples on one or several threads, end. */

void hone_error_metric_begin(hone_error_metric *metric);

/* Measures samples begin .. end - 1 as the player shows them with the chosen keys. */
void hone_error_metric_keys(hone_error_metric *metric, uint32_t worker, const hone_sample_chunk *chunk, uint32_t begin,
                            uint32_t end);

/* Measures the error of linear blend skinning at whole frames begin .. end - 1 of the chunk, with the bones as the
 * actor had them. */
void hone_error_metric_deform(hone_error_metric *metric, uint32_t worker, const hone_sample_chunk *chunk,
                              uint32_t begin, uint32_t end);

/* Returns the largest errors of all threads. Of equal ones the earliest counts, so the result does not depend on the
 * number of threads. */
bake_errors hone_error_metric_end(const hone_error_metric *metric);

/* The same for the error of linear blend skinning. *worst never decreases. Fails as hone_skin_run_on. */
bool hone_error_metric_end_deform(const hone_error_metric *metric, double *worst, uint32_t *worst_vertex,
                                  hone_error *error);

#endif
