"""Recomputes with numpy, in double precision, what hone computes of the course's models, from the formulas of the five
tutorials alone. It shares no code with hone: it reads PMX, VMD and .x itself.

usage: recompute.py HONE MODELS
Exit status 77: numpy is missing."""
import os
import re
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:  # the system's Python may have it
    if sys.executable == "/usr/bin/python3" or not os.path.exists("/usr/bin/python3"):
        print("SKIPPED: no python3-numpy")
        sys.exit(77)
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

FAILED = []


def near(what, got, want, tolerance):
    got, want = np.asarray(got, float), np.asarray(want, float)
    off = float(np.max(np.abs(got - want))) if got.shape == want.shape and got.size else np.inf
    good = off <= tolerance
    print("%-58s %s (%.1e of %.0e)" % (what, "same" if good else "DIFFERENT", off, tolerance))
    if not good:
        FAILED.append(what)


# ---- files ----

class Bytes:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data, self.at = file.read(), 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values[0] if len(values) == 1 else list(values)

    def text(self, encoding):
        size = self.take("i")
        self.at += size
        return self.data[self.at - size:self.at].decode(encoding)

    def index(self, size):
        value = self.take({1: "B", 2: "H", 4: "I"}[size])
        return -1 if value == 256 ** size - 1 else value


class Pmx:
    """Vertices and bones; the other sections are walked through as far as they are in between."""

    def __init__(self, path):
        f = Bytes(path)
        f.at = 9
        encoding, extra, *sizes = f.take("8B")
        encoding = ["utf-16-le", "utf-8"][encoding]
        for _ in range(4):
            f.text(encoding)
        self.vertices = [self.vertex(f, extra, sizes[3]) for _ in range(f.take("i"))]
        for _ in range(f.take("i")):
            f.index(sizes[0])
        for _ in range(f.take("i")):
            f.text(encoding)
        for _ in range(f.take("i")):
            self.material(f, encoding, sizes[1])
        self.bones = [self.bone(f, encoding, sizes[3]) for _ in range(f.take("i"))]

    @staticmethod
    def vertex(f, extra, size):
        v = {"p": np.array(f.take("3f")), "n": np.array(f.take("3f"))}
        f.take("%df" % (2 + 4 * extra))
        v["kind"] = f.take("B")
        bones = [f.index(size) for _ in range([1, 2, 4, 2, 4][v["kind"]])]
        weights = [f.take("f") for _ in range([0, 1, 4, 1, 4][v["kind"]])]
        if len(weights) < 2:
            weights = (weights or [1]) + [1 - w for w in weights]
        v["bones"] = list(zip(bones, weights))
        if v["kind"] == 3:
            v["sdef"] = [np.array(f.take("3f")) for _ in range(3)]
        f.take("f")
        return v

    @staticmethod
    def material(f, encoding, size):
        f.text(encoding), f.text(encoding)
        f.take("11f"), f.take("B"), f.take("5f")
        f.index(size), f.index(size), f.take("B")
        if f.take("B"):
            f.take("B")
        else:
            f.index(size)
        f.text(encoding), f.take("i")

    @staticmethod
    def bone(f, encoding, size):
        b = {"name": f.text(encoding)}
        f.text(encoding)
        b["position"], b["parent"], b["layer"], b["flags"] = np.array(f.take("3f")), f.index(size), *f.take("iH")
        if b["flags"] & 1:
            f.index(size)
        else:
            f.take("3f")
        if b["flags"] & 0x300:
            b["append"] = f.index(size), f.take("f")
        for bit, form in (0x400, "3f"), (0x800, "6f"), (0x2000, "i"):
            if b["flags"] & bit:
                f.take(form)
        if b["flags"] & 0x20:
            b["effector"], b["loops"], b["unit"] = f.index(size), *f.take("if")
            b["links"] = []
            for _ in range(f.take("i")):
                link = f.index(size)
                b["links"].append((link, f.take("6f") if f.take("B") else None))
        return b


