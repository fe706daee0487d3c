/* Samples blocks of bone tracks and of linear channels, HONE_LANES lanes at once. */
#ifndef HONE_SRC_MOTION_LANES_SAMPLE_H
#define HONE_SRC_MOTION_LANES_SAMPLE_H

#include "core/motion/lanes/ease.h"
#include "core/motion/lanes/kernel.h"
#include "core/motion/lanes/slerp.h"
#include "core/motion/lanes/slerp_pairs.h"

/* first + part * offset. */
static inline lanes move(const double first[HONE_BLOCK_LANES], const double offset[HONE_BLOCK_LANES], int at,
                         const doubles part[HALVES])
{
    doubles moved[HALVES];
    for (int h = 0; h < HALVES; h++)
        moved[h] = doubles_load(first + at + h * DOUBLES) + part[h] * doubles_load(offset + at + h * DOUBLES);
    return doubles_narrow(moved);
}

/* ---- bone tracks ---- */

/* The values of the curves that half a vector of lanes is in. */
static inline doubles values_of(const double *values, const uint32_t *places)
{
#if HONE_LANES == 8
    return (doubles){values[places[0]], values[places[1]], values[places[2]], values[places[3]]};
#elif HONE_LANES == 4
    return (doubles){values[places[0]], values[places[1]]};
#else
    return values[places[0]];
#endif
}

/* Replaces the times of lanes that are in curves. values: of hone_eases */
static inline void replace_eased(const hone_track_eases *eases, const double *values, int at, doubles times[HALVES])
{
    for (int h = 0; h < HALVES; h++) {
        int i = at + h * DOUBLES;
        doubles eased = values_of(values, eases->places + i);
        times[h] = eases->all ? eased : doubles_pick(doubles_not_zero(eases->places + i), eased, times[h]);
    }
}

/* The angles of a vector of lanes. */
static inline lanes track_angles(const hone_bone_block *block, int at, double frame, const double *values)
{
    const hone_slerps *slerps = &block->rotations;
    doubles v[HALVES];
    for (int h = 0; h < HALVES; h++) v[h] = doubles_set(frame) - doubles_load(slerps->begin + at + h * DOUBLES);
    if (block->eases.any)
        replace_eased(&block->eases, values, at, v);
    for (int h = 0; h < HALVES; h++) v[h] *= doubles_load(slerps->rate + at + h * DOUBLES);
    return doubles_narrow(v);
}

/* Computes the translations of a vector of lanes of a block that moves. */
static inline void move_group(const hone_bone_block *block, const hone_bone_plan *plan, int at, double frame,
                              const double *values, simd4 out[HONE_LANES])
{
    const hone_bone_moves *moves = block->moves;
    doubles linear[HALVES], part[HALVES];
    lanes columns[4];
    positions(block->rotations.begin, plan->keys.per_length, at, frame, linear);
    for (int c = 0; c < 3; c++) {
        for (int h = 0; h < HALVES; h++) part[h] = linear[h];
        if (moves->eases[c].any)
            replace_eased(&moves->eases[c], values, at, part);
        columns[c] = move(moves->first[c], moves->offset[c], at, part);
    }
    columns[3] = lanes_set(0);
    lanes_rows(columns, out);
}

static inline void move_tracks(const hone_bone_block *block, const hone_bone_plan *plan, double frame,
                               const double *values, simd4 translations[HONE_BLOCK_LANES])
{
    for (int g = 0; g < GROUPS; g++)
        move_group(block, plan, g * HONE_LANES, frame, values, translations + g * HONE_LANES);
}

static inline void rotate_tracks(const hone_bone_block *block, double frame, const double *values,
                                 simd4 rotations[HONE_BLOCK_LANES])
{
    if (block->still) {
        for (int lane = 0; lane < HONE_BLOCK_LANES; lane++) rotations[lane] = simd4_load(block->rotations.still[lane]);
        return;
    }
    for (int g = 0; g < GROUPS; g++)
        slerp_group(&block->rotations, g * HONE_LANES, track_angles(block, g * HONE_LANES, frame, values),
                    rotations + g * HONE_LANES);
}

