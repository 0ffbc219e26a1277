"""Quillane: a pair of black calf loafers with gold hardware, on claret lacquer."""

import math

import numpy
import still_life

LENGTH = 2.95
THROAT = 1.52


def half_width(x, side):
    t = numpy.clip(x / LENGTH, 0, 1)
    heel = (1 - (1 - numpy.clip(t / 0.16, 0, 1)) ** 2.3) ** (1 / 2.3)
    toe = (1 - numpy.clip((t - 0.74) / 0.26, 0, 1) ** 2.5) ** (1 / 2.1)
    body = still_life.interpolate([(0, 0.34), (0.14, 0.36), (0.38, 0.335), (0.66, 0.47), (0.80, 0.46), (1, 0.40)], t)
    # The outer side is fuller at the ball, the inner side at the arch is narrower.
    body = body + side * 0.03 * numpy.sin(numpy.clip((t - 0.25) / 0.75, 0, 1) * math.pi)
    return body * heel * toe


def sole_height(x):
    return still_life.interpolate([(0, 0.335), (0.7, 0.31), (1.35, 0.20), (2.05, 0.085), (2.6, 0.125), (2.95, 0.19)], x)


def roof(x):
    """The height of the closed last above its sole."""
    t = x / LENGTH
    nose = (1 - numpy.clip((t - 0.80) / 0.20, 0, 1) ** 2.4) ** (1 / 2.4)
    return 0.05 + (still_life.interpolate([(0, 1.5), (0.9, 1.35), (1.3, 1.02), (1.6, 0.84), (1.95, 0.68), (2.4, 0.53), (2.95, 0.36)], x) - 0.05) * nose


def topline(x):
    return still_life.interpolate([(0, 0.80), (0.12, 0.78), (0.7, 0.56), (1.15, 0.60), (1.42, 0.78), (1.62, 0.92), (3, 1.4)], x)


def limit(x):
    """The largest angle of a half section: pi / 2 where the upper is closed."""
    share = numpy.clip(topline(x) / roof(x), 0, 1)
    return numpy.where(share >= 1, math.pi / 2, numpy.arcsin(share ** (1 / 0.85)))


def point(x, angle, side, out=0.0):
    """A point of the upper; `angle` from 0 (sole) to pi / 2 (ridge)."""
    x, angle = numpy.broadcast_arrays(numpy.asarray(x, dtype=float), numpy.asarray(angle, dtype=float))
    width, height = half_width(x, side), roof(x)
    # The section bulges over the sole, and is narrower at the ankle.
    s, c = numpy.sin(angle), numpy.cos(angle)
    high = s**0.85 * height
    narrow = 1 - 0.16 * still_life.smoothstep(0.15, 0.9, high) * (1 - still_life.smoothstep(1.4, 2.2, x))
    bulge = 1 + 0.05 * numpy.sin(numpy.clip(high / 0.4, 0, 1) * math.pi)
    y = side * (width * numpy.abs(c) ** 0.70 * narrow * bulge)
    # The back of the heel curves in.
    back = 0.05 * numpy.sin(numpy.clip(high / 0.75, 0, 1) * math.pi) - 0.03 * high
    shift = -back * (1 - still_life.smoothstep(0, 0.5, x))
    base = numpy.stack([x + shift, y, sole_height(x) + high], axis=-1)
    if numpy.any(out):
        step = 0.004
        dx = point(numpy.clip(x + step, 0, LENGTH), angle, side) - point(numpy.clip(x - step, 0, LENGTH), angle, side)
        da = point(x, numpy.clip(angle + step, 0, math.pi / 2), side) - point(x, numpy.clip(angle - step, 0, math.pi / 2), side)
        normal = still_life.normalize(numpy.cross(dx, da)) * -side
        outward = numpy.sign(numpy.sum(normal * (base - numpy.array([1.4, 0, 0.3])), axis=-1, keepdims=True))
        base = base + normal * numpy.where(outward == 0, 1, outward) * numpy.asarray(out, dtype=float)[..., None]
    return base


def both_sides(x, low, high, count=60):
    """Rows of points from the sole on one side over the ridge to the sole on the other."""
    rows = []
    for place, bottom, top in zip(x, low, high):
        angles = numpy.linspace(bottom, top, count)
        rows.append(numpy.concatenate([point(place, angles, -1), point(place, angles[::-1], 1)]))
    return numpy.array(rows)


