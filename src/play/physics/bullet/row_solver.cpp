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
    moving.resizeNoInitialize(count);
    for (int i = 0; i < count; i++) {
        const btSolverBody &body = m_tmpSolverBodyPool[i];
        const btVector3 &linear = body.m_deltaLinearVelocity, &angular = body.m_deltaAngularVelocity;
        moving[i] = speeds{weave_xy(linear, angular), four{linear.z(), angular.z(), 0, 0}};
    }
}

// nowhere: takes the speeds of bodies that cannot move, so that no two islands write to one.
void hone_row_solver::pack(const btSolverConstraint &from, speeds *nowhere, row &r)
{
    const btSolverBody &a = m_tmpSolverBodyPool[from.m_solverBodyIdA], &b = m_tmpSolverBodyPool[from.m_solverBodyIdB];
    const btVector3 gain_a = from.m_contactNormal1 * a.m_invMass, gain_b = from.m_contactNormal2 * b.m_invMass;
    r.a_xy = weave_xy(from.m_contactNormal1, from.m_relpos1CrossNormal);
    r.b_xy = weave_xy(from.m_contactNormal2, from.m_relpos2CrossNormal);
    r.z = weave_z(from.m_contactNormal1, from.m_relpos1CrossNormal, from.m_contactNormal2, from.m_relpos2CrossNormal);
    r.gain_a_xy = weave_xy(gain_a, from.m_angularComponentA);
    r.gain_b_xy = weave_xy(gain_b, from.m_angularComponentB);
    r.gain_z = weave_z(gain_a, from.m_angularComponentA, gain_b, from.m_angularComponentB);
    r.target = from.m_rhs, r.softness = from.m_cfm, r.share = from.m_jacDiagABInv;
    r.lower = from.m_lowerLimit, r.upper = from.m_upperLimit, r.impulse = from.m_appliedImpulse;
    r.friction = from.m_friction, r.contact = 0, r.patient = false;
    speeds &moving_a = moving[from.m_solverBodyIdA], &moving_b = moving[from.m_solverBodyIdB];
    r.a = &moving_a, r.new_a = moves(from.m_solverBodyIdA) ? &moving_a : nowhere;
    r.b = &moving_b, r.new_b = moves(from.m_solverBodyIdB) ? &moving_b : nowhere;
}

void hone_row_solver::pack_rows(const btConstraintArray &from, int begin, int end, speeds *nowhere, row_list &to)
{
    for (int i = begin; i < end; i++) pack(from[to.order[i]], nowhere, to.rows[i]);
}

void hone_row_solver::pack_island(const island &begin, const island &end, speeds *nowhere)
{
    pack_rows(m_tmpSolverNonContactConstraintPool, begin.joint, end.joint, nowhere, joint_rows);
    pack_rows(m_tmpSolverContactConstraintPool, begin.contact, end.contact, nowhere, contact_rows);
    pack_rows(m_tmpSolverContactFrictionConstraintPool, begin.friction, end.friction, nowhere, friction_rows);
    for (int i = begin.friction; i < end.friction; i++) {
        row &r = friction_rows.rows[i];
        r.contact = places[m_tmpSolverContactFrictionConstraintPool[friction_rows.order[i]].m_frictionIndex];
    }
}

// ---- islands -------------------------------------------------------------------------------------------------------

// Bullet gives a body that follows a bone no speed, whatever pushes it.
bool hone_row_solver::moves(int body) const
{
    return m_tmpSolverBodyPool[body].m_invMass.x() > 0;
}

void hone_row_solver::read_bodies(const btConstraintArray &from, row_list &to) const
{
    to.bodies.resizeNoInitialize(from.size());
    for (int i = 0; i < from.size(); i++) {
        const int a = from[i].m_solverBodyIdA, b = from[i].m_solverBodyIdB;
        to.bodies[i] = body_pair{moves(a) ? a : -1, moves(b) ? b : -1};
    }
}

