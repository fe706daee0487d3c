// The state of Bullet's world between two steps. What Bullet keeps of a step for the next one are the contacts, whose
// impulses are the solver's first guess, and the order of pairs and contacts, which is the order in which the solver
// visits them. So a state without these would not go on with the same bits.
#include "play/physics/bullet/world.hpp"

#include <algorithm>

namespace
{

// ---- bytes

// Writes numbers one after another, without gaps; without memory it only counts the bytes.
struct writer {
    char *memory;
    size_t size;

    template <typename number> void pass(const number &value)
    {
        if (memory)
            memcpy(memory + size, &value, sizeof value);
        size += sizeof value;
    }
};

// Reads the same numbers. Beyond the end everything is 0, and `ok` is false.
struct reader {
    const char *memory;
    size_t size;
    bool ok;

    template <typename number> void pass(number &value)
    {
        value = 0;
        ok = ok && size >= sizeof value;
        if (!ok)
            return;
        memcpy(&value, memory, sizeof value);
        memory += sizeof value, size -= sizeof value;
    }
};

// The functions below pass a value to a writer or a reader. The fourth number of a vector means nothing.
template <typename bytes> void pass_vector(bytes &io, btVector3 &value)
{
    for (int i = 0; i < 3; i++) io.pass(value[i]);
}

template <typename bytes> void pass_transform(bytes &io, btTransform &value)
{
    for (int i = 0; i < 3; i++) pass_vector(io, value.getBasis()[i]);
    pass_vector(io, value.getOrigin());
}

template <typename bytes> void pass_contact(bytes &io, btManifoldPoint &p)
{
    btVector3 *vectors[] = {&p.m_localPointA,        &p.m_localPointB,    &p.m_positionWorldOnB,
                            &p.m_positionWorldOnA,   &p.m_normalWorldOnB, &p.m_lateralFrictionDir1,
                            &p.m_lateralFrictionDir2};
    btScalar *numbers[] = {&p.m_distance1,
                           &p.m_combinedFriction,
                           &p.m_combinedRollingFriction,
                           &p.m_combinedSpinningFriction,
                           &p.m_combinedRestitution,
                           &p.m_appliedImpulse,
                           &p.m_prevRHS,
                           &p.m_appliedImpulseLateral1,
                           &p.m_appliedImpulseLateral2,
                           &p.m_contactMotion1,
                           &p.m_contactMotion2,
                           &p.m_contactCFM,
                           &p.m_contactERP,
                           &p.m_frictionCFM};
    int *integers[] = {&p.m_partId0, &p.m_partId1, &p.m_index0, &p.m_index1, &p.m_contactPointFlags, &p.m_lifeTime};
    for (btVector3 *each : vectors) pass_vector(io, *each);
    for (btScalar *each : numbers) io.pass(*each);
    for (int *each : integers) io.pass(*each);
}

// ---- bodies

struct body_state {
    btTransform place, interpolated;
    btVector3 velocity, spin, interpolated_velocity, interpolated_spin;
};

template <typename bytes> void pass_body(bytes &io, body_state &body)
{
    pass_transform(io, body.place);
    pass_transform(io, body.interpolated);
    for (btVector3 *each : {&body.velocity, &body.spin, &body.interpolated_velocity, &body.interpolated_spin})
        pass_vector(io, *each);
}

body_state state_of(const btRigidBody &body)
{
    return {body.getWorldTransform(),  body.getInterpolationWorldTransform(), body.getLinearVelocity(),
            body.getAngularVelocity(), body.getInterpolationLinearVelocity(), body.getInterpolationAngularVelocity()};
}

void set_state(btRigidBody &body, const body_state &state)
{
    body.setLinearVelocity(state.velocity);
    body.setAngularVelocity(state.spin);
    body.setCenterOfMassTransform(state.place); // turns the inertia, too
    body.setInterpolationWorldTransform(state.interpolated);
    body.setInterpolationLinearVelocity(state.interpolated_velocity);
    body.setInterpolationAngularVelocity(state.interpolated_spin);
    body.clearForces();
}

// ---- pairs

// Two bodies whose bounds overlap; -1: the floor.
struct pair_head {
    int a, b;
    int place;  // of their contacts among those of all pairs; -1: they have none
    int points; // number of contacts
};

template <typename bytes> void pass_head(bytes &io, pair_head &head)
{
    for (int *each : {&head.a, &head.b, &head.place, &head.points}) io.pass(*each);
}

btCollisionObject *object_of(const btBroadphaseProxy *proxy)
{
    return static_cast<btCollisionObject *>(proxy->m_clientObject);
}

btBroadphaseProxy *proxy_of(hone_bullet *bullet, int body)
{
    return body < 0 ? bullet->floor.getBroadphaseHandle() : bullet->bodies[body]->getBroadphaseHandle();
}

btPersistentManifold *contacts_of(const hone_bullet *bullet, btCollisionAlgorithm *algorithm)
{
    btManifoldArray &found = bullet->scratch.found;
    found.resize(0);
    if (algorithm)
        algorithm->getAllContactManifolds(found);
    return found.size() == 1 ? found[0] : nullptr;
}

void write_pair(writer &out, const hone_bullet *bullet, const btBroadphasePair &pair)
{
    btPersistentManifold *contacts = contacts_of(bullet, pair.m_algorithm);
    pair_head head = {object_of(pair.m_pProxy0)->getUserIndex(), object_of(pair.m_pProxy1)->getUserIndex(),
                      contacts ? contacts->m_index1a : -1, contacts ? contacts->getNumContacts() : 0};
    pass_head(out, head);
    for (int i = 0; i < head.points; i++) pass_contact(out, contacts->getContactPoint(i));
}

void write(writer &out, const hone_bullet *bullet)
{
    const btBroadphasePairArray &pairs =
        const_cast<hone_bullet *>(bullet)->broadphase.getOverlappingPairCache()->getOverlappingPairArray();
    out.pass(bullet->bodies.size());
    for (int i = 0; i < bullet->bodies.size(); i++) {
        body_state body = state_of(*bullet->bodies[i]);
        pass_body(out, body);
    }
    out.pass(pairs.size());
    for (int i = 0; i < pairs.size(); i++) write_pair(out, bullet, pairs[i]);
}

// ---- checking

bool is_pair(const pair_head &head, const hone_bullet_limits &limits)
{
    int count = static_cast<int>(limits.bodies), least = limits.floor ? -1 : 0;
    bool known = head.a >= least && head.b >= least && head.a < count && head.b < count && head.a != head.b;
    bool points = head.points >= 0 && head.points <= MANIFOLD_CACHE_SIZE && (head.place >= 0 || head.points == 0);
    return known && points && head.place >= -1;
}

// The contacts of all pairs have the places from 0 on, each once.
bool are_places(btAlignedObjectArray<int> &places)
{
    places.quickSort([](int a, int b) { return a < b; });
    for (int i = 0; i < places.size(); i++)
        if (places[i] != i)
            return false;
    return true;
}

bool are_pairs(reader &in, const hone_bullet_limits &limits)
{
    int pairs = 0;
    btAlignedObjectArray<int> places;
    in.pass(pairs);
    if (pairs < 0 || static_cast<uint32_t>(pairs) > limits.pairs)
        return false;
    places.reserve(btMin(pairs, static_cast<int>(in.size / sizeof(pair_head))));
    for (int i = 0; in.ok && i < pairs; i++) {
        pair_head head;
        btManifoldPoint point;
        pass_head(in, head);
        if (!is_pair(head, limits))
            return false;
        if (head.place >= 0)
            places.push_back(head.place);
        for (int k = 0; k < head.points; k++) pass_contact(in, point);
    }
    return in.ok && in.size == 0 && are_places(places);
}

// ---- restoring pairs

bool comes_before(const hone_known_algorithm &x, const hone_known_algorithm &y)
{
    return x.a->m_uniqueId != y.a->m_uniqueId ? x.a->m_uniqueId < y.a->m_uniqueId : x.b->m_uniqueId < y.b->m_uniqueId;
}

typedef btAlignedObjectArray<hone_known_algorithm> known_algorithms;

// Empties the table of pairs, and keeps the algorithms.
void take_algorithms(hone_bullet *bullet, known_algorithms &out)
{
    btOverlappingPairCache *table = bullet->broadphase.getOverlappingPairCache();
    btBroadphasePairArray &pairs = table->getOverlappingPairArray();
    out.reserve(pairs.size());
    while (pairs.size()) {
        btBroadphasePair &last = pairs[pairs.size() - 1];
        out.push_back({last.m_pProxy0, last.m_pProxy1, last.m_algorithm});
        last.m_algorithm = nullptr;
        table->removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, &bullet->dispatcher);
    }
    out.quickSort(comes_before);
}

