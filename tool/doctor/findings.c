#include "tool/doctor/findings.h"
#include "tool/output/json_members.h"

#include <hone/io.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 600 };

const char *const finding_level_names[FINDING_LEVEL_COUNT] = {"note", "warning", "fault"};

/* Ends a text that was cut within a character of UTF-8 before that character. */
static char *copy(const char *text)
{
    size_t size = strlen(text);
    if (size == TEXT_SIZE - 1)
        while (size > 0 && !hone_utf8_is_valid(text, size)) size--;
    char *out = malloc(size + 1);
    if (!out)
        return NULL;
    memcpy(out, text, size);
    out[size] = '\0';
    return out;
}

void finding_names_add(finding_names *names, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list values;
    va_start(values, format);
    if (names->total++ < FINDING_NAMES) {
        vsnprintf(text, sizeof text, format, values);
        names->texts[names->kept] = copy(text);
        names->kept += names->texts[names->kept] != NULL;
    }
    va_end(values);
}

void finding_names_release(finding_names *names)
{
    for (uint32_t i = 0; i < names->kept; i++) free(names->texts[i]);
    *names = (finding_names){.total = 0};
}

static finding *new_finding(findings *out)
{
    finding *grown = realloc(out->items, (out->count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    out->items = grown;
    return &grown[out->count];
}

void findings_add(findings *out, finding_level level, const char *check, finding_names *names, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list values;
    if (names && names->total == 0)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    finding *made = new_finding(out);
    char *kept = made ? copy(text) : NULL;
    out->counts[level]++;
    if (kept) {
        *made = (finding){.level = level, .check = check, .text = kept};
        if (names)
            made->names = *names;
        out->count++;
    } else if (names) {
        finding_names_release(names);
    }
    out->out_of_memory |= !kept;
    if (names)
        *names = (finding_names){.total = 0};
}

void findings_release(findings *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        free(f->items[i].text);
        finding_names_release(&f->items[i].names);
    }
    free(f->items);
    *f = (findings){0};
}

/* ---- JSON ---- */

static void write_finding(hone_json *json, const finding *f)
{
    hone_json_object(json);
    json_string(json, "level", finding_level_names[f->level]);
    json_string(json, "check", f->check);
    json_string(json, "text", f->text);
    json_integer(json, "total", f->names.total);
    hone_json_key(json, "names");
    hone_json_array(json);
    for (uint32_t i = 0; i < f->names.kept; i++) hone_json_string(json, f->names.texts[i]);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

void findings_write(const findings *f, hone_json *json)
{
    json_integer(json, "faults", f->counts[FINDING_FAULT]);
    json_integer(json, "warnings", f->counts[FINDING_WARNING]);
    json_integer(json, "notes", f->counts[FINDING_NOTE]);
    hone_json_key(json, "findings");
    hone_json_array(json);
    for (uint32_t i = 0; i < f->count; i++) write_finding(json, &f->items[i]);
    hone_json_end(json, ']');
}
