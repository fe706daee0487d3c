/* Opens any bytes as a catalogue of translations, and looks for a message in it by its formats. */
#include "base/files/byte_writer.h"
#include "fuzz.h"
#include "tool/messages/catalogue.h"
#include "tool/messages/messages.h"

#include <stdlib.h>
#include <string.h>

static void translate(const catalogue *c, const char *message)
{
    char text[64];
    message_translate(message, text, sizeof text);
    if (strlen(text) >= sizeof text)
        abort();
    for (uint32_t i = 0; i < c->count; i++) message_translate(catalogue_original(c, i), text, sizeof text);
}

static void use(const uint8_t *data, size_t size)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    catalogue c;
    hone_write_bytes(&out, data, size);
    if (!hone_writer_finish(&out, &bytes, NULL) || !catalogue_open(&c, &bytes))
        return;
    messages_use(&c);
    translate(&c, "a.pmx: vertex 7 of 8 is \"x\": 2.5e-3, at byte 40");
    messages_use(NULL);
    catalogue_close(&c);
}

/* One text and its translation, as msgfmt writes them on a little-endian machine. */
static hone_bytes make(unsigned kind)
{
    static const uint32_t head[] = {0x950412de, 0, 1, 28, 36, 0, 0, 11, 44, 3, 56};
    static const char texts[] = "a %s: b %u.\0%2$u";
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    (void)kind;
    hone_write_bytes(&out, head, sizeof head);
    hone_write_bytes(&out, texts, sizeof texts);
    require(hone_writer_finish(&out, &bytes, NULL));
    return bytes;
}

const fuzz_target fuzz_messages = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
