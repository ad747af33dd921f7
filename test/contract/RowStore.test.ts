import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Exit, Option, Schema } from "effect"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { Conflict, onConflict } from "../../src/domain/dataset/Conflict.ts"
import type { Dataset, DatasetName } from "../../src/domain/dataset/Dataset.ts"
import type { Where } from "../../src/domain/dataset/Rows.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { type Row, tableOf } from "../../src/domain/dataset/tables.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00.123Z")
const later = DateTime.add(now, { hours: 1 })
const dataset = demoWithoutCities(now)

const firstOf = <Name extends DatasetName>(name: Name): Row<Name> => {
  const rows: ReadonlyArray<Row<Name>> = dataset[name]
  const [first] = rows
  assert(first !== undefined)
  return first
}

const member = firstOf("members").id
const [hotel, otherHotel] = dataset.properties
  .filter(({ id }) => !dataset.favorites.some((one) => one.memberId === member && one.propertyId === id))
  .map(({ id }) => id)
assert(hotel !== undefined && otherHotel !== undefined)
const favorite = { memberId: member, propertyId: hotel, createdAt: now }
const notFound = 999_999

const encoded = (name: DatasetName, row: unknown) =>
  Schema.encodeUnknownSync(Schema.toCodecJson(tableOf[name].row))(row)

/** Rolls the effect back, so that each test begins with the same rows. */
const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flip(atomically(Effect.flatMap(effect, () => Effect.fail("undone"))))

const readsBack = <Name extends DatasetName>(name: Name, whereOf: (row: Row<Name>) => Where<Name>) =>
  Effect.gen(function* () {
    const store = yield* RowStore
    const rows: Dataset[Name] = dataset[name]
    assert.isAbove(rows.length, 0, name)
    for (const row of rows.slice(0, 20)) {
      const found = Option.getOrThrow(yield* store.of(name).find(whereOf(row)))
      assert.deepStrictEqual(encoded(name, found), encoded(name, row))
    }
  })

