import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { ApiKey } from "../../src/domain/access/ApiKey.ts"
import { ApiKeyMissing } from "../../src/domain/access/ApiKeyErrors.ts"
import { ApiKeys, type NewApiKey } from "../../src/domain/access/ApiKeys.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { integrationIds } from "../../src/demo/demoIntegrations.ts"
import { organizationIds, organizationXid } from "../../src/demo/demoOrganizations.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import * as ApiKeysLayer from "../../src/layers/repositories/ApiKeysLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00.123Z")
const at = (minutes: number) => DateTime.add(now, { minutes })
const demo = demoWithoutCities(now)

/** Two keys created in the same instant, which are ordered by id, not by insertion. */
const sameInstant = demo.apiKeys.filter(({ name }) => name === "KH_B" || name === "KH_D")
const dataset = { ...demo, apiKeys: demo.apiKeys.toReversed() }

const rowOf = (name: string): ApiKey => {
  const row = demo.apiKeys.find((key) => key.name === name)
  if (row === undefined) throw new Error(`${name} is in the demo data`)
  return row
}

const newKey = (name: string, change: Partial<NewApiKey> = {}): NewApiKey => ({
  xid: `key-${name}`,
  surface: "hub",
  organizationId: organizationIds.A,
  integrationId: integrationIds.main,
  origin: "settings",
  name,
  prefix: "hub_dev_org_",
  lastFour: "abcd",
  secretHash: sha256(name),
  authLevel: null,
  globalScope: false,
  allVenues: false,
  venueIds: [],
  environment: "development",
  permissions: ["hub:api:brands:read"],
  createdAt: now,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: null,
  ...change
})

