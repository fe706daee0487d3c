/* The language of the command's help and messages.
 *
 * All texts are English in the code, also those of the library, and stay so in reports, JSON and files. They are
 * translated only where they are printed, by the catalogue of po/: a text as a whole, a message by finding its format
 * and its values again. So the library needs neither gettext nor a language. */
#ifndef HONE_TOOL_MESSAGES_MESSAGES_H
#define HONE_TOOL_MESSAGES_MESSAGES_H

#include "tool/messages/catalogue.h"

#if defined(__GNUC__)
#define MESSAGE_FORMAT __attribute__((format_arg(1)))
#else
#define MESSAGE_FORMAT
#endif

enum { MESSAGE_SIZE = 2048 }; /* room for any translated message */

/* Uses the catalogue of the language that the environment asks for: LANGUAGE, unless the locale is C; else LC_ALL,
 * LC_MESSAGES or LANG, the first that is set. The locale must be one of UTF-8, but need not be installed. Without a
 * catalogue texts stay English. May be called again after a change of the environment. */
void messages_begin(void);

/* Uses this catalogue, for tests; NULL: none. It must outlive its use. */
void messages_use(const catalogue *c);

/* Returns the translation of a text or format of the code, or the text itself. */
MESSAGE_FORMAT const char *message_text(const char *english);

/* Writes the translation of a finished message, or the message itself. What is too long is cut after a character. */
void message_translate(const char *english, char *out, size_t size);

#endif
