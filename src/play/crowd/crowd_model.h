/* The part that all members of a crowd share: tables of the clips, and for each level of detail the bones to evaluate.
 */
#ifndef HONE_SRC_CROWD_CROWD_MODEL_H
#define HONE_SRC_CROWD_CROWD_MODEL_H

#include "base/memory/arena.h"
#include <hone/crowd.h>
#include <hone/rig.h>
#include <stdatomic.h>

enum {
    HONE_CROWD_GROUP = 8,                       /* columns that are side by side in a row */
    HONE_CROWD_LAYERS = 16,                     /* the most layers with weight of a member */
    HONE_CROWD_ROTATION = 5 * HONE_CROWD_GROUP, /* floats of a group: x, y, z, w, and see hone_crowd_table.rows */
    HONE_CROWD_VECTOR = 3 * HONE_CROWD_GROUP    /* floats of a group: x, y, z */
};

/* A row's time, and the factor that makes the time since then 1 at the next row; 0 in the last row. */
typedef struct hone_crowd_knot {
    double begin, per_length;
} hone_crowd_knot;

/* A clip as rows, each a transform for every column. */
typedef struct hone_crowd_table {
    double duration;
    uint32_t row_count, bucket_count;
    hone_crowd_knot *knots; /* [row_count] ascending */
    double buckets_per_second;
    uint32_t *buckets; /* [bucket_count] the last row that begins before the bucket */
    /* [row_count][stride] Groups of rotations, of translations, of scales. Rotations have the sign that is nearest to
     * the row before. The fifth number of a rotation is the cosine of its quaternion's angle to the next row, less 1.
     */
    float *rows;
} hone_crowd_table;

/* Columns of the parts of a bone's transform; HONE_NONE: the part is always as at rest. */
typedef struct hone_crowd_columns {
    int32_t rotation, translation, scale;
} hone_crowd_columns;

/* A bone that moves. model_from_bone = model_from_parent between T R S, where the parent is the nearest bone above it
 * that moves, and `between` are the bones between them, at rest. */
typedef struct hone_crowd_step {
    hone_crowd_columns columns; /* the rotation always has one */
    int32_t parent;             /* a step before this one, or HONE_NONE */
    bool has_between;
    hone_affine between;
    float position[3]; /* the translation, if it has no column */
} hone_crowd_step;

/* A matrix of the result, such as a slot of the palette: model_from_bone of the step, times the matrix. */
typedef struct hone_crowd_output {
    int32_t step; /* HONE_NONE: the matrix alone */
    hone_affine matrix;
} hone_crowd_output;

typedef struct hone_crowd_level {
    uint32_t step_count;
    hone_crowd_step *steps;   /* [step_count] parents first */
    hone_crowd_output *slots; /* [slot_count] the palette */
    hone_crowd_output *pose;  /* [pose_size] those of pose_slots */
    /* The first groups of each kind, which contain all columns of the steps. */
    uint32_t rotation_groups, translation_groups, scale_groups;
} hone_crowd_level;

struct hone_crowd_model {
    atomic_uint references;
    hone_arena *memory;
    hone_model *model;
    hone_mmd_rules rules;
    uint32_t clip_count, slot_count, level_count;
    hone_motion **clips;
    const uint8_t **moves; /* [level_count] the bones that a level moves; NULL: all */
    bool has_tables;
    bool baked;      /* the tables hold bones that a rig has evaluated, because the model needs one */
    float bake_rate; /* rows in a second of the tables; 0: at the times of the keys */
    bool rigid;      /* every palette is rigid: no bone and no slot has scale */
    /* With tables: */
    hone_crowd_columns *columns; /* [bone_count] */
    uint32_t rotation_groups, translation_groups, scale_groups;
    uint32_t stride; /* floats of a row */
    float *rest;     /* [stride] the row of the rest pose */
    hone_crowd_table *tables;
    hone_crowd_level *levels; /* [level_count] */
    /* A pose, between two of which a member may move: with tables a matrix for all slots that always have the same one,
     * as those of bones that no clip moves have it with the bone that they follow. Without tables it is a palette. */
    uint32_t pose_size;
    uint32_t *pose_slots; /* [pose_size] the first slot of each matrix; without tables NULL */
    int32_t *pose_of;     /* [slot_count] the matrix of each slot; HONE_NONE: it never moves; without tables NULL */
};

/* Where groups begin in a row. */
static inline size_t hone_crowd_translation_begin(const hone_crowd_model *shared)
{
    return (size_t)shared->rotation_groups * HONE_CROWD_ROTATION;
}

static inline size_t hone_crowd_scale_begin(const hone_crowd_model *shared)
{
    return hone_crowd_translation_begin(shared) + (size_t)shared->translation_groups * HONE_CROWD_VECTOR;
}

#endif
