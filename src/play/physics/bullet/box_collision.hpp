// The narrow phase: collision of boxes with spheres and capsules. Bullet runs its general search for the nearest points
// (GJK) for every such pair whose bounds overlap, although most of them are apart. Here a few separating axes are tried
// first. If one shows that the two cannot touch, the search is skipped, as it would find no contact. Results have the
// same bits.
#ifndef HONE_SRC_PHYSICS_BULLET_BOX_COLLISION_HPP
#define HONE_SRC_PHYSICS_BULLET_BOX_COLLISION_HPP

#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <btBulletDynamicsCommon.h>

struct hone_collision_configuration : public btDefaultCollisionConfiguration {
    hone_collision_configuration(const btDefaultCollisionConstructionInfo &info, bool as_bullet)
        : btDefaultCollisionConfiguration(info), stock(as_bullet), box_round(m_pdSolver)
    {
    }

    btCollisionAlgorithmCreateFunc *getCollisionAlgorithmCreateFunc(int a, int b) override;

  private:
    struct create_box_round : public btConvexConvexAlgorithm::CreateFunc {
        explicit create_box_round(btConvexPenetrationDepthSolver *depth) : CreateFunc(depth) {}
        btCollisionAlgorithm *CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo &info,
                                                       const btCollisionObjectWrapper *a,
                                                       const btCollisionObjectWrapper *b) override;
    };

    bool stock; // for tests: only Bullet's own search
    create_box_round box_round;
};

#endif
