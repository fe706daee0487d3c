/* The differences between two models or two motions, by name. */
#ifndef HONE_TOOL_DIFF_DIFFERENCES_H
#define HONE_TOOL_DIFF_DIFFERENCES_H

#include <hone/model.h>
#include <hone/motion.h>

typedef enum difference_kind { DIFFERENCE_REMOVED, DIFFERENCE_ADDED, DIFFERENCE_CHANGED } difference_kind;

typedef struct difference {
    const char *section; /* "bones": of the code */
    difference_kind kind;
    char *name;   /* of the bone and so on */
    char *detail; /* what changed, and from what to what; "" if the thing is new or gone */
} difference;

typedef struct differences {
    difference *items; /* [count] by section, in the order of the first file, then new things in that of the second */
    uint32_t count;
    bool out_of_memory; /* some are missing */
} differences;

/* Both compare the first with the second. Positions and colours that differ by less than 1e-6 of their size are equal.
 */
void diff_models(const hone_model *a, const hone_model *b, differences *out);
void diff_motions(const hone_motion *a, const hone_motion *b, differences *out);
void differences_release(differences *d);

#endif
