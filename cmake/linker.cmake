# gold, a part of binutils, links the many programs of the tests in less than half the time of ld. A sanitized build links
# all of its programs with it, which are three times as large.
find_program(HONE_GOLD ld.gold)
mark_as_advanced(HONE_GOLD)
set(HONE_FAST_LINK "")
if(HONE_GOLD AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CROSSCOMPILING AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(HONE_FAST_LINK -fuse-ld=gold)
endif()
if(CMAKE_C_FLAGS MATCHES "sanitize")
  add_link_options(${HONE_FAST_LINK})
endif()
