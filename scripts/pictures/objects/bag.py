"""Mirovale: a structured handbag of claret calf, on bone stone."""

import math

import numpy
import still_life

HEIGHT = 1.42


def half_width(z):
    return 1.06 - 0.20 * (z / HEIGHT) ** 1.15


def half_depth(z):
    return 0.40 - 0.13 * (z / HEIGHT) + 0.05 * numpy.sin(math.pi * numpy.clip(z / HEIGHT, 0, 1))


def superellipse(a, b, power, angles):
    c, s = numpy.cos(angles), numpy.sin(angles)
    return numpy.stack([a * numpy.sign(c) * numpy.abs(c) ** (2 / power), b * numpy.sign(s) * numpy.abs(s) ** (2 / power)], axis=-1)


def build_body(calf, dark):
    angles = numpy.linspace(0, 2 * math.pi, 240, endpoint=False)
    rings = []
    for z, inset in [(0.0, 0.5), (0.0, 0.10), (0.012, 0.03), (0.05, 0.0)]:
        ring = superellipse(half_width(z) - inset, half_depth(z) - inset * 0.8, 9, angles)
        rings.append(numpy.c_[ring, numpy.full(240, z)])
    for z in numpy.linspace(0.08, HEIGHT - 0.05, 40):
        ring = superellipse(half_width(z), half_depth(z), 9, angles)
        # Gussets are drawn in at the sides, more towards the top.
        across = numpy.clip(1 - numpy.abs(ring[:, 1]) / (half_depth(z) * 0.9), 0, 1)
        ring[:, 0] -= numpy.sign(ring[:, 0]) * 0.16 * (z / HEIGHT) ** 1.3 * across**1.4 * (numpy.abs(ring[:, 0]) > half_width(z) * 0.9)
        rings.append(numpy.c_[ring, numpy.full(240, z)])
    for z, inset in [(HEIGHT - 0.015, 0.012), (HEIGHT, 0.05), (HEIGHT, 0.25)]:
        ring = superellipse(half_width(z) - inset, half_depth(z) - inset, 9, angles)
        rings.append(numpy.c_[ring, numpy.full(240, z)])
    still_life.surface(rings, calf, wrap=True)
    # Piping along the edges of the front and the back.
    for front in (-1, 1):
        for side in (-1, 1):
            heights = numpy.linspace(0.03, HEIGHT - 0.03, 60)
            path = numpy.stack([side * (half_width(heights) - 0.028), front * (half_depth(heights) - 0.012), heights], axis=-1)
            still_life.sweep(path, still_life.circle(0.026), dark, up=(0, 1, 0))
        xs = numpy.linspace(-1, 1, 60) * (half_width(0.03) - 0.03)
        still_life.sweep(numpy.stack([xs, numpy.full(60, front * (half_depth(0.0) - 0.01)), numpy.full(60, 0.035)], axis=-1), still_life.circle(0.024), dark)


def flap_point(u, s, out=0.0):
    """A point of the flap: u from -1 to 1 across, s from 0 (behind) to 1 (its lower edge)."""
    u, s = numpy.broadcast_arrays(numpy.asarray(u, dtype=float), numpy.asarray(s, dtype=float))
    top = HEIGHT + 0.035 + out
    lower = 0.50 + 0.36 * numpy.abs(u) ** 3.2
    depth = half_depth(HEIGHT) + 0.03 + out
    radius = 0.12
    # Three parts: down the back, over the top, down the front.
    back_length, top_length = 0.35, 2 * depth
    front_length = top - lower
    distance = s * (back_length + top_length + front_length)
    on_back = numpy.clip(distance, 0, back_length)
    on_top = numpy.clip(distance - back_length, 0, top_length)
    on_front = numpy.maximum(distance - back_length - top_length, 0)
    y = depth - on_top
    z = top - (back_length - on_back) - on_front
    # Rounded corners at the ridge.
    corner = numpy.abs(y) - (depth - radius)
    z = z - numpy.where((on_top > 0) & (on_top < top_length), numpy.maximum(corner, 0) ** 2 / radius * 0.9, radius * 0.9 * numpy.exp(-on_front / 0.08) * (on_front > 0))
    # The front bulges softly, over the filled body.
    bulge = half_depth(numpy.clip(z, 0, HEIGHT)) - half_depth(HEIGHT)
    y = numpy.where(on_front > 0, y - bulge - 0.055 * numpy.sin(numpy.clip(on_front / front_length, 0, 1) * math.pi * 0.9) * (1 - u**2 * 0.8), y)
    width = half_width(numpy.clip(z, 0, HEIGHT)) + 0.012
    return numpy.stack([u * width, y, z - 0.02 * u**2 * (1 - numpy.clip(on_front / front_length, 0, 1))], axis=-1)


