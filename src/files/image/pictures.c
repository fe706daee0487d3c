/* Reads the pictures that a model refers to. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "files/image/decode.h"
#include "files/image/model_pictures.h"
#include <hone/pictures.h>
#include <string.h>

typedef struct picture_entry {
    hone_encoded_image encoded;
    hone_bytes read;     /* what `encoded` refers to, unless it is inside of the model */
    hone_image pixels;   /* that the caller gave; without pixels: none */
    const char *missing; /* NULL: it was read */
} picture_entry;

struct hone_pictures {
    const hone_model *model;
    hone_arena *memory; /* owns the struct and the entries */
    uint32_t count;
    picture_entry *entries; /* [count] */
    hone_image_decoder decoder;
};

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static const hone_allocator *allocator_of(const hone_pictures *pictures)
{
    return hone_arena_allocator(pictures->memory);
}

/* Keeps why a picture could not be read. */
static bool note(hone_pictures *pictures, picture_entry *entry, const hone_error *why, hone_error *error)
{
    if (why->code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    entry->missing = hone_arena_text(pictures->memory, why->message, strlen(why->message));
    return entry->missing || hone_arena_fail(pictures->memory, error);
}

static bool read_texture(hone_pictures *pictures, uint32_t texture, const hone_file_resolver *files, hone_error *error)
{
    const hone_model_data *model = hone_model_get(pictures->model);
    picture_entry *entry = &pictures->entries[pictures->count];
    hone_error why = {0};
    if (!model->textures[texture][0] && !hone_model_has_inside(model, texture)) /* empty, as in many models */
        return true;
    pictures->count++;
    return hone_model_picture_read(model, texture, files, allocator_of(pictures), &entry->read, &entry->encoded,
                                   &why) ||
           note(pictures, entry, &why, error);
}

/* Reads a toon that a PMD may bring itself. It is not in the list if it does not. */
static bool read_toon(hone_pictures *pictures, uint32_t toon, const hone_file_resolver *files, hone_error *error)
{
    picture_entry *entry = &pictures->entries[pictures->count];
    char name[sizeof "toon01.bmp"];
    hone_error why = {0};
    hone_model_toon_name(toon, name);
    const char *kept = hone_arena_text(pictures->memory, name, strlen(name));
    if (!kept)
        return hone_arena_fail(pictures->memory, error);
    if (hone_picture_file_read(kept, files, allocator_of(pictures), &entry->read, &entry->encoded, &why))
        pictures->count++;
    return why.code != HONE_ERROR_MEMORY || hone_fail_memory(error);
}

static bool read_all(hone_pictures *pictures, const hone_file_resolver *files, hone_error *error)
{
    const hone_model_data *model = hone_model_get(pictures->model);
    uint8_t toons[HONE_TOON_COUNT] = {0};
    uint8_t *used = hone_arena_array(pictures->memory, model->texture_count + 1, sizeof *used);
    pictures->entries =
        hone_arena_array(pictures->memory, model->texture_count + HONE_TOON_COUNT, sizeof *pictures->entries);
    if (hone_arena_failed(pictures->memory))
        return hone_arena_fail(pictures->memory, error);
    hone_model_mark_textures(model, used);
    hone_model_mark_toons(model, toons);
    for (uint32_t i = 0; i < model->texture_count; i++)
        if (used[i] && !read_texture(pictures, i, files, error))
            return false;
    for (uint32_t i = 0; i < HONE_TOON_COUNT; i++)
        if (toons[i] && !read_toon(pictures, i, files, error))
            return false;
    return true;
}

/* ---- what was set ------------------------------------------------------------------------------------------------ */

/* The resolver gives copies of files, so these are told apart by their names; those inside of the model have none. */
static const picture_entry *find(const hone_pictures *pictures, const char *name, const uint8_t *inside)
{
    for (uint32_t i = 0; i < pictures->count; i++) {
        const picture_entry *entry = &pictures->entries[i];
        if (inside && entry->encoded.bytes == inside)
            return entry;
    }
    for (uint32_t i = 0; i < pictures->count; i++) {
        const picture_entry *entry = &pictures->entries[i];
        if (entry->read.data && strcmp(entry->encoded.name, name) == 0)
            return entry;
    }
    return NULL;
}

static bool give_bytes(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    const hone_pictures *pictures = user;
    const picture_entry *entry = pictures ? find(pictures, path, NULL) : NULL;
    *out = (hone_bytes){.allocator = hone_allocator_or_default(allocator)};
    for (uint32_t i = 0; pictures && !entry && i < pictures->count; i++)
        if (pictures->entries[i].missing && strcmp(pictures->entries[i].encoded.name, path) == 0)
            return hone_fail(error, HONE_ERROR_IO, 0, "%s", pictures->entries[i].missing);
    if (!entry)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found");
    out->size = entry->read.size;
    out->capacity = out->size + 1;
    out->data = hone_allocate(&out->allocator, out->capacity, 1);
    if (!out->data)
        return hone_fail_memory(error);
    memcpy(out->data, entry->read.data, out->size);
    return true;
}

static bool copy_pixels(const hone_image *from, const hone_allocator *allocator, hone_image *out, hone_error *error)
{
    if (!hone_image_create(from->width, from->height, allocator, out, error))
        return false;
    memcpy(out->pixels, from->pixels, (size_t)from->width * from->height * 4);
    out->cut = from->cut;
    return true;
}

static bool give_pixels(void *user, const hone_encoded_image *encoded, const hone_allocator *allocator, hone_image *out,
                        hone_error *error)
{
    const picture_entry *entry = find(user, encoded->name, encoded->bytes);
    if (entry && entry->pixels.pixels)
        return copy_pixels(&entry->pixels, allocator, out, error);
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "hone does not decode it, and its pixels were not given");
}

