/* In which language the window speaks: what was asked for, else the system's. */
#ifndef HONE_VIEW_WINDOW_LANGUAGE_H
#define HONE_VIEW_WINDOW_LANGUAGE_H

typedef struct language {
    char system[64]; /* the system's, as LANGUAGE has it; "": the locale's own */
} language;

/* At the start, before there are other threads: the locale, and where translations are. `asked`: such as "ja"; NULL:
 * the system's. */
void language_begin(language *l, const char *asked);

/* LOOK_LANGUAGE_*. Texts that are there already stay as they are. */
void language_choose(const language *l, int choice);

#endif
