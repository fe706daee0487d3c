"""The character, dance and camera that hone's build makes: HONE_SAMPLES is their folder, HONE_COMMAND the command."""
import os
import pathlib

import pytest

import hone

SAMPLES = pathlib.Path(os.environ.get("HONE_SAMPLES", "build/release/samples/made"))


@pytest.fixture(scope="session")
def samples():
    if not (SAMPLES / "character.pmx").exists():
        pytest.skip(f"{SAMPLES}: no character.pmx (HONE_SAMPLES)")
    return SAMPLES


@pytest.fixture(scope="session")
def model(samples):
    return hone.Model.load(samples / "character.pmx")


@pytest.fixture(scope="session")
def dance(samples):
    return hone.Motion.load(samples / "dance.vmd")


@pytest.fixture(scope="session")
def command():
    path = os.environ.get("HONE_COMMAND")
    if not path:
        pytest.skip("HONE_COMMAND is not set")
    return path
