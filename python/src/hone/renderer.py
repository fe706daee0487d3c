"""Renderers: pictures of actors as arrays, drawn on the GPU, or by Mesa's software where there is none."""
import numpy

from . import arrays, files
from ._native import ffi, lib
from .actor import METHODS
from .errors import call

SHADOWS = {
    "both": lib.HONE_SHADOWS_BOTH,
    "self": lib.HONE_SHADOWS_SELF,
    "ground": lib.HONE_SHADOWS_GROUND,
    "off": lib.HONE_SHADOWS_OFF,
}


class Camera:
    """A camera, as in MMD: hone_camera. Positions are in MMD's space and units, whatever the models' are."""

    def __init__(self, target=(0, 10, 0), angles=(0, 0, 0), distance=-45.0, fov=30.0, orthographic=False):
        """target: what it looks at. angles: about x, y, z, radians. fov: vertical, degrees."""
        self.target = tuple(target)
        self.angles = tuple(angles)
        self.distance = distance
        self.fov = fov
        self.orthographic = orthographic

    @classmethod
    def of(cls, record):
        """Returns the camera of a record, such as Motion.camera gives, or of a struct hone_camera."""
        return cls(tuple(map(float, record.target)), tuple(map(float, record.angles)), record.distance, record.fov,
                   record.orthographic)

    @classmethod
    def framing(cls, *actors, aspect=16 / 9):
        """Returns a camera that shows actors from the front. aspect: width divided by height."""
        bounds = ffi.new("hone_bounds *", {"min": [1e30] * 3, "max": [-1e30] * 3})
        for actor in actors:
            with actor._lock:
                call(lib.hone_framing_add_actor, bounds, actor._pointer)
        return cls.of(lib.hone_camera_framing(bounds, aspect))

    def struct(self):
        return {"target": self.target, "angles": self.angles, "distance": self.distance, "fov": self.fov,
                "orthographic": self.orthographic}


class Renderer:
    """Draws actors. It belongs to the thread that makes it."""

    def __init__(self):
        self._models = {}
        self._pointer = ffi.NULL
        self._pointer = call(lib.hone_renderer_create, ffi.NULL)

    @property
    def name(self):
        """The name of the device."""
        return arrays.text(lib.hone_renderer_name(self._pointer))

    def draw(self, *actors, camera=None, size=(640, 360), background=(1, 1, 1, 1), samples=0, shadows="both",
             edges=True, grid=False, method="auto"):
        """Returns a picture of actors: [height][width][4] of uint8, the top row first.

        camera: None: one that shows them all from the front.
        background: red, green, blue, alpha, 0 to 1; alpha 0: transparent.
        samples: of a pixel; 0: 4.
        """
        width, height = size
        pixels = numpy.zeros((height, width, 4), numpy.uint8)
        image = ffi.new("hone_image *", {"width": width, "height": height,
                                         "pixels": arrays.pointer_to(pixels, "uint8_t")})
        camera = camera or Camera.framing(*actors, aspect=width / height)
        items = ffi.new("hone_draw_item[]", [{"gpu_model": self._model(actor.model), "actor": actor._pointer}
                                             for actor in actors])
        desc = ffi.new("hone_draw_desc *", {
            "width": width, "height": height, "samples": samples, "background": background, "camera": camera.struct(),
            "shadows": SHADOWS[shadows], "no_edges": not edges, "grid": grid, "items": items,
            "item_count": len(actors), "method": METHODS[method],
        })
        call(lib.hone_renderer_draw_image, self._pointer, desc, image)
        return pixels

    def _model(self, model):
        if model not in self._models:
            folder = ffi.new("char[]", files.encoded(model.folder or "."))
            resolver = ffi.new("hone_file_resolver *", lib.hone_file_resolver_in_folder(folder))
            self._models[model] = call(lib.hone_gpu_model_create, self._pointer, model._pointer,
                                       resolver if model.folder is not None else ffi.NULL)
        return self._models[model]

    def close(self):
        """Frees the device's memory. The renderer must not be used afterwards."""
        for model in self._models.values():
            lib.hone_gpu_model_destroy(model)
        self._models = {}
        lib.hone_renderer_destroy(self._pointer)
        self._pointer = ffi.NULL

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def __del__(self):
        if lib is not None and self._pointer != ffi.NULL:
            self.close()
