import sharp from "sharp"

const uint24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])

const chunk = (type: string, data: Uint8Array) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
}

/** A WebP of `count` frames, whose header declares the animation or not. */
export const webpOfFrames = async (count: number, isDeclared: boolean): Promise<Buffer> => {
  const still = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#1478c8" } })
    .webp()
    .toBuffer()
  const side = uint24(99)
  const frame = chunk(
    "ANMF",
    Buffer.concat([uint24(0), uint24(0), side, side, uint24(40), Buffer.alloc(1), still.subarray(12)])
  )
  const header = Buffer.concat([Buffer.from([isDeclared ? 2 : 0, 0, 0, 0]), side, side])
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", header),
    chunk("ANIM", Buffer.alloc(6)),
    ...Array.from({ length: count }, () => frame)
  ])
  return chunk("RIFF", body)
}
