// A C interface to Bullet: worlds and bodies. The .cpp files of this folder are the only C++ in hone.
#include "play/physics/bullet/world.hpp"
#include <climits>

static btDefaultCollisionConstructionInfo small_pools(uint32_t bodies)
{
    btDefaultCollisionConstructionInfo info; // when the pools are used up, Bullet calls malloc
    info.m_defaultMaxPersistentManifoldPoolSize = static_cast<int>(bodies) * 4 + 16;
    info.m_defaultMaxCollisionAlgorithmPoolSize = static_cast<int>(bodies) * 4 + 16;
    return info;
}

// Bullet has already computed the velocities of kinematic bodies from the places where the step ends. The solver
// must see these bodies where the step begins; otherwise they are one step ahead of everything that hangs on them.
static void put_back(btDynamicsWorld *world, btScalar)
{
    hone_bullet *bullet = static_cast<hone_bullet *>(world->getWorldUserInfo());
    for (int i = 0; i < bullet->bodies.size(); i++)
        if (bullet->bodies[i]->isKinematicObject())
            bullet->bodies[i]->setWorldTransform(bullet->begins[i]);
}

hone_bullet::hone_bullet(const hone_bullet_desc &desc)
    : seconds(desc.seconds), follow_late(desc.follow_late), threads(desc),
      configuration(small_pools(desc.body_most), desc.stock), dispatcher(&configuration, threads, desc.stock),
      broadphase(static_cast<int>(desc.body_most) + 1, desc.stock), solver(threads, desc.stock),
      world(&dispatcher, &broadphase, &solver, &configuration, threads, desc.stock), ground(btVector3(0, 1, 0), 0),
      floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ground))
{
    filter.pairs = broadphase.getOverlappingPairCache();
    filter.most = static_cast<int>(desc.pair_most);
    broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&filter);
    world.setGravity(bullet_vector(desc.gravity));
    world.getSolverInfo().m_warmstartingFactor = desc.warm_start;
    if (!desc.stock)
        world.getSolverInfo().m_minimumSolverBatchSize = INT_MAX; // all islands at once: the solver finds its own
    world.getSolverInfo().m_splitImpulsePenetrationThreshold *= desc.unit;
    kinships.reserve(static_cast<int>(desc.body_most));
    if (follow_late)
        world.setInternalTickCallback(put_back, this, true);
    if (desc.floor)
        world.addRigidBody(&floor, HONE_BULLET_OUTSIDE, ~0);
}

hone_bullet::~hone_bullet()
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
        return new btBoxShape(bullet_vector(body->size));
    case HONE_BULLET_CAPSULE:
        return new btCapsuleShape(body->size[0], body->size[1]);
    case HONE_BULLET_PLANE:
        return new btStaticPlaneShape(btVector3(0, 1, 0), 0);
    case HONE_BULLET_GROUND:
        return new hone_ground_shape(body->ground, body->ground_user, body->size[0]);
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
    info.m_startWorldTransform = bullet_transform(body->place);
    btRigidBody *rigid = new btRigidBody(info);
    int flags = rigid->getCollisionFlags();
    if (body->kinematic)
        flags |= btCollisionObject::CF_KINEMATIC_OBJECT;
    if (body->hollow)
        flags |= btCollisionObject::CF_NO_CONTACT_RESPONSE;
    rigid->setCollisionFlags(flags);
    rigid->setActivationState(DISABLE_DEACTIVATION);
    rigid->setLinearVelocity(bullet_vector(body->velocity));
    rigid->setAngularVelocity(bullet_vector(body->spin));
    rigid->setUserIndex(bullet->bodies.size());
    hone_kinship kinship;
    kinship.family = body->family, kinship.part = body->part, kinship.apart = body->apart, kinship.own = body->own;
    bullet->kinships.push_back(kinship);
    rigid->setUserPointer(&bullet->kinships[bullet->kinships.size() - 1]);
    bullet->bodies.push_back(rigid);
    bullet->begins.push_back(rigid->getWorldTransform());
    bullet->world.addRigidBody(rigid, static_cast<int>(body->group),
                               static_cast<int>(body->mask) | HONE_BULLET_OUTSIDE);
}

void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place)
{
    // Bullet computes a kinematic body's velocity from its old place and this one
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    bullet->begins[static_cast<int>(body)] = rigid->getWorldTransform();
    rigid->setWorldTransform(bullet_transform(*place));
}

void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3])
{
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    rigid->setLinearVelocity(bullet_vector(velocity));
    rigid->setAngularVelocity(bullet_vector(spin));
    rigid->setCenterOfMassTransform(bullet_transform(*place)); // uses the velocities
    if (rigid->isKinematicObject())
        rigid->setInterpolationWorldTransform(rigid->getWorldTransform()); // from where the next step moves it
}

void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3])
{
    btRigidBody *rigid = bullet->bodies[static_cast<int>(body)];
    rigid->applyCentralForce(bullet_vector(force));
    rigid->applyTorque(bullet_vector(torque));
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

void hone_bullet_set_gravity(hone_bullet *bullet, const float gravity[3])
{
    bullet->world.setGravity(bullet_vector(gravity));
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
