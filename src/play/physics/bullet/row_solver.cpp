#include "play/physics/bullet/row_solver.hpp"

static_assert(sizeof(btScalar) == sizeof(float), "hone uses Bullet in single precision");

typedef hone_row_solver::four four;

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

// ---- overlaps -------------------------------------------------------------------------------------------------------

// The rounds that push overlapping bodies apart. Bullet's visit all contacts, of which most have nothing to push.
void hone_row_solver::push_apart(const btContactSolverInfo &info)
{
    const btConstraintArray &contacts = m_tmpSolverContactConstraintPool;
    overlaps.resize(0);
    for (int i = 0; info.m_splitImpulse && i < contacts.size(); i++)
        if (contacts[m_orderTmpConstraintPool[i]].m_rhsPenetration != 0)
            overlaps.push_back(m_orderTmpConstraintPool[i]);
    btScalar change = SIMD_INFINITY;
    for (int round = 0; round < info.m_numIterations && change > info.m_leastSquaresResidualThreshold; round++) {
        change = 0;
        for (int i = 0; i < overlaps.size(); i++) {
            const btSolverConstraint &contact = contacts[overlaps[i]];
            btSolverBody &a = m_tmpSolverBodyPool[contact.m_solverBodyIdA];
            btSolverBody &b = m_tmpSolverBodyPool[contact.m_solverBodyIdB];
            const btScalar pushed = resolveSplitPenetrationImpulse(a, b, contact);
            change = btMax(change, pushed * pushed);
        }
    }
}

// ---- rounds --------------------------------------------------------------------------------------------------------

// Computes the impulse that brings the bodies to the row's target velocity, within the row's limits.
inline void hone_row_solver::solve(row &r)
{
    const four a_xy = r.a->xy, b_xy = r.b->xy, z = first_halves(r.a->z, r.b->z);
    const four at_a = r.a_xy * a_xy, at_b = r.b_xy * b_xy;
    const four sums = first_halves(at_a, at_b) + last_halves(at_a, at_b) + r.z * z;
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
    r.new_b->xy = b_xy + r.gain_b_xy * step, r.new_b->z = last_halves(new_z, new_z);
}

inline void hone_row_solver::solve_friction(row &r, const row &contact)
{
    if (!(contact.impulse > 0))
        return;
    r.upper = r.friction * contact.impulse, r.lower = -r.upper;
    solve(r);
}

void hone_row_solver::solve_round()
{
    for (int i = 0; i < joint_rows.size(); i++) solve(joint_rows[i]);
    for (int i = 0; i < contact_rows.size(); i++) solve(contact_rows[i]);
    for (int i = 0; i < friction_rows.size(); i++)
        solve_friction(friction_rows[i], contact_rows[friction_rows[i].contact]);
}

// ---- more rounds for some ------------------------------------------------------------------------------------------

// Lists the rows of joints that have more rounds than the others, and of the contacts of their bodies. Returns the
// number of rounds.
int hone_row_solver::find_patient(int rounds)
{
    int most = rounds;
    patient.resize(0);
    patient.resize(moving.size(), 0);
    patient_joints.resize(0), patient_contacts.resize(0), patient_friction.resize(0);
    for (int i = 0; i < joint_rows.size(); i++) {
        const btSolverConstraint &from = m_tmpSolverNonContactConstraintPool[i];
        if (from.m_overrideNumSolverIterations <= rounds)
            continue;
        btSetMax(most, from.m_overrideNumSolverIterations);
        patient_joints.push_back(i);
        patient[from.m_solverBodyIdA] = m_tmpSolverBodyPool[from.m_solverBodyIdA].m_originalBody != nullptr;
        patient[from.m_solverBodyIdB] = m_tmpSolverBodyPool[from.m_solverBodyIdB].m_originalBody != nullptr;
    }
    for (int i = 0; most > rounds && i < contact_rows.size(); i++) {
        const btSolverConstraint &from = m_tmpSolverContactConstraintPool[i];
        if (patient[from.m_solverBodyIdA] || patient[from.m_solverBodyIdB])
            patient_contacts.push_back(i);
    }
    for (int i = 0; most > rounds && i < friction_rows.size(); i++) {
        const btSolverConstraint &from = m_tmpSolverContactFrictionConstraintPool[i];
        if (patient[from.m_solverBodyIdA] || patient[from.m_solverBodyIdB])
            patient_friction.push_back(i);
    }
    return most;
}

void hone_row_solver::solve_patient_round()
{
    for (int i = 0; i < patient_joints.size(); i++) solve(joint_rows[patient_joints[i]]);
    for (int i = 0; i < patient_contacts.size(); i++) solve(contact_rows[patient_contacts[i]]);
    for (int i = 0; i < patient_friction.size(); i++) {
        row &r = friction_rows[patient_friction[i]];
        solve_friction(r, contact_rows[r.contact]);
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
    push_apart(info);
    pack_bodies();
    pack_rows(m_tmpSolverNonContactConstraintPool, joint_rows);
    pack_rows(m_tmpSolverContactConstraintPool, contact_rows);
    pack_rows(m_tmpSolverContactFrictionConstraintPool, friction_rows);
    for (int i = 0; i < info.m_numIterations; i++) solve_round();
    for (int i = info.m_numIterations, most = find_patient(i); i < most; i++) solve_patient_round();
    unpack_bodies();
    unpack_rows(joint_rows, m_tmpSolverNonContactConstraintPool);
    unpack_rows(contact_rows, m_tmpSolverContactConstraintPool);
    unpack_rows(friction_rows, m_tmpSolverContactFrictionConstraintPool);
    return 0;
}
