import { assert, layer, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Credential } from "../../src/domain/access/Credentials.ts"
import { IdentityProvider, IdentityProviderUnavailable, KeyUnknown } from "../../src/domain/access/IdentityProvider.ts"
import { Faults } from "../../src/domain/shared/Faults.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import * as IdentityProviderLayer from "../../src/layers/IdentityProviderLayer.ts"
import { layerHttp } from "../../src/layers/identityProvider/makeIdentityProviderHttp.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import * as OrganizationsLayer from "../../src/layers/repositories/OrganizationsLayer.ts"
import * as Stub from "../support/servers/IdentityProviderStub.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

const credentialOf = (secret: string): Credential => {
  const key = dataset.apiKeys.find(({ secretHash }) => secretHash === sha256(secret))
  if (key === undefined) throw new Error("Not in the demo data")
  return {
    key,
    organization: dataset.organizations.find(({ id }) => id === key.organizationId) ?? null,
    integration: dataset.integrations.find(({ id }) => id === key.integrationId) ?? null
  }
}

const contract = (it: Vitest.MethodsNonLive<IdentityProvider>) => {
  const verify = (secret: string) =>
    IdentityProvider.use((provider) => provider.verifyKey(secret, credentialOf(secret)))

  it.effect("HUB-079: returns the external id of a key's organization, and the key's permissions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verify(hubKeys.KH_claim), {
        organizationXid: organizationXid("A"),
        permissions: ["hub:api:actions:claim", "hub:api:actions:read"]
      })
      assert.strictEqual((yield* verify(hubKeys.KH_B)).organizationXid, organizationXid("B"))
    })
  )

  it.effect("HUB-079: rejects a key without an organization with KeyUnknown", () =>
    Effect.gen(function* () {
      const provider = yield* IdentityProvider
      const nobodys: Credential = { ...credentialOf(hubKeys.KH_all), organization: null }
      const orphan = { ...nobodys, key: { ...nobodys.key, organizationId: null, secretHash: sha256("nobody's") } }
      assert.deepStrictEqual(yield* Effect.flip(provider.verifyKey("nobody's", orphan)), new KeyUnknown())
    })
  )

  it.effect("GEN-014, HUB-079: fails with IdentityProviderUnavailable while fault point idp strikes or hangs", () =>
    Effect.gen(function* () {
      const struck = verify(hubKeys.KH_all).pipe(
        Effect.provideService(Faults, { strike: (point) => Effect.succeed(point === "idp") })
      )
      assert.deepStrictEqual(yield* Effect.flip(struck), new IdentityProviderUnavailable())
      const waiting = verify(hubKeys.KH_all).pipe(Effect.provideService(Faults, { strike: () => Effect.never }))
      const fiber = yield* Effect.forkChild(Effect.flip(waiting), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), new IdentityProviderUnavailable())
      assert.strictEqual((yield* verify(hubKeys.KH_all)).organizationXid, organizationXid("A"))
    })
  )
}

layer(IdentityProviderLayer.layerLocal)("IdentityProvider (local)", contract)

/** A provider with the keys of the dataset, and with its own ids of the organizations. */
const provider = Stub.serve(({ authorization, keyHash }) => {
  if (authorization !== "Bearer provider-key") return Stub.json(401, {})
  const key = dataset.apiKeys.find(({ secretHash }) => secretHash === keyHash)
  const identity = dataset.organizationIdentities.find(({ organizationId }) => organizationId === key?.organizationId)
  return key === undefined || identity === undefined
    ? Stub.json(404, { code: "key_unknown" })
    : Stub.json(200, {
        keyId: key.xid,
        organizationId: identity.providerOrgId,
        permissions: key.permissions,
        expiresAt: null
      })
})

const http = Layer.unwrap(
  Effect.map(provider, ({ url }) => layerHttp({ url, key: Redacted.make("provider-key"), provider: "development" }))
).pipe(
  Layer.provide(OrganizationsLayer.layerMemory),
  Layer.provide(
    Layer.effectDiscard(Memory.Memory.use((all) => all.load(dataset))).pipe(Layer.provideMerge(Memory.layer))
  )
)

layer(http)("IdentityProvider (http)", contract)
