/* Asks before something is lost. */
#ifndef HONE_VIEW_WINDOW_ASK_H
#define HONE_VIEW_WINDOW_ASK_H

#include "view/window/viewer.h"

/* The third button of a question, which saves first and continues if that succeeds. */
typedef enum ask_save {
    ASK_SAVE_NOTHING,
    ASK_SAVE_POSE,
    ASK_SAVE_MODEL,
    ASK_SAVE_MOTION,
    ASK_SAVE_CAMERA,
    ASK_SAVE_SCENE
} ask_save;

typedef struct ask_desc {
    const char *title, *text; /* copied */
    const char *keep;         /* label of the button that changes nothing; it has the focus, and Escape does the same */
    const char *go;           /* label of the button that continues and loses something; with a mnemonic */
    ask_save save;            /* a button that saves; NOTHING: none */
    const char *also;         /* label of another button; NULL: none */
    bool also_is_best;        /* it is the one that is suggested */
    void (*then)(viewer *v, uint32_t value); /* continues */
    void (*also_then)(viewer *v, uint32_t value);
    void (*kept)(viewer *v, uint32_t value); /* after `keep`; NULL: nothing */
    uint32_t value;                          /* the argument of all of them */
} ask_desc;

/* Shows the question over the window. Does nothing if another question is open. */
void ask(viewer *v, const ask_desc *desc);

/* Each asks first if something would be lost, and else acts at once. */
void ask_close_model(viewer *v, uint32_t character_id);
void ask_close_all(viewer *v);
void ask_cancel_film(viewer *v);
/* Whether the window may close now. False: it asks, and closes the window after the answer. */
bool ask_may_leave(viewer *v);

#endif
