import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { hubKeys, hubKeyXid } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { integrationIds, integrationXid } from "../../../src/demo/demoIntegrations.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { IntegrationId } from "../../../src/domain/access/ApiKey.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { auditOf } from "../../support/audited.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf, withSessions } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { brandsBy, listed, listedOne, makeKey, manage, newIntegration, revoke } from "../../support/settings.ts"

const { brands, main, organizationB, widget } = demoIds.integrations

/** The audited rights of a key that `makeKey` makes. */
const rightsOf = (integration: string) => ({
  surface: "hub",
  integration,
  authLevel: null,
  allVenues: false,
  permissions: ["hub:api:brands:read"]
})

layer(operatorLayer())("integrations and keys in the settings", (it) => {
  it.effect("INT-016: lists only the organization's integrations, with origin, keys and grants", () =>
    Effect.gen(function* () {
      const answer = yield* listed
      assert.strictEqual(answer.status, 200, answer.text)
      const names = [
        "main",
        "other",
        "team",
        "widget",
        "grantOff",
        "brands",
        "narrow",
        "night",
        "twoWorkspaces"
      ] as const
      assert.deepStrictEqual(
        answer.each("items", "id").slice(0, names.length),
        names.map((name) => integrationXid(name))
      )
      assert.notInclude(answer.each("items", "id"), organizationB)
      assert.strictEqual(Service.at(yield* listedOne(widget), "origin"), "widget")
      assert.deepStrictEqual(Service.at(yield* listedOne(demoIds.integrations.team), "grants"), [
        {
          scope: "ws-a-main",
          audience: { workspace: true, teamIds: ["team-night"] },
          active: true,
          permissions: [
            "hub:api:threads:read",
            "hub:api:actions:read",
            "hub:api:events:read",
            "hub:api:actions:claim",
            "hub:api:actions:complete",
            "hub:api:actions:cancel"
          ],
          deactivatedAt: null
        }
      ])
      const two = yield* listedOne(demoIds.integrations.twoWorkspaces)
      assert.deepStrictEqual(Service.each(two, "grants", "scope"), ["ws-a-main", "ws-a-second"])
      const [ended] = Service.each(yield* listedOne(demoIds.integrations.grantOff), "grants")
      assert.deepStrictEqual(
        [Service.at(ended, "active"), typeof Service.at(ended, "deactivatedAt")],
        [false, "string"]
      )
      const [revoked] = Service.each(yield* listedOne(main), "keys").filter(
        (key) => Service.at(key, "id") === hubKeyXid("KH_revoked")
      )
      assert.isString(Service.at(revoked, "revokedAt"))
    })
  )

  it.effect("INT-016: the settings need hub:organizations:manage; reading guests is not enough", () =>
    Effect.gen(function* () {
      const { get, post } = yield* operatorRoutes()
      const path = "/settings/integrations"
      assert.strictEqual((yield* get(path, sessionOf("manage_only"))).status, 200)
      assert.strictEqual((yield* post(path, sessionOf("manage_only"), { name: "By manage" })).status, 201)
      for (const name of ["read", "none"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(path, sessionOf(name))), [403, "permission_denied"])
        const refused = yield* post(path, sessionOf(name), { name: "Refused" })
        assert.deepStrictEqual(statusAndCode(refused), [403, "permission_denied"])
      }
    })
  )

  it.effect("INT-016: a new integration has no keys or grants, is listed last and audited; bad names are 400", () =>
    Effect.gen(function* () {
      const id = yield* newIntegration("Housekeeping robots")
      const made = { id, name: "Housekeeping robots", origin: "settings", keys: [], grants: [] }
      assert.deepStrictEqual((yield* listed).each("items").at(-1), made)
      assert.deepStrictEqual(yield* auditOf(`integration:${id}`), [
        { action: "integration.created", before: null, after: { origin: "settings" } }
      ])
      const { post } = yield* operatorRoutes()
      for (const name of ["", " ", " robots", "x".repeat(121), "a\nb", 7]) {
        const answer = yield* post("/settings/integrations", manage, { name })
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_body"], JSON.stringify(name))
      }
    })
  )

  it.effect("INT-016, HUB-083: a new key works at once, and its secret is in that one answer alone", () =>
    Effect.gen(function* () {
      const id = yield* newIntegration()
      const key = "secret-shown-once"
      const expiresAt = DateTime.formatIso(DateTime.makeUnsafe("2999-01-01T00:00:00Z"))
      const made = yield* makeKey(id, { expiresAt }, { "idempotency-key": key })
      assert.strictEqual(made.status, 201, made.text)
      const secret = String(made.at("secret"))
      assert.match(secret, /^hub_dev_org_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual([made.at("secretShown"), made.at("lastFour")], [false, secret.slice(-4)])
      assert.strictEqual((yield* brandsBy(secret)).status, 200)

      const again = yield* makeKey(id, { expiresAt }, { "idempotency-key": key })
      const { secret: _, ...rest } = Service.recordOf(made.body)
      assert.deepStrictEqual([again.status, again.body], [201, { ...rest, secretShown: true }])
      assert.lengthOf(Service.each(yield* listedOne(id), "keys"), 1)

      const list = yield* listed
      assert.notInclude(list.text, secret)
      assert.notInclude(list.text.toLowerCase(), "secret")
      assert.notInclude(list.text.toLowerCase(), "hash")
      const [listedKey] = Service.each(yield* listedOne(id), "keys")
      const { secretShown: __, ...asListed } = rest
      assert.deepStrictEqual(Service.recordOf(listedKey), {
        ...asListed,
        lastUsedAt: Service.at(listedKey, "lastUsedAt")
      })
      assert.deepStrictEqual(
        [Service.at(listedKey, "prefix"), Service.at(listedKey, "expiresAt")],
        ["hub_dev_org_", expiresAt]
      )

      const { rows } = yield* Service.Service
      for (const row of yield* rows) assert.notInclude(row, secret)
      assert.deepStrictEqual(yield* auditOf(`api_key:${String(made.at("id"))}`), [
        { action: "api_key.created", before: null, after: rightsOf(id) }
      ])
    })
  )

  it.effect("INT-016: a key has exactly the requested permissions; unknown ones and past expiry are 400", () =>
    Effect.gen(function* () {
      const made = yield* makeKey(brands, { permissions: ["hub:api:events:read", "hub:api:threads:read"] })
      assert.deepStrictEqual(made.at("permissions"), ["hub:api:threads:read", "hub:api:events:read"])
      assert.deepStrictEqual(statusAndCode(yield* brandsBy(made.at("secret"))), [403, "permission_denied"])
      for (const change of [
        { permissions: [] },
        { permissions: ["hub:api:everything"] },
        { permissions: ["hub:guests:read"] },
        { permissions: ["partner:theme-kits:read"] },
        { name: "" },
        { expiresAt: "soon" }
      ]) {
        const answer = yield* makeKey(brands, change)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_body"], JSON.stringify(change))
      }
      const past = yield* makeKey(brands, { expiresAt: "2020-01-01T00:00:00Z" })
      assert.deepStrictEqual([...statusAndCode(past), past.at("details.field")], [400, "expiry_passed", "expiresAt"])
    })
  )

  it.effect("INT-016: a key that is revoked is refused at once; revoking it again keeps revokedAt", () =>
    Effect.gen(function* () {
      const id = yield* newIntegration()
      const made = yield* makeKey(id)
      assert.strictEqual((yield* brandsBy(made.at("secret"))).status, 200)
      assert.deepStrictEqual(
        [(yield* revoke(id, made.at("id"))).status, (yield* revoke(id, made.at("id"))).text],
        [204, ""]
      )
      assert.deepStrictEqual(statusAndCode(yield* brandsBy(made.at("secret"))), [401, "invalid_credential"])
      const [first] = Service.each(yield* listedOne(id), "keys")
      assert.isString(Service.at(first, "revokedAt"))
      assert.strictEqual((yield* revoke(id, made.at("id"))).status, 204)
      const [second] = Service.each(yield* listedOne(id), "keys")
      assert.deepStrictEqual(second, first)
      const entries = yield* auditOf(`api_key:${String(made.at("id"))}`)
      assert.deepStrictEqual(entries.slice(1), [{ action: "api_key.revoked", before: rightsOf(id), after: null }])
    })
  )

  it.effect("INT-016, INT-011: revoking a key of another integration or organization, or an unknown one, is 404", () =>
    Effect.gen(function* () {
      for (const [integration, key] of [
        [brands, hubKeyXid("KH_all")],
        [main, hubKeyXid("KH_B")],
        [main, "019b76da-ffff-7fff-bfff-ffffffffffff"],
        [organizationB, hubKeyXid("KH_B")]
      ] as const) {
        assert.deepStrictEqual(statusAndCode(yield* revoke(integration, key)), [404, "not_found"])
      }
      assert.strictEqual((yield* brandsBy(hubKeys.KH_all)).status, 200)
      assert.strictEqual((yield* brandsBy(hubKeys.KH_B)).status, 200)
    })
  )
})

