#include "view/edit/surroundings.h"
#include "view/digest.h"

#include <string.h>

surroundings surroundings_of(const look_values *look)
{
    return (surroundings){look->backdrop, look->ground_shadow};
}

void surroundings_put(const surroundings *s, look_values *look)
{
    look->backdrop = s->backdrop;
    look->ground_shadow = s->ground_shadow;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool surroundings_same_place(const look_backdrop *a, const look_backdrop *b)
{
    return a->fit == b->fit && a->offset[0] == b->offset[0] && a->offset[1] == b->offset[1] && a->scale == b->scale &&
           a->frame.width == b->frame.width && a->frame.height == b->frame.height && a->delay == b->delay &&
           a->loop == b->loop;
}

static bool same_shadow(const look_ground_shadow *a, const look_ground_shadow *b)
{
    return a->colour.given == b->colour.given && memcmp(a->colour.rgba, b->colour.rgba, sizeof a->colour.rgba) == 0 &&
           a->of_light == b->of_light && a->strength.given == b->strength.given &&
           a->strength.value == b->strength.value;
}

bool surroundings_same(const surroundings *a, const surroundings *b)
{
    return same_text(a->backdrop.file, b->backdrop.file) && surroundings_same_place(&a->backdrop, &b->backdrop) &&
           same_shadow(&a->ground_shadow, &b->ground_shadow);
}

void surroundings_digest(const surroundings *s, uint64_t *digest)
{
    const look_backdrop *b = &s->backdrop;
    const look_ground_shadow *g = &s->ground_shadow;
    const float numbers[] = {b->offset[0],      b->offset[1],      b->scale,          g->colour.rgba[0],
                             g->colour.rgba[1], g->colour.rgba[2], g->colour.rgba[3], g->strength.value};
    const uint32_t switches[] = {(uint32_t)b->fit, b->frame.width, b->frame.height,  b->loop,
                                 g->colour.given,  g->of_light,    g->strength.given};
    digest_add_text(digest, b->file);
    digest_add(digest, &b->delay, sizeof b->delay);
    digest_add(digest, numbers, sizeof numbers);
    digest_add(digest, switches, sizeof switches);
}
