/* Motions of a project of MikuMikuDance: those of its models, and that of camera, light and self-shadow. */
#ifndef HONE_CMD_MOTION_MOTION_PROJECT_H
#define HONE_CMD_MOTION_MOTION_PROJECT_H

#include "tool/messages/report.h"
#include <hone/project.h>

/* Opens a project if `path` is one. out: NULL if it is not. Reports warnings and failures. */
int motion_project_open(const char *path, bool strict, hone_project **out, report *r);

/* How many motions there are: one for each model, and the last one for camera, light and self-shadow. */
uint32_t motion_project_count(const hone_project *project);

/* Finds a motion by the number of its model, from 1, by the model's name, or by "scene". which NULL: the motion of the
 * only model. Errors: ARGUMENT (there is none, or there are several models), with a sentence that lists them. */
bool motion_project_find(const hone_project *project, const char *which, uint32_t *out, hone_error *error);

/* The motion, which the project keeps. index: below the count. */
hone_motion *motion_project_get(const hone_project *project, uint32_t index);

/* The name of the file of a motion: "dance.vmd" becomes "dance-2.vmd" or "dance-scene.vmd". Returns false if it is too
 * long. */
bool motion_project_name(const hone_project *project, uint32_t index, const char *path, char out[HONE_PATH_SIZE]);

#endif
