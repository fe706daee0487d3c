# Functions that compile hone's parts.

# Compiler flags of all of hone's own code. Targets that use hone do not inherit them.
add_library(hone_flags INTERFACE)
if(WIN32)
  # Windows 7 and later; printf with the formats of C, which the C library of Windows does not have
  target_compile_definitions(hone_flags INTERFACE _WIN32_WINNT=0x0601 __USE_MINGW_ANSI_STDIO=1)
  set(windows_options -Wno-float-conversion) # math.h there has macros that do it, such as isfinite
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    # gcc aligns the stack to 16 bytes there, but stores vectors of 32 and 64 bytes by instructions that need more
    # (its bug 54412)
    list(APPEND windows_options -Wa,-muse-unaligned-vector-move)
  endif()
endif()
if(APPLE)
  target_compile_definitions(hone_flags INTERFACE _DARWIN_C_SOURCE=1) # or else POSIX is all that headers declare
endif()
set(HONE_MATH m) # the library with the functions of math.h
if(MSVC) # Microsoft's compiler, and clang-cl: neither was tried
  unset(HONE_MATH)
  if(CMAKE_C_COMPILER_ID STREQUAL MSVC)
    set(HONE_VECTORS OFF)
  endif()
  target_compile_definitions(hone_flags INTERFACE _CRT_SECURE_NO_WARNINGS=1 _CRT_NONSTDC_NO_WARNINGS=1)
  target_compile_options(hone_flags INTERFACE /W3 /utf-8 $<$<C_COMPILER_ID:MSVC>:/experimental:c11atomics>
    $<$<C_COMPILER_ID:Clang>:-ffp-contract=off>)
else()
  target_compile_options(hone_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
    $<$<AND:$<C_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Release>>>:-Wno-format-truncation> # it is wrong where little is optimised
    $<$<C_COMPILER_ID:GNU,Clang>:-Wno-psabi> # only inline functions take vectors, so no objects have to agree how
    $<$<C_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical> # masks of one lane are bool, in tests of vectors too
    $<$<C_COMPILER_ID:Clang>:-Wno-missing-field-initializers> # clang warns inside of designated initializers, too
    ${windows_options}
    $<$<BOOL:${HONE_WERROR}>:-Werror>)
endif()

# What makes all machines give the same bits; Bullet's source code is compiled with it, too.
set(HONE_BITS_OPTIONS "")
if(NOT MSVC)
  list(APPEND HONE_BITS_OPTIONS
    -ffp-contract=off # so that the scalar kernels give one result everywhere
    -fno-math-errno)  # sqrtf is an instruction; changes no value
endif()
if(EMSCRIPTEN) # its clang 14 gives other bits where it puts single floats into vectors
  list(APPEND HONE_BITS_OPTIONS -fno-slp-vectorize)
