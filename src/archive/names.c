#include "archive/names.h"

#include "archive/gbk_table.h"
#include "base/text/text.h"

#include <string.h>

/* ---- GBK ------------------------------------------------------------------------------------------------------- */

static uint16_t gbk_character(uint8_t lead, uint8_t trail)
{
    if (lead < GBK_FIRST_LEAD || lead > GBK_LAST_LEAD || trail < GBK_FIRST_TRAIL || trail > GBK_LAST_TRAIL)
        return 0;
    return hone_gbk_characters[(lead - GBK_FIRST_LEAD) * GBK_TRAILS + trail - GBK_FIRST_TRAIL];
}

static size_t utf8_from_gbk(const uint8_t *text, size_t size, char *out)
{
    enum { REPLACEMENT = 0xfffd };
    size_t written = 0;
    for (size_t i = 0; i < size; i++) {
        uint32_t character = text[i];
        if (text[i] >= 0x80) {
            character = i + 1 < size ? gbk_character(text[i], text[i + 1]) : 0;
            i += character != 0;
        }
        written += hone_utf8_put(character ? character : REPLACEMENT, out + written);
    }
    return written;
}

/* ---- the encoding of an archive -------------------------------------------------------------------------------- */

/* Japanese has most of its characters at lead bytes 81 to 9f (kana and common kanji), where GBK has rare ones. */
static uint64_t count_cp932(const uint8_t *name, size_t size)
{
    uint64_t count = 0;
    for (size_t i = 0; i + 1 < size; i++) {
        bool lead = (name[i] >= 0x81 && name[i] <= 0x9f) || (name[i] >= 0xe0 && name[i] <= 0xfc);
        count += lead && name[i] <= 0x9f;
        i += lead;
    }
    return count;
}

/* Chinese has its characters where both bytes are a1 and above (GB 2312), which are half-width katakana in CP932. */
static uint64_t count_gbk(const uint8_t *name, size_t size)
{
    uint64_t count = 0;
    for (size_t i = 0; i + 1 < size; i++) {
        bool lead = name[i] >= 0x81;
        count += name[i] >= 0xb0 && name[i] <= 0xf7 && name[i + 1] >= 0xa1;
        i += lead;
    }
    return count;
}

static bool is_cp932(const uint8_t *name, size_t size)
{
    bool lossy = false;
    for (size_t i = 0; i < size; i++) {
        char text[3 * 2];
        bool lead = (name[i] >= 0x81 && name[i] <= 0x9f) || (name[i] >= 0xe0 && name[i] <= 0xfc);
        lossy |= lead && i + 1 == size;
        hone_utf8_from_cp932(name + i, lead && i + 1 < size ? 2 : 1, text, &lossy);
        i += lead;
    }
    return !lossy;
}

static bool is_gbk(const uint8_t *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (name[i] < 0x80)
            continue;
        if (i + 1 == size || !gbk_character(name[i], name[i + 1]))
            return false;
        i++;
    }
    return true;
}

void hone_archive_vote(name_votes *votes, const uint8_t *name, size_t size)
{
    votes->not_utf8 |= !hone_utf8_is_valid((const char *)name, size);
    votes->not_cp932 |= !is_cp932(name, size);
    votes->not_gbk |= !is_gbk(name, size);
    votes->cp932 += count_cp932(name, size);
    votes->gbk += count_gbk(name, size);
}

name_encoding hone_archive_encoding(const name_votes *votes)
{
    if (!votes->not_utf8)
        return NAMES_UTF8;
    if (votes->not_gbk)
        return NAMES_CP932;
    return votes->not_cp932 || votes->gbk > votes->cp932 ? NAMES_GBK : NAMES_CP932;
}

size_t hone_archive_name(name_encoding encoding, const uint8_t *name, size_t size, char *out)
{
    switch (encoding) {
    case NAMES_UTF8:
        return hone_utf8_repair((const char *)name, size, out, NULL);
    case NAMES_GBK:
        return utf8_from_gbk(name, size, out);
    case NAMES_CP932:
        break;
    }
    return hone_utf8_from_cp932(name, size, out, NULL);
}

/* ---- paths ----------------------------------------------------------------------------------------------------- */

bool hone_archive_clean_path(char *path)
{
    size_t written = 0;
    if (path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':'))
        return false;
    for (char *at = path; *at;) {
        size_t length = strcspn(at, "/\\");
        bool last = at[length] == '\0', up = length == 2 && at[0] == '.' && at[1] == '.';
        if (up || (last && length == 0))
            return false;
        if (length > 0 && !(length == 1 && at[0] == '.')) {
            memmove(path + written, at, length);
            written += length;
            if (!last)
                path[written++] = '/';
        }
        at += length + !last;
    }
    bool folder = written == 0 || path[written - 1] == '/';
    path[written] = '\0';
    for (size_t i = 0; i < written; i++)
        if ((unsigned char)path[i] < 0x20 || path[i] == 0x7f)
            return false;
    return !folder;
}
