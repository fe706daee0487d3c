# The formats that are read: HONE_FORMATS. A folder's none.c stands for its reader where that is left out. Writers stay,
# but for that of packed clips.

# hone_format(NAME FILES...): these files of src/files/format/NAME (regular expressions) are its reader.
function(hone_format name)
  hone_folder_needs(files/format/${name} format_${name} ${ARGN})
  foreach(value PART FILES ALL_BUT LINKED)
    set(files/format/${name}_${value} ${files/format/${name}_${value}} PARENT_SCOPE)
  endforeach()
  set(format_${name}_FOUND TRUE)
  if(name IN_LIST HONE_WITHOUT_FORMATS)
    set(format_${name}_FOUND FALSE)
  endif()
  set(format_${name}_FOUND ${format_${name}_FOUND} PARENT_SCOPE)
endfunction()

hone_choose(HONE_FORMATS HONE_WITHOUT_FORMATS pmx pmd vmd vpd x gltf fbx bvh pmm vac hclip)
if(NOT hclip IN_LIST HONE_WITHOUT_FORMATS)
  list(REMOVE_ITEM HONE_WITHOUT_FORMATS vmd) # packed clips have keys of the camera and the light as a VMD
endif()
hone_format(pmx "read.*")
hone_format(pmd ".*")
hone_format(vmd "read.c" "layout.c" "tracks.c")
hone_format(vpd "read.c")
hone_format(x ".*")
hone_format(gltf "read/.*" "draco/.*")
hone_format(fbx ".*")
hone_format(bvh "read.*" "bones.c" "channels.c" "divide.c" "frames.c" "hierarchy.c" "rows.c" "stance.c")
hone_format(pmm ".*")
hone_format(vac ".*")
hone_format(hclip ".*")
