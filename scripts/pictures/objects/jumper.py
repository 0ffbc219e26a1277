"""Tessandre: a folded roll-neck jumper of bone wool, knitted with cables, on black stone."""

import math

import numpy
import still_life

STITCH = 0.042


def knit(a, b):
    """The height of plain knitting: columns of V shaped stitches. a and b count stitches across and along."""
    across = a * 2 - numpy.floor(a * 2)
    lean = numpy.abs(2 * (a - numpy.floor(a)) - 1)
    along = b - 0.55 * lean
    along = along - numpy.floor(along)
    leg = numpy.sqrt(numpy.clip(numpy.sin(math.pi * across), 0, 1))
    return leg * (0.55 + 0.45 * numpy.sqrt(numpy.clip(numpy.sin(math.pi * along), 0, 1)))


def rope(p, q, center, half, period, direction=1):
    """Returns the height of a cable of two strands that cross; 0 beside it."""
    height = numpy.zeros_like(p)
    phase = 2 * math.pi * q / period
    for strand in (0, 1):
        turn = phase + strand * math.pi
        middle = center + direction * half * 0.50 * numpy.sin(turn)
        local = (p - middle) / (half * 0.56)
        round_part = numpy.sqrt(numpy.clip(1 - local**2, 0, 1))
        level = 0.85 + 0.24 * numpy.cos(turn)
        stitch = knit((p - middle) / STITCH + 0.5, q / STITCH * 1.1)
        strand_height = round_part * (0.7 + level) * 0.048 + 0.016 * stitch * (round_part > 0.25)
        height = numpy.maximum(height, strand_height * (round_part > 0))
    return height


def cable_front(p, q):
    """The front: a braid in the middle, ropes beside it, moss stitch at the sides."""
    base = 0.017 * knit(p / STITCH, q / STITCH)
    purl = 0.010 * (0.5 + 0.5 * numpy.sin(2 * math.pi * q / (STITCH * 0.7)) * numpy.sin(2 * math.pi * p / STITCH))
    side = numpy.abs(p)
    height = numpy.where(side < 0.30, purl, base)
    height = numpy.where((side > 0.34) & (side < 0.56), purl, height)
    # Moss stitch.
    moss = 0.016 * (0.5 + 0.5 * numpy.sin(math.pi * p / STITCH) * numpy.sin(math.pi * q / STITCH * 0.9)) ** 0.7
    height = numpy.where(side > 0.66, moss, height)
    braid = numpy.maximum(rope(p, q, -0.105, 0.125, 0.46), rope(p, q + 0.23, 0.105, 0.125, 0.46))
    ropes = numpy.maximum(rope(p, q, -0.45, 0.095, 0.38), rope(p, q, 0.45, 0.095, 0.38))
    return numpy.maximum(height, numpy.maximum(braid, ropes))


def rib(p, q):
    across = numpy.abs(numpy.sin(math.pi * p / (STITCH * 2.0)))
    return 0.045 * across**0.7 + 0.010 * knit(p / STITCH, q / STITCH) * (across > 0.4)


def plain(p, q):
    return 0.017 * knit(p / STITCH, q / STITCH)


