/* Reads bytes as a project of MikuMikuDance and makes a scene of it, with files that are beside it. A scene of a
 * project can be saved, apart from its motions, and is the same when it is read again. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fuzz.h"
#include "support/make/files/make_pmm.h"
#include "tool/project/project_scene.h"
#include "tool/scene/scene_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Below two more folders, since files are looked for in those, too. */
static const char *const folders[] = {"a", "a/b", "a/b/Model", "a/b/Accessory"};
static const char *const files[][2] = {{"a/b/Model/doll.pmd", "a model, which is not read"},
                                       {"a/b/Accessory/stick.x", "xof 0303txt 0032"},
                                       {"a/b/Accessory/stick.vac", "stick\r\nSTICK.x\r\n1.0\r\n0,0,0\r\n0,0,0\r\n\r\n"},
                                       {"a/b/song.wav", "a sound"}};
enum { FOLDERS = sizeof folders / sizeof *folders, FILES = sizeof files / sizeof *files };

static char root[HONE_PATH_SIZE];

static const char *at(const char *name)
{
    static char path[HONE_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void remove_files(void)
{
    for (int i = 0; i < FILES; i++) unlink(at(files[i][0]));
    for (int i = FOLDERS; i-- > 0;) rmdir(at(folders[i]));
    rmdir(root);
}

static void make_files(void)
{
    const char *folder = getenv("TMPDIR");
    require(snprintf(root, sizeof root, "%s/hone-fuzz-XXXXXX", folder ? folder : "/tmp") < (int)sizeof root);
    require(mkdtemp(root));
    atexit(remove_files);
    for (int i = 0; i < FOLDERS; i++) require(mkdir(at(folders[i]), 0777) == 0);
    for (int i = 0; i < FILES; i++) {
        FILE *file = fopen(at(files[i][0]), "wb");
        require(file && fputs(files[i][1], file) >= 0 && fclose(file) == 0);
    }
}

/* Scene files have no motions without a file. */
static void drop_motions(scene *s)
{
    for (uint32_t i = 0; i < s->motion_count; i++) hone_motion_release(s->motions[i].motion);
    s->motion_count = 0;
}

static bool names_are_texts(const scene *s)
{
    bool ok = true;
    for (uint32_t i = 0; i < s->text_count; i++) ok = ok && hone_utf8_is_valid(s->texts[i], strlen(s->texts[i]));
    return ok;
}

static void save(scene *s)
{
    scene again;
    hone_bytes first, second;
    hone_error error = {0};
    drop_motions(s);
    require(names_are_texts(s) && scene_write(s, root, &first, &error));
    if (!scene_read(first.data, first.size, root, &again, &error))
        fprintf(stderr, "%s\n", error.message), abort();
    require(scene_write(&again, root, &second, NULL));
    require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    hone_bytes_release(&first);
    hone_bytes_release(&second);
    scene_release(&again);
}

static void use(const uint8_t *bytes, size_t size)
{
    static bool made;
    hone_error error = {0};
    scene s;
    if (!made)
        make_files();
    made = true;
    hone_project *project = hone_project_load_memory(bytes, size, NULL, &error);
    fuzz_require_loader(size);
    if (!project)
        return;
    if (scene_from_project(project, at("a/b/film.pmm"), false, NULL, NULL, &s, &error))
        save(&s);
    else
        require(error.code == HONE_ERROR_MEMORY);
    scene_release(&s);
    hone_project_destroy(project);
}

static hone_bytes make(unsigned kind)
{
    const make_pmm_desc desc = {.followed = kind & 1 ? 0 : -1,
                                .drawn_alone = kind & 2,
                                .heavier = kind & 4,
                                .accessory = kind & 8 ? "UserFile\\Accessory\\stick.vac" : NULL};
    return make_pmm(&desc, NULL);
}

const fuzz_target fuzz_project = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
