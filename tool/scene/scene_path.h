/* Paths in scene files. */
#ifndef HONE_TOOL_SCENE_SCENE_PATH_H
#define HONE_TOOL_SCENE_SCENE_PATH_H

/* A path as a file in `folder` has it, as a path that can be opened; from malloc, NULL: out of memory. A relative path
 * never becomes anything but a path: "http://x" is below the folder, too. */
char *scene_path_from(const char *folder, const char *path);

/* The path relative to the folder; absolute if they have only the root folder in common. From malloc; NULL: out of
 * memory. */
char *scene_path_to(const char *folder, const char *path);

#endif
