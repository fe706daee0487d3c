#include "base/text/encoding.h"
#include "base/text/double_bytes.h"
#include "base/text/text.h"

#include <string.h>

/* ---- GBK ------------------------------------------------------------------------------------------------------- */

static size_t utf8_from_gbk(const uint8_t *text, size_t size, char *out, bool *lossy)
{
    enum { REPLACEMENT = 0xfffd };
    size_t written = 0;
    for (size_t i = 0; i < size; i++) {
        uint32_t character = text[i];
        if (text[i] >= 0x80) {
            character = i + 1 < size ? hone_double_byte(&hone_gbk, text[i], text[i + 1]) : 0;
            i += character != 0;
        }
        if (!character && lossy)
            *lossy = true;
        written += hone_utf8_put(character ? character : REPLACEMENT, out + written);
    }
    return written;
}

/* ---- votes ----------------------------------------------------------------------------------------------------- */

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

/* Chinese has its characters where both bytes are a1 and above (GB 2312), which are half-width katakana in CP932. So
 * are kana, in the names of Japanese bones that were written on Chinese systems. */
static uint64_t count_gbk(const uint8_t *name, size_t size)
{
    uint64_t count = 0;
    for (size_t i = 0; i + 1 < size; i++) {
        bool lead = name[i] >= 0x81;
        bool kana = name[i] == 0xa4 || name[i] == 0xa5;
        count += (kana || (name[i] >= 0xb0 && name[i] <= 0xf7)) && name[i + 1] >= 0xa1;
        i += lead;
    }
    return count;
}

static bool is_cp932(const uint8_t *name, size_t size, bool cut)
{
    bool lossy = false;
    for (size_t i = 0; i < size; i++) {
        char text[3 * 2];
        bool lead = (name[i] >= 0x81 && name[i] <= 0x9f) || (name[i] >= 0xe0 && name[i] <= 0xfc);
        if (lead && i + 1 == size)
            return cut && !lossy;
        hone_utf8_from_cp932(name + i, lead ? 2 : 1, text, &lossy);
        i += lead;
    }
    return !lossy;
}

static bool is_gbk(const uint8_t *name, size_t size, bool cut)
{
    for (size_t i = 0; i < size; i++) {
        if (name[i] < 0x80)
            continue;
        if (i + 1 == size)
            return cut;
        if (!hone_double_byte(&hone_gbk, name[i], name[i + 1]))
            return false;
        i++;
    }
    return true;
}

/* Counts the characters of three bytes. Returns false if the text is not UTF-8. */
static bool count_utf8(const char *text, size_t size, bool cut, uint64_t *count)
{
    for (size_t i = 0; i < size;) {
        const hone_utf8_character c = hone_utf8_get(text + i, size - i);
        if (!c.valid)
            return cut && i + c.size == size && size - i < 3;
        *count += c.size == 3;
        i += c.size;
    }
    return true;
}

void hone_encoding_vote(hone_encoding_votes *votes, const void *text, size_t size, bool cut)
{
    votes->not_utf8 |= !count_utf8(text, size, cut, &votes->utf8);
    votes->not_cp932 |= !is_cp932(text, size, cut);
    votes->not_gbk |= !is_gbk(text, size, cut);
    votes->cp932 += count_cp932(text, size);
    votes->gbk += count_gbk(text, size);
}

hone_encoding hone_encoding_of(const hone_encoding_votes *votes)
{
    if (!votes->not_utf8)
        return HONE_ENCODING_UTF8;
    if (votes->not_gbk)
        return HONE_ENCODING_CP932;
    return votes->not_cp932 || votes->gbk > votes->cp932 ? HONE_ENCODING_GBK : HONE_ENCODING_CP932;
}

/* Half-width katakana are pairs of bytes that Chinese has, too. Only many of them are Chinese. */
hone_encoding hone_encoding_of_cp932(const hone_encoding_votes *votes)
{
    enum { FEW = 4 };
    hone_encoding encoding = hone_encoding_of(votes);
    bool sure = encoding == HONE_ENCODING_UTF8  ? votes->utf8 > 0
                : encoding == HONE_ENCODING_GBK ? votes->not_cp932 || votes->gbk > FEW + 4 * votes->cp932
                                                : true;
    return sure ? encoding : HONE_ENCODING_CP932;
}

hone_encoding hone_encoding_of_text(const void *text, size_t size)
{
    hone_encoding_votes votes = {0};
    if (hone_utf8_is_valid(text, size))
        return HONE_ENCODING_UTF8;
    hone_encoding_vote(&votes, text, size, false);
    return hone_encoding_of_cp932(&votes);
}

size_t hone_utf8_from(hone_encoding encoding, const void *text, size_t size, char *out, bool *lossy)
{
    switch (encoding) {
    case HONE_ENCODING_UTF8:
        return hone_utf8_repair(text, size, out, lossy);
    case HONE_ENCODING_GBK:
        return utf8_from_gbk(text, size, out, lossy);
    case HONE_ENCODING_CP932:
        break;
    }
    return hone_utf8_from_cp932(text, size, out, lossy);
}
