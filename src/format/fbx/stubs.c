/* Stands for the parts of the reader that are not written yet. */
#include "format/fbx/reader.h"

#if defined(__GNUC__)
#define STUB __attribute__((weak))
#else
#define STUB
#endif
#define NONE(...)                                                                                                      \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
        return true;                                                                                                   \
    }

STUB bool hone_fbx_doubles(const fbx_document *document, const fbx_node *node, hone_arena *memory, const double **out,
                          uint32_t *count, hone_error *error)
        NONE((void)document, (void)node, (void)memory, *out = NULL, *count = 0, (void)error) STUB
    bool hone_fbx_floats(const fbx_document *document, const fbx_node *node, hone_arena *memory, const float **out,
                         uint32_t *count, hone_error *error)
        NONE((void)document, (void)node, (void)memory, *out = NULL, *count = 0, (void)error) STUB
    bool hone_fbx_integers32(const fbx_document *document, const fbx_node *node, hone_arena *memory,
                             const int32_t **out, uint32_t *count, hone_error *error)
        NONE((void)document, (void)node, (void)memory, *out = NULL, *count = 0, (void)error) STUB
    bool hone_fbx_integers64(const fbx_document *document, const fbx_node *node, hone_arena *memory,
                             const int64_t **out, uint32_t *count, hone_error *error)
        NONE((void)document, (void)node, (void)memory, *out = NULL, *count = 0, (void)error)
