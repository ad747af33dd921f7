import { assert, it, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { demoIds } from "../../src/demo/demoIds.ts"
import { makeDeadline } from "../../src/http/surface/makeDeadline.ts"
import { collectGarbage } from "../support/collectGarbage.ts"
import { tokenFor } from "../support/member.ts"
import { keyHeader } from "../support/messaging.ts"
import { bearer, key } from "../support/partner.ts"
import { rawCall } from "../support/http/rawCall.ts"
import * as Service from "../support/http/service.ts"

// As in production, the engine must not allocate objects as old ones, as other tests in this process would make it do.
setFlagsFromString("--no-allocation-site-pretenuring")

const member = bearer(await Effect.runPromise(tokenFor("M1")))

const oldBytes = Effect.sync(() => {
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")
  return old?.space_used_size ?? assert.fail("The engine has no old space")
})

/** Bytes of the old space that each run of `work` takes, which only a collection of the whole heap frees. */
const takenBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>, count: number) {
  const run = (times: number) =>
    Effect.all(
      Array.from({ length: times }, () => work),
      { concurrency: 8, discard: true }
    )
  yield* run(count / 5)
  yield* collectGarbage
  const before = yield* oldBytes
  yield* run(count)
  return ((yield* oldBytes) - before) / count
})

type Call = Omit<Parameters<typeof rawCall>[1], "headers"> & { readonly headers?: Readonly<Record<string, string>> }

const takenByRequest = Effect.fnUntraced(function* ({ headers = {}, ...rest }: Call) {
  const { baseUrl } = yield* Service.Service
  const call = Effect.promise(() => rawCall(baseUrl, { ...rest, headers }))
  assert.strictEqual((yield* call).status, 200)
  return yield* takenBy(call, 2000)
})

const calls: Readonly<Record<string, Call>> = {
  "a read of an integration": { method: "GET", path: "/api/external/v1/brands", headers: keyHeader("KH_all") },
  "a read of a desk": { method: "GET", path: "/v1/partner/scope", headers: key("PA") },
  "a read of a member": { method: "GET", path: "/v1/members/me/notifications/unread-count", headers: member },
  "a repeated write of a desk": {
    method: "POST",
    path: `/v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`,
    headers: { ...key("PA"), "idempotency-key": "short-lived" }
  }
}

const environment = { HUB_LIMIT_PARTNER_KEY: "1000000", HUB_LIMIT_PARTNER_WRITES: "1000000" }

// What outlives the young collections is collected with the whole heap, at many times the cost.
layer(Service.layer({ environment }))("the memory of a request is freed by minor collections:", (it) => {
  for (const [name, call] of Object.entries(calls)) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const plain = yield* takenByRequest({ method: "GET", path: "/livez" })
        const taken = yield* takenByRequest(call)
        assert.isBelow(taken - plain, 2000, "is a generator written inside a function that each request calls?")
      })
    )
  }
})

it.live("the memory of concurrent work is freed by minor collections", () =>
  Effect.gen(function* () {
    const withDeadline = makeDeadline(Duration.hours(1))
    const work = Effect.suspend(() => {
      const held = Array.from({ length: 500 }, (_, index) => index + 0.5)
      return withDeadline(
        Effect.as(
          Effect.promise(() => new Promise(setImmediate)),
          held.length
        )
      )
    })
    assert.isBelow(yield* takenBy(work, 10_000), 200)
  })
)
