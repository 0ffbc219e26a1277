"""Dornach: an industrial hall with a saw-tooth roof."""

import random

import still_life
import street
import studio

EAVES, PEAK, TOOTH = 5.0, 7.9, 4.2
LEFTS = [-10.5 + TOOTH * index for index in range(5)]
LIT = [0.35, 1.2, 0.9, 0.5, 1.1]
MIDDLE = 2
# The light below the roof is claret.
SKYLIGHT = (0.75, 0.050, 0.060)
DOOR_X = -0.45


def skylight(left):
    return [(left + 0.45, EAVES + 0.15), (left + 3.3, EAVES + 0.15), (left + 0.45, PEAK - 0.75)]


def rail_of_garments(left, right, colors, seed):
    """Coats and dresses on a rail, edge-on, before the light of the room."""
    chance = random.Random(seed)
    street.box(left - 0.3, right + 0.3, 0.7, 0.73, 3.42, 3.45, colors[0])
    position = left + chance.uniform(-0.2, 0.1)
    while position < right - 0.9:
        length, wide = chance.choice((1.0, 1.15, 1.6, 1.75)), chance.uniform(0.09, 0.15)
        shape = [(-wide * 1.3, -length), (wide * 1.1, -length), (wide * 0.9, -0.3), (wide * 0.5, -0.13), (0, -0.06), (-wide * 0.7, -0.13), (-wide, -0.35)]
        street.panel([(position + x, 3.42 + z) for x, z in shape], 0.72, chance.choice(colors))
        position += chance.uniform(0.13, 0.26)


def build():
    brick = street.dark_stone("brick", (0.30, 0.19, 0.17), 5, course=0.24)
    steel = studio.material("steel", (0.03, 0.024, 0.026), 0.4, 0.6)
    colors = [street.glow("garment", color, 0.05) for color in ((0.1, 0.02, 0.03), (0.06, 0.03, 0.03), street.CLARET, (0.6, 0.3, 0.2))]
    metal = studio.material("roof", (0.35, 0.29, 0.29), 0.45, 0.6)
    outline = [(LEFTS[0], -0.1), (LEFTS[-1] + TOOTH, -0.1)]
    for left in reversed(LEFTS):
        outline += [(left + TOOTH, EAVES), (left, PEAK)]
    windows = [street.rectangle(left + 0.6, left + TOOTH - 0.6, 0.9, 3.9) for index, left in enumerate(LEFTS) if index != MIDDLE]
    street.wall(outline, [*windows, *map(skylight, LEFTS), street.door_hole(DOOR_X)], 0, 0.4, brick, 0.02)
    street.door(DOOR_X, 0)
    for left, brightness in zip(LEFTS, LIT):
        street.window(skylight(left), 0, brightness, 0.38, 0, SKYLIGHT)
        for step in (1, 2, 3):
            x = left + 0.45 + 2.85 * step / 4
            street.box(x - 0.035, x + 0.035, 0.2, 0.27, EAVES + 0.1, PEAK - 0.7 - 2.15 * step / 4, steel)
        street.box(left + 0.4, left + 2.3, 0.2, 0.27, EAVES + 0.9, EAVES + 0.97, steel)
        # The edge of the roof.
        slope = [(left, PEAK), (left, PEAK + 0.2), (left + TOOTH, EAVES + 0.2), (left + TOOTH, EAVES)]
        street.wall(slope, [], -0.3, 8, metal)
    for shape, brightness in zip(windows, [0.5, 1.2, 0.8, 0.4]):
        (left, low), (right, _), (_, high), _ = shape
        street.window(shape, 0, 1.5 * brightness)
        rail_of_garments(left, right, colors, round(left))
        street.bars(left, right, low, high, 0.2, 4, 3, steel, 0.06)
        street.box(left - 0.1, right + 0.1, -0.15, 0.05, low - 0.14, low, brick)
    # A chimney behind the hall.
    with still_life.Group((7.2, 12, 0)):
        still_life.lathe([(0.95, 0), (0.7, 13), (0.85, 13), (0.85, 13.5), (0.6, 13.5)], brick, 48)
    # A lamp below each valley of the roof.
    for left in LEFTS:
        street.lamp((left, -0.55, 4.75), 22, 0.5, 26, (1, 0.66, 0.5), 0.3)
    street.moon()
    street.pavement()
    street.wet_ground(cobbles=False)