twins("RowStore", RowStoreLayer, dataset, (it) => {
  it.effect("reads rows as they were written, whatever the types of their columns", () =>
    Effect.gen(function* () {
      yield* readsBack("apiKeys", ({ secretHash }) => ({ secretHash }))
      yield* readsBack("members", ({ id }) => ({ id }))
      yield* readsBack("properties", ({ documentId }) => ({ documentId }))
      yield* readsBack("propertyDetails", ({ propertyId }) => ({ propertyId }))
      yield* readsBack("propertyAvailability", ({ date, propertyId }) => ({ date, propertyId }))
      yield* readsBack("tiers", ({ id, organizationId }) => ({ id, organizationId }))
      yield* readsBack("earningRules", ({ organizationId, programId, version }) => ({
        organizationId,
        programId,
        version
      }))
      yield* readsBack("pointMultipliers", ({ multiplier, organizationId, xid }) => ({
        multiplier,
        organizationId,
        xid
      }))
      yield* readsBack("offers", ({ organizationId, xid }) => ({ organizationId, xid }))
      yield* readsBack("fulfillments", ({ id, organizationId }) => ({ id, organizationId }))
      yield* readsBack("entitlements", ({ id, organizationId }) => ({ id, organizationId }))
      yield* readsBack("walletEntries", ({ id, memberId }) => ({ id, memberId }))
      yield* readsBack("notifications", ({ createdAt, id, memberId }) => ({ createdAt, id, memberId }))
      yield* readsBack("places", ({ sourceId }) => ({ sourceId }))
    })
  )

  it.effect("finds nothing if a field differs, and treats null as a value", () =>
    Effect.gen(function* () {
      const operators = (yield* RowStore).of("operators")
      const { id, organizationId } = firstOf("operators")
      assert.isTrue(Option.isNone(yield* operators.find({ organizationId: OrganizationId.make(notFound), id })))
      assert.isTrue(Option.isNone(yield* operators.find({ identitySubject: "" })))
      const staff = dataset.operators.filter((one) => one.organizationId === null).map((one) => one.id)
      const found = yield* operators.list({ organizationId: null }, { by: ["id"] })
      assert.deepStrictEqual(
        found.map((one) => one.id),
        staff.toSorted((a, b) => a - b)
      )
      assert.isFalse(organizationId !== null && staff.includes(id))
    })
  )

  it.effect("dies when a find matches two rows", () =>
    Effect.gen(function* () {
      const properties = (yield* RowStore).of("properties")
      const exit = yield* Effect.exit(properties.find({ organizationId: firstOf("properties").organizationId }))
      assert(exit._tag === "Failure" && exit.cause.reasons.some(({ _tag }) => _tag === "Die"))
    })
  )

  it.effect("lists by numbers and times, in both directions, up to the limit", () =>
    Effect.gen(function* () {
      const notifications = (yield* RowStore).of("notifications")
      const memberId = firstOf("notifications").memberId
      const all = yield* notifications.list({ memberId }, { by: ["createdAt", "id"] })
      assert.isAbove(all.length, 2)
      const sorted = all.toSorted(
        (a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || a.id - b.id
      )
      assert.deepStrictEqual(all, sorted)
      const newest = yield* notifications.list({ memberId }, { by: ["createdAt", "id"], isDescending: true, limit: 2 })
      assert.deepStrictEqual(newest, sorted.toReversed().slice(0, 2))
    })
  )

  it.effect("locks rows, in the order of any fields, without a change", () =>
    Effect.gen(function* () {
      const pools = (yield* RowStore).of("offerCodePools")
      const { organizationId } = firstOf("offerCodePools")
      const before = yield* pools.list({ organizationId }, { by: ["id"] })
      assert.isTrue(before.some(({ expiresAt }) => expiresAt !== null))
      yield* pools.lock({ organizationId }, ["offerId", "expiresAt", "id"])
      assert.deepStrictEqual(yield* pools.list({ organizationId }, { by: ["id"] }), before)
    })
  )

  it.effect("fails with the name of the constraint for an existing key or a missing reference", () =>
    Effect.gen(function* () {
      const favorites = (yield* RowStore).of("favorites")
      yield* undone(
        Effect.gen(function* () {
          yield* favorites.insert(favorite)
          assert.deepStrictEqual(yield* favorites.find({ memberId: member, propertyId: hotel }), Option.some(favorite))
          const failed = yield* Effect.flip(onConflict(favorites.insert(favorite), { favorites_pkey: () => "taken" }))
          assert.strictEqual(failed, "taken")
        })
      )
      const conflict = yield* Effect.flip(favorites.insert({ ...favorite, memberId: MemberId.make(notFound) }))
      assert.deepStrictEqual(conflict, new Conflict("favorites_member_id_fkey"))
    })
  )

  it.effect("insertMissing leaves an existing row unchanged, and fails for a missing reference", () =>
    Effect.gen(function* () {
      const favorites = (yield* RowStore).of("favorites")
      yield* undone(
        Effect.gen(function* () {
          assert.isTrue(yield* favorites.insertMissing(favorite))
          assert.isFalse(yield* favorites.insertMissing({ ...favorite, createdAt: later }))
          assert.deepStrictEqual(yield* favorites.find({ memberId: member, propertyId: hotel }), Option.some(favorite))
        })
      )
      const conflict = yield* Effect.flip(favorites.insertMissing({ ...favorite, propertyId: VenueId.make(notFound) }))
      assert.deepStrictEqual(conflict, new Conflict("favorites_property_id_fkey"))
    })
  )

  it.effect("numbers rows after the existing ones, from 1 in an empty table", () =>
    Effect.gen(function* () {
      const store = yield* RowStore
      yield* undone(
        Effect.gen(function* () {
          const { id, ...key } = firstOf("apiKeys")
          const last = Math.max(...dataset.apiKeys.map((one) => one.id))
          const added = { ...key, xid: "added", secretHash: "0".repeat(64) }
          assert.deepStrictEqual(yield* store.of("apiKeys").insertNumbered(added), { ...added, id: last + 1 })
          const entry = {
            kind: "test",
            payload: { a: [1, null] },
            status: "pending",
            attempts: 0,
            dueAt: null,
            createdAt: now
          } as const
          assert.deepStrictEqual(yield* store.of("outbox").insertNumbered(entry), { ...entry, id: 1 })
          assert.isAbove(id, 0)
        })
      )
    })
  )

  it.effect("enforces unique fields, including partial constraints where their condition holds", () =>
    Effect.gen(function* () {
      const store = yield* RowStore
      const { id: _, ...key } = firstOf("apiKeys")
      const taken = yield* Effect.flip(store.of("apiKeys").insertNumbered({ ...key, secretHash: "0".repeat(64) }))
      assert.deepStrictEqual(taken, new Conflict("api_keys_xid_key"))
      const active = dataset.entitlements.find((one) => one.active)
      assert(active !== undefined)
      const { id: __, ...entitlement } = active
      const twice = yield* Effect.flip(store.of("entitlements").insertNumbered({ ...entitlement, xid: "second" }))
      assert.deepStrictEqual(twice, new Conflict("entitlements_active_key"))
      yield* undone(store.of("entitlements").insertNumbered({ ...entitlement, xid: "second", active: false }))
    })
  )

  it.effect("updates and returns the matching rows, and no others", () =>
    Effect.gen(function* () {
      const tiers = (yield* RowStore).of("tiers")
      const { id, organizationId, programId } = firstOf("tiers")
      yield* undone(
        Effect.gen(function* () {
          const change = { name: "Renamed", qualifyingNights: null, multiplier: BigDecimal.fromStringUnsafe("1.75") }
          const changed = yield* tiers.update({ organizationId, id }, change)
          assert.deepStrictEqual(
            changed.map((one) => [one.id, one.name, one.qualifyingNights]),
            [[id, "Renamed", null]]
          )
          const all = yield* tiers.list({ organizationId, programId }, { by: ["level"] })
          assert.deepStrictEqual(
            all.filter(({ name }) => name === "Renamed").map((one) => one.id),
            [id]
          )
          assert.deepStrictEqual(
            yield* tiers.update({ organizationId: OrganizationId.make(notFound), id }, { name: "Never" }),
            []
          )
        })
      )
    })
  )

  it.effect("an updated row may keep its own unique fields, but not take another's or a missing reference", () =>
    Effect.gen(function* () {
      const organizations = (yield* RowStore).of("organizations")
      const [first, second] = dataset.organizations
      assert(first !== undefined && second !== undefined)
      yield* undone(organizations.update({ id: first.id }, { slug: first.slug }))
      const taken = yield* Effect.flip(organizations.update({ id: first.id }, { slug: second.slug }))
      assert.deepStrictEqual(taken, new Conflict("organizations_slug_key"))
      const astray = yield* Effect.flip(
        (yield* RowStore)
          .of("apiKeys")
          .update({ secretHash: firstOf("apiKeys").secretHash }, { organizationId: OrganizationId.make(notFound) })
      )
      assert.strictEqual(astray.constraint.startsWith("api_keys_organization_id"), true)
    })
  )

  it.effect("changes rows without returning them, visible to every later read", () =>
    Effect.gen(function* () {
      const organizations = (yield* RowStore).of("organizations")
      const { id } = firstOf("organizations")
      yield* undone(
        Effect.gen(function* () {
          yield* organizations.change({ id }, { name: "Renamed" })
          yield* organizations.change({ id: OrganizationId.make(notFound) }, { name: "Never" })
          assert.deepStrictEqual(Option.getOrThrow(yield* organizations.find({ id })).name, "Renamed")
        })
      )
    })
  )

  it.effect("a change that violates a constraint dies, and its transaction is rolled back", () =>
    Effect.gen(function* () {
      const organizations = (yield* RowStore).of("organizations")
      const [first, second] = dataset.organizations
      assert(first !== undefined && second !== undefined)
      const breaking = Effect.andThen(
        organizations.change({ id: second.id }, { name: "Renamed" }),
        organizations.change({ id: first.id }, { slug: second.slug })
      )
      assert.isTrue(Exit.hasDies(yield* Effect.exit(atomically(breaking))))
      const found = yield* organizations.find({ id: second.id })
      assert.deepStrictEqual(Option.getOrThrow(found).name, second.name)
    })
  )

  it.effect("removes the matching rows and those that cascade, but dies for rows that others refer to", () =>
    Effect.gen(function* () {
      const store = yield* RowStore
      yield* undone(
        Effect.gen(function* () {
          yield* store.of("favorites").insert(favorite)
          yield* store.of("favorites").insert({ ...favorite, propertyId: otherHotel })
          assert.strictEqual(yield* store.of("favorites").remove({ memberId: member, propertyId: hotel }), 1)
          assert.strictEqual(yield* store.of("favorites").remove({ memberId: member, propertyId: hotel }), 0)
          assert.isTrue(Option.isSome(yield* store.of("favorites").find({ memberId: member, propertyId: otherHotel })))
        })
      )
      const group = dataset.benefitGroups.find(({ id }) =>
        dataset.benefitGroupItems.some((item) => item.groupId === id)
      )
      assert(group !== undefined)
      const { id, organizationId } = group
      yield* undone(
        Effect.gen(function* () {
          assert.strictEqual(yield* store.of("benefitGroups").remove({ organizationId, id }), 1)
          const items = yield* store.of("benefitGroupItems").list({ organizationId, groupId: id }, { by: ["position"] })
          assert.deepStrictEqual(items, [])
        })
      )
      const exit = yield* Effect.exit(store.of("organizations").remove({ id: firstOf("organizations").id }))
      assert(exit._tag === "Failure" && exit.cause.reasons.some(({ _tag }) => _tag === "Die"))
      assert.isTrue(Option.isSome(yield* store.of("organizations").find({ id: firstOf("organizations").id })))
    })
  )
})
