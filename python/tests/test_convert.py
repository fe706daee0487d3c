import json
import struct

import numpy
import pytest

import hone


def test_a_baked_motion_plays_without_the_rig(model, dance):
    actor = hone.Actor(model, dance)
    baked, report = hone.bake(actor, 30, player="mmd")
    assert report.joint_error < 0.01
    played = hone.Actor(model, hone.Motion.from_bytes(baked.to_vmd()))
    played.update_frame(20)
    actor.update_frame(20)
    numpy.testing.assert_allclose(played.bones[:, :, 3], actor.bones[:, :, 3], atol=0.02)


def test_glb_has_mesh_and_animation(model, dance):
    baked, _ = hone.bake(hone.Actor(model, dance), 30)
    notes = []
    glb = model.to_glb(baked, motion_name="踊り", notes=notes)
    size, = struct.unpack_from("<I", glb, 12)
    text = json.loads(glb[20:20 + size])
    assert text["animations"][0]["name"] == "踊り"
    assert len(text["nodes"]) > len(model.bones)
    assert all(isinstance(note, str) for note in notes)
    again = hone.Model.from_bytes(glb)
    assert again.mesh.vertex_count == model.mesh.vertex_count
    assert hone.Motion.from_bytes(glb, clip="踊り").duration == 1


def test_retargeting_to_a_glb(model, dance):
    target = hone.Model.from_bytes(model.to_glb())
    motion, report = hone.retarget(hone.Actor(model, dance), target, 30)
    assert report.bones > 15
    actor = hone.Actor(target, motion)
    actor.update(1)
    assert numpy.isfinite(actor.skin()).all()


def test_progress_can_cancel_and_fail(model, dance):
    frames = []
    hone.bake(hone.Actor(model, dance), 10, progress=frames.append)
    assert frames == list(range(11))
    with pytest.raises(hone.ArgumentError):
        hone.bake(hone.Actor(model, dance), 10, progress=lambda frame: frame < 5)
    with pytest.raises(ZeroDivisionError):
        hone.bake(hone.Actor(model, dance), 10, progress=lambda frame: 1 / 0)


def test_other_formats(model, dance, tmp_path):
    baked, _ = hone.bake(hone.Actor(model, dance), 10)
    assert model.to_bvh(baked).startswith(b"HIERARCHY")
    packed = hone.Motion.from_bytes(dance.to_hclip(model))
    assert packed.format == "hclip"
    hone.write(tmp_path / "踊り.vmd", dance.to_vmd())
    assert hone.Motion.load(tmp_path / "踊り.vmd").to_vmd() == dance.to_vmd()


def test_a_picture(model, dance):
    if not hone.lib.hone_render_available():
        pytest.skip("the renderer is not built in")
    try:
        renderer = hone.Renderer()
    except hone.DeviceError as error:
        pytest.skip(str(error))
    with renderer:
        actor = hone.Actor(model, dance)
        actor.update(1)
        picture = renderer.draw(actor, size=(160, 120), background=(0, 0, 0, 0), shadows="off")
        assert picture.shape == (120, 160, 4)
        shown = (picture[:, :, 3] > 0).mean()
        assert 0.02 < shown < 0.9
        assert (renderer.draw(actor, size=(160, 120), background=(0, 0, 0, 0), shadows="off") == picture).all()
