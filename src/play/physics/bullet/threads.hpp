// The threads that share the work of a step.
#ifndef HONE_SRC_PHYSICS_BULLET_THREADS_HPP
#define HONE_SRC_PHYSICS_BULLET_THREADS_HPP

#include "base/system/threads.h"
#include "play/physics/bullet/bullet.h"

struct hone_threads {
    explicit hone_threads(const hone_bullet_desc &desc) : workers(desc.workers), share(desc.share) {}

    // Where there are no threads, compilers leave out what only several of them need.
    bool several() const
    {
        return HONE_HAS_THREADS && workers != nullptr;
    }

    // Calls work(i) for each i in [0, count), in ranges whose borders are multiples of `grain`.
    template <typename work> void each(int count, int grain, const work &item) const
    {
        if (!several() || count <= grain)
            return range<work>(const_cast<work *>(&item), 0, static_cast<uint32_t>(count));
        share(workers, range<work>, const_cast<work *>(&item), static_cast<uint32_t>(count),
              static_cast<uint32_t>(grain));
    }

  private:
    template <typename work> static void range(void *user, uint32_t begin, uint32_t end)
    {
        const work &item = *static_cast<const work *>(user);
        for (uint32_t i = begin; i < end; i++) item(static_cast<int>(i));
    }

    hone_workers *workers;
    void (*share)(hone_workers *, hone_work_fn *, void *, uint32_t, uint32_t);
};

#endif
