#!/bin/sh
# Checks the port for vcpkg without vcpkg: its JSON, its version, that CMake runs its script with functions that stand in
# for those of vcpkg, and that it configures this tree.
# usage: vcpkg_port.sh SOURCE_DIR
set -eu
source=$1
port=$source/packaging/vcpkg/hone
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/run.cmake" <<'END'
file(READ "${PORT_FOLDER}/vcpkg.json" json)
string(JSON name GET "${json}" name)
string(JSON version GET "${json}" version)
string(JSON count LENGTH "${json}" features)
file(STRINGS "${PORT_FOLDER}/../../../include/hone/base.h" ours REGEX "^#define HONE_VERSION \"")
if(NOT name STREQUAL hone OR NOT ours MATCHES "\"${version}\"")
  message(FATAL_ERROR "vcpkg.json has ${name} ${version}, the headers: ${ours}")
endif()
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" OUT_FEATURE_OPTIONS FEATURES)
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    string(JSON ignored GET "${json}" features ${feature} description) # fails if there is no such feature
    list(APPEND options -D${option}=OFF)
    math(EXPR count "${count} - 1")
  endwhile()
  if(NOT count EQUAL 0)
    message(FATAL_ERROR "the script leaves out features of vcpkg.json")
  endif()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -G Ninja ${arg_OPTIONS}
    OUTPUT_VARIABLE said ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(said MATCHES "not used by the project")
    message(FATAL_ERROR "${said}")
  endif()
endfunction()
foreach(name vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_install_copyright)
  function(${name})
    set_property(GLOBAL APPEND PROPERTY called ${name})
  endfunction()
endforeach()
set(PORT hone)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
include("${PORT_FOLDER}/portfile.cmake")
get_property(called GLOBAL PROPERTY called)
list(LENGTH called calls)
if(NOT calls EQUAL 4 OR NOT EXISTS "${WORK}/packages/share/hone/usage")
  message(FATAL_ERROR "portfile.cmake called only: ${called}")
endif()
END
cmake -DPORT_FOLDER="$port" -DWORK="$work" -P "$work/run.cmake"
