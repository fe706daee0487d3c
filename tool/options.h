/* A subcommand and its options: one table says what is read, and what -h prints. */
#ifndef HONE_TOOL_OPTIONS_H
#define HONE_TOOL_OPTIONS_H

#include "tool/report.h"

typedef struct option option;

/* Reads an option's value into its field; false: this is not what it wants. */
typedef bool option_read_fn(const option *o, const char *text, void *field);

struct option {
    const char *name;     /* "--size"; NULL ends the table */
    char letter;          /* 'o' of -o; 0: none */
    const char *value;    /* what help calls the value; NULL: a flag, whose field is a bool */
    const char *help;     /* may run over several lines */
    size_t field;         /* offsetof in the subcommand's structure */
    option_read_fn *read; /* of its value */
    const char *wants;    /* what the value must be, for the line that refuses one */
    const void *detail;   /* for `read`: names of a choice, a range */
};

typedef struct command {
    const char *name, *arguments, *summary;
    const char *notes;     /* after the options in help; "" for none */
    const option *options; /* without --help, which each has */
    const option *common;  /* more of them, that other subcommands have too; NULL: none */
    size_t values_size;    /* of the structure that both fill in; all zero where nothing is given */
    int (*run)(const void *values, const char *const *files, uint32_t file_count, report *r); /* NULL: another program
                                                                                                 does it */
} command;

/* Sorts argv[0..count) into `values` and `files` ([count], in order). Options may stand anywhere; behind "--" all are
 * files. A valued option may be given once. Returns STATUS_OK, or STATUS_USAGE after saying why. *help: -h was met. */
int options_parse(const command *c, int count, char **argv, void *values, const char **files, uint32_t *file_count,
                  bool *help, report *r);

void options_print_help(const command *c, FILE *to);

/* ---- readers of values ---- */

bool option_read_text(const option *o, const char *text, void *field);    /* const char *; not empty */
bool option_read_choice(const option *o, const char *text, void *field);  /* int: index in detail, names to a NULL */
bool option_read_integer(const option *o, const char *text, void *field); /* uint32_t; detail: option_range */

typedef struct option_range {
    uint32_t low, high;
} option_range;

#endif
