/* Samples blocks of bone tracks and of linear channels, HONE_LANES lanes at once. */
#ifndef HONE_SRC_MOTION_LANES_SAMPLE_H
#define HONE_SRC_MOTION_LANES_SAMPLE_H

#include "motion/lanes/ease.h"
#include "motion/lanes/kernel.h"
#include "motion/lanes/slerp.h"

/* first + part * way, for four numbers. */
static inline simd4 move(const double first[4], const double way[4], const doubles part[4 / DOUBLES])
{
    floats moved[4 / DOUBLES];
    for (int i = 0; i < 4 / DOUBLES; i++)
        moved[i] = __builtin_convertvector(
            doubles_load(first + i * DOUBLES) + part[i] * doubles_load(way + i * DOUBLES), floats);
    return simd4_of_floats(moved);
}

static inline void fill(double part, doubles out[4 / DOUBLES])
{
    for (int i = 0; i < 4 / DOUBLES; i++) out[i] = doubles_set(part);
}

static inline void each_part(double x, double y, double z, doubles out[4 / DOUBLES])
{
#if HONE_LANES == 8
    out[0] = (doubles){x, y, z, 0};
#else
    out[0] = (doubles){x, y}, out[1] = (doubles){z, 0};
#endif
}

/* ---- bone tracks ---- */

/* The angles of a group of lanes, and their positions in their segments if translations need these. */
static inline lanes track_angles(const hone_bone_block *block, const hone_bone_plan *plan, int at, double frame)
{
    const hone_slerps *slerps = &block->rotations;
    doubles v[2];
    for (int h = 0; h < 2; h++) {
        int i = at + h * DOUBLES;
        doubles since = doubles_set(frame) - doubles_load(slerps->begin + i);
        v[h] = since * doubles_load(slerps->rate + i);
        if (block->moves)
            doubles_store(block->moves->position + i, since * doubles_load(plan->keys.per_length + i));
        if (block->eased) {
            doubles eased = {0};
            floats angle;
            doubles_bits mask;
            for (int k = 0; k < DOUBLES; k++) eased[k] = *plan->eases[i + k];
            memcpy(&angle, plan->keys.angle + i, sizeof angle);
            memcpy(&mask, plan->is_eased + i, sizeof mask);
            v[h] = doubles_pick(mask, __builtin_convertvector(angle, doubles) * eased, v[h]);
        }
    }
    return doubles_narrow(v[0], v[1]);
}

/* Computes the translations of a block that moves. */
static inline void move_tracks(const hone_bone_moves *moves, float translations[HONE_BLOCK_LANES][4])
{
    doubles part[4 / DOUBLES];
    if (moves->uniform) {
        for (int lane = 0; lane < HONE_BLOCK_LANES; lane++) {
            fill(*moves->parts[lane][0], part);
            simd4_store(translations[lane], move(moves->first[lane], moves->way[lane], part));
        }
        return;
    }
    for (int lane = 0; lane < HONE_BLOCK_LANES; lane++) {
        const double *const *parts = moves->parts[lane];
        each_part(*parts[0], *parts[1], *parts[2], part);
        simd4_store(translations[lane], move(moves->first[lane], moves->way[lane], part));
    }
}

static inline void rotate_tracks(const hone_bone_block *block, const hone_bone_plan *plan, double frame,
                                 simd4 rotations[HONE_BLOCK_LANES])
{
    if (block->still) {
        for (int lane = 0; lane < HONE_BLOCK_LANES; lane++) rotations[lane] = simd4_load(block->rotations.still[lane]);
        return;
    }
    for (int g = 0; g < GROUPS; g++)
        slerp_group(&block->rotations, g * HONE_LANES, track_angles(block, plan, g * HONE_LANES, frame),
                    rotations + g * HONE_LANES);
}

/* Stores a transform. The fourth number of the translation is overwritten by the rotation. */
static inline void store_transform(hone_transform *out, simd4 translation, simd4 rotation)
{
    simd4_store(out, translation);
    simd4_store(out->rotation, rotation);
}

/* Stores eight bones that follow each other in the pose. translations: NULL: all 0. */
static inline void store_dense(const hone_bone_block *block, const float (*translations)[4],
                               const simd4 rotations[HONE_BLOCK_LANES], const hone_pose *pose)
{
    uint32_t bone = block->bones[0];
    hone_transform *out = &pose->bones[bone];
    for (int lane = 0; lane < HONE_BLOCK_LANES; lane++)
        store_transform(&out[lane], translations ? simd4_load(translations[lane]) : simd4_set(0), rotations[lane]);
    memset(pose->animated + bone, 1, HONE_BLOCK_LANES);
    memcpy(pose->physics_off + bone, block->physics_off, HONE_BLOCK_LANES);
}

