/* `hone doctor` of scene files and projects: what they name that is not there. */
#ifndef HONE_CMD_DOCTOR_DOCTOR_SCENE_H
#define HONE_CMD_DOCTOR_DOCTOR_SCENE_H

#include "tool/doctor/findings.h"
#include "tool/scene/scene.h"

/* Reports the files of the scene that are missing; of a project, what is missing or not shown. Errors: of a project
 * that cannot be read, as scene_open. */
bool doctor_scene_check(const scene *s, findings *out, hone_error *error);

/* Makes the scene of the models and motions that are there. If a model is missing, the others stand alone: no model
 * follows another one, and motions of all models stay. It has only the two lists of its own, which
 * doctor_scene_release_present releases in any case; `s` must outlive it. Errors: MEMORY. */
bool doctor_scene_present(const scene *s, scene *out, hone_error *error);
void doctor_scene_release_present(scene *present);

#endif