// Sorts rows by level: one more than that of the last row before it with one of its bodies. So rows of a level have no
// body in common, and the processor need not wait for the end of one before it begins the next. Every body meets its
// rows in Bullet's order.
void hone_row_solver::sort_by_level(row_list &list)
{
    const int count = list.bodies.size();
    last_levels.resize(0);
    last_levels.resize(m_tmpSolverBodyPool.size() + 1, 0); // the last one is that of bodies that do not move
    levels.resizeNoInitialize(count);
    firsts.resize(0);
    firsts.resize(2, 0);
    int *last = &last_levels[0], none = m_tmpSolverBodyPool.size();
    for (int i = 0; i < count; i++) {
        const body_pair &of = list.bodies[i];
        int &a = last[of.a < 0 ? none : of.a], &b = last[of.b < 0 ? none : of.b];
        const int level = btMax(a, b) + 1;
        a = b = levels[i] = level;
        last[none] = 0;
        if (level + 1 >= firsts.size())
            firsts.push_back(0);
        firsts[level + 1]++;
    }
    for (int i = 1; i < firsts.size(); i++) firsts[i] += firsts[i - 1];
    list.order.resizeNoInitialize(count);
    list.rows.resizeNoInitialize(count);
    for (int i = 0; i < count; i++) list.order[firsts[levels[i]]++] = i;
}

int hone_row_solver::root_of(int body)
{
    for (; above[body] != body; body = above[body]) above[body] = above[above[body]];
    return body;
}

void hone_row_solver::join_bodies(const row_list &rows)
{
    for (int i = 0; i < rows.bodies.size(); i++) {
        const body_pair &of = rows.bodies[i];
        if (of.a < 0 || of.b < 0)
            continue;
        int a = root_of(of.a), b = root_of(of.b);
        above[btMax(a, b)] = btMin(a, b);
    }
}

// Returns the number of a row's island. A row that moves no body is in the first one.
int hone_row_solver::island_of(const body_pair &bodies) const
{
    int body = bodies.a < 0 ? bodies.b : bodies.a;
    return body < 0 ? 0 : numbers[body];
}

// Sorts rows by island, in the order that they had within each, and sets the first one of each island. The last island,
// which is none, gets the number of rows.
void hone_row_solver::sort_by_island(row_list &list, int island::*first)
{
    const int count = list.order.size();
    levels.resizeNoInitialize(count);
    for (int i = 0; i < count; i++) {
        levels[i] = list.order[i];
        islands[island_of(list.bodies[i])].*first += 1;
    }
    for (int i = 0, begin = 0; i < islands.size(); i++) {
        int rows = islands[i].*first;
        islands[i].*first = begin, begin += rows;
    }
    for (int i = 0; i < count; i++) list.order[(islands[island_of(list.bodies[levels[i]])].*first)++] = levels[i];
    for (int i = islands.size() - 1; i > 0; i--) islands[i].*first = islands[i - 1].*first;
    islands[0].*first = 0;
}

void hone_row_solver::find_islands()
{
    const int count = m_tmpSolverBodyPool.size();
    above.resizeNoInitialize(count);
    numbers.resizeNoInitialize(count);
    for (int i = 0; i < count; i++) above[i] = i;
    join_bodies(joint_rows);
    join_bodies(contact_rows);
    islands.resize(0);
    for (int i = 0; i < count; i++) { // roots come first
        int root = root_of(i);
        if (root == i && moves(i))
            islands.push_back(island{0, 0, 0});
        numbers[i] = root == i ? islands.size() - 1 : numbers[root];
    }
    if (islands.size() == 0)
        islands.push_back(island{0, 0, 0});
    islands.push_back(island{0, 0, 0});
    sort_by_island(joint_rows, &island::joint);
    sort_by_island(contact_rows, &island::contact);
    sort_by_island(friction_rows, &island::friction);
}

