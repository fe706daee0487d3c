#include "cmd/doctor/doctor_report.h"
#include "tool/messages/messages.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"

#include <string.h>

static const finding_level worst_first[] = {FINDING_FAULT, FINDING_WARNING, FINDING_NOTE};

doctor_report doctor_report_begin(bool as_json)
{
    return (doctor_report){.as_json = as_json};
}

/* ---- the table ---- */

static void print_finding(const finding *f)
{
    char text[MESSAGE_SIZE];
    message_translate(f->text, text, sizeof text);
    printf("  %-8s %-20s ", message_text(finding_level_names[f->level]), f->check);
    report_print_escaped(stdout, text);
    putchar('\n');
    for (uint32_t i = 0; i < f->names.kept; i++) {
        printf("             ");
        message_translate(f->names.texts[i], text, sizeof text);
        report_print_escaped(stdout, text);
        putchar('\n');
    }
    if (f->names.total > f->names.kept)
        printf(message_text("             and %u more\n"), f->names.total - f->names.kept);
}

static void print_all(const char *path, const char *format, const hone_model *model, const findings *found)
{
    const hone_model_data *data = hone_model_get(model); /* all empty for none */
    report_print_escaped(stdout, path);
    printf("  (%s)", format);
    if (model)
        printf("\n  ");
    report_print_escaped(stdout, data->name);
    printf(message_text("\n  faults %u, warnings %u, notes %u\n"), found->counts[FINDING_FAULT],
           found->counts[FINDING_WARNING], found->counts[FINDING_NOTE]);
    if (*data->comment) {
        printf("%s", message_text("  comment of the author\n"));
        report_print_lines(stdout, 4, data->comment);
    }
    for (size_t level = 0; level < sizeof worst_first / sizeof *worst_first; level++)
        for (uint32_t i = 0; i < found->count; i++)
            if (found->items[i].level == worst_first[level])
                print_finding(&found->items[i]);
}

/* ---- JSON ---- */

static void add_object(doctor_report *to, const char *path, const char *format, const hone_model *model,
                       const findings *found)
{
    const hone_model_data *data = hone_model_get(model);
    hone_json *json = &to->json;
    hone_json_object(json);
    json_string(json, "path", path);
    json_string(json, "format", format);
    json_string(json, "name", data->name);
    json_string(json, "comment", data->comment);
    findings_write(found, json);
    hone_json_end(json, '}');
}

/* ---- both ---- */

void doctor_report_add(doctor_report *to, const char *path, const char *format, const hone_model *model,
                       const findings *found)
{
    for (int level = 0; level < FINDING_LEVEL_COUNT; level++) to->counts[level] += found->counts[level];
    if (!to->as_json) {
        print_all(path, format, model, found);
        return;
    }
    if (!to->begun) { /* here, since the JSON points to the text, which must not move any more */
        to->begun = true;
        to->text = hone_writer_make(NULL);
        to->json = hone_json_make(&to->text);
        hone_json_array(&to->json);
    }
    add_object(to, path, format, model, found);
}

bool doctor_report_is_sound(const doctor_report *to)
{
    return to->counts[FINDING_FAULT] == 0 && to->counts[FINDING_WARNING] == 0;
}

int doctor_report_finish(doctor_report *to, report *r)
{
    if (!to->begun)
        return STATUS_OK;
    hone_json_end(&to->json, ']');
    to->begun = false;
    return output_text("-", &to->text, r);
}

void doctor_report_release(doctor_report *to)
{
    hone_bytes bytes = {0};
    if (to->begun && hone_writer_finish(&to->text, &bytes, NULL))
        hone_bytes_release(&bytes);
    to->begun = false;
}
