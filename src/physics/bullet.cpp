// A C interface to Bullet. This file, row_solver.cpp and box_collision.cpp are the only C++ in hone.
#include "physics/bullet.h"
#include "physics/box_collision.hpp"
#include "physics/row_solver.hpp"

#include <btBulletDynamicsCommon.h>
#include <cstring>

namespace
{

// A bit outside those that a caller may use.
const int floor_group = 1 << 30;

// Contact filter: two bodies may collide if the mask of each contains the other's group. Two static or kinematic bodies
// never need a contact.
bool may_meet(const btBroadphaseProxy *a, const btBroadphaseProxy *b)
{
    bool groups = (a->m_collisionFilterGroup & b->m_collisionFilterMask) &&
                  (b->m_collisionFilterGroup & a->m_collisionFilterMask);
    const btCollisionObject *first = static_cast<const btCollisionObject *>(a->m_clientObject);
    const btCollisionObject *second = static_cast<const btCollisionObject *>(b->m_clientObject);
    return groups && !(first->isStaticOrKinematicObject() && second->isStaticOrKinematicObject());
}

// Bullet calls this for each pair that it is about to add.
struct pair_filter : public btOverlapFilterCallback {
    const btOverlappingPairCache *pairs = nullptr;
    int most = 0;
    mutable bool refused = false;

    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        if (!may_meet(a, b))
            return false;
        bool room = pairs->getNumOverlappingPairs() < most;
        refused = refused || !room;
        return room;
    }
};

// The broad phase. btSimpleBroadphase looks up every pair of bodies in a hash table at every step. This one lists once
// which bodies may collide, keeps one bit for each such pair (1: the pair is in the table), and uses the table only
// where the bit changes. A body's bounds are compared with those of four others at once. It adds and removes the same
// pairs in the same order, so the result has the same bits. Bodies are added before the first step and stay.
struct pair_list : public btSimpleBroadphase {
    pair_list(int most, bool as_bullet) : btSimpleBroadphase(most), stock(as_bullet) {}

    void calculateOverlappingPairs(btDispatcher *dispatcher) override
    {
        if (stock)
            return btSimpleBroadphase::calculateOverlappingPairs(dispatcher);
        if (rows != m_LastHandleIndex + 1)
            list();
        gather_bounds();
        for (int i = 0; i < rows; i++)
            for (int word = i / 64; word < words; word++) update(i, word, dispatcher);
    }

  private:
    typedef unsigned long long bits;
    typedef float four __attribute__((vector_size(16)));
    typedef unsigned four_flags __attribute__((vector_size(16)));

    void list()
    {
        rows = m_LastHandleIndex + 1;
        words = (rows + 63) / 64;
        contact_filter.resize(0);
        overlapping.resize(0);
        contact_filter.resize(rows * words, 0);
        overlapping.resize(rows * words, 0);
        bounds.resize(6 * words * 64, 0);
        for (int i = 0; i < rows; i++)
            for (int j = i + 1; j < rows; j++)
                if (may_meet(&m_pHandles[i], &m_pHandles[j]))
                    contact_filter[i * words + j / 64] |= bits(1) << (j % 64);
    }

    // Stores each bound of all boxes in an array of its own, so that a box can be compared with four others at once.
    void gather_bounds()
    {
        for (int i = 0; i < rows; i++)
            for (int axis = 0; axis < 3; axis++) {
                bounds[axis * words * 64 + i] = m_pHandles[i].m_aabbMin[axis];
                bounds[(3 + axis) * words * 64 + i] = m_pHandles[i].m_aabbMax[axis];
            }
    }

    four four_bounds(int row, int first) const
    {
        four out;
        memcpy(&out, &bounds[row * words * 64 + first], sizeof out);
        return out;
    }

    // Compares box i with four boxes, one per lane. A lane is all ones if they overlap along every axis.
    four_flags overlap_four(int i, int first) const
    {
        four_flags all = {~0u, ~0u, ~0u, ~0u};
        for (int axis = 0; axis < 3; axis++) {
            const float low = m_pHandles[i].m_aabbMin[axis], high = m_pHandles[i].m_aabbMax[axis];
            all &= (four_flags)(four{low, low, low, low} <= four_bounds(3 + axis, first));
            all &= (four_flags)(four_bounds(axis, first) <= four{high, high, high, high});
        }
        return all;
    }

