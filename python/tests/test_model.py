import gc

import numpy
import pytest

import hone


def test_arrays_have_the_shapes_of_the_model(model):
    mesh = model.mesh
    assert mesh.positions.shape == mesh.normals.shape == (mesh.vertex_count, 3)
    assert mesh.uvs.shape == (mesh.vertex_count, 2)
    assert mesh.triangles.max() < mesh.vertex_count
    assert sum(material.index_count for material in model.materials) == mesh.triangles.size
    assert mesh.influence_begin[-1] == len(mesh.influences)
    assert mesh.influences["slot"].max() < len(mesh.slots)
    assert (model.parents < numpy.arange(len(model.bones))).all()


def test_bones_are_found_by_name_and_number(model):
    knee = model.bones["左ひざ"]
    assert knee.name == "左ひざ" and model.bones[model.bones.index_of("左ひざ")].name == "左ひざ"
    assert knee.position.shape == (3,)
    assert model.bones[-1].name == model.bones.names[-1]
    assert "左ひざ" in model.bones and "no such bone" not in model.bones
    with pytest.raises(KeyError):
        model.bones["no such bone"]
    with pytest.raises(IndexError):
        model.bones[len(model.bones)]


def test_arrays_of_structs_show_the_same_as_records(model):
    array = model.bones.array()
    for index in (0, 7, len(model.bones) - 1):
        bone = model.bones[index]
        assert array["parent"][index] == bone.parent
        assert (array["position"][index] == bone.position).all()
        assert (array["rest_local"]["m"][index] == bone.rest_local.m).all()


def test_morphs_have_elements(model):
    smile = next(morph for morph in model.morphs if morph.kind and len(morph.elements))
    assert smile.elements["vertex"].max() < model.mesh.vertex_count
    assert smile.elements["offset"].shape == (len(smile.elements), 3)


def test_arrays_are_not_copies_and_cannot_be_written(model):
    first, second = model.mesh.positions, model.mesh.positions
    assert first.ctypes.data == second.ctypes.data
    with pytest.raises(ValueError):
        first[0] = 0


def test_arrays_outlive_the_model(samples):
    model = hone.Model.load(samples / "character.pmx")
    positions = model.mesh.positions
    knee = model.bones["左ひざ"]
    before = positions.copy()
    del model
    gc.collect()
    numpy.random.default_rng(1).random(before.size * 8)  # takes the memory, if it was freed
    assert (positions == before).all()
    assert knee.name == "左ひざ"


def test_bytes_are_written_back(model, samples):
    data = (samples / "character.pmx").read_bytes()
    assert model.to_pmx() == data
    assert hone.Model.from_bytes(data).to_pmx() == data


def test_humanoid_names_bones(model):
    humanoid = model.humanoid()
    assert model.bones[humanoid["leftLowerLeg"]].name == "左ひざ"


def test_errors_are_exceptions_with_the_sentence(tmp_path):
    with pytest.raises(hone.FileError, match="日本.pmx: cannot open"):
        hone.Model.load(tmp_path / "日本.pmx")
    with pytest.raises(OSError):
        hone.Model.load(tmp_path / "nothing.pmx")
    with pytest.raises(hone.FormatError) as caught:
        hone.Model.from_bytes(b"PMX \0\0\0\x40" + bytes(40))
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, hone.Error)
    with pytest.raises(TypeError):
        hone.Model.load(None)


def test_every_shortened_file_is_an_error_or_a_model(samples):
    data = (samples / "character.pmx").read_bytes()
    for size in range(0, len(data) - 1, len(data) // 97):
        with pytest.raises(hone.Error):
            hone.Model.from_bytes(data[:size])
