/** pictures: the pictures that a model shows, as its files have them, for programs that decode them ahead: on threads,
 * or in a browser, whose decoder does not answer at once.
 *
 * List them, decode those that hone does not, give their pixels, and make the GPU model of them:
 * ```c
 * hone_gpu_model *make(hone_renderer *renderer, const hone_model *model, const hone_file_resolver *files,
 *                      bool (*decode)(const hone_encoded_image *encoded, hone_image *out), hone_error *error)
 * {
 *     hone_pictures *pictures = hone_pictures_create(model, files, NULL, error);
 *     for (uint32_t i = 0; i < hone_pictures_count(pictures); i++) {
 *         hone_picture picture = hone_pictures_at(pictures, i);
 *         hone_image pixels = {0};
 *         if (picture.wanted && decode(&picture.encoded, &pixels))
 *             hone_pictures_set(pictures, i, &pixels, NULL);
 *         hone_image_release(&pixels);
 *     }
 *     hone_file_resolver decoded = hone_pictures_files(pictures);
 *     hone_gpu_model *gpu_model = pictures ? hone_gpu_model_create(renderer, model, &decoded, error) : NULL;
 *     hone_pictures_destroy(pictures);
 *     return gpu_model;
 * }
 * ```
 */
#ifndef HONE_PICTURES_H
#define HONE_PICTURES_H

#include <hone/base.h>
#include <hone/image.h>
#include <hone/io.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The encoded pictures of a model. One thread at a time may use them. */
typedef struct hone_pictures hone_pictures;

/** Reads the pictures that the materials of a model show, each once, without decoding them: those inside of the model,
 * and those that `files` finds; for a PMD also toon textures beside it that have the names of MMD's own. One that
 * cannot be read is in the list, too.
 *
 * model: retained.
 * files: where textures are; NULL: only those inside the model. Its decoder is not used.
 * allocator: NULL: malloc.
 * Returns: the pictures; destroy them with hone_pictures_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: memory for all files that are not inside the model.
 */
HONE_API hone_pictures *hone_pictures_create(const hone_model *model, const hone_file_resolver *files,
                                             const hone_allocator *allocator, hone_error *error);

/** Destroys pictures. NULL is allowed. */
HONE_API void hone_pictures_destroy(hone_pictures *pictures);

/** Returns how many pictures there are; 0 if `pictures` is NULL. */
HONE_API uint32_t hone_pictures_count(const hone_pictures *pictures);

/** A picture of a model. */
typedef struct hone_picture {
    hone_encoded_image encoded; /**< valid as long as the pictures; without bytes if it could not be read */
    const char *missing;        /**< why it could not be read; NULL: it was */
    bool wanted;                /**< whether hone does not decode it, and its pixels have not been given */
} hone_picture;

/** Returns a picture.
 *
 * index: below hone_pictures_count.
 */
HONE_API hone_picture hone_pictures_at(const hone_pictures *pictures, uint32_t index);

/** Gives the pixels of a picture that hone does not decode (hone_image_decoder describes them).
 *
 * index: below hone_pictures_count.
 * pixels: copied; sides of at most 8192 pixels.
 * Returns: whether they were taken; on failure those given before stay.
 * Errors: ARGUMENT (NULL, no such picture, a size out of range, a picture that is missing or that hone decodes),
 *         MEMORY.
 */
HONE_API bool hone_pictures_set(hone_pictures *pictures, uint32_t index, const hone_image *pixels, hone_error *error);

/** Returns a resolver that finds these pictures, and gives the pixels that were set, any number of times. Those that
 * were not set are refused, each with one sentence.
 *
 * pictures: must outlive the use of the resolver. NULL: nothing is found.
 */
HONE_API hone_file_resolver hone_pictures_files(hone_pictures *pictures);

#ifdef __cplusplus
}
#endif
#endif
