/* The bones of a skeleton as a tree, for `hone info --tree`. */
#ifndef HONE_CMD_INFO_BONE_TREE_H
#define HONE_CMD_INFO_BONE_TREE_H

#include "base/json/json_writer.h"
#include <hone/io.h>
#include <hone/model.h>
#include <stdio.h>

typedef struct bone_tree_entry {
    uint32_t bone, depth; /* depth 0: a root */
    bool last;            /* the last child of its parent, or the last root */
} bone_tree_entry;

/* Lists the bones depth first: each bone before its children, brothers in the order of the file. Returns an array of
 * [bone_count] entries (free), or NULL: no memory. */
bone_tree_entry *bone_tree_make(const hone_skeleton *skeleton);

/* Prints a line for each bone: its index, its name behind branches, its English name, and what IK and appends do. */
bool bone_tree_print(const hone_skeleton *skeleton, FILE *to);

/* Writes the value of the key "tree": an array with an object for each bone, in the order of the tree. */
bool bone_tree_write(const hone_skeleton *skeleton, hone_json *json);

#endif
