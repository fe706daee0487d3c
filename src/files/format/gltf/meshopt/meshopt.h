/* The compression of glTF's extensions KHR_meshopt_compression and EXT_meshopt_compression, which is the older one: it
 * has neither version 1 of the codec of attributes nor the filter of colours. These two are hone's own; the rest is
 * done by libmeshoptimizer, which may be missing. Callers check the sizes: hone_meshopt_check. */
#ifndef HONE_SRC_FORMAT_GLTF_MESHOPT_MESHOPT_H
#define HONE_SRC_FORMAT_GLTF_MESHOPT_MESHOPT_H

#include <hone/io.h>

typedef enum hone_meshopt_mode {
    HONE_MESHOPT_ATTRIBUTES,
    HONE_MESHOPT_TRIANGLES, /* indices, three a triangle */
    HONE_MESHOPT_INDICES    /* indices in any order */
} hone_meshopt_mode;

/* How the decoded elements are converted to those that accessors read. */
typedef enum hone_meshopt_filter {
    HONE_MESHOPT_PLAIN,       /* not at all */
    HONE_MESHOPT_OCTAHEDRAL,  /* to unit vectors of 3 (and 1) normalised int8 or int16 */
    HONE_MESHOPT_QUATERNION,  /* to quaternions of 4 normalised int16 */
    HONE_MESHOPT_EXPONENTIAL, /* from mantissa and exponent to float */
    HONE_MESHOPT_COLOUR,      /* from luma and differences of colours to 4 normalised uint8_t or uint16_t */
} hone_meshopt_filter;

typedef struct hone_meshopt_layout {
    hone_meshopt_mode mode;
    hone_meshopt_filter filter;
    uint64_t count, stride; /* of the decoded elements; bytes from one to the next */
} hone_meshopt_layout;

/* Returns whether the extension allows this layout; if not, a sentence about it without its end. */
const char *hone_meshopt_check(const hone_meshopt_layout *layout);

/* ---- decoding: the layout is one that hone_meshopt_check allows ---- */

/* Returns how many encoded bytes such elements take at least, if they are encoded as this data is. */
uint64_t hone_meshopt_least(const hone_meshopt_layout *layout, const uint8_t *data, size_t size);
/* Returns whether only the library decodes this data, so that it must be opened before. */
bool hone_meshopt_needs_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size);
/* Decodes into `out`, [layout->count * layout->stride] bytes. Returns false if the data is damaged. */
bool hone_meshopt_decode(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, void *out);

/* What hone_meshopt_decode does by itself: elements of attributes of version 1, before their filter; and the filter of
 * colours, in place. */
bool hone_meshopt_decode_attributes(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out);
void hone_meshopt_unfilter_colours(const hone_meshopt_layout *layout, uint8_t *elements);

/* ---- the library ---- */

/* Returns whether the library is built in. */
bool hone_meshopt_built_in(void);
/* Makes the library ready, before anything below is called. Errors: UNSUPPORTED (it is not built in or not found). */
bool hone_meshopt_open(hone_error *error);
/* Decodes what hone_meshopt_decode leaves to the library, before the filter. */
bool hone_meshopt_decode_by_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out);

/* Returns how many bytes hone_meshopt_encode needs at most. */
size_t hone_meshopt_encoded_most(const hone_meshopt_layout *layout);
/* Encodes elements of attributes, which are filtered already, or indices, which are uint32_t for any stride. out:
 * [hone_meshopt_encoded_most]. Returns the size of the encoded bytes. */
size_t hone_meshopt_encode(const hone_meshopt_layout *layout, const void *elements, uint8_t *out);
/* Converts values to the elements that the layout's filter, which is not that of colours, converts back.
 * bits: how precise: of a component of vectors, 1 to 16, and quaternions, 4 to 16; of a mantissa, 1 to 24.
 * values: [count][4] unit vectors or quaternions; [count][stride / 4] floats, which share an exponent an element.
 * out: [count * stride] bytes. */
void hone_meshopt_filter_elements(const hone_meshopt_layout *layout, int bits, const float *values, void *out);
/* Converts elements in place to those that accessors read, as decoding does at its end; not for colours. */
void hone_meshopt_unfilter(const hone_meshopt_layout *layout, void *elements);

#endif
