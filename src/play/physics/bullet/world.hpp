// A world of Bullet with hone's parts.
#ifndef HONE_SRC_PHYSICS_BULLET_WORLD_HPP
#define HONE_SRC_PHYSICS_BULLET_WORLD_HPP

#include "play/physics/bullet/box_collision.hpp"
#include "play/physics/bullet/bullet.h"
#include "play/physics/bullet/dispatcher.hpp"
#include "play/physics/bullet/dynamics_world.hpp"
#include "play/physics/bullet/ground_shape.hpp"
#include "play/physics/bullet/pair_list.hpp"
#include "play/physics/bullet/row_solver.hpp"

static inline btVector3 bullet_vector(const float v[3])
{
    return btVector3(v[0], v[1], v[2]);
}

static inline btTransform bullet_transform(const hone_affine &a)
{
    return btTransform(
        btMatrix3x3(a.m[0][0], a.m[0][1], a.m[0][2], a.m[1][0], a.m[1][1], a.m[1][2], a.m[2][0], a.m[2][1], a.m[2][2]),
        btVector3(a.m[0][3], a.m[1][3], a.m[2][3]));
}

// The algorithm that compares two bodies. It is used again if the pair exists in both states.
struct hone_known_algorithm {
    const btBroadphaseProxy *a, *b;
    btCollisionAlgorithm *algorithm;
};

// The contacts of a pair, with their place among those of all pairs.
struct hone_placed_contacts {
    int place;
    btPersistentManifold *contacts;
};

// What restoring a state needs, kept so that going back again and again allocates nothing.
struct hone_state_scratch {
    btManifoldArray found;
    btAlignedObjectArray<hone_known_algorithm> known;
    btAlignedObjectArray<hone_placed_contacts> placed;
};

// Members are destroyed from the last to the first. The broadphase visits pairs in the order of bodies on purpose,
// because the order of btDbvtBroadphase's tree depends on the addresses of its nodes.
struct hone_bullet {
    explicit hone_bullet(const hone_bullet_desc &desc);
    ~hone_bullet();

    hone_bullet(const hone_bullet &) = delete;
    hone_bullet &operator=(const hone_bullet &) = delete;

    btScalar seconds;
    bool follow_late;
    hone_threads threads;
    hone_pair_filter filter;
    hone_collision_configuration configuration;
    hone_dispatcher dispatcher;
    hone_pair_list broadphase;
    hone_row_solver solver;
    hone_dynamics_world world;
    btStaticPlaneShape ground;
    btRigidBody floor;
    btAlignedObjectArray<btRigidBody *> bodies;  // the user index of each is its place in this array; of the floor: -1
    btAlignedObjectArray<btTransform> begins;    // [bodies] places at the beginning of the step
    btAlignedObjectArray<hone_kinship> kinships; // [bodies]; bodies hold pointers to these
    btAlignedObjectArray<btTypedConstraint *> joints;
    mutable hone_state_scratch scratch;
};

#endif
