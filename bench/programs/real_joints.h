/* What each way of skinning keeps at the elbow, knee, shoulder and hip of a character. */
#ifndef HONE_BENCH_PROGRAMS_REAL_JOINTS_H
#define HONE_BENCH_PROGRAMS_REAL_JOINTS_H

#include <hone/model.h>

/* Prints the rows of a table. */
bool print_joints(const hone_model *model, hone_error *error);

#endif
