import { Schema } from "effect"

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" })
/** A pictogram, a flag of two regional indicators, or a keycap. */
const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/u
const maxBytes = 64

const isOneEmoji = (text: string): boolean =>
  Buffer.byteLength(text) <= maxBytes && pictures.test(text) && [...clusters.segment(text)].length === 1

/**
 * A single emoji: one grapheme cluster that contains a pictogram, a flag or a keycap, of at most 64 bytes in UTF-8,
 * well above the longest in Unicode.
 */
export const Emoji = Schema.String.check(
  Schema.makeFilter((text: string) => (isOneEmoji(text) ? undefined : "not a single emoji"), {
    expected: "a single emoji",
    toJsonSchema: () => ({ minLength: 1, maxLength: maxBytes })
  })
)
