import { assert, describe, it } from "@effect/vitest"
import { cutTo, nowhere, type Reach, reachesEvery, reachesVenue } from "../../../src/domain/access/Reach.ts"

const everywhere: Reach = { organizationIds: "all", venueIds: "all" }
const ofOne: Reach = { organizationIds: [1], venueIds: "all" }
const ofVenue: Reach = { organizationIds: [1], venueIds: [11] }

describe("Reach", () => {
  it("PAR-002: needs both the organization and the venue", () => {
    const reached = [everywhere, ofOne, ofVenue, nowhere].map((reach) => [
      reachesVenue(reach, 1, 11),
      reachesVenue(reach, 1, 12),
      reachesVenue(reach, 2, 11)
    ])
    assert.deepStrictEqual(reached, [
      [true, true, true],
      [true, true, false],
      [true, false, false],
      [false, false, false]
    ])
  })

  it("PAR-126: every venue that was touched must be reached, and all of them when it was every venue", () => {
    assert.isTrue(reachesEvery(ofOne, null))
    assert.isTrue(reachesEvery(ofOne, [11, 12]))
    assert.isFalse(reachesEvery(ofVenue, null))
    assert.isTrue(reachesEvery(ofVenue, [11]))
    assert.isFalse(reachesEvery(ofVenue, [11, 12]))
    assert.isTrue(reachesEvery(ofVenue, []))
    assert.isFalse(reachesEvery(nowhere, [11]))
  })

  it("PAR-095: is only ever cut", () => {
    assert.deepStrictEqual(cutTo(ofOne, [11, 12]), { organizationIds: [1], venueIds: [11, 12] })
    assert.deepStrictEqual(cutTo(ofVenue, [11, 12]), ofVenue)
    assert.deepStrictEqual(cutTo(ofVenue, [12]), { organizationIds: [1], venueIds: [] })
    assert.deepStrictEqual(cutTo(everywhere, []), { organizationIds: "all", venueIds: [] })
  })
})
