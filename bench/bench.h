/* The subcommand `hone bench`. */
#ifndef HONE_BENCH_BENCH_H
#define HONE_BENCH_BENCH_H

#include "tool/options/options.h"

extern const command command_bench;

#endif
