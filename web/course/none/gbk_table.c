/* In place of the table of GBK, which no model of the course is written in: no character has two bytes. */
#include "base/text/double_bytes.h"

const hone_double_bytes hone_gbk = {0};
