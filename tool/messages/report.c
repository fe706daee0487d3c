#include "tool/messages/report.h"
#include "tool/messages/messages.h"
#include "tool/system/system.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

report report_make(void)
{
    return (report){.lines = stderr};
}

void report_release(report *r)
{
    for (uint32_t i = 0; i < REPORT_WARNINGS_SHOWN; i++) free(r->warnings[i]);
    if (r->lines != stderr)
        fclose(r->lines);
    *r = report_make();
}

void report_print_escaped(FILE *to, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080..U+009F are control characters, too */
        if (*c == '\n' || *c == '\t')
            fputs(*c == '\n' ? "\\n" : "\\t", to);
        else if (*c < 0x20 || *c == 0x7f || c1)
            fprintf(to, "\\x%02x", c1 ? *++c : *c);
        else
            fputc(*c, to);
    }
}

void report_print_lines(FILE *to, int indent, const char *text)
{
    while (*text) {
        size_t size = strcspn(text, "\r\n");
        char line[1000];
        snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : sizeof line - 1), text);
        for (char *c = line; *c; c++)
            if (*c == '\t')
                *c = ' ';
        fprintf(to, "%*s", size ? indent : 0, "");
        report_print_escaped(to, line);
        fputc('\n', to);
        text += size;
        text += strncmp(text, "\r\n", 2) == 0 ? 2 : *text != 0;
    }
}

static void print_translated(FILE *to, const char *english)
{
    char text[MESSAGE_SIZE];
    message_translate(english, text, sizeof text);
    report_print_escaped(to, text);
}

static void print_line(FILE *to, const char *english)
{
    fputs("hone: ", to);
    print_translated(to, english);
    fputc('\n', to);
}

static void print_usage(report *r, const char *english)
{
    char text[MESSAGE_SIZE];
    size_t size = r->meant ? strlen(r->meant) : 0;
    message_translate(english, text, sizeof text);
    bool meant = size && strncmp(text, r->meant, size) == 0 && text[size] == ':';
    fputs("hone: ", r->lines);
    fputs(meant ? r->typed : "", r->lines);
    report_print_escaped(r->lines, meant ? text + size : text);
    fputc('\n', r->lines);
}

int report_usage(report *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_usage(r, text);
    return STATUS_USAGE;
}

void report_note(report *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line(r->lines, text);
}

int report_failure(report *r, const char *file, const hone_error *error)
{
    fputs("hone: ", r->lines);
    if (file) {
        report_print_escaped(r->lines, *file ? file : "\"\"");
        fputs(": ", r->lines);
    }
    print_translated(r->lines, error->message);
    fputc('\n', r->lines);
    return STATUS_FAILED;
}

/* Takes over a line from malloc. */
static void keep_warning(report *r, char *line)
{
    uint32_t kept = r->warning_count < REPORT_WARNINGS_SHOWN ? r->warning_count : REPORT_WARNINGS_SHOWN;
    for (uint32_t i = 0; i < kept; i++)
        if (strcmp(r->warnings[i], line) == 0) {
            free(line);
            return;
        }
    if (kept < REPORT_WARNINGS_SHOWN)
        r->warnings[kept] = line;
    else
        free(line);
    r->warning_count++;
}

void report_warn(report *r, const char *file, const char *text)
{
    char translated[MESSAGE_SIZE];
    message_translate(text, translated, sizeof translated);
    const char *format = message_text("%s: warning: %s");
    size_t size = strlen(file) + strlen(translated) + strlen(format);
    char *line = r->quiet ? NULL : malloc(size);
    if (!line)
        return;
    snprintf(line, size, message_text("%s: warning: %s"), file, translated);
    keep_warning(r, line);
}

void report_take_warning(report *r, const char *line)
{
    char *copy = r->quiet ? NULL : malloc(strlen(line) + 1);
    if (copy)
        keep_warning(r, strcpy(copy, line));
}

void report_warn_of(report *r, const char *file, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_warn(r, file, text);
}

void report_warn_all(report *r, const char *file, hone_warnings warnings)
{
    for (uint32_t i = 0; i < warnings.count; i++) report_warn(r, file, warnings.texts[i]);
}

void report_print_warnings(report *r)
{
    if (r->quiet) /* some warnings are older than the options */
        return;
    for (uint32_t i = 0; i < r->warning_count && i < REPORT_WARNINGS_SHOWN; i++) {
        fputs("hone: ", r->lines);
        report_print_escaped(r->lines, r->warnings[i]);
        fputc('\n', r->lines);
    }
    if (r->warning_count > REPORT_WARNINGS_SHOWN)
        report_note(r, "and %u more warnings", r->warning_count - REPORT_WARNINGS_SHOWN);
}

void report_silence_libraries(report *r)
{
    FILE *lines = r->lines == stderr ? system_silence_stderr() : NULL;
    if (lines)
        r->lines = lines;
}
