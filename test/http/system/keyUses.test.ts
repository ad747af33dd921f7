import { assert, layer } from "@effect/vitest"
import { Effect, type Context, type Layer } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { sha256 } from "../../../src/demo/seeded.ts"
import { ApiKeys } from "../../../src/domain/access/ApiKeys.ts"
import type * as Services from "../../../src/layers/Services.ts"
import { eventually } from "../../support/eventually.ts"
import * as Service from "../../support/http/service.ts"

let services: Context.Context<Layer.Success<typeof Services.layerMemory>> | undefined

const service = Service.layer({
  replace: (built) => {
    services = built
    return built
  }
})

const isUsed = (secret: string) =>
  Effect.gen(function* () {
    if (services === undefined) return false
    const all = yield* Effect.provideContext(
      ApiKeys.use((keys) => keys.list(undefined)),
      services
    )
    return all.some(({ key }) => key.secretHash === sha256(secret) && key.lastUsedAt !== null)
  })

layer(service, { excludeTestServices: true })("the last use of a key", (it) => {
  it.effect("PAR-100: is stored once a hub key is accepted, and not for a refused key", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const brands = (secret: string) =>
        call("GET", "/api/external/v1/brands", { headers: { authorization: `Bearer ${secret}` } })
      assert.strictEqual((yield* brands(hubKeys.KH_revoked)).status, 401)
      assert.isFalse(yield* isUsed(hubKeys.KH_all))
      assert.strictEqual((yield* brands(hubKeys.KH_all)).status, 200)
      yield* eventually("the key of the hub is used", isUsed(hubKeys.KH_all))
      assert.isFalse(yield* isUsed(hubKeys.KH_revoked))
      assert.isFalse(yield* isUsed(partnerKeys.PA))
    })
  )
})

layer(service, { excludeTestServices: true })("the last use of a partner key", (it) => {
  it.effect("PAR-100: is stored once the key is accepted", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      assert.strictEqual(
        (yield* call("GET", "/v1/partner/scope", { headers: { "x-api-key": partnerKeys.PA } })).status,
        200
      )
      yield* eventually("the partner key is used", isUsed(partnerKeys.PA))
    })
  )
})
