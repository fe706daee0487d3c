import numpy
import pytest

import hone


def test_keys_are_arrays(dance):
    track = dance.bone_tracks["センター"]
    assert track.name == "センター"
    assert (numpy.diff(track.keys["frame"].astype(int)) > 0).all()
    assert track.keys["rotation"].shape == (len(track.keys), 4)
    numpy.testing.assert_allclose(numpy.linalg.norm(track.keys["rotation"], axis=1), 1, atol=1e-6)


def test_bytes_are_written_back(dance):
    again = hone.Motion.from_bytes(dance.to_vmd())
    assert again.to_vmd() == dance.to_vmd()
    assert again.bone_tracks.names == dance.bone_tracks.names


def test_a_motion_is_made_of_arrays():
    frames = numpy.arange(0, 31, 10)
    translations = numpy.stack([frames * 0, frames / 10, frames * 0], axis=1)
    motion = hone.motion_from_tracks({"センター": (frames, translations, None)}, {"あ": ([0, 30], [0, 1])}, "人")
    read = hone.Motion.from_bytes(motion.to_vmd())
    assert read.model_name == "人"
    assert (read.bone_tracks["センター"].keys["translation"] == translations).all()
    assert (read.bone_tracks["センター"].keys["frame"] == frames).all()
    assert read.morph_tracks["あ"].keys["weight"].tolist() == [0, 1]
    assert read.duration == 1
    with pytest.raises(ValueError, match=r"\(4, 3\)"):
        hone.motion_from_tracks({"センター": (frames, translations[:, :2], None)})


def test_channels_are_made_of_arrays(model):
    times = [0.0, 0.5, 1.0]
    half = 0.5**0.5
    rotations = [[0, 0, 0, 1], [0, half, 0, half], [0, 1, 0, 0]]
    motion = hone.motion_from_channels({"hips": {"rotation": (times, rotations)}})
    channel = motion.channels["hips"]
    assert channel.targets == ["hips"]
    assert channel.times.tolist() == times
    numpy.testing.assert_allclose(channel.values, rotations, atol=1e-7)


def test_operations(dance):
    part = dance.trim(30, 90)
    assert part.last_frame <= 60
    assert part.shift(10).shift(-10).to_vmd() == part.to_vmd()
    assert dance.mirror().mirror().to_vmd() == dance.to_vmd()
    only = dance.keep("センター")
    assert only.bone_tracks.names == ["センター"]
    assert "センター" not in dance.strip("センター").bone_tracks
    assert hone.merge(dance.strip("センター"), only).bone_tracks.names.count("センター") == 1
    assert dance.rename({"センター": "center"}).bone_tracks["center"].keys.size == only.bone_tracks[0].keys.size
    assert hone.join(part, part).last_frame > part.last_frame
    with pytest.raises(hone.ArgumentError):
        dance.trim(5, 4)


def test_camera(samples, dance):
    camera = hone.Camera.of(hone.Motion.load(samples / "camera.vmd").camera(10))
    assert camera.fov > 0
    assert dance.camera(0) is None