static inline void store_each(const hone_bone_block *block, const float (*translations)[4],
                              const simd4 rotations[HONE_BLOCK_LANES], const hone_pose *pose)
{
    for (int lane = 0; lane < block->count; lane++) {
        uint32_t bone = block->bones[lane];
        store_transform(&pose->bones[bone], simd4_load(translations[lane]), rotations[lane]);
        pose->animated[bone] = 1;
        pose->physics_off[bone] = block->physics_off[lane];
    }
}

static void sample_tracks(const hone_bone_tracks *tracks, double frame, const hone_pose *pose)
{
    const hone_pose out = *pose; /* a copy, whose pointers no store can change */
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        const hone_bone_block *block = &tracks->blocks[b];
        simd4 rotations[HONE_BLOCK_LANES];
        float moved[HONE_BLOCK_LANES][4];
        const float(*translations)[4] = block->translations;
        rotate_tracks(block, &tracks->plans[b], frame, rotations);
        if (block->moves) {
            move_tracks(block->moves, moved);
            translations = (const float(*)[4])moved;
        }
        if (!block->dense)
            store_each(block, translations, rotations, &out);
        else if (block->at_rest)
            store_dense(block, NULL, rotations, &out);
        else
            store_dense(block, translations, rotations, &out);
    }
}

/* ---- channels ---- */

static inline void mark_animated(const hone_channel_lanes *block, const hone_pose *pose)
{
    if (block->dense)
        memset(pose->animated + block->bones[0], 1, HONE_BLOCK_LANES);
    else
        for (uint32_t lane = 0; lane < block->count; lane++) pose->animated[block->bones[lane]] = 1;
}

/* A time up to a tolerance before a segment counts as its begin. A time that is not finite is in no segment between
 * keys. */
static inline lanes channel_angles(const hone_slerps *slerps, int at, double seconds)
{
    doubles v[2];
    for (int h = 0; h < 2; h++) {
        int i = at + h * DOUBLES;
        v[h] =
            doubles_positive(doubles_set(seconds) - doubles_load(slerps->begin + i)) * doubles_load(slerps->rate + i);
    }
    return doubles_narrow(v[0], v[1]);
}

static void sample_rotations(const hone_channels *channels, double seconds, const hone_pose *pose)
{
    const hone_pose out = *pose;
    for (uint32_t b = 0; b < channels->rotation_count; b++) {
        const hone_rotation_block *block = &channels->rotations[b];
        simd4 rotations[HONE_BLOCK_LANES];
        for (int g = 0; g < GROUPS; g++)
            slerp_group(&block->rotations, g * HONE_LANES, channel_angles(&block->rotations, g * HONE_LANES, seconds),
                        rotations + g * HONE_LANES);
        if (block->lanes.dense)
            for (int lane = 0; lane < HONE_BLOCK_LANES; lane++)
                simd4_store(out.bones[block->lanes.bones[0] + (uint32_t)lane].rotation, rotations[lane]);
        else
            for (uint32_t lane = 0; lane < block->lanes.count; lane++)
                simd4_store(out.bones[block->lanes.bones[lane]].rotation, rotations[lane]);
        mark_animated(&block->lanes, &out);
    }
}

static void sample_vectors(const hone_channels *channels, double seconds, const hone_pose *pose)
{
    const hone_pose out = *pose;
    for (uint32_t b = 0; b < channels->vector_count; b++) {
        const hone_vector_block *block = &channels->vectors[b];
        double parts[HONE_BLOCK_LANES];
        for (int i = 0; i < HONE_BLOCK_LANES; i += DOUBLES)
            doubles_store(parts + i, doubles_positive(doubles_set(seconds) - doubles_load(block->begin + i)) *
                                         doubles_load(block->per_length + i));
        for (uint32_t lane = 0; lane < HONE_BLOCK_LANES && lane < block->lanes.count; lane++) {
            doubles part[4 / DOUBLES];
            fill(parts[lane], part);
            simd4 v = move(block->first[lane], block->way[lane], part);
            memcpy((char *)out.bones + block->offsets[lane], &v, 3 * sizeof(float));
        }
        mark_animated(&block->lanes, &out);
    }
}

#define HONE_MOTION_KERNEL(name, supported)                                                                            \
    {                                                                                                                  \
        name, supported, plan_slerps, ease_groups, sample_tracks, sample_rotations, sample_vectors                     \
    }

#endif
