#include <hone/hone.h>
#include <stdio.h>

static bool save(const char *path, const hone_bytes *bytes, hone_error *error)
{
    if (hone_file_write(path, bytes->data, bytes->size, error))
        return true;
    hone_error_prefix(error, path); /* the message has no path */
    return false;
}

/* Makes a skeleton and weights for the mesh of a human, and writes both as PMX. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: rig_mesh MESH OUT.pmx\n"), 2;
    hone_error error = {0};
    hone_autorig_report report;
    hone_bytes pmx = {0};
    hone_model *mesh = hone_model_load(argv[1], NULL, &error);
    hone_autorig_desc how = {.bend_to_a_pose = true}; /* no skeleton given: one is made from the mesh */
    hone_model *model = hone_model_autorig(mesh, &how, &report, &error);
    bool ok = hone_model_write_pmx(model, NULL, &pmx, &error) && save(argv[2], &pmx, &error);
    if (ok)
        printf("%u bones carry vertices, %u vertices are ambiguous\n", (unsigned)report.bones_bound,
               (unsigned)report.ambiguous_count);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_bytes_release(&pmx);
    hone_model_release(model), hone_model_release(mesh);
    return !ok;
}
