"""Shared parts of the product scenes: surfaces, sweeps, stitches, materials, ground, lights and camera."""

import math

import bmesh
import bpy
import numpy
import studio
from mathutils import Matrix, Vector

# The color of most lamps.
WARM = (1, 0.90, 0.82)


# Meshes


def surface(points, surface_material, wrap=False, thickness=0.0, offset=1.0, weld=False, smooth=0, flip=False):
    """A mesh from a grid of points (rows, columns, 3). `wrap` joins the last column to the first one. `thickness` grows
    to the side of the normals if `offset` is 1."""
    points = numpy.asarray(points, dtype=float)
    rows, columns = points.shape[:2]
    last = columns if wrap else columns - 1
    row, column = numpy.meshgrid(numpy.arange(rows - 1), numpy.arange(last), indexing="ij")
    following = (column + 1) % columns
    corners = [row * columns + column, row * columns + following, (row + 1) * columns + following, (row + 1) * columns + column]
    if flip:
        corners.reverse()
    faces = numpy.stack(corners, axis=-1).reshape(-1, 4)
    data = bpy.data.meshes.new("surface")
    data.from_pydata(points.reshape(-1, 3).tolist(), [], faces.tolist())
    layer = data.uv_layers.new()
    u, v = column / last, row / (rows - 1)
    next_u, next_v = (column + 1) / last, (row + 1) / (rows - 1)
    coordinates = [(u, v), (next_u, v), (next_u, next_v), (u, next_v)]
    if flip:
        coordinates.reverse()
    uv = numpy.stack([numpy.stack(pair, axis=-1) for pair in coordinates], axis=-2).reshape(-1)
    layer.data.foreach_set("uv", uv)
    data.materials.append(surface_material)
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.update()
    result = studio.link(bpy.data.objects.new("surface", data))
    if weld:
        result.modifiers.new("weld", "WELD").merge_threshold = 0.0005
    if thickness:
        thicken(result, thickness, offset)
    if smooth:
        subdivide(result, smooth)
    return result


def thicken(target, thickness, offset=1.0):
    modifier = target.modifiers.new("thickness", "SOLIDIFY")
    modifier.thickness, modifier.offset = thickness, offset
    return modifier


def cut_column(target, column, columns, rows):
    """Deletes the faces of a column of a surface, in the rows that are true."""
    data = bmesh.new()
    data.from_mesh(target.data)
    data.faces.ensure_lookup_table()
    doomed = [data.faces[row * (columns - 1) + column] for row in range(len(rows) - 1) if rows[row] and rows[row + 1]]
    bmesh.ops.delete(data, geom=doomed, context="FACES")
    data.to_mesh(target.data)
    data.free()


def merge_points(target, distance, fill=True):
    data = bmesh.new()
    data.from_mesh(target.data)
    bmesh.ops.remove_doubles(data, verts=data.verts, dist=distance)
    if fill:
        bmesh.ops.holes_fill(data, edges=data.edges)
        bmesh.ops.recalc_face_normals(data, faces=data.faces)
    data.to_mesh(target.data)
    data.free()


def subdivide(target, levels):
    modifier = target.modifiers.new("smooth", "SUBSURF")
    modifier.levels = modifier.render_levels = levels


def bevel(target, width, segments=3, angle=35):
    modifier = target.modifiers.new("bevel", "BEVEL")
    modifier.width, modifier.segments = width, segments
    modifier.limit_method, modifier.angle_limit = "ANGLE", math.radians(angle)
    modifier.harden_normals = True
    target.data.use_auto_smooth = True
    target.data.auto_smooth_angle = math.radians(50)


