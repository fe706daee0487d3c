/* The bytes of a part's head and records. */
#ifndef HONE_TOOL_PART_PART_LAYOUT_H
#define HONE_TOOL_PART_PART_LAYOUT_H

#include "tool/part/part_file.h"

enum { PART_MARK_SIZE = 8, PART_HEAD_SIZE = 112, PART_RECORD_SIZE = 32, PART_HASH_SIZE = 8, PART_VERSION = 1 };
enum { PART_RECORD_END = 4 }; /* the kind of the record that ends a part */

#define PART_MARK "honepart"

void part_head_write(const part_head *head, uint8_t out[PART_HEAD_SIZE]);
/* Errors: FORMAT. */
bool part_head_read(const uint8_t in[PART_HEAD_SIZE], part_head *head, hone_error *error);

/* Without the data, which follow: `size` bytes, then `side_size` bytes. The data pointers are not touched. */
void part_record_write(const part_record *record, uint8_t out[PART_RECORD_SIZE]);
void part_record_read(const uint8_t in[PART_RECORD_SIZE], part_record *record);

/* Continues a hash with more bytes. */
uint64_t part_hash(uint64_t hash, const void *bytes, size_t size);

#endif
