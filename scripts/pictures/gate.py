"""The gate: a velvet curtain, and a wardrobe against the light.

The curtain is ajar or open, closed except for a line of light, or the whole picture ("curtain"). "wardrobe" is the room
behind it, without a curtain."""

import math
import os
import random
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import bpy
import studio

width, height, samples, output, crop, opening = sys.argv[sys.argv.index("--") + 1 :][:6]
scene = studio.start(int(width), int(height), int(samples))
scene.render.filepath = output

RAIL_Y, RAIL_Z = 1.5, 4.55
SCALE = 1.2


def garment_profile(stops, v):
    for (start, start_width), (end, end_width) in zip(stops, stops[1:]):
        if start <= v <= end:
            t = (v - start) / (end - start)
            return start_width + (end_width - start_width) * t * t * (3 - 2 * t)
    return stops[-1][1]


# Length in meters (scaled by 1.6), half width by height, depth / width, folds, depth of folds.
SHAPES = {
    "coat": (2.55, [(0, 0.10), (0.03, 0.27), (0.07, 0.315), (0.2, 0.30), (0.40, 0.255), (1, 0.40)], 0.42, 5, 0.03),
    "gown": (3.45, [(0, 0.16), (0.05, 0.20), (0.14, 0.25), (0.30, 0.17), (0.45, 0.24), (0.75, 0.40), (1, 0.66)], 0.60, 13, 0.15),
    "blazer": (1.75, [(0, 0.10), (0.05, 0.31), (0.1, 0.345), (0.3, 0.325), (0.6, 0.28), (1, 0.34)], 0.40, 4, 0.02),
    "slip": (2.75, [(0, 0.15), (0.05, 0.17), (0.14, 0.215), (0.34, 0.18), (0.6, 0.25), (1, 0.38)], 0.55, 11, 0.12),
}


def ring(x, z, half_width, half_depth, folds, depth, phase, count=150):
    points = []
    for i in range(count):
        angle = i / count * 2 * math.pi
        k = 1 + depth * math.sin(angle * folds + phase) + depth * 0.5 * math.sin(angle * (folds * 2 - 1) + phase * 1.7)
        points.append((x + math.cos(angle) * half_width * k, RAIL_Y + math.sin(angle) * half_depth * k, z))
    return points


def loft(rings, surface):
    count = len(rings[0])
    faces = [
        (j * count + i, j * count + (i + 1) % count, (j + 1) * count + (i + 1) % count, (j + 1) * count + i)
        for j in range(len(rings) - 1)
        for i in range(count)
    ]
    return studio.mesh("cloth", [point for points in rings for point in points], faces, surface)


def turn(new_object, x, angle):
    for vertex in new_object.data.vertices:
        dx, dy = vertex.co.x - x, vertex.co.y - RAIL_Y
        vertex.co.x = x + dx * math.cos(angle) - dy * math.sin(angle)
        vertex.co.y = RAIL_Y + dx * math.sin(angle) + dy * math.cos(angle)


def hanger(x, angle):
    hook = [(0, -0.02), (0.035, 0.035), (-0.005, 0.06), (-0.04, 0.02), (-0.012, -0.04), (0, -0.13)]
    studio.tube([(x + dx, RAIL_Y, RAIL_Z + dz) for dx, dz in hook], 0.010, steel, "hook")
    bar = [(-1, -0.30), (-0.5, -0.20), (0, -0.14), (0.5, -0.20), (1, -0.30)]
    dx, dy = math.cos(angle) * 0.30, math.sin(angle) * 0.30
    studio.tube([(x + part * dx, RAIL_Y + part * dy, RAIL_Z + dz) for part, dz in bar], 0.022, wood, "bar")


def garment(x, kind, surface, angle, seed):
    chance = random.Random(seed)
    phase = chance.uniform(0, 6)
    top = RAIL_Z - 0.20
    hanger(x, angle)
    length, stops, flat, folds, depth = SHAPES[kind]
    length, stops = length * SCALE, [(v, half_width * SCALE) for v, half_width in stops]
    rows, rings = 110, []
    for j in range(rows + 1):
        v = j / rows
        half_width = garment_profile(stops, v)
        fold_depth = depth * max(0.0, v - 0.16) ** 0.7 * 1.5
        rings.append(ring(x, top - length * v, half_width, half_width * (flat + 0.25 * v), folds, fold_depth, phase + v * 0.5))
    body = loft(rings, surface)
    is_dress = kind in ("gown", "slip")
    turn(body, x, angle)
    if not is_dress:
        for side in (-1, 1):
            rings, arm = [], 1.75 * SCALE
            for j in range(60):
                v = j / 59
                center = x + side * SCALE * (0.305 + 0.05 * math.sin(v * 1.9))
                radius = SCALE * (0.105 - 0.03 * v) * (min(1, 0.35 + v * 9))
                wrinkle = 0.05 * math.exp(-(((v - 0.5) / 0.12) ** 2)) + 0.02
                rings.append(ring(center, top - 0.12 - arm * v, radius, radius * 1.15, 3, wrinkle, phase + v * 4, 48))
            turn(loft(rings, surface), x, angle)
        rings = []
        for j in range(12):
            v = j / 11
            rings.append(ring(x, top + 0.14 - 0.16 * v, 0.095 + 0.05 * v * v, 0.085 + 0.035 * v, 1, 0.02, phase, 48))
        turn(loft(rings, surface), x, angle)
        front(x, top, length, stops, flat, surface, angle)
    else:
        for side in (-1, 1):
            strap = [(side * 0.13, top - 0.05), (side * 0.10, top + 0.02), (side * 0.05, RAIL_Z - 0.16)]
            turn_points = [(x + dx * math.cos(angle), RAIL_Y + dx * math.sin(angle), z) for dx, z in strap]
            studio.tube(turn_points, 0.009, surface, "strap")


