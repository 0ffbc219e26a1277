"""Shared parts of all scenes: renderer, materials, meshes, lights and camera."""

import bisect
import math
import random

import bpy
import numpy


def start(width, height, samples):
    """Empties Blender and configures Cycles. Returns the scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples = samples
    cycles.seed = 1
    # Debian's build of Blender has no denoiser.
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.max_bounces = 5
    cycles.sample_clamp_indirect = 3
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.003, 0.0015, 0.002, 1)
    return scene


def link(new_object):
    bpy.context.scene.collection.objects.link(new_object)
    return new_object


def add_bump(tree, shaders, strength, scale):
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = 6
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = strength
    bump.inputs["Distance"].default_value = 0.02
    tree.links.new(noise.outputs["Fac"], bump.inputs["Height"])
    for shader in shaders:
        tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])


def material(name, color, roughness=0.6, metallic=0, sheen=0, specular=0.4, bump=0, scale=120):
    """Wool, satin, wood, steel or lacquer."""
    new_material = bpy.data.materials.new(name)
    new_material.use_nodes = True
    tree = new_material.node_tree
    shader = tree.nodes["Principled BSDF"]
    values = {"Roughness": roughness, "Metallic": metallic, "Sheen": sheen, "Sheen Tint": 0.8, "Specular": specular}
    for key, value in values.items():
        shader.inputs[key].default_value = value
    shader.inputs["Base Color"].default_value = (*color, 1)
    if bump:
        add_bump(tree, [shader], bump, scale)
    return new_material


def empty_material(name):
    """A material without a shader. Returns it with its nodes and their output."""
    new_material = bpy.data.materials.new(name)
    new_material.use_nodes = True
    tree = new_material.node_tree
    tree.nodes.clear()
    return new_material, tree, tree.nodes.new("ShaderNodeOutputMaterial")


def velvet(name, color, body=0.16):
    """Velvet: bright where its pile is seen from the side, nearly black from the front."""
    new_material, tree, output = empty_material(name)
    both = tree.nodes.new("ShaderNodeAddShader")
    pile = tree.nodes.new("ShaderNodeBsdfVelvet")
    ground = tree.nodes.new("ShaderNodeBsdfDiffuse")
    pile.inputs["Color"].default_value = (*color, 1)
    pile.inputs["Sigma"].default_value = 0.5
    ground.inputs["Color"].default_value = (*[part * body for part in color], 1)
    add_bump(tree, [pile, ground], 0.10, 60)
    tree.links.new(pile.outputs[0], both.inputs[0])
    tree.links.new(ground.outputs[0], both.inputs[1])
    tree.links.new(both.outputs[0], output.inputs[0])
    return new_material


def glow(name, center, radius, inner, outer, strength):
    """A wall that is its own light: bright around its center, dark at its edges."""
    new_material, tree, output = empty_material(name)
    emission = tree.nodes.new("ShaderNodeEmission")
    geometry = tree.nodes.new("ShaderNodeNewGeometry")
    distance = tree.nodes.new("ShaderNodeVectorMath")
    distance.operation = "DISTANCE"
    distance.inputs[1].default_value = center
    scaled = tree.nodes.new("ShaderNodeMath")
    scaled.operation = "DIVIDE"
    scaled.inputs[1].default_value = radius
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.interpolation = "EASE"
    ramp.color_ramp.elements[0].color = (*inner, 1)
    ramp.color_ramp.elements[1].color = (*outer, 1)
    emission.inputs["Strength"].default_value = strength
    tree.links.new(geometry.outputs["Position"], distance.inputs[0])
    tree.links.new(distance.outputs["Value"], scaled.inputs[0])
    tree.links.new(scaled.outputs[0], ramp.inputs[0])
    tree.links.new(ramp.outputs["Color"], emission.inputs["Color"])
    tree.links.new(emission.outputs[0], output.inputs[0])
    return new_material


def mesh(name, vertices, faces, surface):
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.update()
    data.materials.append(surface)
    for polygon in data.polygons:
        polygon.use_smooth = True
    return link(bpy.data.objects.new(name, data))


def grid_faces(columns, rows):
    return [
        (j * (columns + 1) + i, j * (columns + 1) + i + 1, (j + 1) * (columns + 1) + i + 1, (j + 1) * (columns + 1) + i)
        for j in range(rows)
        for i in range(columns)
    ]


def tube(points, radius, surface, name="tube"):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius
    curve.bevel_resolution = 6
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for bezier_point, point in zip(spline.bezier_points, points):
        bezier_point.co = point
        bezier_point.handle_left_type = bezier_point.handle_right_type = "AUTO"
    curve.materials.append(surface)
    return link(bpy.data.objects.new(name, curve))


def plane(location, rotation, size, surface):
    bpy.ops.mesh.primitive_plane_add(size=size, location=location, rotation=[math.radians(part) for part in rotation])
    bpy.context.object.data.materials.append(surface)
    return bpy.context.object


def area_light(location, rotation, size, power, color, size_y=None):
    light = bpy.data.lights.new("light", "AREA")
    light.energy, light.size, light.color = power, size, color
    if size_y:
        light.shape, light.size_y = "RECTANGLE", size_y
    new_object = link(bpy.data.objects.new("light", light))
    new_object.location = location
    new_object.rotation_euler = [math.radians(part) for part in rotation]
    return new_object


def camera(location, lens, shift=(0, 0), pitch=90, yaw=0):
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.shift_x, data.shift_y = shift
    new_object = link(bpy.data.objects.new("camera", data))
    new_object.location = location
    new_object.rotation_euler = (math.radians(pitch), 0, math.radians(yaw))
    bpy.context.scene.camera = new_object


def curtain(side, edge_top, edge_bottom, seed, surface, height=7.0, detail=1.0, width=15.0):
    """One leaf of a curtain that hangs from `height` to the floor. Its free edge runs from `edge_top` to `edge_bottom`
    (x at the top and at the floor); the leaf continues to the right (side 1) or to the left (side -1)."""
    chance = random.Random(seed)
    folds, position = [], 0.0
    while position < width * 1.4:
        fold_width = chance.uniform(0.34, 0.62)
        folds.append((position, fold_width, chance.uniform(0.65, 1.2), chance.uniform(-0.5, 0.5)))
        position += fold_width
    starts = [fold[0] for fold in folds]
    columns, rows = int(1500 * detail), int(90 * detail)
    vertices = []
    for j in range(rows + 1):
        v = j / rows
        for i in range(columns + 1):
            u = i / columns * width * 1.3
            index = bisect.bisect_right(starts, u) - 1
            fold, following = folds[index], folds[min(index + 1, len(folds) - 1)]
            t = (u - fold[0]) / fold[1]
            size = fold[2] * (1 - t) + following[2] * t
            sway = fold[3] * 0.12 * math.sin(v * 3.1 + seed)
            angle = 2 * math.pi * (t + sway)
            # Round outside, narrow inside: cloth bends widely where it hangs free.
            wave = math.sin(angle) + 0.28 * math.sin(2 * angle + 0.9 + 0.6 * v) + 0.07 * math.sin(3 * angle + v * 2)
            depth = 0.20 * size * (0.55 + 0.45 * v) * wave
            depth += 0.035 * math.sin(u * 1.3 + v * 3.4 + seed) + 0.012 * math.sin(u * 9 + v * 11)
            # Cloth near the edge is drawn aside; far from it, it hangs straight.
            lean = math.exp(-((u / 7.5) ** 1.4))
            edge = edge_top + (edge_bottom - edge_top) * v
            straight = edge_top * 0.5 + edge_bottom * 0.5
            x = straight + side * u * 0.62 + (edge - straight) * lean
            x += side * 0.05 * size * math.cos(angle)
            vertices.append((x, depth, height * (1 - v)))
    return mesh("curtain", vertices, grid_faces(columns, rows), surface)


# The color of the page behind the pictures of stores and of the card (`--ink` in app/ui/styles/tokens.css).
PAGE = numpy.array([11, 9, 10]) / 255


def add_compositor(scene):
    """Smooths the noise of dark surfaces without their outlines, then lets bright lamps glow as in a camera."""
    layer = scene.view_layers[0]
    layer.use_pass_diffuse_color = layer.use_pass_emit = layer.use_pass_normal = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, composite = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeComposite")

    def add(first, second):
        node = tree.nodes.new("CompositorNodeMixRGB")
        node.blend_type = "ADD"
        tree.links.new(first, node.inputs[1])
        tree.links.new(second, node.inputs[2])
        return node.outputs[0]

    speckless = tree.nodes.new("CompositorNodeDespeckle")
    speckless.threshold, speckless.threshold_neighbor = 0.12, 0.5
    smooth = tree.nodes.new("CompositorNodeBilateralblur")
    smooth.iterations, smooth.sigma_color, smooth.sigma_space = 3, 0.12, 3
    glare = tree.nodes.new("CompositorNodeGlare")
    glare.glare_type, glare.quality, glare.size = "FOG_GLOW", "HIGH", 7
    glare.threshold, glare.mix = 1.0, -0.72
    outlines = add(add(layers.outputs["DiffCol"], layers.outputs["Emit"]), layers.outputs["Normal"])
    tree.links.new(layers.outputs["Image"], speckless.inputs["Image"])
    tree.links.new(speckless.outputs[0], smooth.inputs["Image"])
    tree.links.new(outlines, smooth.inputs["Determinator"])
    tree.links.new(smooth.outputs[0], glare.inputs[0])
    tree.links.new(glare.outputs[0], composite.inputs[0])


def render_on_page(scene):
    """Renders the scene, and fades its edges to the color of the page."""
    add_compositor(scene)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    width, height = image.size
    pixels = numpy.array(image.pixels[:]).reshape(height, width, 4)

    def fade(size, start, end):
        place = numpy.linspace(0, 1, size)
        t = numpy.clip(place / start, 0, 1) * numpy.clip((1 - place) / end, 0, 1)
        return t * t * (3 - 2 * t)

    mask = fade(height, 0.2, 0.3)[:, None] * fade(width, 0.26, 0.26)[None, :]
    pixels[..., :3] = PAGE + (1 - PAGE) * pixels[..., :3] * mask[..., None]
    pixels[..., 3] = 1
    image.pixels.foreach_set(pixels.astype(numpy.float32).ravel())
    image.save()
