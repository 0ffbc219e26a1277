// Renders the pictures of the site with Blender, and writes them as AVIF and WebP (docs/develop/design.md#pictures):
//   npm run pictures -- --only wide --preview
// The site itself renders nothing: the results are committed.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureProgram, findProgram } from "../programs.mjs";
import { main, root, runOrThrow } from "../run.mjs";

/**
 * The shapes of a picture of the gate. `maxBytes` is the budget of the AVIF file. `quantizer` is from 0 (best) to 63.
 */
const shapes = {
  /** Phones, and the layout "only-mobile". */
  tall: { width: 720, height: 1240, maxBytes: 15_360, quantizer: 38 },
  wide: { width: 1520, height: 800, maxBytes: 30_720, quantizer: 38 },
  /** The layout "center-single-column". */
  center: { width: 1520, height: 800, maxBytes: 30_720, quantizer: 38 },
};
/** How far the curtain is open, with the shapes that pages need. */
const shapesByOpening = {
  ajar: ["tall", "wide", "center"],
  open: ["tall", "wide", "center"],
  /** Only a line of light between the leaves. */
  closed: ["tall", "wide"],
  /** The curtain alone. */
  curtain: ["tall", "wide"],
};
const gatePictures = Object.entries(shapesByOpening).flatMap(([opening, shapeNames]) =>
  shapeNames.map((shape) => ({
    ...shapes[shape],
    name: `${opening}-${shape}`,
    folder: "gate",
    scene: "gate.py",
    sceneArguments: [shape, opening],
    samples: 64,
  })),
);

/** Settings for still lifes: the encoder chooses the best quality that the budget allows. */
const stillLife = { canRaiseQuantizer: true, hasGrain: true };

/** The scenes in `objects/`, by the slug of the product (app/domain/products.ts). */
const objectsBySlug = {
  halvarden: "coat",
  mirovale: "bag",
  ombrelune: "dress",
  quillane: "loafers",
  serevelle: "scarf",
  tessandre: "jumper",
  valmoor: "watch",
  noctavie: "sunglasses",
};
const productPictures = Object.entries(objectsBySlug).map(([slug, object]) => ({
  name: slug,
  folder: "products",
  scene: "products.py",
  sceneArguments: [object],
  width: 480,
  height: 600,
  samples: 128,
  maxBytes: 6144,
  quantizer: 26,
  ...stillLife,
}));

/** The pictures of the sign-up flow: the room of the gate's scene, and two scenes in `objects/`. */
const flowPictures = [
  { name: "wardrobe", scene: "gate.py", sceneArguments: ["flow", "wardrobe"], width: 960, height: 720 },
  /** Letters have sharp edges, which need more bytes than cloth. */
  { name: "labels", scene: "products.py", sceneArguments: ["labels"], quantizer: 44, maxBytes: 16_384 },
  { name: "invitation", scene: "products.py", sceneArguments: ["invitation"] },
].map((picture) => ({
  folder: "flow",
  width: 800,
  height: 600,
  samples: 128,
  maxBytes: 12_288,
  quantizer: 30,
  ...stillLife,
  ...picture,
}));

/** Settings for pictures with edges in the color of the page. */
const pageColoredPicture = {
  ...stillLife,
  width: 720,
  height: 450,
  samples: 40,
  maxBytes: 8192,
  quantizer: 26,
};
/** The scenes in `buildings/`, by the store's id (app/domain/stores.ts). */
const storePictures = ["munich", "dornach", "voesendorf"].map((building) => ({
  ...pageColoredPicture,
  name: building,
  folder: "stores",
  scene: "stores.py",
  sceneArguments: [building],
}));
const cardPicture = {
  ...pageColoredPicture,
  name: "membership-card",
  folder: "card",
  scene: "products.py",
  sceneArguments: ["membership_card", "on-page"],
};
const pictures = [...gatePictures, ...productPictures, ...flowPictures, ...storePictures, cardPicture];

const previewScale = 0.5;
const previewSamples = 16;

const artFolder = join(root, "app", "ui", "art");
const renderingFolder = join(root, ".cache", "pictures");

