#include <hone/hone.h>
#include <stdio.h>

/* Lists the models of a project of MMD, and whether the files that it names are found beside it, wherever the folder
 * was when the project was saved. */
int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: list_project PROJECT.pmm\n"), 2;
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(argv[1], folder);
    const hone_file_resolver files = hone_file_resolver_in_project(folder);
    hone_project *project = hone_project_load(argv[1], &(hone_project_desc){.files = &files}, &error);
    const hone_project_data *data = hone_project_get(project);
    for (uint32_t i = 0; i < data->model_count; i++) {
        hone_bytes bytes = {0};
        bool found = files.read(files.user, data->models[i].path, NULL, &bytes, NULL);
        printf("%s: %.1f s, %s\n", data->models[i].name, hone_motion_duration(data->models[i].motion),
               found ? "found" : "not found");
        hone_bytes_release(&bytes);
    }
    if (!project)
        fprintf(stderr, "%s\n", error.message);
    hone_project_destroy(project);
    return project == NULL;
}
