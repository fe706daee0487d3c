"""Writes a character as it is at a time of its motion to an OBJ file.

usage: obj.py MODEL MOTION SECONDS OUT.obj
"""
import sys

import hone


def main(model_path, motion_path, seconds, out):
    model = hone.Model.load(model_path)
    actor = hone.Actor(model, hone.Motion.load(motion_path), physics=bool(hone.lib.hone_physics_available()))
    actor.update(float(seconds))
    positions, normals = actor.skin(normals=True)
    with open(out, "w") as file:
        for x, y, z in positions:
            file.write(f"v {x:g} {y:g} {-z:g}\n")  # OBJ is right-handed
        for u, v in model.mesh.uvs:
            file.write(f"vt {u:g} {1 - v:g}\n")
        for x, y, z in normals:
            file.write(f"vn {x:g} {y:g} {-z:g}\n")
        for a, b, c in model.mesh.triangles + 1:
            file.write(f"f {a}/{a}/{a} {c}/{c}/{c} {b}/{b}/{b}\n")
    print(f"{out}: {len(positions)} vertices")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (hone.Error, OSError) as error:
        sys.exit(f"obj.py: {error}")
