import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { benefitXid } from "../../src/demo/demoPerks.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere } from "../../src/domain/access/Reach.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { PerkViews } from "../../src/domain/perks/PerkViews.ts"
import { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { omitNull } from "../../src/domain/shared/omitNull.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import { dataset, demo, find, lapsing, left, nameOf, now } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

twins("PerkViews: groups, stays and standings", PerkViewsLayer, dataset, (it) => {
  it.effect("MEM-115, MEM-118: lists the groups of the member's organizations by name, including disabled ones", () =>
    Effect.gen(function* () {
      const ids = (memberId: number) =>
        Effect.map(
          PerkViews.use((perks) => perks.listGroups(MemberId.make(memberId))),
          (groups) => groups.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* ids(memberIds.M1), [903, 901, 904, 902])
      assert.deepStrictEqual(yield* ids(memberIds.M2), [903, 901, 911, 904, 902])
      assert.deepStrictEqual(yield* ids(memberIds.M9), [911])
      for (const id of [memberIds.M_new, left]) assert.deepStrictEqual(yield* ids(id), [])
    })
  )

  it.effect("MEM-055, MEM-056, MEM-118: returns a group; a foreign or unknown one is NotFound", () =>
    Effect.gen(function* () {
      const { getGroup } = yield* PerkViews
      const {
        createdAt,
        description,
        organizationId: _,
        updatedAt,
        xid: __,
        ...stored
      } = find(demo.benefitGroups, ({ id }) => id === 904)
      assert.deepStrictEqual(yield* getGroup({ memberId: memberIds.M1, id: 904 }), {
        ...stored,
        ...omitNull({ description }),
        createdAt: DateTime.formatIso(createdAt),
        updatedAt: DateTime.formatIso(updatedAt)
      })
      for (const key of [
        { memberId: memberIds.M1, id: 911 },
        { memberId: memberIds.M9, id: 901 },
        { memberId: left, id: 901 },
        { memberId: memberIds.M1, id: 0 },
        { memberId: memberIds.M1, id: 2_147_483_647 }
      ]) {
        assert.strictEqual((yield* Effect.flip(getGroup(key)))._tag, "NotFound")
      }
    })
  )

  it.effect("MEM-050: finds published venues of any organization by document id, compared as bytes", () =>
    Effect.gen(function* () {
      const { findVenue } = yield* PerkViews
      const idOf = (documentId: string) =>
        Effect.map(findVenue(documentId), (found) => Option.getOrNull(found)?.id ?? null)
      assert.strictEqual(yield* idOf(venueDocumentId("V1")), venues.V1.id)
      assert.strictEqual(yield* idOf(venueDocumentId("W1")), venues.W1.id)
      for (const id of ["hidden-of-a", venueDocumentId("V1").toUpperCase(), "101", "", "%"]) {
        assert.strictEqual(yield* idOf(id), null, id)
      }
    })
  )

  it.effect(
    "MEM-050: finds a member's own stay by its exact id, of two with one id that at the named venue's organization, else the latest",
    () =>
      Effect.gen(function* () {
        const perks = yield* PerkViews
        const findStay = (
          key: { readonly memberId: MemberId; readonly externalId: ReservationXid },
          propertyId?: string
        ) => perks.findStay({ reach: everywhere, propertyId, ...key })
        const stored = find(demo.reservations, ({ id }) => id === 10_001)
        const { documentId, id, name, organizationId, timezone } = find(
          demo.properties,
          (row) => row.id === venues.V1.id
        )
        assert.deepStrictEqual(
          yield* findStay({ memberId: memberIds.M1, externalId: stored.externalId }),
          Option.some({
            venue: { id, organizationId, documentId, name, timezone },
            status: stored.status,
            checkIn: stored.checkIn
          })
        )
        const same = (propertyId?: string) =>
          Effect.map(
            findStay({ memberId: memberIds.M1, externalId: ReservationXid.make("SAME") }, propertyId),
            (found) => Option.getOrNull(found)?.venue.id
          )
        assert.strictEqual(yield* same(), venues.W1.id)
        for (const name of ["V1", "V2", "W1"] as const) {
          assert.strictEqual(yield* same(venueDocumentId(name)), name === "W1" ? venues.W1.id : venues.V1.id, name)
        }
        for (const none of ["unknown", venueDocumentId("D2")]) assert.strictEqual(yield* same(none), venues.W1.id, none)
        for (const key of [
          { memberId: memberIds.M2, externalId: stored.externalId },
          { memberId: memberIds.M1, externalId: ReservationXid.make(stored.externalId.toUpperCase()) },
          { memberId: memberIds.M1, externalId: ReservationXid.make("unknown") }
        ]) {
          assert.deepStrictEqual(yield* findStay(key), Option.none())
        }
      })
  )

  it.effect("MEM-053, DOMAIN 6.2: lists members' tier levels at venues, with the perks granted there", () =>
    Effect.gen(function* () {
      const { listVenuePerks } = yield* PerkViews
      const standings = yield* listVenuePerks({
        now,
        places: [
          { memberId: memberIds.M1, venueId: venues.V1.id },
          { memberId: memberIds.M1, venueId: venues.V2.id },
          { memberId: MemberId.make(lapsing), venueId: venues.V3.id },
          { memberId: memberIds.M9, venueId: venues.V1.id },
          { memberId: MemberId.make(left), venueId: venues.V1.id }
        ]
      })
      const eligibilities = standings
        .map(({ memberId, perks, tierLevel, venueId }) => ({
          key: `${memberId} ${venueId}`,
          tierLevel,
          perks: perks.map(({ benefitId, overriddenName }) =>
            overriddenName === null ? nameOf(benefitId) : `${nameOf(benefitId)} as ${overriddenName}`
          )
        }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      assert.deepStrictEqual(eligibilities, [
        {
          key: `${memberIds.M1} ${venues.V1.id}`,
          tierLevel: 2,
          perks: [
            "early_check_in",
            "spa_hour",
            "breakfast as Rooftop breakfast",
            "welcome_drink",
            "late_check_out",
            "lounge"
          ]
        },
        {
          key: `${memberIds.M1} ${venues.V2.id}`,
          tierLevel: 2,
          perks: ["early_check_in", "breakfast", "welcome_drink as Garden welcome drink", "late_check_out"]
        },
        { key: `${memberIds.M9} ${venues.V1.id}`, tierLevel: null, perks: [] },
        {
          key: `${lapsing} ${venues.V3.id}`,
          tierLevel: 2,
          perks: ["early_check_in", "welcome_drink", "late_check_out", "lounge", "timeless_stay"]
        },
        { key: `${left} ${venues.V1.id}`, tierLevel: null, perks: [] }
      ])
      const timeless = standings
        .flatMap(({ perks }) => perks)
        .find(({ benefitId }) => benefitId === benefitXid("timeless_stay"))
      assert.deepInclude(timeless, {
        organizationId: organizationIds.A,
        minTierLevel: 2,
        stayRequired: true,
        tierLevel: 2,
        name: "Timeless stay",
        kind: "amenity",
        howToRedeem: null,
        redemptionType: "timelessStay"
      })
      assert.deepStrictEqual(yield* listVenuePerks({ now, places: [] }), [])
    })
  )
})
