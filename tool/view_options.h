/* What `hone view` and the viewer's own program, hone-view, are told: one table for both. */
#ifndef HONE_TOOL_VIEW_OPTIONS_H
#define HONE_TOOL_VIEW_OPTIONS_H

#include "tool/number_options.h"
#include "tool/playback_options.h"

/* Whose mouse and keys; in the order of --keys. */
enum { VIEW_KEYS_UNSAID, VIEW_KEYS_MMD, VIEW_KEYS_BLENDER, VIEW_KEYS_F3D };

typedef struct view_values {
    playback_values play;
    bool demo;            /* the built-in character, too */
    bool paused;          /* do not begin to play */
    bool fresh;           /* neither read nor write what the viewer remembers */
    int keys;             /* VIEW_KEYS_* */
    const char *language; /* "ja"; NULL: the system's */
    const char *sound;    /* a file; NULL: none */
    double frame;         /* where to begin */
    picture_size size;    /* of the window; 0: as it was */
} view_values;

extern const command command_view;

#endif