def build_upper(calf, lining, dark, thread):
    x = LENGTH * (1 - numpy.cos(numpy.linspace(0.004, math.pi - 0.004, 260))) / 2
    rows = both_sides(x, numpy.zeros(260), limit(x))
    upper = still_life.surface(rows, calf, flip=True)
    still_life.cut_column(upper, 59, rows.shape[1], limit(x) < math.pi / 2 - 1e-4)
    still_life.merge_points(upper, 0.0006, fill=False)
    upper.data.materials.append(lining)
    still_life.thicken(upper, 0.035, -1).material_offset = 1
    # The bound edge of the opening.
    xs = numpy.linspace(0.004, THROAT, 140)
    xs = xs[limit(xs) < math.pi / 2 - 0.02]
    edge = numpy.concatenate([point(xs[::-1], limit(xs[::-1]), -1), point(xs, limit(xs), 1)])
    edge = still_life.resample(edge, 200)
    still_life.sweep(edge, still_life.circle(0.026, 12), dark)
    # A seam below the edge, and the seam of the back stay.
    for side in (-1, 1):
        stay = xs[xs > 0.03]
        path = point(stay, limit(stay) - 0.10, side, numpy.full(len(stay), 0.008))
        still_life.stitches(path, thread, 0.030, 0.018, 0.006)


def build_apron(calf, thread):
    """The raised seam around the vamp."""
    xs = numpy.linspace(1.62, 2.60, 80)
    angles = still_life.interpolate([(1.62, 0.62), (2.0, 0.68), (2.35, 0.86), (2.53, 1.12), (2.60, math.pi / 2)], xs)
    path = numpy.concatenate([point(xs, angles, -1, numpy.full(80, 0.008)), point(xs[::-1], angles[::-1], 1, numpy.full(80, 0.008))])
    path = still_life.smooth_path(still_life.resample(path, 40), 300)
    still_life.sweep(path, still_life.circle(0.024, 12) * (1.3, 1), calf)
    # Short threads across the seam draw small puckers.
    _, sides, normals = still_life.frames(path, (0, 0, 1))
    for place, side, normal in list(zip(path, sides, normals))[4:-4:4]:
        ends = [place - side * 0.040 + normal * 0.006, place + normal * 0.026, place + side * 0.040 + normal * 0.006]
        still_life.sweep(still_life.smooth_path(ends, 8), still_life.circle(0.006, 6), thread)


def build_saddle(calf, thread, metal):
    angles = numpy.linspace(0.03, math.pi / 2, 70)
    rows = []
    for share in numpy.linspace(0, 1, 24):
        row = []
        for side, part in ((-1, angles), (1, angles[::-1])):
            middle = numpy.sin(part)
            start = 1.42 + 0.02 * (1 - middle) - 0.10 * (1 - middle) ** 2
            end = 1.80 + 0.20 * (1 - middle) ** 1.5
            row.append(point(start + (end - start) * share, part, side, numpy.full(len(part), 0.028)))
        rows.append(numpy.concatenate(row))
    rows = numpy.array(rows)
    # One surface over the ridge, without its doubled middle column.
    rows = numpy.delete(rows, 70, axis=1)
    saddle = still_life.surface(rows, calf, flip=True)
    still_life.thicken(saddle, 0.045, 0)
    still_life.bevel(saddle, 0.014, 3, 60)
    for share_row in (2, -3):
        still_life.stitches(rows[share_row] + (rows[share_row] - numpy.array([1.6, 0, 0.3])) * 0.035, thread, 0.030, 0.018, 0.006)
    middle = rows[12, 69]
    with still_life.Group(matrix=still_life.frame_matrix(middle + numpy.array([0.012, 0, 0.025]), (0, 1, 0), (-1, 0, 0.50))):
        still_life.mark(0.34, 0.24, 0.035, metal, 0.012)


def outline(low, high, margin, count=160):
    x = low + (high - low) * (1 - numpy.cos(numpy.linspace(0.0, math.pi, count))) / 2
    right = numpy.stack([x, half_width(x, 1) + margin], axis=-1)
    left = numpy.stack([x[::-1], -half_width(x[::-1], -1) - margin], axis=-1)
    points = numpy.concatenate([right, left])
    # Widens the ends too.
    points[:, 0] += margin * numpy.sign(points[:, 0] - LENGTH / 2) * (numpy.abs(points[:, 0] - LENGTH / 2) / (LENGTH / 2)) ** 8
    return points


