import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import * as Service from "../../support/http/service.ts"

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment: { HUB_TEST_CONTROLS: "1" } }))(
    `a partner write in flight (${store})`,
    (it) => {
      it.effect("PAR-122: a duplicate is 409 while the first request commits, and a replay afterwards", () =>
        Effect.gen(function* () {
          const { call } = yield* Service.Service
          yield* call("POST", "/__test/faults", { body: { point: "before_commit", delayMs: 5000, fail: false } })
          const answers: Array<Service.Answer> = []
          const write = (body: unknown) =>
            Effect.tap(
              call("POST", `/v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`, {
                headers: { "x-api-key": partnerKeys.PA, "idempotency-key": "slow" },
                body
              }),
              (answer) => Effect.sync(() => answers.push(answer))
            )
          const seen = { note: "Seen at the desk" }
          yield* Effect.all([write(seen), write(seen)], { concurrency: "unbounded" })
          assert.deepStrictEqual(
            answers.map((answer) => [answer.status, answer.at("code")]),
            [
              [409, "idempotency_in_flight"],
              [200, undefined]
            ]
          )
          const [, first] = answers
          const replay = yield* write(seen)
          assert.deepStrictEqual([replay.text, replay.headers.get("x-idempotent-replay")], [first?.text, "true"])
          assert.strictEqual((yield* write({ note: "Not seen" })).at("code"), "idempotency_key_reused")
        })
      )
    }
  )
}
