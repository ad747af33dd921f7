import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { classifyCodes, maxCodeCharacters } from "../../../src/domain/codePools/classifyCodes.ts"
import { maskCode } from "../../../src/domain/codePools/PoolCode.ts"
import { OfferCodeStatus } from "../../../src/domain/offers/OfferCode.ts"

const line = fc.oneof(
  fc.constantFrom("", " ", "A-1", " A-1\r\n", "a-1", "A\t1", "\u200b", "\u2028x", "🎁".repeat(64), "🎁".repeat(129)),
  fc.string({ maxLength: 6, unit: "binary" }),
  fc.string({ minLength: 126, maxLength: 131 })
)

describe("classifyCodes", () => {
  it("PAR-114: every line is a code, repeated or rejected, once; codes are distinct, trimmed and printable", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { lines: codes, rejected, repeated } = classifyCodes(lines)
        const places = [...codes, ...rejected].map(({ index }) => index).concat(repeated)
        assert.deepStrictEqual(
          places.toSorted((a, b) => a - b),
          lines.map((_, index) => index)
        )
        assert.strictEqual(new Set(codes.map(({ text }) => text)).size, codes.length)
        for (const { index, text } of codes) {
          assert.strictEqual(text, lines[index]?.trim())
          assert.match(text, /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]+$/u)
          assert.isAtMost(Array.from(text).length, maxCodeCharacters)
        }
        for (const index of repeated) {
          const first = codes.find(({ text }) => text === lines[index]?.trim())
          assert.isBelow(first?.index ?? Infinity, index)
        }
      })
    )
  })

  it("PAR-114: gives the reason why a line is rejected", () => {
    const { rejected } = classifyCodes(["", "x\u0000y", "x".repeat(129), "\u200d", "x".repeat(128), "🎁".repeat(128)])
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
  it("PAR-114: shows the last 4 characters of a longer assigned or redeemed code, and nothing of others", () => {
    for (const status of OfferCodeStatus.literals) {
      const isHeld = status === "assigned" || status === "redeemed"
      assert.strictEqual(maskCode(status, "ABCDEFGH"), isHeld ? "****EFGH" : "****")
      assert.strictEqual(maskCode(status, "AB🎁DE"), isHeld ? "****B🎁DE" : "****")
      assert.strictEqual(maskCode(status, "ABCD"), "****")
      assert.strictEqual(maskCode(status, undefined), "****")
    }
  })
})
