import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { benefitXid } from "../../src/demo/demoPerks.ts"
import { tierId } from "../../src/demo/demoPrograms.ts"
import type { PerkName } from "../../src/demo/perkPlan.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { PerkViews, type PerksFilter } from "../../src/domain/perks/PerkViews.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import {
  breakfast,
  dataset,
  demo,
  drink,
  find,
  hiddenVenue,
  lapsing,
  left,
  nameOf,
  now
} from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const list = (memberId: number, sought: Partial<PerksFilter> = {}) =>
  PerkViews.use((perks) =>
    perks.list({
      memberId: MemberId.make(memberId),
      now,
      scopes: ["global", "property"],
      venueId: undefined,
      groupId: undefined,
      redemptionType: undefined,
      ...sought
    })
  )

/** `perk` or `perk@venue`. */
const listed = (memberId: number, sought: Partial<PerksFilter> = {}) =>
  Effect.map(list(memberId, sought), (records) =>
    records.map(({ perkId, venue }) => (venue === null ? nameOf(perkId) : `${nameOf(perkId)}@${venue.name}`))
  )

const globalOfA = [
  "transfer",
  "early_check_in",
  "welcome_drink",
  "late_check_out",
  "lounge",
  "0000",
  "0001",
  "0002",
  "suite_upgrade"
]
const globalOfB = ["welcome_drink_b", "late_check_out_b", "suite_upgrade_b"]

const inDocumentOrder = (perk: string, of: ReadonlyArray<"V1" | "V2">) =>
  of.toSorted((a, b) => (venueDocumentId(a) < venueDocumentId(b) ? -1 : 1)).map((venue) => `${perk}@Venue ${venue}`)

