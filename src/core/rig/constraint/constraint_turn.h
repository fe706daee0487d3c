/* The rotations of node constraints, as functions of rotations and positions. Source: VRMC_node_constraint-1.0,
 * "Example of Implementation" of each constraint. */
#ifndef HONE_SRC_RIG_CONSTRAINT_CONSTRAINT_TURN_H
#define HONE_SRC_RIG_CONSTRAINT_CONSTRAINT_TURN_H

/* Local rotations of a source and of the bone that it turns, at rest and now. Unit quaternions. */
typedef struct hone_constraint_turn {
    float source_rest[4], source[4];
    float rest[4]; /* of the bone */
} hone_constraint_turn;

/* The part of the source's rotation from rest that is about an axis of the bone: 0, 1, 2 for x, y, z. A source that is
 * turned by exactly half a turn away from the axis has no such part. */
void hone_constraint_roll(const hone_constraint_turn *turn, int axis, float out[4]);

/* The source's rotation from rest. */
void hone_constraint_rotation(const hone_constraint_turn *turn, float out[4]);

/* The smallest rotation that points an axis of the bone along a direction: 0 to 5 for x, y, z, -x, -y, -z.
 * parent: rotation of the bone's parent in model space.
 * direction: in model space, of any length; zero: the bone keeps its rotation at rest.
 * Where the axis points exactly the other way, the half turn is about the product of the axis with x or z: with the one
 * of these that it is farther from. */
void hone_constraint_aim(const float rest[4], const float parent[4], int axis, const float direction[3], float out[4]);

#endif