bool hone_pictures_set(hone_pictures *pictures, uint32_t index, const hone_image *pixels, hone_error *error)
{
    hone_image copy;
    if (!pictures || !pixels || !pixels->pixels)
        return hone_fail_null(error, pictures ? "pixels" : "pictures");
    if (index >= pictures->count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, index, "there is no picture %u", index);
    picture_entry *entry = &pictures->entries[index];
    if (entry->missing || hone_image_format_available(entry->encoded.format))
        return hone_fail(error, HONE_ERROR_ARGUMENT, index, "picture %u %s", index,
                         entry->missing ? "is missing" : "is one that hone decodes itself");
    if (!hone_image_check_size(pixels, error) || !copy_pixels(pixels, allocator_of(pictures), &copy, error))
        return false;
    hone_image_release(&entry->pixels);
    entry->pixels = copy;
    return true;
}

hone_file_resolver hone_pictures_files(hone_pictures *pictures)
{
    return (hone_file_resolver){.read = give_bytes, .user = pictures, .decoder = pictures ? &pictures->decoder : NULL};
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static hone_pictures *create(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    hone_pictures *pictures = memory ? hone_arena_array(memory, 1, sizeof *pictures) : NULL;
    if (!pictures) {
        if (memory)
            hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    *pictures = (hone_pictures){
        .model = hone_model_retain(model), .memory = memory, .decoder = {.decode = give_pixels, .user = pictures}};
    return pictures;
}

hone_pictures *hone_pictures_create(const hone_model *model, const hone_file_resolver *files,
                                    const hone_allocator *allocator, hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "model"), NULL;
    hone_pictures *pictures = create(model, allocator, error);
    if (!pictures || read_all(pictures, files, error))
        return pictures;
    hone_pictures_destroy(pictures);
    return NULL;
}

void hone_pictures_destroy(hone_pictures *pictures)
{
    if (!pictures)
        return;
    for (uint32_t i = 0; pictures->entries && i < pictures->count; i++) {
        hone_bytes_release(&pictures->entries[i].read);
        hone_image_release(&pictures->entries[i].pixels);
    }
    hone_model_release(pictures->model);
    hone_arena_destroy(pictures->memory); /* frees the struct itself too */
}

uint32_t hone_pictures_count(const hone_pictures *pictures)
{
    return pictures ? pictures->count : 0;
}

hone_picture hone_pictures_at(const hone_pictures *pictures, uint32_t index)
{
    const picture_entry *entry = &pictures->entries[index];
    return (hone_picture){.encoded = entry->encoded,
                          .missing = entry->missing,
                          .wanted = !entry->missing && !entry->pixels.pixels &&
                                    !hone_image_format_available(entry->encoded.format)};
}
