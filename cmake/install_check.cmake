# Before anything is installed: whether all of it has been built. Otherwise one sentence names the target that builds
# it, instead of the first file that is missing. Included before all other install rules.
set(files "$<TARGET_FILE:hone>" "$<TARGET_FILE:hone_film>")
if(HONE_COMMAND)
  list(APPEND files "$<TARGET_FILE:hone_command>")
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    list(APPEND files ${PROJECT_BINARY_DIR}/manual/en/hone.1)
  endif()
endif()
if(view_FOUND)
  list(APPEND files "$<TARGET_FILE:hone_view>")
endif()
install(CODE "
  set(files \"${files}\")
  foreach(file IN LISTS files)
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"\${file} is not built yet. This builds all that is installed:\\n  cmake --build ${PROJECT_BINARY_DIR} --target hone_installed\")
    endif()
  endforeach()")
