"""Shared parts of the store scenes: wet street, leaning door, walls, windows, lights and camera. One unit is a meter.
The buildings stand behind y = 0, the street is in front of it."""

import math

import bpy
import numpy
import still_life
import studio

BONE = (1, 0.80, 0.62)
CLARET = (0.50, 0.006, 0.035)
LEAN = math.tan(math.radians(14))
DISTANCE, EYE_HEIGHT, ASIDE, LENS = 24, 1.65, 3.6, 40


def camera():
    """Looks straight ahead, so that upright edges stay upright. The lens is shifted like that of an architect."""
    view_width = 36 / LENS * DISTANCE
    studio.camera((-ASIDE, -DISTANCE, EYE_HEIGHT), LENS, (ASIDE / view_width, 1.7 / view_width))


def sky():
    """Nearly black, with a trace of claret above the horizon."""
    tree = bpy.context.scene.world.node_tree
    separate = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(still_life.coordinates(tree, "Generated"), separate.inputs[0])
    stops = [(0.0, (0.010, 0.0025, 0.005)), (0.2, (0.005, 0.002, 0.0035)), (0.5, (0.002, 0.0015, 0.0025))]
    tree.links.new(still_life.ramp(tree, separate.outputs["Z"], stops), tree.nodes["Background"].inputs[0])


def glow(name, color, strength, is_lamp=False):
    """A surface that is its own light. Cycles samples only lamps directly: if it sampled windows too, the light of small
    lamps would have more noise."""
    result, tree, output = studio.empty_material(name)
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = (*color, 1)
    emission.inputs["Strength"].default_value = strength
    result.cycles.sample_as_light = is_lamp
    tree.links.new(emission.outputs[0], output.inputs[0])
    return result


def wet_ground(cobbles):
    """Asphalt or cobbles in the rain: puddles like mirrors, the rest dull."""
    result, tree, shader = still_life.nodes_of("street")
    place = still_life.coordinates(tree)
    shader.inputs["Base Color"].default_value = (0.028, 0.023, 0.025, 1)
    shader.inputs["Specular"].default_value = 0.7
    puddles = still_life.noise(tree, 0.35, 3, place)
    spread = tree.nodes.new("ShaderNodeMapRange")
    for index, value in enumerate((0.40, 0.62, 0.10, 0.38), 1):
        spread.inputs[index].default_value = value
    tree.links.new(puddles, spread.inputs[0])
    tree.links.new(spread.outputs[0], shader.inputs["Roughness"])
    waves = still_life.bump(tree, still_life.noise(tree, 1.4, 2, place), 0.10, 0.05)
    if cobbles:
        cells = tree.nodes.new("ShaderNodeTexVoronoi")
        cells.inputs["Scale"].default_value = 2.6
        cells.inputs["Randomness"].default_value = 0.7
        tree.links.new(place, cells.inputs["Vector"])
        normal = still_life.bump(tree, cells.outputs["Distance"], 0.8, -0.08, waves)
    else:
        normal = still_life.bump(tree, still_life.noise(tree, 14, 3, place), 0.35, 0.02, waves)
    tree.links.new(normal, shader.inputs["Normal"])
    studio.plane((0, 0, 0), (0, 0, 0), 120, result)


def pavement(depth=3.0):
    """A pavement of stone slabs before the building, with a curb."""
    slabs = dark_stone("slabs", (0.15, 0.125, 0.12), course=0.9)
    slabs.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 0.32
    box(-30, 30, -depth, 4, -0.1, 0.02, slabs)
    box(-30, 30, -depth - 0.22, -depth, -0.1, 0.05, slabs)


