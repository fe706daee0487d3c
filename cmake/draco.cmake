# Draco, which is C++.
set(draco_FOUND FALSE)
set(missing "")
if(HONE_DRACO AND format_gltf_FOUND)
  hone_need(draco missing draco)
endif()
hone_need_cxx(draco_FOUND missing)
if(NOT format_gltf_FOUND)
  set(missing "the reader of glTF")
endif()
if(draco_FOUND) # it throws where memory is missing
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/files/format/gltf/draco/draco.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)
endif()
hone_summary("Draco's glTF" HONE_DRACO ${draco_FOUND} "${missing}" draco)