    // Bit j: box i and box 64 * word + j overlap.
    bits overlaps(int i, int word) const
    {
        bits found = 0;
        for (int half = 0; half < 2; half++) {
            four_flags places = {1, 2, 4, 8}, some = {0, 0, 0, 0};
            for (int group = 0; group < 8; group++, places <<= 4)
                some |= overlap_four(i, word * 64 + half * 32 + group * 4) & places;
            found |= bits(some[0] | some[1] | some[2] | some[3]) << (32 * half);
        }
        return found;
    }

    void update(int i, int word, btDispatcher *dispatcher)
    {
        bits &known = overlapping[i * words + word];
        if (!contact_filter[i * words + word])
            return;
        bits now = overlaps(i, word) & contact_filter[i * words + word];
        for (bits left = now ^ known; left; left &= left - 1) {
            btSimpleBroadphaseProxy *a = &m_pHandles[i], *b = &m_pHandles[word * 64 + __builtin_ctzll(left)];
            bits bit = left & (~left + 1);
            if (!(now & bit))
                m_pairCache->removeOverlappingPair(a, b, dispatcher);
            if (!(now & bit) || m_pairCache->addOverlappingPair(a, b))
                known ^= bit;
        }
    }

    bool stock;
    int rows = 0, words = 0;
    btAlignedObjectArray<bits> contact_filter, overlapping; // [rows * words] bit j of row i, j > i
    btAlignedObjectArray<float> bounds;                     // [6][words * 64] low x, y, z, then high x, y, z
};

btDefaultCollisionConstructionInfo small_pools(uint32_t bodies)
{
    btDefaultCollisionConstructionInfo info; // when the pools are used up, Bullet calls malloc
    info.m_defaultMaxPersistentManifoldPoolSize = static_cast<int>(bodies) + 16;
    info.m_defaultMaxCollisionAlgorithmPoolSize = static_cast<int>(bodies) + 16;
    return info;
}

// Differs from Bullet's joint in three ways. Bullet's stops start to work in the step after they are passed: a fast
// body goes far beyond and is thrown back. These start one step earlier, so that the body stops at the limit. A's lever
// arm ends at A's own anchor. An axis with a spring keeps the spring at a stop.
struct six_dof : public btGeneric6DofSpringConstraint {
    six_dof(btRigidBody &a, btRigidBody &b, const btTransform &frame_a, const btTransform &frame_b, btScalar step)
        : btGeneric6DofSpringConstraint(a, b, frame_a, frame_b, true), seconds(step)
    {
    }

    void getInfo1(btConstraintInfo1 *info) override
    {
        btGeneric6DofSpringConstraint::getInfo1(info);
        for (int i = 0; i < 3; i++) {
            bool had = m_linearLimits.needApplyForce(i);
            count(info, i, had, foresee_linear(i));
            had = m_angularLimits[i].needApplyTorques();
            count(info, 3 + i, had, foresee_angular(i));
        }
    }

    void getInfo2(btConstraintInfo2 *info) override
    {
        btGeneric6DofSpringConstraint::getInfo2(info);
        int rows = turn_about_own_anchor(info);
        for (int i = 0; i < 3; i++) rows += has_row(m_angularLimits[i]);
        for (int i = 0; i < 3; i++)
            if (spring_apart[i])
                rows += add_linear_spring(info, rows, i);
        for (int i = 0; i < 3; i++)
            if (spring_apart[3 + i])
                rows += add_spring(info, rows, m_angularLimits[i], m_calculatedAxis[i], 1);
    }

  private:
    // A predicted stop needs a row. On an axis with a spring Bullet would use the spring's row for the stop, and a body
    // near the stop would never leave it again. Here the spring gets another row.
    void count(btConstraintInfo1 *info, int axis, bool had_row, bool foreseen)
    {
        spring_apart[axis] = foreseen && m_springEnabled[axis] && m_springStiffness[axis] != 0;
        int added = foreseen && (!had_row || spring_apart[axis]);
        info->m_numConstraintRows += added;
        info->nub -= added;
    }

    static bool has_row(const btRotationalLimitMotor &motor)
    {
        return motor.m_currentLimit != 0 || (motor.m_enableMotor && motor.m_loLimit != motor.m_hiLimit);
    }

