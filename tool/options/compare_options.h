/* `--compare`: skinning methods to be drawn side by side. */
#ifndef HONE_TOOL_OPTIONS_COMPARE_OPTIONS_H
#define HONE_TOOL_OPTIONS_COMPARE_OPTIONS_H

#include "tool/options/options.h"

enum { COMPARE_MAX = 8, COMPARE_NAME_SIZE = 32 };

typedef struct compare_panel {
    char name[COMPARE_NAME_SIZE];
    int method;   /* hone_skin_method; -1: that of --skin */
    int gpu_skin; /* hone_gpu_skin; -1: that of --gpu-skin */
} compare_panel;

typedef struct compare_values {
    compare_panel panels[COMPARE_MAX];
    uint32_t count; /* 0: not given */
} compare_values;

/* Reads compare_values; detail: the names of hone_gpu_skin, an array that ends with NULL. */
bool compare_read(const option *o, const char *text, void *field);
#define COMPARE_EXPECTED                                                                                               \
    "two to eight of auto, linear, dual-quaternion, cor, delta-mush, direct-delta-mush, sdef and the methods of "      \
    "--gpu-skin"

/* What is offered for the list, with NULL at the end, and the names of controls for them. */
extern const char *const option_compare_words[];
extern const char *const option_compare_labels[];

#endif
