/* A motion under construction: tracks to which keys are added. */
#ifndef HONE_SAMPLES_MAKE_DANCE_TRACKS_H
#define HONE_SAMPLES_MAKE_DANCE_TRACKS_H

#include "samples/make/base/quat.h"
#include <hone/motion.h>

enum { MAX_TRACKS = 192 };

typedef enum ease { EASE_LINEAR, EASE_SMOOTH, EASE_SNAP } ease;

typedef struct track {
    char name[48];
    uint32_t count, capacity;
    hone_bone_key *keys;
} track;

typedef struct morph_track {
    const char *name;
    uint32_t count, capacity;
    hone_morph_key *keys;
} morph_track;

typedef struct tracks {
    uint32_t bone_count, morph_count;
    track bones[MAX_TRACKS];
    morph_track morphs[32];
} tracks;

/* Frames may come in any order; negative frames and frames past the end are ignored. */
void tracks_bone(tracks *t, const char *bone, int frame, vec3 translation, quat rotation, ease how);
void tracks_morph(tracks *t, const char *morph, int frame, float weight);
/* Removes linear keys that interpolation of their neighbours gives within `degrees`, in the tracks from `first` on. */
void tracks_thin(tracks *t, uint32_t first, float degrees);
/* Makes a motion for the character, with leg IK off from the start. On an error it ends the program with a message. */
hone_motion *tracks_motion(const tracks *t, const char *model_name);
void tracks_release(tracks *t);

#endif
