"""Valmoor: a gold watch on a claret strap, standing on black lacquer."""

import math

import numpy
import still_life

HALF_DEPTH, HALF_HEIGHT = 1.12, 1.62


def strap_path(start, end, count=160):
    angles = numpy.linspace(start, end, count)
    y = -HALF_DEPTH * numpy.sign(numpy.cos(angles)) * numpy.abs(numpy.cos(angles)) ** 0.85
    z = HALF_HEIGHT * numpy.sign(numpy.sin(angles)) * numpy.abs(numpy.sin(angles)) ** 0.9
    return numpy.stack([numpy.zeros(count), y, z], axis=-1)


def build_strap():
    calf = still_life.leather("strap", (0.12, 0.002, 0.012), 0.38, 26, 0.55)
    thread = still_life.principled("thread", (0.55, 0.40, 0.36), Roughness=0.7)
    path = strap_path(0.60, 2 * math.pi - 0.60)
    share = numpy.linspace(-1, 1, len(path))
    width = 0.78 + 0.26 * numpy.abs(share) ** 1.6
    _, sides, _ = still_life.frames(path, (1, 0, 0))
    outward = -sides if sides[0] @ path[0] < 0 else sides
    points = []
    for index, (place, whole) in enumerate(zip(share, width)):
        thickness = 0.11 + 0.10 * still_life.smoothstep(0.3, 0.95, abs(place))
        outline = still_life.rounded_rectangle(whole, thickness, thickness * 0.42, 5)
        # Padded near the case: the middle is higher than the stitched edges.
        pad = 0.05 * abs(place) * numpy.cos(numpy.clip(outline[:, 0] / (whole / 2), -1, 1) * math.pi / 2) ** 0.7
        outline[:, 1] += numpy.where(outline[:, 1] > 0, pad, 0)
        # More points across the top, so that the padding is round.
        closed = numpy.c_[numpy.r_[outline, outline[:1]], numpy.zeros(len(outline) + 1)]
        dense = still_life.resample(closed, 97)[:-1, :2]
        middle = 1 - numpy.clip(numpy.abs(dense[:, 0]) / (whole / 2 - 0.12), 0, 1) ** 2
        dense[:, 1] += numpy.where(dense[:, 1] > 0.02, 0.045 * abs(place) * middle, 0)
        points.append(path[index] + dense[:, :1] * numpy.array([1.0, 0, 0]) + dense[:, 1:] * outward[index])
    still_life.surface(points, calf, wrap=True)
    for side in (-1, 1):
        edge = path + numpy.array([side, 0, 0]) * (width / 2 - 0.085)[:, None]
        edge = edge + outward * (0.06 + 0.055 * still_life.smoothstep(0.3, 0.95, numpy.abs(share)))[:, None]
        still_life.stitches(edge, thread, 0.062, 0.034, 0.012, up=(1, 0, 0))


