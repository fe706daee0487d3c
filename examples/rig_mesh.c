#include <hone/hone.h>
#include <stdio.h>

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
    bool ok = hone_model_write_pmx(model, NULL, &pmx, &error);

    FILE *file = ok ? fopen(argv[2], "wb") : NULL;
    if (ok && !(file && fwrite(pmx.data, 1, pmx.size, file) == pmx.size))
        ok = false, snprintf(error.message, sizeof error.message, "%s: cannot be written", argv[2]);
    if (file && fclose(file) != 0 && ok)
        ok = false, snprintf(error.message, sizeof error.message, "%s: cannot be written", argv[2]);
    if (ok)
        printf("%u bones carry vertices, %u vertices are ambiguous\n", (unsigned)report.bones_bound,
               (unsigned)report.ambiguous_count);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_bytes_release(&pmx);
    hone_model_release(model), hone_model_release(mesh);
    return !ok;
}
