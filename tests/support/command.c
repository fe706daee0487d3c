#include "support/command.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/physics.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char out_name[] = ".stdout", err_name[] = ".stderr";

void command_needs_physics(void)
{
    NEEDS(physics);
}

char *command_file_content(const char *path, size_t *size)
{
    FILE *file = test_open(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        if (file)
            fclose(file);
        return NULL;
    }
    long length = ftell(file);
    rewind(file);
    char *content = malloc((size_t)length + 1);
    assert_non_null(content);
    *size = fread(content, 1, (size_t)length, file);
    content[*size] = 0;
    fclose(file);
    return content;
}

bool command_file_write(const char *path, const void *data, size_t size)
{
    FILE *file = test_open(path, "wb");
    if (!file)
        return false;
    bool whole = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

/* ---- running ---- */

/* The language of the tester must not change what the tests read. */
static void set_language(const command_run_desc *desc)
{
    test_set_variable("LC_ALL", desc && desc->locale ? desc->locale : "C");
    test_set_variable("LANGUAGE", desc ? desc->language : NULL);
}

command_result command_run(const command_run_desc *desc, const char *const *arguments)
{
    set_language(desc);
    command_result result = {.status = test_run(desc, arguments, out_name, err_name)};
    bool caught = !desc || (!desc->out && !desc->out_file);
    result.out = caught ? command_file_content(out_name, &result.out_size) : calloc(1, 1);
    result.err = desc && desc->err ? calloc(1, 1) : command_file_content(err_name, &result.err_size);
    assert_non_null(result.out);
    assert_non_null(result.err);
    remove(out_name);
    remove(err_name);
    return result;
}

void command_result_release(command_result *result)
{
    free(result->out);
    free(result->err);
    *result = (command_result){0};
}

/* ---- checks ---- */

unsigned command_line_count(const char *text)
{
    unsigned lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static void complain(const char *file, int line, const char *const *arguments, const command_result *result,
                     const char *what)
{
    print_error("hone");
    for (int i = 0; arguments[i]; i++) print_error(" %s", arguments[i]);
    print_error("\n%s; status %d\nstdout: %s\nstderr: %s\n", what, result->status, result->out, result->err);
    _fail(file, line);
}

void command_check_fails(const char *file, int line, int expected, const char *const *arguments)
{
    command_result result = command_run(NULL, arguments);
    if (result.status != expected)
        complain(file, line, arguments, &result, "another exit status was expected");
    if (result.out_size)
        complain(file, line, arguments, &result, "nothing was to be printed");
    if (command_line_count(result.err) != 1 || strncmp(result.err, "hone: ", 6) != 0)
        complain(file, line, arguments, &result, "one line on stderr was expected");
    command_result_release(&result);
}

void command_check_runs(const char *file, int line, const char *const *arguments)
{
    command_result result = command_run(NULL, arguments);
    if (result.status != 0 || result.err_size)
        complain(file, line, arguments, &result, "it was to run and be quiet on stderr");
    command_result_release(&result);
}

/* ---- a temporary folder ---- */

int command_folder_enter(void **state)
{
    *state = test_folder_enter();
    return *state ? 0 : -1;
}

int command_folder_leave(void **state)
{
    test_folder_leave(*state);
    free(*state);
    return 0;
}
