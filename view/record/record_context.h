/* A recording's own actors, GPU models and renderer. Used by the thread that makes it only. */
#ifndef HONE_VIEW_RECORD_RECORD_CONTEXT_H
#define HONE_VIEW_RECORD_RECORD_CONTEXT_H

#include "tool/overlay/overlay.h"
#include "tool/picture/backdrop.h"
#include "tool/place/place_set.h"
#include "view/record/record.h"

#include <stdatomic.h>

typedef struct record_context {
    const record_desc *desc;
    hone_renderer *renderer;
    hone_draw_item *items; /* [member_count]; owns their GPU models and actors */
    place_chain *chains;   /* [member_count] */
    place_set set;         /* of them */
    hone_instance *places; /* [member_count] */
    backdrop backdrop;
    overlay skeletons; /* the bones of members without a mesh */
    double reached;    /* the last frame that actors were updated to */
    const _Atomic bool *cancelled;
} record_context;

/* `desc` and `cancelled` must outlive it. Release in any case. */
bool record_context_make(record_context *context, const record_desc *desc, const _Atomic bool *cancelled,
                         hone_error *error);
void record_context_release(record_context *context);

/* Hands the picture of `frame` to the device; read it with hone_renderer_read. Frames must not decrease. */
bool record_context_draw(record_context *context, double frame, hone_error *error);

#endif
