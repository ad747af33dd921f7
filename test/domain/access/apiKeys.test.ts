import { assert, describe, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { integrationIds, integrationXid } from "../../../src/demo/demoIntegrations.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { partnerKeyXid } from "../../../src/demo/demoPartnerKeys.ts"
import { venueDocumentId, venues } from "../../../src/demo/venues.ts"
import { ApiKeyReplaced } from "../../../src/domain/access/ApiKeyErrors.ts"
import { ApiKeys } from "../../../src/domain/access/ApiKeys.ts"
import { createKey, type KeyRequest } from "../../../src/domain/access/createKey.ts"
import { hubPermissions } from "../../../src/domain/access/hubPermissions.ts"
import { mintSecret } from "../../../src/domain/access/mintSecret.ts"
import { partnerScopes } from "../../../src/domain/access/partnerScopes.ts"
import { revokeKey } from "../../../src/domain/access/revokeKey.ts"
import { rotateKey } from "../../../src/domain/access/rotateKey.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { Digests } from "../../../src/domain/shared/Digests.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"
import * as DigestsLayer from "../../../src/layers/DigestsLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as ApiKeysLayer from "../../../src/layers/repositories/ApiKeysLayer.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as IntegrationsLayer from "../../../src/layers/repositories/IntegrationsLayer.ts"
import * as OrganizationsLayer from "../../../src/layers/repositories/OrganizationsLayer.ts"
import * as VenuesLayer from "../../../src/layers/repositories/VenuesLayer.ts"

const start = DateTime.makeUnsafe("2026-03-01T12:00:00Z")

const services = Layer.mergeAll(
  AtomicLayer.layerMemory,
  ApiKeysLayer.layerMemory,
  AuditLogLayer.layerMemory,
  IntegrationsLayer.layerMemory,
  OrganizationsLayer.layerMemory,
  VenuesLayer.layerMemory,
  SecureRandom.layerWebCrypto,
  DigestsLayer.layer(Redacted.make("a secret of the tests"))
).pipe(
  Layer.provide(
    Layer.effectDiscard(Memory.Memory.use((all) => all.load(demoWithoutCities(start)))).pipe(
      Layer.provideMerge(Memory.layer)
    )
  )
)

const hubRequest: KeyRequest = {
  surface: "hub",
  name: "Hub key",
  environment: "production",
  organizationId: organizationIds.A,
  integration: integrationXid("main"),
  permissions: "all",
  lifetime: undefined
}

const partnerRequest: KeyRequest = {
  surface: "partner",
  name: "Desk",
  environment: "sandbox",
  organizationId: organizationIds.A,
  authLevel: "partner",
  venues: "all",
  permissions: "all",
  lifetime: Duration.days(90)
}

const problemsOf = (request: KeyRequest) => Effect.map(Effect.flip(createKey(request)), ({ message }) => message)

describe("keys", () => {
  layer(services)("createKey", (it) => {
    it.effect("GEN-009: stores a secret's hash instead of the secret, and finds the key by that hash", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.epochMilliseconds)
        const keys = yield* ApiKeys
        const digests = yield* Digests
        const { key, secret } = yield* createKey(hubRequest)
        const text = Redacted.value(secret)
        assert.match(text, /^hub_live_org_[0-9A-Za-z]{43}$/)
        assert.notInclude(JSON.stringify(key), text.slice(-43))
        assert.notInclude(String(secret), text)
        const found = Option.getOrThrow(yield* keys.findByHash(digests.sha256(text)))
        assert.deepStrictEqual(found.key, key)
        assert.strictEqual(found.integration?.xid, integrationXid("main"))
        assert.deepStrictEqual(key.permissions, hubPermissions)
        assert.deepStrictEqual(key.createdAt, start)
        assert.deepStrictEqual([key.integrationId, key.authLevel, key.expiresAt], [integrationIds.main, null, null])
      })
    )

    it.effect("PAR-090, PAR-099: the prefix names the platform, environment and kind of a key", () =>
      Effect.gen(function* () {
        for (const [environment, word] of [
          ["production", "live"],
          ["sandbox", "test"],
          ["development", "dev"]
        ] as const) {
          assert.strictEqual((yield* createKey({ ...hubRequest, environment })).key.prefix, `hub_${word}_org_`)
          assert.strictEqual((yield* createKey({ ...partnerRequest, environment })).key.prefix, `hub_${word}_ptr_`)
        }
      })
    )

    it.effect("sets a partner key's scopes, venues, organization and expiry", () =>
      Effect.gen(function* () {
        const { key } = yield* createKey({
          ...partnerRequest,
          authLevel: "admin",
          venues: [venueDocumentId("V1"), venueDocumentId("V3")],
          permissions: ["partner:arrivals:read", "partner:arrivals:read"]
        })
        assert.deepStrictEqual(key.permissions, ["partner:arrivals:read"])
        assert.sameMembers([...key.venueIds], [venues.V1.id, venues.V3.id])
        assert.deepStrictEqual([key.allVenues, key.globalScope, key.organizationId], [false, false, organizationIds.A])
        assert.deepStrictEqual(key.expiresAt, DateTime.addDuration(start, Duration.days(90)))
        assert.deepStrictEqual((yield* createKey(partnerRequest)).key.permissions, partnerScopes)
      })
    )

    it.effect("PAR-100: refuses a key that would already be expired", () =>
      Effect.gen(function* () {
        for (const request of [hubRequest, partnerRequest]) {
          assert.include(yield* problemsOf({ ...request, lifetime: Duration.zero }), "already be expired")
        }
        const { key } = yield* createKey({ ...hubRequest, lifetime: Duration.seconds(1) })
        assert.deepStrictEqual(key.expiresAt, DateTime.addDuration(start, Duration.seconds(1)))
      })
    )

    it.effect("uses the only integration of an organization, and requires a choice among several", () =>
      Effect.gen(function* () {
        const only = yield* createKey({ ...hubRequest, organizationId: organizationIds.B, integration: undefined })
        assert.strictEqual(only.key.integrationId, integrationIds.organizationB)
        const missingIntegration = yield* problemsOf({ ...hubRequest, integration: undefined })
        assert.include(missingIntegration, "acts for one integration")
        assert.include(missingIntegration, `${integrationXid("other")} (Integration Other)`)
      })
    )

    it.effect(
      "GEN-003: refuses integrations and venues of another organization, empty lists and unknown permissions",
      () =>
        Effect.gen(function* () {
          assert.include(
            yield* problemsOf({ ...hubRequest, integration: integrationXid("organizationB") }),
            "is not an integration"
          )
          const [foreign, unknown] = [venueDocumentId("W1"), "nothing"]
          const problems = yield* problemsOf({ ...partnerRequest, venues: [venueDocumentId("V1"), foreign, unknown] })
          assert.strictEqual(
            problems,
            `${foreign} is not a venue of the organization\n${unknown} is not a venue of the organization`
          )
          assert.include(yield* problemsOf({ ...partnerRequest, venues: [] }), "at least one venue")
          assert.include(yield* problemsOf({ ...partnerRequest, permissions: [] }), "at least one permission")
          assert.include(
            yield* problemsOf({ ...partnerRequest, permissions: ["partner:*", "hub:api:brands:read"] }),
            "partner:* is not a permission of the partner API\nhub:api:brands:read is not a permission of the partner API"
          )
        })
    )
  })

  layer(services)("rotateKey and revokeKey", (it) => {
    it.effect("PAR-100: rotates with an overlap, keeping permissions, owner and lifetime", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.epochMilliseconds)
        const keys = yield* ApiKeys
        const made = yield* createKey(partnerRequest)
        yield* TestClock.adjust("10 days")
        const now = yield* DateTime.now
        const { key, retired, secret } = yield* rotateKey(made.key.xid, Duration.hours(24))
        const renewed = {
          id: key.id,
          xid: key.xid,
          lastFour: key.lastFour,
          secretHash: key.secretHash,
          createdAt: now,
          expiresAt: DateTime.addDuration(now, Duration.days(90))
        }
        assert.deepStrictEqual(key, { ...made.key, ...renewed })
        assert.notStrictEqual(Redacted.value(secret), Redacted.value(made.secret))
        const expiresAt = DateTime.addDuration(now, Duration.hours(24))
        assert.deepStrictEqual(retired, { ...made.key, expiresAt, replacedBy: key.xid })
        assert.deepStrictEqual(yield* keys.get(made.key.xid), retired)

        const next = yield* rotateKey(key.xid, Duration.days(100))
        assert.deepStrictEqual(next.retired.expiresAt, key.expiresAt)
      })
    )

    it.effect(
      "PAR-100: does not rotate a key again, but its successor, which lives as long as the key should have",
      () =>
        Effect.gen(function* () {
          const keys = yield* ApiKeys
          const { key: first } = yield* createKey({ ...partnerRequest, lifetime: undefined })
          const { key: successor } = yield* rotateKey(first.xid, Duration.hours(1))
          const before = yield* keys.list(undefined)
          const refused = yield* Effect.flip(rotateKey(first.xid, Duration.hours(1)))
          assert.deepStrictEqual(refused, new ApiKeyReplaced({ id: first.xid, by: successor.xid }))
          assert.deepStrictEqual(yield* keys.list(undefined), before)
          assert.isNull((yield* rotateKey(successor.xid, Duration.zero)).key.expiresAt)
        })
    )

    it.effect("records in the audit log what becomes of a key, each once and without its secret", () =>
      Effect.gen(function* () {
        const { key, secret } = yield* createKey(partnerRequest)
        const next = yield* rotateKey(key.xid, Duration.hours(1))
        yield* revokeKey(next.key.xid)
        yield* TestClock.adjust("1 minute")
        yield* revokeKey(next.key.xid)
        const log = yield* AuditLog
        const entries = [...(yield* log.list(`api_key:${key.xid}`)), ...(yield* log.list(`api_key:${next.key.xid}`))]
        const partner = { surface: "partner", integration: null, authLevel: "partner", allVenues: true }
        const rights = { ...partner, permissions: partnerScopes }
        assert.sameDeepMembers(
          entries.map(({ action, actor, after, before, organizationId }) => [
            action,
            actor.kind,
            organizationId,
            before,
            after
          ]),
          [
            ["api_key.created", "system", organizationIds.A, null, rights],
            ["api_key.rotated", "system", organizationIds.A, null, { ...rights, replaces: key.xid }],
            ["api_key.revoked", "system", organizationIds.A, rights, null]
          ]
        )
        for (const each of [secret, next.secret]) assert.notInclude(JSON.stringify(entries), Redacted.value(each))
      })
    )

    it.effect("names the integration of a hub key in the audit log", () =>
      Effect.gen(function* () {
        const { key } = yield* createKey(hubRequest)
        const next = yield* rotateKey(key.xid, Duration.hours(1))
        yield* revokeKey(next.key.xid)
        const log = yield* AuditLog
        const entries = [...(yield* log.list(`api_key:${key.xid}`)), ...(yield* log.list(`api_key:${next.key.xid}`))]
        const hub = { surface: "hub", integration: integrationXid("main"), authLevel: null, allVenues: false }
        const rights = { ...hub, permissions: hubPermissions }
        assert.sameDeepMembers(
          entries.map(({ action, after, before }) => [action, before, after]),
          [
            ["api_key.created", null, rights],
            ["api_key.rotated", null, { ...rights, replaces: key.xid }],
            ["api_key.revoked", rights, null]
          ]
        )
      })
    )

    it.effect("keeps the first revocation, and does not rotate a key that has ended", () =>
      Effect.gen(function* () {
        const { key } = yield* createKey({ ...partnerRequest, lifetime: Duration.hours(1) })
        const revoked = yield* revokeKey(key.xid)
        assert.deepStrictEqual(revoked.revokedAt, yield* DateTime.now)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* revokeKey(key.xid), revoked)
        for (const xid of [key.xid, partnerKeyXid("PA_expired"), partnerKeyXid("PA_revoked")]) {
          assert.strictEqual((yield* Effect.flip(rotateKey(xid, Duration.zero)))._tag, "ApiKeyEnded")
        }
        assert.strictEqual((yield* Effect.flip(rotateKey("nothing", Duration.zero)))._tag, "ApiKeyMissing")
        assert.strictEqual((yield* Effect.flip(revokeKey("nothing")))._tag, "ApiKeyMissing")
      })
    )
  })

  layer(services)("mintSecret", (it) => {
    it.effect("GEN-009: draws every character of a secret uniformly from all 62", () =>
      Effect.gen(function* () {
        const counts = new Map<string, number>()
        for (let n = 0; n < 1500; n++) {
          const { secret } = yield* mintSecret("hub", "production")
          for (const digit of Redacted.value(secret).slice(-43)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
        }
        assert.strictEqual(counts.size, 62)
        // 1,040 are expected of each; six standard deviations are 192.
        for (const [digit, count] of counts) assert.closeTo(count, 1040, 192, digit)
      })
    )
  })
})
