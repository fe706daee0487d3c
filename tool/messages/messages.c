#include "tool/messages/messages.h"
#include "tool/messages/language.h"
#include "tool/messages/message_pattern.h"
#include "tool/system/system.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 6, VALUE_SIZE = 1024 };

static const catalogue *used; /* NULL: English */

/* ---- the catalogue ---- */

/* Loads FOLDER/LOCALE/LANGUAGE/LC_MESSAGES/hone.mo. A catalogue that was loaded stays, since texts point into it. */
static bool load(const char *folder, const char *locale, const char *language)
{
    static catalogue loaded;
    static char path_loaded[HONE_PATH_SIZE];
    char path[HONE_PATH_SIZE];
    hone_bytes bytes = {0};
    if (snprintf(path, sizeof path, "%s/%s/%s/LC_MESSAGES/hone.mo", folder, locale, language) >= (int)sizeof path)
        return false;
    if (loaded.count == 0 && hone_file_read(path, NULL, &bytes, NULL) && catalogue_open(&loaded, &bytes))
        memcpy(path_loaded, path, sizeof path);
    used = strcmp(path, path_loaded) == 0 ? &loaded : NULL;
    return used;
}

/* Translations are beside a program in its build folder, else where they are installed. */
static bool find(const char *language)
{
    char self[HONE_PATH_SIZE] = "", folder[HONE_PATH_SIZE] = "";
    if (!system_program(self) || !hone_path_folder(self, folder))
        return false;
    return load(folder, "locale", language) || load(folder, "../share/locale", language);
}

void messages_begin(void)
{
    const char *list = language_list();
    char language[LANGUAGE_SIZE];
    used = NULL;
    while (!used && language_next(&list, language)) {
        if (find(language))
            return;
        language[strcspn(language, "_")] = '\0'; /* "ja" of "ja_JP" */
        find(language);
    }
}

void messages_use(const catalogue *c)
{
    used = c;
}

const char *message_text(const char *english)
{
    const char *text = used ? catalogue_find(used, english) : NULL;
    return text ? text : english;
}

/* ---- messages ---- */

/* A text that is being written. */
typedef struct text_out {
    char *text;
    size_t used, size; /* without and with the NUL */
} text_out;

static void append(text_out *out, const char *text, size_t size)
{
    size_t room = out->size - 1 - out->used;
    if (size > room)
        for (size = room; size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80;) size--;
    memcpy(out->text + out->used, text, size);
    out->used += size;
    out->text[out->used] = '\0';
}

static bool translate(const char *english, text_out *out, int depth);

/* Writes a value of a message. A text may be a message in turn, such as why a texture could not be read. */
static void append_value(const message_value *value, text_out *out, int depth)
{
    char text[VALUE_SIZE];
    bool whole = !value->is_verbatim && value->size < sizeof text;
    if (whole) {
        memcpy(text, value->text, value->size);
        text[value->size] = '\0';
    }
    if (!whole || !translate(text, out, depth))
        append(out, value->text, value->size);
}

static void fill(const char *format, const message_value values[MESSAGE_VALUES], text_out *out, int depth)
{
    message_part part;
    for (uint32_t next = 0; message_next_part(&format, &part);) {
        uint32_t at = part.value == UINT32_MAX && part.is_value ? next++ : part.value;
        if (!part.is_value)
            append(out, part.text, part.size);
        else if (at < MESSAGE_VALUES && values[at].text && part.is_verbatim)
            append(out, values[at].text, values[at].size);
        else if (at < MESSAGE_VALUES && values[at].text)
            append_value(&values[at], out, depth);
    }
}

/* Tells whether a message begins with the name of a file or element: "my model.pmx: ", "accessors[3]: ". */
static bool begins_with_name(const char *english)
{
    const char *colon = strstr(english, ": "), *word = english;
    for (const char *c = english; colon && c < colon; c++)
        if (*c == ' ')
            word = c + 1;
    return colon && (word == english || memchr(word, '.', (size_t)(colon - word)));
}

/* Finds the format of a message; of several, the one with most characters of its own. */
static bool translate_by_format(const char *english, text_out *out, int depth)
{
    message_value values[MESSAGE_VALUES], tried[MESSAGE_VALUES];
    int best = 0;
    uint32_t found = 0;
    for (uint32_t i = 0; i < used->count; i++) {
        const char *format = catalogue_original(used, i);
        int size = strchr(format, '%') ? message_match(format, english, tried) : -1;
        if (size <= best)
            continue;
        best = size;
        found = i;
        memcpy(values, tried, sizeof values);
    }
    /* a format that begins with a value matches with the name of the file, too: "%s is cut short" */
    if (best > 0 && values[0].text == english && memchr(english, ':', values[0].size) && begins_with_name(english))
        return false;
    if (best > 0)
        fill(catalogue_translation(used, found), values, out, depth);
    return best > 0;
}

/* Translates "FILE: cannot open: No such file" piece by piece. */
static bool translate_pieces(const char *english, text_out *out, int depth)
{
    const char *colon = strstr(english, ": ");
    if (!colon)
        return false;
    message_value head = {.text = english, .size = (size_t)(colon - english)};
    head.is_verbatim = begins_with_name(english); /* it stays */
    size_t begin = out->used;
    append_value(&head, out, depth);
    append(out, ": ", 2);
    bool changed = out->used - begin != head.size + 2 || memcmp(out->text + begin, english, head.size) != 0;
    if (translate(colon + 2, out, depth))
        return true;
    append(out, colon + 2, strlen(colon + 2));
    if (!changed)
        out->text[out->used = begin] = '\0';
    return changed;
}

/* Returns false and writes nothing if there is no translation. */
static bool translate(const char *english, text_out *out, int depth)
{
    const char *text = catalogue_find(used, english);
    if (text)
        append(out, text, strlen(text));
    return text ||
           (depth > 0 && (translate_by_format(english, out, depth - 1) || translate_pieces(english, out, depth - 1)));
}

void message_translate(const char *english, char *out, size_t size)
{
    text_out text = {.text = out, .size = size};
    *out = '\0';
    if (!used || !translate(english, &text, DEPTH))
        append(&text, english, strlen(english));
}
