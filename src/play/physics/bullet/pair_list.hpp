// The broad phase: which pairs of bodies are near enough to be compared.
#ifndef HONE_SRC_PHYSICS_BULLET_PAIR_LIST_HPP
#define HONE_SRC_PHYSICS_BULLET_PAIR_LIST_HPP

#include "play/physics/bullet/four.hpp"
#include <btBulletDynamicsCommon.h>
#include <cstring>

// What the contact filter knows of a body beside its group and mask: see hone_bullet_body. A body without it: all zero.
struct hone_kinship {
    int family = 0, part = 0;
    unsigned apart = 0;
    bool own = false;
};

inline bool hone_kin_may_meet(const hone_kinship &a, const hone_kinship &b)
{
    if (a.family != b.family || a.family == 0)
        return !a.own && !b.own;
    if (a.part == 0 || b.part == 0)
        return a.part == b.part;
    return !(a.apart >> (b.part - 1) & 1);
}

// Contact filter: two bodies may collide if the mask of each contains the other's group. Two static or kinematic bodies
// never need a contact.
inline bool hone_may_meet(const btBroadphaseProxy *a, const btBroadphaseProxy *b)
{
    bool groups = (a->m_collisionFilterGroup & b->m_collisionFilterMask) &&
                  (b->m_collisionFilterGroup & a->m_collisionFilterMask);
    const btCollisionObject *first = static_cast<const btCollisionObject *>(a->m_clientObject);
    const btCollisionObject *second = static_cast<const btCollisionObject *>(b->m_clientObject);
    const hone_kinship *one = static_cast<const hone_kinship *>(first->getUserPointer());
    const hone_kinship *other = static_cast<const hone_kinship *>(second->getUserPointer());
    if (one && other && !hone_kin_may_meet(*one, *other))
        return false;
    return groups && !(first->isStaticOrKinematicObject() && second->isStaticOrKinematicObject());
}

// Bullet calls this for each pair that it is about to add.
struct hone_pair_filter : public btOverlapFilterCallback {
    const btOverlappingPairCache *pairs = nullptr;
    int most = 0;
    mutable bool refused = false;

    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        if (!hone_may_meet(a, b))
            return false;
        bool room = pairs->getNumOverlappingPairs() < most;
        refused = refused || !room;
        return room;
    }
};

// The broad phase. btSimpleBroadphase looks up every pair of bodies in a hash table at every step. This one lists once
// which bodies may collide, keeps one bit for each such pair (1: the pair is in the table), and uses the table only
// where the bit changes. A body's bounds are compared with those of four others at once. It adds and removes the same
// pairs in the same order, so the result has the same bits. Bodies are added before the first step and stay.
struct hone_pair_list : public btSimpleBroadphase {
    hone_pair_list(int most, bool as_bullet) : btSimpleBroadphase(most), stock(as_bullet) {}

    void calculateOverlappingPairs(btDispatcher *dispatcher) override
    {
        if (stock)
            return btSimpleBroadphase::calculateOverlappingPairs(dispatcher);
        if (rows != m_LastHandleIndex + 1)
            list();
        gather_bounds();
        for (int i = 0; i < rows; i++)
            for (int word = i / 64; word < words; word++) update(i, word, dispatcher);
    }

    // Notes that the table holds other pairs than those that were found here.
    void table_changed()
    {
        if (rows != m_LastHandleIndex + 1)
            list();
        for (int i = 0; i < overlapping.size(); i++) overlapping[i] = 0;
        const btBroadphasePairArray &pairs = m_pairCache->getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); i++) {
            int a = place_of(pairs[i].m_pProxy0), b = place_of(pairs[i].m_pProxy1);
            if (a > b)
                btSwap(a, b);
            overlapping[a * words + b / 64] |= bits(1) << (b % 64);
        }
    }

  private:
    typedef unsigned long long bits;
    typedef hone_four four;
    typedef hone_four_flags four_flags;

    int place_of(const btBroadphaseProxy *proxy) const
    {
        return static_cast<int>(static_cast<const btSimpleBroadphaseProxy *>(proxy) - m_pHandles);
    }

    void list()
    {
        rows = m_LastHandleIndex + 1;
        words = (rows + 63) / 64;
        contact_filter.resize(0);
        overlapping.resize(0);
        contact_filter.resize(rows * words, 0);
        overlapping.resize(rows * words, 0);
        bounds.resize(6 * words * 64, 0);
        for (int i = 0; i < rows; i++)
            for (int j = i + 1; j < rows; j++)
                if (hone_may_meet(&m_pHandles[i], &m_pHandles[j]))
                    contact_filter[i * words + j / 64] |= bits(1) << (j % 64);
    }

    // Stores each bound of all boxes in an array of its own, so that a box can be compared with four others at once.
    void gather_bounds()
    {
        for (int i = 0; i < rows; i++)
            for (int axis = 0; axis < 3; axis++) {
                bounds[axis * words * 64 + i] = m_pHandles[i].m_aabbMin[axis];
                bounds[(3 + axis) * words * 64 + i] = m_pHandles[i].m_aabbMax[axis];
            }
    }

    four four_bounds(int row, int first) const
    {
        four out;
        memcpy(&out, &bounds[row * words * 64 + first], sizeof out);
        return out;
    }

    // Compares box i with four boxes, one per lane. A lane is all ones if they overlap along every axis.
    four_flags overlap_four(int i, int first) const
    {
        four_flags all = {~0u, ~0u, ~0u, ~0u};
        for (int axis = 0; axis < 3; axis++) {
            const float low = m_pHandles[i].m_aabbMin[axis], high = m_pHandles[i].m_aabbMax[axis];
            all = all & not_above(four{low, low, low, low}, four_bounds(3 + axis, first));
            all = all & not_above(four_bounds(axis, first), four{high, high, high, high});
        }
        return all;
    }

    // Bit j: box i and box 64 * word + j overlap.
    bits overlaps(int i, int word) const
    {
        bits found = 0;
        for (int half = 0; half < 2; half++) {
            four_flags places = {1, 2, 4, 8}, some = {0, 0, 0, 0};
            for (int group = 0; group < 8; group++, places = places << 4)
                some = some | (overlap_four(i, word * 64 + half * 32 + group * 4) & places);
            found |= bits(some[0] | some[1] | some[2] | some[3]) << (32 * half);
        }
        return found;
    }

    void update(int i, int word, btDispatcher *dispatcher)
    {
        bits &known = overlapping[i * words + word];
        if (!contact_filter[i * words + word])
            return;
        bits now = overlaps(i, word) & contact_filter[i * words + word];
        int place = word * 64;
        for (bits left = now ^ known, bit = 1; left; left >>= 1, bit <<= 1, place++) {
            if (!(left & 1))
                continue;
            btSimpleBroadphaseProxy *a = &m_pHandles[i], *b = &m_pHandles[place];
            if (!(now & bit))
                m_pairCache->removeOverlappingPair(a, b, dispatcher);
            if (!(now & bit) || m_pairCache->addOverlappingPair(a, b))
                known ^= bit;
        }
    }

    bool stock;
    int rows = 0, words = 0;
    btAlignedObjectArray<bits> contact_filter, overlapping; // [rows * words] bit j of row i, j > i
    btAlignedObjectArray<float> bounds;                     // [6][words * 64] low x, y, z, then high x, y, z
};

#endif
