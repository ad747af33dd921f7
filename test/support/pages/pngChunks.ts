import { once } from "node:events"
import { crc32, createDeflate, deflateSync } from "node:zlib"

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A chunk of a PNG: length, type, data and checksum. */
export const pngChunk = (type: string, data: Uint8Array = Buffer.alloc(0)) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

interface Png {
  /** The size in the header; the image data is that of 40 by 40 pixels. */
  readonly width?: number
  readonly height?: number
  /** Chunks between header and image data. */
  readonly before?: ReadonlyArray<Uint8Array>
}

/** A PNG in colours without alpha. */
export const pngOf = ({ before = [], height = 40, width = 40 }: Png) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...before,
    pngChunk("IDAT", deflateSync(Buffer.alloc((1 + 3 * 40) * 40))),
    pngChunk("IEND")
  ])

/** That many megabytes of zeros, deflated to about a thousandth. */
export const deflatedZeros = async (megabytes: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 })
  const parts: Array<Buffer> = []
  deflate.on("data", (part: Buffer) => parts.push(part))
  const block = Buffer.alloc(1_000_000)
  for (let written = 0; written < megabytes; written++) {
    await new Promise((resolve) => deflate.write(block, resolve))
  }
  deflate.end()
  await once(deflate, "end")
  return Buffer.concat(parts)
}