twins("PerkViews", PerkViewsLayer, dataset, (it) => {
  it.effect("MEM-118: returns the perks of organizations with an active enrolment, and no others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed(memberIds.M1, { scopes: ["global"] }), globalOfA)
      assert.deepStrictEqual(yield* listed(memberIds.M9), [...globalOfB, "harbour_tour_b@Venue W1"])
      for (const id of [memberIds.M_new, memberIds.M_closed, left, 999_999])
        assert.deepStrictEqual(yield* listed(id), [])
    })
  )

  it.effect("MEM-049: orders by level, name and id as bytes, whatever the organization; global ones first", () =>
    Effect.gen(function* () {
      const ofBoth = yield* listed(memberIds.M2)
      assert.deepStrictEqual(ofBoth.slice(0, 12), [
        "transfer",
        "early_check_in",
        ...[benefitXid("welcome_drink"), benefitXid("welcome_drink_b")].toSorted().map(nameOf),
        ...[benefitXid("late_check_out"), benefitXid("late_check_out_b")].toSorted().map(nameOf),
        "lounge",
        "0000",
        "0001",
        "0002",
        ...[benefitXid("suite_upgrade"), benefitXid("suite_upgrade_b")].toSorted().map(nameOf)
      ])
      assert.deepStrictEqual(ofBoth.slice(12), [
        "harbour_tour_b@Venue W1",
        "spa_hour@Venue V1",
        ...inDocumentOrder("breakfast", ["V1", "V2"]),
        "timeless_stay@Venue V3"
      ])
    })
  )

  it.effect("MEM-050: filters property perks by one venue, which may be hidden", () =>
    Effect.gen(function* () {
      const at = (venueId: VenueId) => listed(memberIds.M1, { venueId, scopes: ["property"] })
      assert.deepStrictEqual(yield* at(venues.V1.id), ["spa_hour@Venue V1", "breakfast@Venue V1"])
      assert.deepStrictEqual(yield* at(venues.V3.id), ["timeless_stay@Venue V3"])
      assert.deepStrictEqual(yield* at(hiddenVenue), ["breakfast@Hidden of A"])
      for (const other of [venues.W1.id, venues.D1.id, VenueId.make(999_999)])
        assert.deepStrictEqual(yield* at(other), [])
      assert.deepStrictEqual(yield* listed(memberIds.M1, { venueId: venues.W1.id, scopes: ["global"] }), globalOfA)
    })
  )

  it.effect("MEM-050, MEM-051: filters by scopes and redemption type, compared as bytes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed(memberIds.M1, { redemptionType: "requireApproval" }), [
        "transfer",
        "late_check_out"
      ])
      assert.deepStrictEqual(yield* listed(memberIds.M1, { redemptionType: "timelessStay" }), [
        "timeless_stay@Venue V3"
      ])
      for (const redemptionType of ["DIRECT", "direct ", "%", ""]) {
        assert.deepStrictEqual(yield* listed(memberIds.M1, { redemptionType }), [])
      }
      assert.deepStrictEqual(yield* listed(memberIds.M1, { scopes: [] }), [])
    })
  )

  it.effect("MEM-054: returns a venue's overrides of a perk, and omits perks that the venue disabled", () =>
    Effect.gen(function* () {
      const overridden = Effect.fnUntraced(function* (perk: PerkName, venueId: VenueId | undefined) {
        const records = yield* list(memberIds.M1, { venueId })
        return records
          .filter(({ perkId }) => perkId === benefitXid(perk))
          .map(({ overriddenDescription, overriddenName, venue }) => [venue?.id, overriddenName, overriddenDescription])
      })
      assert.deepStrictEqual(yield* overridden("breakfast", venues.V1.id), [
        [venues.V1.id, "Rooftop breakfast", "Served on the roof of Venue V1 until eleven"]
      ])
      assert.deepStrictEqual(yield* overridden("breakfast", venues.V2.id), [[venues.V2.id, null, null]])
      assert.deepStrictEqual(yield* overridden("welcome_drink", undefined), [[undefined, null, null]])
      assert.deepStrictEqual(yield* overridden("welcome_drink", venues.V2.id), [
        [undefined, "Garden welcome drink", null]
      ])
      assert.deepStrictEqual(yield* overridden("lounge", venues.V2.id), [])
      assert.lengthOf(yield* overridden("lounge", venues.V1.id), 1)
      assert.lengthOf(yield* overridden("lounge", undefined), 1)
    })
  )

  it.effect("MEM-053: returns every field that is displayed or decides eligibility", () =>
    Effect.gen(function* () {
      const records = yield* list(memberIds.M1, { venueId: venues.V2.id })
      const validFrom = find(demo.entitlements, ({ benefitId }) => benefitId === drink.id).validFrom
      assert.deepStrictEqual(
        records.find(({ perkId }) => perkId === drink.xid),
        {
          organizationId: OrganizationId.make(1),
          minTierLevel: 1,
          stayRequired: false,
          tierLevel: 2,
          grants: [{ tierId: tierId("A", 2), venueIds: null, validFrom, validTo: null, quantity: 2 }],
          perkId: drink.xid,
          name: "Welcome drink",
          description: drink.description,
          kind: drink.kind,
          redemptionType: "direct",
          howToRedeem: "Ask at the bar",
          heroImage: drink.heroImage,
          cardImage: drink.cardImage,
          venue: null,
          overriddenName: "Garden welcome drink",
          overriddenDescription: null
        }
      )
      const early = records.find(({ perkId }) => perkId === benefitXid("early_check_in"))
      assert.deepStrictEqual(early?.grants, [
        { tierId: tierId("A", 2), venueIds: [venues.V2.id], validFrom, validTo: null, quantity: 1 }
      ])
      const transfer = records.find(({ perkId }) => perkId === benefitXid("transfer"))
      assert.deepStrictEqual([transfer?.grants, transfer?.heroImage, transfer?.description], [[], null, null])
      const { documentId, id, name, organizationId, timezone } = find(demo.properties, (row) => row.id === venues.V2.id)
      assert.deepStrictEqual(records.find(({ perkId }) => perkId === breakfast.xid)?.venue, {
        id,
        organizationId,
        documentId,
        name,
        timezone
      })
    })
  )

  it.effect("MEM-118, DOMAIN 4.4: uses the current tier and its entitlements", () =>
    Effect.gen(function* () {
      const suite = Effect.fnUntraced(function* (memberId: number, at: DateTime.Utc) {
        const records = yield* list(memberId, { now: at })
        const found = records.find(({ perkId }) => perkId === benefitXid("suite_upgrade"))
        return [found?.tierLevel, found?.grants.length]
      })
      assert.deepStrictEqual(yield* suite(memberIds.M2, now), [3, 1])
      assert.deepStrictEqual(yield* suite(lapsing, DateTime.subtract(now, { minutes: 2 })), [3, 1])
      assert.deepStrictEqual(yield* suite(lapsing, now), [2, 0])
    })
  )

  it.effect("MEM-115: stayRequired is true for a perk in an enabled group that requires a stay", () =>
    Effect.gen(function* () {
      const records = yield* list(memberIds.M1)
      const needing = records.filter(({ stayRequired }) => stayRequired).map(({ perkId }) => nameOf(perkId))
      assert.deepStrictEqual(needing, ["timeless_stay"])
    })
  )

  it.effect("MEM-115: returns the visible perks of a group, in its order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed(memberIds.M1, { groupId: 902 }), [
        "suite_upgrade",
        "late_check_out",
        "early_check_in"
      ])
      assert.deepStrictEqual(yield* listed(memberIds.M1, { groupId: 901 }), [
        "welcome_drink",
        ...inDocumentOrder("breakfast", ["V1", "V2"])
      ])
      assert.deepStrictEqual(yield* listed(memberIds.M1, { groupId: 904 }), ["transfer", "spa_hour@Venue V1"])
      for (const groupId of [911, 0]) assert.deepStrictEqual(yield* listed(memberIds.M1, { groupId }), [])
    })
  )
})
