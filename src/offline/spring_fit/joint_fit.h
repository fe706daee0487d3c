/* The numbers of one joint, fitted to where Bullet has its tail. */
#ifndef HONE_SRC_SPRING_FIT_JOINT_FIT_H
#define HONE_SRC_SPRING_FIT_JOINT_FIT_H

#include "offline/spring_fit/recording.h"

/* A joint at a step, as what carries it has it. */
typedef struct fit_base {
    double head[3];    /* model space */
    double turn[3][3]; /* of what carries it: model space from its own axes */
} fit_base;

/* What a thread needs for one joint after the other. Arrays are [step_count]. */
typedef struct fit_scratch {
    fit_base *bases;
    float (*tails)[3]; /* where the springs have the tail */
} fit_scratch;

typedef struct fit_context {
    const fit_recording *recording;
    fit_chains *chains;
    hone_affine *moved; /* [joint_count][step_count] where the springs have the bone; model space from bone space */
} fit_context;

/* Fits a joint, and writes where it has its bone, for the joints below. Those above it must be done. */
void hone_fit_joint(const fit_context *c, uint32_t joint, fit_scratch *scratch);

/* The sum of the squared distances of the joint's tail from Bullet's over all steps, after it was fitted. */
double hone_fit_tail_error(const fit_context *c, uint32_t joint);

#endif
