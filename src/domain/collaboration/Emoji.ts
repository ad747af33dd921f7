import { Schema } from "effect"

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" })
const pictures = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u
const mostBytes = 64

const isOneEmoji = (text: string): boolean =>
  Buffer.byteLength(text) <= mostBytes && pictures.test(text) && [...clusters.segment(text)].length === 1

/**
 * One emoji as a reader sees it: a single grapheme cluster with a pictogram, a flag or a keycap in it, of at most 64 bytes
 * in UTF-8, which the longest of Unicode stay well below.
 */
export const Emoji = Schema.String.check(
  Schema.makeFilter((text: string) => (isOneEmoji(text) ? undefined : "not a single emoji"), {
    expected: "a single emoji",
    toJsonSchema: () => ({ minLength: 1, maxLength: mostBytes })
  })
)
