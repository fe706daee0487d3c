/* The language of the window: the requested one, else the system's. */
#ifndef HONE_VIEW_WINDOW_LANGUAGE_H
#define HONE_VIEW_WINDOW_LANGUAGE_H

typedef struct language {
    char system[64]; /* the system's, as in LANGUAGE; "": that of the locale */
} language;

/* Call at the start, before there are other threads: sets the locale and finds the translations. `asked`: such as "ja";
 * NULL: the system's. */
void language_begin(language *l, const char *asked);

/* choice: VIEW_LANGUAGE_*. Existing texts are not changed. */
void language_choose(const language *l, int choice);

#endif
