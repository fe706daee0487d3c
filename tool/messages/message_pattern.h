/* Finished messages and the formats of printf that they were made with: finds the values in a message again, and puts
 * them into another format. */
#ifndef HONE_TOOL_MESSAGES_MESSAGE_PATTERN_H
#define HONE_TOOL_MESSAGES_MESSAGE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESSAGE_VALUES = 12 };

/* A value in a message. */
typedef struct message_value {
    const char *text; /* [size], not ended by a NUL */
    size_t size;
    bool is_verbatim; /* a number, or a name in quotes: it has no translation */
} message_value;

/* A part of a format: characters that are copied, or the place of a value. */
typedef struct message_part {
    const char *text; /* [size] of the characters; "%%" is the part "%" */
    size_t size;
    bool is_value;
    bool is_verbatim; /* has the flag '-': the value is a name and has no translation */
    char conversion;  /* 'd', 's', … */
    uint32_t value;   /* number of the value, from 0, that %N$ gives; UINT32_MAX: the next */
} message_part;

/* Takes the next part off a format. Returns false at its end. */
bool message_next_part(const char **format, message_part *out);

/* Finds the values with which `format` makes `text`. A text takes as few characters as possible. Returns the number of
 * characters that are not in values, or -1 if the format does not make this text or has more than MESSAGE_VALUES. */
int message_match(const char *format, const char *text, message_value values[MESSAGE_VALUES]);

#endif
