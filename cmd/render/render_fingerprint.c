#include "cmd/render/render_fingerprint.h"
#include "cmd/commands.h"
#include "tool/files/input_file.h"
#include "tool/files/standard_input.h"
#include "tool/system/system.h"

#include <string.h>

/* ---- arguments ---- */

/* Finds the option that an argument begins with. attached: out: the value in the same argument, or NULL. */
static const option *find(const command *c, const char *text, const char **attached)
{
    const option *o;
    bool is_name = text[1] == '-';
    size_t size = is_name ? strcspn(text, "=") : 2;
    *attached = !text[size] ? NULL : text + size + is_name;
    for (uint32_t i = 0; (o = options_at(c, i)); i++)
        if (is_name ? strlen(o->name) == size && memcmp(o->name, text, size) == 0 : o->letter == text[1])
            return o;
    return NULL;
}

/* o NULL: `text` is a file. text NULL: the option is a flag. */
typedef void option_visit_fn(void *user, const option *o, const char *text);

/* Visits the arguments that options_parse has accepted, in their order. */
static void visit_arguments(const command *c, const option_arguments *given, option_visit_fn *visit, void *user)
{
    bool files_only = false;
    for (int i = 0; i < given->count; i++) {
        const char *text = given->argv[i], *attached;
        if (files_only || text[0] != '-' || !text[1]) {
            visit(user, NULL, text);
            continue;
        }
        files_only = strcmp(text, "--") == 0;
        const option *o = files_only ? NULL : find(c, text, &attached);
        if (o && o->value && !attached && i + 1 < given->count)
            attached = given->argv[++i];
        if (o)
            visit(user, o, attached);
    }
}

/* ---- hashes ---- */

typedef struct fingerprint {
    uint64_t hash;
    const char *failed; /* the first file that cannot be read; NULL: none */
    hone_error error;
} fingerprint;

/* These change no picture, and neither do the names of files to write. */
static const char *const without_effect[] = {"--part",  "--checkpoints", "--jobs", "--threads",
                                             "--quiet", "--save-scene",  NULL};

static bool has_effect(const option *o)
{
    for (int i = 0; without_effect[i]; i++)
        if (strcmp(o->name, without_effect[i]) == 0)
            return false;
    return !o->output;
}

static void add(uint64_t *hash, const void *bytes, size_t size)
{
    const uint64_t both[2] = {*hash, hone_hash(bytes, size)};
    uint8_t text[sizeof both];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)(both[i / 8] >> i % 8 * 8);
    *hash = hone_hash(text, sizeof text);
}

static void add_text(uint64_t *hash, const char *text)
{
    add(hash, text, strlen(text));
}

static void add_bytes(uint64_t *hash, hone_bytes *bytes)
{
    add(hash, bytes->data, bytes->size);
    hone_bytes_release(bytes);
}

/* Adds the content of a file, or the text itself if there is no such file. */
static void add_file(fingerprint *f, const char *path)
{
    hone_bytes bytes;
    hone_error error = {0};
    if (!standard_input_is(path) && input_file_exists(path) && input_file_read(path, NULL, &bytes, &error)) {
        add_bytes(&f->hash, &bytes);
        return;
    }
    add_text(&f->hash, path);
    if (error.code && !f->failed && system_is_file(path))
        f->failed = path, f->error = error;
}

static void add_argument(void *user, const option *o, const char *text)
{
    fingerprint *f = user;
    if (o && !has_effect(o))
        return;
    add_text(&f->hash, o ? o->name : "");
    if (text)
        add_file(f, text);
}

/* Textures that cannot be read count as none, as when they are drawn. */
static void add_textures(uint64_t *hash, const input *item, bool anywhere)
{
    const hone_model_data *model = hone_model_get(item->model);
    char folder[HONE_PATH_SIZE] = "";
    input_folder beside;
    hone_path_folder(item->path, folder);
    const hone_file_resolver files = input_folder_files(&beside, folder, anywhere);
    for (uint32_t i = 0; i < model->texture_count; i++) {
        hone_bytes bytes;
        bool inside = model->pictures && model->pictures[i].size;
        if (!inside && model->textures[i][0] && files.read(files.user, model->textures[i], NULL, &bytes, NULL))
            add_bytes(hash, &bytes);
    }
}

int render_fingerprint(const render_values *v, const inputs *in, uint64_t *out, report *r)
{
    fingerprint f = {.hash = hone_hash(HONE_VERSION, sizeof HONE_VERSION)};
    visit_arguments(&command_render, &v->arguments, add_argument, &f);
    for (uint32_t i = 0; v->scene.path && i < in->count; i++) add_file(&f, in->items[i].path);
    for (uint32_t i = 0; i < in->count; i++)
        if (in->items[i].model)
            add_textures(&f.hash, &in->items[i], v->scene.play.allow_outside);
    *out = f.hash;
    return f.failed ? report_failure(r, f.failed, &f.error) : STATUS_OK;
}
