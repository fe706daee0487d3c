"""Compiles the module hone._native; see native.py. Everything else is in pyproject.toml."""
from setuptools import setup

setup(cffi_modules=["native.py:ffi"])