def dark_stone(name="stone", color=(0.20, 0.165, 0.16), scale=3, course=None):
    """Stone with soft clouds. `course` is the height of its courses, with grooves between the blocks."""
    result, tree, shader = still_life.nodes_of(name)
    place = still_life.coordinates(tree)
    darker = tuple(part * 0.72 for part in color)
    clouds = still_life.noise(tree, scale * 0.3, 5, place)
    tree.links.new(still_life.ramp(tree, clouds, [(0.35, darker), (0.65, color)]), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.7
    shader.inputs["Specular"].default_value = 0.25
    normal = still_life.bump(tree, still_life.noise(tree, scale * 4, 5, place), 0.3, 0.02)
    if course:
        geometry = tree.nodes.new("ShaderNodeNewGeometry")
        turn = tree.nodes.new("ShaderNodeMapping")
        turn.inputs["Rotation"].default_value = (-math.pi / 2, 0, 0)
        tree.links.new(geometry.outputs["Position"], turn.inputs["Vector"])
        blocks = tree.nodes.new("ShaderNodeTexBrick")
        sizes = {"Scale": 1, "Mortar Size": course * 0.07, "Mortar Smooth": 0.6, "Brick Width": course * 2.4, "Row Height": course}
        for key, value in sizes.items():
            blocks.inputs[key].default_value = value
        tree.links.new(turn.outputs[0], blocks.inputs["Vector"])
        normal = still_life.bump(tree, blocks.outputs["Fac"], 1.0, -course * 0.12, normal)
    tree.links.new(normal, shader.inputs["Normal"])
    return result


# Shapes in the plane of a wall: lists of (x, z)


def rectangle(left, right, low, high):
    return [(left, low), (right, low), (right, high), (left, high)]


def arch(x, width, low, spring, steps=32):
    radius = width / 2
    top = [(x + radius * math.cos(math.pi * i / steps), spring + radius * math.sin(math.pi * i / steps)) for i in range(steps + 1)]
    return [(x - radius, low), (x + radius, low), *top]


def leaning(x, width, low, height):
    """The brand's slash. `x` is the middle of its lower edge."""
    lean = LEAN * height
    left, right = x - width / 2, x + width / 2
    return [(left, low), (right, low), (right + lean, low + height), (left + lean, low + height)]


def wall(outline, holes, front, thickness, surface, edge=0.015):
    """A wall that faces the street, with holes."""
    data = bpy.data.curves.new("wall", "CURVE")
    data.dimensions, data.fill_mode = "2D", "BOTH"
    data.extrude, data.bevel_depth, data.offset = thickness / 2 - edge, edge, -edge
    for shape in (outline, *holes):
        spline = data.splines.new("POLY")
        spline.points.add(len(shape) - 1)
        for point, (x, z) in zip(spline.points, shape):
            point.co = (x, z, 0, 1)
        spline.use_cyclic_u = True
    data.materials.append(surface)
    result = studio.link(bpy.data.objects.new("wall", data))
    result.rotation_euler = (math.pi / 2, 0, 0)
    result.location = (0, front + thickness / 2, 0)
    return result


def box(left, right, front, back, low, high, surface):
    return wall(rectangle(left, right, low, high), [], front, back - front, surface, 0.01)


def panel(shape, y, surface):
    """A flat shape that faces the street."""
    return studio.mesh("panel", [(x, y, z) for x, z in shape], [tuple(range(len(shape)))], surface)


def bars(left, right, low, high, y, columns, rows, surface, width=0.06):
    """The bars of a window."""
    for index in range(columns + 1):
        x = left + (right - left) * index / columns
        box(x - width / 2, x + width / 2, y, y + width, low, high, surface)
    for index in range(rows + 1):
        z = low + (high - low) * index / rows
        box(left, right, y, y + width, z - width / 2, z + width / 2, surface)


DOOR_WIDTH, DOOR_HEIGHT = 1.25, 3.7


def door_hole(x):
    return leaning(x, DOOR_WIDTH, -0.1, DOOR_HEIGHT + 0.1)


def door(x, y):
    """The leaning door of light behind its hole: bone, and a claret edge on the right."""
    wide = leaning(x, DOOR_WIDTH * 2.2, 0, DOOR_HEIGHT + 0.4)
    bright = studio.glow("door", (x + LEAN * 2.8, y + 0.7, 2.8), 3.0, BONE, (0.62, 0.17, 0.07), 2.3)
    bright.cycles.sample_as_light = False
    panel(wide, y + 0.7, bright)
    panel(leaning(x + DOOR_WIDTH * 0.5, DOOR_WIDTH * 0.45, 0, DOOR_HEIGHT + 0.4), y + 0.5, glow("claret edge", CLARET, 0.5))
    # The light that falls out of the door onto the street.
    lamp((x + LEAN * 2, y - 0.3, 2.4), -58, 1.0, 420, BONE, 2.6)


def lamp(location, tilt, size, power, color, depth=None):
    """A lamp that the wet street does not reflect. At 0 it shines down, at 180 up, at positive angles to the building."""
    light = studio.area_light(location, (tilt, 0, 0), size, power, color, depth)
    light.visible_camera = light.visible_glossy = False


def window(shape, wall_front, brightness, depth=0.9, margin=0.6, color=(1, 0.50, 0.26)):
    """A lit room behind a hole: bright below its ceiling, claret in its corners."""
    (left, low), (right, high) = numpy.min(shape, axis=0), numpy.max(shape, axis=0)
    center = ((left + right) / 2, wall_front + depth, low + (high - low) * 0.78)
    room = studio.glow("room", center, 0.68 * math.hypot(right - left, high - low), color, (0.09, 0.003, 0.010), brightness)
    room.cycles.sample_as_light = False
    back = rectangle(left - margin, right + margin, low - 0.3, high + 0.5) if margin else shape
    panel(back, wall_front + depth, room)


def moon():
    """A faint cold light that shows the outlines of all buildings."""
    studio.area_light((-9, -16, 11), (52, 0, -28), 6, 620, (0.80, 0.70, 0.85))
