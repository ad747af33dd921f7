import { systemActor } from "../../../src/domain/audit/audit.ts"
import { assert } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { type CommittedRefusal, refuse } from "../../../src/domain/shared/CommittedRefusal.ts"
import { MemberApi } from "../../../src/http/member/MemberApi.ts"
import { memberWrites } from "../../../src/http/member/memberWrites.ts"
import { partnerWrites } from "../../../src/http/partner/partnerWrites.ts"
import { runnerOf } from "../../../src/http/surface/writes.ts"
import * as DigestsLayer from "../../../src/layers/DigestsLayer.ts"
import { emptyDataset } from "../../support/datasets/emptyDataset.ts"
import { note, noted, twin } from "../../support/keyedWrites.ts"
import { twins } from "../../support/twins.ts"

const digests = DigestsLayer.layer(Redacted.make("a secret for tests"))
const withDigests = {
  layerMemory: Layer.merge(twin.layerMemory, digests),
  layerSql: Layer.merge(twin.layerSql, digests)
}

const owner = Effect.succeed({ tenant: "7", mayRepeat: () => true, actor: systemActor })
const endpoint = MemberApi.groups.offers.endpoints.claimOffer
const surfaces = {
  waits: { ...memberWrites(endpoint), owner },
  leases: { ...partnerWrites, owner }
}
const encode = () => Effect.succeed({ status: 204, headers: null, body: null })

const decoded = (key: string | undefined) => ({
  endpoint,
  request: HttpServerRequest.fromWeb(
    new Request("http://writes.test/it", {
      method: "POST",
      headers: key === undefined ? {} : { "idempotency-key": key }
    })
  )
})

twins("writes of a surface", withDigests, emptyDataset, (it) => {
  for (const [duplicates, rules] of Object.entries(surfaces)) {
    for (const isKeyed of [false, true]) {
      const name = `${duplicates}, ${isKeyed ? "with" : "without"} a key`
      const run = (then: Effect.Effect<void, NotFound | CommittedRefusal<NotFound>>) =>
        runnerOf(rules, encode)(decoded(isKeyed ? name : undefined))(
          Effect.andThen(Effect.all([note(`${name} 1`), note(`${name} 2`)]), then)
        )
      const noteCounts = Effect.all([noted(`${name} 1`), noted(`${name} 2`)])

      it.effect(`DOMAIN 5.1: a handler without its own transaction commits all its writes or none (${name})`, () =>
        Effect.gen(function* () {
          assert.instanceOf(yield* Effect.flip(run(Effect.fail(new NotFound({})))), NotFound)
          assert.deepStrictEqual(yield* noteCounts, [0, 0])
          yield* Effect.exit(run(Effect.die(new Error("broken"))))
          assert.deepStrictEqual(yield* noteCounts, [0, 0])
          assert.instanceOf(yield* Effect.flip(run(refuse(new NotFound({})))), NotFound)
          assert.deepStrictEqual(yield* noteCounts, [1, 1])
          const { response } = yield* run(Effect.void)
          assert.strictEqual(response.status, 204)
          assert.deepStrictEqual(yield* noteCounts, [2, 2])
        })
      )
    }
  }
})
