#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

/* Decodes a picture that hone does not. A program has a library for that, or asks the browser; here each becomes one
 * grey pixel. */
static bool decode(const hone_encoded_image *encoded, hone_image *out, hone_error *error)
{
    bool ktx = hone_image_format_detect(encoded->bytes, encoded->size) == HONE_IMAGE_FORMAT_KTX2;
    printf("%s: %u bytes%s are decoded by the program\n", encoded->name, (unsigned)encoded->size,
           ktx ? " of KTX 2.0" : "");
    if (!hone_image_create(1, 1, NULL, out, error))
        return false;
    memset(out->pixels, 128, 4);
    return true;
}

/* All pictures of a model are decoded before they are needed: on threads, or as a browser does it, one after another.
 */
static bool decode_ahead(hone_pictures *pictures, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < hone_pictures_count(pictures) && ok; i++) {
        hone_picture picture = hone_pictures_at(pictures, i);
        hone_image pixels = {0};
        if (picture.missing)
            printf("%s: %s\n", picture.encoded.name, picture.missing);
        if (!picture.wanted)
            continue;
        ok = decode(&picture.encoded, &pixels, error) && hone_pictures_set(pictures, i, &pixels, error);
        hone_image_release(&pixels);
    }
    return ok;
}

/* What makes textures of them: hone_gpu_model_create with this resolver, or an engine's own code as here. */
static void show(const hone_pictures *pictures, const hone_file_resolver *files)
{
    for (uint32_t i = 0; i < hone_pictures_count(pictures); i++) {
        hone_picture picture = hone_pictures_at(pictures, i);
        hone_image image = {0};
        if (hone_image_decode(&picture.encoded, files->decoder, NULL, &image, NULL))
            printf("%s: %u x %u pixels, by %s\n", picture.encoded.name, (unsigned)image.width, (unsigned)image.height,
                   hone_image_format_available(picture.encoded.format) ? "hone" : "the program");
        hone_image_release(&image);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: decode_pictures MODEL\n"), 2;
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(argv[1], folder);
    const hone_file_resolver beside = hone_file_resolver_in_folder(folder);
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_pictures *pictures = model ? hone_pictures_create(model, &beside, NULL, &error) : NULL;
    bool ok = pictures && decode_ahead(pictures, &error);
    const hone_file_resolver decoded = hone_pictures_files(pictures);
    if (ok)
        show(pictures, &decoded);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_pictures_destroy(pictures);
    hone_model_release(model);
    return !ok;
}
