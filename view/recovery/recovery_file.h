/* What a scene file and motions beside it do not say about unsaved work: which files they are, where the work is to be
 * saved, what was changed, and painted weights. */
#ifndef HONE_VIEW_RECOVERY_RECOVERY_FILE_H
#define HONE_VIEW_RECOVERY_RECOVERY_FILE_H

#include "tool/edit/vertex_weights.h"

#include <hone/io.h>

typedef struct recovery_weight {
    uint32_t vertex;
    vertex_weights value;
} recovery_weight;

typedef struct recovery_model { /* of a model of the scene */
    bool built_in;
    uint32_t changes; /* document_changes_of */
    uint32_t vertices;
    recovery_weight *weights; /* [weight_count] painted vertices */
    uint32_t weight_count;
} recovery_model;

typedef struct recovery_motion { /* of a motion of the scene */
    char *path;                  /* its own file; NULL: it has none */
    bool written;                /* it is beside the scene */
    bool changed;                /* its keys are not saved */
    bool built_in;
} recovery_motion;

typedef struct recovery_file {
    char *scene, *bends;    /* names of files in the same folder: scenes with the corrections, and with the bends */
    char *opened;           /* the scene that Save scene saves; NULL: none */
    uint32_t changes;       /* of what belongs to no character: DOCUMENT_CHANGED_FILES */
    recovery_model *models; /* [model_count] */
    uint32_t model_count;
    recovery_motion *motions; /* [motion_count] */
    uint32_t motion_count;
} recovery_file;

bool recovery_file_encode(const recovery_file *f, hone_bytes *out, hone_error *error);
/* out: empty on failure. Errors: FORMAT, MEMORY. */
bool recovery_file_decode(const void *data, size_t size, recovery_file *out, hone_error *error);
void recovery_file_release(recovery_file *f);

#endif
