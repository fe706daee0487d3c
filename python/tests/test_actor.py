import subprocess
import threading

import numpy
import pytest

import hone


def saved_by_command(command, samples, tmp_path, frame, *options):
    bones, vertices = tmp_path / "bones.npy", tmp_path / "vertices.npy"
    subprocess.run([command, "pose", samples / "character.pmx", samples / "dance.vmd", "--frame", str(frame),
                    "--bones", bones, "--vertices", vertices, *options], check=True, stdout=subprocess.DEVNULL)
    return numpy.load(bones)[0], numpy.load(vertices)[0]


@pytest.mark.parametrize("frame", [0, 20, 61.5])
def test_bones_and_vertices_are_those_of_the_command(command, samples, tmp_path, model, dance, frame):
    bones, vertices = saved_by_command(command, samples, tmp_path, frame)
    actor = hone.Actor(model, dance)
    actor.update_frame(frame)
    assert (actor.bones == bones[:, :3, :]).all()
    assert (actor.skin() == vertices).all()


def test_physics_is_that_of_the_command(command, samples, tmp_path, model, dance):
    if not hone.lib.hone_physics_available():
        pytest.skip("physics is not built in")
    bones, vertices = saved_by_command(command, samples, tmp_path, 45, "--physics", "on")
    actor = hone.Actor(model, dance, physics=True)
    actor.update_frame(45)
    assert (actor.bones == bones[:, :3, :]).all()
    still = hone.Actor(model, dance)
    still.update_frame(45)
    assert (still.bones != actor.bones).any()


def test_palette_moves_the_rest_positions(model, dance):
    actor = hone.Actor(model, dance)
    actor.update(1)
    mesh = model.mesh
    counts = numpy.diff(mesh.influence_begin)
    single = numpy.flatnonzero((counts == 1) & (mesh.deforms == hone.lib.HONE_DEFORM_BDEF1))
    slots = mesh.influences["slot"][mesh.influence_begin[single]]
    matrices = actor.palette[slots]
    expected = numpy.einsum("vij,vj->vi", matrices[:, :, :3], mesh.positions[single]) + matrices[:, :, 3]
    unmorphed = numpy.setdiff1d(single, numpy.concatenate(
        [[0]] + [m.elements["vertex"] for m in model.morphs if m.kind and "vertex" in m.elements.dtype.names]))
    keep = numpy.isin(single, unmorphed)
    assert keep.any()
    numpy.testing.assert_allclose(actor.skin()[single[keep]], expected[keep], atol=2e-5)


def test_normals_have_unit_length(model, dance):
    actor = hone.Actor(model, dance)
    actor.update(1)
    positions, normals = actor.skin(normals=True)
    assert positions.shape == normals.shape
    numpy.testing.assert_allclose(numpy.linalg.norm(normals, axis=1), 1, atol=1e-3)


def test_vertices_are_written_into_given_arrays(model, dance):
    actor = hone.Actor(model, dance)
    actor.update(1)
    vertices = numpy.zeros((model.mesh.vertex_count, 8), numpy.float32)
    actor.skin(normals=True, positions_out=vertices[:, :3], normals_out=vertices[:, 3:6])
    positions, normals = actor.skin(normals=True)
    assert (vertices[:, :3] == positions).all() and (vertices[:, 3:6] == normals).all()
    assert (vertices[:, 6:] == 0).all()
    for bad in (numpy.zeros((3, 3), numpy.float32), numpy.zeros(positions.shape), positions[:, ::-1], positions[::-1]):
        with pytest.raises(ValueError):
            actor.skin(positions_out=bad)


def test_arrays_follow_the_actor(model, dance):
    actor = hone.Actor(model, dance)
    actor.update(0)
    bones = actor.bones
    before = bones.copy()
    actor.update(1)
    assert (bones != before).any()
    del actor
    assert numpy.isfinite(bones).all()  # the array keeps the actor


def test_the_pose_can_be_edited(model, dance):
    centre = model.bones.index_of("センター")

    def higher(frame, pose):
        assert frame <= 30
        pose.translations[centre, 1] += 5

    edited = hone.Actor(model, dance, edit=higher)
    edited.update(1)
    by_hand = hone.Actor(model, dance)
    by_hand.sample_frame(30)
    by_hand.pose.translations[centre, 1] += 5
    by_hand.evaluate()
    assert (edited.bones == by_hand.bones).all()
    assert (edited.bones[centre, 1, 3] - hone_bones(model, dance)[centre, 1, 3]) == pytest.approx(5, abs=1e-5)


def hone_bones(model, dance):
    actor = hone.Actor(model, dance)
    actor.update(1)
    return actor.bones


def test_an_exception_in_an_edit_is_raised(model, dance):
    def wrong(frame, pose):
        raise RuntimeError("wrong")

    with pytest.raises(RuntimeError, match="wrong"):
        hone.Actor(model, dance, edit=wrong).update(1)


def test_motions_are_layers(model, dance):
    actor = hone.Actor(model)
    low = actor.play(dance)
    assert low.weight == 1 and low.bound_count > 0
    low.weight = 0
    actor.update(1)
    rest = hone.Actor(model)
    rest.update(1)
    assert (actor.bones == rest.bones).all()
    low.weight = 1
    high = actor.cross_fade(low, dance.mirror(), fade_in=0.5, start=1)
    actor.update(1.25)
    assert 0 < high.weight < 1
    high.stop()
    with pytest.raises(hone.ArgumentError):
        high.stop()
    with pytest.raises(ValueError):
        actor.play(dance, mask=[1, 2])


def test_saved_states_give_the_same_bits(model, dance):
    actor = hone.Actor(model, dance, physics=bool(hone.lib.hone_physics_available()), exact=False)
    actor.update(0.5)
    state = actor.save()
    actor.update(1)
    first = actor.bones.copy()
    actor.update(2)
    actor.restore(state)
    actor.update(1)
    assert (actor.bones == first).all()
    with pytest.raises(hone.Error):
        actor.restore(state[:20])


def test_threads_have_actors_of_their_own(model, dance):
    results = {}

    def play(number):
        actor = hone.Actor(model, dance)
        for frame in range(number, number + 20):
            actor.update_frame(frame)
        results[number] = actor.bones.copy()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    actor = hone.Actor(model, dance)
    for number, bones in results.items():
        actor.update_frame(number + 19)
        assert (actor.bones == bones).all()


def test_bounds_contain_the_vertices(model, dance):
    actor = hone.Actor(model, dance, workers=hone.Workers(2))
    actor.update(1)
    positions, bounds = actor.skin(), actor.bounds()
    assert (positions >= bounds.min - 1e-3).all() and (positions <= bounds.max + 1e-3).all()
