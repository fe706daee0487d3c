# Bullet compiled from its source code, HONE_BULLET_SOURCE, as a part of hone: the target hone_source_physics, of objects.
# It calls hone's functions in place of those of the C library, whose last bits differ between machines; so do hone's own
# files that include Bullet's headers.
set(functions ${PROJECT_SOURCE_DIR}/src/play/physics/bullet/functions.hpp)
set(include_functions -include ${functions})
if(MSVC)
  set(include_functions "/FI${functions}")
endif()
# In WebAssembly small code (-Oz) takes three times as long as native code, because emcc adds -fno-inline-functions where it
# sees -Oz, also before another -O (docs/performance.md). HONE_BITS_OPTIONS come behind it, because an -O switches on again
# what they switch off.
set(speed ${HONE_BITS_OPTIONS})
set(speed_of_all ${HONE_BITS_OPTIONS})
set(rare "^$")
set(hot "^$")
if(EMSCRIPTEN AND CMAKE_BUILD_TYPE STREQUAL MinSizeRel) # ./dev web: what calculates, and not what it calls once
  list(PREPEND speed -O2 -finline-functions)
  list(PREPEND speed_of_all -finline-functions)
  set(rare "ConeTwist|Slider|Hinge|Point2Point|Fixed|6DofSpring2") # joints of few models
  set(hot "GjkPairDetector|VoronoiSimplex|/btConvexShape|PersistentManifold|/btCollisionDispatcher[.]|/btCollisionWorld[.]"
    "SimulationIslandManager|ManifoldResult") # of what looks for contacts, what takes its time
  string(JOIN "|" hot ${hot})
elseif(EMSCRIPTEN)
  list(PREPEND speed -O2)
  set(speed_of_all ${speed})
endif()

# Bullet's own three files that include all others, without what hone never uses: half of the time.
set(unused "Gimpact/|Featherstone/|MLCPSolvers/|Vehicle/|Character/|TaskScheduler/|Mt[.]cpp|AxisSweep3|DbvtBroadphase"
  "WorldImporter|GhostObject|InternalEdge|MultimaterialTriangle|PointCloud|ShapeHull|UniformScaling|btTriangleMesh[.]"
  "IndexVertexMaterial|BatchedConstraints|Hinge2|NNCG|Gear|Universal|SimpleDynamicsWorld|Solve2Linear|ReducedVector"
  "Serializer64|PolarDecomposition")
string(JOIN "|" unused ${unused})
set(files "")
set(rare_lines "")
set(hot_lines "")
foreach(name LinearMath BulletCollision BulletDynamics)
  set(all ${HONE_BULLET_SOURCE}/src/bt${name}All.cpp)
  if(NOT EXISTS ${all})
    message(FATAL_ERROR "HONE_BULLET_SOURCE: ${all} not found")
  endif()
  file(STRINGS ${all} lines REGEX "^#include")
  list(FILTER lines EXCLUDE REGEX "${unused}")
  set(some ${lines})
  list(FILTER some INCLUDE REGEX "${rare}")
  list(APPEND rare_lines ${some})
  list(FILTER lines EXCLUDE REGEX "${rare}")
  set(some ${lines})
  list(FILTER some INCLUDE REGEX "${hot}")
  list(APPEND hot_lines ${some})
  list(FILTER lines EXCLUDE REGEX "${hot}")
  list(JOIN lines "\n" lines)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/bullet/${name}.cpp CONTENT "${lines}\n" @ONLY)
  list(APPEND files ${PROJECT_BINARY_DIR}/bullet/${name}.cpp)
endforeach()
foreach(name rare hot)
  if(${name}_lines)
    list(JOIN ${name}_lines "\n" lines)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/bullet/${name}.cpp CONTENT "${lines}\n" @ONLY)
    list(APPEND files ${PROJECT_BINARY_DIR}/bullet/${name}.cpp)
  endif()
endforeach()
hone_source(physics ${HONE_BULLET_SOURCE}/src ${files})
target_include_directories(hone_source_physics SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(hone_source_physics PRIVATE ${include_functions} ${speed_of_all})
set_source_files_properties(${PROJECT_BINARY_DIR}/bullet/BulletDynamics.cpp ${PROJECT_BINARY_DIR}/bullet/hot.cpp
  PROPERTIES COMPILE_OPTIONS "${speed}")
file(GLOB_RECURSE own CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/play/physics/*.c)
set_source_files_properties(${own} PROPERTIES COMPILE_OPTIONS "${speed_of_all}")
if(EMSCRIPTEN)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/play/physics/joint_correction.c PROPERTIES
    COMPILE_OPTIONS "-O2;-finline-functions;${HONE_BITS_OPTIONS}")
endif()
file(GLOB callers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/play/physics/bullet/*.cpp)
set_source_files_properties(${callers} PROPERTIES COMPILE_OPTIONS "${include_functions};${speed}")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/play/physics/physics.c module/physics_module.c module/physics_late.c
  PROPERTIES COMPILE_DEFINITIONS HONE_PORTABLE_PHYSICS=1)
file(STRINGS ${HONE_BULLET_SOURCE}/VERSION bullet_version LIMIT_COUNT 1)
hone_depends(physics bullet "${bullet_version}")