void free_algorithms(hone_bullet *bullet, const known_algorithms &left)
{
    for (int i = 0; i < left.size(); i++)
        if (left[i].algorithm) {
            left[i].algorithm->~btCollisionAlgorithm();
            bullet->dispatcher.freeCollisionAlgorithm(left[i].algorithm);
        }
}

btCollisionAlgorithm *take_known(known_algorithms &known, const btBroadphasePair &pair)
{
    const hone_known_algorithm wanted = {pair.m_pProxy0, pair.m_pProxy1, nullptr};
    hone_known_algorithm *begin = known.size() ? &known[0] : nullptr, *end = begin + known.size();
    hone_known_algorithm *found = std::lower_bound(begin, end, wanted, comes_before);
    if (found == end || comes_before(wanted, *found))
        return nullptr;
    btCollisionAlgorithm *algorithm = found->algorithm;
    found->algorithm = nullptr;
    return algorithm;
}

// Compares the bodies once, because most algorithms only make their list of contacts then.
btCollisionAlgorithm *make_algorithm(hone_bullet *bullet, const btBroadphasePair &pair)
{
    const btCollisionObject *a = object_of(pair.m_pProxy0), *b = object_of(pair.m_pProxy1);
    btCollisionObjectWrapper of_a(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
    btCollisionObjectWrapper of_b(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
    btCollisionAlgorithm *made = bullet->dispatcher.findAlgorithm(&of_a, &of_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&of_a, &of_b);
    if (made)
        made->processCollision(&of_a, &of_b, bullet->world.getDispatchInfo(), &result);
    return made;
}

bool read_contacts(reader &in, btPersistentManifold *contacts, int count)
{
    if (!contacts)
        return count == 0;
    contacts->clearManifold();
    contacts->setNumContacts(count);
    for (int i = 0; i < count; i++) {
        btManifoldPoint &point = contacts->getContactPoint(i);
        point = btManifoldPoint();
        pass_contact(in, point);
    }
    return true;
}

bool read_pair(hone_bullet *bullet, reader &in, known_algorithms &known,
               btAlignedObjectArray<hone_placed_contacts> &placed)
{
    pair_head head;
    pass_head(in, head);
    btOverlappingPairCache *table = bullet->broadphase.getOverlappingPairCache();
    int before = table->getNumOverlappingPairs();
    btBroadphasePair *pair = table->addOverlappingPair(proxy_of(bullet, head.a), proxy_of(bullet, head.b));
    if (!pair || table->getNumOverlappingPairs() == before)
        return false;
    pair->m_algorithm = take_known(known, *pair);
    if (!pair->m_algorithm && head.place >= 0)
        pair->m_algorithm = make_algorithm(bullet, *pair);
    btPersistentManifold *contacts = contacts_of(bullet, pair->m_algorithm);
    if ((head.place >= 0) != (contacts != nullptr))
        return false;
    if (contacts)
        placed.push_back({head.place, contacts});
    return read_contacts(in, contacts, head.points);
}

void order_contacts(hone_bullet *bullet, const btAlignedObjectArray<hone_placed_contacts> &placed)
{
    btPersistentManifold **all = bullet->dispatcher.getInternalManifoldPointer();
    for (int i = 0; i < placed.size(); i++) {
        all[placed[i].place] = placed[i].contacts;
        placed[i].contacts->m_index1a = placed[i].place;
    }
}

bool read_pairs(hone_bullet *bullet, reader &in)
{
    known_algorithms &known = bullet->scratch.known;
    btAlignedObjectArray<hone_placed_contacts> &placed = bullet->scratch.placed;
    known.resize(0), placed.resize(0);
    int count = 0;
    bool ok = true;
    in.pass(count);
    take_algorithms(bullet, known);
    for (int i = 0; ok && i < count; i++) ok = read_pair(bullet, in, known, placed);
    free_algorithms(bullet, known);
    ok = ok && placed.size() == bullet->dispatcher.getNumManifolds();
    if (ok)
        order_contacts(bullet, placed);
    bullet->broadphase.table_changed();
    return ok;
}

} // namespace

size_t hone_bullet_state_size(const hone_bullet *bullet)
{
    writer counts = {nullptr, 0};
    write(counts, bullet);
    return counts.size;
}

void hone_bullet_save(const hone_bullet *bullet, void *state)
{
    writer out = {static_cast<char *>(state), 0};
    write(out, bullet);
}

bool hone_bullet_state_fits(const void *state, size_t size, const hone_bullet_limits *limits)
{
    reader in = {static_cast<const char *>(state), size, true};
    int bodies = 0;
    in.pass(bodies);
    if (bodies < 0 || static_cast<uint32_t>(bodies) != limits->bodies)
        return false;
    body_state body;
    for (int i = 0; i < bodies; i++) pass_body(in, body);
    return are_pairs(in, *limits);
}

bool hone_bullet_restore(hone_bullet *bullet, const void *state, size_t size)
{
    reader in = {static_cast<const char *>(state), size, true};
    int bodies = 0;
    in.pass(bodies);
    for (int i = 0; i < bodies; i++) {
        body_state body;
        pass_body(in, body);
        set_state(*bullet->bodies[i], body);
    }
    return read_pairs(bullet, in);
}
