import subprocess

import numpy
import pytest

import hone


@pytest.fixture(scope="module")
def avatar(samples, command, tmp_path_factory):
    path = tmp_path_factory.mktemp("avatar") / "doll.vrm"
    subprocess.run([command, "convert", "-q", str(samples / "character.pmx"), "-o", str(path), "--author", "One;Other",
                    "--license", "CC0", "--title", "Doll"], check=True)
    return hone.Model.load(path)


def test_meta_data_and_licence_are_there(avatar):
    meta = avatar.avatar.meta
    assert avatar.avatar.version == 1
    assert meta["name"] == "Doll" and meta["authors"] == ["One", "Other"]
    assert ("authors", "Other") in avatar.avatar.meta_entries
    assert "creativecommons.org" in meta["otherLicenseUrl"]
    assert avatar.avatar.thumbnail < len(avatar.textures)


def test_a_model_of_mmd_is_no_avatar(model):
    assert model.avatar is None and len(model.springs) == 0


def test_expressions_are_found_by_name(avatar):
    blink = avatar.avatar.expressions["blink"]
    assert blink.overrides == {"blink": "none", "look_at": "none", "mouth": "none"}
    assert blink.morph == avatar.morphs.index_of("blink") and not blink.binary
    assert {"aa", "blink"} <= set(avatar.avatar.expressions.names)
    assert len(blink.colours) == len(blink.texture_places) == 0


def test_springs_swing_with_physics(avatar, dance):
    if not hone.lib.hone_physics_available():
        pytest.skip("physics is not built in: no springs were fitted")
    assert len(avatar.springs) > 0
    joint = avatar.springs[0].joints.bone
    source = hone.Actor(hone.Model.mmd_skeleton(dance), dance)
    motion, _ = hone.retarget(source, avatar, 30)
    results = []
    for physics in (False, True):
        actor = hone.Actor(avatar, motion, physics=physics)
        actor.update_frame(30)
        results.append(actor.bones[joint].copy())
    assert numpy.abs(results[0] - results[1]).max() > 1e-4


def test_eyes_look_at_a_point(avatar):
    assert avatar.avatar.look_at_kind == "bone" and avatar.avatar.look_at.offset.shape == (3,)
    actor = hone.Actor(avatar)
    eye = avatar.humanoid()["leftEye"]
    turns = []
    for point in (None, (5, 1.5, 1), (-5, 1.5, 1), None):
        actor.look_at(point)
        actor.update_frame(0)
        turns.append(actor.bones[eye, :, 2].copy())
    assert turns[1][0] > turns[0][0] + 1e-3 > turns[2][0] + 2e-3
    assert (turns[3] == turns[0]).all()
