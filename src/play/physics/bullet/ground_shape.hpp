// The ground as a height function of the program: triangles are made of it where a body is.
#ifndef HONE_SRC_PHYSICS_BULLET_GROUND_SHAPE_HPP
#define HONE_SRC_PHYSICS_BULLET_GROUND_SHAPE_HPP

#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <hone/ik.h>

struct hone_ground_shape : public btConcaveShape {
    hone_ground_shape(hone_ground *height, void *height_user, btScalar width)
        : ground(height), user(height_user), cell(width), scaling(1, 1, 1)
    {
        m_shapeType = TERRAIN_SHAPE_PROXYTYPE; // Bullet takes the custom concave type for a distance field
    }

    void getAabb(const btTransform &place, btVector3 &low, btVector3 &high) const override;
    void processAllTriangles(btTriangleCallback *callback, const btVector3 &low, const btVector3 &high) const override;
    void calculateLocalInertia(btScalar mass, btVector3 &inertia) const override;
    void setLocalScaling(const btVector3 &scale) override;
    const btVector3 &getLocalScaling() const override;
    const char *getName() const override;

  private:
    bool corner(int x, int z, btScalar width, btVector3 &out) const;

    hone_ground *ground;
    void *user;
    btScalar cell; // width of a square of two triangles
    btVector3 scaling;
};

#endif
