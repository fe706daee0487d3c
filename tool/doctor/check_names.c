/* Checks names of bones and morphs: those that a motion cannot tell apart, or cannot hold. */
#include "tool/doctor/checks.h"

#include <stdlib.h>
#include <string.h>

enum { VMD_NAME = 15 }; /* bytes of CP932 that a VMD holds of a name */

typedef struct named {
    const char *name;
    char key[VMD_NAME + 1]; /* as a VMD holds it; ends with zeros */
    bool lossy;             /* has characters that CP932 does not have */
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = memcmp(x->key, y->key, sizeof x->key);
    return order ? order : strcmp(x->name, y->name);
}

static named named_make(const char *name)
{
    named out = {.name = name};
    uint8_t bytes[VMD_NAME] = {0};
    size_t size = hone_cp932_from_utf8(name, strlen(name), bytes, sizeof bytes, &out.lossy);
    memcpy(out.key, bytes, size < sizeof bytes ? size : sizeof bytes);
    return out;
}

typedef struct name_kind { /* how findings call the things that have the names */
    const char *twice_check, *twice, *alike_check, *alike, *lossy_check, *lossy;
} name_kind;

/* The names are sorted. */
static void look_for_twins(const named *all, uint32_t count, const name_kind *kind, findings *out)
{
    finding_names twice = {0}, alike = {0}, lossy = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool same_key = i > 0 && memcmp(all[i].key, all[i - 1].key, sizeof all[i].key) == 0;
        if (i > 0 && strcmp(all[i].name, all[i - 1].name) == 0)
            finding_names_add(&twice, "%s", all[i].name);
        else if (same_key && !all[i].lossy && *all[i].name)
            finding_names_add(&alike, "%s, %s", all[i - 1].name, all[i].name);
        if (all[i].lossy)
            finding_names_add(&lossy, "%s", all[i].name);
    }
    findings_add(out, FINDING_WARNING, kind->twice_check, &twice, "%s", kind->twice);
    findings_add(out, FINDING_WARNING, kind->alike_check, &alike, "%s", kind->alike);
    findings_add(out, FINDING_NOTE, kind->lossy_check, &lossy, "%s", kind->lossy);
}

static void check_kind(named *all, uint32_t count, const name_kind *kind, findings *out)
{
    out->out_of_memory |= !all;
    if (all) {
        qsort(all, count, sizeof *all, compare);
        look_for_twins(all, count, kind, out);
    }
    free(all);
}

/* ---- names of the file ------------------------------------------------------------------------------------------ */

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    return size > length && strcmp(text + size - length, end) == 0;
}

/* Some bones and morphs are made by hone, so that the model says the same as the file (docs/formats.md): their names
 * are no names of the file. Nothing can be meant by an empty name. */
static bool is_bone_of_the_file(const hone_model_data *data, uint32_t b)
{
    const hone_bone *bone = &data->skeleton.bones[b];
    bool goal = data->format == HONE_FORMAT_PMD && bone->ik != HONE_NONE && bone->parent != HONE_NONE &&
                strcmp(bone->name, data->skeleton.bones[bone->parent].name) == 0;
    bool scale = data->format == HONE_FORMAT_FBX && ends_with(bone->name, " scale");
    return *bone->name && !goal && !scale;
}

static bool is_morph_of_the_file(const hone_model_data *data, uint32_t m)
{
    const char *name = data->morphs[m].name;
    bool gltf = data->format == HONE_FORMAT_GLTF || data->format == HONE_FORMAT_GLB;
    bool number = gltf && name[strspn(name, "0123456789")] == '\0';
    bool between = data->format == HONE_FORMAT_FBX && ends_with(name, "%");
    return *name && !number && !between;
}

void check_names(const hone_model *model, findings *out)
{
    static const name_kind bones = {
        "duplicate-bone",  "bones have the name of another bone; motions move the first one only",
        "long-bone-name",  "bones differ only after the 15 bytes that a VMD holds of a name; a VMD moves the first one",
        "bone-name-cp932", "names of bones have characters that a VMD cannot hold"};
    static const name_kind morphs = {
        "duplicate-morph",
        "morphs have the name of another morph; motions move the first one only",
        "long-morph-name",
        "morphs differ only after the 15 bytes that a VMD holds of a name; a VMD moves the first one",
        "morph-name-cp932",
        "names of morphs have characters that a VMD cannot hold"};
    const hone_model_data *data = hone_model_get(model);
    uint32_t bone_count = 0, morph_count = 0;
    named *of_bones = calloc((size_t)data->skeleton.bone_count + 1, sizeof *of_bones),
          *of_morphs = calloc((size_t)data->morph_count + 1, sizeof *of_morphs);
    for (uint32_t b = 0; of_bones && b < data->skeleton.bone_count; b++)
        if (is_bone_of_the_file(data, b))
            of_bones[bone_count++] = named_make(data->skeleton.bones[b].name);
    for (uint32_t m = 0; of_morphs && m < data->morph_count; m++)
        if (is_morph_of_the_file(data, m))
            of_morphs[morph_count++] = named_make(data->morphs[m].name);
    check_kind(of_bones, bone_count, &bones, out);
    check_kind(of_morphs, morph_count, &morphs, out);
}
