/* Reads bytes as text FBX: a model and its motions; plays these on it, and skins the model. */
#include "support/make/fbx/make_fbx_character.h"
#include "use/use_fbx.h"
#include <string.h>

static void use(const uint8_t *bytes, size_t size)
{
    use_fbx(bytes, size);
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

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);

static size_t mutate(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    return seed % 4 ? LLVMFuzzerMutate(bytes, size, max_size) : insert(bytes, size, max_size, seed / 4);
}

static hone_bytes make(unsigned kind)
{
    return make_fbx_character(&(make_fbx_kind){.version = kind % 2 ? 7500 : 6100, .text = true});
}

const fuzz_target fuzz_fbx_text = {.use = use, .make = make, .mutate = mutate, .head = 10, .per_byte = 256, .fixed = 4};
