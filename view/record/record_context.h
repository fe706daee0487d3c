/* Whom a recording films, and with what: actors and figures of its own, a renderer. For one thread, which makes it. */
#ifndef HONE_VIEW_RECORD_RECORD_CONTEXT_H
#define HONE_VIEW_RECORD_RECORD_CONTEXT_H

#include "view/record/record.h"

#include <stdatomic.h>

typedef struct record_crew {
    const record_desc *desc;
    hone_renderer *renderer;
    hone_placement *placements; /* [member_count]: figures and actors are its own */
    hone_instance *places;      /* [member_count] */
    double reached;             /* frame to which actors have been brought */
    const _Atomic bool *cancelled;
} record_crew;

/* `desc` and `cancelled` must outlive it. Release in any case. */
bool record_crew_make(record_crew *crew, const record_desc *desc, const _Atomic bool *cancelled, hone_error *error);
void record_crew_release(record_crew *crew);

/* Hands the picture of `frame` to the device; hone_render_read of the renderer gives it. Frames must not go back. */
bool record_crew_draw(record_crew *crew, double frame, hone_error *error);

#endif
