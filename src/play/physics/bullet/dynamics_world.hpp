// Bullet's world with its loops over bodies on several threads: each body only changes itself and its bounds.
#ifndef HONE_SRC_PHYSICS_BULLET_DYNAMICS_WORLD_HPP
#define HONE_SRC_PHYSICS_BULLET_DYNAMICS_WORLD_HPP

#include "play/physics/bullet/threads.hpp"
#include <btBulletDynamicsCommon.h>

struct hone_dynamics_world : public btDiscreteDynamicsWorld {
    hone_dynamics_world(btDispatcher *dispatcher, btBroadphaseInterface *broadphase, btConstraintSolver *solver,
                        btCollisionConfiguration *configuration, const hone_threads &threads_of_step, bool as_bullet)
        : btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration), threads(threads_of_step),
          stock(as_bullet)
    {
    }

  protected:
    enum { GRAIN = 32 };

    bool alone() const
    {
        return stock || !threads.several();
    }

    void predictUnconstraintMotion(btScalar seconds) override
    {
        if (alone())
            return btDiscreteDynamicsWorld::predictUnconstraintMotion(seconds);
        threads.each(m_nonStaticRigidBodies.size(), GRAIN, [&](int i) {
            btRigidBody *body = m_nonStaticRigidBodies[i];
            if (body->isStaticOrKinematicObject())
                return;
            body->applyDamping(seconds);
            body->predictIntegratedTransform(seconds, body->getInterpolationWorldTransform());
        });
    }

    // These contacts are for bodies with a threshold of continuous motion. None has one; Bullet would predict where
    // each body goes, and then find that out.
    void createPredictiveContacts(btScalar seconds) override
    {
        if (stock)
            btDiscreteDynamicsWorld::createPredictiveContacts(seconds);
    }

    void updateAabbs() override
    {
        if (alone())
            return btDiscreteDynamicsWorld::updateAabbs();
        threads.each(m_collisionObjects.size(), GRAIN, [&](int i) { updateSingleAabb(m_collisionObjects[i]); });
    }

    void integrateTransforms(btScalar seconds) override
    {
        if (alone())
            return btDiscreteDynamicsWorld::integrateTransforms(seconds);
        threads.each(m_nonStaticRigidBodies.size(), GRAIN,
                     [&](int i) { integrateTransformsInternal(&m_nonStaticRigidBodies[i], 1, seconds); });
    }

  private:
    const hone_threads &threads;
    bool stock;
};

#endif
