/* Reads bytes as text FBX: a model and its motions; plays these on it, and skins the model. */
#include "use_fbx.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    use_fbx(bytes, size);
    return 0;
}

static const char *const words[] = {"{",
                                    "}",
                                    ",",
                                    ":",
                                    "*3 { a: 1,2,3 }",
                                    "\"",
                                    "; comment\n",
                                    "&quot;",
                                    "nan",
                                    "-1.#INF",
                                    "1e308",
                                    "-1",
                                    "\"ByPolygonVertex\"",
                                    "\"ByVertice\"",
                                    "\"Direct\"",
                                    "\"IndexToDirect\"",
                                    "100,0,s,n",
                                    "Key: 0,1,L,",
                                    "Connect: \"OO\",",
                                    "C: \"OP\",",
                                    "Properties70: {",
                                    "InheritType",
                                    "RotationOrder",
                                    "PreRotation",
                                    "GeometricTranslation",
                                    "Post-Extrapolation: { Type: R }"};

/* Puts a word of the format somewhere. */
static size_t insert(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    const char *word = words[seed % (sizeof words / sizeof *words)];
    size_t length = strlen(word), at = seed / 64 % (size + 1);
    if (size + length > max_size)
        return size;
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, word, length);
    return size + length;
}

/* Sometimes replaces the bytes by a whole file, which is then mutated. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    enum { COMMENT = 10 }; /* "; FBX 7.5." stays, so that the format does */
    if (size <= COMMENT || seed % 256 == 0)
        return use_fbx_file(bytes, max_size, &(make_fbx_kind){.version = seed / 256 % 2 ? 7500 : 6100, .text = true});
    if (seed % 4 == 0)
        return COMMENT + insert(bytes + COMMENT, size - COMMENT, max_size - COMMENT, seed / 4);
    return COMMENT + LLVMFuzzerMutate(bytes + COMMENT, size - COMMENT, max_size - COMMENT);
}
