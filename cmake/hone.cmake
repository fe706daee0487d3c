# How hone's parts are compiled.

# Flags that all of hone's own code is compiled with, and that its users do not inherit.
add_library(hone_flags INTERFACE)
target_compile_options(hone_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<C_COMPILER_ID:GNU>:-Wno-psabi> # only inline functions take vectors, so no objects have to agree how
  -ffp-contract=off # so that the scalar kernels give one result everywhere
  -fno-math-errno   # sqrtf is an instruction; changes no value
  $<$<BOOL:${HONE_WERROR}>:-Werror>)

# hone_floor(TARGET FLOOR): adds src/FLOOR/*.c and *.cpp. A floor with an outside dependency has a none.c, which says "not
# built in" and is compiled in place of the files in FLOOR_NEEDS where that dependency was not found. A NAME_none.c does
# the same for NAME.c and NAME_*.c, where the dependency that NAME_NEEDS calls was not found; files whose names
# match NAME_KEEPS stay, because they do not use it.
function(hone_floor target floor)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${floor}/*.c
    ${PROJECT_SOURCE_DIR}/src/${floor}/*.cpp)
  set(none ${PROJECT_SOURCE_DIR}/src/${floor}/none.c)
  if(EXISTS ${none})
    if(${floor}_FOUND)
      list(REMOVE_ITEM sources ${none})
      target_link_libraries(${target} PRIVATE PkgConfig::${floor})
    else()
      list(TRANSFORM ${floor}_NEEDS PREPEND ${PROJECT_SOURCE_DIR}/src/${floor}/ OUTPUT_VARIABLE needs)
      list(REMOVE_ITEM sources ${needs})
    endif()
  endif()
  foreach(none ${sources})
    if(none MATCHES "/([^/]*)_none\\.c$")
      set(name ${CMAKE_MATCH_1})
      if(${${name}_NEEDS}_FOUND)
        list(REMOVE_ITEM sources ${none})
        target_link_libraries(${target} PRIVATE PkgConfig::${${name}_NEEDS})
      else()
        set(kept ${sources})
        list(FILTER kept INCLUDE REGEX "/(${name}_none|${${name}_KEEPS})\\.c$")
        list(FILTER sources EXCLUDE REGEX "/${name}(_[^/]*)?\\.c$")
        list(APPEND sources ${kept})
      endif()
    endif()
  endforeach()
  target_sources(${target} PRIVATE ${sources})
  file(GLOB shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${floor}/*.glsl)
  if(shaders AND ${floor}_FOUND)
    hone_embed(${target} ${shaders})
  endif()
endfunction()

# hone_embed(TARGET FILES...): compiles files into the target. NAME.EXT becomes
#   extern const unsigned char hone_embedded_NAME_EXT[]; extern const size_t hone_embedded_NAME_EXT_size;
# (with a NUL behind the last byte, which the size leaves out).
function(hone_embed target)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
    add_custom_command(OUTPUT ${out} COMMAND hone_embedder ${file} hone_embedded_${symbol} ${out}
      DEPENDS hone_embedder ${file} VERBATIM)
    target_sources(${target} PRIVATE ${out})
  endforeach()
endfunction()
add_executable(hone_embedder ${CMAKE_CURRENT_LIST_DIR}/embedder.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/embedded ${CMAKE_BINARY_DIR}/samples/embedded)

# The kernels of src/skin: each file is compiled for the CPU it is named after, and run only where the CPU has it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/skin/kernel_avx2.c PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mfma;-mtune=icelake-server") # tuned so: some per cent quicker than generic
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/skin/kernel_avx512.c PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mfma;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
endif()
