/* An MMD model, as far as motions that are made by program need it; and recording such motions. */
#ifndef GAME_FIGURE_H
#define GAME_FIGURE_H

#include <hone/model.h>
#include <hone/motion.h>

/* The bones that have keys. Sided parts are left, and + 1: right. */
enum {
    CENTRE,
    HIPS,
    SPINE,
    CHEST,
    HEAD,
    ARM,
    FOREARM = ARM + 2,
    HAND = FOREARM + 2,
    FOOT = HAND + 2,
    TOES = FOOT + 2,
    PARTS = TOES + 2
};

/* An MMD model, as far as its motions need it. Bones are left and right. */
typedef struct figure {
    const char *names[PARTS]; /* of the bones; NULL: the model has no such bone */
    float hip[2][3], ankle[2][3], ball[2][3], shoulder[2][3], elbow[2][3], wrist[2][3];
    float leg; /* length of a leg from hip to ankle */
} figure;

/* A key of every part. */
typedef struct figure_key {
    float translation[PARTS][3], rotation[PARTS][4];
} figure_key;

/* Measures a model. Returns false if it is no humanoid of MMD with IK of the feet. */
bool figure_measure(const hone_model *model, figure *out);

/* Writes the key of a motion at a part of its duration, from 0 to 1. All parts are at rest before. */
typedef void figure_pose(const void *user, const figure *f, float at, figure_key *out);

/* Records a motion with a key at each frame (1/30 s) from 0 to `frames`. Returns one reference, NULL on failure. */
hone_motion *figure_record(const figure *f, uint32_t frames, figure_pose *make, const void *user, hone_error *error);

#endif
