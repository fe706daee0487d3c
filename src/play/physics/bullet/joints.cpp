// Bullet's joints, and hone's own joint with six degrees of freedom.
#include "play/physics/bullet/world.hpp"

namespace
{

// Differs from Bullet's joint in three ways. Bullet's stops start to work in the step after they are passed: a fast
// body goes far beyond and is thrown back. These start one step earlier, so that the body stops at the limit. A's lever
// arm ends at A's own anchor. An axis with a spring keeps the spring at a stop.
struct six_dof : public btGeneric6DofSpringConstraint {
    six_dof(btRigidBody &a, btRigidBody &b, const btTransform &frame_a, const btTransform &frame_b, btScalar step,
            btScalar most_turn)
        : btGeneric6DofSpringConstraint(a, b, frame_a, frame_b, true), seconds(step), restoring_turn(most_turn)
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
            if (restoring_turn > 0)
                restore_slowly(m_angularLimits[i]);
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

    // Returns the error with which Bullet allows a `movement` per step; Bullet corrects the part `erp` of it.
    static btScalar error(btScalar movement, btScalar erp)
    {
        return erp > 0 ? movement / erp : 0;
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
        btScalar movement = speed * seconds, left_low = low + movement, left_high = -(high + movement);
        if (left_low >= margin() && left_high >= margin())
            return 0;
        return left_low < left_high ? 1 : 2;
    }

    // A pose far beyond the limits comes back at this speed instead of being thrown back. The speed of a locked axis is
    // not limited, since it holds the joint together.
    void restore_slowly(btRotationalLimitMotor &stop) const
    {
        btScalar most = error(restoring_turn * seconds, stop.m_stopERP);
        if (stop.m_loLimit >= stop.m_hiLimit)
            return;
        if (stop.m_currentLimit == 1)
            btSetMax(stop.m_currentLimitError, -most);
        if (stop.m_currentLimit == 2)
            btSetMin(stop.m_currentLimitError, most);
    }

    btScalar seconds;
    btScalar restoring_turn;   // 0: no limit
    bool spring_apart[6] = {}; // the axis has a row for its stop and one for its spring
};

} // namespace

static btTypedConstraint *make_six_dof(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b, float seconds)
{
    auto *made = new six_dof(a, b, bullet_transform(joint->frame_a), bullet_transform(joint->frame_b), seconds,
                             joint->restoring_turn);
    made->setLinearLowerLimit(bullet_vector(joint->linear_lower));
    made->setLinearUpperLimit(bullet_vector(joint->linear_upper));
    made->setAngularLowerLimit(bullet_vector(joint->angular_lower));
    made->setAngularUpperLimit(bullet_vector(joint->angular_upper));
    made->setUseFrameOffset(false);
    for (int i = 0; i < 6; i++) {
        made->enableSpring(i, joint->spring[i]);
        made->setStiffness(i, joint->stiffness[i]);
        made->setEquilibriumPoint(i, 0);
        made->setParam(BT_CONSTRAINT_STOP_ERP, joint->stop_erp, i);
    }
    for (int i = 0; i < 3 && joint->friction > 0; i++) {
        btRotationalLimitMotor *motor = made->getRotationalLimitMotor(i);
        motor->m_enableMotor = joint->angular_lower[i] < joint->angular_upper[i];
        motor->m_maxMotorForce = joint->friction; // a torque, in spite of its name
    }
    return made;
}

static btTypedConstraint *make_cone_twist(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b)
{
    const float *q = joint->motor_target;
    auto *made = new btConeTwistConstraint(a, b, bullet_transform(joint->frame_a), bullet_transform(joint->frame_b));
    made->setLimit(joint->swing[0], joint->swing[1], joint->twist, joint->softness, joint->bias, joint->relaxation);
    made->setDamping(joint->damping);
    made->setFixThresh(joint->fix_threshold);
    made->enableMotor(joint->motor_on);
    made->setMaxMotorImpulse(joint->most_impulse);
    made->setMotorTargetInConstraintSpace(btQuaternion(q[0], q[1], q[2], q[3]));
    return made;
}

// With the frame offset: without it Bullet's force has no lever arm, and a weight beside a slider does not swing down.
static btTypedConstraint *make_slider(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b)
{
    auto *made = new btSliderConstraint(a, b, bullet_transform(joint->frame_a), bullet_transform(joint->frame_b), true);
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
    auto *made = new btHingeConstraint(a, b, bullet_transform(joint->frame_a), bullet_transform(joint->frame_b));
    made->setUseFrameOffset(false);
    made->setLimit(joint->angular_lower[0], joint->angular_upper[0], joint->softness, joint->bias, joint->relaxation);
    made->enableAngularMotor(joint->angular_motor.on, joint->angular_motor.velocity, joint->angular_motor.force);
    return made;
}

static btTypedConstraint *make_joint(const hone_bullet_joint *joint, btRigidBody &a, btRigidBody &b, float seconds)
{
    switch (joint->kind) {
    case HONE_BULLET_POINT:
        return new btPoint2PointConstraint(a, b, bullet_transform(joint->frame_a).getOrigin(),
                                           bullet_transform(joint->frame_b).getOrigin());
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
    if (joint->rounds > 0)
        made->setOverrideNumSolverIterations(joint->rounds);
    bullet->joints.push_back(made);
    bullet->world.addConstraint(made); // joined bodies still collide, as their masks allow
}
