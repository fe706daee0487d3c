/* Which pictures a model shows, and their encoded bytes. */
#ifndef HONE_SRC_IMAGE_MODEL_PICTURES_H
#define HONE_SRC_IMAGE_MODEL_PICTURES_H

#include <hone/image.h>
#include <hone/model.h>

/* MMD's shared toons. A PMD refers to them by name, and its author may have put other files with these names beside it.
 */
enum { HONE_TOON_COUNT = 10 };

/* How a texture is read: as it is, or as colours of glTF, which become linear before they are filtered. A texture may
 * be used in both ways. */
enum { HONE_TEXTURE_PLAIN, HONE_TEXTURE_COLOURS, HONE_TEXTURE_USE_COUNT };

/* Marks the textures that materials show. used: [texture_count] zeroed; out: bits of their uses (1 << HONE_TEXTURE_…).
 */
void hone_model_mark_textures(const hone_model_data *model, uint8_t *used);

/* Marks the shared toons that a PMD may bring itself. */
void hone_model_mark_toons(const hone_model_data *model, uint8_t used[HONE_TOON_COUNT]);

/* Writes the name of the file that a shared toon may be. */
void hone_model_toon_name(uint32_t toon, char name[sizeof "toon01.bmp"]);

/* Whether a texture is a picture inside of the model. */
static inline bool hone_model_has_inside(const hone_model_data *model, uint32_t texture)
{
    return model->pictures && model->pictures[texture].size;
}

/* Finds the encoded picture of a texture inside of the model, or else reads its file.
 *
 * read: out: the file, to be released in any case; empty for one inside. out: refers to it. Errors: IO, MEMORY, and
 * those of the resolver. */
bool hone_model_picture_read(const hone_model_data *model, uint32_t texture, const hone_file_resolver *files,
                             const hone_allocator *allocator, hone_bytes *read, hone_encoded_image *out,
                             hone_error *error);

/* The same for a file that is not one of the model's textures. */
bool hone_picture_file_read(const char *name, const hone_file_resolver *files, const hone_allocator *allocator,
                            hone_bytes *read, hone_encoded_image *out, hone_error *error);

#endif