def front(x, top, length, stops, flat, surface, angle):
    """The closed front of a coat: its edge, two lapels, buttons, and a belt."""

    def at(across, v, out):
        half_width = garment_profile(stops, v)
        depth = half_width * (flat + 0.25 * v) * math.sqrt(max(0.0, 1 - (across / half_width) ** 2))
        return (x + across, RAIL_Y - depth - out, top - length * v)

    edge = [at(0.05 + part, j / 60, 0.022 if part == 0 else 0.004) for j in range(4, 61) for part in (0, 0.03)]
    turn(studio.mesh("edge", edge, [(2 * j, 2 * j + 1, 2 * j + 3, 2 * j + 2) for j in range(56)], surface), x, angle)
    for side in (-1, 1):
        outline = [(0.055, 0.0), (0.17, 0.045), (0.24, 0.12), (0.20, 0.135), (0.215, 0.16), (0.03, 0.34)]
        outer = [at(side * across, v, 0.035) for across, v in outline]
        inner = [at(side * across * (0.25 if index < 5 else 1), v, 0.03) for index, (across, v) in enumerate(outline)]
        faces = [(j, j + 1, 7 + j, 6 + j) for j in range(5)]
        lapel = studio.mesh("lapel", outer + inner, faces, surface)
        lapel.modifiers.new("thick", "SOLIDIFY").thickness = 0.02
        turn(lapel, x, angle)
    belt = []
    for j in range(9):
        v = 0.385 + 0.035 * j / 8
        half_width = garment_profile(stops, v) * (1.0 if j in (0, 8) else 1.045)
        belt.append(ring(x, top - length * v, half_width, half_width * (flat + 0.25 * v), 5, 0.0, 0.0))
    turn(loft(belt, surface), x, angle)
    for v in (0.30, 0.47, 0.58):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=0.028, segments=16, ring_count=8, location=at(-0.07, v, 0.012))
        button = bpy.context.object
        button.data.transform(button.matrix_world)
        button.matrix_world.identity()
        button.data.materials.append(steel)
        turn(button, x, angle)


steel = studio.material("steel", (0.85, 0.76, 0.76), 0.2, 1)
wood = studio.material("wood", (0.10, 0.03, 0.02), 0.35)
ivory = studio.material("ivory wool", (0.66, 0.59, 0.53), 0.75, sheen=0.6, bump=0.25, scale=260)
bordeaux = studio.material("bordeaux satin", (0.30, 0.004, 0.028), 0.36, sheen=0.5, bump=0.06, scale=30)
black = studio.material("black wool", (0.012, 0.010, 0.012), 0.6, sheen=0.8, bump=0.2, scale=260)
ink = studio.material("ink satin", (0.016, 0.013, 0.020), 0.34, bump=0.06, scale=30)
silver = studio.material("silver satin", (0.66, 0.60, 0.58), 0.36, 0.3, bump=0.06, scale=30)

OPENING = -2.65
GARMENTS = [
    (-1.45, "slip", ink, 0.5),
    (-0.82, "gown", bordeaux, 0.5),
    (-0.08, "coat", ivory, 0.6),
    (0.60, "slip", silver, 0.45),
    (1.25, "coat", black, 0.7),
    (1.95, "gown", ink, 0.5),
]
if opening == "wardrobe":
    # A full rail, seen along it.
    surfaces = [ivory, ink, black, bordeaux, ivory, ink, silver, black, bordeaux]
    kinds = ["coat", "gown", "blazer", "slip", "coat", "slip", "gown", "coat", "gown"]
    GARMENTS = [(-2.6 + 0.44 * i, kinds[i % 9], surfaces[i % 9], 0.95 + 0.06 * (i % 3)) for i in range(16)]
if opening in ("ajar", "open", "wardrobe"):
    for index, (offset, kind, surface, angle) in enumerate(GARMENTS):
        garment(OPENING + offset, kind, surface, angle, index * 7 + 3)
    studio.tube([(-9, RAIL_Y, RAIL_Z), (3, RAIL_Y, RAIL_Z)], 0.032, steel, "rail")

