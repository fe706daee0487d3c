# Tests of the tree itself, of the course, and of the files that other programs read. They look at sources, or at programs
# as users have them, so they run in one build, which has no sanitizer. CMakeLists.txt of tests includes this file.

# ---- files read by other programs ----------------------------------------------------------------------------------

if(TARGET hone_command)
  add_executable(interop_files interop/write_files.c)
  target_link_libraries(interop_files PRIVATE hone_test_support hone_samples hone_flags)
  add_executable(toon_files interop/write_toons.c)
  target_link_libraries(toon_files PRIVATE hone_test_support hone_flags)
  add_executable(swing_files interop/write_swings.c)
  target_link_libraries(swing_files PRIVATE hone_test_support hone_flags)
  add_test(NAME interop COMMAND interop/run.sh $<TARGET_FILE:hone_command> $<TARGET_FILE:interop_files>
    $<TARGET_FILE:swing_files> ${PROJECT_BINARY_DIR}/interop WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  add_test(NAME interop_blender COMMAND interop/blender.sh $<TARGET_FILE:hone_command> $<TARGET_FILE:interop_files>
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(interop_blender PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  set(before test_gltf_write test_gltf_write_motion test_gltf_write_textures test_gltf_write_weights
    test_command_convert test_command_retarget test_command_rig)
  set_tests_properties(interop PROPERTIES DEPENDS "${before}" SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

# ---- the course -----------------------------------------------------------------------------------------------------

find_package(Python3 QUIET COMPONENTS Interpreter)
if(TARGET hone_course AND Python3_FOUND)
  set(course ${PROJECT_SOURCE_DIR}/docs/course/course.py)
  add_test(NAME course_text COMMAND Python3::Interpreter ${course} text ${PROJECT_SOURCE_DIR})
  add_test(NAME course_exercises COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/docs/course/exercise.py ${PROJECT_SOURCE_DIR} --test)
  add_test(NAME course_models COMMAND course/models_are_made.sh $<TARGET_FILE:course_make_models>
    ${PROJECT_SOURCE_DIR}/examples/course/models WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  if(TARGET hone_command AND TARGET hone_samples AND render_FOUND AND image_FOUND AND physics_FOUND AND volume_FOUND)
    add_test(NAME course COMMAND Python3::Interpreter ${course} check ${PROJECT_SOURCE_DIR}
      --bin $<TARGET_FILE_DIR:hone_command>:$<TARGET_FILE_DIR:course_bones>
      --models ${PROJECT_SOURCE_DIR}/examples/course/models:${PROJECT_BINARY_DIR}/samples/made)
    set_tests_properties(course PROPERTIES TIMEOUT 600 PROCESSORS 2)
    add_test(NAME course_recomputed COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/course/recompute.py
      $<TARGET_FILE:hone_command> ${PROJECT_SOURCE_DIR}/examples/course/models)
    set_tests_properties(course_recomputed PROPERTIES SKIP_RETURN_CODE 77)
    add_test(NAME course_chapter COMMAND Python3::Interpreter ${course} check ${PROJECT_SOURCE_DIR}
      --bin $<TARGET_FILE_DIR:hone_command>:$<TARGET_FILE_DIR:course_bones>
      --models ${PROJECT_SOURCE_DIR}/examples/course/models:${PROJECT_BINARY_DIR}/samples/made 01) # one, as its usage says
    add_test(NAME course_pages COMMAND Python3::Interpreter ${course} pages ${PROJECT_SOURCE_DIR})
    set_tests_properties(course_pages PROPERTIES TIMEOUT 300 PROCESSORS 2 SKIP_RETURN_CODE 77)
  endif()
endif()

# ---- the source tree -----------------------------------------------------------------------------------------------

separate_arguments(c_flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
add_test(NAME includes_point_down COMMAND tree/includes_point_down.sh ${PROJECT_SOURCE_DIR})
add_test(NAME standard_c COMMAND tree/standard_c.sh ${PROJECT_SOURCE_DIR})
add_test(NAME microsoft_c COMMAND tree/microsoft_c.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/microsoft_c)
set_tests_properties(microsoft_c PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77 PROCESSORS 2)
add_test(NAME own_trigonometry COMMAND tree/own_trigonometry.sh ${PROJECT_SOURCE_DIR})
add_test(NAME tools_use_public_headers COMMAND tree/tools_use_public_headers.sh ${PROJECT_SOURCE_DIR})
add_test(NAME headers_compile_alone COMMAND tree/headers_compile_alone.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
add_test(NAME wide_floats_compile COMMAND tree/wide_floats_compile.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
set_tests_properties(wide_floats_compile PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME says_what_is_built COMMAND tree/says_what_is_built.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
add_test(NAME embeds_in_a_project COMMAND tree/embeds_in_a_project.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
add_test(NAME declared_is_defined COMMAND tree/declared_is_defined.sh ${PROJECT_SOURCE_DIR} ${CMAKE_NM}
  $<TARGET_FILE:hone> $<TARGET_FILE:hone_film>)
add_test(NAME symbols_are_prefixed COMMAND tree/symbols_are_prefixed.sh ${CMAKE_NM} $<TARGET_FILE:hone_inside>
  $<TARGET_FILE:hone_film>)
set_tests_properties(symbols_are_prefixed PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
if(Python3_FOUND)
  add_test(NAME docs_are_true COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/docs_are_true.py ${PROJECT_SOURCE_DIR})
  add_test(NAME public_functions_agree COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/public_functions_agree.py ${PROJECT_SOURCE_DIR})
  add_test(NAME files_say_what_they_do COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/files_say_what_they_do.py
    ${PROJECT_SOURCE_DIR})
  add_test(NAME viewer_has_parts COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/viewer_has_parts.py
    ${PROJECT_SOURCE_DIR})
  add_test(NAME headers_are_documented COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/headers_are_documented.py
    ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
  add_test(NAME reference_is_complete COMMAND tree/reference_is_complete.sh ${PROJECT_SOURCE_DIR})
  set_tests_properties(reference_is_complete PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
endif()
add_test(NAME dev_builds_programs COMMAND tree/dev_builds_programs.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(dev_builds_programs PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
if(Python3_FOUND)
  add_test(NAME encoding_tables COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/src/base/encoding_tables.py --check)
endif()
if(Python3_FOUND AND NOT BUILD_SHARED_LIBS)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/library_objects.txt CONTENT "$<JOIN:$<TARGET_OBJECTS:hone>,\n>\n")
  add_test(NAME no_circles COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/no_circles.py
    ${CMAKE_NM} ${CMAKE_CURRENT_BINARY_DIR}/library_objects.txt)
endif()
if(Python3_FOUND AND NOT BUILD_SHARED_LIBS AND CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_C_COMPILER_ID STREQUAL GNU
    AND CMAKE_SYSTEM_NAME STREQUAL Linux AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 AND HONE_VECTORS)
  add_subdirectory(sizes)
  set_target_properties(hone_sizes PROPERTIES EXCLUDE_FROM_ALL FALSE)
  add_test(NAME sizes COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/sizes/sizes.py ${CMAKE_CURRENT_BINARY_DIR}/sizes
    ${CMAKE_CURRENT_BINARY_DIR}/library_objects.txt "$<JOIN:${HONE_WITHOUT_KERNELS}, >" "$<JOIN:${HONE_WITHOUT_FORMATS}, >")
endif()
if(HONE_COMMAND)
  add_test(NAME core_builds COMMAND tree/core_builds.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/core ${CMAKE_C_COMPILER}
    ${CMAKE_NM})
  set_tests_properties(core_builds PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} TIMEOUT 900)
endif()
add_test(NAME installs_for_users
  COMMAND tree/installs_for_users.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${c_flags})
if(TARGET hone_command)
  add_test(NAME modules_are_found COMMAND tree/modules_are_found.sh ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${c_flags})
  set_tests_properties(modules_are_found PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endif()
if(TARGET hone_command)
  add_test(NAME farm_without_slurm COMMAND farm/without_slurm.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:hone_command>
    ${PROJECT_BINARY_DIR}/samples/made)
  set_tests_properties(farm_without_slurm PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
endif()
# The module for pages has all parts, and is compared with the command.
if(TARGET hone_command AND NOT BUILD_SHARED_LIBS AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT HONE_WITHOUT_FORMATS
    AND ${inflate}_FOUND AND image_FOUND AND meshopt_FOUND AND draco_FOUND AND physics_FOUND AND volume_FOUND)
  add_test(NAME web_works COMMAND web/web_works.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(web_works PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
if(TARGET hone_command AND NOT BUILD_SHARED_LIBS)
  add_test(NAME python_package_works COMMAND tree/python_package_works.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(python_package_works PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
endif()
if(TARGET hone_command AND TARGET hone_samples AND Python3_FOUND AND image_FOUND AND render_FOUND AND film_FOUND AND physics_FOUND)
  add_executable(example_files tree/example_files.c)
  target_link_libraries(example_files PRIVATE hone_test_support hone_flags)
  add_test(NAME examples_run COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/examples_run.py ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:hone_command> ${PROJECT_BINARY_DIR}/samples/made $<TARGET_FILE:example_files>
    ${PROJECT_BINARY_DIR}/examples_run)
  set_tests_properties(examples_run PROPERTIES TIMEOUT 300)
endif()
if(TARGET hone_manual)
  foreach(name manual completion)
    add_test(NAME ${name} COMMAND tree/${name}.sh ${PROJECT_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
  endforeach()
endif()
if(TARGET hone_command)
  add_test(NAME faults COMMAND faults/faults.py --quick $<TARGET_FILE:hone_command> ${PROJECT_BINARY_DIR}/samples/made)
  set_tests_properties(faults PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
  if(image_FOUND AND render_FOUND AND film_FOUND AND physics_FOUND)
    add_test(NAME signals COMMAND faults/signals.py $<TARGET_FILE:hone_command> ${PROJECT_BINARY_DIR}/samples/made)
    set_tests_properties(signals PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
endif()
add_test(NAME vcpkg_port COMMAND tree/vcpkg_port.sh ${PROJECT_SOURCE_DIR})
add_test(NAME abi_changes_are_found COMMAND ${PROJECT_SOURCE_DIR}/packaging/abi.sh --test)
set_tests_properties(abi_changes_are_found PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(vcpkg_port PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
if(TARGET hone_command AND TARGET hone_samples AND image_FOUND AND render_FOUND)
  add_test(NAME desktop COMMAND tree/desktop.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(desktop PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endif()
if(TARGET hone_sbom)
  add_test(NAME sbom COMMAND tree/sbom.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(sbom PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} SKIP_RETURN_CODE 77)
endif()
add_test(NAME translations COMMAND tree/translations.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(translations PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(includes_point_down standard_c own_trigonometry tools_use_public_headers headers_compile_alone wide_floats_compile says_what_is_built embeds_in_a_project
  declared_is_defined installs_for_users
  PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})

# ---- labels ---------------------------------------------------------------------------------------------------------

# `./dev check` runs what has the label "tree", except what is also "slow": that builds, installs or draws for long.
get_property(labelled DIRECTORY PROPERTY TESTS)
list(REMOVE_ITEM labelled ${tests_of_folders})
set_tests_properties(${labelled} PROPERTIES LABELS tree)
add_custom_target(hone_tree_programs) # those that no other target of ./dev check builds
foreach(name hone_sizes course_make_models)
  if(TARGET ${name})
    add_dependencies(hone_tree_programs ${name})
  endif()
endforeach()
if(Python3_FOUND AND CMAKE_GENERATOR STREQUAL Ninja)
  add_test(NAME check_builds_what_it_runs COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tree/check_builds_what_it_runs.py
    ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(check_builds_what_it_runs PROPERTIES LABELS tree)
endif()
foreach(name examples_run course course_chapter course_pages course_recomputed interop interop_blender microsoft_c core_builds embeds_in_a_project
    installs_for_users farm_without_slurm python_package_works faults signals desktop reference_is_complete abi_changes_are_found)
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES LABELS "tree;slow")
  endif()
endforeach()