    // By reference, because Bullet's copy constructor of a motor does not copy its position.
    void fill_linear_motor(const btConstraintInfo2 *info, int i, btRotationalLimitMotor &motor) const
    {
        motor.m_currentLimit = m_linearLimits.m_currentLimit[i];
        motor.m_currentPosition = m_linearLimits.m_currentLinearDiff[i];
        motor.m_loLimit = m_linearLimits.m_lowerLimit[i];
        motor.m_hiLimit = m_linearLimits.m_upperLimit[i];
        motor.m_enableMotor = m_linearLimits.m_enableMotor[i];
        motor.m_maxMotorForce = m_linearLimits.m_maxMotorForce[i];
        motor.m_targetVelocity = m_linearLimits.m_targetVelocity[i];
        motor.m_stopERP = m_linearLimits.m_stopERP[i];
        motor.m_normalCFM = motor.m_stopCFM = info->cfm[0];
    }

    // In Bullet A's lever arm ends at B's anchor, as B's does. Once a joint has opened, that arm contains the gap, and
    // the force that should close the joint spins A instead, so the joint never closes again. Here A's arm ends at A's
    // own anchor. Linear rows come first, because the frame offset is off. Returns their number.
    int turn_about_own_anchor(btConstraintInfo2 *info) const
    {
        int rows = 0;
        for (int i = 0; i < 3; i++) {
            btRotationalLimitMotor motor;
            fill_linear_motor(info, i, motor);
            if (has_row(motor))
                set_lever(info, rows++);
        }
        return rows;
    }

    void set_lever(btConstraintInfo2 *info, int row) const
    {
        const btScalar *axis = info->m_J1linearAxis + row * info->rowskip;
        btVector3 lever = m_calculatedTransformA.getOrigin() - m_rbA.getCenterOfMassPosition();
        btVector3 torque = lever.cross(btVector3(axis[0], axis[1], axis[2]));
        for (int k = 0; k < 3; k++) info->m_J1angularAxis[row * info->rowskip + k] = torque[k];
    }

    // Adds the row of the motor alone, without its stop. Returns the number of rows added.
    int add_spring(btConstraintInfo2 *info, int row, btRotationalLimitMotor &motor, btVector3 axis, int rotational)
    {
        int stop = motor.m_currentLimit;
        motor.m_currentLimit = 0;
        int added =
            get_limit_motor_info2(&motor, m_rbA.getCenterOfMassTransform(), m_rbB.getCenterOfMassTransform(),
                                  m_rbA.getLinearVelocity(), m_rbB.getLinearVelocity(), m_rbA.getAngularVelocity(),
                                  m_rbB.getAngularVelocity(), info, row, axis, rotational);
        motor.m_currentLimit = stop;
        return added;
    }

    int add_linear_spring(btConstraintInfo2 *info, int row, int i)
    {
        btRotationalLimitMotor motor;
        fill_linear_motor(info, i, motor);
        int added = add_spring(info, row, motor, m_calculatedTransformA.getBasis().getColumn(i), 0);
        if (added)
            set_lever(info, row);
        return added;
    }

    // Returns the error with which Bullet allows a movement of `way` per step; Bullet corrects the part `erp` of it.
    static btScalar error(btScalar way, btScalar erp)
    {
        return erp > 0 ? way / erp : 0;
    }

    // A body this near to a stop is held there too. If the stop were off for a step, the forces on the body would push
    // it beyond the stop, and the stop would throw it back, again and again.
    static btScalar margin()
    {
        return btScalar(0.02);
    }

    // Returns true if a stop is active that Bullet would leave off.
    bool foresee_linear(int i)
    {
        if (m_linearLimits.m_currentLimit[i] != 0 || m_linearLimits.m_lowerLimit[i] >= m_linearLimits.m_upperLimit[i])
            return false;
        btVector3 axis = m_calculatedTransformA.getBasis().getColumn(i);
        btVector3 a = m_calculatedTransformA.getOrigin() - m_rbA.getCenterOfMassPosition();
        btVector3 b = m_calculatedTransformB.getOrigin() - m_rbB.getCenterOfMassPosition();
        btScalar speed = axis.dot(m_rbB.getVelocityInLocalPoint(b) - m_rbA.getVelocityInLocalPoint(a));
        btScalar low = m_calculatedLinearDiff[i] - m_linearLimits.m_lowerLimit[i];
        btScalar high = m_calculatedLinearDiff[i] - m_linearLimits.m_upperLimit[i];
        int side = foresee(low, high, speed), sides[] = {0, 2, 1}; // Bullet's numbers for linear stops
        m_linearLimits.m_currentLimit[i] = sides[side];
        m_linearLimits.m_currentLimitError[i] = error(side == 1 ? low : high, m_linearLimits.m_stopERP[i]);
        return side != 0;
    }