def read_vmd(path):
    """Keys of each bone, ascending: frame, translation, rotation, four curves x1 y1 x2 y2."""
    f = Bytes(path)
    f.at, tracks = 50, {}
    for _ in range(f.take("I")):
        name = f.data[f.at:f.at + 15].split(b"\0")[0].decode("cp932")
        f.at += 15
        frame, move, turn, c = f.take("I"), np.array(f.take("3f")), np.array(f.take("4f")), f.take("64B")
        curves = [[c[16 * k + i] / 127 for i in (0, 4, 8, 12)] for k in range(4)]
        tracks.setdefault(name, []).append((frame, move, turn, curves))
    return {name: sorted(keys, key=lambda key: key[0]) for name, keys in tracks.items()}


# ---- the tutorials' formulas ----

def times(a, b):
    """The product of two quaternions x y z w: b first."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return np.array([aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz,
                     aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz])


def rows(q):
    x, y, z, w = q
    ww = w * w - 0.5
    return 2 * np.array([[ww + x * x, x * y - w * z, x * z + w * y], [x * y + w * z, ww + y * y, y * z - w * x],
                         [x * z - w * y, y * z + w * x, ww + z * z]])


def slerp(a, b, t):
    dot = np.dot(a, b)
    b, angle = (b if dot >= 0 else -b), np.arccos(min(abs(dot), 1))
    q = a if angle < 1e-9 else (np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)
    return q / np.linalg.norm(q)


def matrix(r, t):
    m = np.eye(4)
    m[:3, :3], m[:3, 3] = r, t
    return m


def ease(curve, x):
    x1, y1, x2, y2 = curve
    at = lambda a, b, t: 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t ** 3
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(x1, x2, middle) < x else (low, middle)
    return at(y1, y2, low)


def sample(keys, frame):
    before = [k for k in keys if k[0] <= frame] or keys[:1]
    after = [k for k in keys if k[0] > frame]
    a, b = before[-1], after[0] if after and before[-1][0] <= frame else before[-1]
    if a[0] == b[0]:
        return a[1], a[2]
    y = [ease(curve, (frame - a[0]) / (b[0] - a[0])) for curve in b[3]]  # those of the later key
    return a[1] + np.array(y[:3]) * (b[1] - a[1]), slerp(a[2], b[2], y[3])


class Pose:
    """Bones of an MMD model at a frame: keys, append, IK, hierarchy."""

    def __init__(self, model, tracks, frame):
        self.bones, count = model.bones, len(model.bones)
        keyed = [sample(tracks[b["name"]], frame) if b["name"] in tracks else (np.zeros(3), np.array([0, 0, 0, 1.0]))
                 for b in model.bones]
        self.move, self.turn = [k[0] for k in keyed], [k[1] / np.linalg.norm(k[1]) for k in keyed]
        self.ik = [np.array([0, 0, 0, 1.0]) for _ in range(count)]
        self.world = [np.eye(4) for _ in range(count)]
        for i in sorted(range(count), key=lambda i: (model.bones[i]["layer"], i)):
            self.append(i)
            self.place(i)
            if "links" in model.bones[i]:
                self.reach(i)

    def append(self, i):
        source, ratio = self.bones[i].get("append", (-1, 0))
        if source >= 0 and self.bones[i]["flags"] & 0x100:
            given = times(self.ik[source], self.turn[source])
            self.turn[i] = times(self.turn[i], slerp(np.array([0, 0, 0, 1.0]), given, ratio))

    def place(self, i):
        bone = self.bones[i]
        parent = bone["parent"]
        rest = bone["position"] - (self.bones[parent]["position"] if parent >= 0 else 0)
        local = matrix(rows(times(self.ik[i], self.turn[i])), rest + self.move[i])
        self.world[i] = (self.world[parent] if parent >= 0 else np.eye(4)) @ local

    def reach(self, goal):
        bone = self.bones[goal]
        for round_ in range(bone["loops"]):
            for number, (link, limits) in enumerate(bone["links"], 1):
                self.step(goal, link, number * bone["unit"], limits, round_ < bone["loops"] // 2)

    def step(self, goal, link, most, limits, first_half):
        joint, effector = self.world[link], self.world[self.bones[goal]["effector"]][:3, 3]
        e = joint[:3, :3].T @ (effector - joint[:3, 3])
        g = joint[:3, :3].T @ (self.world[goal][:3, 3] - joint[:3, 3])
        axis = np.cross(e, g)
        sine, cosine = np.linalg.norm(axis), np.dot(e, g)
        if sine <= 1e-7 * np.linalg.norm(e) * np.linalg.norm(g):
            return
        angle = min(np.arctan2(sine, cosine), most)
        if limits and first_half:  # the knee bends about x alone
            axis, sine = np.array([np.sign(axis[0]), 0, 0]), 1
        self.ik[link] = times(self.ik[link], np.append(axis / sine * np.sin(angle / 2), np.cos(angle / 2)))
        if limits:
            x = 2 * np.arctan2(self.ik[link][0], self.ik[link][3])
            x = np.clip((x + np.pi) % (2 * np.pi) - np.pi, limits[0], limits[3])
            self.ik[link] = np.array([np.sin(x / 2), 0, 0, np.cos(x / 2)])
        for i, b in enumerate(self.bones):
            if b["parent"] >= 0 or i == link:
                self.place(i)

    def skinned(self, v):
        palette = [(w, self.world[b] @ matrix(np.eye(3), -self.bones[b]["position"])) for b, w in v["bones"]]
        if v["kind"] != 3:
            m = sum(w * p for w, p in palette)
            return m[:3, :3] @ v["p"] + m[:3, 3]
        c, r0, r1 = v["sdef"]
        (w0, p0), (w1, p1) = palette
        rw = w0 * r0 + w1 * r1
        q = slerp(*[self.whole_turn(b) for b, _ in v["bones"]], w1)
        centre = [(c + (c + r - rw)) / 2 for r in (r0, r1)]
        carried = [w * (p[:3, :3] @ at + p[:3, 3]) for w, p, at in ((w0, p0, centre[0]), (w1, p1, centre[1]))]
        return rows(q) @ (v["p"] - c) + carried[0] + carried[1]

    def whole_turn(self, i):
        q = np.array([0, 0, 0, 1.0])
        while i >= 0:
            q, i = times(times(self.ik[i], self.turn[i]), q), self.bones[i]["parent"]
        return q


# ---- .x, for row vectors ----

def numbers(text):
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


class X:
    """Frames with their matrices, one mesh with SkinWeights, rotation keys of the animation."""

    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            text = file.read()
        self.frames, stack = {}, []
        for found in re.finditer(r"Frame\s+(\w+)\s*\{|FrameTransformMatrix\s*\{([^}]*)\}|\{|\}", text):
            if found.group(1):
                parent = next((name for name in reversed(stack) if name), None)
                stack.append(found.group(1))
                self.frames[found.group(1)] = [parent, np.eye(4)]
            elif found.group(2):
                self.frames[next(n for n in reversed(stack) if n)][1] = np.array(numbers(found.group(2))[:16]).reshape(4, 4)
            elif found.group(0) == "{":
                stack.append(None)
            elif stack:
                stack.pop()
        mesh = re.search(r"\bMesh\b[^{;]*\{\s*(\d+);(.*)", text, re.S)
        count = int(mesh.group(1))
        self.points = np.array(numbers(mesh.group(2)[:200 * count])[:3 * count]).reshape(count, 3)
        self.skins = []
        for name, rest in re.findall(r'SkinWeights\s*\{\s*"(\w+)";([^}]*)\}', text):
            n = int(numbers(rest)[0])
            values = numbers(rest)[1:]
            self.skins.append((name, [int(i) for i in values[:n]], values[n:2 * n], np.array(values[2 * n:2 * n + 16]).reshape(4, 4)))

    def at(self, turn):
        """The vertices, if each frame is turned about z by turn[name] degrees in place of its own rotation."""
        whole = {}
        for name, (parent, m) in self.frames.items():
            local = m.copy()
            if name in turn:
                a = np.radians(turn[name])
                local[:3, :3] = [[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]]
            whole[name] = local @ whole[parent] if parent else local
        out = np.zeros((len(self.points), 4))
        points = np.hstack([self.points, np.ones((len(self.points), 1))])
        for name, indices, weights, offset in self.skins:
            out[indices] += np.array(weights)[:, None] * (points[indices] @ offset @ whole[name])
        return out[:, :3]


# ---- comparing ----

class Hone:
    def __init__(self, program, models, folder):
        self.program, self.models, self.folder = program, models, folder

    def path(self, name):
        return name if os.path.isabs(name) else os.path.join(self.models, name)

    def pose(self, files, *options):
        names = [os.path.join(self.folder, name) for name in ("b.npy", "v.npy", "n.npy")]
        subprocess.run([self.program, "pose", "-q", *map(self.path, files), *options, "--bones", names[0], "--vertices",
                        names[1], "--normals", names[2]], check=True)
        return [np.load(name) for name in names]


def compare_mmd(hone, model_name, motion_name, frames, tolerance):
    model, tracks = Pmx(hone.path(model_name)), read_vmd(hone.path(motion_name))
    bones, vertices, _ = hone.pose([model_name, motion_name], "--frame", ",".join(map(str, frames)))
    for k, frame in enumerate(frames):
        pose = Pose(model, tracks, frame)
        near("%s, %s, frame %g: bones" % (model_name, motion_name, frame), bones[k], pose.world, tolerance)
        near("%s, %s, frame %g: vertices" % (model_name, motion_name, frame), vertices[k],
             [pose.skinned(v) for v in model.vertices], tolerance)


def compare_x(hone, name, turn_at_one):
    x = X(hone.path(name))
    _, vertices, normals = hone.pose([name], "--clip", "0", "--time", "0,1")
    near("%s at rest: vertices" % name, vertices[0], x.at({n: 0 for n in turn_at_one}), 2e-6)
    near("%s after a second: vertices" % name, vertices[1], x.at(turn_at_one), 5e-6)
    near("%s: lengths of normals" % name, np.linalg.norm(normals[1], axis=1), np.ones(len(x.points)), 1e-5)


def compare_distance(hone, exponent):
    """Weights by distance, as hone rig stores them in a PMX: the four heaviest."""
    made = os.path.join(hone.folder, "stick.pmx")
    subprocess.run([hone.program, "rig", "-q", hone.path("stick.x"), "--skeleton", hone.path("bones.x"), "--distance",
                    "straight", "--exponent", str(exponent), "-o", made], check=True)
    model = Pmx(made)
    points = np.array([v["p"] for v in model.vertices])
    h = np.linalg.norm(points.max(axis=0) - points.min(axis=0)) / 20
    names = [b["name"] for b in model.bones]
    left, right = names.index("left"), names.index("right")
    joint = model.bones[right]["position"]
    ends = {left: (model.bones[left]["position"], joint), right: (joint, 2 * joint - model.bones[left]["position"])}
    off = []
    for v in model.vertices:
        weight = {}
        for bone, (a, b) in ends.items():
            t = np.clip(np.dot(v["p"] - a, b - a) / np.dot(b - a, b - a), 0, 1)
            weight[bone] = (1 + np.linalg.norm(v["p"] - a - t * (b - a)) / h) ** -exponent
        has = {}
        for bone, w in v["bones"]:
            has[bone] = has.get(bone, 0) + w
        share = weight[right] / (weight[left] + weight[right])
        share = 0 if share < 1e-3 else 1 if share > 1 - 1e-3 else share  # less than a thousandth is left out
        off.append(abs(has.get(right, 0) - share))
    near("weights by distance, exponent %d" % exponent, [max(off)], [0], 2e-6)


def main():
    with tempfile.TemporaryDirectory() as folder:
        hone = Hone(sys.argv[1], sys.argv[2], folder)
        compare_mmd(hone, "lift.pmx", "lift.vmd", [0, 7.5, 10, 15, 20, 29.9, 40], 1e-5)
        compare_mmd(hone, "lift.pmx", "late.vmd", [5, 15, 25], 1e-5)
        compare_mmd(hone, "twist-linear.pmx", "twist.vmd", [15, 30, 45], 2e-6)
        compare_mmd(hone, "twist-sdef.pmx", "twist.vmd", [15, 30, 45], 2e-6)
        compare_mmd(hone, "twist-sdef.pmx", "bend.vmd", [10, 30], 2e-6)
        compare_mmd(hone, "leg.pmx", "step.vmd", [0, 10, 20, 30], 6e-3)  # hone's IK stops a little before the goal
        compare_x(hone, "robot.x", {"A": 30, "B": 30, "C": 30})
        compare_distance(hone, 2)
        compare_distance(hone, 16)
    print("%d of the comparisons differ" % len(FAILED))
    sys.exit(len(FAILED) > 0)


main()