endif()
if(CMAKE_SYSTEM_PROCESSOR STREQUAL s390x AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  list(APPEND HONE_BITS_OPTIONS -fexcess-precision=fast) # or else it calculates with floats as doubles
endif()
target_compile_options(hone_flags INTERFACE ${HONE_BITS_OPTIONS})

if(NOT HONE_VECTORS)
  target_compile_definitions(hone_flags INTERFACE HONE_VECTORS=0)
endif()
# hone_choose(OPTION OUT NAMES...): OPTION is a list of NAMES, "all" or "none". OUT: those that it leaves out.
function(hone_choose option out)
  set(left ${ARGN})
  foreach(name ${${option}})
    if(name STREQUAL all)
      set(left "")
    elseif(name STREQUAL none)
      continue()
    elseif(NOT name IN_LIST ARGN)
      string(JOIN ", " names ${ARGN})
      message(FATAL_ERROR "${option} has \"${name}\"; there are: all, none, ${names}")
    endif()
    list(REMOVE_ITEM left ${name})
  endforeach()
  set(${out} ${left} PARENT_SCOPE)
endfunction()

hone_choose(HONE_KERNELS HONE_WITHOUT_KERNELS scalar sse2 avx2 avx512 neon wasm)
list(REMOVE_ITEM HONE_WITHOUT_KERNELS scalar) # the others need it, and every processor has it
foreach(kernel ${HONE_WITHOUT_KERNELS})
  string(TOUPPER ${kernel} kernel)
  target_compile_definitions(hone_flags INTERFACE HONE_WITHOUT_${kernel})
endforeach()

# Files for one kind of system end in _posix.c or _win32.c, those for one road to OpenGL in _egl.c or _webgl.c.
# hone_system_files(LIST): removes those of the other kind.
function(hone_system_files list)
  set(files ${${list}})
  if(WIN32)
    list(FILTER files EXCLUDE REGEX "_posix\\.c$")
  else()
    list(FILTER files EXCLUDE REGEX "_win32\\.c$")
  endif()
  if(EMSCRIPTEN)
    list(FILTER files EXCLUDE REGEX "_egl\\.c$")
  else()
    list(FILTER files EXCLUDE REGEX "_webgl\\.c$")
  endif()
  set(${list} ${files} PARENT_SCOPE)
endfunction()

# What linkers of macOS call otherwise.
if(APPLE)
  set(HONE_CXX_LIBRARY c++)
  set(HONE_RPATH_ORIGIN "@loader_path")
else()
  if(NOT HONE_CXX_LIBRARY) # which a toolchain may name
    set(HONE_CXX_LIBRARY stdc++)
  endif()
  set(HONE_RPATH_ORIGIN "$ORIGIN")
endif()

# hone_folder_needs(FOLDER PART [BUT] FILES...): these files of src/FOLDER (regular expressions), or all but these, need
# PART. BUT is for folders in which most files do: a file that is added to them needs it too. Where PART_FOUND is
# false, FOLDER/none.c, which says "not built in", is compiled in place of them. Otherwise the library links
# PkgConfig::PART, or if FOLDER_LINKED is false, uses only its headers; or it has the objects of hone_source_PART, where
# that is a target. If there is neither, PART needs no library.
function(hone_folder_needs folder part)
  set(${folder}_PART ${part} PARENT_SCOPE)
  set(files ${ARGN})
  set(${folder}_ALL_BUT FALSE PARENT_SCOPE)
  if("${ARGV2}" STREQUAL BUT)
    list(REMOVE_AT files 0)
    set(${folder}_ALL_BUT TRUE PARENT_SCOPE)
  endif()
  set(${folder}_FILES ${files} PARENT_SCOPE)
  set(${folder}_LINKED TRUE PARENT_SCOPE)
endfunction()

# hone_folder(TARGET FOLDER): adds src/FOLDER/**.c and .cpp, and embeds its shaders. Files in the list HONE_WITHOUT are
# left out.
function(hone_folder target folder)
  set(root ${PROJECT_SOURCE_DIR}/src)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${root} ${root}/${folder}/*.c ${root}/${folder}/*.cpp)
  list(REMOVE_ITEM sources ${HONE_WITHOUT})
  hone_system_files(sources)
  set(embeds TRUE)
  foreach(none ${sources})
    if(none IN_LIST sources AND none MATCHES "^(.*)/none\\.c$") # the folder around it may have left it out
      set(inner ${CMAKE_MATCH_1})
      set(part ${${inner}_PART})
      list(REMOVE_ITEM sources ${none})
      if(NOT ${part}_FOUND)
        set(embeds FALSE)
        set(left_out ${sources})
        list(JOIN ${inner}_FILES "|" files)
        list(FILTER left_out INCLUDE REGEX "^${inner}/(${files})$")
        if(${inner}_ALL_BUT)
          set(kept ${left_out})
          set(left_out ${sources})
          list(FILTER left_out INCLUDE REGEX "^${inner}/")
          list(REMOVE_ITEM left_out ${kept})
        endif()
        list(REMOVE_ITEM sources ${left_out})
        list(APPEND sources ${none})
      elseif(TARGET hone_source_${part})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:hone_source_${part}>)
        target_include_directories(${target} SYSTEM PRIVATE
          $<TARGET_PROPERTY:hone_source_${part},INTERFACE_INCLUDE_DIRECTORIES>)
      elseif(NOT ${inner}_LINKED)
        target_include_directories(${target} PRIVATE ${${part}_INCLUDE_DIRS})
        target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
      elseif(TARGET PkgConfig::${part})
        target_link_libraries(${target} PRIVATE PkgConfig::${part})
      endif()
    endif()
  endforeach()
  list(TRANSFORM sources PREPEND ${root}/)
  target_sources(${target} PRIVATE ${sources})
  file(GLOB_RECURSE shaders CONFIGURE_DEPENDS ${root}/${folder}/*.glsl)
  if(shaders AND embeds)
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
if(EMSCRIPTEN)
  target_link_options(hone_embedder PRIVATE -sNODERAWFS=1) # it reads and writes files of the machine
endif()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/embedded ${CMAKE_BINARY_DIR}/samples/embedded)

# Kernels: each file is compiled for the instruction set it is named after, and used only if the CPU supports that. Those
# of motion, rig, palettes, blend, springs and clip give the same bits as without it, so they must not fuse multiplications and
# additions.
if(HONE_VECTORS AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/core/motion/lanes/avx2.c
    ${PROJECT_SOURCE_DIR}/src/core/rig/fk_avx2.c ${PROJECT_SOURCE_DIR}/src/play/crowd/avx2.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/palette/avx2.c ${PROJECT_SOURCE_DIR}/src/play/spring/avx2.c
    PROPERTIES COMPILE_OPTIONS "-mavx2")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/core/skin/kernels/avx2.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/avx2_turning.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/deform/kernels/avx2.c PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mfma;-mf16c;-mtune=icelake-server") # tuned so: some per cent quicker than generic
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/core/clip/kernels/avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/core/skin/kernels/avx512.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/avx512_turning.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/deform/kernels/avx512.c PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mfma;-mf16c;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/play/blend/avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/play/blend/avx512.c PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
elseif(HONE_VECTORS AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(arm|armhf|armv7.*|armv8l)$")
  set(kernels ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/neon.c ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/neon_turning.c
    ${PROJECT_SOURCE_DIR}/src/core/skin/deform/kernels/neon.c)
  set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "-mfpu=neon-vfpv4")
  if(NOT neon IN_LIST HONE_WITHOUT_KERNELS)
    set_source_files_properties(${kernels} ${PROJECT_SOURCE_DIR}/src/core/skin/run.c
      ${PROJECT_SOURCE_DIR}/src/core/skin/deform/run_direct.c PROPERTIES COMPILE_DEFINITIONS HONE_KERNEL_NEON=1)
  endif()
endif()
# These checks take more than half of the time in which a sanitized build compiles the large kernels. AddressSanitizer sees
# what is read or written through a wrong pointer, and the scalar kernel has all checks.
if(CMAKE_C_FLAGS MATCHES "sanitize=address,undefined")
  foreach(kernel sse2 avx2 avx512)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/${kernel}.c
      ${PROJECT_SOURCE_DIR}/src/core/skin/kernels/${kernel}_turning.c
      ${PROJECT_SOURCE_DIR}/src/core/skin/deform/kernels/${kernel}.c APPEND PROPERTY COMPILE_OPTIONS
      -fno-sanitize=undefined -fno-sanitize-address-use-after-scope)
  endforeach()
endif()
# Code that takes no time worth saving is compiled to be small: what runs once for each bone, body, material or motion.
if(NOT MSVC)
  file(GLOB small RELATIVE ${PROJECT_SOURCE_DIR}/src CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/core/model/humanoid*.c)
  list(APPEND small
    base/files/file_resolver.c base/files/path_compare.c base/files/unread.c
    core/model/avatar/validate_springs.c core/model/validate_materials.c core/model/validate_morphs.c
    core/model/validate_physics.c core/model/validate_skeleton.c core/model/validate_texts.c
    core/motion/root/root_track_make.c core/rig/fk_runs.c
    play/actor/motions.c play/actor/layers/layer.c play/actor/layers/layers_change.c
    files/format/common/body_numbers.c files/format/pmx/read_bones.c files/format/pmx/read_materials.c
    files/format/pmx/read_physics.c)
  if(HONE_VECTORS AND NOT sse2 IN_LIST HONE_WITHOUT_KERNELS) # it blends the poses of at most three bones then
    list(APPEND small play/blend/scalar.c)
  endif()
  list(TRANSFORM small PREPEND ${PROJECT_SOURCE_DIR}/src/)
  set_property(SOURCE ${small} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release,RelWithDebInfo>:-Os>)
endif()
# In ./dev web all is small but what takes most of a frame without physics, where loops call functions otherwise. emcc adds
# -fno-inline-functions where it sees -Oz, also before another -O.
if(EMSCRIPTEN AND CMAKE_BUILD_TYPE STREQUAL MinSizeRel)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/math.c ${PROJECT_SOURCE_DIR}/src/core/motion/pose.c
    ${PROJECT_SOURCE_DIR}/src/core/rig/fk_portable.c ${PROJECT_SOURCE_DIR}/src/core/skin/palette/portable.c
    PROPERTIES COMPILE_OPTIONS "-O2;-finline-functions;${HONE_BITS_OPTIONS}")
endif()
