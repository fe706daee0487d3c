/* A catalogue of translations: a .mo file of GNU gettext. It is read here, not by gettext, because that translates only
 * in locales that the system has installed, and cannot list the texts, which message_pattern.h needs. */
#ifndef HONE_TOOL_MESSAGES_CATALOGUE_H
#define HONE_TOOL_MESSAGES_CATALOGUE_H

#include <hone/io.h>

typedef struct catalogue {
    hone_bytes bytes;                 /* of the file */
    uint32_t count;                   /* texts */
    uint32_t originals, translations; /* offsets of their tables */
} catalogue;

/* Takes the bytes over. Returns false and leaves the catalogue empty if they are not a .mo file of this machine's byte
 * order, or if a text is not inside the file. */
bool catalogue_open(catalogue *c, hone_bytes *bytes);
void catalogue_close(catalogue *c);

/* Text number i < count, in English and translated. Number 0 is often "", whose translation describes the file. */
const char *catalogue_original(const catalogue *c, uint32_t i);
const char *catalogue_translation(const catalogue *c, uint32_t i);

/* Returns the translation of a text, or NULL. */
const char *catalogue_find(const catalogue *c, const char *original);

#endif