def pillow(width, depth, thickness, height_of, surface_material, density=160, soft=0.0, seed=0.0, corner=0.10, slope=0.0):
    """A folded layer: a flat top with round edges that roll under. The pattern follows the cloth around the edge."""
    radius = thickness / 2
    reach = radius * math.pi * 0.92
    flat_x, flat_y = width / 2 - radius, depth / 2 - radius
    p = numpy.linspace(-flat_x - reach, flat_x + reach, int((width + reach) * density))[None, :]
    q = numpy.linspace(-flat_y - reach, flat_y + reach, int((depth + reach) * density))[:, None]
    p, q = numpy.broadcast_arrays(p, q)

    def base(p, q):
        over_x = numpy.sign(p) * numpy.maximum(numpy.abs(p) - flat_x + corner, 0)
        over_y = numpy.sign(q) * numpy.maximum(numpy.abs(q) - flat_y + corner, 0)
        distance = numpy.hypot(over_x, over_y)
        past = numpy.clip(distance - corner, 0, reach)
        unit_x = numpy.where(distance > 0, over_x / numpy.maximum(distance, 1e-9), 0)
        unit_y = numpy.where(distance > 0, over_y / numpy.maximum(distance, 1e-9), 0)
        out = numpy.minimum(distance, corner) + radius * numpy.sin(past / radius)
        x = numpy.sign(p) * numpy.minimum(numpy.abs(p), flat_x - corner) + unit_x * out
        y = numpy.sign(q) * numpy.minimum(numpy.abs(q), flat_y - corner) + unit_y * out
        z = thickness - radius * (1 - numpy.cos(past / radius))
        # Filled softly: higher in the middle, with slow dents.
        z = z + soft * (1 - (p / (width / 2 + reach)) ** 2) * (1 - (q / (depth / 2 + reach)) ** 2)
        z = z + 0.016 * numpy.sin(p * 3.1 + seed) * numpy.sin(q * 2.7 + 1 + seed)
        x = x + 0.012 * numpy.sin(q * 4.0 + seed * 2)
        y = y + 0.014 * numpy.sin(p * 3.4 + seed)
        # The shoulders slope.
        y = y - slope * still_life.smoothstep(0.30, 1.05, numpy.abs(x)) * still_life.smoothstep(0.0, depth / 2, y)
        return numpy.stack([x, y, z], axis=-1)

    step = 0.01
    across = base(p + step, q) - base(p - step, q)
    along = base(p, q + step) - base(p, q - step)
    normal = still_life.normalize(numpy.cross(across, along))
    points = base(p, q) + normal * height_of(p, q)[..., None]
    return still_life.surface(points, surface_material)


def build_collar(yarn):
    """The roll-neck: a ribbed tube, turned over."""
    profile = still_life.smooth_path([(-0.05, -0.16, 0), (-0.045, 0.05, 0), (-0.03, 0.20, 0), (0.015, 0.265, 0), (0.075, 0.245, 0), (0.115, 0.14, 0), (0.135, 0.0, 0), (0.125, -0.055, 0), (0.09, -0.075, 0)], 120)
    angles = numpy.linspace(0, 2 * math.pi, 900, endpoint=False)
    length = numpy.linspace(0, 1, 120)[:, None]
    slack = 0.018 * numpy.sin(3 * angles + 1) + 0.012 * numpy.sin(5 * angles + 2)
    a, b = 0.36 + profile[:, :1] + slack, 0.21 + profile[:, :1] + slack
    points = numpy.stack([a * numpy.cos(angles), b * numpy.sin(angles), profile[:, 1:2] * (1 + slack * 2) + 0 * angles], axis=-1)
    across = numpy.roll(points, -1, axis=1) - numpy.roll(points, 1, axis=1)
    normal = still_life.normalize(numpy.cross(across, numpy.gradient(points, axis=0)))
    ribs = 0.034 * numpy.abs(numpy.sin(23 * angles)) ** 0.7 + 0.008 * knit(angles / (2 * math.pi) * 92, length * 15)
    still_life.surface(points - normal * ribs[..., None], yarn, wrap=True)


def build():
    yarn = still_life.wool("yarn", (0.68, 0.60, 0.51), 0.5, 70)
    with still_life.Group((0.02, -0.14, 0), (0, 0, -16)):
        with still_life.Group((0.012, 0.015, 0.0)):
            pillow(1.66, 1.92, 0.24, plain, yarn, 120, 0.0, 1.0, 0.05, 0.40)
        with still_life.Group((0.0, 0.0, 0.23)):
            pillow(1.70, 1.94, 0.30, cable_front, yarn, 200, 0.05, 0.3, 0.05, 0.42)
        with still_life.Group((0.0, 0.78, 0.50), (-24, 0, 0)):
            build_collar(yarn)
    still_life.ground(still_life.stone("stone", (0.016, 0.013, 0.015), 0.6, 0.42), depth=7)
    target = (0, 0, 0.3)
    still_life.light((-3.4, 0.6, 2.0), target, 1.0, 330, still_life.WARM, 2.4)
    still_life.light((2.2, 3.2, 2.6), target, 1.4, 70, (1, 0.75, 0.72), 1.6)
    still_life.light((0.5, -2.4, 5.0), target, 2.4, 34, still_life.WARM)
    still_life.camera((0.0, -5.6, 6.4), (0.085, 0.02, 0.25), 86)
