import { assert, describe, it } from "@effect/vitest"
import {
  restrictTo,
  nowhere,
  type Reach,
  reachesEvery,
  reachesPlace,
  reachesVenue
} from "../../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"

const [a, b] = [OrganizationId.make(1), OrganizationId.make(2)]
const [here, there] = [VenueId.make(11), VenueId.make(12)]
const everywhere: Reach = { organizationIds: "all", venueIds: "all" }
const ofOne: Reach = { organizationIds: [a], venueIds: "all" }
const ofVenue: Reach = { organizationIds: [a], venueIds: [here] }

describe("Reach", () => {
  it("PAR-002: reaches a venue only with both its organization and the venue itself", () => {
    const reached = [everywhere, ofOne, ofVenue, nowhere].map((reach) => [
      reachesVenue(reach, a, here),
      reachesVenue(reach, a, there),
      reachesVenue(reach, b, here)
    ])
    assert.deepStrictEqual(reached, [
      [true, true, true],
      [true, true, false],
      [true, false, false],
      [false, false, false]
    ])
  })

  it("DOMAIN 1.7: reachesPlace needs the organization for a row without a venue, else also the venue", () => {
    const reached = [everywhere, ofOne, ofVenue, nowhere].map((reach) => [
      reachesPlace(reach, a, null),
      reachesPlace(reach, a, there),
      reachesPlace(reach, b, null)
    ])
    assert.deepStrictEqual(reached, [
      [true, true, true],
      [true, true, false],
      [true, false, false],
      [false, false, false]
    ])
  })

  it("PAR-126: reachesEvery needs each listed venue, and all venues when the list is null", () => {
    assert.isTrue(reachesEvery(ofOne, null))
    assert.isTrue(reachesEvery(ofOne, [here, there]))
    assert.isFalse(reachesEvery(ofVenue, null))
    assert.isTrue(reachesEvery(ofVenue, [here]))
    assert.isFalse(reachesEvery(ofVenue, [here, there]))
    assert.isTrue(reachesEvery(ofVenue, []))
    assert.isFalse(reachesEvery(nowhere, [here]))
  })

  it("PAR-095: restrictTo only narrows a reach", () => {
    assert.deepStrictEqual(restrictTo(ofOne, [here, there]), { organizationIds: [a], venueIds: [here, there] })
    assert.deepStrictEqual(restrictTo(ofVenue, [here, there]), ofVenue)
    assert.deepStrictEqual(restrictTo(ofVenue, [there]), { organizationIds: [a], venueIds: [] })
    assert.deepStrictEqual(restrictTo(everywhere, []), { organizationIds: "all", venueIds: [] })
  })
})
