# The list of what this build is made of, in SPDX: BUILD/hone.spdx.json, by the target hone_sbom.
get_property(uses GLOBAL PROPERTY HONE_DEPENDENCIES)
list(FILTER uses EXCLUDE REGEX "^(cmocka|game_window)[|]") # tests and examples
list(JOIN uses "\n" uses)
string(REPLACE "|" ";" uses "hone|hone|${PROJECT_VERSION}\n${uses}\n")
file(CONFIGURE OUTPUT dependencies.txt CONTENT "${uses}" @ONLY)
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/hone.spdx.json
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/packaging/sbom/sbom.py write ${PROJECT_BINARY_DIR}/dependencies.txt
      ${PROJECT_BINARY_DIR}/hone.spdx.json
    DEPENDS ${PROJECT_BINARY_DIR}/dependencies.txt packaging/sbom/sbom.py VERBATIM)
  add_custom_target(hone_sbom DEPENDS ${PROJECT_BINARY_DIR}/hone.spdx.json)
endif()
