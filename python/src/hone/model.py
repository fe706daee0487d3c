"""Models: characters at rest."""
import os

from . import arrays, files, motion
from .avatar import Avatar
from ._native import ffi, lib
from .arrays import view
from .errors import call
from .records import Record, Records

SPACES = {lib.HONE_SPACE_MMD: "mmd", lib.HONE_SPACE_X: "x", lib.HONE_SPACE_GLTF: "gltf"}

MORPH_ELEMENTS = {
    lib.HONE_MORPH_GROUP: "children",
    lib.HONE_MORPH_FLIP: "children",
    lib.HONE_MORPH_VERTEX: "vertices",
    lib.HONE_MORPH_BONE: "bones",
    lib.HONE_MORPH_UV: "uvs",
    lib.HONE_MORPH_UV1: "uvs",
    lib.HONE_MORPH_UV2: "uvs",
    lib.HONE_MORPH_UV3: "uvs",
    lib.HONE_MORPH_UV4: "uvs",
    lib.HONE_MORPH_MATERIAL: "materials",
    lib.HONE_MORPH_IMPULSE: "impulses",
    lib.HONE_MORPH_VALUE: "values",
}


class Model:
    """A character at rest: bones, mesh, materials, morphs, bodies. It never changes, and threads may share it."""

    def __init__(self, pointer):
        """pointer: a hone_model, whose reference this object takes over. Use load or from_bytes instead."""
        self._pointer = ffi.gc(pointer, lib.hone_model_release)
        self._data = lib.hone_model_get(pointer)

    @classmethod
    def load(cls, path, strict=False):
        """Loads a PMX, PMD, .x, glTF, GLB, VRM, FBX or BVH file.

        strict: whether a warning is an error.
        """
        desc = ffi.new("hone_load_desc *", {"strict": strict})
        model = cls(call(lib.hone_model_load, files.encoded(path), desc))
        model.folder = os.path.dirname(os.fspath(path)) or "."
        return model

    @classmethod
    def from_bytes(cls, data, strict=False):
        """Loads the bytes of such a file."""
        desc = ffi.new("hone_load_desc *", {"strict": strict})
        return cls(call(lib.hone_model_load_memory, ffi.from_buffer(data), len(data), desc))

    @classmethod
    def mmd_skeleton(cls, for_motion=None):
        """Returns a skeleton of MMD's usual proportions without a mesh: a stand-in for the model of an MMD motion."""
        motion_pointer = for_motion._pointer if for_motion else ffi.NULL
        return cls(call(lib.hone_mmd_default_skeleton, motion_pointer, ffi.NULL))

    folder = None  # where its textures are; None: it was not loaded from a file

    @property
    def name(self):
        return arrays.text(self._data.name)

    @property
    def english_name(self):
        return arrays.text(self._data.english_name)

    @property
    def comment(self):
        return arrays.text(self._data.comment)

    @property
    def format(self):
        """The file format: "pmx", "glb", …; "unknown" for a model that a program has made."""
        return arrays.text(lib.hone_format_name(self._data.format))

    @property
    def space(self):
        """The axes and units of positions: "mmd", "x" or "gltf"; see docs/conventions of hone_space."""
        return SPACES[self._data.space]

    @property
    def warnings(self):
        """The faults of the file and how they were repaired."""
        return arrays.texts(lib.hone_model_warnings(self._pointer))

    @property
    def bones(self):
        """The bones: hone_bone."""
        skeleton = self._data.skeleton
        return Records(self, skeleton.bones, skeleton.bone_count)

    @property
    def parents(self):
        """[bone_count] index of each bone's parent; -1: it has none."""
        return self.bones.array()["parent"]

    @property
    def iks(self):
        """The IK chains: hone_ik."""
        skeleton = self._data.skeleton
        return Records(self, skeleton.iks, skeleton.ik_count)

    @property
    def mesh(self):
        """The vertices and triangles."""
        return Mesh(self, self._data.mesh)

    @property
    def materials(self):
        """The materials: hone_material."""
        return Records(self, self._data.materials, self._data.material_count)

    @property
    def textures(self):
        """The paths of the textures, as in the file."""
        return [arrays.text(self._data.textures[i]) for i in range(self._data.texture_count)]

    @property
    def morphs(self):
        """The morphs: hone_morph, with the property elements."""
        return Morphs(self, self._data.morphs, self._data.morph_count)

    @property
    def bodies(self):
        """The rigid bodies: hone_body."""
        return Records(self, self._data.bodies, self._data.body_count)

    @property
    def joints(self):
        """The joints between rigid bodies: hone_joint."""
        return Records(self, self._data.joints, self._data.joint_count)

    @property
    def springs(self):
        """The springs of a glTF, with their joints: hone_spring. Actors swing them with physics=True."""
        return Records(self, self._data.springs, self._data.spring_count)

    @property
    def colliders(self):
        """What springs may touch: hone_collider."""
        return Records(self, self._data.colliders, self._data.collider_count)

    @property
    def constraints(self):
        """The constraints of nodes of a glTF: hone_constraint."""
        return Records(self, self._data.constraints, self._data.constraint_count)

    @property
    def avatar(self):
        """What a VRM adds: Avatar; None: it is no VRM."""
        return Avatar(self, self._data.avatar) if self._data.avatar else None

    @property
    def clips(self):
        """The motions that the file holds besides the model: hone_clip."""
        return Records(self, self._data.clips, self._data.clip_count)

    def humanoid(self):
        """Finds the bones of a human: {"hips": 3, "leftUpperArm": 17, …}, as VRM names them."""
        found = lib.hone_model_humanoid(self._pointer)
        names = {arrays.text(lib.hone_humanoid_bone_name(i)): found.bones[i] for i in range(lib.HONE_HUMANOID_COUNT)}
        return {name: bone for name, bone in names.items() if bone >= 0}

    def to_mmd(self, scale=1.0):
        """Converts a .x or glTF model to MMD's space. scale: metres of the model's unit."""
        desc = ffi.new("hone_to_mmd_desc *", {"scale": scale})
        return Model(call(lib.hone_model_to_mmd, self._pointer, desc, ffi.NULL))

    def to_pmx(self):
        """Returns the bytes of a PMX file. The model must be in MMD's space: see to_mmd."""
        return files.written(lib.hone_model_write_pmx, self._pointer, ffi.NULL)

    def to_bvh(self, baked=None, rate=30.0, scale=1.0):
        """Returns the bytes of a BVH file. baked: a motion that bake has returned."""
        desc = ffi.new("hone_bvh_desc *", {"rate": rate, "scale": scale, "motion": motion.pointer_of(baked)})
        return files.written(lib.hone_model_write_bvh, self._pointer, desc)

    def to_glb(self, baked=None, motion_name="motion", pack=False, scale=1.0, notes=None):
        """Returns the bytes of a GLB file, with the textures that are found.

        baked: a motion that bake has returned.
        pack: whether the data is rounded and compressed.
        scale: metres of the unit of a model that is not MMD's.
        notes: a list; gets a sentence for each thing that the file cannot hold.
        """
        name = ffi.new("char[]", motion_name.encode())
        desc = ffi.new("hone_gltf_desc *", {"motion": motion.pointer_of(baked), "motion_name": name, "pack": pack,
                                            "scale": scale, "note": lib.hone_python_note})
        folder = ffi.new("char[]", files.encoded(self.folder or "."))
        resolver = ffi.new("hone_file_resolver *", lib.hone_file_resolver_in_folder(folder))
        if self.folder is not None:
            desc.files = resolver
        sentences = [] if notes is None else notes
        handle = ffi.new_handle(sentences)
        desc.note_user = handle
        return files.written(lib.hone_model_write_gltf, self._pointer, desc, between=(ffi.NULL,))

    def __repr__(self):
        mesh = self._data.mesh
        return f"<hone.Model {self.name!r}: {mesh.vertex_count} vertices, {self._data.skeleton.bone_count} bones>"


