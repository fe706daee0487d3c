/* Lists of keys. A project stores the keys of all bones (or morphs) of a model in one list: first one key for each
 * bone, then the others, each with the index of the next key of the same bone. */
#ifndef HONE_SRC_FORMAT_PMM_KEYS_H
#define HONE_SRC_FORMAT_PMM_KEYS_H

#include "files/format/pmm/reader.h"

/* The head of a key. */
typedef struct pmm_key {
    uint32_t index;      /* in the list */
    uint32_t frame;      /* 30ths of a second */
    uint32_t next;       /* index of the next key; 0: none */
    bool owned;          /* the chain of a bone contains it */
    const uint8_t *body; /* the record behind the head */
} pmm_key;

enum { PMM_HEAD_SIZE = 16, PMM_FIRST_HEAD_SIZE = 12 }; /* the first key of a list has no index */

/* Reads the head of a key. has_index: false for a first key. */
pmm_key hone_pmm_read_head(pmm_reader *reader, bool has_index);

/* A list of keys that all belong to one thing: its first key, then the others. */
typedef struct pmm_single_list {
    uint32_t count;          /* at least 1 */
    hone_reader first, rest; /* at the first key, and at the second one */
} pmm_single_list;

/* Reads the count of a list whose keys have body_size bytes behind their heads. Returns false with the error set. */
bool hone_pmm_begin_list(pmm_reader *reader, const char *noun, size_t body_size, pmm_single_list *list);

/* Moves the reader to key `at`, the one behind the key that was read last, and returns the key's frame. */
uint32_t hone_pmm_begin_key(pmm_reader *reader, const pmm_single_list *list, uint32_t at);

/* Moves the reader behind a list. */
void hone_pmm_end_list(pmm_reader *reader, const pmm_single_list *list);

typedef struct pmm_key_list {
    uint32_t owner_count; /* bones or morphs: entry i of `keys` is the first key of owner i */
    uint32_t count;       /* of `keys` */
    pmm_key *keys;        /* [count] */
    uint32_t *order;      /* [count - owner_count] the entries behind the first keys, by their index */
} pmm_key_list;

/* Reads the first keys of owner_count bones or morphs, and then the list of the others. noun: of the list. Returns
 * false with the error set. */
bool hone_pmm_read_list(pmm_reader *reader, const char *noun, uint32_t owner_count, size_t body_size,
                        pmm_key_list *list);

/* Returns the next key of the chain, or NULL at its end. Marks it as owned; a key that is owned already, or is
 * missing, ends the chain with a warning. */
pmm_key *hone_pmm_next_key(pmm_reader *reader, pmm_key_list *list, const pmm_key *key);

#endif
