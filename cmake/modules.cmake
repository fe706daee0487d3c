# Modules (module/module.h): the command and the viewer load parts with large libraries when they need them. In a
# shared build physics is a part of libhone.so, which they link. On Windows there are no modules.
file(RELATIVE_PATH HONE_MODULE_FOLDER ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/hone)

# hone_module(NAME LIBRARY [FILES [PARTS...]]): the module NAME.so with the functions of LIBRARY, and the target hone_late,
# which programs link in place of LIBRARY. FILES: those of src that this regular expression finds, which call nothing else
# of LIBRARY, so only they are linked: then a change elsewhere does not link the module again. Bullet's source code does
# call hone. PARTS: further parts whose libraries these files call.
function(hone_module name library)
  add_library(hone_module_${name} MODULE module/${name}_module.c)
  target_include_directories(hone_module_${name} PRIVATE ${PROJECT_SOURCE_DIR} src include)
  list(POP_FRONT ARGN files)
  list(TRANSFORM ARGN PREPEND PkgConfig:: OUTPUT_VARIABLE libraries)
  if(NOT libraries AND TARGET PkgConfig::${name})
    set(libraries PkgConfig::${name})
  endif()
  if(files AND libraries)
    target_sources(hone_module_${name} PRIVATE $<FILTER:$<TARGET_OBJECTS:${library}>,INCLUDE,src/${files}>)
    target_link_libraries(hone_module_${name} PRIVATE ${libraries})
    target_link_options(hone_module_${name} PRIVATE ${HONE_DROPS})
    if(CMAKE_CXX_COMPILER_LOADED) # or else CMake does not know that the objects are C++
      set_target_properties(hone_module_${name} PROPERTIES LINKER_LANGUAGE CXX)
    endif()
  else()
    target_link_libraries(hone_module_${name} PRIVATE ${library})
  endif()
  target_link_libraries(hone_module_${name} PRIVATE hone_flags)
  if(NOT APPLE)
    target_link_options(hone_module_${name} PRIVATE LINKER:--exclude-libs,ALL LINKER:--as-needed)
    if(NOT CMAKE_C_FLAGS MATCHES "sanitize") # whose functions are in the program
      target_link_options(hone_module_${name} PRIVATE LINKER:-z,defs) # what is missing is found now, not when it is called
    endif()
  endif()
  set_target_properties(hone_module_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name} SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules INSTALL_RPATH "${HONE_RPATH_ORIGIN}/..")
  target_sources(hone_late PRIVATE module/${name}_late.c)
  set_property(GLOBAL APPEND PROPERTY HONE_MODULES hone_module_${name})
  set_property(TARGET hone_late APPEND_STRING PROPERTY HONE_MODULE_LIST "\"${name}.so\", ")
  if(HONE_INSTALL)
    install(TARGETS hone_module_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/hone)
  endif()
endfunction()

# Objects, not an archive: they define functions that libhone.a has as well, and so must come before it.
set(sources module/module_posix.c module/module_win32.c)
hone_system_files(sources)
add_library(hone_late OBJECT ${sources})
target_include_directories(hone_late PRIVATE ${PROJECT_SOURCE_DIR} src)
target_compile_definitions(hone_late PRIVATE HONE_MODULE_FOLDER="${HONE_MODULE_FOLDER}"
  "HONE_MODULES=$<TARGET_PROPERTY:hone_late,HONE_MODULE_LIST>")
target_link_libraries(hone_late PUBLIC hone ${CMAKE_DL_LIBS} PRIVATE hone_flags Threads::Threads)
if(film_FOUND)
  hone_module(film hone_film)
  target_sources(hone_late PRIVATE src/draw/film/formats.c)
else()
  target_link_libraries(hone_late PUBLIC hone_film) # which says that films are not built in
endif()
if(physics_FOUND AND NOT BUILD_SHARED_LIBS AND NOT WIN32)
  hone_module(physics hone play/physics/bullet/)
endif()

if(meshopt_FOUND AND NOT BUILD_SHARED_LIBS AND NOT WIN32)
  hone_module(meshopt hone files/format/gltf/meshopt/)
endif()
if(draco_FOUND AND NOT BUILD_SHARED_LIBS AND NOT WIN32)
  hone_module(draco hone files/format/gltf/draco/)
endif()
if(TARGET PkgConfig::image AND NOT BUILD_SHARED_LIBS AND NOT WIN32)
  set(libraries image)
  if(TARGET PkgConfig::webp)
    list(APPEND libraries webp)
  endif()
  hone_module(pictures hone
    "(files/image/(image|jpg|jpg_write|png|webp/[a-z]+)|base/(error|files/byte_writer|memory/memory|system/machine_.*))\\.c"
    ${libraries})
endif()
if(TARGET PkgConfig::${inflate} AND NOT BUILD_SHARED_LIBS AND NOT WIN32)
  hone_module(inflate hone "base/(inflate/inflate_|memory/memory|system/machine_).*\\.c" ${inflate})
endif()

# hone_program_with_modules(TARGET): links the target with hone_late, and builds the modules with it.
function(hone_program_with_modules target)
  get_property(modules GLOBAL PROPERTY HONE_MODULES)
  target_link_libraries(${target} PRIVATE hone_late)
  # C++ is in the modules only; its linker would take arithmetic of 128 bits from another shared library
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  if(NOT WIN32 AND NOT APPLE) # which have no such option
    target_link_options(${target} PRIVATE LINKER:--as-needed)
  endif()
  if(modules)
    add_dependencies(${target} ${modules})
  endif()
endfunction()
