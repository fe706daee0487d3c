/* The options of what a VRM says about itself: its author, and what others may do with it. */
#ifndef HONE_CMD_CONVERT_VRM_OPTIONS_H
#define HONE_CMD_CONVERT_VRM_OPTIONS_H

#include "tool/options/options.h"

#include <hone/vrm.h>

/* Choices are 0 if they are not given, and else what the help lists, from 1. */
typedef struct vrm_values {
    const char *title, *version, *authors, *copyright, *contact, *reference, *third_parties;
    const char *licence; /* a name of vrm_licence_names, or an address */
    int permission, commercial, credit, redistribution, modification;
    int violence, sexuality, politics, antisocial;
    const char *thumbnail;
    int bones; /* VRM_BONES_… */
} vrm_values;

enum { VRM_BONES_NEEDED, VRM_BONES_ALL };

/* Rows for convert_values. */
extern const option vrm_settings[];
extern const char *const vrm_licence_names[];

bool vrm_options_are_given(const vrm_values *values); /* any of them */
/* Whether author and licence are given, which a VRM must have. */
bool vrm_options_are_complete(const vrm_values *values);
/* What to say if they are not. */
extern const char vrm_options_missing[];

enum { VRM_META_MAX = 64, VRM_META_TEXT = 1024 };

/* The meta data that the options ask for. */
typedef struct vrm_meta {
    hone_meta_entry entries[VRM_META_MAX];
    uint32_t count;
    char text[VRM_META_TEXT]; /* the names of the authors */
} vrm_meta;

/* What is given by itself replaces what the licence says. */
void vrm_options_meta(const vrm_values *values, vrm_meta *out);

#endif
