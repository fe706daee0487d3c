/* The rows of a dopesheet: all keys, then groups of tracks that can be opened. The groups are camera and light,
 * switches, the display frames of the model, and other tracks that have keys. */
#ifndef HONE_VIEW_DOPESHEET_SHEET_H
#define HONE_VIEW_DOPESHEET_SHEET_H

#include "view/keys/keys.h"

enum { SHEET_SOURCES = 2 };
typedef enum sheet_source { SHEET_CHARACTER, SHEET_SCENE } sheet_source;

typedef struct sheet_track {
    sheet_source source;
    uint32_t track; /* of the source's keys */
} sheet_track;

typedef enum sheet_group_kind {
    SHEET_ALL,
    SHEET_CAMERA,   /* camera, light and self-shadow */
    SHEET_SWITCHES, /* visibility and IK chains */
    SHEET_FRAME,    /* a display frame of the model */
    SHEET_BONES,    /* bones of a model without display frames */
    SHEET_MORPHS,
    SHEET_OTHERS /* tracks with keys that are in no display frame, or that the model lacks */
} sheet_group_kind;

typedef struct sheet_mark { /* a frame at which a group has keys */
    uint32_t frame;
    bool selected; /* one of them is */
} sheet_mark;

typedef struct sheet_group {
    sheet_group_kind kind;
    const char *name, *english; /* FRAME: of the model; others: NULL */
    bool open;
    uint32_t begin, count; /* its tracks */
    sheet_mark *marks;     /* [mark_count] ascending; made when needed */
    uint32_t mark_count;
    uint64_t made, drawn; /* the revisions for which `marks` and their selection were made */
} sheet_group;

typedef struct sheet_row {
    uint32_t group;
    uint32_t track; /* in the sheet's tracks; UINT32_MAX: the row of the whole group */
} sheet_row;

typedef struct sheet {
    hone_model *model;
    keyframes *sources[SHEET_SOURCES]; /* NULL: none */
    sheet_track *tracks;               /* [track_count] of the groups, one after another; those of ALL are first */
    sheet_group *groups;               /* [group_count] */
    sheet_row *rows;                   /* [row_count] the visible ones */
    uint32_t track_count, group_count, row_count;
} sheet;

/* model: retained; NULL: none. character, scene: borrowed; NULL: none. Keys of camera, light and shadow are those of the
 * scene if it is given. False: out of memory. Groups that were open stay open if the model is the same. */
bool sheet_build(sheet *s, const hone_model *model, keyframes *character, keyframes *scene);
void sheet_release(sheet *s);

const keys_track *sheet_get_track(const sheet *s, uint32_t track); /* in the sheet's tracks */
/* The name of a bone or morph, and the one in English; of the model, or of the motion if the model lacks it. Other
 * kinds have none. */
const char *sheet_track_name(const sheet *s, uint32_t track, const char **english);

void sheet_open(sheet *s, uint32_t group, bool open);
/* The row of a track of the sources. open: opens its group if necessary. UINT32_MAX: it is not in the sheet. */
uint32_t sheet_find_row(sheet *s, sheet_source source, uint32_t track, bool open);

/* The frames of a group's keys; NULL: none, or out of memory. Valid until keys change. */
const sheet_mark *sheet_marks(sheet *s, uint32_t group, uint32_t *count);
/* The first mark at or after a frame. */
uint32_t sheet_lower_bound(const sheet_mark *marks, uint32_t count, uint32_t frame);

/* The sum over all sources. */
uint64_t sheet_revision(const sheet *s); /* grows with each change that is drawn */
uint32_t sheet_selected(const sheet *s);
uint32_t sheet_last_frame(const sheet *s);
void sheet_select_none(sheet *s);
void sheet_select_all(sheet *s);
/* Selects or deselects the keys of a row at the frames first to last. */
void sheet_select_row(sheet *s, uint32_t row, uint32_t first, uint32_t last, bool on);
/* Whether a row has a key at the frame, and whether one of them is selected (may be NULL). */
bool sheet_has_key(sheet *s, uint32_t row, uint32_t frame, bool *selected);

#endif
