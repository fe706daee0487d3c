#include "core/motion/root/kept_roots.h"
#include <hone/io.h>

struct hone_kept_root {
    hone_kept_root *next;
    hone_root_key key;
    hone_root_track *track;
};

void hone_kept_roots_open(hone_kept_roots *roots)
{
    hone_mutex_init(&roots->mutex);
    roots->first = NULL;
}

void hone_kept_roots_close(hone_kept_roots *roots, const hone_allocator *allocator)
{
    for (hone_kept_root *next, *root = roots->first; root; root = next) {
        next = root->next;
        hone_root_track_destroy(root->track);
        hone_deallocate(allocator, root, 1, sizeof *root);
    }
    hone_mutex_destroy(&roots->mutex);
}

static bool are_equal(const hone_root_key *a, const hone_root_key *b)
{
    return a->model == b->model && a->bone == b->bone && a->parts == b->parts && a->curve == b->curve &&
           a->fixed_axis == b->fixed_axis;
}

const hone_root_track *hone_kept_roots_find(const hone_kept_roots *roots, const hone_root_key *key)
{
    for (const hone_kept_root *root = roots->first; root; root = root->next)
        if (are_equal(&root->key, key))
            return root->track;
    return NULL;
}

bool hone_kept_roots_add(hone_kept_roots *roots, const hone_root_key *key, hone_root_track *track,
                         const hone_allocator *allocator)
{
    hone_kept_root *root = hone_allocate(allocator, 1, sizeof *root);
    if (!root)
        return false;
    *root = (hone_kept_root){roots->first, *key, track};
    roots->first = root;
    return true;
}
