// The rounds of Bullet's solver, over rows that are packed for them: the same bits in less than half of the time.
//
// Each joint and each contact is a few rows: an impulse along a row's direction changes the speeds of two bodies, and
// ten rounds over all rows find impulses that suit all of them. Bullet's rows and bodies lie far apart in memory, and
// are solved one number at a time. Here the numbers of a row that are treated alike stand side by side in vectors, and
// bodies keep nothing but their speeds. Every sum is taken in Bullet's order.
//
// What hone never asks for is left out: random order, rows of their own number of rounds, two directions of friction,
// rolling friction, and locked axes of a body.
#ifndef HONE_SRC_PHYSICS_ROW_SOLVER_HPP
#define HONE_SRC_PHYSICS_ROW_SOLVER_HPP

#include <btBulletDynamicsCommon.h>

struct hone_row_solver : public btSequentialImpulseConstraintSolver {
    explicit hone_row_solver(bool as_bullet) : stock(as_bullet) {}

    typedef float four __attribute__((vector_size(16)));

    // The way of a body since the solver began: linear speed v and angular speed w.
    struct speeds {
        four xy; // v.x, w.x, v.y, w.y
        four z;  // v.z, w.z, and two that nobody reads
    };

    struct row {
        four a_xy, b_xy, z;                // the direction for A and for B, ordered as speeds; z: of A, then of B
        four gain_a_xy, gain_b_xy, gain_z; // the speeds that an impulse of 1 adds
        float target, softness, share, lower, upper, impulse;
        float friction;
        int contact; // of friction: the contact that causes it
        const speeds *a, *b;
        speeds *new_a, *new_b; // of a body that does not yield a place that nobody reads
    };

    btScalar solveGroupCacheFriendlyIterations(btCollisionObject **bodies, int body_count,
                                               btPersistentManifold **manifolds, int manifold_count,
                                               btTypedConstraint **joints, int joint_count,
                                               const btContactSolverInfo &info, btIDebugDraw *draw) override;

  private:
    void pack_bodies();
    void pack_rows(const btConstraintArray &from, btAlignedObjectArray<row> &to);
    void pack(const btSolverConstraint &from, row &r);
    static void solve(row &r);
    void solve_round();
    void unpack_bodies();
    static void unpack_rows(const btAlignedObjectArray<row> &from, btConstraintArray &to);

    bool stock;                          // for tests: Bullet's own rounds
    btAlignedObjectArray<speeds> moving; // as Bullet's bodies, and one more that nobody reads
    btAlignedObjectArray<row> joint_rows, contact_rows, friction_rows;
};

#endif
