# Targets for programs that use a part of the library: they link what this part needs and no other library, and let the
# linker drop what the program does not call. Of a shared library they are all of it.

# hone_wing(NAME LIBRARIES...): the target hone::NAME, with these libraries.
function(hone_wing name)
  add_library(hone_${name} INTERFACE)
  add_library(hone::${name} ALIAS hone_${name})
  set_target_properties(hone_${name} PROPERTIES EXPORT_NAME ${name})
  if(BUILD_SHARED_LIBS)
    target_link_libraries(hone_${name} INTERFACE hone)
    return()
  endif()
  target_include_directories(hone_${name}
    INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(hone_${name} INTERFACE $<TARGET_FILE:hone::hone> Threads::Threads ${HONE_MATH} ${ARGN})
  target_link_options(hone_${name} INTERFACE ${HONE_DROPS})
endfunction()

# The option by which the linker drops what is not called; Microsoft's does so anyway.
set(HONE_DROPS LINKER:--gc-sections)
if(APPLE)
  set(HONE_DROPS LINKER:-dead_strip)
elseif(MSVC)
  set(HONE_DROPS "")
endif()

hone_wing(skin) # skinning, and the rest of core: models, motions and rigs that the program makes itself
set(libraries "")
if(physics_SYSTEM)
  list(APPEND libraries PkgConfig::physics)
endif()
if(physics_FOUND)
  list(APPEND libraries ${HONE_CXX_LIBRARY})
endif()
hone_wing(play ${libraries}) # and what moves a character in time; without readers and pictures
