#include "support/make/files/make_zip.h"
#include "support/make/files/make_deflate.h"

#include <stdlib.h>
#include <string.h>

/* Fuzz targets have no cmocka. */
static void require(bool condition)
{
    if (!condition)
        abort();
}

static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static void put_u64(hone_writer *w, uint64_t value)
{
    hone_write_u32(w, (uint32_t)value);
    hone_write_u32(w, (uint32_t)(value >> 32));
}

/* The part of an entry that is written. */
typedef struct packed {
    const make_zip_entry *entry;
    const void *data;
    hone_bytes bytes; /* as they are in the file */
    uint64_t size;    /* unpacked, as claimed */
    uint64_t offset;
    uint32_t checksum;
    uint16_t method;
} packed;

static packed pack(const make_zip_entry *entry)
{
    packed p = {.entry = entry, .data = entry->text ? entry->text : entry->data};
    size_t size = entry->text ? strlen(entry->text) : entry->size;
    hone_writer w = hone_writer_make(NULL);
    hone_write_bytes(&w, p.data, size);
    if (entry->deflated)
        make_deflate(&w, size, 1);
    require(hone_writer_finish(&w, &p.bytes, NULL));
    if (entry->deflated) { /* without the head and the checksum of zlib */
        p.bytes.size -= 6;
        memmove(p.bytes.data, p.bytes.data + 2, p.bytes.size);
    }
    p.size = entry->claimed ? entry->claimed : size;
    p.checksum = checksum(p.data, size) + entry->bad_crc;
    p.method = entry->method ? entry->method : entry->deflated ? 8 : 0;
    return p;
}

static void put_common(hone_writer *w, const packed *p, bool wide)
{
    hone_write_u16(w, 20);
    hone_write_u16(w, p->entry->flags);
    hone_write_u16(w, p->method);
    hone_write_u32(w, 0);
    hone_write_u32(w, p->checksum);
    hone_write_u32(w, wide ? UINT32_MAX : (uint32_t)p->bytes.size);
    hone_write_u32(w, wide ? UINT32_MAX : (uint32_t)p->size);
    hone_write_u16(w, (uint16_t)strlen(p->entry->name));
}

static void put_local(hone_writer *w, packed *p)
{
    p->offset = w->bytes.size;
    hone_write_u32(w, 0x04034b50);
    put_common(w, p, false);
    hone_write_u16(w, 3);
    hone_write_bytes(w, p->entry->name, strlen(p->entry->name));
    hone_write_zeros(w, 3); /* an extra field that is too short, which is ignored */
    hone_write_bytes(w, p->bytes.data, p->bytes.size);
}

static void put_record(hone_writer *w, const packed *p, uint32_t before)
{
    const make_zip_entry *e = p->entry;
    size_t extra = (e->wide ? 28u : 0u) + (e->utf8 ? 9 + strlen(e->utf8) : 0);
    hone_write_u32(w, 0x02014b50);
    hone_write_u16(w, e->link ? 3 << 8 : 0);
    put_common(w, p, e->wide);
    hone_write_u16(w, (uint16_t)extra);
    hone_write_u16(w, 0), hone_write_u16(w, 0), hone_write_u16(w, 0);
    hone_write_u32(w, e->link ? 0xa1ffu << 16 : 0);
    hone_write_u32(w, e->wide ? UINT32_MAX : (uint32_t)(p->offset - before));
    hone_write_bytes(w, e->name, strlen(e->name));
    if (e->wide) {
        hone_write_u16(w, 1), hone_write_u16(w, 24);
        put_u64(w, p->size), put_u64(w, p->bytes.size), put_u64(w, p->offset - before);
    }
    if (e->utf8) {
        hone_write_u16(w, 0x7075), hone_write_u16(w, (uint16_t)(5 + strlen(e->utf8)));
        hone_write_u8(w, 1);
        hone_write_u32(w, checksum((const uint8_t *)e->name, strlen(e->name)));
        hone_write_bytes(w, e->utf8, strlen(e->utf8));
    }
}

static void put_end(hone_writer *w, const make_zip_desc *desc, uint64_t from, uint64_t to)
{
    uint64_t offset = from - desc->before;
    if (desc->wide_end) {
        hone_write_u32(w, 0x06064b50);
        put_u64(w, 44);
        hone_write_u16(w, 45), hone_write_u16(w, 45), hone_write_u32(w, 0), hone_write_u32(w, 0);
        put_u64(w, desc->count), put_u64(w, desc->count), put_u64(w, to - from), put_u64(w, offset);
        hone_write_u32(w, 0x07064b50), hone_write_u32(w, 0), put_u64(w, to), hone_write_u32(w, 1);
    }
    hone_write_u32(w, 0x06054b50);
    hone_write_u16(w, desc->parts), hone_write_u16(w, 0);
    uint16_t count = desc->wide_end ? UINT16_MAX : (uint16_t)desc->count;
    hone_write_u16(w, count), hone_write_u16(w, count);
    hone_write_u32(w, desc->wide_end ? UINT32_MAX : (uint32_t)(to - from));
    hone_write_u32(w, desc->wide_end ? UINT32_MAX : (uint32_t)offset);
    size_t size = desc->comment ? strlen(desc->comment) : 0;
    hone_write_u16(w, (uint16_t)size);
    hone_write_bytes(w, desc->comment, size);
}

hone_bytes make_zip(const make_zip_desc *desc)
{
    hone_writer writer = hone_writer_make(NULL), *w = &writer;
    packed *all = calloc(desc->count + 1, sizeof *all);
    require(all);
    for (uint32_t i = 0; i < desc->before; i++) hone_write_u8(w, 'x');
    for (uint32_t i = 0; i < desc->count; i++) {
        all[i] = pack(&desc->entries[i]);
        put_local(w, &all[i]);
    }
    uint64_t from = w->bytes.size;
    for (uint32_t i = 0; i < desc->count; i++) put_record(w, &all[i], desc->before);
    put_end(w, desc, from, w->bytes.size);
    for (uint32_t i = 0; i < desc->count; i++) hone_bytes_release(&all[i].bytes);
    free(all);
    hone_bytes bytes;
    require(hone_writer_finish(w, &bytes, NULL));
    return bytes;
}
