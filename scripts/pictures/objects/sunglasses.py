"""Noctavie: black acetate sunglasses on bone stone."""

import math

import bpy
import numpy
import still_life

CENTER = 0.405
WRAP = 0.16


def outlines(count=160):
    """Returns the inner and the outer outline of the right rim, around its center."""
    angles = numpy.linspace(0, 2 * math.pi, count, endpoint=False)
    c, s = numpy.cos(angles), numpy.sin(angles)
    x = 0.315 * numpy.sign(c) * numpy.abs(c) ** 0.78
    y = 0.255 * numpy.sign(s) * numpy.abs(s) ** 0.82
    # Lifted at the temple, narrower at the cheek.
    y = y + 0.055 * x / 0.315 * (0.6 + 0.8 * numpy.clip(s, 0, 1))
    x = x * (1 - 0.15 * numpy.clip(-s, 0, 1))
    inner = numpy.stack([x, y], axis=-1)
    outward = still_life.normalize(inner / numpy.array([0.315, 0.255]) ** 1.4)
    thickness = 0.052 + 0.038 * numpy.clip(s, 0, 1) ** 1.5 + 0.055 * numpy.clip(c, 0, 1) ** 3 * numpy.clip(s, 0, 1) ** 0.8
    return inner, inner + outward * thickness[:, None]


def wrapped(points):
    points = numpy.array(points, dtype=float)
    points[..., 2] -= WRAP * points[..., 0] ** 2
    return points


def build_front(acetate):
    inner, outer = outlines()
    parts = []
    for side in (-1, 1):
        shift = numpy.array([side * CENTER, 0])
        a, b = inner * (side, 1) + shift, outer * (side, 1) + shift
        rings = []
        for share, z in [(0, -0.03), (0, 0.03), (1, 0.045), (1, -0.045), (0, -0.03)]:
            rings.append(numpy.c_[a + (b - a) * share, numpy.full(len(a), z)])
        parts.append(still_life.surface(rings, acetate, wrap=True, flip=side > 0))
    # The bridge.
    path = still_life.smooth_path([(-0.085, 0.055, 0), (-0.04, 0.105, 0.008), (0, 0.118, 0.012), (0.04, 0.105, 0.008), (0.085, 0.055, 0)], 60)
    parts.append(still_life.sweep(path, still_life.rounded_rectangle(0.085, 0.10, 0.02), acetate, up=(0, 0, 1)))
    # The corners that hold the hinges.
    for side in (-1, 1):
        path = still_life.smooth_path([(side * (CENTER + 0.27), 0.23, 0), (side * (CENTER + 0.345), 0.25, -0.005), (side * (CENTER + 0.385), 0.255, -0.07)], 30)
        parts.append(still_life.sweep(path, still_life.rounded_rectangle(0.085, 0.14, 0.03), acetate, up=(0, 1, 0)))
    for part in parts:
        vertices = numpy.array([vertex.co for vertex in part.data.vertices])
        part.data.vertices.foreach_set("co", wrapped(vertices).reshape(-1))
        part.modifiers.clear()
    context = {"active_object": parts[0], "selected_editable_objects": parts, "object": parts[0], "selected_objects": parts}
    bpy.ops.object.join({**bpy.context.copy(), **context})
    front = parts[0]
    still_life.merge_points(front, 0.0015)
    remesh = front.modifiers.new("remesh", "REMESH")
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", 0.004, True
    soft = front.modifiers.new("soft", "SMOOTH")
    soft.factor, soft.iterations = 0.5, 70


def build_lenses(glass):
    inner, _ = outlines()
    for side in (-1, 1):
        rings = []
        for share in numpy.linspace(0.001, 1.04, 24):
            ring = inner * (side, 1) * share
            z = 0.012 + 0.035 * (1 - share**2)
            rings.append(numpy.c_[ring + (side * CENTER, 0), numpy.full(len(ring), z)])
        lens = still_life.surface(wrapped(rings), glass, wrap=True)
        # The tint follows the height.
        layer = lens.data.uv_layers[0]
        for loop in lens.data.loops:
            layer.data[loop.index].uv = (0.5, lens.data.vertices[loop.vertex_index].co.y / 0.6 + 0.5)


def build_temples(acetate, metal):
    """Folded behind the front, one over the other."""
    for side, depth in ((1, -0.15), (-1, -0.235)):
        x = side * (CENTER + 0.392)
        hinge = wrapped([[x, 0.255, 0]])[0]
        points = [
            (hinge[0], 0.255, hinge[2] - 0.03),
            (hinge[0] * 0.985, 0.255, depth - 0.02),
            (hinge[0] * 0.86, 0.25, depth - 0.03),
            (0, 0.235, depth),
            (-hinge[0] * 0.50, 0.20, depth),
            (-hinge[0] * 0.72, 0.11, depth),
            (-hinge[0] * 0.86, -0.02, depth),
        ]
        path = still_life.smooth_path(points, 160)
        share = numpy.linspace(0, 1, 160)
        tall = 0.135 - 0.055 * still_life.smoothstep(0.15, 0.5, share) + 0.035 * still_life.smoothstep(0.65, 0.95, share)
        profile = numpy.stack([still_life.rounded_rectangle(height, 0.052, 0.02) for height in tall])
        still_life.sweep(path, profile, acetate, up=(0, 0, 1))
        with still_life.Group(matrix=still_life.frame_matrix((side * 0.765, 0.262, -0.027), (1, 0, -0.25 * side), (0, 1, 0))):
            still_life.mark(0.075, 0.055, 0.012, metal, 0.003)


def build():
    acetate = still_life.principled("acetate", (0.006, 0.005, 0.006), Roughness=0.10, Specular=0.55, Clearcoat=0.4)
    glass = still_life.thin_glass("lens", (0.10, 0.012, 0.018), 0.2, (0.012, 0.004, 0.005))
    metal = still_life.gold(0.15)
    with still_life.Group((0, 0, 0.30), (14, 0, 44)):
        build_front(acetate)
        build_lenses(glass)
        build_temples(acetate, metal)
    still_life.ground(still_life.stone("stone", (0.56, 0.50, 0.44), 0.8, 0.45), depth=8)
    target = (0, 0, 0.2)
    still_life.leaning_light((-3.2, 1.4, 2.6), (-0.05, 0, 0.1), 0.35, 400, 1.35, lean=-30)
    still_life.light((1.0, 3.2, 4.4), target, 3.2, 60, still_life.WARM, 1.0)
    # A long reflection on the acetate.
    still_life.light((-2.6, 2.4, 3.4), target, 0.35, 40, still_life.WARM, 3.0)
    still_life.light((2.6, -0.6, 2.2), target, 0.5, 14, (1, 0.75, 0.72), 2.0)
    still_life.camera((0.0, -3.6, 6.6), (-0.06, 0.0, 0.18), 110)