class Mesh:
    """The vertices and triangles of a model, as arrays without copies."""

    def __init__(self, model, data):
        self._model = model
        self._data = data

    @property
    def vertex_count(self):
        return self._data.vertex_count

    @property
    def positions(self):
        """[vertex_count][3] at rest, model space."""
        return view(self._model, self._data.positions, (self.vertex_count, 3), "float")

    @property
    def normals(self):
        """[vertex_count][3] as in the file: may be zero, or not of unit length."""
        return view(self._model, self._data.normals, (self.vertex_count, 3), "float")

    @property
    def uvs(self):
        """[vertex_count][2]; (0, 0) is the top left of the picture."""
        return view(self._model, self._data.uvs, (self.vertex_count, 2), "float")

    @property
    def tangents(self):
        """[vertex_count][4]; no elements if the file has none."""
        return view(self._model, self._data.tangents, (self.vertex_count, 4), "float")

    @property
    def deforms(self):
        """[vertex_count] how each vertex is skinned: lib.HONE_DEFORM_BDEF1 and so on."""
        return view(self._model, self._data.deforms, self.vertex_count, "uint8_t")

    @property
    def influence_begin(self):
        """[vertex_count + 1]: vertex v has influences [begin[v], begin[v + 1])."""
        return view(self._model, self._data.influence_begin, self.vertex_count + 1, "uint32_t")

    @property
    def influences(self):
        """[influence_count] with the fields `slot` and `weight`."""
        return view(self._model, self._data.influences, self._data.influence_count, "hone_influence")

    @property
    def slots(self):
        """[slot_count] entries of the palette, with the fields `bone` and `bone_from_mesh`."""
        return view(self._model, self._data.slots, self._data.slot_count, "hone_slot")

    @property
    def sdefs(self):
        """[sdef_count] the points of SDEF vertices: hone_sdef."""
        return view(self._model, self._data.sdefs, self._data.sdef_count, "hone_sdef")

    @property
    def triangles(self):
        """[triangle_count][3] vertices."""
        return view(self._model, self._data.indices, self._data.index_count // 3 * 3, "uint32_t").reshape(-1, 3)


class Morph(Record):
    """A morph: hone_morph."""

    __slots__ = ()

    @property
    def elements(self):
        """[count] what it changes, as an array with the fields of its kind: such as `vertex` and `offset`."""
        member = MORPH_ELEMENTS[self._data.kind]
        pointer = getattr(self._data.u, member)
        return view(self._owner, pointer, self._data.count, ffi.typeof(pointer).item)


class Morphs(Records):
    def _record(self, pointer):
        return Morph(self._owner, pointer)

