"""The membership card: black lacquer with a bright edge, and the mark of the club in claret and bone."""

import still_life

WIDTH, HEIGHT, CORNER = 3.42, 2.16, 0.13
# The outlines of public/icon.svg.
MARK = [
    ([(150, 76), (256, 76), (166, 436), (60, 436)], "bone"),
    ([(272, 76), (324, 76), (234, 436), (182, 436)], "claret"),
    ([(340, 76), (452, 108), (378, 404), (250, 436)], "bone"),
]


def build_card():
    """In the x-y plane, the front towards z."""
    face = still_life.principled("card", (0.005, 0.004, 0.0045), Roughness=0.22, Specular=0.5, Clearcoat=0.6, Clearcoat_Roughness=0.12)
    edge = still_life.principled("edge", (0.95, 0.36, 0.33), Roughness=0.16, Metallic=0.9, Emission=(1, 0.40, 0.36, 1), Emission_Strength=0.30)
    bone = still_life.principled("bone", (0.86, 0.76, 0.68), Roughness=0.28, Metallic=0.55)
    claret = still_life.principled("claret", (0.30, 0.003, 0.022), Roughness=0.16, Specular=0.6, Clearcoat=1.0)
    outline = still_life.rounded_rectangle(WIDTH, HEIGHT, CORNER, 10)
    still_life.prism(outline, -0.045, 0.0, edge, 0.008)
    inner = still_life.rounded_rectangle(WIDTH - 0.03, HEIGHT - 0.03, CORNER - 0.015, 10)
    still_life.prism(inner, -0.02, 0.008, face, 0.004)
    scale = 0.86 / 360
    for outline, enamel in MARK:
        shape = [((x - 256) * scale, (256 - y) * scale) for x, y in reversed(outline)]
        still_life.prism(shape, 0.008, 0.03, claret if enamel == "claret" else bone, 0.006)


def build():
    with still_life.Group((0, 0, 1.06), (68, 0, -24)):
        build_card()
    floor = still_life.seamless_lacquer("lacquer", (0.010, 0.006, 0.007), 0.10)
    still_life.ground(floor, depth=7)
    target = (0, 0, 1.0)
    # A leaning slit of light on the card, a bright line along its edge, and a claret one from behind.
    still_life.leaning_light((-1.1, -6.0, 5.6), target, 0.35, 2600, 0.9)
    still_life.light((-4.0, 0.2, 2.4), target, 0.7, 110, (1, 0.62, 0.60), 3.4)
    still_life.light((0.4, 1.8, 4.6), target, 3.2, 160, still_life.WARM, 0.8)
    still_life.light((4.2, 1.2, 2.2), target, 1.8, 30, (1, 0.25, 0.32), 3.0)
    still_life.camera((0, -9.0, 2.1), (0, 0, 0.90), 94)
