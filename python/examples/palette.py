"""Skins a character with numpy alone, by its palette, and compares with hone: linear blending of all vertices.

usage: palette.py MODEL MOTION [SECONDS]
"""
import sys

import numpy

import hone


def skin(actor):
    """Linear blend skinning: each vertex by the weighted sum of its slots' matrices."""
    mesh = actor.model.mesh
    influences = mesh.influences
    used = influences["weight"] != 0
    matrices = numpy.zeros((len(influences), 3, 4), numpy.float32)
    matrices[used] = actor.palette[influences["slot"][used]] * influences["weight"][used, None, None]
    blended = numpy.add.reduceat(matrices, mesh.influence_begin[:-1])
    return numpy.einsum("vij,vj->vi", blended[:, :, :3], mesh.positions) + blended[:, :, 3]


def main(model_path, motion_path, seconds=1.0):
    model = hone.Model.load(model_path)
    actor = hone.Actor(model, hone.Motion.load(motion_path))
    actor.update(float(seconds))
    difference = numpy.abs(skin(actor) - actor.skin(method="linear")).max(axis=1)
    moved = numpy.zeros(model.mesh.vertex_count, bool)
    for weight, morph in zip(actor.morphs, model.morphs):
        if weight and "vertex" in morph.elements.dtype.names:
            moved[morph.elements["vertex"]] = True
    print(f"{len(difference)} vertices, {moved.sum()} of them moved by morphs")
    print(f"largest difference of the others: {difference[~moved].max():.2g}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (hone.Error, OSError) as error:
        sys.exit(f"palette.py: {error}")
