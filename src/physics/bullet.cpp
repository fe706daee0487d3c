// Bullet behind C. The one C++ file of hone.
#include "physics/bullet.h"

#include <btBulletDynamicsCommon.h>

namespace
{

// Bits beyond those that a caller may use.
const int floor_group = 1 << 30;

// Whoever neither moves nor is moved needs to meet nobody of that kind. Bullet asks for each pair whose boxes overlap.
struct meeting : public btOverlapFilterCallback {
    const btOverlappingPairCache *pairs = nullptr;
    int most = 0;
    mutable bool refused = false;

    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        bool groups = (a->m_collisionFilterGroup & b->m_collisionFilterMask) &&
                      (b->m_collisionFilterGroup & a->m_collisionFilterMask);
        const btCollisionObject *first = static_cast<const btCollisionObject *>(a->m_clientObject);
        const btCollisionObject *second = static_cast<const btCollisionObject *>(b->m_clientObject);
        if (!groups || (first->isStaticOrKinematicObject() && second->isStaticOrKinematicObject()))
            return false;
        bool room = pairs->getNumOverlappingPairs() < most;
        refused = refused || !room;
        return room;
    }
};

btDefaultCollisionConstructionInfo small_pools(uint32_t bodies)
{
    btDefaultCollisionConstructionInfo info; // beyond the pools Bullet asks malloc
    info.m_defaultMaxPersistentManifoldPoolSize = static_cast<int>(bodies) + 16;
    info.m_defaultMaxCollisionAlgorithmPoolSize = static_cast<int>(bodies) + 16;
    return info;
}

// Bullet's stops work from the step on in which they are passed: what comes fast goes far beyond, and is thrown back.
// This one works from the step before, so that the way to the stop is all that is left to go.
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
            foresee_linear(i);
            count(info, had, m_linearLimits.needApplyForce(i));
            had = m_angularLimits[i].needApplyTorques();
            foresee_angular(i);
            count(info, had, m_angularLimits[i].needApplyTorques());
        }
    }

  private:
    static void count(btConstraintInfo1 *info, bool had, bool has)
    {
        info->m_numConstraintRows += has && !had;
        info->nub -= has && !had;
    }

    // The error that makes Bullet allow a speed of `way` a step; it asks for the share `erp` of it.
    static btScalar error(btScalar way, btScalar erp)
    {
        return erp > 0 ? way / erp : 0;
    }

    // What stands at a stop is held there, too, lest it sink in and be thrown back for ever; unless it has a spring,
    // which does not work while a stop does and is to draw it away.
    btScalar margin(int axis) const
    {
        return m_springEnabled[axis] && m_springStiffness[axis] != 0 ? 0 : btScalar(0.01);
    }

    void foresee_linear(int i)
    {
        if (m_linearLimits.m_currentLimit[i] != 0 || m_linearLimits.m_lowerLimit[i] >= m_linearLimits.m_upperLimit[i])
            return;
        btVector3 axis = m_calculatedTransformA.getBasis().getColumn(i);
        btVector3 a = m_calculatedTransformA.getOrigin() - m_rbA.getCenterOfMassPosition();
        btVector3 b = m_calculatedTransformB.getOrigin() - m_rbB.getCenterOfMassPosition();
        btScalar speed = axis.dot(m_rbB.getVelocityInLocalPoint(b) - m_rbA.getVelocityInLocalPoint(a));
        btScalar low = m_calculatedLinearDiff[i] - m_linearLimits.m_lowerLimit[i];
        btScalar high = m_calculatedLinearDiff[i] - m_linearLimits.m_upperLimit[i];
        int side = foresee(low, high, speed, margin(i)), sides[] = {0, 2, 1}; // as Bullet numbers them here
        m_linearLimits.m_currentLimit[i] = sides[side];
        m_linearLimits.m_currentLimitError[i] = error(side == 1 ? low : high, m_linearLimits.m_stopERP[i]);
    }

    void foresee_angular(int i)
    {
        btRotationalLimitMotor &stop = m_angularLimits[i];
        bool round =
            stop.m_hiLimit - stop.m_loLimit > 2 * SIMD_PI - btScalar(0.01); // half a turn either way is no stop
        if (stop.m_currentLimit != 0 || stop.m_loLimit >= stop.m_hiLimit || round)
            return;
        btScalar speed = m_calculatedAxis[i].dot(m_rbA.getAngularVelocity() - m_rbB.getAngularVelocity());
        btScalar low = stop.m_currentPosition - stop.m_loLimit, high = stop.m_currentPosition - stop.m_hiLimit;
        stop.m_currentLimit = foresee(low, high, speed, margin(3 + i));
        stop.m_currentLimitError = error(stop.m_currentLimit == 1 ? low : high, stop.m_stopERP);
    }

    // Of an axis that is within its stops, by what it is beyond each: 1, 2: it is about to pass the lower, the upper.
    int foresee(btScalar low, btScalar high, btScalar speed, btScalar near) const
    {
        btScalar way = speed * seconds;
        return low + way < near ? 1 : high + way > -near ? 2 : 0;
    }

    btScalar seconds;
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

// Members are destroyed from the last to the first. The broadphase is the plain one on purpose: it visits pairs in the
// order of bodies, whereas the tree of btDbvtBroadphase sorts by where malloc put its nodes.
struct hone_bullet {
    explicit hone_bullet(const hone_bullet_desc &desc)
        : seconds(desc.seconds), configuration(small_pools(desc.body_most)), dispatcher(&configuration),
          broadphase(static_cast<int>(desc.body_most) + 1), world(&dispatcher, &broadphase, &solver, &configuration),
          ground(btVector3(0, 1, 0), 0), floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ground))
    {
        filter.pairs = broadphase.getOverlappingPairCache();
        filter.most = static_cast<int>(desc.pair_most);
        broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&filter);
        world.setGravity(vector(desc.gravity));
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

    btScalar seconds;
    meeting filter;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btSimpleBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    btStaticPlaneShape ground;
    btRigidBody floor;
    btAlignedObjectArray<btRigidBody *> bodies;
    btAlignedObjectArray<btTypedConstraint *> joints;
};

bool hone_bullet_available(void)
{
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
    bullet->world.addRigidBody(rigid, static_cast<int>(body->group), static_cast<int>(body->mask) | floor_group);
}

void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place)
{
    // Bullet takes a kinematic body's velocity from where it was and where this puts it
    bullet->bodies[static_cast<int>(body)]->setWorldTransform(transform(*place));
}

void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3])
{
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    rigid->setLinearVelocity(vector(velocity));
    rigid->setAngularVelocity(vector(spin));
    rigid->setCenterOfMassTransform(transform(*place)); // reads the velocities
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
    bullet->world.stepSimulation(bullet->seconds, 0); // 0: one step of just this length
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
    bullet->world.addConstraint(made); // joined bodies still meet, as their masks say
}
