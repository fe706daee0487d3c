/* The output of `hone doctor`: a table, or JSON. */
#ifndef HONE_CMD_DOCTOR_DOCTOR_REPORT_H
#define HONE_CMD_DOCTOR_DOCTOR_REPORT_H

#include "base/json/json_writer.h"
#include "tool/doctor/findings.h"
#include "tool/messages/report.h"

#include <hone/io.h>
#include <hone/model.h>

typedef struct doctor_report {
    bool as_json, begun;
    hone_writer text;
    hone_json json;
    uint32_t counts[FINDING_LEVEL_COUNT]; /* of all models */
} doctor_report;

doctor_report doctor_report_begin(bool as_json);

/* Prints the findings of a file, or keeps them for the JSON. format: its name. model: NULL: of no model. */
void doctor_report_add(doctor_report *to, const char *path, const char *format, const hone_model *model,
                       const findings *found);
bool doctor_report_is_sound(const doctor_report *to); /* neither faults nor warnings */
int doctor_report_finish(doctor_report *to, report *r);
void doctor_report_release(doctor_report *to); /* in any case */

#endif
