"""Makes a motion: a character of MMD nods and blinks. Writes it as VMD.

usage: nod.py OUT.vmd [SECONDS]
"""
import sys

import numpy

import hone


def main(out, seconds=4.0):
    frames = numpy.arange(int(float(seconds) * 30) + 1)
    angles = numpy.radians(15) * numpy.sin(frames / 30 * 2 * numpy.pi)
    zero = numpy.zeros_like(angles)
    rotations = numpy.stack([numpy.sin(angles / 2), zero, zero, numpy.cos(angles / 2)], axis=1)
    blink = (frames % 60 < 4).astype(float)
    motion = hone.motion_from_tracks({"頭": (frames, None, rotations)}, {"まばたき": (frames, blink)})
    hone.write(out, motion.reduce(0.001).to_vmd())
    print(f"{out}: {motion.duration:g} s")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (hone.Error, OSError, ValueError) as error:
        sys.exit(f"nod.py: {error}")
