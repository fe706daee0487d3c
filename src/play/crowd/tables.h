/* Turns the clips of a crowd model into tables. */
#ifndef HONE_SRC_CROWD_TABLES_H
#define HONE_SRC_CROWD_TABLES_H

#include "play/crowd/crowd_model.h"

/* Sets columns, rest and tables. shared->has_tables: out: whether the rows are within the limit. Errors: MEMORY, and
 * those of samplers. */
bool hone_crowd_make_tables(hone_crowd_model *shared, const hone_crowd_model_desc *desc, hone_error *error);

#endif
