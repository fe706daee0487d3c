#include "play/actor/transition.h"

#include "base/error.h"
#include <math.h>
#include <string.h>

bool hone_transition_open(hone_transition *transition, const hone_pose *pose, const hone_allocator *allocator,
                          hone_error *error)
{
    size_t count = hone_transition_numbers(pose);
    if (transition->inertia.offsets || count == 0)
        return true;
    float *offsets = hone_allocate(allocator, 2 * count, sizeof *offsets);
    if (!offsets)
        return hone_fail_memory(error);
    transition->inertia = (hone_inertia){pose->bone_count, pose->morph_count, offsets, offsets + count, 0};
    return true;
}

void hone_transition_close(hone_transition *transition, const hone_pose *pose, const hone_allocator *allocator)
{
    hone_deallocate(allocator, transition->inertia.offsets, 2 * hone_transition_numbers(pose),
                    sizeof *transition->inertia.offsets);
}

/* Marks the bones with an offset: in the formats whose keys replace the rest matrix, others keep it. */
static void mark_animated(const hone_inertia *inertia, hone_pose *pose)
{
    for (uint32_t b = 0; b < pose->bone_count; b++)
        for (size_t i = 0; i < HONE_INERTIA_NUMBERS; i++)
            if (inertia->offsets[(size_t)b * HONE_INERTIA_NUMBERS + i] != 0)
                pose->animated[b] = 1;
}

void hone_transition_apply(const hone_transition *transition, double frame, hone_pose *pose)
{
    float elapsed = (float)((frame - transition->begin) / HONE_FRAMES_PER_SECOND);
    if (hone_inertia_apply(&transition->inertia, elapsed, pose->bones, pose->morphs))
        mark_animated(&transition->inertia, pose);
}

/* ---- saved states ---------------------------------------------------------------------------------------------- */

typedef struct state_head {
    double begin;
    double seconds;
} state_head;

static size_t numbers_of(const hone_inertia *inertia)
{
    return (size_t)inertia->bone_count * HONE_INERTIA_NUMBERS + inertia->morph_count;
}

/* An inertialization that has ended has no effect, but its offsets stay for times that go back. */
size_t hone_transition_state_size(const hone_transition *transition)
{
    const hone_inertia *inertia = &transition->inertia;
    return inertia->seconds > 0 ? sizeof(state_head) + 2 * numbers_of(inertia) * sizeof(float) : 0;
}

char *hone_transition_save(const hone_transition *transition, char *to)
{
    size_t size = hone_transition_state_size(transition);
    state_head head = {transition->begin, (double)transition->inertia.seconds};
    if (size == 0)
        return to;
    memcpy(to, &head, sizeof head);
    memcpy(to + sizeof head, transition->inertia.offsets, size - sizeof head);
    return to + size;
}

bool hone_transition_state_fits(hone_transition *transition, const char *from, size_t size, const hone_pose *pose,
                                const hone_allocator *allocator, hone_error *error)
{
    state_head head = {0};
    if (size == 0)
        return true;
    if (size >= sizeof head)
        memcpy(&head, from, sizeof head);
    if (size != sizeof head + 2 * hone_transition_numbers(pose) * sizeof(float) || !isfinite(head.begin) ||
        !(head.seconds > 0))
        return hone_fail(error, HONE_ERROR_ARGUMENT, size, "the state is not of a transition of this actor");
    return hone_transition_open(transition, pose, allocator, error);
}

void hone_transition_restore(hone_transition *transition, const char *from, size_t size)
{
    state_head head = {0};
    if (size) {
        memcpy(&head, from, sizeof head);
        memcpy(transition->inertia.offsets, from + sizeof head, size - sizeof head);
    }
    transition->begin = head.begin;
    transition->inertia.seconds = (float)head.seconds;
}
