"""The scenes in `objects/`, one still life each: products, the membership card, and two pictures of the sign-up flow."""

import importlib
import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import bpy
import studio

width, height, samples, output, name, *options = sys.argv[sys.argv.index("--") + 1 :]
scene = studio.start(int(width), int(height), int(samples))
scene.render.filepath = output
importlib.import_module(f"objects.{name}").build()
if "on-page" in options:
    studio.render_on_page(scene)
else:
    bpy.ops.render.render(write_still=True)