// One thread needs no islands.
void hone_row_solver::order_rows()
{
    read_bodies(m_tmpSolverNonContactConstraintPool, joint_rows);
    read_bodies(m_tmpSolverContactConstraintPool, contact_rows);
    read_bodies(m_tmpSolverContactFrictionConstraintPool, friction_rows);
    sort_by_level(joint_rows), sort_by_level(contact_rows), sort_by_level(friction_rows);
    islands.resize(0);
    islands.push_back(island{0, 0, 0});
    islands.push_back(island{joint_rows.order.size(), contact_rows.order.size(), friction_rows.order.size()});
    if (threads.several())
        find_islands();
    places.resizeNoInitialize(contact_rows.order.size());
    for (int i = 0; i < places.size(); i++) places[contact_rows.order[i]] = i;
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
    change = limited != sum ? limited - r.impulse : change;
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

void hone_row_solver::solve_round(const island &begin, const island &end)
{
    for (int i = begin.joint; i < end.joint; i++) solve(joint_rows.rows[i]);
    for (int i = begin.contact; i < end.contact; i++) solve(contact_rows.rows[i]);
    for (int i = begin.friction; i < end.friction; i++) {
        row &r = friction_rows.rows[i];
        solve_friction(r, contact_rows.rows[r.contact]);
    }
}

// ---- more rounds for some ------------------------------------------------------------------------------------------

// Marks the bodies that move and have a joint with more rounds than `rounds`.
void hone_row_solver::find_patient(int rounds)
{
    patient.resize(0);
    patient.resize(moving.size(), 0);
    for (int i = 0; i < m_tmpSolverNonContactConstraintPool.size(); i++) {
        const btSolverConstraint &from = m_tmpSolverNonContactConstraintPool[i];
        if (from.m_overrideNumSolverIterations > rounds)
            patient[from.m_solverBodyIdA] = patient[from.m_solverBodyIdB] = 1;
    }
    for (int i = 0; i < patient.size(); i++) patient[i] = patient[i] && moves(i);
}

void hone_row_solver::mark_patient(const island &begin, const island &end, int rounds)
{
    for (int i = begin.joint; i < end.joint; i++)
        joint_rows.rows[i].patient =
            m_tmpSolverNonContactConstraintPool[joint_rows.order[i]].m_overrideNumSolverIterations > rounds;
    for (int i = begin.contact; i < end.contact; i++) {
        const btSolverConstraint &from = m_tmpSolverContactConstraintPool[contact_rows.order[i]];
        contact_rows.rows[i].patient = patient[from.m_solverBodyIdA] || patient[from.m_solverBodyIdB];
    }
}

// The rows of joints that have more rounds than the others, and those of the contacts of their bodies.
void hone_row_solver::solve_patient_round(const island &begin, const island &end)
{
    for (int i = begin.joint; i < end.joint; i++)
        if (joint_rows.rows[i].patient)
            solve(joint_rows.rows[i]);
    for (int i = begin.contact; i < end.contact; i++)
        if (contact_rows.rows[i].patient)
            solve(contact_rows.rows[i]);
    for (int i = begin.friction; i < end.friction; i++) {
        row &r = friction_rows.rows[i];
        if (contact_rows.rows[r.contact].patient)
            solve_friction(r, contact_rows.rows[r.contact]);
    }
}

// ---- all rows ------------------------------------------------------------------------------------------------------

// index: of the island
void hone_row_solver::solve_island(int index, const btContactSolverInfo &info)
{
    const island &begin = islands[index], &end = islands[index + 1];
    speeds nowhere;
    pack_island(begin, end, &nowhere);
    for (int i = 0; i < info.m_numIterations; i++) solve_round(begin, end);
    if (m_maxOverrideNumSolverIterations > info.m_numIterations) {
        mark_patient(begin, end, info.m_numIterations);
        for (int i = info.m_numIterations; i < m_maxOverrideNumSolverIterations; i++) solve_patient_round(begin, end);
    }
    unpack_rows(joint_rows, begin.joint, end.joint, m_tmpSolverNonContactConstraintPool);
    unpack_rows(contact_rows, begin.contact, end.contact, m_tmpSolverContactConstraintPool);
    unpack_rows(friction_rows, begin.friction, end.friction, m_tmpSolverContactFrictionConstraintPool);
}

// The largest islands come first, so that the last ones that are left are short. Threads take one after the other.
void hone_row_solver::solve_islands(const btContactSolverInfo &info)
{
    const int count = islands.size() - 1;
    largest_first.resizeNoInitialize(count);
    for (int i = 0; i < count; i++) largest_first[i] = i;
    if (threads.several())
        largest_first.quickSort([this](int a, int b) {
            int of_a = islands[a + 1].joint - islands[a].joint + 2 * (islands[a + 1].contact - islands[a].contact);
            int of_b = islands[b + 1].joint - islands[b].joint + 2 * (islands[b + 1].contact - islands[b].contact);
            return of_a > of_b;
        });
    std::atomic<int> next{0};
    threads.each(btMin(count, static_cast<int>(most_threads)), 1, [&](int) {
        for (int i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) solve_island(largest_first[i], info);
    });
}

void hone_row_solver::unpack_bodies()
{
    for (int i = 0; i < m_tmpSolverBodyPool.size(); i++) {
        const speeds &from = moving[i];
        m_tmpSolverBodyPool[i].m_deltaLinearVelocity.setValue(from.xy[0], from.xy[2], from.z[0]);
        m_tmpSolverBodyPool[i].m_deltaAngularVelocity.setValue(from.xy[1], from.xy[3], from.z[1]);
    }
}

void hone_row_solver::unpack_rows(const row_list &from, int begin, int end, btConstraintArray &to)
{
    for (int i = begin; i < end; i++) to[from.order[i]].m_appliedImpulse = from.rows[i].impulse;
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
    order_rows();
    if (m_maxOverrideNumSolverIterations > info.m_numIterations)
        find_patient(info.m_numIterations);
    solve_islands(info);
    unpack_bodies();
    return 0;
}

// ---- joints --------------------------------------------------------------------------------------------------------

// Bullet's function with its two long loops on threads: each joint writes only to itself and to its rows. Between them
// bodies get their numbers, in Bullet's order.
void hone_row_solver::convertJoints(btTypedConstraint **joints, int count, const btContactSolverInfo &info)
{
    enum { GRAIN = 16 };
    if (stock || !threads.several())
        return btSequentialImpulseConstraintSolver::convertJoints(joints, count, info);
    btAlignedObjectArray<btTypedConstraint::btConstraintInfo1> &sizes = m_tmpConstraintSizesPool;
    sizes.resizeNoInitialize(count);
    threads.each(count, GRAIN, [&](int i) {
        joints[i]->buildJacobian();
        joints[i]->internalSetAppliedImpulse(0);
        joints[i]->getInfo1(&sizes[i]);
    });
    first_rows.resizeNoInitialize(count);
    joint_bodies.resizeNoInitialize(count);
    int rows = 0;
    for (int i = 0; i < count; rows += sizes[i].m_numConstraintRows, i++) {
        first_rows[i] = rows;
        if (sizes[i].m_numConstraintRows == 0)
            continue;
        btSetMax(m_maxOverrideNumSolverIterations, joints[i]->getOverrideNumSolverIterations());
        joint_bodies[i].a = getOrInitSolverBody(joints[i]->getRigidBodyA(), info.m_timeStep);
        joint_bodies[i].b = getOrInitSolverBody(joints[i]->getRigidBodyB(), info.m_timeStep);
    }
    btSetMax(m_maxOverrideNumSolverIterations, info.m_numIterations); // so that no thread writes to it
    m_tmpSolverNonContactConstraintPool.resizeNoInitialize(rows);
    threads.each(count, GRAIN, [&](int i) {
        if (sizes[i].m_numConstraintRows)
            convertJoint(&m_tmpSolverNonContactConstraintPool[first_rows[i]], joints[i], sizes[i], joint_bodies[i].a,
                         joint_bodies[i].b, info);
    });
}
