#include "physics/row_solver.hpp"

static_assert(sizeof(btScalar) == sizeof(float), "hone uses Bullet in single precision");

typedef hone_row_solver::four four;

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int four_places __attribute__((vector_size(16)));
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, four_places{i, j, k, l})
#endif

// ---- packing -------------------------------------------------------------------------------------------------------

static four weave_xy(const btVector3 &linear, const btVector3 &angular)
{
    return four{linear.x(), angular.x(), linear.y(), angular.y()};
}

static four weave_z(const btVector3 &linear_a, const btVector3 &angular_a, const btVector3 &linear_b,
                    const btVector3 &angular_b)
{
    return four{linear_a.z(), angular_a.z(), linear_b.z(), angular_b.z()};
}

void hone_row_solver::pack_bodies()
{
    int count = m_tmpSolverBodyPool.size();
    moving.resizeNoInitialize(count + 1);
    for (int i = 0; i < count; i++) {
        const btSolverBody &body = m_tmpSolverBodyPool[i];
        const btVector3 &linear = body.m_deltaLinearVelocity, &angular = body.m_deltaAngularVelocity;
        moving[i] = speeds{weave_xy(linear, angular), four{linear.z(), angular.z(), 0, 0}};
    }
    moving[count] = speeds{four{0, 0, 0, 0}, four{0, 0, 0, 0}};
}

void hone_row_solver::pack(const btSolverConstraint &from, row &r)
{
    const btSolverBody &a = m_tmpSolverBodyPool[from.m_solverBodyIdA], &b = m_tmpSolverBodyPool[from.m_solverBodyIdB];
    const btVector3 gain_a = from.m_contactNormal1 * a.m_invMass, gain_b = from.m_contactNormal2 * b.m_invMass;
    speeds &nowhere = moving[m_tmpSolverBodyPool.size()];
    r.a_xy = weave_xy(from.m_contactNormal1, from.m_relpos1CrossNormal);
    r.b_xy = weave_xy(from.m_contactNormal2, from.m_relpos2CrossNormal);
    r.z = weave_z(from.m_contactNormal1, from.m_relpos1CrossNormal, from.m_contactNormal2, from.m_relpos2CrossNormal);
    r.gain_a_xy = weave_xy(gain_a, from.m_angularComponentA);
    r.gain_b_xy = weave_xy(gain_b, from.m_angularComponentB);
    r.gain_z = weave_z(gain_a, from.m_angularComponentA, gain_b, from.m_angularComponentB);
    r.target = from.m_rhs, r.softness = from.m_cfm, r.share = from.m_jacDiagABInv;
    r.lower = from.m_lowerLimit, r.upper = from.m_upperLimit, r.impulse = from.m_appliedImpulse;
    r.friction = from.m_friction, r.contact = from.m_frictionIndex;
    speeds &moving_a = moving[from.m_solverBodyIdA], &moving_b = moving[from.m_solverBodyIdB];
    r.a = &moving_a, r.new_a = a.m_originalBody ? &moving_a : &nowhere;
    r.b = &moving_b, r.new_b = b.m_originalBody ? &moving_b : &nowhere;
}

void hone_row_solver::pack_rows(const btConstraintArray &from, btAlignedObjectArray<row> &to)
{
    to.resizeNoInitialize(from.size());
    for (int i = 0; i < from.size(); i++) pack(from[i], to[i]);
}

// ---- rounds --------------------------------------------------------------------------------------------------------

// Computes the impulse that brings the bodies to the row's target velocity, within the row's limits.
inline void hone_row_solver::solve(row &r)
{
    const four a_xy = r.a->xy, b_xy = r.b->xy, z = SHUFFLE(r.a->z, r.b->z, 0, 1, 4, 5);
    const four at_a = r.a_xy * a_xy, at_b = r.b_xy * b_xy;
    const four sums = SHUFFLE(at_a, at_b, 0, 1, 4, 5) + SHUFFLE(at_a, at_b, 2, 3, 6, 7) + r.z * z;
    float change = r.target - r.impulse * r.softness;
    change -= (sums[0] + sums[1]) * r.share;
    change -= (sums[2] + sums[3]) * r.share;
    const float sum = r.impulse + change;
    const float limited = sum < r.lower ? r.lower : sum > r.upper ? r.upper : sum;
    if (limited != sum)
        change = limited - r.impulse;
    r.impulse = limited;
    const four step = {change, change, change, change}, new_z = z + r.gain_z * step;
    r.new_a->xy = a_xy + r.gain_a_xy * step, r.new_a->z = new_z;
    r.new_b->xy = b_xy + r.gain_b_xy * step, r.new_b->z = SHUFFLE(new_z, new_z, 2, 3, 2, 3);
}

void hone_row_solver::solve_round()
{
    for (int i = 0; i < joint_rows.size(); i++) solve(joint_rows[i]);
    for (int i = 0; i < contact_rows.size(); i++) solve(contact_rows[i]);
    for (int i = 0; i < friction_rows.size(); i++) {
        row &r = friction_rows[i];
        const float pressure = contact_rows[r.contact].impulse;
        if (!(pressure > 0))
            continue;
        r.upper = r.friction * pressure, r.lower = -r.upper;
        solve(r);
    }
}

// ---- unpacking -----------------------------------------------------------------------------------------------------

void hone_row_solver::unpack_bodies()
{
    for (int i = 0; i < m_tmpSolverBodyPool.size(); i++) {
        const speeds &from = moving[i];
        m_tmpSolverBodyPool[i].m_deltaLinearVelocity.setValue(from.xy[0], from.xy[2], from.z[0]);
        m_tmpSolverBodyPool[i].m_deltaAngularVelocity.setValue(from.xy[1], from.xy[3], from.z[1]);
    }
}

void hone_row_solver::unpack_rows(const btAlignedObjectArray<row> &from, btConstraintArray &to)
{
    for (int i = 0; i < to.size(); i++) to[i].m_appliedImpulse = from[i].impulse;
}

btScalar hone_row_solver::solveGroupCacheFriendlyIterations(btCollisionObject **bodies, int body_count,
                                                            btPersistentManifold **manifolds, int manifold_count,
                                                            btTypedConstraint **joints, int joint_count,
                                                            const btContactSolverInfo &info, btIDebugDraw *draw)
{
    if (stock)
        return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyIterations(
            bodies, body_count, manifolds, manifold_count, joints, joint_count, info, draw);
    solveGroupCacheFriendlySplitImpulseIterations(bodies, body_count, manifolds, manifold_count, joints, joint_count,
                                                  info, draw);
    pack_bodies();
    pack_rows(m_tmpSolverNonContactConstraintPool, joint_rows);
    pack_rows(m_tmpSolverContactConstraintPool, contact_rows);
    pack_rows(m_tmpSolverContactFrictionConstraintPool, friction_rows);
    for (int i = 0; i < info.m_numIterations; i++) solve_round();
    unpack_bodies();
    unpack_rows(joint_rows, m_tmpSolverNonContactConstraintPool);
    unpack_rows(contact_rows, m_tmpSolverContactConstraintPool);
    unpack_rows(friction_rows, m_tmpSolverContactFrictionConstraintPool);
    return 0;
}
