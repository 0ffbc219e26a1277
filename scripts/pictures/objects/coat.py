"""Halvarden: a belted coat of bone wool on a hanger, before a claret wall."""

import math

import numpy
import still_life

# Rows of the body: half width, half depth, height; from the neck to the hem.
ROWS = [
    (0.00, 0.15, 0.125, 2.600),
    (0.05, 0.26, 0.155, 2.550),
    (0.10, 0.375, 0.180, 2.485),
    (0.145, 0.465, 0.195, 2.415),
    (0.18, 0.505, 0.205, 2.330),
    (0.24, 0.505, 0.225, 2.180),
    (0.36, 0.465, 0.240, 1.890),
    (0.46, 0.405, 0.225, 1.640),
    (0.50, 0.375, 0.215, 1.540),
    (0.54, 0.405, 0.232, 1.440),
    (0.66, 0.470, 0.290, 1.100),
    (1.00, 0.590, 0.400, -0.120),
]
BREAK = 0.40


def row_value(index, t):
    return still_life.interpolate([(row[0], row[index]) for row in ROWS], t)


def folds(t, angle):
    """Cloth hangs in soft folds below the belt."""
    below = still_life.smoothstep(0.52, 1.0, t)
    drift = angle + 0.25 * t
    wave = numpy.sin(5 * drift + 0.6) + 0.6 * numpy.sin(8 * drift + 2.1) + 0.35 * numpy.sin(13 * drift + 4.0)
    # The belt draws small gathers above and below itself.
    near = numpy.exp(-(((t - 0.50) / 0.07) ** 2))
    gathers = numpy.sin(17 * angle + 3 * numpy.sin(3 * angle)) + 0.6 * numpy.sin(29 * angle + 1)
    return 0.042 * below * wave + 0.011 * near * gathers


def body_point(t, angle, out=0.0):
    """`t` from 0 (neck) to 1 (hem), `angle` from the front center to the right of the picture."""
    t, angle = numpy.broadcast_arrays(numpy.asarray(t, dtype=float), numpy.asarray(angle, dtype=float))
    a, b, z = row_value(1, t), row_value(2, t), row_value(3, t)
    # The right panel lies over the left one.
    over = 0.028 * (1 - still_life.smoothstep(0.0, 0.9, angle))
    radial = folds(t, angle) + over + numpy.asarray(out, dtype=float)
    s, c = numpy.sin(angle), numpy.cos(angle)
    power = 0.90
    x = (a + radial) * numpy.sign(s) * numpy.abs(s) ** power
    y = -(b + radial) * numpy.sign(c) * numpy.abs(c) ** power
    dip = 0.03 * numpy.sin(2 * angle + 0.5) * still_life.smoothstep(0.9, 1.0, t)
    return numpy.stack([x, y, z + dip], axis=-1)


def angle_at(t, x):
    """The angle of the front where the body has the given x."""
    share = numpy.clip(numpy.abs(x) / row_value(1, t), 0, 0.94)
    return numpy.sign(x) * numpy.arcsin(share ** (1 / 0.90))


def edge_x(t, crossing):
    """The edge of a front panel: crossed below the break of the lapels, a V above."""
    return still_life.interpolate([(0.0, 0.145), (0.08, 0.170), (0.18, 0.095), (0.30, -0.03), (BREAK, -crossing), (1.0, -crossing - 0.02)], t)


def front_angle(t, crossing):
    return angle_at(t, edge_x(t, crossing))


def build_body(cloth, lining):
    t = numpy.linspace(0, 1, 220)[:, None]
    share = numpy.linspace(0, 1, 420)[None, :]
    first, last = front_angle(t, 0.155), 2 * math.pi - front_angle(t, 0.11)
    body = still_life.surface(body_point(t, first + (last - first) * share), cloth, flip=True)
    body.data.materials.append(lining)
    still_life.thicken(body, 0.022, -1).material_offset = 1
    still_life.bevel(body, 0.008, 2, 60)


def build_lapel(cloth, side):
    t = numpy.linspace(0.150, BREAK, 90)[:, None]
    s = numpy.linspace(0, 1, 30)[None, :]
    crossing = 0.155 if side > 0 else 0.11
    width = 0.25 * (1 - (t - 0.15) / (BREAK - 0.15)) ** 0.8 + 0.004
    # A peak lapel: its upper edge rises outwards.
    rise = 0.050 * s**1.2 * (1 - still_life.smoothstep(0.15, 0.25, t))
    place = t - rise
    angle = angle_at(place, edge_x(t, crossing) - 0.006 + s * width)
    # Rolled at the fold, lying flat at the outer edge.
    out = 0.044 + 0.020 * s**3 + 0.016 * numpy.exp(-((s / 0.10) ** 2)) * still_life.smoothstep(BREAK, 0.3, t)
    if side > 0:
        points = body_point(place, angle, out)
    else:
        points = body_point(place, 2 * math.pi - angle, out)
    lapel = still_life.surface(points, cloth, flip=side > 0)
    still_life.thicken(lapel, 0.026, 0)
    still_life.bevel(lapel, 0.008, 2, 60)


