// The rounds of Bullet's solver on packed rows: the same bits in less than half of the time.
//
// Each joint and each contact is a few rows. An impulse along a row's direction changes the velocities of two bodies,
// and ten rounds over all rows find impulses that satisfy all of them (projected Gauss-Seidel, or sequential impulses).
// Bullet's rows and bodies are far apart in memory and are solved one number at a time. Here the numbers of a row that
// are treated alike are side by side in fours, and bodies consist of their velocities only. Every sum is in
// Bullet's order.
//
// Features that hone never uses are missing: random order, two directions of friction, rolling friction, and locked
// axes of a body. The rows of a joint with a number of rounds of its own, and those of contacts of its bodies, get the
// rounds beyond the others' after these.
#ifndef HONE_SRC_PHYSICS_BULLET_ROW_SOLVER_HPP
#define HONE_SRC_PHYSICS_BULLET_ROW_SOLVER_HPP

#include "play/physics/bullet/four.hpp"
#include <btBulletDynamicsCommon.h>

struct hone_row_solver : public btSequentialImpulseConstraintSolver {
    explicit hone_row_solver(bool as_bullet) : stock(as_bullet) {}

    typedef hone_four four;

    // Change of a body's velocities since the solver began: linear v and angular w.
    struct speeds {
        four xy; // v.x, w.x, v.y, w.y
        four z;  // v.z, w.z, and two unused ones
    };

    struct row {
        four a_xy, b_xy, z;                // direction for A and for B, in the order of `speeds`; z: A, then B
        four gain_a_xy, gain_b_xy, gain_z; // velocities that an impulse of 1 adds
        float target, softness, share, lower, upper, impulse;
        float friction;
        int contact; // friction: index of its contact
        const speeds *a, *b;
        speeds *new_a, *new_b; // an unused element for a body that cannot move
    };

    btScalar solveGroupCacheFriendlyIterations(btCollisionObject **bodies, int body_count,
                                               btPersistentManifold **manifolds, int manifold_count,
                                               btTypedConstraint **joints, int joint_count,
                                               const btContactSolverInfo &info, btIDebugDraw *draw) override;

  private:
    void push_apart(const btContactSolverInfo &info);
    void pack_bodies();
    void pack_rows(const btConstraintArray &from, btAlignedObjectArray<row> &to);
    void pack(const btSolverConstraint &from, row &r);
    static void solve(row &r);
    static void solve_friction(row &r, const row &contact);
    void solve_round();
    int find_patient(int rounds);
    void solve_patient_round();
    void unpack_bodies();
    static void unpack_rows(const btAlignedObjectArray<row> &from, btConstraintArray &to);

    btAlignedObjectArray<int> overlaps;  // indices of contacts
    bool stock;                          // for tests: Bullet's own rounds
    btAlignedObjectArray<speeds> moving; // as Bullet's bodies, and one unused element
    btAlignedObjectArray<row> joint_rows, contact_rows, friction_rows;
    btAlignedObjectArray<char> patient; // [moving] 1: its joints have more rounds
    btAlignedObjectArray<int> patient_joints, patient_contacts, patient_friction; // indices of rows
};

#endif
