/* Opens any bytes as a catalogue of translations, and looks for a message in it by its formats. */
#include "tool/messages/catalogue.h"
#include "tool/messages/messages.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void translate(const catalogue *c, const char *message)
{
    char text[64];
    message_translate(message, text, sizeof text);
    if (strlen(text) >= sizeof text)
        abort();
    for (uint32_t i = 0; i < c->count; i++) message_translate(catalogue_original(c, i), text, sizeof text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    catalogue c;
    hone_write_bytes(&out, data, size);
    if (!hone_writer_finish(&out, &bytes, NULL) || !catalogue_open(&c, &bytes))
        return 0;
    messages_use(&c);
    translate(&c, "a.pmx: vertex 7 of 8 is \"x\": 2.5e-3, at byte 40");
    messages_use(NULL);
    catalogue_close(&c);
    return 0;
}
