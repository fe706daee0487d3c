/* Comparing lists of things that have names: things of the same name are pairs, the first with the first and so on. */
#ifndef HONE_TOOL_DIFF_DIFF_LIST_H
#define HONE_TOOL_DIFF_DIFF_LIST_H

#include "tool/diff/differences.h"

/* A description of the change of a pair. A text that is too long is cut. */
typedef struct change_text {
    char text[1000];
} change_text;

HONE_PRINTF(2, 3)
void detail_add(change_text *to, const char *format, ...);
/* These add what differs, and nothing if nothing does. */
void detail_number(change_text *to, const char *what, double a, double b);
void detail_text(change_text *to, const char *what, const char *a, const char *b);
void detail_numbers(change_text *to, const char *what, const float *a, const float *b, uint32_t count);

typedef struct named_items {
    const void *data;
    uint32_t count;
    const char *(*name)(const void *data, uint32_t index);
} named_items;

typedef struct pair_list {
    int32_t *of_a; /* [a.count] the index in b, or HONE_NONE */
    int32_t *of_b; /* [b.count] */
} pair_list;

bool pair_list_make(named_items a, named_items b, pair_list *out); /* false: out of memory; release in any case */
void pair_list_release(pair_list *pairs);

typedef struct diff_kind {
    const char *section;
    void (*compare)(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out);
} diff_kind;

void diff_section(const diff_kind *kind, named_items a, named_items b, const void *user, differences *out);
void diff_add(differences *out, const char *section, difference_kind kind, const char *name, const char *detail);

#endif
