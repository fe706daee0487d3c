/* What a VRM says about itself: its author, and what others may do with it. */
#ifndef HONE_TOOL_AVATAR_VRM_VALUES_H
#define HONE_TOOL_AVATAR_VRM_VALUES_H

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

/* Names of licences, and the words of the choices, of which the first stands for none; NULL ends each list. */
extern const char *const vrm_licence_names[];
extern const char *const vrm_permissions[], *const vrm_commercials[], *const vrm_credits[], *const vrm_modifications[];
extern const char *const vrm_answers[];

/* Whether a licence has one of the names, or is an address. */
bool vrm_licence_is_known(const char *name);

bool vrm_values_are_given(const vrm_values *values); /* any of them */
/* Whether author and licence are given, which a VRM must have. */
bool vrm_values_are_complete(const vrm_values *values);

enum { VRM_META_MAX = 64, VRM_META_TEXT = 1024 };

/* The meta data that they ask for. */
typedef struct vrm_meta {
    hone_meta_entry entries[VRM_META_MAX];
    uint32_t count;
    char text[VRM_META_TEXT]; /* the names of the authors */
} vrm_meta;

/* What is given by itself replaces what the licence says. */
void vrm_values_meta(const vrm_values *values, vrm_meta *out);

#endif
