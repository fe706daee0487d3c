/* hone: the command. Finds the subcommand, reads its options, runs it, and checks stdout and stderr at the end. */
#include "base/system/files.h"
#include "bench/bench.h"
#include "cmd/commands.h"
#include "cmd/render/render_options.h"
#include "tool/files/input_file.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/messages.h"
#include "tool/options/options.h"
#include "tool/options/suggestion.h"
#include "tool/options/view_options.h"
#include "tool/output/output.h"
#include "tool/scene/scene_options.h"
#include "tool/system/system.h"

#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static const command *const commands[] = {
    &command_info,    &command_pose, &command_render, &command_join, &command_convert, &command_pack, &command_motion,
    &command_texture, &command_rig,  &command_doctor, &command_diff, &command_demo,    &command_view, &command_bench};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };
static const command_list all = {commands, COMMAND_COUNT};

static void print_help(FILE *to)
{
    fputs(message_text("hone: skinned characters from files to poses and pictures.\n\n"
                       "usage: hone COMMAND [options] FILES...\n"
                       "       hone FILES...  opens them in the viewer\n\n"),
          to);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s%s\n", commands[i]->name, message_text(commands[i]->summary));
    fputs(message_text("  completion bash|zsh|fish\n"
                       "            print the script by which the shell completes command lines of hone\n"),
          to);
    fputs(message_text("  help      print this help; help COMMAND: that of the command (also -h, --help)\n"
                       "  version   print the version and which components are built in (also -V, --version)\n\n"
                       "Files may come in any order; their kind is detected by their content. Put a file name that "
                       "begins with '-' "
                       "after --.\n"
                       "Exit status: 0 done, 1 failed (one line on stderr gives the reason), 2 wrong usage, 130 "
                       "stopped by Ctrl-C.\n"),
          to);
}

static const command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

typedef struct archive_report {
    report *report;
    const char *path;
} archive_report;

static void note_archive(void *user, const char *text)
{
    const archive_report *to = user;
    report_warn(to->report, to->path, text);
}

/* Puts the file that an archive means in its place. chosen: out; release it with release_files. */
static int choose_files(const char **files, uint32_t count, char ***chosen, report *r)
{
    hone_error error = {0};
    *chosen = calloc((size_t)count + 1, sizeof **chosen);
    if (!*chosen)
        return hone_fail_memory(&error), report_failure(r, NULL, &error);
    for (uint32_t i = 0; i < count; i++) {
        archive_report to = {r, files[i]};
        if (!input_file_is_archive(files[i]))
            continue;
        (*chosen)[i] = input_file_choose(files[i], note_archive, &to, &error);
        if (!(*chosen)[i])
            return report_failure(r, files[i], &error);
        files[i] = (*chosen)[i];
    }
    return STATUS_OK;
}

static void release_files(char **chosen, uint32_t count)
{
    for (uint32_t i = 0; chosen && i < count; i++) free(chosen[i]);
    free(chosen);
}

/* Removes what runs that were killed have left in the folders of the outputs. */
static void remove_abandoned_files(const command *c, const void *values)
{
    char folder[HONE_PATH_SIZE];
    const option *o;
    for (uint32_t i = 0; (o = options_at(c, i)); i++) {
        if (!o->output)
            continue;
        const char *path = *(const char *const *)((const char *)values + o->field);
        if (!path || output_is_stdout(path))
            continue;
        if (hone_path_folder(path, folder))
            hone_file_remove_abandoned(folder);
        char *real = hone_path_real(path); /* a link to another folder leads the temporary there, too */
        if (real && hone_path_folder(real, folder))
            hone_file_remove_abandoned(folder);
        free(real);
    }
}

