/* Checks texture files: missing, misplaced, damaged, too large, unused. */
#include "base/files/file_resolver.h"
#include "tool/doctor/checks.h"
#include "tool/files/input_file.h"

#include <hone/image.h>

#include <stdio.h>
#include <string.h>

enum { USERS_SIZE = 300, LARGE = 4096 };

typedef struct texture_names { /* of each kind of trouble */
    finding_names missing, broken, moved, large, unused;
} texture_names;

static void add_user(char users[USERS_SIZE], const char *name, uint32_t material)
{
    char number[24];
    snprintf(number, sizeof number, "material %u", (unsigned)material);
    name = *name ? name : number;
    size_t used = strlen(users), wanted = strlen(name) + 3;
    if (used + wanted < USERS_SIZE)
        snprintf(users + used, USERS_SIZE - used, "%s%s", used ? ", " : "", name);
}

static bool uses(const hone_material *m, int32_t texture)
{
    bool used = m->texture == texture || m->sphere_texture == texture || (!m->shared_toon && m->toon == texture);
    for (int k = 0; m->pbr && k < HONE_MAP_COUNT; k++) used |= m->pbr->maps[k].texture == texture;
    return used;
}

/* The names of the materials that have the texture. */
static bool find_users(const hone_model_data *data, uint32_t texture, char users[USERS_SIZE])
{
    bool any = false;
    users[0] = 0;
    for (uint32_t m = 0; m < data->material_count; m++)
        if (uses(&data->materials[m], (int32_t)texture)) {
            any = true;
            add_user(users, data->materials[m].name, m);
        }
    return any;
}

/* Whether the file is exactly where the path says, as other programs need it. */
static bool is_in_place(const char *folder, const char *path)
{
    char exact[HONE_PATH_SIZE];
    int size = snprintf(exact, sizeof exact, "%s%s%s", folder, *folder ? "/" : "", path);
    for (char *c = exact; *c; c++)
        if (*c == '\\')
            *c = '/';
    return size < (int)sizeof exact && input_file_exists(exact);
}

static void look_at_picture(const hone_bytes *bytes, const char *name, texture_names *out)
{
    hone_image image = {0};
    hone_error why = {0};
    if (!hone_image_load_memory(bytes->data, bytes->size, NULL, &image, &why))
        finding_names_add(&out->broken, "%s: %s", name, why.message);
    else if (image.cut)
        finding_names_add(&out->broken, "%s: the file is cut off or damaged", name);
    else if (image.width > LARGE || image.height > LARGE)
        finding_names_add(&out->large, "%s: %u x %u", name, image.width, image.height);
    hone_image_release(&image);
}

static void look_at_file(const char *folder, const char *path, const char *users, texture_names *out)
{
    input_folder beside;
    const hone_file_resolver files = input_folder_files(&beside, folder, false);
    hone_bytes bytes = {0};
    hone_error why = {0};
    if (!files.read(files.user, path, NULL, &bytes, &why)) {
        finding_names_add(&out->missing, "%s (%s): %s", path, users, why.message);
        return;
    }
    char real[HONE_PATH_SIZE];
    if (!is_in_place(folder, path) && hone_model_file_find(folder, path, false, real, NULL))
        finding_names_add(&out->moved, "%s: %s", path, real);
    look_at_picture(&bytes, path, out);
    hone_bytes_release(&bytes);
}

static void look_at(const hone_model_data *data, uint32_t texture, const char *folder, texture_names *out)
{
    const hone_blob *inside = data->pictures ? &data->pictures[texture] : NULL;
    const char *path = data->textures[texture];
    char users[USERS_SIZE];
    if (!find_users(data, texture, users)) {
        if (data->humanoid_map_count == 0) /* in a VRM they are of toon materials, or its thumbnail */
            finding_names_add(&out->unused, "%s", path);
        return;
    }
    if (inside && inside->size) {
        const hone_bytes bytes = {.data = (uint8_t *)inside->data, .size = inside->size};
        look_at_picture(&bytes, *path ? path : users, out);
    } else if (*path) {
        look_at_file(folder, path, users, out);
    }
}

void check_textures(const hone_model *model, const char *folder, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    texture_names names = {0};
    for (uint32_t t = 0; t < data->texture_count; t++) look_at(data, t, folder, &names);
    findings_add(out, FINDING_WARNING, "missing-texture", &names.missing,
                 "textures cannot be read; their materials are drawn without them");
    findings_add(out, FINDING_WARNING, "broken-texture", &names.broken, "textures cannot be decoded, or only in part");
    findings_add(out, FINDING_NOTE, "texture-place", &names.moved,
                 "textures are not exactly where the file says: hone finds them by their name or in other "
                 "case; other programs may not");
    findings_add(out, FINDING_NOTE, "large-texture", &names.large, "textures have more than 4096 texels on a side");
    findings_add(out, FINDING_NOTE, "unused-texture", &names.unused, "textures are used by no material");
}
