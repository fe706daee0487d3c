/* Divides the numbers of a BVH file into frames. */
#include "files/format/bvh/skeleton.h"

#include <string.h>

/* ---- lines ----------------------------------------------------------------------------------------------------- */

typedef struct text_line {
    const char *begin, *end;
    uint64_t numbers;
} text_line;

/* Counts the words from `at` on. */
static uint64_t count_words(const char *at, const char *end)
{
    enum { BLOCK = 128 }; /* counts of a block fit a byte, so that many bytes are compared at once */
    uint64_t count = at < end && !hone_bvh_is_space(*at);
    for (; end - at > BLOCK; at += BLOCK) {
        uint8_t some = 0;
        for (int i = 0; i < BLOCK; i++)
            some = (uint8_t)(some + ((unsigned)hone_bvh_is_space(at[i]) & !hone_bvh_is_space(at[i + 1])));
        count += some;
    }
    for (; end - at > 1; at++) count += (unsigned)hone_bvh_is_space(at[0]) & !hone_bvh_is_space(at[1]);
    return count;
}

/* Counts the words of a line up to a comment. */
static uint64_t count_to_comment(const hone_reading *reader, const text_line *line)
{
    hone_reading words = *reader;
    uint64_t count = 0;
    words.text.end = line->end;
    for (words.text.at = line->begin; hone_bvh_next(&words).size;) count++;
    return count;
}

/* Finds the next line at or after `at` that has numbers. Returns false at the end of the file. */
static bool next_line(const hone_reading *reader, const char *at, uint64_t usual, text_line *out)
{
    hone_reading skip = *reader;
    skip.text.at = at;
    hone_bvh_skip_space(&skip);
    if (skip.text.at == skip.text.end)
        return false;
    const char *feed = memchr(skip.text.at, reader->newline, (size_t)(skip.text.end - skip.text.at));
    *out = (text_line){.begin = skip.text.at, .end = feed ? feed : skip.text.end};
    out->numbers = count_words(out->begin, out->end);
    if (out->numbers != usual)
        out->numbers = count_to_comment(reader, out);
    return true;
}

/* ---- what most lines are --------------------------------------------------------------------------------------- */

typedef struct line_survey {
    uint64_t lines, numbers;
    uint64_t usual;    /* the numbers of most lines; of more than half of them, if any count is that frequent */
    uint64_t matching; /* lines with so many */
} line_survey;

/* Finds the number that more than half of the lines have, if there is one, by votes: a line for it adds one, any other
 * takes one away. */
static void find_usual(const hone_reading *reader, uint64_t channels, line_survey *out)
{
    uint64_t votes = 0, first = 0;
    bool uniform = true;
    text_line line = {.end = reader->text.at};
    while (next_line(reader, line.end, channels, &line)) {
        first = out->lines++ ? first : line.numbers;
        uniform &= line.numbers == first;
        out->numbers += line.numbers;
        if (votes == 0)
            out->usual = line.numbers;
        votes = line.numbers == out->usual ? votes + 1 : votes - 1;
    }
    out->matching = uniform ? out->lines : 0;
}

static line_survey survey_lines(const hone_reading *reader, uint64_t channels)
{
    line_survey out = {0};
    find_usual(reader, channels, &out);
    text_line line = {.end = reader->text.at};
    while (out.matching < out.lines && next_line(reader, line.end, channels, &line))
        out.matching += line.numbers == out.usual;
    return out;
}

/* ---- lines that are no frames ---------------------------------------------------------------------------------- */

typedef struct odd_search {
    hone_reading *reader;
    uint64_t usual, width;   /* numbers of most lines; of a frame */
    hone_bvh_odd_lines *odd; /* NULL: only counts */
    size_t count;
    uint64_t frames, dropped;
    uint64_t numbers; /* of the odd lines since the last usual one */
    const char *begin, *end;
} odd_search;

/* Ends a run of odd lines. Line breaks may be anywhere, so lines that together have the numbers of whole frames are
 * these frames. Others are left out, with the time of as many frames as they are nearest to. */