half = {"wardrobe": 9.0, "ajar": 1.0, "open": 2.3 if crop == "center" else 1.5, "closed": -0.012, "curtain": -0.3}[opening]
claret = (0.42, 0.010, 0.048)
detail = 0.6 if int(samples) < 40 else 1.0
cloth = studio.velvet("velvet", claret)
LEAN = 0.72
CAMERAS = {
    ("ajar", "wide"): (0.15, -9.6, 2.75),
    ("open", "wide"): (0.15, -9.6, 2.75),
    ("ajar", "center"): (OPENING, -9.6, 2.75),
    ("open", "center"): (OPENING, -9.6, 2.75),
    ("ajar", "tall"): (OPENING - 0.5, -9.6, 1.95),
    ("open", "tall"): (OPENING - 0.5, -9.6, 1.95),
    ("closed", "wide"): (OPENING - 3.35, -9.6, 2.75),
    ("closed", "tall"): (OPENING - 2.0, -9.6, 2.4),
    ("curtain", "wide"): (OPENING, -9.6, 2.75),
    ("curtain", "tall"): (OPENING, -9.6, 3.4),
    ("wardrobe", "flow"): (OPENING - 4.2, -4.6, 3.0),
}
for side, seed in ((1, 4), (-1, 11)):
    studio.curtain(side, OPENING + side * half + LEAN, OPENING + side * half - LEAN, seed, cloth, detail=detail)

light = (1, 0.10, 0.22) if opening == "closed" else (0.62, 0.035, 0.12)
if opening == "wardrobe":
    wall = studio.glow("wall", (OPENING + 3.6, 5.0, 2.8), 4.2, (0.60, 0.05, 0.10), (0.05, 0.002, 0.010), 1.2)
else:
    wall = studio.glow("wall", (OPENING, 5.0, 2.3), 4.6, light, (0.02, 0.001, 0.006), 1.6)
studio.plane((OPENING, 5.0, 3), (90, 0, 0), 40, wall)
studio.plane((0, 0, 0), (0, 0, 0), 60, studio.material("floor", (0.02, 0.003, 0.006), 0.18, specular=0.6))

if opening == "curtain":
    # Nothing behind the curtain: wide lights from both sides show its folds.
    studio.area_light((OPENING - 5.6, -1.5, 4.4), (86, 0, -76), 1.6, 1100, (1, 0.62, 0.64), size_y=3)
    studio.area_light((OPENING + 5.6, -1.3, 2.6), (88, 0, 78), 1.4, 420, (1, 0.50, 0.58), size_y=3)
    studio.area_light((OPENING - 1.5, -4.5, 6.5), (45, 0, -14), 4, 190, (1, 0.62, 0.66))
elif opening == "closed":
    # A narrow light from the slit grazes both leaves, and one from far aside shows the folds in the dark.
    studio.area_light((OPENING - 0.2, -1.0, 3.2), (90, 0, -70), 0.6, 75, (1, 0.50, 0.56), size_y=3.4)
    studio.area_light((OPENING + 0.2, -1.0, 2.6), (90, 0, 74), 0.6, 40, (1, 0.50, 0.56), size_y=3.4)
    studio.area_light((OPENING - 9.5, -2.6, 4.5), (84, 0, -62), 1.6, 330, (1, 0.62, 0.64))
elif opening == "wardrobe":
    studio.area_light((OPENING + 5.5, 2.6, 3.4), (90, 0, 100), 1.6, 800, (1, 0.80, 0.72), size_y=3)
    studio.area_light((OPENING - 4.4, 0.2, 4.4), (80, 0, -74), 0.6, 75, (1, 0.82, 0.78), size_y=2.4)
    studio.area_light((OPENING, 0.9, 6.6), (8, 0, 0), 2.0, 60, (1, 0.86, 0.80))
else:
    # In the room: lamps at both ends of the rail, behind the leaves, model each garment from the side; one lamp above.
    studio.area_light((OPENING - 3.4, 0.7, 3.6), (90, 0, -72), 1.4, 150, (1, 0.86, 0.80), size_y=2.6)
    studio.area_light((OPENING + 3.4, 1.1, 3.4), (90, 0, 84), 1.2, 60, (1, 0.62, 0.66), size_y=2.6)
    studio.area_light((OPENING, 0.9, 6.6), (8, 0, 0), 1.0, 70, (1, 0.86, 0.80))
    # In front: a light from the opening that grazes each leaf, and a faint one from the visitor's side.
    studio.area_light((OPENING - 0.9, -1.1, 4.4), (84, 0, -74), 0.9, 105, (1, 0.60, 0.62))
    studio.area_light((OPENING + 0.9, -0.9, 2.0), (88, 0, -80), 0.8, 34, (1, 0.42, 0.50))
    studio.area_light((OPENING + 0.9, -0.9, 4.0), (86, 0, 78), 0.9, 40, (1, 0.55, 0.58))
    studio.area_light((7, -8, 8), (48, 0, 25), 4, 80, (1, 0.8, 0.8))

lens = {"tall": 56, "flow": 50}.get(crop, 38)
studio.camera(CAMERAS[opening, crop], lens, yaw=-34 if opening == "wardrobe" else 0)
bpy.ops.render.render(write_still=True)
