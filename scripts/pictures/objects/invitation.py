"""The flow's step "how it works": an invitation of bone card, half drawn from its black envelope."""

import math

import numpy
import still_life

WIDTH, HEIGHT = 3.0, 2.05


def build_envelope(paper, lining):
    """Open and empty: a back with its flap folded out, and a front with a pocket edge that dips to the middle."""
    still_life.prism([(-WIDTH / 2, 0), (WIDTH / 2, 0), (WIDTH / 2, HEIGHT), (-WIDTH / 2, HEIGHT)], 0, 0.012, lining, 0.004)
    flap = [(-WIDTH / 2, HEIGHT), (WIDTH / 2, HEIGHT), (0.14, HEIGHT + 1.16), (-0.14, HEIGHT + 1.16)]
    still_life.prism(flap, 0, 0.012, lining, 0.004)
    dip = [(WIDTH / 2 - (i / 20) * WIDTH, HEIGHT - 0.02 - 0.62 * math.sin(math.pi * i / 20) ** 1.4) for i in range(21)]
    still_life.prism([(-WIDTH / 2, 0), (WIDTH / 2, 0), *dip], 0.075, 0.095, paper, 0.006)
    for side in (-1, 1):
        still_life.prism([(side * WIDTH / 2 - 0.012, 0), (side * WIDTH / 2 + 0.012, 0), (side * WIDTH / 2 + 0.012, HEIGHT - 0.03), (side * WIDTH / 2 - 0.012, HEIGHT - 0.03)], 0.0, 0.095, paper, 0.006)


def build():
    paper = still_life.wool("paper", (0.012, 0.010, 0.011), 0.08, 200)
    lining = still_life.satin("lining", (0.16, 0.003, 0.018), 0.34)
    card = still_life.wool("card", (0.72, 0.66, 0.60), 0.06, 220)
    foil = still_life.principled("foil", (0.30, 0.006, 0.036), Metallic=0.6, Roughness=0.3)
    with still_life.Group((-0.32, -1.30, 0.0), (0, 0, -15)):
        build_envelope(paper, lining)
        with still_life.Group((0.03, 1.12, 0.035), (0.6, 0, -1.2)):
            still_life.prism(still_life.rounded_rectangle(2.78, 1.86, 0.02) + numpy.array([0, 0.93]), 0, 0.03, card, 0.008)
            with still_life.Group((0, 1.12, 0.03)):
                still_life.mark(0.62, 0.56, 0.012, foil, 0.004)
    still_life.surface([[(x, y, -0.01) for x in (-12, 12)] for y in (-12, 12)], still_life.wool("table", (0.10, 0.003, 0.014), 0.3, 60))
    target = (0, 0.2, 0)
    still_life.leaning_light((-4.2, 2.6, 4.2), (0.1, 0.5, 0), 0.4, 900, 3.0, lean=-24)
    still_life.light((3.4, 3.0, 2.2), target, 1.6, 60, (1, 0.62, 0.62), 0.8)
    still_life.light((0.0, -3.0, 6.0), target, 3.0, 40, still_life.WARM)
    still_life.camera((0.9, -5.4, 7.2), (0.0, 0.36, 0.0), 80)