def prism(outline, z_low, z_high, surface_material, edge=0.01, segments=3):
    """A flat polygon in the x-y plane with a height, and rounded edges."""
    count = len(outline)
    vertices = [(x, y, z_low) for x, y in outline] + [(x, y, z_high) for x, y in outline]
    faces = [tuple(reversed(range(count))), tuple(range(count, 2 * count))]
    faces += [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
    data = bpy.data.meshes.new("prism")
    data.from_pydata(vertices, [], faces)
    data.materials.append(surface_material)
    for polygon in data.polygons:
        polygon.use_smooth = True
    result = studio.link(bpy.data.objects.new("prism", data))
    if edge:
        bevel(result, edge, segments)
    return result


def rounded_rectangle(width, height, radius, per_corner=6):
    """The outline of a rounded rectangle around the origin, counterclockwise."""
    points = []
    for corner, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        for step in range(per_corner + 1):
            angle = math.pi / 2 * (corner + step / per_corner)
            points.append((sx * (width / 2 - radius) + radius * math.cos(angle), sy * (height / 2 - radius) + radius * math.sin(angle)))
    return numpy.array(points)


def circle(radius, count=16):
    angles = numpy.linspace(0, 2 * math.pi, count, endpoint=False)
    return numpy.stack([radius * numpy.cos(angles), radius * numpy.sin(angles)], axis=-1)


def normalize(vectors):
    return vectors / numpy.maximum(numpy.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def smooth_path(points, count=120, closed=False):
    """A Catmull-Rom curve through points, sampled at equal distances."""
    points = numpy.asarray(points, dtype=float)
    if closed:
        points = numpy.concatenate([points[-1:], points, points[:2]])
    else:
        points = numpy.concatenate([[2 * points[0] - points[1]], points, [2 * points[-1] - points[-2]]])
    samples = []
    for a, b, c, d in zip(points, points[1:], points[2:], points[3:]):
        t = numpy.linspace(0, 1, 40, endpoint=False)[:, None]
        samples.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    samples = numpy.concatenate([*samples, points[-2:-1]])
    return resample(samples, count)


def resample(path, count):
    path = numpy.asarray(path, dtype=float)
    lengths = numpy.concatenate([[0], numpy.cumsum(numpy.linalg.norm(numpy.diff(path, axis=0), axis=1))])
    places = numpy.linspace(0, lengths[-1], count)
    return numpy.stack([numpy.interp(places, lengths, path[:, axis]) for axis in range(3)], axis=-1)


def frames(path, up, closed=False):
    """Returns the tangents, sides and normals of a path. `up` is one vector, or one for each point."""
    if closed:
        tangents = normalize(numpy.roll(path, -1, axis=0) - numpy.roll(path, 1, axis=0))
    else:
        tangents = normalize(numpy.gradient(path, axis=0))
    sides = normalize(numpy.cross(tangents, numpy.broadcast_to(numpy.asarray(up, dtype=float), path.shape)))
    return tangents, sides, numpy.cross(sides, tangents)


def sweep(path, profile, surface_material, up=(0, 0, 1), closed=False, cap=True):
    """Moves a closed profile along a path. `profile` is one outline, or one for each point of the path."""
    path = numpy.asarray(path, dtype=float)
    _, sides, normals = frames(path, up, closed)
    profile = numpy.broadcast_to(numpy.asarray(profile, dtype=float), (len(path), *numpy.shape(profile)[-2:]))
    points = path[:, None] + profile[..., :1] * sides[:, None] + profile[..., 1:] * normals[:, None]
    if closed:
        points = numpy.concatenate([points, points[:1]])
    elif cap:
        centers = points.mean(axis=1, keepdims=True)
        ends = [(points[0] - centers[0]) * 0.001 + centers[0], (points[-1] - centers[-1]) * 0.001 + centers[-1]]
        near = [points[0] + (centers[0] - points[0]) * 0.06, points[-1] + (centers[-1] - points[-1]) * 0.06]
        points = numpy.concatenate([ends[0][None], near[0][None], points, near[1][None], ends[1][None]])
    return surface(points, surface_material, wrap=True, weld=closed)


def lathe(profile, surface_material, segments=128):
    """Turns (radius, z) points around the z axis."""
    profile = numpy.asarray(profile, dtype=float)
    angles = numpy.linspace(0, 2 * math.pi, segments, endpoint=False)
    radius = profile[:, :1]
    height = numpy.repeat(profile[:, 1:], segments, axis=1)
    return surface(numpy.stack([radius * numpy.cos(angles), radius * numpy.sin(angles), height], axis=-1), surface_material, wrap=True)


def round_corners(profile, radius, steps=4):
    """Rounds the inner corners of an open polyline of 2D points."""
    profile = [numpy.asarray(point, dtype=float) for point in profile]
    result = [profile[0]]
    for before, corner, after in zip(profile, profile[1:], profile[2:]):
        reach = min(radius, numpy.linalg.norm(before - corner) / 2.1, numpy.linalg.norm(after - corner) / 2.1)
        start = corner + (before - corner) / numpy.linalg.norm(before - corner) * reach
        end = corner + (after - corner) / numpy.linalg.norm(after - corner) * reach
        for t in numpy.linspace(0, 1, steps + 1):
            result.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end)
    return numpy.array([*result, profile[-1]])


def stitches(path, surface_material, length=0.035, gap=0.022, radius=0.007, up=(0, 0, 1)):
    """Threads along a path: short ellipsoids, a little flattened."""
    path = numpy.asarray(path, dtype=float)
    total = numpy.linalg.norm(numpy.diff(path, axis=0), axis=1).sum()
    count = max(2, int(total / (length + gap)))
    places = resample(path, count)
    tangents, sides, normals = frames(places, up)
    latitude = numpy.linspace(0, math.pi, 7)
    longitude = numpy.linspace(0, 2 * math.pi, 8, endpoint=False)
    along = -numpy.cos(latitude)[:, None] * length / 2 * numpy.ones(8)
    around = numpy.sin(latitude)[:, None] ** 0.6 * radius
    first, second = around * numpy.cos(longitude), around * numpy.sin(longitude)
    grid = along[None, ..., None] * tangents[:, None, None] + first[None, ..., None] * sides[:, None, None] + second[None, ..., None] * normals[:, None, None]
    vertices = (places[:, None, None] + grid).reshape(-1, 3)
    faces = []
    for thread in range(count):
        for j in range(6):
            for i in range(8):
                start = thread * 56
                faces.append((start + j * 8 + i, start + j * 8 + (i + 1) % 8, start + (j + 1) * 8 + (i + 1) % 8, start + (j + 1) * 8 + i))
    return studio.mesh("stitches", vertices.tolist(), faces, surface_material)


def mark(width, height, depth, surface_material, edge=0.012):
    """The mark of the house: three slanted strokes, in the x-y plane."""
    lean = height * math.tan(math.radians(14))
    stroke = width * 0.2
    for index in range(3):
        left = (index - 1) * width * 0.34 - stroke / 2
        outline = [(left - lean / 2, -height / 2), (left + stroke - lean / 2, -height / 2), (left + stroke + lean / 2, height / 2), (left + lean / 2, height / 2)]
        prism(outline, 0, depth, surface_material, edge)


class Group:
    """Moves and turns all objects that are made inside its `with` block."""

    def __init__(self, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0, matrix=None):
        self.matrix = matrix
        if matrix is None:
            x, y, z = (math.radians(part) for part in rotation)
            turn = Matrix.Rotation(z, 4, "Z") @ Matrix.Rotation(y, 4, "Y") @ Matrix.Rotation(x, 4, "X")
            self.matrix = Matrix.Translation(location) @ turn @ Matrix.Scale(scale, 4)

    def __enter__(self):
        self.before = set(bpy.data.objects)
        return self

    def __exit__(self, *_):
        bpy.context.view_layer.update()
        for added in set(bpy.data.objects) - self.before:
            added.matrix_world = self.matrix @ added.matrix_world


def frame_matrix(origin, x_axis, y_axis):
    """The matrix that moves the x-y plane to a place on a surface."""
    x = Vector(x_axis).normalized()
    z = x.cross(Vector(y_axis)).normalized()
    y = z.cross(x)
    return Matrix.Translation(origin) @ Matrix((x, y, z)).transposed().to_4x4()


# Materials


def nodes_of(name):
    result = bpy.data.materials.new(name)
    result.use_nodes = True
    return result, result.node_tree, result.node_tree.nodes["Principled BSDF"]


def coordinates(tree, kind="Object"):
    return tree.nodes.new("ShaderNodeTexCoord").outputs[kind]


def noise(tree, scale, detail=4, vector=None):
    node = tree.nodes.new("ShaderNodeTexNoise")
    node.inputs["Scale"].default_value, node.inputs["Detail"].default_value = scale, detail
    tree.links.new(vector or coordinates(tree), node.inputs["Vector"])
    return node.outputs["Fac"]


def bump(tree, height, strength, distance=0.01, below=None):
    node = tree.nodes.new("ShaderNodeBump")
    node.inputs["Strength"].default_value, node.inputs["Distance"].default_value = strength, distance
    tree.links.new(height, node.inputs["Height"])
    if below:
        tree.links.new(below, node.inputs["Normal"])
    return node.outputs["Normal"]


def ramp(tree, factor, stops):
    node = tree.nodes.new("ShaderNodeValToRGB")
    elements = node.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (position, color) in zip(elements, stops):
        element.position, element.color = position, (*color, 1)
    tree.links.new(factor, node.inputs["Fac"])
    return node.outputs["Color"]


def principled(name, color, **values):
    result, _, shader = nodes_of(name)
    shader.inputs["Base Color"].default_value = (*color, 1)
    for key, value in values.items():
        shader.inputs[key.replace("_", " ")].default_value = value
    return result


def leather(name, color, roughness=0.36, grain=70, depth=0.25, coat=0.25):
    """Calf leather: fine grain, slightly uneven shine, and a thin finish."""
    result, tree, shader = nodes_of(name)
    place = coordinates(tree)
    cells = tree.nodes.new("ShaderNodeTexVoronoi")
    cells.feature = "SMOOTH_F1"
    cells.inputs["Scale"].default_value = grain
    tree.links.new(place, cells.inputs["Vector"])
    soft = bump(tree, noise(tree, 2.2, 3, place), 0.12, 0.05)
    tree.links.new(bump(tree, cells.outputs["Distance"], depth, 0.006, soft), shader.inputs["Normal"])
    darker = tuple(part * 0.72 for part in color)
    tree.links.new(ramp(tree, noise(tree, 3, 4, place), [(0.3, darker), (0.7, color)]), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular"].default_value = 0.5
    shader.inputs["Clearcoat"].default_value = coat
    shader.inputs["Clearcoat Roughness"].default_value = 0.22
    return result


def gold(roughness=0.14, color=(0.86, 0.58, 0.30)):
    return principled("gold", color, Metallic=1, Roughness=roughness)


def satin(name, color, roughness=0.30, sheen=0.3, metallic=0.35):
    """Silk satin: a metallic gloss along the threads, over a diffuse ground."""
    result, tree, shader = nodes_of(name)
    shader.inputs["Base Color"].default_value = (*color, 1)
    values = {"Metallic": metallic, "Roughness": roughness, "Sheen": sheen, "Specular": 0.8, "Anisotropic": 0.5}
    for key, value in values.items():
        shader.inputs[key].default_value = value
    tree.links.new(bump(tree, noise(tree, 14, 3), 0.05, 0.02), shader.inputs["Normal"])
    return result


def wool(name, color, depth=0.5, scale=150):
    """A milled wool: soft, with a short nap."""
    result, tree, shader = nodes_of(name)
    place = coordinates(tree)
    fine = bump(tree, noise(tree, scale, 5, place), depth, 0.012)
    tree.links.new(fine, shader.inputs["Normal"])
    darker = tuple(part * 0.78 for part in color)
    tree.links.new(ramp(tree, noise(tree, scale * 0.6, 5, place), [(0.3, darker), (0.7, color)]), shader.inputs["Base Color"])
    values = {"Roughness": 0.85, "Sheen": 0.9, "Sheen Tint": 0.4, "Specular": 0.12}
    for key, value in values.items():
        shader.inputs[key].default_value = value
    return result


def seamless_lacquer(name, color, roughness=0.14):
    """Lacquer on the floor, matt on the wall behind, so that no lamp is reflected there."""
    result, tree, shader = nodes_of(name)
    separate = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(coordinates(tree), separate.inputs[0])
    for key, low, high in (("Roughness", roughness, 0.75), ("Specular", 0.5, 0.05)):
        spread = tree.nodes.new("ShaderNodeMapRange")
        for index, value in enumerate((0.0, 0.5, low, high), 1):
            spread.inputs[index].default_value = value
        tree.links.new(separate.outputs["Z"], spread.inputs[0])
        tree.links.new(spread.outputs[0], shader.inputs[key])
    shader.inputs["Base Color"].default_value = (*color, 1)
    return result


def stone(name, color, contrast=0.7, roughness=0.5):
    """Honed stone with soft clouds and faint veins."""
    result, tree, shader = nodes_of(name)
    place = coordinates(tree)
    warp = tree.nodes.new("ShaderNodeTexNoise")
    warp.inputs["Scale"].default_value, warp.inputs["Detail"].default_value = 0.7, 6
    warp.inputs["Distortion"].default_value = 1.6
    tree.links.new(place, warp.inputs["Vector"])
    darker = tuple(part * contrast for part in color)
    tree.links.new(ramp(tree, warp.outputs["Fac"], [(0.35, darker), (0.62, color)]), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular"].default_value = 0.35
    return result


def thin_glass(name, tint, gloss=0.5, gradient=None):
    """Glass without refraction, so that it needs no caustics: a tint, and reflections by angle. `gradient` is the tint
    at the other end of v."""
    result, tree, output = studio.empty_material(name)
    mix = tree.nodes.new("ShaderNodeMixShader")
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    shiny = tree.nodes.new("ShaderNodeBsdfGlossy")
    weight = tree.nodes.new("ShaderNodeFresnel")
    weight.inputs["IOR"].default_value = 1.45 + gloss
    shiny.inputs["Roughness"].default_value = 0.02
    clear.inputs["Color"].default_value = (*tint, 1)
    if gradient:
        separate = tree.nodes.new("ShaderNodeSeparateXYZ")
        tree.links.new(coordinates(tree, "UV"), separate.inputs[0])
        tree.links.new(ramp(tree, separate.outputs["Y"], [(0.1, tint), (0.9, gradient)]), clear.inputs["Color"])
    tree.links.new(weight.outputs[0], mix.inputs[0])
    tree.links.new(clear.outputs[0], mix.inputs[1])
    tree.links.new(shiny.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], output.inputs[0])
    return result


# The set


def ground(surface_material, depth=4.0, radius=2.5, height=14.0):
    """A seamless floor that rises to a wall behind the object."""
    profile = [(-9.0, 0.0), (depth - radius, 0.0)]
    profile += [(depth - radius + radius * math.sin(a), radius - radius * math.cos(a)) for a in numpy.linspace(0, math.pi / 2, 40)]
    profile.append((depth, height))
    points = [[(x, y, z) for x in numpy.linspace(-14, 14, 3)] for y, z in profile]
    return surface(points, surface_material)


def light(location, target, width, power, color=WARM, height=None):
    """A soft box that points at a target."""
    direction = Vector(target) - Vector(location)
    lamp = studio.area_light(location, (0, 0, 0), width, power, color, size_y=height)
    lamp.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    return lamp


def leaning_light(location, target, size, power, band, color=WARM, lean=14):
    """A light through a leaning slit: the band of light has soft edges, and leans like the mark of the house. `band` is
    its width at the target."""
    light(location, target, size, power, color)
    source, aim = Vector(location), Vector(target)
    forward = (aim - source).normalized()
    right = forward.cross(Vector((0, 0, 1))).normalized()
    up = right.cross(forward)
    slope = math.radians(lean)
    along = up * math.cos(slope) + right * math.sin(slope)
    across = right * math.cos(slope) - up * math.sin(slope)
    middle = source.lerp(aim, 0.45)
    black = principled("flag", (0, 0, 0), Specular=0)
    for side in (-1, 1):
        inner, outer = band * 0.45 / 2, band * 0.45 / 2 + 2.0
        corners = [[middle + across * side * reach + along * height for reach in (inner, outer)] for height in (-2.5, 2.5)]
        flag = surface(corners, black)
        flag.visible_camera = flag.visible_glossy = False


def camera(location, target, lens=85):
    studio.camera(location, lens)
    direction = Vector(target) - Vector(location)
    bpy.context.scene.camera.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.camera.data.sensor_fit = "VERTICAL"
    bpy.context.scene.camera.data.sensor_height = 36


def smoothstep(low, high, value):
    t = numpy.clip((numpy.asarray(value, dtype=float) - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def interpolate(stops, value):
    """A smooth function through (position, value) stops."""
    positions, values = numpy.array(stops, dtype=float).T
    slopes = numpy.gradient(values, positions)
    # Monotone: no overshoot at a stop that is the highest or lowest one.
    secants = numpy.diff(values) / numpy.diff(positions)
    for index in range(1, len(values) - 1):
        before, after = secants[index - 1], secants[index]
        slopes[index] = 0 if before * after <= 0 else 2 * before * after / (before + after)
    value = numpy.clip(numpy.asarray(value, dtype=float), positions[0], positions[-1])
    index = numpy.clip(numpy.searchsorted(positions, value) - 1, 0, len(secants) - 1)
    span = positions[index + 1] - positions[index]
    t = (value - positions[index]) / span
    return (
        (2 * t**3 - 3 * t**2 + 1) * values[index]
        + (t**3 - 2 * t**2 + t) * span * slopes[index]
        + (3 * t**2 - 2 * t**3) * values[index + 1]
        + (t**3 - t**2) * span * slopes[index + 1]
    )