def build_sole(edge, calf, thread, lining):
    points = outline(0.0, LENGTH, 0.042)
    for margin, bottom, top, surface_material in ((0.0, -0.085, -0.005, edge), (0.012, -0.03, 0.004, calf)):
        rings = []
        for z, inset in [(bottom, 0.03), (bottom, 0.012), (bottom + 0.012, 0.0), (top - 0.012, 0.0), (top, 0.012), (top, 0.10)]:
            scale = 1 - (inset - margin) / 0.5
            ring = points * (1 - (inset - margin) / 1.5, scale) + ((inset - margin) / 1.5 * LENGTH / 2, 0)
            rings.append(numpy.c_[ring, sole_height(numpy.clip(ring[:, 0], 0, LENGTH)) + z])
        still_life.surface(rings, surface_material, wrap=True, flip=True)
    bottom = numpy.c_[points * (1, 0.9), sole_height(numpy.clip(points[:, 0], 0, LENGTH)) - 0.084]
    center = bottom * (1, 0, 1)
    still_life.surface([bottom, center], edge, wrap=True)
    # The inner sole.
    xs = numpy.linspace(0.03, 1.9, 60)
    inner = [[(x, share * (half_width(x, share) - 0.01), sole_height(x) + 0.03) for share in numpy.linspace(-1, 1, 12)] for x in xs]
    still_life.surface(inner, lining)
    # Threads on the welt.
    ring = points * (0.995, 0.965) + (0.008, 0)
    path = numpy.c_[ring, sole_height(numpy.clip(ring[:, 0], 0, LENGTH)) + 0.012]
    still_life.stitches(path[30:-30], thread, 0.034, 0.022, 0.008)
    # The heel.
    block = points[points[:, 0] < 0.86]
    order = numpy.argsort(numpy.arctan2(block[:, 1], block[:, 0] - 0.5))
    block = block[order]
    rings = []
    for z, inset in [(0.0, 0.3), (0.0, 0.05), (0.008, 0.035), (0.06, 0.028), (0.061, 0.034), (0.068, 0.034), (0.069, 0.026), (0.22, 0.0), (0.25, 0.0)]:
        ring = (block - (0.45, 0)) * (1 - inset) + (0.45 + inset * 0.1, 0)
        rings.append(numpy.c_[ring, numpy.full(len(ring), z)])
    still_life.surface(rings, edge, wrap=True)


def shoe(materials):
    calf, lining, dark, edge, thread, metal = materials
    build_upper(calf, lining, dark, thread)
    build_apron(calf, thread)
    build_saddle(calf, thread, metal)
    build_sole(edge, dark, thread, lining)


def build():
    calf = still_life.leather("calf", (0.014, 0.012, 0.013), 0.24, 60, 0.12, 0.5)
    lining = still_life.leather("lining", (0.19, 0.004, 0.022), 0.5, 60, 0.15, 0)
    dark = still_life.leather("binding", (0.010, 0.009, 0.010), 0.3, 60, 0.1)
    edge = still_life.principled("sole edge", (0.014, 0.009, 0.009), Roughness=0.28)
    thread = still_life.principled("thread", (0.05, 0.045, 0.045), Roughness=0.6)
    metal = still_life.gold(0.15)
    materials = (calf, lining, dark, edge, thread, metal)
    with still_life.Group((1.13, 0.88, 0), (0, 0, 222)):
        shoe(materials)
    still_life.ground(still_life.seamless_lacquer("lacquer", (0.10, 0.003, 0.012), 0.2), depth=6)
    target = (0, 0, 0.5)
    still_life.light((-3.6, -0.4, 3.4), target, 1.2, 340, still_life.WARM, 3.0)
    still_life.light((3.4, 2.0, 2.4), target, 0.8, 180, still_life.WARM, 2.6)
    still_life.light((0.5, -1.0, 5.4), target, 2.6, 120, still_life.WARM, 1.6)
    # Reflected by the hardware; so far away that the floor reflects it outside the picture.
    still_life.light((-4.2, 3.2, 6.4), (-0.1, 0.1, 0.9), 1.8, 320, still_life.WARM)
    still_life.camera((0.0, -9.0, 5.2), (0.07, 0.0, 0.46), 88)
