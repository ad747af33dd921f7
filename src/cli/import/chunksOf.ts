import { isUtf8 } from "node:buffer"
import { Stream } from "effect"
import { bytesOf } from "../bytesOf.ts"
import { undecodable } from "../../domain/imports/undecodable.ts"

const lineEnd = 0x0a

const linesOf = (bytes: Buffer): ReadonlyArray<Buffer> => {
  const lines: Array<Buffer> = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, from)
    const next = end < 0 ? bytes.length : end + 1
    lines.push(bytes.subarray(from, next))
    from = next
  }
  return lines
}

/** Marks bytes that are not UTF-8, only in the lines that have some: elsewhere U+FFFD may be part of the file. */
const decode = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString("utf8")
    : linesOf(bytes)
        .map((line) => (isUtf8(line) ? line.toString("utf8") : line.toString("utf8").replaceAll("\uFFFD", undecodable)))
        .join("")

/** The start of the last character, which may continue in the next chunk. */
const lastCharacter = (bytes: Buffer): number => {
  const isContinued = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80
  let at = bytes.length - 1
  while (at > bytes.length - 4 && isContinued(at)) at--
  return Math.max(0, at)
}

const makeDecoder = () => {
  let rest = Buffer.alloc(0)
  let isFirst = true
  const text = (bytes: Buffer) => {
    const decoded = decode(bytes)
    const unmarked = isFirst ? decoded.replace(/^\uFEFF/, "") : decoded
    isFirst &&= decoded === ""
    return unmarked
  }
  return {
    add: (chunk: Uint8Array) => {
      const bytes = Buffer.concat([rest, chunk])
      const end = lastCharacter(bytes)
      rest = bytes.subarray(end)
      return text(bytes.subarray(0, end))
    },
    finish: () => text(rest)
  }
}

/**
 * Streams the text of a file given on the command line, without a byte order mark. Bytes that are not UTF-8 become
 * `undecodable`.
 */
export const chunksOf = (file: string) =>
  Stream.suspend(() => {
    const decoder = makeDecoder()
    return bytesOf(file).pipe(Stream.map(decoder.add), Stream.concat(Stream.sync(decoder.finish)))
  })