    bool foresee_angular(int i)
    {
        btRotationalLimitMotor &stop = m_angularLimits[i];
        bool round = stop.m_hiLimit - stop.m_loLimit >
                     2 * SIMD_PI - btScalar(0.01); // half a turn in both directions is no limit
        if (stop.m_currentLimit != 0 || stop.m_loLimit >= stop.m_hiLimit || round)
            return false;
        btScalar speed = m_calculatedAxis[i].dot(m_rbA.getAngularVelocity() - m_rbB.getAngularVelocity());
        btScalar low = stop.m_currentPosition - stop.m_loLimit, high = stop.m_currentPosition - stop.m_hiLimit;
        stop.m_currentLimit = foresee(low, high, speed);
        stop.m_currentLimitError = error(stop.m_currentLimit == 1 ? low : high, stop.m_stopERP);
        return stop.m_currentLimit != 0;
    }

    // low: distance from the lower stop; high: from the upper one (below 0). Returns the stop to which the axis will be
    // nearer after the step, if it gets near: 1: lower, 2: upper, else 0.
    int foresee(btScalar low, btScalar high, btScalar speed) const
    {
        btScalar way = speed * seconds, left_low = low + way, left_high = -(high + way);
        if (left_low >= margin() && left_high >= margin())
            return 0;
        return left_low < left_high ? 1 : 2;
    }

    btScalar seconds;
    bool spring_apart[6] = {}; // the axis has a row for its stop and one for its spring
};

btVector3 vector(const float v[3])
{
    return btVector3(v[0], v[1], v[2]);
}

btTransform transform(const hone_affine &a)
{
    return btTransform(
        btMatrix3x3(a.m[0][0], a.m[0][1], a.m[0][2], a.m[1][0], a.m[1][1], a.m[1][2], a.m[2][0], a.m[2][1], a.m[2][2]),
        btVector3(a.m[0][3], a.m[1][3], a.m[2][3]));
}

} // namespace

// Members are destroyed from the last to the first. The broadphase visits pairs in the order of bodies on purpose,
// because the order of btDbvtBroadphase's tree depends on the addresses of its nodes.
struct hone_bullet {
    explicit hone_bullet(const hone_bullet_desc &desc)
        : seconds(desc.seconds), follow_late(desc.follow_late), configuration(small_pools(desc.body_most), desc.stock),
          dispatcher(&configuration), broadphase(static_cast<int>(desc.body_most) + 1, desc.stock), solver(desc.stock),
          world(&dispatcher, &broadphase, &solver, &configuration), ground(btVector3(0, 1, 0), 0),
          floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ground))
    {
        filter.pairs = broadphase.getOverlappingPairCache();
        filter.most = static_cast<int>(desc.pair_most);
        broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&filter);
        world.setGravity(vector(desc.gravity));
        world.getSolverInfo().m_warmstartingFactor = desc.warm_start;
        if (follow_late)
            world.setInternalTickCallback(put_back, this, true);
        if (desc.floor)
            world.addRigidBody(&floor, floor_group, ~0);
    }

    ~hone_bullet()
    {
        for (int i = joints.size(); i-- > 0;) {
            world.removeConstraint(joints[i]);
            delete joints[i];
        }
        for (int i = bodies.size(); i-- > 0;) {
            world.removeRigidBody(bodies[i]);
            delete bodies[i]->getCollisionShape();
            delete bodies[i];
        }
        if (floor.isInWorld())
            world.removeRigidBody(&floor);
    }

    hone_bullet(const hone_bullet &) = delete;
    hone_bullet &operator=(const hone_bullet &) = delete;

    // Bullet has already computed the velocities of kinematic bodies from the places where the step ends. The solver
    // must see these bodies where the step begins; otherwise they are one step ahead of everything that hangs on them.
    static void put_back(btDynamicsWorld *world, btScalar)
    {
        hone_bullet *bullet = static_cast<hone_bullet *>(world->getWorldUserInfo());
        for (int i = 0; i < bullet->bodies.size(); i++)
            if (bullet->bodies[i]->isKinematicObject())
                bullet->bodies[i]->setWorldTransform(bullet->begins[i]);
    }

    btScalar seconds;
    bool follow_late;
    pair_filter filter;
    hone_collision_configuration configuration;
    btCollisionDispatcher dispatcher;
    pair_list broadphase;
    hone_row_solver solver;
    btDiscreteDynamicsWorld world;
    btStaticPlaneShape ground;
    btRigidBody floor;
    btAlignedObjectArray<btRigidBody *> bodies;
    btAlignedObjectArray<btTransform> begins; // [bodies] places at the beginning of the step
    btAlignedObjectArray<btTypedConstraint *> joints;
};