/* Stores a transform. The fourth number of the translation is overwritten by the rotation. */
static inline void store_transform(hone_transform *out, simd4 translation, simd4 rotation)
{
    simd4_store(out, translation);
    simd4_store(out->rotation, rotation);
}

/* Stores eight bones that follow each other in the pose. translations: NULL: all 0. */
static inline void store_dense(const hone_bone_block *block, const float *translations,
                               const simd4 rotations[HONE_BLOCK_LANES], const hone_pose *pose)
{
    uint32_t bone = block->bones[0];
    hone_transform *out = &pose->bones[bone];
    for (int lane = 0; lane < HONE_BLOCK_LANES; lane++)
        store_transform(&out[lane], translations ? simd4_load(translations + 4 * (size_t)lane) : simd4_set(0),
                        rotations[lane]);
    memset(pose->animated + bone, 1, HONE_BLOCK_LANES);
    memcpy(pose->physics_off + bone, block->physics_off, HONE_BLOCK_LANES);
}

static inline void store_each(const hone_bone_block *block, const float *translations,
                              const simd4 rotations[HONE_BLOCK_LANES], const hone_pose *pose)
{
    for (int lane = 0; lane < block->count; lane++) {
        uint32_t bone = block->bones[lane];
        store_transform(&pose->bones[bone], simd4_load(translations + 4 * (size_t)lane), rotations[lane]);
        pose->animated[bone] = 1;
        pose->physics_off[bone] = block->physics_off[lane];
    }
}

/* at_rest, moves: as in the block, but constants, so that the most frequent cases keep their numbers in registers. */
static inline void sample_dense(const hone_bone_block *block, const hone_bone_plan *plan, double frame,
                                const double *values, bool at_rest, bool moves, const hone_pose *out)
{
    simd4 rotations[HONE_BLOCK_LANES], moved[HONE_BLOCK_LANES];
    if (moves)
        move_tracks(block, plan, frame, values, moved);
    rotate_tracks(block, frame, values, rotations);
    store_dense(block, at_rest ? NULL : moves ? (const float *)moved : *block->translations, rotations, out);
}

static inline void sample_each(const hone_bone_block *block, const hone_bone_plan *plan, double frame,
                               const double *values, const hone_pose *out)
{
    simd4 rotations[HONE_BLOCK_LANES], moved[HONE_BLOCK_LANES];
    rotate_tracks(block, frame, values, rotations);
    if (block->moves)
        move_tracks(block, plan, frame, values, moved);
    store_each(block, block->moves ? (const float *)moved : *block->translations, rotations, out);
}

static void sample_tracks(const hone_bone_tracks *tracks, double frame, const hone_pose *pose)
{
    const hone_pose out = *pose; /* a copy, whose pointers no store can change */
    const double *values = tracks->eases.values;
    for (uint32_t b = 0; b < tracks->block_count; b++) {
        const hone_bone_block *block = &tracks->blocks[b];
        const hone_bone_plan *plan = &tracks->plans[b];
        if (!block->dense)
            sample_each(block, plan, frame, values, &out);
        else if (block->at_rest)
            sample_dense(block, plan, frame, values, true, false, &out);
        else if (block->moves)
            sample_dense(block, plan, frame, values, false, true, &out);
        else
            sample_dense(block, plan, frame, values, false, false, &out);
    }
}

/* ---- channels ---- */

static inline void mark_animated(const hone_channel_lanes *block, uint8_t *animated)
{
    if (block->dense)
        memset(animated + block->bones[0], 1, HONE_BLOCK_LANES);
    else
        for (uint32_t lane = 0; lane < block->count; lane++) animated[block->bones[lane]] = 1;
}

/* A time up to a tolerance before a segment counts as its begin. A time that is not finite is in no segment between
 * keys. */
