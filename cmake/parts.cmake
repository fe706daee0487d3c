# Parts that need other libraries: decides which of them are built, and records why the others are not.

# hone_need(NAME LIST MODULES...): the target PkgConfig::NAME, of these pkg-config modules. Sets NAME_FOUND, and appends
# to the list what was not found.
function(hone_need name list)
  set(absent "")
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET ${ARGN})
    if(NOT ${name}_FOUND)
      foreach(module ${ARGN})
        string(MAKE_C_IDENTIFIER "hone_probe_${module}" probe)
        pkg_check_modules(${probe} QUIET ${module})
        if(NOT ${probe}_FOUND)
          list(APPEND absent ${module})
        endif()
      endforeach()
    endif()
  else()
    list(APPEND absent pkg-config)
  endif()
  if(absent)
    set(${name}_FOUND FALSE PARENT_SCOPE)
  else()
    set(${name}_FOUND TRUE PARENT_SCOPE)
    foreach(module ${ARGN})
      string(REGEX REPLACE "[<>=].*" "" module "${module}")
      hone_version_of(${module} version)
      hone_depends(${name} ${module} "${version}")
    endforeach()
  endif()
  set(${list} ${${list}} ${absent} PARENT_SCOPE)
endfunction()

# The version of a pkg-config module.
function(hone_version_of module out)
  execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --modversion ${module} OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

# hone_source(NAME FOLDER FILES...): a library whose source code, which has its headers in FOLDER, is compiled as a part
# of hone: the target hone_source_NAME, of objects.
function(hone_source name folder)
  add_library(hone_source_${name} OBJECT ${ARGN})
  target_include_directories(hone_source_${name} SYSTEM PUBLIC ${folder})
  target_compile_definitions(hone_source_${name} PRIVATE NDEBUG)
  if(MSVC)
    target_compile_options(hone_source_${name} PRIVATE /w)
  else()
    target_compile_options(hone_source_${name} PRIVATE -w $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
endfunction()

# hone_depends(PART LIBRARY VERSION): records it for cmake/sbom.cmake.
function(hone_depends part library version)
  set_property(GLOBAL APPEND PROPERTY HONE_DEPENDENCIES "${part}|${library}|${version}")
endfunction()

# hone_part(NAME OPTION SHOWN MODULES...): sets NAME_FOUND if the option is on and pkg-config finds the modules; adds a
# line to the summary.
function(hone_part name option shown)
  set(found FALSE)
  set(missing "")
  if(${option})
    hone_need(${name} missing ${ARGN})
    set(found ${${name}_FOUND})
  endif()
  hone_summary("${shown}" ${option} ${found} "${missing}" ${ARGN})
  set(${name}_FOUND ${found} PARENT_SCOPE) # hides what an earlier run left in the cache
endfunction()

# hone_choice(NAME OPTION SHOWN): a part that needs no other library. Sets NAME_FOUND; adds a line to the summary.
function(hone_choice name option shown)
  hone_summary("${shown}" ${option} ${${option}} "")
  set(${name}_FOUND ${${option}} PARENT_SCOPE)
endfunction()

# hone_summary(SHOWN OPTION BUILT MISSING [USES...]): a line of the summary; a later one of the same name replaces it.
function(hone_summary shown option built missing)
  string(JOIN ", " uses ${ARGN})
  string(JOIN ", " absent ${missing})
  if(built)
    set(text "yes (${uses})")
  elseif(NOT ${option})
    set(text "no: ${option} is OFF")
  else()
    set(text "no: ${absent} not found")
    set_property(GLOBAL PROPERTY HONE_SUMMARY_ABSENT TRUE)
  endif()
  string(REPLACE " ()" "" text "${text}")
  hone_summary_line("${shown}" "${text}")
endfunction()

function(hone_summary_line shown text)
  string(LENGTH "${shown}" length)
  math(EXPR spaces "16 - ${length}")
  string(REPEAT " " ${spaces} spaces)
  set_property(GLOBAL APPEND PROPERTY HONE_SUMMARY "  ${shown}${spaces}${text}")
endfunction()

# Prints the summary.
function(hone_print_summary)
  get_property(lines GLOBAL PROPERTY HONE_SUMMARY)
  message(STATUS "Parts of hone ${PROJECT_VERSION}:")
  foreach(line ${lines})
    message(STATUS "${line}")
  endforeach()
  get_property(absent GLOBAL PROPERTY HONE_SUMMARY_ABSENT)
  if(absent AND NOT PKG_CONFIG_FOUND)
    message(WARNING "hone finds other libraries by pkg-config, which is not installed: all parts that need one are left out.")
  elseif(absent AND PROJECT_IS_TOP_LEVEL)
    message(STATUS "On Debian, ./dev setup installs what was not found.")
  endif()
endfunction()
