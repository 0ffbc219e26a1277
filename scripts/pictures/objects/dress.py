"""Ombrelune: a long gown of silver satin, before black."""

import math

import numpy
import still_life

WIDTHS = [(0.0, 0.80), (0.10, 0.66), (0.35, 0.50), (0.75, 0.40), (1.15, 0.375), (1.50, 0.385), (1.70, 0.345), (1.92, 0.270), (2.05, 0.275), (2.30, 0.345), (2.45, 0.335), (2.70, 0.30)]
DEPTHS = [(0.0, 0.62), (0.10, 0.52), (0.35, 0.40), (0.75, 0.30), (1.15, 0.275), (1.50, 0.275), (1.70, 0.245), (1.92, 0.195), (2.05, 0.205), (2.30, 0.265), (2.45, 0.235), (2.70, 0.20)]
STRAP = 0.62


def neckline(angle):
    """The height of the upper edge: low in front and behind, high at the straps."""
    front = numpy.abs((angle + math.pi) % (2 * math.pi) - math.pi)
    return still_life.interpolate([(0, 2.36), (0.25, 2.40), (STRAP, 2.56), (1.0, 2.42), (1.6, 2.30), (2.4, 2.12), (math.pi, 2.02)], front)


def gown_point(s, angle, out=0.0):
    """`s` from 0 (upper edge) to 1 (hem)."""
    s, angle = numpy.broadcast_arrays(numpy.asarray(s, dtype=float), numpy.asarray(angle, dtype=float))
    z = neckline(angle) * (1 - s) + 0.015 * s
    a, b = still_life.interpolate(WIDTHS, z), still_life.interpolate(DEPTHS, z)
    # Cut on the bias: the folds turn around the body as they fall, and grow towards the hem.
    below = numpy.clip((1.45 - z) / 1.45, 0, 1)
    turn = angle - 0.55 * below**0.8 + 0.10 * numpy.sin(3 * angle + 1)
    wave = numpy.sin(9 * turn + 1.3) + 0.55 * numpy.sin(14 * turn + 2.0) + 0.30 * numpy.sin(23 * turn + 0.7)
    # Round outside, narrow inside.
    wave = wave + 0.14 * wave**2
    skirt = 0.070 * below**1.25 * wave
    # Fine folds from the waist.
    waist = numpy.exp(-(((z - 1.93) / 0.16) ** 2))
    fine = 0.008 * waist * numpy.sin(21 * (angle + 0.9 * (z - 1.93)) + 1.5 * numpy.sin(4 * angle))
    hips = 0.010 * numpy.exp(-(((z - 1.55) / 0.25) ** 2)) * numpy.sin(11 * angle + 9 * (z - 1.5))
    # The bust, and a cowl that hangs between the straps.
    front = numpy.clip(numpy.cos(angle), 0, 1)
    x = a * numpy.sin(angle)
    bust = 0.055 * numpy.exp(-(((numpy.abs(x) - 0.155) / 0.11) ** 2) - ((z - 2.28) / 0.13) ** 2) * (front > 0.2)
    swag = z - 2.9 * x**2
    cowl = numpy.exp(-(((swag - 2.24) / 0.14) ** 2)) * front**2
    drape = 0.030 * cowl * numpy.sin((swag - 2.36) * 2 * math.pi / 0.105) + 0.05 * cowl * numpy.exp(-((x / 0.16) ** 2))
    radial = skirt + fine + hips + bust + drape + numpy.asarray(out, dtype=float)
    points = numpy.stack([(a + radial) * numpy.sin(angle), -(b + radial) * numpy.cos(angle), z], axis=-1)
    # The hem rests on the floor and spreads to one side.
    low = still_life.smoothstep(0.35, 0.0, z)
    points[..., 0] += 0.10 * below**2
    points[..., 2] += 0.02 * low * (1 + numpy.sin(9 * turn + 2))
    return points


def build():
    silk = still_life.satin("silver satin", (0.60, 0.555, 0.52), 0.26, metallic=0.25)
    metal = still_life.gold(0.18)
    with still_life.Group((-0.14, 0, 0), (0, 0, -20)):
        s = numpy.linspace(0, 1, 300)[:, None]
        angles = numpy.linspace(0, 2 * math.pi, 620, endpoint=False)[None, :]
        gown = still_life.surface(gown_point(s, angles), silk, wrap=True, flip=True)
        still_life.thicken(gown, 0.010, -1)
        # The turned edge.
        ring = gown_point(0.0, angles[0], 0.0)
        still_life.sweep(ring, still_life.circle(0.010, 10), silk, closed=True)
        for side in (-1, 1):
            start = gown_point(0.0, side * STRAP if side > 0 else 2 * math.pi - STRAP)
            back = gown_point(0.0, math.pi - side * 0.55)
            strap = still_life.smooth_path([start, (start[0] * 0.98, start[1] * 0.85, start[2] + 0.09), (side * 0.20, 0.0, 2.80), (back[0], back[1] * 0.8, 2.45), back], 90)
            still_life.sweep(strap, still_life.circle(0.010, 10) * (1.4, 1), silk, up=(0, 1, 0))
        bar = still_life.smooth_path([(-0.30, 0, 2.765), (-0.2, 0, 2.79), (-0.08, 0, 2.85), (0, 0, 2.87), (0.08, 0, 2.85), (0.2, 0, 2.79), (0.30, 0, 2.765)], 80)
        still_life.sweep(bar, still_life.circle(0.016, 16), metal, up=(0, 1, 0))
        hook = [(0, 0, 2.87), (0, 0, 2.98), (0.05, 0, 3.02), (0.065, 0, 3.08), (0.015, 0, 3.12), (-0.045, 0, 3.09), (-0.055, 0, 3.05)]
        still_life.sweep(still_life.smooth_path(hook, 80), still_life.circle(0.011, 12), metal, up=(0, 1, 0))
    still_life.sweep(still_life.smooth_path([(-6, 0, 3.095), (0, 0, 3.095), (6, 0, 3.095)], 12), still_life.circle(0.024, 24), metal)
    still_life.ground(still_life.seamless_lacquer("black", (0.010, 0.008, 0.010), 0.16), depth=3.5)
    target = (0, 0, 1.5)
    still_life.light((-3.2, -0.8, 3.0), target, 0.8, 250, still_life.WARM, 3.6)
    still_life.light((3.2, 0.6, 2.2), target, 0.6, 130, (1, 0.62, 0.62), 3.4)
    still_life.light((-1.0, -6.0, 4.0), target, 2.0, 48, still_life.WARM, 3.0)
    still_life.light((0.6, 1.2, 4.5), (0, 3.5, 1.6), 2.0, 200, (1, 0.30, 0.36))
    still_life.camera((0, -13.0, 2.0), (0.08, 0, 1.52), 112)