static inline lanes channel_angles(const hone_slerps *slerps, int at, double seconds)
{
    doubles v[HALVES];
    for (int h = 0; h < HALVES; h++) {
        int i = at + h * DOUBLES;
        v[h] =
            doubles_positive(doubles_set(seconds) - doubles_load(slerps->begin + i)) * doubles_load(slerps->rate + i);
    }
    return doubles_narrow(v);
}

static inline void slerp_block(const hone_rotation_block *block, double seconds, simd4 out[HONE_BLOCK_LANES])
{
    for (int at = 0; at < HONE_BLOCK_LANES; at += HONE_LANES)
        slerp_group(&block->rotations, at, channel_angles(&block->rotations, at, seconds), out + at);
}

static void sample_rotations(const hone_channels *channels, double seconds, const hone_channel_out *to)
{
    const hone_channel_out out = *to; /* a copy, whose pointers no store can change */
    for (uint32_t b = 0; b < channels->rotation_count; b++) {
        const hone_rotation_block *block = &channels->rotations[b];
        simd4 rotations[HONE_BLOCK_LANES];
        slerp_block(block, seconds, rotations);
        if (block->lanes.dense)
            for (int lane = 0; lane < HONE_BLOCK_LANES; lane++)
                simd4_store(out.bones[block->lanes.bones[0] + (uint32_t)lane].rotation, rotations[lane]);
        else
            for (uint32_t lane = 0; lane < block->lanes.count; lane++)
                simd4_store(out.bones[block->lanes.bones[lane]].rotation, rotations[lane]);
        if (out.animated)
            mark_animated(&block->lanes, out.animated);
    }
}

static inline void move_block(const hone_vector_block *block, double seconds, simd4 out[HONE_BLOCK_LANES])
{
    for (int at = 0; at < HONE_BLOCK_LANES; at += HONE_LANES) {
        doubles part[HALVES], moved[HALVES];
        lanes columns[4];
        for (int h = 0; h < HALVES; h++)
            part[h] = doubles_positive(doubles_set(seconds) - doubles_load(block->begin + at + h * DOUBLES)) *
                      doubles_load(block->per_length + at + h * DOUBLES);
        for (int c = 0; c < 3; c++) {
            for (int h = 0; h < HALVES; h++)
                moved[h] = doubles_widen(block->first[c] + at + h * DOUBLES) +
                           part[h] * doubles_load(block->offset[c] + at + h * DOUBLES);
            columns[c] = doubles_narrow(moved);
        }
        columns[3] = columns[2];
        lanes_rows(columns, out + at);
    }
}

/* Where a lane writes. */
static inline float *vector_of(const hone_channel_lanes *to, uint32_t lane, hone_transform *bones)
{
    return (float *)&bones[to->bones[lane]] + to->first[lane];
}

static void sample_vectors(const hone_channels *channels, double seconds, const hone_channel_out *to)
{
    const hone_channel_out out = *to;
    for (uint32_t b = 0; b < channels->vector_count; b++) {
        const hone_vector_block *block = &channels->vectors[b];
        simd4 vectors[HONE_BLOCK_LANES];
        move_block(block, seconds, vectors);
        if (block->lanes.count == HONE_BLOCK_LANES)
            for (uint32_t lane = 0; lane < HONE_BLOCK_LANES; lane++)
                memcpy(vector_of(&block->lanes, lane, out.bones), &vectors[lane], 3 * sizeof(float));
        else
            for (uint32_t lane = 0; lane < block->lanes.count; lane++)
                memcpy(vector_of(&block->lanes, lane, out.bones), &vectors[lane], 3 * sizeof(float));
        if (out.animated)
            mark_animated(&block->lanes, out.animated);
    }
}

#define HONE_MOTION_KERNEL(name, supported)                                                                            \
    {                                                                                                                  \
        {name, supported}, plan_slerps, set_curves, ease, sample_tracks, sample_rotations, sample_vectors, slerp_pairs \
    }

#endif