await main(renderPictures);

async function renderPictures() {
  const { values: options } = parseArgs({
    options: {
      only: { type: "string" },
      preview: { type: "boolean", default: false },
      /** Compresses the last renderings again, for example with another budget. */
      "compress-only": { type: "boolean", default: false },
    },
  });
  const selectedPictures = pictures.filter(({ folder, name }) =>
    `${folder}/${name}`.includes(options.only ?? ""),
  );
  if (selectedPictures.length === 0)
    throw new Error(
      `there is no picture ${options.only}; choose from ${pictures.map(({ name }) => name).join(", ")}`,
    );
  for (const program of ["blender", "avifenc", "cwebp"]) await ensureProgram(program);
  mkdirSync(renderingFolder, { recursive: true });
  for (const [index, picture] of selectedPictures.entries()) {
    console.log(`${picture.name} (${index + 1} of ${selectedPictures.length})`);
    if (!options["compress-only"]) await renderScene(picture, options.preview);
    if (!options.preview) await compressPicture(picture);
  }
  writeContactSheet();
}

/** Renders a scene to a PNG file in `.cache/pictures`. A final picture takes some minutes on two cores. */
async function renderScene({ name, scene, sceneArguments, width, height, samples }, isPreview) {
  const scale = isPreview ? previewScale : 1;
  const renderArguments = [width * scale, height * scale, isPreview ? previewSamples : samples];
  const script = join(import.meta.dirname, scene);
  await runOrThrow(findProgram("blender"), [
    ...["--background", "--factory-startup", "--python-exit-code", "1", "--python", script, "--"],
    ...renderArguments.map(String),
    ...[join(renderingFolder, `${name}.png`), ...sceneArguments],
  ]);
}

/** Writes the AVIF file, and a WebP file for browsers without AVIF. */
async function compressPicture(picture) {
  const { name, folder, quantizer, canRaiseQuantizer, hasGrain, maxBytes } = picture;
  const rendering = join(renderingFolder, `${name}.png`);
  mkdirSync(join(artFolder, folder), { recursive: true });
  const file = join(artFolder, folder, `${name}.avif`);
  await encodeAvif(rendering, file, quantizer, hasGrain);
  // Uses the best quality that the budget allows.
  for (let next = quantizer + 1; canRaiseQuantizer && statSync(file).size > maxBytes && next < 50; next++)
    await encodeAvif(rendering, file, next, hasGrain);
  await runOrThrow(findProgram("cwebp"), [
    ...["-quiet", "-q", "40", "-m", "6", rendering, "-o", join(artFolder, folder, `${name}.webp`)],
  ]);
  const bytes = statSync(file).size;
  console.log(`${file}: ${bytes} bytes`);
  if (bytes > maxBytes) throw new Error(`${file} is larger than ${maxBytes} bytes: raise its quantizer`);
}

/**
 * Writes an AVIF file. With `hasGrain`, the encoder removes the renderer's noise, and the browser adds the same amount
 * of film grain. The file has 16 to 25 % fewer bytes (measured on the bag).
 */
async function encodeAvif(rendering, file, quantizer, hasGrain = false) {
  const quality = ["-a", "end-usage=q", "-a", `cq-level=${quantizer}`, "-a", "tune=ssim"];
  const grain = hasGrain ? ["-a", "denoise-noise-level=8", "-a", "enable-dnl-denoising=1"] : [];
  await runOrThrow(findProgram("avifenc"), [
    ...["--min", "0", "--max", "63", ...quality, ...grain],
    ...["--speed", "2", "--yuv", "420", rendering, file],
  ]);
}

/** Writes a page with all renderings, for looking at them together. */
function writeContactSheet() {
  const file = join(renderingFolder, "index.html");
  rmSync(file, { force: true });
  const figuresHtml = pictures.map(
    ({ name }) =>
      `<figure><img src="${name}.png" height="400" alt=""><figcaption>${name}</figcaption></figure>`,
  );
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Pictures</title>\n${figuresHtml.join("\n")}\n`,
  );
  console.log(`Contact sheet: ${file}`);
}