const crowded = (now: DateTime.Utc): Dataset => {
  const demo = withSessions(now)
  const [key] = demo.apiKeys.filter(({ integrationId }) => integrationId === integrationIds.brands)
  const extra = (count: number) => Array.from({ length: count }, (_, index) => index)
  return {
    ...demo,
    integrations: [
      ...demo.integrations,
      ...extra(91).map((index) => ({
        id: IntegrationId.make(5000 + index),
        organizationId: organizationIds.A,
        xid: `extra-${index}`,
        name: "Extra",
        origin: "settings" as const
      }))
    ],
    // With the demo's own: 49 active keys, and more ended ones than a list shows.
    apiKeys: [
      ...demo.apiKeys,
      ...extra(198).flatMap((index) => {
        const ended = index % 4 === 0 ? {} : index % 4 === 1 ? { expiresAt: now } : { revokedAt: now }
        const named = { id: 5000 + index, xid: `key-${index}`, secretHash: String(index).padStart(64, "0") }
        return key === undefined || (index % 4 === 0 && index >= 192) ? [] : [{ ...key, ...named, ...ended }]
      })
    ]
  }
}

layer(operatorLayer({ dataset: crowded }))("limits of integrations and keys", (it) => {
  it.effect("INT-016: an integration has at most 50 active keys (else 409) and lists its newest 100", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* makeKey(brands)).status, 201)
      const full = yield* makeKey(brands)
      assert.deepStrictEqual(statusAndCode(full), [409, "limit_reached"])
      assert.strictEqual((yield* revoke(brands, "key-0")).status, 204)
      const last = yield* makeKey(brands)
      assert.strictEqual(last.status, 201)
      const keyIds = Service.each(yield* listedOne(brands), "keys", "id")
      assert.lengthOf(keyIds, 100)
      assert.deepStrictEqual([keyIds[0], keyIds[2]], [last.at("id"), "key-197"])
    })
  )

  it.effect("INT-016: an organization has at most 100 integrations", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const answer = yield* post("/settings/integrations", manage, { name: "One too many" })
      assert.deepStrictEqual(statusAndCode(answer), [409, "limit_reached"])
      assert.lengthOf((yield* listed).each("items"), 100)
    })
  )
})
