/* The state that the readers of binary and of text files share while they make the tree. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_TREE_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_TREE_H

#include "files/format/fbx/document/document.h"

enum { FBX_DEPTH = 64 }; /* levels of nodes; the nodes of real files are less than ten deep */

typedef struct fbx_tree {
    fbx_document *document;
    hone_error *error;
} fbx_tree;

/* Sets the error FORMAT with the message "SENTENCE, at byte N", where N is the offset of `at`. Returns false. */
bool hone_fbx_fail_at(const fbx_document *document, const void *at, hone_error *error, const char *sentence);

/* Allocates a node without values and children. Returns NULL, with an error, if out of memory. */
fbx_node *hone_fbx_add_node(const fbx_tree *tree, const void *name, size_t name_size);

/* Refuses versions that hone does not read. */
bool hone_fbx_check_version(const fbx_tree *tree, uint64_t version, uint64_t offset);

/* Counts a compressed array against what a file of this size may inflate to. */
bool hone_fbx_charge_array(const fbx_tree *tree, const void *at, uint64_t size, uint64_t inflated);

/* Read the nodes of a file. */
bool hone_fbx_read_binary(fbx_tree *tree);
bool hone_fbx_read_text(fbx_tree *tree);

#endif
