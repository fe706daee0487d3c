# Compares the vertices in Blender with those that `hone pose` gave for the source. Blender changes the order of
# vertices, so each is identified by its rest position.
# usage: blender -b --factory-startup --python-exit-code 1 -P blender.py -- FILE.glb REST.npy VERTICES.npy FRAME,... METRES_PER_UNIT TOLERANCE
import ast
import struct
import sys
from array import array

import bpy
import numpy
from mathutils import Matrix, Vector
from mathutils.kdtree import KDTree

if 'bool' not in vars(numpy):  # the importer of Blender 3.4 needs it, and newer numpy has it no more
    numpy.bool = bool


# Reads rows of positions in Blender's space (metres, Z up), a list for each frame.
def read_places(path, unit):
    with open(path, 'rb') as file:
        size = struct.unpack('<8xH', file.read(10))[0]
        frames, vertices, _ = ast.literal_eval(file.read(size).decode('latin1'))['shape']
        data = array('f', file.read())
    places = [Vector((data[i] * unit, data[i + 2] * unit, data[i + 1] * unit)) for i in range(0, len(data), 3)]
    return [places[f * vertices:(f + 1) * vertices] for f in range(frames)]


def worst_error(mesh, world, rest, expected):
    worst = 0
    for vertex, at_rest in zip(mesh.vertices, rest):
        place = world @ vertex.co
        worst = max(worst, min((place - expected[i]).length for i in at_rest))
    return worst


path, rest_path, expected_path, frame_list, unit, tolerance = sys.argv[sys.argv.index('--') + 1:]
unit, tolerance = float(unit), float(tolerance)
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 30
bpy.ops.import_scene.gltf(filepath=path)
body = max((o for o in bpy.data.objects if o.type == 'MESH'), key=lambda o: len(o.data.vertices))

rest = read_places(rest_path, unit)[0]
tree = KDTree(len(rest))
for index, place in enumerate(rest):
    tree.insert(place, index)
tree.balance()
# The importer leaves meshes in glTF's space and rotates the object upright.
alike = [[i for _, i, _ in tree.find_range(vertex.co, 1e-5)] for vertex in body.data.vertices]
strangers = sum(not found for found in alike)

worst = 0
for frame, expected in zip(map(float, frame_list.split(',')), read_places(expected_path, unit)):
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    worst = max(worst, worst_error(evaluated.to_mesh(), evaluated.matrix_world, alike, expected))
print(f'{path}: {len(alike)} vertices in Blender, {strangers} unknown, off by {worst} m at most')
sys.stdout.flush()
sys.exit(0 if worst <= tolerance and strangers == 0 and len(alike) > 0.9 * len(rest) else 1)