def build_collar(cloth):
    angles = numpy.linspace(0.50, 2 * math.pi - 0.50, 140)
    front = numpy.clip(numpy.cos(angles), 0, 1)
    rows = []
    for radius, height in [(0.150, 2.54), (0.150, 2.60), (0.153, 2.66), (0.166, 2.695), (0.190, 2.70), (0.215, 2.68), (0.240, 2.635), (0.262, 2.585), (0.282, 2.535), (0.296, 2.495)]:
        fall = (height - 2.70) * 0.25 * front
        x = (radius + 0.045 * (height < 2.6) * front) * numpy.sin(angles)
        y = -(radius * 0.86) * numpy.cos(angles) - 0.03 * front
        rows.append(numpy.stack([x * (1 + 0.12 * front), y, height - 0.105 * front + fall], axis=-1))
    collar = still_life.surface(rows, cloth)
    still_life.thicken(collar, 0.022, 0)
    still_life.bevel(collar, 0.008, 2, 60)
    still_life.subdivide(collar, 1)


def build_sleeve(cloth, lining, side):
    points = [(0.36, 0.01, 2.440), (0.445, 0.0, 2.375), (0.505, -0.005, 2.26), (0.535, -0.01, 2.06), (0.555, -0.03, 1.80), (0.585, -0.09, 1.45), (0.60, -0.17, 1.08)]
    path = still_life.smooth_path([(side * x, y, z) for x, y, z in points], 170)
    share = numpy.linspace(0, 1, 170)
    radius = still_life.interpolate([(0, 0.035), (0.06, 0.075), (0.13, 0.112), (0.25, 0.128), (0.60, 0.118), (1, 0.112)], share)
    angles = numpy.linspace(0, 2 * math.pi, 96, endpoint=False)
    profiles = []
    for place, size in zip(share, radius):
        elbow = numpy.exp(-(((place - 0.58) / 0.13) ** 2))
        top = numpy.exp(-(((place - 0.22) / 0.10) ** 2))
        wrinkle = 0.055 * elbow * numpy.sin(place * 75 + 1.6 * numpy.cos(angles + 0.7)) * (0.5 + 0.5 * numpy.cos(angles - 1.2))
        wrinkle += 0.030 * top * numpy.sin(angles * 4 + 1) + 0.02 * numpy.sin(angles * 3 + place * 7)
        k = size * (1 + wrinkle)
        profiles.append(numpy.stack([k * numpy.cos(angles), k * 1.12 * numpy.sin(angles)], axis=-1))
    sleeve = still_life.sweep(path, profiles, cloth, up=(0, 1, 0), cap=False)
    sleeve.data.materials.append(lining)
    still_life.thicken(sleeve, 0.022, 0)
    # A strap at the cuff, with a button.
    ring_at = path[-24]
    _, sides, normals = still_life.frames(path, (0, 1, 0))
    ring = numpy.array([ring_at + numpy.cos(a) * sides[-24] * 0.122 + numpy.sin(a) * normals[-24] * 0.137 for a in numpy.linspace(0, 2 * math.pi, 60, endpoint=False)])
    still_life.sweep(ring, still_life.rounded_rectangle(0.075, 0.024, 0.010), cloth, up=path[-25] - path[-24], closed=True)


def button(horn, t, angle, out=0.022):
    place = body_point(t, angle, out)
    across = body_point(t, angle + 0.05, out) - body_point(t, angle - 0.05, out)
    up = body_point(t - 0.01, angle, out) - body_point(t + 0.01, angle, out)
    with still_life.Group(matrix=still_life.frame_matrix(place, across, up)):
        profile = [(0.0, 0.012), (0.022, 0.012), (0.028, 0.022), (0.040, 0.022), (0.046, 0.010), (0.040, -0.004)]
        still_life.lathe(still_life.round_corners(profile, 0.006), horn, 32)


