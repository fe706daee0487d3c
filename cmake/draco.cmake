# Draco, which is C++: the library of the system, or its source code, of which the decoder of meshes is compiled.
set(draco_FOUND FALSE)
set(missing "")
set(shown draco)
if(HONE_DRACO_SOURCE AND HONE_DRACO AND format_gltf_FOUND)
  set(draco_FOUND TRUE)
  set(shown "Draco's source code")
elseif(HONE_DRACO AND format_gltf_FOUND)
  hone_need(draco missing draco)
endif()
hone_need_cxx(draco_FOUND missing)
set(draco_SYSTEM ${draco_FOUND})
if(draco_FOUND AND NOT EMSCRIPTEN) # it throws where memory is missing, which ends a call in a page
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/files/format/gltf/draco/draco.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)
endif()
if(draco_FOUND AND HONE_DRACO_SOURCE)
  set(draco_SYSTEM FALSE)
  set(files
    attributes/attribute_octahedron_transform attributes/attribute_quantization_transform attributes/attribute_transform
    attributes/geometry_attribute attributes/point_attribute
    compression/attributes/attributes_decoder compression/attributes/sequential_attribute_decoder
    compression/attributes/sequential_attribute_decoders_controller
    compression/attributes/sequential_integer_attribute_decoder compression/attributes/sequential_normal_attribute_decoder
    compression/attributes/sequential_quantization_attribute_decoder
    compression/bit_coders/adaptive_rans_bit_decoder compression/bit_coders/direct_bit_decoder
    compression/bit_coders/rans_bit_decoder compression/bit_coders/symbol_bit_decoder compression/entropy/symbol_decoding
    compression/mesh/mesh_decoder compression/mesh/mesh_edgebreaker_decoder compression/mesh/mesh_edgebreaker_decoder_impl
    compression/mesh/mesh_sequential_decoder compression/point_cloud/point_cloud_decoder
    core/bit_utils core/bounding_box core/data_buffer core/decoder_buffer core/divide core/draco_types core/hash_utils
    core/options core/quantization_utils core/status
    mesh/corner_table mesh/mesh mesh/mesh_attribute_corner_table mesh/mesh_cleanup mesh/mesh_misc_functions
    metadata/geometry_metadata metadata/metadata metadata/metadata_decoder point_cloud/point_cloud)
  list(TRANSFORM files REPLACE "(.+)" "${HONE_DRACO_SOURCE}/src/draco/\\1.cc")
  hone_source(draco ${HONE_DRACO_SOURCE}/src ${files})
  set(features MESH_COMPRESSION NORMAL_ENCODING STANDARD_EDGEBREAKER PREDICTIVE_EDGEBREAKER)
  list(TRANSFORM features REPLACE "(.+)" "#define DRACO_\\1_SUPPORTED\n")
  string(JOIN "" features ${features})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/draco/draco/draco_features.h CONTENT "${features}" @ONLY)
  target_include_directories(hone_source_draco SYSTEM PUBLIC ${PROJECT_BINARY_DIR}/draco)
endif()
if(format_gltf_FOUND)
  hone_summary("Draco's glTF" HONE_DRACO ${draco_FOUND} "${missing}" ${shown})
else()
  hone_summary_line("Draco's glTF" "no: HONE_FORMATS leaves glTF out")
endif()
