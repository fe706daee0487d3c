/* A question before something is lost. */
#ifndef HONE_VIEW_WINDOW_ASK_H
#define HONE_VIEW_WINDOW_ASK_H

#include "view/window/viewer.h"

typedef struct ask_desc {
    const char *title, *text;                /* copied */
    const char *keep;                        /* the button that changes nothing; it has the focus */
    const char *go;                          /* the button that goes on, and loses something; with a mnemonic */
    bool save;                               /* a third button saves the pose first, and goes on where that succeeds */
    void (*then)(viewer *v, uint32_t value); /* goes on */
    uint32_t value;                          /* handed on to it */
} ask_desc;

/* Shows the question over the window. While one is already open that one stays, and this one is not asked. */
void ask(viewer *v, const ask_desc *desc);

/* Each asks first where something would be lost, and acts at once where nothing would be. */
void ask_close_model(viewer *v, uint32_t character_id);
void ask_close_all(viewer *v);
void ask_cancel_film(viewer *v);
/* Whether the window may close now. False: it asks, and closes by itself after the answer. */
bool ask_may_leave(viewer *v);

/* Whether closing everything would lose changes of a pose. */
bool ask_is_modified(const viewer *v);

#endif