def build_belt(cloth):
    angles = numpy.linspace(0, 2 * math.pi, 200, endpoint=False)
    ring = body_point(0.50, angles, 0.034 - 0.02 * (1 - still_life.smoothstep(0, 0.9, angles)))
    ring[:, 2] = 1.54 + 0.012 * numpy.sin(angles * 3 + 1)
    still_life.sweep(ring, still_life.rounded_rectangle(0.026, 0.135, 0.011), cloth, closed=True)
    # The knot, and two ends that hang from it.
    x, y, z = body_point(0.50, -0.16, 0.075)
    ends = [
        [(0, -0.01, 0.01), (0.07, -0.035, -0.06), (0.115, -0.035, -0.22), (0.13, -0.05, -0.42), (0.155, -0.06, -0.60)],
        [(0, -0.01, 0.01), (-0.045, -0.04, -0.07), (-0.07, -0.045, -0.25), (-0.065, -0.06, -0.48), (-0.085, -0.075, -0.74)],
    ]
    for index, end in enumerate(ends):
        path = still_life.smooth_path([(x + dx, y + dy, z + dz) for dx, dy, dz in end], 80)
        share = numpy.linspace(0, 1, 80)
        width = 0.075 + 0.06 * still_life.smoothstep(0.0, 0.45, share)
        profile = numpy.stack([still_life.rounded_rectangle(whole, 0.024, 0.010) for whole in width])
        twist = numpy.stack([0.5 * numpy.sin(share * 4 + index * 2), -numpy.ones(80), numpy.zeros(80)], axis=-1)
        still_life.sweep(path, profile, cloth, up=twist)
    loop = still_life.smooth_path([(x - 0.03, y + 0.01, z + 0.085), (x - 0.005, y - 0.045, z + 0.03), (x + 0.012, y - 0.045, z - 0.035), (x + 0.02, y + 0.0, z - 0.09)], 40)
    width = 0.10 + 0.035 * numpy.sin(numpy.linspace(0, math.pi, 40))
    still_life.sweep(loop, numpy.stack([still_life.rounded_rectangle(whole, 0.045, 0.02) for whole in width]), cloth, up=(0, -1, 0.2))


def build_pocket(cloth, side):
    rows = []
    for u in numpy.linspace(-1, 1, 24):
        angle = 0.86 + 0.20 * u
        angle = angle if side > 0 else 2 * math.pi - angle
        t = 0.635 + 0.020 * u
        rows.append([body_point(t + dt, angle, 0.016) for dt in numpy.linspace(0, 0.042, 6)])
    pocket = still_life.surface(rows, cloth)
    still_life.thicken(pocket, 0.024, 0)
    still_life.bevel(pocket, 0.009, 2, 60)


def build_seam(thread):
    """The edge of the front is stitched."""
    t = numpy.linspace(BREAK + 0.01, 0.995, 120)
    still_life.stitches(body_point(t, front_angle(t, 0.155) + 0.055, 0.003), thread, 0.020, 0.014, 0.0035, up=(0, -1, 0))


def build():
    cloth = still_life.wool("bone wool", (0.68, 0.595, 0.50), 0.42, 210)
    lining = still_life.satin("lining", (0.10, 0.003, 0.014))
    horn = still_life.principled("horn", (0.05, 0.018, 0.012), Roughness=0.2)
    metal = still_life.gold(0.18)
    wood = still_life.principled("wood", (0.05, 0.016, 0.010), Roughness=0.3)
    thread = still_life.principled("thread", (0.42, 0.36, 0.29), Roughness=0.8)
    with still_life.Group((0, 0, 0), (0, 0, 16)):
        build_body(cloth, lining)
        build_collar(cloth)
        for side in (-1, 1):
            build_lapel(cloth, side)
            build_sleeve(cloth, lining, side)
            build_pocket(cloth, side)
        build_belt(cloth)
        build_seam(thread)
        for t in (0.445, 0.60, 0.70):
            for angle in (-0.20, 0.42):
                button(horn, t, angle)
        hook = [(0, 0, 2.50), (0, 0, 2.86), (0.015, 0, 2.92), (0.075, 0, 2.965), (0.085, 0, 3.04), (0.02, 0, 3.09), (-0.055, 0, 3.06), (-0.075, 0, 3.0)]
        still_life.sweep(still_life.smooth_path(hook, 90), still_life.circle(0.014, 12), metal, up=(0, 1, 0))
        bar = still_life.smooth_path([(-0.42, 0, 2.45), (-0.2, 0, 2.55), (0, 0, 2.60), (0.2, 0, 2.55), (0.42, 0, 2.45)], 60)
        still_life.sweep(bar, still_life.rounded_rectangle(0.05, 0.04, 0.018), wood)
    still_life.sweep(still_life.smooth_path([(-6, 0, 3.062), (0, 0, 3.062), (6, 0, 3.062)], 12), still_life.circle(0.030, 24), metal)
    wall = still_life.principled("wall", (0.085, 0.003, 0.011), Roughness=0.8, Specular=0.1)
    still_life.surface([[(x, 1.1, z) for x in (-9, 9)] for z in (-6, 9)], wall)
    target = (0, 0, 1.5)
    still_life.light((-3.2, -1.3, 3.3), target, 0.9, 400, still_life.WARM, 2.6)
    still_life.light((3.2, -0.2, 2.0), target, 0.6, 60, (1, 0.72, 0.70), 3.0)
    still_life.light((-0.5, -7.0, 2.2), target, 3.0, 26, still_life.WARM)
    still_life.camera((0, -13.0, 1.9), (0.02, 0, 1.46), 112)
