"""The three stores at night. The buildings are in `buildings/`; the street, the door and the light are the same."""

import importlib
import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import street
import studio

width, height, samples, output, name = sys.argv[sys.argv.index("--") + 1 :][:5]
scene = studio.start(int(width), int(height), int(samples))
scene.render.filepath = output
street.camera()
street.sky()
importlib.import_module(f"buildings.{name}").build()
studio.render_on_page(scene)