def build_case(metal):
    """In the x-y plane, with the dial towards z."""
    profile = [(0.0, -0.20), (0.80, -0.20), (0.93, -0.12), (1.0, -0.06), (1.0, 0.06), (0.975, 0.085), (0.955, 0.085), (0.955, 0.12), (0.84, 0.22), (0.80, 0.22), (0.775, 0.12), (0.775, 0.0)]
    still_life.lathe(still_life.round_corners(profile, 0.018, 4), metal, 160)
    rim = still_life.principled("rim", (0.03, 0.028, 0.03), Roughness=0.25, Metallic=0.6)
    still_life.lathe([(0.775, 0.16), (0.72, 0.085)], rim)
    dial, tree, shader = still_life.nodes_of("dial")
    for key, value in {"Metallic": 0.75, "Roughness": 0.34, "Anisotropic": 0.85, "Clearcoat": 0.6, "Clearcoat Roughness": 0.05}.items():
        shader.inputs[key].default_value = value
    tangent = tree.nodes.new("ShaderNodeTangent")
    tangent.direction_type, tangent.axis = "RADIAL", "Z"
    tree.links.new(tangent.outputs[0], shader.inputs["Tangent"])
    shader.inputs["Base Color"].default_value = (0.022, 0.017, 0.019, 1)
    still_life.lathe([(0.0, 0.075), (0.775, 0.075)], dial)
    for hour in range(12):
        angle = math.radians(90 - hour * 30)
        widths = (-0.034, 0.034) if hour == 0 else (0,)
        for shift in widths:
            length = 0.17 if hour % 3 == 0 else 0.13
            center = 0.66 - length / 2
            with still_life.Group((0, 0, 0.075), (0, 0, math.degrees(angle))), still_life.Group((center, shift, 0)):
                still_life.prism(still_life.rounded_rectangle(length, 0.036, 0.004, 1), 0, 0.028, metal, 0.010, 2)
    white = still_life.principled("print", (0.7, 0.62, 0.56), Roughness=0.5)
    for minute in range(60):
        if minute % 5:
            with still_life.Group((0, 0, 0.076), (0, 0, minute * 6)), still_life.Group((0.695, 0, 0)):
                still_life.prism([(-0.016, -0.003), (0.016, -0.003), (0.016, 0.003), (-0.016, 0.003)], 0, 0.002, white, 0)
    with still_life.Group((0, 0.30, 0.076)):
        still_life.mark(0.17, 0.13, 0.012, metal, 0.004)
    hand(metal, 90 - (10 + 9 / 60) * 30, 0.40, 0.060, 0.118)
    hand(metal, 90 - 9 * 6, 0.60, 0.046, 0.134)
    with still_life.Group((0, 0, 0.15), (0, 0, 90 - 36 * 6)):
        still_life.prism([(-0.17, -0.010), (0.62, -0.0035), (0.62, 0.0035), (-0.17, 0.010)], 0, 0.008, metal, 0.002, 1)
    still_life.lathe(still_life.round_corners([(0.0, 0.172), (0.030, 0.172), (0.034, 0.11)], 0.006), metal, 32)
    glass = still_life.thin_glass("crystal", (0.98, 0.98, 0.98), -0.18)
    still_life.lathe([(r, 0.225 + 0.030 * (1 - (r / 0.8) ** 2)) for r in numpy.linspace(0, 0.80, 14)], glass)
    # Crown, fluted.
    angles = numpy.linspace(0, 2 * math.pi, 240, endpoint=False)
    flutes = 1 + 0.045 * numpy.sign(numpy.sin(angles * 24)) * numpy.abs(numpy.sin(angles * 24)) ** 0.5
    rings = []
    for x, radius, fluted in [(0.98, 0.06, 0), (1.03, 0.06, 0), (1.035, 0.112, 0), (1.05, 0.125, 1), (1.17, 0.125, 1), (1.185, 0.112, 0), (1.205, 0.07, 0), (1.21, 0.001, 0)]:
        scale = radius * (flutes if fluted else 1.0)
        rings.append(numpy.stack([numpy.full(240, x), scale * numpy.cos(angles), scale * numpy.sin(angles) - 0.01], axis=-1))
    still_life.surface(rings, metal, wrap=True)
    for up in (-1, 1):
        for side in (-1, 1):
            path = still_life.smooth_path([(side * 0.60, up * 0.72, 0.0), (side * 0.605, up * 0.92, 0.03), (side * 0.60, up * 1.06, -0.03), (side * 0.585, up * 1.17, -0.16)], 40)
            scale = numpy.linspace(1.15, 0.78, 40)[:, None, None]
            still_life.sweep(path, still_life.rounded_rectangle(0.16, 0.19, 0.035) * scale, metal)


def hand(metal, angle, length, width, z):
    """A hand with a ridge along its middle."""
    with still_life.Group((0, 0, z), (0, 0, angle)):
        half = width / 2
        left = [(-0.12, 0.3 * half, 0), (0.02, half, 0), (length, 0.004, 0)]
        ridge = [(-0.12, 0, 0.012), (0.02, 0, 0.020), (length, 0, 0.004)]
        right = [(-0.12, -0.3 * half, 0), (0.02, -half, 0), (length, -0.004, 0)]
        blade = still_life.surface([left, ridge, right], metal)
        for polygon in blade.data.polygons:
            polygon.use_smooth = False


def build():
    metal = still_life.gold(0.13)
    with still_life.Group((0, 0, HALF_HEIGHT + 0.05), (-9, 0, 24)):
        build_strap()
        with still_life.Group((0, -HALF_DEPTH - 0.03, 0), (90, 0, 0)):
            build_case(metal)
    still_life.ground(still_life.seamless_lacquer("lacquer", (0.035, 0.002, 0.007), 0.12), depth=6.5)
    target = (0, 0, 1.62)
    still_life.light((-4.6, -3.2, 4.6), target, 1.6, 520, still_life.WARM, 4.5)
    still_life.light((4.4, -0.6, 2.6), target, 0.7, 200, (1, 0.72, 0.70), 4.0)
    still_life.light((0.5, -1.0, 6.4), target, 3.0, 170, still_life.WARM, 2.0)
    # Reflected by the dial.
    still_life.light((6.2, -5.4, 3.2), target, 5.0, 130, still_life.WARM, 5.0)
    still_life.light((-1.5, 3.4, 4.5), (0.3, 5.5, 2.4), 2.0, 120, (1, 0.30, 0.36))
    still_life.camera((0.2, -12.5, 3.1), (0.27, 0, 1.66), 88)
