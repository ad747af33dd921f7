import { Schema } from "effect"

const utf8 = new TextEncoder()

/** Checks that a text has at most `limit` bytes in UTF-8. */
export const bytesAtMost = (limit: number) =>
  Schema.makeFilter((text: string) => utf8.encode(text).length <= limit, {
    expected: `at most ${limit} bytes of UTF-8`
  })
