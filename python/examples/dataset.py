"""Turns a folder of motions into arrays for learning: the joints of one character, 30 times a second.

usage: dataset.py MODEL FOLDER OUT.npz

Each motion of a human (BVH, FBX, glTF, VMD) is retargeted to MODEL. The file gets an array [frames][joints][3] in
metres for each, and `joints`: the names that VRM gives them.
"""
import pathlib
import sys

import numpy

import hone

ENDINGS = {".bvh", ".fbx", ".glb", ".gltf", ".vmd"}
METRES = {"mmd": 0.08, "gltf": 1.0, "x": 1.0}


def joints_of(path, target, humanoid):
    motion = hone.Motion.load(path)
    source = hone.Model.mmd_skeleton(motion) if motion.format == "vmd" else hone.Model.load(path)
    retargeted, _ = hone.retarget(hone.Actor(source, motion), target, motion.last_frame)
    actor = hone.Actor(target, retargeted)
    places = numpy.empty((motion.last_frame + 1, len(humanoid), 3), numpy.float32)
    for frame in range(len(places)):
        actor.update_frame(frame)
        places[frame] = actor.bones[list(humanoid.values()), :, 3]
    return places * METRES[target.space]


def main(model_path, folder, out):
    target = hone.Model.load(model_path)
    humanoid = target.humanoid()
    arrays = {}
    for path in sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix.lower() in ENDINGS):
        try:
            arrays[str(path.relative_to(folder))] = joints_of(path, target, humanoid)
        except hone.Error as error:
            print(f"left out: {error}", file=sys.stderr)
    numpy.savez_compressed(out, joints=list(humanoid), **arrays)
    print(f"{out}: {len(arrays)} motions, {sum(map(len, arrays.values()))} frames of {len(humanoid)} joints")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (hone.Error, OSError) as error:
        sys.exit(f"dataset.py: {error}")
