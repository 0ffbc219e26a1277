"""Munich: a city house with an arcade, and tall arched windows above it."""

import bpy
import still_life
import street
import studio

ARCADE_DEPTH = 2.4
# The middle and the width of each arch, and the brightness of the window above it.
BAYS = [(-8.1, 2.3, 0.25), (-4.45, 2.3, 1.5), (0, 3.6, 0.7), (4.45, 2.3, 0.12), (8.1, 2.3, 1.0)]
SPRING, SILL, WINDOW_SPRING, WINDOW_WIDTH = 2.75, 5.9, 7.9, 1.6


def archivolt(x, width, low, spring, surface, size):
    points = [(px, -0.05, pz) for px, pz in street.arch(x, width + size, low, spring)]
    path = still_life.resample([*points[1:], points[0]], 90)
    still_life.sweep(path, still_life.rounded_rectangle(size, 0.16, 0.03, 2), surface, up=(0, 1, 0))


def build_window(x, brightness, stone, frame):
    hole = street.arch(x, WINDOW_WIDTH, SILL, WINDOW_SPRING)
    half, top = WINDOW_WIDTH / 2, WINDOW_SPRING + WINDOW_WIDTH / 2
    street.window(hole, 0, brightness)
    # Two curtains at the sides.
    drape = street.glow("drape", street.CLARET, 0.05 * brightness)
    for side in (-1, 1):
        curve = [(0.40, top), (0.44, 7.4), (0.52, SILL)]
        street.panel([*[(x + side * inner, z) for inner, z in curve], (x + side * 1.4, SILL), (x + side * 1.4, top)], 0.75, drape)
    street.bars(x - half, x + half, SILL, WINDOW_SPRING, 0.35, 2, 3, frame, 0.06)
    street.box(x - 0.03, x + 0.03, 0.35, 0.41, WINDOW_SPRING, top, frame)
    archivolt(x, WINDOW_WIDTH, SILL, WINDOW_SPRING, stone, 0.2)
    street.box(x - 1.05, x + 1.05, -0.22, 0, SILL - 0.2, SILL, stone)


def lantern(x, frame):
    street.box(x - 0.04, x + 0.04, -0.4, 0, 3.66, 3.72, frame)
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.11, segments=24, ring_count=12, location=(x, -0.4, 3.5))
    bpy.context.object.data.materials.append(street.glow("lantern", street.BONE, 9))
    for tilt in (0, 90, 180):
        street.lamp((x, -0.45, 3.5), tilt, 0.25, 5, street.BONE)


def build():
    stone = street.dark_stone("ashlar", (0.30, 0.25, 0.24), course=0.5)
    plain = street.dark_stone("stone", (0.34, 0.28, 0.27))
    plaster = street.dark_stone("plaster", (0.16, 0.026, 0.036))
    frame = studio.material("frame", (0.02, 0.015, 0.016), 0.4)
    arches = [street.arch(x, width, -0.1, SPRING) for x, width, _ in BAYS]
    windows = [street.arch(x, WINDOW_WIDTH, SILL, WINDOW_SPRING) for x, _, _ in BAYS]
    street.wall(street.rectangle(-11.5, 11.5, -0.1, 5), arches, 0, 0.75, stone, 0.03)
    street.wall(street.rectangle(-11.5, 11.5, 5, 13), windows, 0, 0.55, plain, 0.03)
    for x, width, brightness in BAYS:
        archivolt(x, width, 0, SPRING, plain, 0.28)
        top = SPRING + width / 2
        street.box(x - 0.2, x + 0.2, -0.25, 0, top - 0.02, top + 0.45, plain)
        build_window(x, brightness, plain, frame)
    for x in (-6.27, -2.55, 2.55, 6.27):
        lantern(x, frame)
    for low, high, out in ((4.95, 5.1, 0.15), (5.1, 5.3, 0.3), (9.2, 9.4, 0.2), (9.4, 9.7, 0.45)):
        street.box(-11.5, 11.5, -out, 0, low, high, plain)
    # The arcade: a vault, and a wall with the door.
    street.wall(street.rectangle(-12, 12, -0.1, 5), [street.door_hole(-0.05)], ARCADE_DEPTH + 0.75, 0.4, plaster)
    street.box(-12, 12, 0.75, ARCADE_DEPTH + 0.8, 4.75, 5, plaster)
    street.door(-0.05, ARCADE_DEPTH + 0.75)
    for x, _, _ in BAYS:
        street.lamp((x, 2.3, 4.65), 20, 0.5, 55, (1, 0.62, 0.48))
    # Lamps on the cornice, below the windows, graze the wall above them.
    for x, _, _ in BAYS:
        for side in (-1, 1):
            street.lamp((x + side * 1.3, -0.5, 5.35), 168, 0.4, 16, (1, 0.68, 0.52))
    street.moon()
    street.pavement()
    street.wet_ground(cobbles=True)
