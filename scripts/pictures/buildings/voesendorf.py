"""Voesendorf: a round pavilion with a flat roof that reaches far out."""

import math

import numpy
import still_life
import street
import studio

CENTER_X, CENTER_Y, RADIUS, ROOF, HEIGHT = 0.9, 7.5, 7.6, 10.2, 5.2


def around(profile, surface):
    with still_life.Group((CENTER_X, CENTER_Y, 0)):
        return still_life.lathe(profile, surface, 256)


def at(angle, radius, z):
    return (CENTER_X + radius * math.cos(angle), CENTER_Y + radius * math.sin(angle), z)


def build():
    concrete = street.dark_stone("concrete", (0.36, 0.30, 0.28), 4)
    steel = studio.material("steel", (0.04, 0.03, 0.03), 0.35, 0.7)
    roof = [(0, HEIGHT), (ROOF - 0.5, HEIGHT), (ROOF, HEIGHT + 0.12), (ROOF, HEIGHT + 0.36), (ROOF - 0.1, HEIGHT + 0.42), (0, HEIGHT + 0.5)]
    around(still_life.round_corners(roof, 0.03), concrete)
    around([(0, 0.18), (ROOF - 0.8, 0.18), (ROOF - 0.8, 0.0)], concrete)
    # Curtain behind the glass: pleats of claret, lit from above.
    angles = numpy.linspace(0, 2 * math.pi, 2400, endpoint=False)
    pleats = RADIUS - 0.9 + 0.14 * numpy.sin(angles * 72) + 0.05 * numpy.sin(angles * 41 + 1)
    rows = [numpy.stack([CENTER_X + pleats * numpy.cos(angles), CENTER_Y + pleats * numpy.sin(angles), numpy.full_like(angles, z)], axis=-1) for z in (0.2, HEIGHT)]
    still_life.surface(rows, studio.velvet("curtain", (0.42, 0.010, 0.048), 0.4), wrap=True)
    # A band of light in the ceiling, between the curtain and the glass.
    around([(RADIUS - 0.5, HEIGHT - 0.02), (RADIUS - 0.2, HEIGHT - 0.02)], street.glow("cove", (1, 0.60, 0.42), 3.5, is_lamp=True))
    for index in range(36):
        angle = 2 * math.pi * (index + 0.5) / 36
        x, y, _ = at(angle, RADIUS, 0)
        if y < CENTER_Y and abs(x - 0.3) > 1.9:
            studio.tube([at(angle, RADIUS, 0.1), at(angle, RADIUS, HEIGHT)], 0.05, steel)
    # Lamps in the ground light the underside of the roof.
    for index in range(9):
        angle = math.pi + math.pi * (index + 0.5) / 9
        street.lamp(at(angle, RADIUS + 1.5, 0.3), 180, 1.0, 42, (1, 0.68, 0.52))
    # The door stands in a portal of concrete.
    front = CENTER_Y - RADIUS - 0.3
    street.wall(street.rectangle(-1.6, 2.2, -0.1, HEIGHT), [street.door_hole(-0.2)], front, 0.6, concrete)
    street.door(-0.2, front)
    street.moon()
    street.wet_ground(cobbles=False)
