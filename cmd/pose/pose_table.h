/* The table of bones of hone pose, as text or JSON. */
#ifndef HONE_CMD_POSE_POSE_TABLE_H
#define HONE_CMD_POSE_POSE_TABLE_H

#include "base/json/json_writer.h"
#include "tool/messages/report.h"

#include <hone/actor.h>
#include <hone/io.h>

typedef struct pose_table { /* must stay at its address */
    bool as_json, parts;
    hone_writer text; /* the JSON so far; without as_json rows are printed at once */
    hone_json json;
} pose_table;

/* parts: with the parts of each bone's transform. */
void pose_table_begin(pose_table *table, bool as_json, bool parts);
/* Adds the bones of the actor's last update. */
void pose_table_add(pose_table *table, const hone_actor *actor, double frame);
int pose_table_end(pose_table *table, report *r);
void pose_table_release(pose_table *table);

#endif
