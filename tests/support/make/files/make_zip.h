/* .zip archives, valid or not, made without a library. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_ZIP_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_ZIP_H

#include <hone/io.h>

typedef struct make_zip_entry {
    const char *name; /* bytes, as they are in the file */
    const char *text; /* the content; NULL: `size` bytes of `data` */
    const void *data;
    size_t size;
    bool deflated;    /* otherwise stored */
    uint16_t flags;   /* 1: encrypted, 0x800: the name is UTF-8 */
    uint16_t method;  /* in place of stored (0) or deflated (8) */
    bool link;        /* a symbolic link of Unix */
    bool wide;        /* sizes and offset are in an extra field of 64 bits */
    const char *utf8; /* the name again, in an extra field; NULL: none */
    uint64_t claimed; /* size when unpacked; 0: the true one */
    uint32_t bad_crc; /* added to the checksum */
} make_zip_entry;

typedef struct make_zip_desc {
    const make_zip_entry *entries; /* [count] */
    uint32_t count;
    uint32_t before;     /* bytes in front of the archive */
    const char *comment; /* at its end; NULL: none */
    bool wide_end;       /* the end record is one of 64 bits */
    bool parts;          /* claims to be one of several parts */
} make_zip_desc;

/* Release the bytes. */
hone_bytes make_zip(const make_zip_desc *desc);

#endif
