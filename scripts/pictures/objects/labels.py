"""The flow's second step: the names of labels, in raised letters on a wall of dark lacquer."""

import os

import bpy
import still_life
import studio

FONT = os.path.join(os.path.dirname(__file__), "..", "..", "..", "app", "ui", "fonts", "playfair-latin.woff2")
# Without "Halvarden": the outlines of this H overlap, which Blender fills wrongly.
NAMES = ["Mirovale", "Ombrelune", "Quillane", "Serevelle", "Tessandre", "Valmoor", "Noctavie"]
ROW_HEIGHT = 0.60


def build_row(font, surface, row, z):
    text = bpy.data.curves.new("row", "FONT")
    first = row * 3 % len(NAMES)
    text.body = "   ".join(NAMES[first:] + NAMES[:first])
    text.font, text.size, text.extrude = font, 0.56, 0.02
    text.materials.append(surface)
    letters = studio.link(bpy.data.objects.new("row", text))
    letters.location = (-8.2 - 0.9 * (row % 3), -0.03, z)
    letters.rotation_euler = (1.5708, 0, 0)


def build():
    font = bpy.data.fonts.load(os.path.abspath(FONT))
    enamel = still_life.principled("enamel", (0.80, 0.72, 0.66), Roughness=0.45)
    for row in range(13):
        build_row(font, enamel, row, ROW_HEIGHT * row)
    lacquer = still_life.principled("lacquer", (0.045, 0.003, 0.010), Roughness=0.42, Specular=0.35)
    still_life.surface([[(x, 0, z) for x in (-20, 20)] for z in (-6, 14)], lacquer)
    still_life.leaning_light((-5.5, -2.6, 5.4), (-0.6, 0, 3.2), 0.5, 640, 2.6)
    still_life.light((6, -5, 6), (0, 0, 3.3), 2.5, 30, (1, 0.55, 0.58))
    still_life.camera((-2.6, -8.6, 2.7), (-0.1, 0, 3.35), 62)
