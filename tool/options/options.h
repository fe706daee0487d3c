/* A subcommand and its options. One table defines what is parsed and what -h prints. */
#ifndef HONE_TOOL_OPTIONS_OPTIONS_H
#define HONE_TOOL_OPTIONS_OPTIONS_H

#include "tool/messages/report.h"

typedef struct option option;
typedef struct value_kind value_kind; /* tool/settings/value_kind.h */

/* Reads an option's value into its field. False: the value is not valid. */
typedef bool option_read_fn(const option *o, const char *text, void *field);

#define N_(text) text /* marks a text for translators, which a program translates when it shows it */

/* Which programs have a control for a setting. */
typedef enum setting_programs {
    CONTROL_EVERYWHERE,
    CONTROL_OF_VIEWER, /* pages cannot use the setting: it needs a file of the disk */
    CONTROL_OF_PAGE    /* the viewer has it in its menus */
} setting_programs;

/* What programs with controls say of a setting; they translate it. */
typedef struct setting_label {
    const char *name;           /* of the control; of an object: the title above the controls of its members */
    const char *text;           /* beside it; NULL: the name */
    const char *const *choices; /* the names of a choice; or, of each number of a pair, its text and its name */
    setting_programs programs;
    const float *unset; /* [3] what a vector, a direction or a colour means if nothing is said */
} setting_label;

struct option {
    const char *name;     /* "--size"; NULL: the command line does not have it */
    const char *former;   /* the name that it had in earlier versions, which is still read; NULL: none */
    char letter;          /* 'o' of -o; 0: none */
    const char *value;    /* the name of the value in the help; NULL: a flag, whose field is a bool */
    const char *help;     /* may have several lines */
    size_t field;         /* offsetof in the subcommand's structure */
    option_read_fn *read; /* reads the value; NULL: as its kind does */
    const char *expected; /* the valid values, for the error message */
    const void *detail;   /* for `read`: the names of a choice, or a range */
    bool of_file;         /* it belongs to the file before it: `field` is a placement_options, `read` gets an entry */
    /* names, of which the one closest to a wrong value is suggested; NULL ends them; NULL: those of a choice, or none
     */
    const char *const *words;
    bool is_step;        /* its field is an option_steps, to which it is added; `read` gets step->value */
    const char *section; /* the title of the section of the help that begins here; NULL: the section goes on */
    bool usual;          /* the help lists it first */
    bool output;         /* its value, a const char *, names a file to write */
    /* for completion: the endings of the files that the value may name, such as "wav mp3"; NULL: any file */
    const char *endings;
    const char *key;        /* where scene files have it, "picture.edges" (tool/settings/settings.h); NULL: nowhere */
    const value_kind *kind; /* what its value is; NULL: it is not in scene files */
    bool needed;            /* scene files: its object is nothing without it */
    bool always;            /* scene files: it is written even if it is not set */
    const setting_label *label; /* of its control; NULL: it has none */
    const option *include;      /* the rows of another table stand here; the rest of the row is empty */
};

/* Whether a row is one, and not the end of its table, which is empty. */
bool option_is_row(const option *o);

/* Reads a value into its field. */
bool option_read(const option *o, const char *text, void *field);

/* The words that the value may be; NULL: none are fixed. */
const char *const *option_words(const option *o);

/* Endings of files, for completion. hone itself detects files by their content. */
#define ENDINGS_MODELS "pmx pmd x gltf glb vrm fbx zip"
#define ENDINGS_MOTIONS "vmd vpd hclip bvh vrma"
#define ENDINGS_SCENES "pmm json vac"
#define ENDINGS_SOUNDS "wav mp3 ogg flac m4a"
#define ENDINGS_PICTURES "png jpg mp4 webm mov mkv gif apng webp"

/* An option that may be given more than once, and does something each time. */
typedef struct option_step {
    const option *option;
    const char *text;    /* its value; NULL: a flag */
    uint32_t file_count; /* files before it on the command line */
    double value[2];     /* the value that `read` has read */
} option_step;

enum { OPTION_STEPS_MAX = 64 };

/* In the order of the command line. */
typedef struct option_steps {
    uint32_t count;
    option_step items[OPTION_STEPS_MAX];
} option_steps;

enum { OPTIONS_MAX = 256 }; /* of a subcommand, common ones included */

/* The arguments after the name of a subcommand. */
typedef struct option_arguments {
    int count;
    char *const *argv;
} option_arguments;

typedef struct command {
    const char *name, *arguments, *summary;
    const char *notes;     /* printed after the options in the help; "" for none */
    const option *options; /* without --help, which every subcommand has */
    const option *common;  /* more options, shared with other subcommands; NULL: none */
    size_t values_size;    /* of the structure that both tables fill in; it begins all zero */
    /* NULL: another program does it */
    int (*run)(const void *values, const char *const *files, uint32_t file_count, report *r);
    const char *endings; /* for completion: the endings of its files, such as "pmx vmd"; NULL: it takes none */
    bool scenes;         /* its values begin with a scene, which a scene file among its files fills in */
    bool lenient;        /* --strict is about what it tells, not about the scene that it reads */
    /* Takes out of the scene of `values` what the command line replaces as a whole, before the options are read over
     * it. given: the options alone. NULL: nothing. */
    void (*fit_scene)(const void *given, void *values);
    /* The other command that these options ask for, which reads the command line by its own table; NULL: none. A
     * command without the function is always itself. */
    const struct command *(*meant)(const void *values);
} command;

/* What a command line asks for: the usual options and the names of the sections, or everything. */
typedef enum help_kind { HELP_NONE, HELP_USUAL, HELP_ALL } help_kind;

/* Splits argv[0..count) into `values` and `files` ([count], in order). Options may stand anywhere; after "--" all
 * arguments are files. An option with a value may be given once. Returns STATUS_OK, or reports the error and returns
 * STATUS_USAGE. *help: what -h or --help asks for. */
int options_parse(const command *c, int count, char **argv, void *values, const char **files, uint32_t *file_count,
                  help_kind *help, report *r);

/* The option at `index`, a subcommand's own before the common ones; NULL past the last. */
const option *options_at(const command *c, uint32_t index);

/* Prints the usage, the usual options, then the titles of the sections, or the others in their sections and the notes.
 */
void options_print_help(const command *c, help_kind kind, FILE *to);

/* Prints the options of the section whose title begins so, in any case; returns false if there is none. */
bool options_print_section(const command *c, const char *title, FILE *to);

/* ---- functions that read values ---- */

bool option_read_text(const option *o, const char *text, void *field); /* const char *; not empty */
/* The same for a value that is one of o->words or a file: refuses what looks like a misspelt word, if there is no such
 * file. */
bool option_read_word_or_file(const option *o, const char *text, void *field);
/* int: the index in detail, an array of names that ends with NULL */
bool option_read_choice(const option *o, const char *text, void *field);
bool option_read_integer(const option *o, const char *text, void *field); /* uint32_t; detail: an option_range */

typedef struct option_range {
    uint32_t low, high;
} option_range;

#endif
