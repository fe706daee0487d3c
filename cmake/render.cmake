# The renderer needs the headers of OpenGL and, but for pages, of EGL; its libraries are loaded by the first renderer. For
# pages emscripten has all but GL/glcorearb.h, which is the same on all systems: that of the building machine is taken.
if(EMSCRIPTEN AND HONE_RENDER)
  find_path(HONE_GLCOREARB GL/glcorearb.h PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
    DOC "Folder with GL/glcorearb.h (Debian: libgl-dev)")
  set(render_FOUND FALSE)
  if(HONE_GLCOREARB)
    set(render_FOUND TRUE)
    set(render_INCLUDE_DIRS ${PROJECT_BINARY_DIR}/opengl)
    file(COPY ${HONE_GLCOREARB}/GL/glcorearb.h DESTINATION ${render_INCLUDE_DIRS}/GL)
  endif()
  hone_summary(renderer HONE_RENDER ${render_FOUND} "GL/glcorearb.h" "WebGL 2")
else()
  hone_part(render HONE_RENDER renderer egl gl)
endif()
hone_folder_needs(draw/render render BUT camera.c matrix.c readback_fixup.c)
set(draw/render_LINKED FALSE)
