#include <hone/format.h>
#include <stdio.h>

/* Loads a model and prints what is in it: counts, warnings, and each bone with its parent and its place at rest. */
int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: load_model MODEL\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error); /* NULL: default options */
    if (!model)
        return fprintf(stderr, "%s\n", error.message), 1;

    const hone_model_data *data = hone_model_get(model);
    printf("%s: %u vertices, %u triangles, %u materials, %u morphs\n", hone_format_name(data->format),
           (unsigned)data->mesh.vertex_count, (unsigned)data->mesh.index_count / 3, (unsigned)data->material_count,
           (unsigned)data->morph_count);
    hone_warnings warnings = hone_model_warnings(model);
    for (uint32_t i = 0; i < warnings.count; i++) printf("warning: %s\n", warnings.texts[i]);

    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        const hone_bone *bone = &data->skeleton.bones[b];
        const char *parent = bone->parent == HONE_NONE ? "-" : data->skeleton.bones[bone->parent].name;
        printf("%4u %-24s parent %-24s at %8.3f %8.3f %8.3f\n", (unsigned)b, bone->name, parent, bone->position[0],
               bone->position[1], bone->position[2]);
    }
    hone_model_release(model);
    return 0;
}
