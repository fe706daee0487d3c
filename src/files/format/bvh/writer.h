/* Types and functions that the parts of the BVH writer share. */
#ifndef HONE_SRC_FORMAT_BVH_WRITER_H
#define HONE_SRC_FORMAT_BVH_WRITER_H

#include "base/files/byte_writer.h"
#include "base/memory/arena.h"
#include "core/model/front.h"
#include <hone/format.h>
#include <hone/io.h>

/* A joint of the file. All values are right-handed and in the file's unit. */
typedef struct bvh_out_joint {
    int32_t bone;   /* HONE_NONE: a root for several roots */
    int32_t parent; /* an earlier joint, or HONE_NONE */
    uint32_t depth; /* 0: the root */
    bool leaf;
    bool places;     /* has channels of its position */
    float rest[3];   /* model space */
    float offset[3]; /* from the parent */
    float unrest[4]; /* undoes the rotation at rest, model space */
    float angles[3]; /* of the frame before: Z, X, Y, degrees */
} bvh_out_joint;

/* Where a joint is in a frame: model space. */
typedef struct bvh_out_place {
    float at[3];
    float turn[4]; /* from rest */
} bvh_out_place;

typedef struct bvh_writer {
    const hone_model_data *model;
    const hone_bvh_desc *desc;
    hone_arena *memory;
    hone_writer out;
    float scale;    /* the file's units in a unit of the model */
    hone_axes axes; /* to those of the file */
    uint32_t joint_count, frame_count;
    double rate;
    bvh_out_joint *joints; /* [joint_count] as they are written: a joint follows its parent, children are together */
    uint32_t *order;       /* [bone_count] parents before children */
    hone_affine *bones;    /* [bone_count] model space */
    bvh_out_place *places; /* [joint_count] */
    hone_sampler *sampler; /* NULL: at rest */
    hone_pose *pose;
} bvh_writer;

/* Makes the joints from the bones. Returns false if out of memory. */
bool hone_bvh_make_joints(bvh_writer *writer);
void hone_bvh_write_hierarchy(bvh_writer *writer);

/* Computes where the joints are in a frame. */
void hone_bvh_place(bvh_writer *writer, uint32_t frame);
/* Finds the joints that move away from their offset in any frame. */
void hone_bvh_find_moving(bvh_writer *writer);
void hone_bvh_write_frames(bvh_writer *writer);

/* Writes the shortest text that is read as the same float. */
void hone_bvh_write_float(bvh_writer *writer, float value);
void hone_bvh_write_text(bvh_writer *writer, const char *text);

#endif
