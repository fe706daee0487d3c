/* hone --version: which parts this command has, and where. It is the same in every language, because programs read it.
 */
#include "cmd/commands.h"
#include "module/module.h"

#include <hone/archive.h>
#include <hone/film.h>
#include <hone/format.h>
#include <hone/image.h>
#include <hone/physics.h>
#include <hone/render.h>
#include <stdio.h>

/* module: the file of a part that may be a module. It is found, but not loaded. */
static void print_component(const char *name, bool available, const char *module)
{
    char path[HONE_PATH_SIZE];
    printf("  %-15s ", name);
    if (!module || !hone_module_is_used(module))
        puts(available ? "built in" : "not built in");
    else if (hone_module_find(module, path, NULL))
        printf("module %s\n", path);
    else
        printf("module %s is not installed\n", module);
}

/* The names of the formats that are read. */
static void print_formats(void)
{
    printf("  %-15s", "formats");
    for (hone_format f = HONE_FORMAT_PMX; f <= HONE_FORMAT_VAC; f++)
        if (hone_format_available(f))
            printf(" %s", hone_format_name(f));
    putchar('\n');
}

void version_print(void)
{
    printf("hone %s\n", hone_version());
    print_formats();
    print_component("images", hone_image_available(), "pictures.so");
    print_component("compressed .x", hone_compressed_x_available(), "inflate.so");
    print_component("compressed FBX", hone_compressed_fbx_available(), "inflate.so");
    print_component("compressed .zip", hone_compressed_zip_available(), "inflate.so");
    print_component("meshopt", hone_compressed_gltf_available(), "meshopt.so");
    print_component("Draco", hone_draco_gltf_available(), "draco.so");
    print_component("render", hone_render_available(), NULL);
    print_component("physics", hone_physics_available(), "physics.so");
    if (hone_physics_available())
        printf("  %-15s %s\n", "physics bits",
               hone_physics_is_portable() ? "the same on every machine" : "of this machine's C library");
    print_component("film", hone_film_available(), "film.so");
    char viewer[HONE_PATH_SIZE];
    printf("  %-15s %s%s\n", "viewer", view_find(viewer) ? "program " : "not built in", viewer);
    if (hone_film_available())
        printf("Films are made by the FFmpeg of this system, under its own licence, which is often the GPL.\n"
               "This command does not contain it. hone is under the MIT licence.\n");
}
