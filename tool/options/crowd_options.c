#include "tool/options/crowd_options.h"

const option_range option_crowd_range = {1, 100000};
