"""Serevelle: a fringed scarf of claret cashmere with bone stripes, over a gold rail."""

import math
import random

import numpy
import still_life

RAIL_Z = 2.55
RADIUS = 0.075


def twill(name, ground_color, stripe_color, stripes):
    """Cashmere woven in twill, with stripes across. `stripes` are pairs of positions along the scarf."""
    result, tree, shader = still_life.nodes_of(name)
    place = still_life.coordinates(tree, "UV")
    separate = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(place, separate.inputs[0])
    stops = [(0.0, ground_color)]
    for start, end in stripes:
        stops += [(start, ground_color), (start + 0.004, stripe_color), (end, stripe_color), (end + 0.004, ground_color)]
    color = still_life.ramp(tree, separate.outputs["Y"], stops)
    wave = tree.nodes.new("ShaderNodeTexWave")
    wave.bands_direction = "DIAGONAL"
    wave.inputs["Scale"].default_value, wave.inputs["Distortion"].default_value = 26, 0.6
    scaled = tree.nodes.new("ShaderNodeMapping")
    scaled.inputs["Scale"].default_value = (1, 2.3, 1)
    tree.links.new(place, scaled.inputs["Vector"])
    tree.links.new(scaled.outputs[0], wave.inputs["Vector"])
    nap = still_life.bump(tree, still_life.noise(tree, 120, 5), 0.4, 0.010)
    tree.links.new(still_life.bump(tree, wave.outputs["Fac"], 0.25, 0.006, nap), shader.inputs["Normal"])
    tree.links.new(color, shader.inputs["Base Color"])
    for key, value in {"Roughness": 0.85, "Sheen": 1.0, "Sheen Tint": 0.5, "Specular": 0.1}.items():
        shader.inputs[key].default_value = value
    return result


def layer_point(u, v, length, front, seed, center, spread):
    """One end of the scarf: u from -1 to 1 across, v from 0 (rail) to 1 (fringe)."""
    u, v = numpy.broadcast_arrays(numpy.asarray(u, dtype=float), numpy.asarray(v, dtype=float))
    distance = v * length
    arc = RADIUS * math.pi / 2
    on_rail = numpy.minimum(distance, arc)
    hanging = numpy.maximum(distance - arc, 0)
    angle = on_rail / RADIUS
    y = -front * RADIUS * numpy.sin(angle)
    z = RAIL_Z + RADIUS * numpy.cos(angle) - hanging
    share = hanging / length
    # Folds gather at the rail, and open below.
    drift = u + 0.10 * numpy.sin(2.2 * share + seed)
    wave = numpy.sin(drift * 5.2 + seed) + 0.55 * numpy.sin(drift * 9.1 + seed * 2.3 + share) + 0.22 * numpy.sin(drift * 16 + seed * 3 + 2 * share)
    # Gathered over the rail.
    lift = 0.034 * (wave + 1.8)
    y = y - front * lift * numpy.sin(angle)
    z = z + lift * numpy.cos(angle)
    depth = 0.075 * still_life.smoothstep(0.0, 0.7, share) * (wave + 1.0)
    depth = depth + 0.02 * still_life.smoothstep(0, 0.3, share) * numpy.sin(share * 5 + seed + 2 * u)
    width = spread * (0.34 + 0.17 * share**0.7)
    x = center + width * u + 0.020 * numpy.cos(drift * 5.2 + seed) + 0.09 * share * (1 if front > 0 else 1.6)
    y = y - front * (0.06 * still_life.smoothstep(0, 0.1, share) + depth)
    z = z + 0.035 * u * share - 0.03 * numpy.abs(wave) * 0.3
    return numpy.stack([x, y, z], axis=-1)


def build_fringe(yarn, place, count, seed):
    chance = random.Random(seed)
    for index in range(count):
        u = -0.985 + 1.97 * index / (count - 1)
        top = place(u, 1.0)
        above = place(u, 0.97)
        fall = (top - above) / numpy.linalg.norm(top - above)
        length = 0.27 + chance.uniform(-0.02, 0.02)
        sway = numpy.array([chance.uniform(-0.035, 0.035), chance.uniform(-0.03, 0.03), 0])
        path = still_life.smooth_path([top - fall * 0.02, top + fall * 0.06 + sway * 0.1, top + fall * 0.15 + sway * 0.5, top + fall * length + sway], 26)
        share = numpy.linspace(0, 1, 26)
        # Twisted from two threads, with a knot at its end.
        radius = 0.0125 + 0.004 * numpy.exp(-(((share - 0.90) / 0.03) ** 2)) - 0.004 * (share > 0.94)
        angles = numpy.linspace(0, 2 * math.pi, 12, endpoint=False)
        profile = []
        for part, size in zip(share, radius):
            k = size * (0.78 + 0.30 * numpy.abs(numpy.cos(angles - part * 16)))
            profile.append(numpy.stack([k * numpy.cos(angles), k * numpy.sin(angles)], axis=-1))
        still_life.sweep(path, profile, yarn, up=(0, 1, 0))


def build():
    claret, bone = (0.12, 0.003, 0.014), (0.58, 0.50, 0.42)
    long_cloth = twill("long end", claret, bone, [(0.66, 0.70), (0.72, 0.83), (0.85, 0.89)])
    short_cloth = twill("short end", claret, bone, [(0.60, 0.645), (0.67, 0.80), (0.825, 0.87)])
    yarn = still_life.wool("yarn", claret, 0.5, 90)
    metal = still_life.gold(0.16)
    u, v = numpy.linspace(-1, 1, 200)[None, :], numpy.linspace(0, 1, 260)[:, None]
    with still_life.Group((0, 0, 0), (0, 0, 14)):
        ends = [
            (long_cloth, lambda u, v: layer_point(u, v, 2.05, 1, 0.8, -0.20, 1.16), 44, 1),
            (short_cloth, lambda u, v: layer_point(u, v, 1.62, -1, 2.9, 0.24, 1.12), 44, 2),
        ]
        for cloth, place, count, seed in ends:
            end = still_life.surface(place(u, v), cloth)
            still_life.thicken(end, 0.020, 0)
            build_fringe(yarn, place, count, seed)
        still_life.sweep(still_life.smooth_path([(-7, 0, RAIL_Z), (0, 0, RAIL_Z), (7, 0, RAIL_Z)], 12), still_life.circle(RADIUS - 0.012, 40), metal)
    still_life.surface([[(x, 1.3, z) for x in (-9, 9)] for z in (-6, 9)], still_life.stone("wall", (0.52, 0.46, 0.40), 0.85, 0.7))
    target = (0, 0, 1.5)
    still_life.leaning_light((-3.2, -4.6, 3.6), (0, 0.3, 1.45), 0.45, 620, 2.0)
    still_life.light((3.0, -0.6, 1.8), target, 0.8, 22, (1, 0.84, 0.80), 3.0)
    still_life.light((0.4, -5.2, 6.2), target, 3.0, 34, still_life.WARM, 0.8)
    still_life.camera((0, -12.0, 1.9), (0.09, 0, 1.46), 124)
