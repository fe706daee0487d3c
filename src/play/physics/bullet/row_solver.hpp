// The rounds of Bullet's solver on packed rows: the same bits in less than half of the time.
//
// Each joint and each contact is a few rows. An impulse along a row's direction changes the velocities of two bodies,
// and ten rounds over all rows find impulses that satisfy all of them (projected Gauss-Seidel, or sequential impulses).
// Bullet's rows and bodies are far apart in memory and are solved one number at a time. Here the numbers of a row that
// are treated alike are side by side in fours, and bodies consist of their velocities only. Every sum is in
// Bullet's order.
//
// Bodies that rows join form an island; bodies that nothing moves join none. Islands share no velocity that changes, so
// threads solve them side by side, and the bits are those of one thread. All islands come in one call (see
// hone_bullet's constructor), and they are found anew in each step, because contacts join and part them.
//
// Features that hone never uses are missing: random order, two directions of friction, rolling friction, and locked
// axes of a body. The rows of a joint with a number of rounds of its own, and those of contacts of its bodies, get the
// rounds beyond the others' after these.
#ifndef HONE_SRC_PHYSICS_BULLET_ROW_SOLVER_HPP
#define HONE_SRC_PHYSICS_BULLET_ROW_SOLVER_HPP

#include "play/physics/bullet/four.hpp"
#include "play/physics/bullet/threads.hpp"
#include <atomic>
#include <btBulletDynamicsCommon.h>

struct hone_row_solver : public btSequentialImpulseConstraintSolver {
    hone_row_solver(const hone_threads &threads_of_step, bool as_bullet) : threads(threads_of_step), stock(as_bullet) {}

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
        int contact;  // friction: index of its contact
        bool patient; // a joint or contact that gets more rounds
        const speeds *a, *b;
        speeds *new_a, *new_b; // an unused element for a body that cannot move
    };

    // Two bodies of Bullet's array; below 0: one that does not move.
    struct body_pair {
        int a, b;
    };

    // Rows of one kind, island after island, and within each by level.
    struct row_list {
        btAlignedObjectArray<body_pair> bodies; // by Bullet's index
        btAlignedObjectArray<int> order;        // Bullet's indices
        btAlignedObjectArray<row> rows;         // as `order`
    };

    // The first rows of an island; those of the next one follow its last ones.
    struct island {
        int joint, contact, friction;
    };

    btScalar solveGroupCacheFriendlyIterations(btCollisionObject **bodies, int body_count,
                                               btPersistentManifold **manifolds, int manifold_count,
                                               btTypedConstraint **joints, int joint_count,
                                               const btContactSolverInfo &info, btIDebugDraw *draw) override;

  protected:
    void convertJoints(btTypedConstraint **joints, int count, const btContactSolverInfo &info) override;

  private:
    enum { most_threads = 256 };

    void push_apart(const btContactSolverInfo &info);
    bool moves(int body) const;
    void read_bodies(const btConstraintArray &from, row_list &to) const;
    void sort_by_level(row_list &list);
    int root_of(int body);
    void join_bodies(const row_list &rows);
    int island_of(const body_pair &bodies) const;
    void sort_by_island(row_list &list, int island::*first);
    void find_islands();
    void order_rows();
    void pack_bodies();
    void pack(const btSolverConstraint &from, speeds *nowhere, row &r);
    void pack_rows(const btConstraintArray &from, int begin, int end, speeds *nowhere, row_list &to);
    void pack_island(const island &begin, const island &end, speeds *nowhere);
    static void solve(row &r);
    static void solve_friction(row &r, const row &contact);
    void solve_round(const island &begin, const island &end);
    void find_patient(int rounds);
    void mark_patient(const island &begin, const island &end, int rounds);
    void solve_patient_round(const island &begin, const island &end);
    void solve_island(int index, const btContactSolverInfo &info);
    void solve_islands(const btContactSolverInfo &info);
    void unpack_bodies();
    static void unpack_rows(const row_list &from, int begin, int end, btConstraintArray &to);

    const hone_threads &threads;
    bool stock;                              // for tests: Bullet's own rounds
    btAlignedObjectArray<int> overlaps;      // indices of contacts
    btAlignedObjectArray<int> above;         // [bodies] trees of joined bodies: towards the root, which is itself
    btAlignedObjectArray<int> numbers;       // [bodies] of their islands
    btAlignedObjectArray<island> islands;    // [islands + 1] the last one: ends of the rows
    btAlignedObjectArray<int> largest_first; // [islands]
    btAlignedObjectArray<speeds> moving;     // as Bullet's bodies
    row_list joint_rows, contact_rows, friction_rows;
    btAlignedObjectArray<int> last_levels, levels, firsts; // scratch
    btAlignedObjectArray<int> places;                      // [contacts] in contact_rows, by Bullet's index
    btAlignedObjectArray<char> patient;                    // [moving] 1: its joints have more rounds
    btAlignedObjectArray<int> first_rows;                  // [joints] of Bullet's array
    btAlignedObjectArray<body_pair> joint_bodies;          // [joints] numbers of bodies in Bullet's array
};

#endif
