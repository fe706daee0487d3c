/* Reads numbers, strings and objects from the tokens of either encoding. */
#include "base/memory/builder.h"
#include "base/text/text.h"
#include "files/format/x/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers and texts ---- */

hone_x_token hone_x_next(hone_x_reader *reader)
{
    reader->text[0] = '\0', reader->text_size = 0;
    reader->token =
        reader->file.failed ? HONE_X_END : (reader->binary ? hone_x_binary_next(reader) : hone_x_text_next(reader));
    if (reader->file.failed)
        reader->token = HONE_X_END;
    return reader->token;
}

static double number(hone_x_reader *reader)
{
    if (reader->file.failed)
        return 0;
    if (!reader->binary)
        hone_x_next(reader);
    double value = reader->binary ? hone_x_binary_number(reader) : hone_x_text_number(reader);
    return reader->file.failed ? 0 : value;
}

uint32_t hone_x_unsigned(hone_x_reader *reader)
{
    double value = number(reader);
    if (!(value >= 0 && value < 4294967296.0)) {
        hone_reading_fail(&reader->file, "%g is not a count or an index", value);
        return 0;
    }
    return (uint32_t)value;
}

float hone_x_float(hone_x_reader *reader)
{
    double wide = number(reader);
    if (reader->binary && !reader->list.floats && wide >= 2147483648.0)
        wide -= 4294967296.0; /* integers are signed in some lists */
    float value = (float)wide;
    if (isfinite(value))
        return value;
    reader->odd_numbers++;
    hone_x_warn(reader, "a number that is not finite: set to 0, or its matrix to the identity");
    return 0;
}

void hone_x_floats(hone_x_reader *reader, float *out, size_t count)
{
    for (size_t i = 0; out && i < count; i++) out[i] = hone_x_float(reader);
}

void hone_x_matrix(hone_x_reader *reader, float out[16])
{
    uint32_t before = reader->odd_numbers;
    hone_x_floats(reader, out, 16);
    for (int i = 0; reader->odd_numbers != before && i < 16; i++) out[i] = i % 5 == 0 ? 1.0f : 0.0f;
}

uint32_t hone_x_count(hone_x_reader *reader, const char *what, uint32_t numbers)
{
    uint32_t count = hone_x_unsigned(reader);
    uint64_t size = (uint64_t)numbers * (reader->binary ? 4 : 2); /* text: a digit and a separator */
    if (count && count > (hone_x_left(reader) + 1) / size)
        hone_reading_fail(&reader->file, "%u %s do not fit in the bytes left", count, what);
    return reader->file.failed ? 0 : count;
}

/* Japanese tools write Shift-JIS, Chinese ones GBK. The text of a file without compression votes, up to a limit. */
static hone_encoding encoding_of(hone_x_reader *reader)
{
    const size_t most = 1 << 20, size = (size_t)(reader->file.in.end - reader->file.in.begin);
    hone_encoding_votes votes = {0};
    if (reader->voted)
        return reader->encoding;
    if (reader->binary || reader->mszip)
        hone_encoding_vote(&votes, reader->text, reader->text_size, false);
    else
        hone_encoding_vote(&votes, reader->file.in.begin, size < most ? size : most, true);
    reader->voted = true;
    return reader->encoding = hone_encoding_of_cp932(&votes);
}

const char *hone_x_utf8(hone_x_reader *reader)
{
    if (reader->text_size >= HONE_X_TEXT_SIZE)
        hone_reading_fail(&reader->file, "a name or text is longer than %d bytes", HONE_X_TEXT_SIZE - 1);
    if (reader->file.failed || reader->text_size == 0)
        return "";
    size_t size = reader->text_size;
    bool valid = hone_utf8_is_valid(reader->text, size);
    char *text;
    if (!hone_reading_scratch(&reader->file, (valid ? 1 : 3) * size + 1, 1, &text))
        return "";
    if (valid)
        memcpy(text, reader->text, size);
    else
        hone_utf8_from(encoding_of(reader), reader->text, size, text, NULL);
    return text;
}

const char *hone_x_string(hone_x_reader *reader)
{
    hone_x_token token = hone_x_next(reader);
    if (token != HONE_X_STRING && token != HONE_X_NAME)
        hone_reading_fail(&reader->file, "a string is missing");
    return hone_x_utf8(reader);
}

/* ---- objects ---- */

static bool open(hone_x_reader *reader)
{
    if (++reader->depth > HONE_X_DEPTH)
        return hone_reading_fail(&reader->file, "objects are nested more than %d deep", HONE_X_DEPTH);
    return true;
}

