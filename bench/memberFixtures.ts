import { organizationIds } from "../src/demo/demoOrganizations.ts"

/** The rows of the member surface that are measured, beside the demo data. */
export const memberFixtures = {
  /** One per connection, so that claims do not wait for one wallet. */
  members: 32,
  memberBase: 800_000,
  subjectOf: (member: number) => `bench-member-${member}`,
  /** Entries of each wallet, and how many of them left an open lot; VALID lots expire 15 days apart. */
  entries: 200,
  validLots: 12,
  creditLots: 2,
  lotPoints: 1000,
  /** The organization whose offers are listed and claimed. */
  organization: organizationIds.A,
  offers: 60,
  offerBase: 600_000,
  claimedOffer: "bench-offer-claimed",
  claimedPoints: 150,
  /** An offer whose claims take a code from its pool, at the same price. */
  codedOffer: "bench-offer-coded",
  codedOfferId: 610_000,
  poolId: 610_000,
  /** The organization of the searched properties; nothing else in it is measured. */
  propertyOrganization: 9001,
  propertyBrand: 9001,
  propertyBase: 1_000_000,
  /** The number of properties within the radius, in the middle of an ocean, independent of the total. */
  circle: { latitude: 10, longitude: -140, radius: 25 },
  inCircle: 200,
  /** The number of properties in the box, which a screen shows at zoom 8. */
  box: { north: 0, south: -5, east: -142, west: -150 },
  inBox: 3000,
  zoom: 8,
  /** The text typed in a search for Lisbon. */
  typed: "lisb"
} as const
