/* The kinds of keys of a motion, so that an operation is written once for all of them. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_KEY_KINDS_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_KEY_KINDS_H

#include <hone/motion.h>

typedef enum hone_key_type {
    KEY_BONE,
    KEY_MORPH,
    KEY_CAMERA,
    KEY_LIGHT,
    KEY_SHADOW,
    KEY_PROPERTY,
    KEY_TYPE_COUNT
} hone_key_type;

/* A key of any kind. All begin with their frame. */
typedef union hone_any_key {
    uint32_t frame;
    hone_bone_key bone;
    hone_morph_key morph;
    hone_camera_key camera;
    hone_light_key light;
    hone_shadow_key shadow;
    hone_property_key property;
} hone_any_key;

typedef struct hone_key_kind {
    hone_key_type type;
    size_t size;
    /* Makes a key for a section of the segment between two keys, at its end: the value there, and the curves of the
     * section. What does not change between the two keys keeps the curve of `to`. The frame is not set.
     * begin, end: positions in the segment, 0 to 1. Returns the largest error of a curve, as hone_bone_key_divide.
     * NULL: values hold until the next key. */
    double (*section)(const void *from, const void *to, double begin, double end, void *out);
    /* Returns whether two keys have the same value, whatever their frames and curves. */
    bool (*equal)(const void *a, const void *b);
    bool cuts; /* keys are hone_camera_key: between two one frame apart the first one may hold (hone_track_cuts) */
} hone_key_kind;

/* [KEY_TYPE_COUNT] */
extern const hone_key_kind hone_key_kinds[];

#endif
