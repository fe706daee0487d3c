#include "tool/picture/camera_subjects.h"
#include "tool/place/place_model.h"

#include <math.h>

static const float surroundings_size = 4; /* times the largest human: larger than a horse, a car, a banner */

static bool is_human(const camera_subject *subject)
{
    return hone_model_humanoid(hone_actor_model(subject->actor)).bones[HONE_HUMANOID_HIPS] != HONE_NONE;
}

/* The longest side of the box; 0: nothing is drawn. */
static bool size_of(const camera_subject *subject, float *out, hone_error *error)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    *out = 0;
    if (!placement_add_bounds(subject->place, subject->actor, NULL, &box, error))
        return false;
    for (int i = 0; i < 3; i++) *out = fmaxf(*out, box.max[i] - box.min[i]);
    return true;
}

static bool largest_human(const camera_subjects *subjects, float *out, hone_error *error)
{
    *out = 0;
    for (uint32_t i = 0; i < subjects->count; i++) {
        float size = 0;
        if (is_human(&subjects->items[i]) && !size_of(&subjects->items[i], &size, error))
            return false;
        *out = fmaxf(*out, size);
    }
    return true;
}

static void move_behind(camera_subjects *subjects, uint32_t index)
{
    camera_subject moved = subjects->items[index];
    for (uint32_t i = index; i + 1 < subjects->count; i++) subjects->items[i] = subjects->items[i + 1];
    subjects->items[--subjects->count] = moved;
    subjects->around++;
}

bool camera_subjects_find_surroundings(camera_subjects *subjects, hone_error *error)
{
    float human, size;
    subjects->around = 0;
    if (subjects->count < 2)
        return true;
    if (!largest_human(subjects, &human, error))
        return false;
    for (uint32_t i = subjects->count; human > 0 && i-- > 0;) {
        if (is_human(&subjects->items[i]))
            continue;
        if (!size_of(&subjects->items[i], &size, error))
            return false;
        if (size > surroundings_size * human)
            move_behind(subjects, i);
    }
    return true;
}
