/* Chapter 17: shows the bytes of a PMX or a VMD file.
 *
 * usage: records FILE                        its sections: where they begin, and how many records they have
 *        records FILE SECTION [RECORD]       each field of a record: where, how long, what
 *        records MODEL.pmx vertices sdef     the first vertex of this kind */
#include "pmx_walk.h"
#include "vmd_walk.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct question {
    const char *section;
    long record; /* -1: none yet */
    int kind;    /* of the vertex that is looked for; -1: not asked for */
} question;

static void print_utf16(unsigned c)
{
    if (c < 0x80)
        putchar((int)c);
    else if (c < 0x800)
        printf("%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 63)));
    else
        printf("%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
}

static void print_text(const walk_field *f)
{
    if (!f->text_size)
        printf("\"\"");
    size_t step = f->encoding == WALK_UTF16 ? 2 : 1;
    for (size_t i = 0; i + step <= f->text_size; i += step) {
        unsigned c = f->text[i];
        if (f->encoding == WALK_UTF16)
            print_utf16(c | (unsigned)f->text[i + 1] << 8);
        else if (f->encoding == WALK_CP932 && c >= 0x80)
            printf("\\x%02x", c);
        else
            putchar((int)c);
    }
    printf("\n");
}

static void print_field(void *user, const walk_field *f)
{
    const question *q = user;
    if (strcmp(f->section, q->section) != 0 || f->record != q->record || strcmp(f->name, "count") == 0)
        return;
    printf("%7zu %5zu  %-8s %-18s ", f->offset, f->size, f->type, f->name);
    if (f->count == 0) {
        print_text(f);
        return;
    }
    if (strcmp(f->name, "flags") == 0)
        printf(" 0x%04x", (unsigned)f->values[0]);
    for (int i = 0; i < f->count && strcmp(f->name, "flags") != 0; i++) printf(" %g", f->values[i] + 0.0);
    printf("\n");
}

/* Finds the first vertex of a kind. */
static void look_for(void *user, const walk_field *f)
{
    question *q = user;
    if (q->record < 0 && strcmp(f->section, "vertices") == 0 && strcmp(f->name, "deform") == 0 &&
        (int)f->values[0] == q->kind)
        q->record = (long)f->record;
}

static void ignore_field(void *user, const walk_field *f)
{
    (void)user, (void)f;
}

static void print_section(void *user, const char *name, size_t offset, uint32_t count)
{
    (void)user;
    printf("%7zu  %-10s %6u\n", offset, name, (unsigned)count);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    long end = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *bytes = end >= 0 ? malloc((size_t)end + 1) : NULL;
    *size = bytes ? (size_t)end : 0;
    bool ok = bytes && fseek(file, 0, SEEK_SET) == 0 && fread(bytes, 1, *size, file) == *size;
    if (file)
        fclose(file);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

static int kind_of(const char *name)
{
    static const char *const kinds[] = {"bdef1", "bdef2", "bdef4", "sdef", "qdef"};
    for (int i = 0; i < 5; i++)
        if (strcmp(name, kinds[i]) == 0)
            return i;
    return -1;
}

static bool walk_file(const uint8_t *bytes, size_t size, const walk_visitor *visitor)
{
    bool motion = size >= 8 && memcmp(bytes, "Vocaloid", 8) == 0;
    return motion ? vmd_walk(bytes, size, visitor) : pmx_walk(bytes, size, visitor);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return fprintf(stderr, words("usage: records FILE [SECTION [RECORD | bdef1 | sdef | ...]]\n",
                                     "使い方: records ファイル [セクション [番号 | bdef1 | sdef | ...]]\n")),
               2;
    size_t size;
    uint8_t *bytes = read_file(argv[1], &size);
    question q = {.section = argc > 2 ? argv[2] : "", .kind = argc > 3 ? kind_of(argv[3]) : -1};
    walk_visitor v = {&q, q.kind >= 0 ? look_for : ignore_field, argc == 2 ? print_section : NULL};
    q.record = q.kind >= 0 ? -1 : argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    bool ok = bytes && walk_file(bytes, size, &v);
    v.field = print_field;
    if (ok && argc > 2)
        walk_file(bytes, size, &v);
    free(bytes);
    return ok ? 0
              : (fprintf(stderr,
                         words("records: %s is no whole PMX or VMD file\n",
                               "records: %s は完全なPMXでもVMDでもありません\n"),
                         argv[1]),
                 1);
}
