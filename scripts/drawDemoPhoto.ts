import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { sceneOf } from "../test/support/pages/pageScenes.ts"

/**
 * Writes `src/demo/facadePhoto.ts`: the drawing of a house as the photograph of the demo pages, encoded here so that
 * loading the demo data encodes nothing. Run `node scripts/drawDemoPhoto.ts` when the drawing changes.
 */
const widths = [480, 960]
const drawing = Buffer.from(sceneOf("facade"))

const variants = await Promise.all(
  widths.map(async (width) => {
    const pixels = sharp(drawing).resize({ width })
    const [webp, avif] = await Promise.all([
      pixels.clone().webp({ quality: 60, effort: 6 }).toBuffer({ resolveWithObject: true }),
      pixels.clone().avif({ quality: 40, effort: 6 }).toBuffer()
    ])
    return { width, height: webp.info.height, webp: webp.data.toString("base64"), avif: avif.toString("base64") }
  })
)

const lines = variants.map(
  ({ avif, height, webp, width }) => `  {
    width: ${width},
    height: ${height},
    webp: "${webp}",
    avif: "${avif}"
  }`
)

await writeFile(
  join(import.meta.dirname, "../src/demo/facadePhoto.ts"),
  `/** The front of a hotel in the evening by width, ascending, in base64. Written by \`scripts/drawDemoPhoto.ts\`. */
export const facadePhoto = [
${lines.join(",\n")}
] as const
`
)
