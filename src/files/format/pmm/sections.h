/* The sections of a project, in the order of the file. Each returns false with the error set. */
#ifndef HONE_SRC_FORMAT_PMM_SECTIONS_H
#define HONE_SRC_FORMAT_PMM_SECTIONS_H

#include "files/format/pmm/parents.h"

bool hone_pmm_read_models(pmm_reader *reader);
bool hone_pmm_read_accessories(pmm_reader *reader);

/* Camera and light; the arrays are in the builder's memory. */
bool hone_pmm_read_scene(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene);
bool hone_pmm_read_shadows(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene);

/* Reads all that follows the keys, gravity and self-shadow included. A file may end within it. */
bool hone_pmm_read_settings(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene);

/* The keys of one model: reads them, and makes its motion. */
bool hone_pmm_read_motion(pmm_reader *reader, hone_project_model *model, pmm_parents *parents);

/* Fills in the names of bones and morphs, and the goals of IK chains, of a model of a project of version 0001, which
 * are those of the model's file. The names are in the project's memory. */
bool hone_pmm_read_skeleton(pmm_reader *reader, hone_project_model *model);

/* Sorts the keys of the followed bones, accessories and gravity, drops those that another one replaces, and repairs
 * their numbers. Called once the bones have their names. */
bool hone_pmm_finish_keys(pmm_reader *reader);

#endif