def build_flap(calf, thread):
    u = numpy.linspace(-1, 1, 120)
    s = numpy.linspace(0, 1, 160)
    flap = still_life.surface(flap_point(u[None, :], s[:, None]), calf, flip=False)
    still_life.thicken(flap, 0.045, 0)
    still_life.bevel(flap, 0.016, 3, 60)
    # A row of stitches inside its edge.
    edge_u = numpy.concatenate([numpy.full(60, -0.955), numpy.linspace(-0.955, 0.955, 160), numpy.full(60, 0.955)])
    edge_s = numpy.concatenate([numpy.linspace(0.40, 0.955, 60), numpy.full(160, 0.962), numpy.linspace(0.955, 0.40, 60)])
    path = flap_point(edge_u, edge_s) + numpy.array([0, -0.026, 0])
    still_life.stitches(path, thread, 0.042, 0.024, 0.008, up=(0, -1, 0))


def build_handle(calf, dark, thread, metal):
    angles = numpy.linspace(math.pi, 0, 120)
    x = 0.50 * numpy.sign(numpy.cos(angles)) * numpy.abs(numpy.cos(angles)) ** 0.78
    z = HEIGHT + 0.16 + 0.72 * numpy.sin(angles) ** 0.88
    path = numpy.stack([x, numpy.zeros(120) - 0.02, z], axis=-1)
    path = still_life.resample(path, 120)
    thickness = 0.058 + 0.014 * numpy.sin(numpy.linspace(0, math.pi, 120))
    profile = numpy.stack([still_life.circle(radius, 24) for radius in thickness])
    still_life.sweep(path, profile, calf, up=(0, 1, 0))
    inner = path + numpy.array([0, -0.066, 0])
    still_life.stitches(inner[6:-6], thread, 0.040, 0.024, 0.007, up=(0, -1, 0))
    for side in (-1, 1):
        # A gold ring, held by a leather tab with a stud.
        end = numpy.array([side * 0.50, -0.02, HEIGHT + 0.15])
        circle_path = still_life.circle(0.095, 64)
        ring = numpy.stack([end[0] + circle_path[:, 0], numpy.full(64, end[1]), end[2] - 0.03 + circle_path[:, 1]], axis=-1)
        still_life.sweep(ring, still_life.circle(0.022, 12), metal, up=(0, 1, 0), closed=True)
        with still_life.Group((end[0], end[1], end[2] + 0.035)):
            still_life.lathe(still_life.round_corners([(0.0, 0.09), (0.085, 0.09), (0.085, 0.0), (0.0, 0.0)], 0.02), metal, 48)
        tab = [(end[0], -0.30, HEIGHT + 0.03), (end[0], -0.16, HEIGHT + 0.075), (end[0], -0.02, HEIGHT + 0.10), (end[0], 0.12, HEIGHT + 0.075), (end[0], 0.26, HEIGHT + 0.03)]
        still_life.sweep(still_life.smooth_path(tab, 40), still_life.rounded_rectangle(0.15, 0.04, 0.016), dark)


def build():
    calf = still_life.leather("calf", (0.13, 0.002, 0.013), 0.34, 75, 0.35, 0.35)
    dark = still_life.leather("edge", (0.11, 0.002, 0.012), 0.32, 75, 0.2)
    thread = still_life.principled("thread", (0.42, 0.05, 0.08), Roughness=0.6)
    metal = still_life.gold(0.16)
    with still_life.Group((0, 0, 0.045), (0, 0, -24)):
        build_body(calf, dark)
        build_flap(calf, thread)
        build_handle(calf, dark, thread, metal)
        place = flap_point(0.0, 0.90) + numpy.array([0, -0.03, 0])
        with still_life.Group(matrix=still_life.frame_matrix(place, (1, 0, 0), (0, -0.08, 1))):
            still_life.mark(0.30, 0.26, 0.035, metal, 0.012)
        for x in (-0.8, 0.8):
            for y in (-0.24, 0.24):
                with still_life.Group((x, y, -0.045)):
                    still_life.lathe(still_life.round_corners([(0.0, 0.0), (0.06, 0.0), (0.06, 0.05)], 0.02), metal, 32)
    still_life.ground(still_life.stone("stone", (0.50, 0.44, 0.39), 0.8, 0.42), depth=4.5)
    target = (0, 0, 1.1)
    still_life.leaning_light((-4.0, -4.4, 4.0), (0.1, 0.2, 1.0), 0.5, 680, 2.3)
    still_life.light((-3.2, 0.2, 2.6), target, 0.8, 90, still_life.WARM, 2.6)
    still_life.light((3.4, 1.2, 2.0), target, 0.6, 60, (1, 0.85, 0.8), 2.6)
    still_life.light((1.8, -5.5, 3.5), target, 2.6, 26, still_life.WARM)
    still_life.camera((0, -12.0, 3.0), (0.19, 0, 1.0), 105)
