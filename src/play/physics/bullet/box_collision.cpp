#include "play/physics/bullet/box_collision.hpp"

namespace
{

// A sphere or a capsule: all points nearer than `radius` to a segment.
struct round_shape {
    btVector3 middle, half; // in the frame of the box; half: from the middle to an end of the segment
    btScalar radius;
};

round_shape round_of(const btCollisionObjectWrapper *box, const btCollisionObjectWrapper *other)
{
    const btTransform &from = box->getWorldTransform(), &to = other->getWorldTransform();
    const btCollisionShape *shape = other->getCollisionShape();
    round_shape out = {from.invXform(to.getOrigin()), btVector3(0, 0, 0), 0};
    if (shape->getShapeType() == SPHERE_SHAPE_PROXYTYPE) {
        out.radius = static_cast<const btSphereShape *>(shape)->getRadius();
        return out;
    }
    const btCapsuleShape *capsule = static_cast<const btCapsuleShape *>(shape); // along y
    out.radius = capsule->getRadius();
    out.half = (to.getBasis().getColumn(1) * capsule->getHalfHeight()) * from.getBasis();
    return out;
}

// Returns the distance of box and segment along an axis, times the axis' length; below 0: they overlap.
btScalar apart_along(const btVector3 &axis, const btVector3 &box, const round_shape &shape)
{
    return btFabs(axis.dot(shape.middle)) - btFabs(axis.dot(shape.half)) - axis.absolute().dot(box);
}

btVector3 nearest_in_box(const btVector3 &point, const btVector3 &box)
{
    btVector3 out = point;
    out.setMin(box);
    out.setMax(-box);
    return out;
}

btVector3 nearest_on_segment(const btVector3 &point, const round_shape &shape)
{
    btScalar square = shape.half.length2();
    btScalar t = square > 0 ? (point - shape.middle).dot(shape.half) / square : 0;
    return shape.middle + shape.half * (t < -1 ? -1 : t > 1 ? 1 : t);
}

// Returns true if the two are certainly farther apart than `distance`.
bool are_apart(const btVector3 &box, const round_shape &shape, btScalar distance)
{
    const btScalar reach = shape.radius + distance;
    for (int i = 0; i < 3; i++)
        if (btFabs(shape.middle[i]) - btFabs(shape.half[i]) - box[i] > reach)
            return true;
    btVector3 on_segment = nearest_on_segment(btVector3(0, 0, 0), shape);
    for (int round = 0; round < 2; round++) {
        on_segment = nearest_on_segment(nearest_in_box(on_segment, box), shape);
        const btVector3 axis = on_segment - nearest_in_box(on_segment, box);
        const btScalar apart = apart_along(axis, box, shape);
        if (apart > 0 && apart * apart > reach * reach * axis.length2())
            return true;
    }
    return false;
}

// Relative to the size of the shapes. Rounding errors of Bullet's search are far smaller.
const btScalar slack = btScalar(0.01);

struct box_round_algorithm : public btConvexConvexAlgorithm {
    using btConvexConvexAlgorithm::btConvexConvexAlgorithm;

    void processCollision(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                          const btDispatcherInfo &info, btManifoldResult *result) override
    {
        btPersistentManifold *contacts = const_cast<btPersistentManifold *>(getManifold());
        if (!contacts || !is_far(a, b, *contacts)) {
            btConvexConvexAlgorithm::processCollision(a, b, info, result);
            return;
        }
        result->setPersistentManifold(contacts);
        result->refreshContactPoints();
    }

  private:
    static bool is_far(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                       const btPersistentManifold &contacts)
    {
        if (a->getCollisionShape()->getShapeType() != BOX_SHAPE_PROXYTYPE)
            btSwap(a, b);
        const btBoxShape *shape = static_cast<const btBoxShape *>(a->getCollisionShape());
        const btVector3 box = shape->getHalfExtentsWithMargin();
        const round_shape other = round_of(a, b);
        const btScalar size = box[0] + box[1] + box[2] + other.radius + other.half.length();
        return are_apart(box, other, contacts.getContactBreakingThreshold() + size * slack);
    }
};

bool is_round(int type)
{
    return type == SPHERE_SHAPE_PROXYTYPE || type == CAPSULE_SHAPE_PROXYTYPE;
}

} // namespace

btCollisionAlgorithm *hone_collision_configuration::create_box_round::CreateCollisionAlgorithm(
    btCollisionAlgorithmConstructionInfo &info, const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b)
{
    void *memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(box_round_algorithm));
    return new (memory) box_round_algorithm(info.m_manifold, info, a, b, m_pdSolver, m_numPerturbationIterations,
                                            m_minimumPointsPerturbationThreshold);
}

btCollisionAlgorithmCreateFunc *hone_collision_configuration::getCollisionAlgorithmCreateFunc(int a, int b)
{
    bool pair = (a == BOX_SHAPE_PROXYTYPE && is_round(b)) || (is_round(a) && b == BOX_SHAPE_PROXYTYPE);
    if (pair && !stock)
        return &box_round;
    return btDefaultCollisionConfiguration::getCollisionAlgorithmCreateFunc(a, b);
}
