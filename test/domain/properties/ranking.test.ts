import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import { memberSeed, rankOf } from "../../../src/domain/properties/rankOf.ts"

const unrated = { guestRating: null, reviewCount: null, starRating: null }

describe("the recommended order", () => {
  it("MEM-023: is a fixed function of member and property", () => {
    assert.strictEqual(memberSeed(""), 2_166_136_261)
    assert.strictEqual(memberSeed("01KDVDNA0000000000000000M1"), memberSeed("01KDVDNA0000000000000000M1"))
    assert.strictEqual(
      rankOf(1, { id: VenueId.make(101), ...unrated }),
      rankOf(1, { id: VenueId.make(101), ...unrated })
    )
    fc.assert(
      fc.property(fc.nat(4_294_967_295), fc.integer({ min: 1, max: 2_147_483_647 }), (seed, id) => {
        const rank = rankOf(seed, { id: VenueId.make(id), ...unrated })
        assert.isTrue(Number.isInteger(rank) && rank >= 340 * 16_384 && rank < 340 * 16_384 + 2 ** 24)
      })
    )
  })

  it("MEM-023: differs between members, for whom more than 40 of 50 properties come first", () => {
    const ids = Array.from({ length: 50 }, (_, index) => 20_001 + index)
    const order = (seed: number) =>
      ids.toSorted(
        (a, b) => rankOf(seed, { id: VenueId.make(b), ...unrated }) - rankOf(seed, { id: VenueId.make(a), ...unrated })
      )
    const seeds = Array.from({ length: 200 }, (_, index) => memberSeed(`member ${index}`))
    assert.strictEqual(new Set(seeds.map((seed) => order(seed).join())).size, seeds.length)
    assert.isAbove(new Set(seeds.map((seed) => order(seed)[0])).size, 40)
  })

  it("MEM-023: a better rating, more reviews and more stars bring a property forward", () => {
    const rank = (change: object) =>
      rankOf(7, { id: VenueId.make(5), guestRating: 3.2, reviewCount: 10, starRating: 3, ...change })
    assert.isAbove(rank({ guestRating: 4.1 }), rank({}))
    assert.isAbove(rank({ reviewCount: 400 }), rank({}))
    assert.strictEqual(rank({ reviewCount: 500 }), rank({ reviewCount: 5000 }))
    assert.isAbove(rank({ starRating: 5 }), rank({}))
  })
})
