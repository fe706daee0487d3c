/* A part: a range of the pictures of a film or of a sequence, in a file of its own. `hone render --part` writes it, and
 * `hone join` reads it.
 *
 * The file has a head, then records, then a record that ends it. Numbers are little-endian. Each record ends with a
 * hash of itself and of all before it, so that damage is found anywhere. docs/farm.md describes the bytes.
 */
#ifndef HONE_TOOL_PART_PART_FILE_H
#define HONE_TOOL_PART_PART_FILE_H

#include "base/files/draft.h"
#include <hone/io.h>
#include <stdio.h>

enum {
    PART_COUNT_MAX = 100000,        /* parts of a film */
    PART_PICTURES_MAX = 1000000000, /* of all parts together */
    PART_RECORD_MAX = 1 << 30,      /* bytes of a record's data */
    PART_SIDE_MAX = 1 << 28         /* bytes of a record's side data */
};

/* How the pictures of a part are kept. */
typedef enum part_content {
    PART_PICTURES, /* a PNG or jpg file each */
    PART_PACKETS   /* compressed as in the film */
} part_content;

/* The head of a part: the properties that all parts of a film share, and the number of this one. */
typedef struct part_head {
    uint64_t inputs;          /* a fingerprint of files and options */
    uint64_t setup;           /* of packets: a fingerprint of the encoder's settings; otherwise 0 */
    uint32_t part, parts;     /* this part, from 1; the number of parts */
    uint32_t total;           /* pictures of all parts */
    uint32_t content;         /* part_content */
    uint32_t format;          /* index in output_picture_formats */
    uint32_t width, height;   /* pixels */
    uint32_t rate, divisor;   /* pictures a second; 0, 0: not given */
    uint32_t quality;         /* as in film_values, and so are the next two; 0: not given */
    uint32_t bit_rate, codec; /* 0: not given */
    uint32_t alpha;           /* 1: the film keeps transparency */
    uint32_t sound;           /* channels of the sound that this part has for the whole film; 0: none */
    double frame, step;       /* frame of the first picture of all parts; frames from one picture to the next */
} part_head;

/* The pictures of a part, as an even share of all: indices begin to end - 1. */
typedef struct part_range {
    uint32_t begin, end;
} part_range;

part_range part_range_of(uint32_t part, uint32_t parts, uint32_t total);

typedef enum part_record_kind { PART_RECORD_PICTURE = 1, PART_RECORD_PACKET, PART_RECORD_SOUND } part_record_kind;

/* A picture's file, or a compressed packet. */
typedef struct part_record {
    part_record_kind kind;
    bool key;          /* of packets, as are the next three: it can be decoded without those before it */
    int64_t pts;       /* as in hone_film_packet, from the first picture of the part; or of the film, for sound */
    uint32_t duration; /* in the same unit */
    uint32_t side_kind;
    const uint8_t *data;
    size_t size;
    const uint8_t *side; /* data that belongs to the packet */
    size_t side_size;
} part_record;

/* ---- writing ---- */

typedef struct part_writer {
    hone_file_draft draft;
    uint64_t hash;    /* of all that is written */
    uint32_t records; /* that are written */
    uint32_t pictures;
} part_writer;

/* Opens the draft. Errors do not begin with the path. Commit or discard it. */
bool part_writer_begin(part_writer *w, const char *path, const part_head *head, hone_error *error);
bool part_writer_add(part_writer *w, const part_record *record, hone_error *error);
/* Ends the file, which appears then. After a failure there is none. */
bool part_writer_commit(part_writer *w, hone_error *error);
void part_writer_discard(part_writer *w);

/* ---- reading ---- */

typedef struct part_reader { /* all zero: closed */
    FILE *file;
    part_head head;
    uint64_t left; /* bytes of the file that are not read yet */
    uint64_t hash;
    uint32_t records, pictures;
    uint8_t *room; /* [room_size] the data of the last record */
    size_t room_size;
} part_reader;

/* Reads the head. The reader closes the file in any case. Errors: IO, FORMAT (not a part, or damaged), MEMORY. */
bool part_reader_begin(part_reader *reader, FILE *file, hone_error *error);
bool part_reader_open(part_reader *reader, const char *path, hone_error *error);
/* Reads the next record; its data are valid until the next call. *ended: the part has ended, and is whole. */
bool part_reader_next(part_reader *reader, part_record *record, bool *ended, hone_error *error);
void part_reader_close(part_reader *reader);

/* Reads all of a part, to see whether it is whole. */
bool part_reader_check(part_reader *reader, hone_error *error);

#endif
