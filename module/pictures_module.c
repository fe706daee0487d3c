/* The module pictures.so: what src/files/image calls of libpng, libjpeg and libwebp. */
#include "module/pictures.h"

HONE_API extern const hone_pictures_module hone_module_table;

const hone_pictures_module hone_module_table = {.head = HONE_PICTURES_MODULE_HEAD,
                                                .png_decode = hone_png_decode,
                                                .jpg_decode = hone_jpg_decode,
                                                .webp_decode = hone_webp_decode,
                                                .png_encode = hone_png_encode,
                                                .png_encode_grey = hone_png_encode_grey,
                                                .jpg_encode = hone_jpg_encode,
                                                .webp_available = hone_webp_available};