static int run_command(const command *c, int count, char **argv, report *r)
{
    const char **files = calloc((size_t)count + 1, sizeof *files);
    void *values = calloc(1, c->values_size);
    uint32_t file_count = 0;
    help_kind help = HELP_NONE;
    int status = STATUS_FAILED;
    if (files && values)
        status = options_parse(c, count, argv, values, files, &file_count, &help, r);
    else
        report_failure(r, NULL, &(hone_error){.message = "out of memory"});
    if (status == STATUS_OK && help)
        options_print_help(c, help, stdout);
    else if (status == STATUS_OK && !c->run)
        status = view_become(count, argv, r);
    char **chosen = NULL;
    const command *other = status == STATUS_OK && !help && c->meant ? c->meant(values) : NULL;
    bool runs = !help && c->run && !other;
    if (other) {
        r->typed = c->name, r->meant = other->name;
        status = run_command(other, count, argv, r);
    }
    if (status == STATUS_OK && runs)
        status = choose_files(files, file_count, &chosen, r);
    if (status == STATUS_OK && runs) {
        const scene_arguments arguments = {c, count, argv, files, file_count};
        status = scene_options_read(&arguments, values, r);
        for (uint32_t i = 0; i < file_count; i++) files[i] = chosen[i] ? chosen[i] : files[i];
    }
    if (status == STATUS_OK && runs) {
        remove_abandoned_files(c, values);
        if (c == &command_render)
            ((render_values *)values)->arguments = (option_arguments){count, argv};
        status = c->run(values, files, file_count, r);
    }
    release_files(chosen, file_count);
    if (c->scenes && values)
        scene_release(values);
    free(values);
    free(files);
    return status;
}

static bool is_either(const char *text, const char *letter, const char *name)
{
    const char *word = name + strspn(name, "-");
    return strcmp(text, letter) == 0 || strcmp(text, name) == 0 || strcmp(text, word) == 0;
}

static int refuse(const char *first, report *r)
{
    suggestion s = {.text = first};
    bool is_option = first[0] == '-';
    for (int i = 0; i < COMMAND_COUNT && !is_option; i++) suggestion_consider(&s, commands[i]->name);
    suggestion_consider(&s, is_option ? "--help" : "help");
    if (!is_option)
        suggestion_consider(&s, "completion");
    suggestion_consider(&s, is_option ? "--version" : "version");
    if (s.best)
        return report_usage(r, "unknown %s %s; did you mean %s? (hone -h lists them)", is_option ? "option" : "command",
                            first, s.best);
    if (!is_option && strpbrk(first, "./"))
        return report_usage(r, "%s: neither a command nor a file (hone -h lists the commands)", first);
    return report_usage(r, "unknown %s %s (hone -h lists them)", is_option ? "option" : "command", first);
}

/* hone help [--man] [COMMAND [SECTION]] */
static int help(int argc, char **argv, report *r)
{
    bool man = argc > 2 && strcmp(argv[2], "--man") == 0;
    if (man)
        argc--, argv++;
    const command *c = argc > 2 ? find_command(argv[2]) : NULL;
    if (argc > 2 && !c && !is_either(argv[2], "-h", "--help") && !is_either(argv[2], "-V", "--version"))
        return refuse(argv[2], r);
    if (man)
        man_page_print(&all, c, stdout);
    else if (c && argc > 3 && !options_print_section(c, argv[3], stdout))
        return report_usage(r, "hone %s has no section %s (hone %s -h lists them)", c->name, argv[3], c->name);
    else if (c && argc <= 3)
        options_print_help(c, HELP_ALL, stdout);
    else if (!c)
        print_help(stdout);
    return STATUS_OK;
}

/* hone FILES... */
static int open_files(int argc, char **argv, report *r)
{
    if (system_has_display())
        return run_command(&command_view, argc - 1, argv + 1, r);
    const hone_error error = {.message = "the viewer needs a display (hone -h lists the commands that need none)"};
    return report_failure(r, argv[1], &error);
}

static int run(int argc, char **argv, report *r)
{
    const char *first = argc > 1 ? argv[1] : "";
    if (argc < 2)
        return print_help(stderr), STATUS_USAGE;
    if (is_either(first, "-h", "--help"))
        return help(argc, argv, r);
    if (is_either(first, "-V", "--version"))
        return version_print(), STATUS_OK;
    if (strcmp(first, "completion") == 0)
        return completion_print_for(&all, argc - 2, argv + 2, r);
    const command *c = find_command(first);
    if (c)
        return run_command(c, argc - 2, argv + 2, r);
    return first[0] != '-' && system_exists(first) ? open_files(argc, argv, r) : refuse(first, r);
}

int main(int argc, char **argv)
{
    system_begin(&argc, &argv);
    system_set_default("EGL_LOG_LEVEL", "fatal"); /* EGL's messages arrive as an error, in our one line */
    messages_begin();
    interrupt_watch();
    report r = report_make();
    int status = run(argc, argv, &r);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_OK)
        status = output_failure("-", &(hone_error){.message = "is closed, or cannot be written"}, &r);
    if (status == STATUS_OK)
        report_print_warnings(&r);
    report_release(&r);
    return status;
}
