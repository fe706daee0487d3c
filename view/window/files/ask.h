/* Asks before something is lost. */
#ifndef HONE_VIEW_WINDOW_FILES_ASK_H
#define HONE_VIEW_WINDOW_FILES_ASK_H

#include "view/window/viewer.h"

typedef struct ask_desc {
    const char *title, *text; /* copied */
    const char *keep;         /* label of the button that changes nothing; it has the focus, and Escape does the same */
    const char *go;           /* label of the button that continues and loses something; with a mnemonic */
    /* Label of a button that saves all that has changed, or of the character, and then continues; NULL: none. */
    const char *save;
    uint32_t saved;                          /* save: the id of the character; 0: all */
    const char *also;                        /* label of another button; NULL: none */
    bool also_is_best;                       /* it is the one that is suggested */
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
/* Before a scene takes the place of what is open. `replace` and `add` are called after the answer. */
void ask_open_scene(viewer *v, void (*replace)(viewer *v, uint32_t), void (*add)(viewer *v, uint32_t));
/* Whether the window may close now. False: it asks, and closes the window after the answer. */
bool ask_may_leave(viewer *v);

#endif