/* Reads a reference after its "{": a name, which may be a string, and "}". */
static hone_x_child reference(hone_x_reader *reader)
{
    char text[HONE_X_TEXT_SIZE];
    hone_x_token token = hone_x_next(reader);
    size_t size = reader->text_size;
    if (token == HONE_X_CLOSE)
        return HONE_X_REFERENCE; /* an empty reference */
    memcpy(text, reader->text, sizeof text);
    if ((token != HONE_X_NAME && token != HONE_X_STRING) || hone_x_next(reader) != HONE_X_CLOSE) {
        hone_reading_fail(&reader->file, "\"{\" starts neither an object nor a reference");
        return HONE_X_NO_CHILD;
    }
    memcpy(reader->text, text, sizeof text);
    reader->text_size = size;
    return HONE_X_REFERENCE;
}

/* Reads the head of an object after its type: an optional name, and "{". */
static hone_x_child object(hone_x_reader *reader)
{
    snprintf(reader->type, sizeof reader->type, "%.*s", HONE_X_NAME_SIZE - 1, reader->text);
    hone_x_token token = hone_x_next(reader);
    if (token == HONE_X_NAME) {
        char text[HONE_X_TEXT_SIZE];
        size_t size = reader->text_size;
        memcpy(text, reader->text, sizeof text);
        token = hone_x_next(reader);
        memcpy(reader->text, text, sizeof text);
        reader->text_size = size;
    }
    if (token != HONE_X_OPEN) {
        hone_reading_fail(&reader->file, "\"%.60s\" is not an object: \"{\" is missing", reader->type);
        return HONE_X_NO_CHILD;
    }
    return open(reader) ? HONE_X_OBJECT : HONE_X_NO_CHILD;
}

hone_x_child hone_x_next_child(hone_x_reader *reader)
{
    while (!reader->file.failed) {
        switch (hone_x_next(reader)) {
        case HONE_X_NAME:
            return object(reader);
        case HONE_X_OPEN:
            return reference(reader);
        case HONE_X_NUMBERS: /* the object did not need these numbers */
            break;
        case HONE_X_STRING:
            hone_reading_fail(&reader->file, "a string where an object was expected");
            break;
        case HONE_X_CLOSE:
            if (reader->depth == 0)
                hone_reading_fail(&reader->file, "\"}\" closes nothing");
            else
                reader->depth--;
            return HONE_X_NO_CHILD;
        case HONE_X_END:
            if (reader->depth)
                hone_reading_fail(&reader->file, "the file ends inside an object");
            return HONE_X_NO_CHILD;
        }
    }
    return HONE_X_NO_CHILD;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool hone_x_is(const hone_x_reader *reader, const char *type)
{
    const char *mine = reader->type;
    while (*mine && lower(*mine) == lower(*type)) mine++, type++;
    return *mine == *type;
}

void hone_x_end(hone_x_reader *reader)
{
    hone_x_token token = hone_x_next(reader);
    if (reader->file.failed)
        return;
    if (token != HONE_X_CLOSE)
        hone_reading_fail(&reader->file, token == HONE_X_END ? "the file ends inside an object"
                                                             : "an object does not have the size that its counts give");
    reader->depth--;
}

/* Warns of an object that may change how the model looks or moves. Others are read elsewhere, or for programs that edit
 * or optimise meshes. */
static void warn_of_skipped(hone_x_reader *reader)
{
    static const char *const known[] = {"template",
                                        "Header",
                                        "Frame",
                                        "FrameTransformMatrix",
                                        "Mesh",
                                        "MeshNormals",
                                        "MeshTextureCoords",
                                        "MeshVertexColors",
                                        "MeshMaterialList",
                                        "Material",
                                        "TextureFilename",
                                        "SkinWeights",
                                        "AnimationSet",
                                        "Animation",
                                        "AnimationKey",
                                        "AnimTicksPerSecond",
                                        "AnimationOptions",
                                        "XSkinMeshHeader",
                                        "SkinMeshHeader",
                                        "VertexDuplicationIndices",
                                        "FaceAdjacency",
                                        "MeshFaceWraps",
                                        "PMInfo",
                                        "PMAttributeRange",
                                        "PMVSplitRecord",
                                        "PropertyBag",
                                        "ObjectMatrixComment",
                                        "KeyValuePair",
                                        "Guid"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (hone_x_is(reader, known[i]))
            return;
    static const char what[] = "objects of a type that hone does not read are left out";
    hone_builder_warn_limit(reader->file.builder, what, reader->type, strlen(reader->type));
    if (!reader->in_mesh)
        hone_builder_warn_limit(reader->of_motions, what, reader->type, strlen(reader->type));
}

void hone_x_skip(hone_x_reader *reader)
{
    warn_of_skipped(reader);
    for (uint32_t outside = reader->depth - 1; reader->depth > outside && !reader->file.failed;) {
        switch (hone_x_next(reader)) {
        case HONE_X_OPEN:
            open(reader);
            break;
        case HONE_X_CLOSE:
            reader->depth--;
            break;
        case HONE_X_END:
            hone_reading_fail(&reader->file, "the file ends inside an object");
            break;
        default:
            break;
        }
    }
}
