#include "tool/messages/message_pattern.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads a conversion behind its '%': [N$][flags][width][.precision][length]letter. */
static void read_conversion(const char **format, message_part *out)
{
    const char *at = *format;
    char *end;
    unsigned long number = is_digit(*at) ? strtoul(at, &end, 10) : 0;
    out->value = UINT32_MAX;
    if (number && *end == '$') {
        out->value = number <= MESSAGE_VALUES ? (uint32_t)number - 1 : MESSAGE_VALUES;
        at = end + 1;
    }
    out->is_verbatim = *at == '-';
    at += strspn(at, "-+ #0123456789*.");
    at += strspn(at, "hlLqjzt");
    out->is_value = true;
    out->conversion = *at;
    *format = *at ? at + 1 : at;
}

bool message_next_part(const char **format, message_part *out)
{
    if (!**format)
        return false;
    *out = (message_part){.text = *format};
    if (**format != '%') {
        out->size = strcspn(*format, "%");
        *format += out->size;
    } else if ((*format)[1] == '%') {
        out->size = 1;
        *format += 2;
    } else {
        ++*format;
        read_conversion(format, out);
    }
    return true;
}

static size_t count_digits(const char *text, bool hexadecimal)
{
    return strspn(text, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
}

/* Returns the length of the fraction and exponent at the front of a text. */
static size_t fraction_length(const char *text)
{
    size_t size = 0;
    if (text[0] == '.' && is_digit(text[1]))
        size += 1 + count_digits(text + 1, false);
    size_t sign = text[size] == 'e' && (text[size + 1] == '-' || text[size + 1] == '+');
    if (text[size] == 'e' && is_digit(text[size + 1 + sign]))
        size += 1 + sign + count_digits(text + size + 1 + sign, false);
    return size;
}

/* Returns the length of the number at the front of a text, as the conversion prints it; 0: there is none. */
static size_t number_length(const char *text, char conversion)
{
    size_t sign = *text == '-' || *text == '+';
    if (strncmp(text + sign, "inf", 3) == 0 || strncmp(text + sign, "nan", 3) == 0)
        return sign + 3;
    size_t size = count_digits(text + sign, conversion == 'x' || conversion == 'X');
    if (size && strchr("eEfFgG", conversion))
        size += fraction_length(text + sign + size);
    return size ? sign + size : 0;
}

/* The state of a match. */
typedef struct matcher {
    const char *message;
    message_value *values;
    uint32_t next; /* number of the next value without a number of its own */
} matcher;

static int match_rest(matcher m, const char *format, const char *text);

/* Tries texts of every length for a value, the shortest first. */
static int match_text(matcher m, message_value *value, const char *format, const char *text)
{
    bool quoted = *format == '"' && text > m.message && text[-1] == '"';
    for (size_t size = 0;; size++) {
        *value = (message_value){.text = text, .size = size, .is_verbatim = quoted};
        int rest = match_rest(m, format, text + size);
        if (rest >= 0 || !text[size])
            return rest;
    }
}

static int match_value(matcher m, const message_part *part, const char *format, const char *text)
{
    uint32_t at = part->value == UINT32_MAX ? m.next++ : part->value;
    if (at >= MESSAGE_VALUES || !part->conversion)
        return -1;
    message_value *value = &m.values[at];
    if (part->conversion == 's')
        return match_text(m, value, format, text);
    size_t size = part->conversion == 'c' ? *text != 0 : number_length(text, part->conversion);
    *value = (message_value){.text = text, .size = size, .is_verbatim = true};
    return size ? match_rest(m, format, text + size) : -1;
}

static int match_rest(matcher m, const char *format, const char *text)
{
    message_part part;
    if (!message_next_part(&format, &part))
        return *text ? -1 : 0;
    if (part.is_value)
        return match_value(m, &part, format, text);
    if (strncmp(text, part.text, part.size) != 0)
        return -1;
    int rest = match_rest(m, format, text + part.size);
    return rest < 0 ? rest : rest + (int)part.size;
}

int message_match(const char *format, const char *text, message_value values[MESSAGE_VALUES])
{
    memset(values, 0, MESSAGE_VALUES * sizeof *values);
    return match_rest((matcher){.message = text, .values = values}, format, text);
}
