/* Findings: what the checks of a model and its motions report. */
#ifndef HONE_TOOL_DOCTOR_FINDINGS_H
#define HONE_TOOL_DOCTOR_FINDINGS_H

#include "base/json/json_writer.h"

typedef enum finding_level {
    FINDING_NOTE,    /* worth knowing */
    FINDING_WARNING, /* looks or moves differently from what the author meant, here or in other programs */
    FINDING_FAULT,   /* a part of the file has no effect, or cannot be read */
    FINDING_LEVEL_COUNT
} finding_level;

extern const char *const finding_level_names[FINDING_LEVEL_COUNT]; /* "note", "warning", "fault" */

enum { FINDING_NAMES = 10 };

/* The bones, files and so on that a finding is about: the first ones, and the number of all. */
typedef struct finding_names {
    char *texts[FINDING_NAMES]; /* [kept] */
    uint32_t kept, total;
} finding_names;

typedef struct finding {
    finding_level level;
    const char *check; /* "missing-texture": never translated; not owned */
    char *text;        /* a sentence in English */
    finding_names names;
} finding;

typedef struct findings {
    finding *items; /* [count] in the order of the checks */
    uint32_t count;
    uint32_t counts[FINDING_LEVEL_COUNT];
    bool out_of_memory; /* something is missing */
} findings;

/* A name for which there is no memory is counted all the same. */
HONE_PRINTF(2, 3)
void finding_names_add(finding_names *names, const char *format, ...);
void finding_names_release(finding_names *names);

/* Adds a finding, and takes over the names. names: NULL: the finding is about no single things; without a name in it
 * there is no finding. */
HONE_PRINTF(5, 6)
void findings_add(findings *out, finding_level level, const char *check, finding_names *names, const char *format, ...);
void findings_release(findings *f);

/* Writes them as members of the object that is open: how many there are of each level, and all of them, in English. */
void findings_write(const findings *f, hone_json *json);

#endif