static void end_run(odd_search *s, bool last)
{
    uint64_t frames = s->numbers / s->width, rest = s->numbers % s->width;
    bool cut = last && frames == 0;
    if (s->numbers == 0)
        return;
    if (rest && !cut)
        frames = frames + (rest * 2 >= s->width || frames == 0);
    hone_bvh_odd_lines lines = {s->begin, s->end, (uint32_t)(frames < UINT32_MAX ? frames : UINT32_MAX), rest != 0};
    if (s->odd)
        s->odd[s->count] = lines;
    if (s->odd && lines.dropped)
        hone_reading_warn_at(s->reader, cut ? s->reader->text.end : s->begin,
                             cut ? "the last frame is cut short: ignored, in this line"
                                 : "a line that has not the numbers of a frame: left out, in this line");
    s->count++;
    s->frames += frames;
    s->dropped += rest ? frames : 0;
    s->numbers = 0;
}

static void search(odd_search *s)
{
    text_line line = {.end = s->reader->text.at};
    s->count = 0, s->frames = s->dropped = 0;
    while (next_line(s->reader, line.end, s->usual, &line)) {
        if (line.numbers == s->usual) {
            end_run(s, false);
            s->frames += s->usual / s->width;
            continue;
        }
        s->begin = s->numbers ? s->begin : line.begin;
        s->end = line.end;
        s->numbers += line.numbers;
    }
    end_run(s, true);
}

static bool find_odd_lines(hone_reading *reader, uint64_t usual, uint64_t width, hone_bvh_frames *out)
{
    odd_search s = {.reader = reader, .usual = usual, .width = width};
    search(&s);
    if (!hone_reading_scratch(reader, s.count, sizeof *s.odd, &s.odd))
        return false;
    if (s.odd)
        search(&s);
    out->odd = s.odd, out->odd_count = s.count;
    out->count = s.frames < UINT32_MAX ? (uint32_t)s.frames : UINT32_MAX;
    out->dropped = s.dropped < out->count ? (uint32_t)s.dropped : out->count;
    return true;
}

/* ---- frames ---------------------------------------------------------------------------------------------------- */

/* Whether the numbers that a line has beyond the channels belong to no frame. Else lines are wrapped, or have several
 * frames. */
static bool has_surplus(const line_survey *lines, uint64_t channels, double told)
{
    if (lines->usual <= channels || lines->usual % channels == 0)
        return false;
    if (lines->lines == 1)
        return lines->usual < 2 * channels;
    bool wrapped = lines->numbers % channels == 0 && told != (double)lines->lines;
    return !wrapped && told * (double)channels != (double)lines->numbers;
}

static bool divide_stream(hone_reading *reader, uint64_t channels, uint64_t numbers, hone_bvh_frames *out)
{
    uint64_t frames = numbers / channels;
    out->count = frames < UINT32_MAX ? (uint32_t)frames : UINT32_MAX;
    if (numbers % channels != 0)
        hone_reading_warn_at(reader, reader->text.end, "the last frame is cut short: ignored, in this line");
    return true;
}

bool hone_bvh_divide(hone_reading *reader, const hone_bvh_skeleton *skeleton, double told, hone_bvh_frames *out)
{
    uint64_t channels = skeleton->channel_count;
    line_survey lines = survey_lines(reader, channels);
    bool most = lines.matching > lines.lines / 2, whole = lines.numbers % channels == 0;
    if (has_surplus(&lines, channels, told) && most) {
        out->surplus = lines.usual - channels;
        hone_reading_warn_at(reader, reader->text.at,
                             "frames with more numbers than channels: the last ones ignored, from this line on");
    }
    if (most && lines.usual < channels && !whole && lines.lines > 1 &&
        (lines.matching == lines.lines || told == (double)lines.lines))
        return hone_reading_fail(reader, "a frame has %llu numbers, but the joints have %llu channels",
                                 (unsigned long long)lines.usual, (unsigned long long)channels);
    out->by_line = most && lines.usual % (channels + out->surplus) == 0 && lines.usual != 0;
    if (!out->by_line)
        return divide_stream(reader, channels, lines.numbers, out);
    return find_odd_lines(reader, lines.usual, channels + out->surplus, out);
}
