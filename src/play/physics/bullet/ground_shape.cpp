#include "play/physics/bullet/ground_shape.hpp"

// A body larger than this many squares sees larger ones.
static const int most_squares = 24;

static int index_of(btScalar at, btScalar width)
{
    const btScalar most = btScalar(1e9);
    btScalar square = at / width;
    square = square > most ? most : square < -most ? -most : square;
    int whole = static_cast<int>(square);
    return static_cast<btScalar>(whole) > square ? whole - 1 : whole;
}

void hone_ground_shape::getAabb(const btTransform &, btVector3 &low, btVector3 &high) const
{
    low.setValue(-BT_LARGE_FLOAT, -BT_LARGE_FLOAT, -BT_LARGE_FLOAT);
    high.setValue(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
}

// Returns false where there is no ground.
bool hone_ground_shape::corner(int x, int z, btScalar width, btVector3 &out) const
{
    float at[3] = {static_cast<float>(x) * width, 0, static_cast<float>(z) * width}, height = 0, normal[3];
    bool there = ground(user, at, &height, normal) && height > -BT_LARGE_FLOAT && height < BT_LARGE_FLOAT;
    out.setValue(at[0], height, at[2]);
    return there;
}

void hone_ground_shape::processAllTriangles(btTriangleCallback *callback, const btVector3 &low,
                                            const btVector3 &high) const
{
    btScalar width = cell;
    const btScalar span = btMax(high.x() - low.x(), high.z() - low.z());
    while (span > width * most_squares) width *= 2;
    const int x0 = index_of(low.x(), width), x1 = index_of(high.x(), width);
    const int z0 = index_of(low.z(), width), z1 = index_of(high.z(), width);
    for (int x = x0; x <= x1; x++)
        for (int z = z0; z <= z1; z++) {
            btVector3 a, b, c, d; // seen from above, counterclockwise: a, b, c and a, c, d
            if (!corner(x, z, width, a) || !corner(x, z + 1, width, b) || !corner(x + 1, z + 1, width, c) ||
                !corner(x + 1, z, width, d))
                continue;
            btVector3 first[3] = {a, b, c}, second[3] = {a, c, d};
            callback->processTriangle(first, x, 2 * z);
            callback->processTriangle(second, x, 2 * z + 1);
        }
}

void hone_ground_shape::calculateLocalInertia(btScalar, btVector3 &inertia) const
{
    inertia.setValue(0, 0, 0);
}

void hone_ground_shape::setLocalScaling(const btVector3 &scale)
{
    scaling = scale;
}

const btVector3 &hone_ground_shape::getLocalScaling() const
{
    return scaling;
}

const char *hone_ground_shape::getName() const
{
    return "ground";
}
