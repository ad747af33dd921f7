import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { judgeCodes, mostCodeCharacters } from "../../../src/domain/codePools/judgeCodes.ts"
import { maskCode } from "../../../src/domain/codePools/PoolCode.ts"
import { OfferCodeStatus } from "../../../src/domain/offers/OfferCode.ts"

const line = fc.oneof(
  fc.constantFrom("", " ", "A-1", " A-1\r\n", "a-1", "A\t1", "\u200b", "\u2028x", "🎁".repeat(64), "🎁".repeat(129)),
  fc.string({ maxLength: 6, unit: "binary" }),
  fc.string({ minLength: 126, maxLength: 131 })
)

describe("judgeCodes", () => {
  it("PAR-114: every line is a code, a duplicate or rejected; codes are distinct, trimmed and printable", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { lines: codes, rejected, repeated } = judgeCodes(lines)
        const places = [...codes, ...rejected].map(({ index }) => index).concat(repeated)
        assert.deepStrictEqual(
          places.toSorted((a, b) => a - b),
          lines.map((_, index) => index)
        )
        assert.strictEqual(new Set(codes.map(({ text }) => text)).size, codes.length)
        for (const { index, text } of codes) {
          assert.strictEqual(text, lines[index]?.trim())
          assert.match(text, /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]+$/u)
          assert.isAtMost(Array.from(text).length, mostCodeCharacters)
        }
        for (const index of repeated) {
          const first = codes.find(({ text }) => text === lines[index]?.trim())
          assert.isBelow(first?.index ?? Infinity, index)
        }
      })
    )
  })

  it("PAR-114: reports why a line is not a code", () => {
    const { rejected } = judgeCodes(["", "x\u0000y", "x".repeat(129), "\u200d", "x".repeat(128), "🎁".repeat(128)])
    assert.deepStrictEqual(
      rejected.map(({ index, reason }) => [index, reason]),
      [
        [0, "empty"],
        [1, "not_printable"],
        [2, "too_long"],
        [3, "not_printable"]
      ]
    )
  })
})

describe("maskCode", () => {
  it("PAR-114: shows the last 4 characters of a longer code that a claim has or had, and nothing else of any", () => {
    for (const status of OfferCodeStatus.literals) {
      const isHeld = status === "assigned" || status === "redeemed"
      assert.strictEqual(maskCode(status, "ABCDEFGH"), isHeld ? "****EFGH" : "****")
      assert.strictEqual(maskCode(status, "AB🎁DE"), isHeld ? "****B🎁DE" : "****")
      assert.strictEqual(maskCode(status, "ABCD"), "****")
      assert.strictEqual(maskCode(status, undefined), "****")
    }
  })
})