bool hone_bullet_available(void)
{
    return true;
}

bool hone_bullet_open(hone_error *error)
{
    (void)error;
    return true;
}

hone_bullet *hone_bullet_create(const hone_bullet_desc *desc)
{
    void *memory = btAlignedAlloc(sizeof(hone_bullet), 64);
    return memory ? new (memory) hone_bullet(*desc) : nullptr;
}

void hone_bullet_destroy(hone_bullet *bullet)
{
    if (!bullet)
        return;
    bullet->~hone_bullet();
    btAlignedFree(bullet);
}

// ---- bodies

static btCollisionShape *make_shape(const hone_bullet_body *body)
{
    switch (body->shape) {
    case HONE_BULLET_BOX:
        return new btBoxShape(vector(body->size));
    case HONE_BULLET_CAPSULE:
        return new btCapsuleShape(body->size[0], body->size[1]);
    default:
        return new btSphereShape(body->size[0]);
    }
}

void hone_bullet_add_body(hone_bullet *bullet, const hone_bullet_body *body)
{
    btCollisionShape *shape = make_shape(body);
    btScalar mass = body->kinematic ? 0 : body->mass;
    btVector3 inertia(0, 0, 0);
    if (mass > 0)
        shape->calculateLocalInertia(mass, inertia);
    if (mass > 0)
        inertia.setMax(btVector3(body->least_inertia, body->least_inertia, body->least_inertia));
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_linearDamping = body->linear_damping;
    info.m_angularDamping = body->angular_damping;
    info.m_restitution = body->restitution;
    info.m_friction = body->friction;
    info.m_startWorldTransform = transform(body->place);
    btRigidBody *rigid = new btRigidBody(info);
    int flags = rigid->getCollisionFlags();
    if (body->kinematic)
        flags |= btCollisionObject::CF_KINEMATIC_OBJECT;
    if (body->hollow)
        flags |= btCollisionObject::CF_NO_CONTACT_RESPONSE;
    rigid->setCollisionFlags(flags);
    rigid->setActivationState(DISABLE_DEACTIVATION);
    rigid->setLinearVelocity(vector(body->velocity));
    rigid->setAngularVelocity(vector(body->spin));
    bullet->bodies.push_back(rigid);
    bullet->begins.push_back(rigid->getWorldTransform());
    bullet->world.addRigidBody(rigid, static_cast<int>(body->group), static_cast<int>(body->mask) | floor_group);
}

void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place)
{
    // Bullet computes a kinematic body's velocity from its old place and this one
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    bullet->begins[static_cast<int>(body)] = rigid->getWorldTransform();
    rigid->setWorldTransform(transform(*place));
}

void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3])
{
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    rigid->setLinearVelocity(vector(velocity));
    rigid->setAngularVelocity(vector(spin));
    rigid->setCenterOfMassTransform(transform(*place)); // uses the velocities
}

void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3])
{
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    rigid->applyCentralForce(vector(force));
    rigid->applyTorque(vector(torque));
}

void hone_bullet_read(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3])
{
    const btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    const btTransform &at = rigid->getWorldTransform();
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) place->m[r][c] = at.getBasis()[r][c];
        place->m[r][3] = at.getOrigin()[r];
        velocity[r] = rigid->getLinearVelocity()[r];
        spin[r] = rigid->getAngularVelocity()[r];
    }
}

void hone_bullet_step(hone_bullet *bullet)
{
    bullet->filter.refused = false;
    bullet->world.stepSimulation(bullet->seconds, 0); // 0: one step of exactly this length
    for (int i = 0; bullet->follow_late && i < bullet->bodies.size(); i++) {
        btRigidBody *rigid = bullet->bodies[i];
        if (rigid->isKinematicObject()) // the interpolation transform is the end of the step
            rigid->setWorldTransform(rigid->getInterpolationWorldTransform());
    }
}

