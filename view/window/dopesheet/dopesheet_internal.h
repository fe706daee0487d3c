/* The parts of the dopesheet, for its own files. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_INTERNAL_H
#define HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_INTERNAL_H

#include "view/document/document_keys.h"
#include "view/dopesheet/sheet.h"
#include "view/dopesheet/time_scale.h"
#include "view/keys/keys_edit.h"
#include "view/window/dopesheet/dopesheet.h"

enum { DOPESHEET_RULER = 24, DOPESHEET_ROW = 22 }; /* pixels high; a row is higher with large fonts */

typedef enum dopesheet_drag {
    DOPESHEET_DRAG_NONE,
    DOPESHEET_DRAG_SCRUB,
    DOPESHEET_DRAG_BOX,
    DOPESHEET_DRAG_MOVE,
    DOPESHEET_DRAG_PAN
} dopesheet_drag;

struct dopesheet {
    viewer_panels *panels;
    int fitted_height; /* of the window's part, when the dopesheet was fitted to it; 0: not yet */
    GtkWidget *box, *paned, *names, *area, *head, *keys_bar, *curves;
    GtkSizeGroup *foot;          /* only while the widgets are made */
    GtkAdjustment *down, *along; /* the scroll bars */
    GtkStringList *row_names;
    GtkSingleSelection *chosen; /* the chosen row */
    bool unscrolled;            /* the list has not been scrolled to the chosen row: it had no size yet */
    sheet sheet;
    bool made;           /* `sheet` has the keys of the document */
    uint32_t generation; /* the document's keys_generation, when it was made */
    uint32_t character;  /* the id of its character; 0: none */
    time_scale scale;
    uint64_t drawn;        /* the revision of the sheet that was last drawn */
    uint64_t bends;        /* the revision of the bends that was last drawn */
    double frame;          /* as last drawn */
    char *description;     /* for screen readers */
    bool updating_widgets; /* they are set by code, not by the user */
    keys_clipboard *clipboards[SHEET_SOURCES];
    /* the mouse */
    dopesheet_drag drag;
    bool pressed, moved, adds; /* adds: with Shift */
    double press[2], pointer[2];
    double press_down, press_first; /* the scroll positions when the button was pressed */
    int64_t move_by;                /* frames, of the drag MOVE */
};

/* ---- places: dopesheet_draw.c --------------------------------------------------------------------------------- */

int dopesheet_row_height(const dopesheet *d);
/* The row at a height of the area; UINT32_MAX: none. */
uint32_t dopesheet_row_at(const dopesheet *d, double y);
double dopesheet_row_top(const dopesheet *d, uint32_t row);
/* The frame of the key nearest to a place; false: none within reach. */
bool dopesheet_key_at(dopesheet *d, uint32_t row, double x, uint32_t *frame);
void dopesheet_draw(GtkWidget *area, cairo_t *cairo, int width, int height, gpointer user);
void dopesheet_snapshot(GtkWidget *area, GtkSnapshot *snapshot, int width, int height, gpointer user);

/* ---- the others ----------------------------------------------------------------------------------------------- */

void dopesheet_redraw(dopesheet *d);
void dopesheet_scrolled(dopesheet *d);                      /* the scale has changed: updates its scroll bar */
void dopesheet_add_controllers(dopesheet *d);               /* dopesheet_mouse.c */
bool dopesheet_cancel_drag(dopesheet *d);                   /* false: nothing was dragged */
GtkWidget *dopesheet_names_create(dopesheet *d);            /* dopesheet_names.c */
void dopesheet_names_remake(dopesheet *d);                  /* the rows have changed */
bool dopesheet_has_room(const viewer_shell *w);             /* for the curve editor */
void dopesheet_take_bone(dopesheet *d);                     /* selects the bone of the chosen row, if it has one */
void dopesheet_choose_row(dopesheet *d, uint32_t row);      /* UINT32_MAX: none */
void dopesheet_scroll_to_chosen(dopesheet *d);              /* if that is still to be done */
uint32_t dopesheet_chosen_row(const dopesheet *d);          /* UINT32_MAX: none */
char *dopesheet_row_name(const dopesheet *d, uint32_t row); /* in the user's language, also for screen readers */
void dopesheet_edited(dopesheet *d, bool done);             /* after a command; done: false: out of memory */

#endif
