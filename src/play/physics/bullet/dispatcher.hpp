// The narrow phase on several threads: which points of two near bodies touch.
//
// A pair that was compared before only changes its own contacts, so threads take such pairs side by side. Pairs that
// meet for the first time make their list of contacts; one thread takes them, in the order of pairs, so that the lists
// have the same order as with one thread. So do pairs with a plane or the ground.
#ifndef HONE_SRC_PHYSICS_BULLET_DISPATCHER_HPP
#define HONE_SRC_PHYSICS_BULLET_DISPATCHER_HPP

#include "play/physics/bullet/threads.hpp"
#include <btBulletDynamicsCommon.h>

struct hone_dispatcher : public btCollisionDispatcher {
    hone_dispatcher(btCollisionConfiguration *configuration, const hone_threads &threads_of_step, bool as_bullet)
        : btCollisionDispatcher(configuration), threads(threads_of_step), stock(as_bullet)
    {
    }

    void dispatchAllCollisionPairs(btOverlappingPairCache *pairs, const btDispatcherInfo &info,
                                   btDispatcher *dispatcher) override
    {
        enum { GRAIN = 16 };
        const int count = pairs->getNumOverlappingPairs();
        if (stock || !threads.several() || count <= GRAIN)
            return btCollisionDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
        btBroadphasePair *all = pairs->getOverlappingPairArrayPtr();
        apart.resizeNoInitialize(count);
        for (int i = 0; i < count; i++) apart[i] = stands_alone(all[i]);
        threads.each(count, GRAIN, [&](int i) {
            if (apart[i])
                getNearCallback()(all[i], *this, info);
        });
        for (int i = 0; i < count; i++)
            if (!apart[i])
                getNearCallback()(all[i], *this, info);
    }

  private:
    static bool is_small(const btBroadphaseProxy *proxy)
    {
        int type = static_cast<const btCollisionObject *>(proxy->m_clientObject)->getCollisionShape()->getShapeType();
        return type == SPHERE_SHAPE_PROXYTYPE || type == BOX_SHAPE_PROXYTYPE || type == CAPSULE_SHAPE_PROXYTYPE;
    }

    static bool stands_alone(const btBroadphasePair &pair)
    {
        return pair.m_algorithm && is_small(pair.m_pProxy0) && is_small(pair.m_pProxy1);
    }

    const hone_threads &threads;
    bool stock;
    btAlignedObjectArray<bool> apart; // [pairs]
};

#endif