void hone_bullet_inertia(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3])
{
    const btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    *inverse_mass = rigid->getInvMass();
    for (int i = 0; i < 3; i++) inverse_inertia[i] = rigid->getInvInertiaDiagLocal()[i];
}

bool hone_bullet_crowded(const hone_bullet *bullet)
{
    return bullet->filter.refused;
}

// ---- joints

static btTypedConstraint *make_six_dof(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b, float seconds)
{
    auto *made = new six_dof(a, b, transform(joint->frame_a), transform(joint->frame_b), seconds);
    made->setLinearLowerLimit(vector(joint->linear_lower));
    made->setLinearUpperLimit(vector(joint->linear_upper));
    made->setAngularLowerLimit(vector(joint->angular_lower));
    made->setAngularUpperLimit(vector(joint->angular_upper));
    made->setUseFrameOffset(false);
    for (int i = 0; i < 6; i++) {
        made->enableSpring(i, joint->spring[i]);
        made->setStiffness(i, joint->stiffness[i]);
        made->setEquilibriumPoint(i, 0);
        made->setParam(BT_CONSTRAINT_STOP_ERP, joint->stop_erp, i);
    }
    return made;
}

static btTypedConstraint *make_cone_twist(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b)
{
    const float *q = joint->motor_target;
    auto *made = new btConeTwistConstraint(a, b, transform(joint->frame_a), transform(joint->frame_b));
    made->setLimit(joint->swing[0], joint->swing[1], joint->twist, joint->softness, joint->bias, joint->relaxation);
    made->setDamping(joint->damping);
    made->setFixThresh(joint->fix_threshold);
    made->enableMotor(joint->motor_on);
    made->setMaxMotorImpulse(joint->most_impulse);
    made->setMotorTargetInConstraintSpace(btQuaternion(q[0], q[1], q[2], q[3]));
    return made;
}

static btTypedConstraint *make_slider(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b)
{
    auto *made = new btSliderConstraint(a, b, transform(joint->frame_a), transform(joint->frame_b), true);
    made->setUseFrameOffset(false);
    made->setLowerLinLimit(joint->linear_lower[0]);
    made->setUpperLinLimit(joint->linear_upper[0]);
    made->setLowerAngLimit(joint->angular_lower[0]);
    made->setUpperAngLimit(joint->angular_upper[0]);
    made->setPoweredLinMotor(joint->linear_motor.on);
    made->setTargetLinMotorVelocity(joint->linear_motor.velocity);
    made->setMaxLinMotorForce(joint->linear_motor.force);
    made->setPoweredAngMotor(joint->angular_motor.on);
    made->setTargetAngMotorVelocity(joint->angular_motor.velocity);
    made->setMaxAngMotorForce(joint->angular_motor.force);
    return made;
}

static btTypedConstraint *make_hinge(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b)
{
    auto *made = new btHingeConstraint(a, b, transform(joint->frame_a), transform(joint->frame_b));
    made->setUseFrameOffset(false);
    made->setLimit(joint->angular_lower[0], joint->angular_upper[0], joint->softness, joint->bias, joint->relaxation);
    made->enableAngularMotor(joint->angular_motor.on, joint->angular_motor.velocity, joint->angular_motor.force);
    return made;
}

static btTypedConstraint *make_joint(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b, float seconds)
{
    switch (joint->kind) {
    case HONE_BULLET_POINT:
        return new btPoint2PointConstraint(a, b, transform(joint->frame_a).getOrigin(),
                                           transform(joint->frame_b).getOrigin());
    case HONE_BULLET_CONE_TWIST:
        return make_cone_twist(joint, a, b);
    case HONE_BULLET_SLIDER:
        return make_slider(joint, a, b);
    case HONE_BULLET_HINGE:
        return make_hinge(joint, a, b);
    default:
        return make_six_dof(joint, a, b, seconds);
    }
}

void hone_bullet_add_joint(hone_bullet *bullet, const hone_bullet_joint *joint)
{
    btTypedConstraint *made = make_joint(joint, *bullet->bodies[static_cast<int>(joint->a)],
                                         *bullet->bodies[static_cast<int>(joint->b)], bullet->seconds);
    bullet->joints.push_back(made);
    bullet->world.addConstraint(made); // joined bodies still collide, as their masks allow
}
