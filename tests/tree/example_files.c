/* Writes files that the examples of the documents name, where the built-in character is not enough: a project, an
 * avatar, a person and a mesh without bones. usage: example_files FOLDER */
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/mannequin.h"
#include "support/make/files/make_pmm.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>

static bool write_human(const char *folder, const char *name, make_human_names names)
{
    hone_bytes bytes = make_human(&(make_human_desc){.names = names, .face = true});
    bool ok = test_write_file(folder, name, bytes.data, bytes.size);
    free(bytes.data);
    return ok;
}

static bool write_statue(const char *folder)
{
    mannequin made = mannequin_make(&(mannequin_desc){0});
    size_t size;
    char *text = statue_x(&made.mesh, &size);
    bool ok = test_write_file(folder, "statue.x", text, size);
    free(text);
    statue_release(&made.mesh);
    return ok;
}

static bool write_project(const char *folder)
{
    make_pmm_desc desc = {.name = "\x8f\x89\x89\xb9\x83\x7e\x83\x4e", /* 初音ミク in Shift_JIS */
                          .path = "miku.pmx",
                          .models = 1,
                          .followed = -1};
    hone_bytes bytes = make_pmm(&desc, NULL);
    bool ok = test_write_file(folder, "show.pmm", bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

int main(int argc, char **argv)
{
    const char *folder = argc == 2 ? argv[1] : "nowhere";
    bool ok = argc == 2 && write_human(folder, "avatar.vrm", MAKE_HUMAN_VRM) &&
              write_human(folder, "person.glb", MAKE_HUMAN_MIXAMO) && write_statue(folder) && write_project(folder);
    if (!ok)
        fprintf(stderr, "example_files: cannot write to %s\n", folder);
    return ok ? 0 : 1;
}