twins("ApiKeys", ApiKeysLayer, dataset, (it) => {
  it.effect("HUB-079, GEN-009: finds a key by the hash of its secret, with its organization and integration", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const hub = yield* Effect.orDie(Effect.fromOption(yield* keys.findByHash(rowOf("KH_all").secretHash)))
      assert.deepStrictEqual(hub.key, rowOf("KH_all"))
      assert.deepStrictEqual(hub.organization, demo.organizations[0])
      assert.deepStrictEqual(
        hub.integration,
        demo.integrations.find(({ id }) => id === integrationIds.main)
      )
      const partner = yield* Effect.orDie(Effect.fromOption(yield* keys.findByHash(rowOf("PA_v1").secretHash)))
      assert.deepStrictEqual(partner.key, rowOf("PA_v1"))
      assert.strictEqual(partner.integration, null)
      const staff = yield* Effect.orDie(Effect.fromOption(yield* keys.findByHash(rowOf("PADM").secretHash)))
      assert.strictEqual(staff.organization, null)
      assert.isTrue(staff.key.globalScope)
    })
  )

  it.effect("HUB-080, PAR-098: also finds expired and revoked keys, with expiresAt and revokedAt", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      for (const name of ["KH_expired", "KH_revoked"]) {
        assert.deepStrictEqual(
          Option.map(yield* keys.findByHash(rowOf(name).secretHash), ({ key }) => key),
          Option.some(rowOf(name))
        )
      }
    })
  )

  it.effect("HUB-085: finds nothing by a part of a hash, its upper case, an SQL pattern or injection", () =>
    Effect.gen(function* () {
      const { findByHash } = yield* ApiKeys
      const hash = rowOf("KH_all").secretHash
      for (const not of [
        "",
        hash.slice(0, 63),
        `${hash} `,
        hash.toUpperCase(),
        `${hash.slice(0, 32)}%`,
        "%",
        "' OR true --"
      ]) {
        assert.deepStrictEqual(yield* findByHash(not), Option.none(), not)
      }
    })
  )

  it.effect("PAR-100: lists keys by creation time, then id, optionally of one organization", () =>
    Effect.gen(function* () {
      const { list } = yield* ApiKeys
      const all = (yield* list(undefined)).map(({ key }) => key)
      const ordered = demo.apiKeys.toSorted(
        (a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || a.id - b.id
      )
      assert.deepStrictEqual(
        all.map(({ name }) => name),
        ordered.map(({ name }) => name)
      )
      assert.strictEqual(sameInstant[0]?.createdAt.epochMilliseconds, sameInstant[1]?.createdAt.epochMilliseconds)
      const own = yield* list(organizationXid("B"))
      assert.isAbove(own.length, 0)
      assert.isTrue(own.every(({ key, organization }) => key.organizationId === 2 && organization?.id === 2))
      assert.strictEqual(own.length, demo.apiKeys.filter(({ organizationId }) => organizationId === 2).length)
      assert.deepStrictEqual(yield* list("nobody"), [])
    })
  )

  it.effect("GEN-009: inserts a key with every field unchanged and the next id, and finds it by xid and hash", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const record = newKey("inserted", { expiresAt: at(60), permissions: [] })
      const made = yield* atomically(keys.insert(record))
      const { id, ...rest } = made
      assert.deepStrictEqual(rest, record)
      assert.isTrue(demo.apiKeys.every((existing) => existing.id < id))
      assert.deepStrictEqual(yield* keys.get(record.xid), made)
      const found = yield* keys.findByHash(record.secretHash)
      assert.deepStrictEqual(
        Option.map(found, ({ key, organization }) => [key, organization?.xid]),
        Option.some([made, organizationXid("A")])
      )
      const partner = newKey("inserted partner", {
        surface: "partner",
        integrationId: null,
        authLevel: "partner",
        venueIds: [VenueId.make(101), VenueId.make(103)]
      })
      const { id: next, ...second } = yield* atomically(keys.insert(partner))
      assert.deepStrictEqual(second, partner)
      assert.isAbove(next, id)
    })
  )

  it.effect("GEN-009: a rolled-back insert leaves no key", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const record = newKey("rolled back")
      yield* Effect.flip(atomically(Effect.andThen(keys.insert(record), Effect.fail("undone"))))
      assert.deepStrictEqual(yield* keys.findByHash(record.secretHash), Option.none())
    })
  )

  for (const end of ["updateRevokedAt", "updateExpiresAt"] as const) {
    const field = end === "updateRevokedAt" ? "revokedAt" : "expiresAt"

    it.effect(`PAR-100: ${end} sets ${field}, and keeps the earliest of several times`, () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const before = yield* keys.insert(newKey(end))
        const ended = yield* atomically(keys[end](before.xid, at(10)))
        assert.deepStrictEqual(ended, { ...before, [field]: at(10) })
        assert.deepStrictEqual((yield* atomically(keys[end](before.xid, at(20))))[field], at(10))
        assert.deepStrictEqual((yield* atomically(keys[end](before.xid, at(5))))[field], at(5))
        assert.deepStrictEqual(yield* keys.get(before.xid), { ...before, [field]: at(5) })
        const found = yield* keys.findByHash(before.secretHash)
        assert.deepStrictEqual(
          Option.map(found, ({ key }) => key[field]),
          Option.some(at(5))
        )
      })
    )

    it.effect(`PAR-100: ${end} changes no other key, and fails with ApiKeyMissing for an unknown id`, () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const others = (yield* keys.list(organizationXid("B"))).map(({ key }) => key)
        const error = yield* Effect.flip(atomically(keys[end]("nothing", at(0))))
        assert.deepStrictEqual(error, new ApiKeyMissing({ id: "nothing" }))
        yield* atomically(keys[end](rowOf("KH_other").xid, at(0)))
        assert.deepStrictEqual(
          (yield* keys.list(organizationXid("B"))).map(({ key }) => key),
          others
        )
        assert.strictEqual((yield* keys.get(rowOf("KH_threads").xid))[field], null)
      })
    )
  }

  it.effect("PAR-100: finds a key only by its external id", () =>
    Effect.gen(function* () {
      const { get } = yield* ApiKeys
      assert.deepStrictEqual(yield* get(rowOf("KH_team").xid), rowOf("KH_team"))
      for (const xid of ["", String(rowOf("KH_team").id), "KH_team", rowOf("KH_team").secretHash]) {
        assert.deepStrictEqual(yield* Effect.flip(get(xid)), new ApiKeyMissing({ id: xid }))
      }
    })
  )

  it.effect("PAR-100: keeps the first successor of a key", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { xid } = yield* keys.insert(newKey("rotated"))
      const other = yield* keys.insert(newKey("not rotated"))
      assert.strictEqual(yield* keys.updateReplacedBy(xid, "first"), "first")
      assert.strictEqual(yield* keys.updateReplacedBy(xid, "second"), "first")
      assert.strictEqual((yield* keys.get(xid)).replacedBy, "first")
      assert.deepStrictEqual(yield* keys.get(other.xid), other)
      assert.strictEqual((yield* Effect.flip(keys.updateReplacedBy("nothing", "first")))._tag, "ApiKeyMissing")
    })
  )

  it.effect("PAR-100: keeps the latest lastUsedAt of each key, and changes no other key", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [one, other] = [yield* keys.insert(newKey("used")), yield* keys.insert(newKey("used too"))]
      const before = yield* keys.list(undefined)
      const unknown = { id: 999_999, at: at(1) }
      yield* keys.updateLastUsed([{ id: other.id, at: at(2) }, unknown, { id: one.id, at: at(3) }])
      yield* keys.updateLastUsed([{ id: one.id, at: at(1) }])
      yield* keys.updateLastUsed([])
      const used = (id: number) => (id === one.id ? at(3) : id === other.id ? at(2) : null)
      assert.deepStrictEqual(
        (yield* keys.list(undefined)).map(({ key }) => key),
        before.map(({ key }) => ({ ...key, lastUsedAt: used(key.id) ?? key.lastUsedAt }))
      )
    })
  )
})
