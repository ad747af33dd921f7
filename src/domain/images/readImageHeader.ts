import type { ImageHeader } from "./ImageHeader.ts"
import { readJpegHeader } from "./readJpegHeader.ts"
import { readPngHeader } from "./readPngHeader.ts"
import { readWebpHeader } from "./readWebpHeader.ts"

const startsWith = (bytes: Uint8Array, magic: ReadonlyArray<number>) =>
  magic.every((byte, index) => bytes[index] === byte)

const textAt = (bytes: Uint8Array, offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4))

/** Whether bytes have the signature of a PNG. */
export const isPng = (bytes: Uint8Array) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The header of a JPEG, PNG or WebP; `unknown` for anything else, `damaged` if the header is incomplete. */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | "unknown" | "damaged" => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpegHeader(view) ?? "damaged"
  if (isPng(bytes)) return readPngHeader(view) ?? "damaged"
  if (textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP") return readWebpHeader(view) ?? "damaged"
  return "unknown"
}
