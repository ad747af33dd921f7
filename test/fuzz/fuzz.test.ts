import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { fuzz } from "../support/fuzz.ts"
import * as Service from "../support/service.ts"

/** Requests in all, over the surfaces. */
const total = Number(process.env["FUZZ_REQUESTS"] ?? "21000")

const unlimited = Object.fromEntries(
  ["HUB_KEY", "HUB_TRANSITION", "PARTNER_KEY", "PARTNER_WRITES", "MEMBER", "PUBLIC", "ADDRESS"].map((name) => [
    `HUB_LIMIT_${name}`,
    "10000000"
  ])
)

const aim = (
  name: string,
  base: string,
  share: number,
  target: { readonly known: ReadonlyArray<string>; readonly authority: Record<string, string> }
) =>
  layer(Service.layer({ environment: unlimited }))(`fuzzing the ${name} surface`, (it) => {
    it.effect(
      `GEN-006, GEN-007: no request makes the ${name} surface fail, hang or leave its document`,
      () =>
        Effect.gen(function* () {
          const service = yield* Service.Service
          const document = yield* service.call("GET", `${base}/openapi.json`)
          const statuses = yield* Effect.promise(() =>
            fuzz({ baseUrl: service.baseUrl, document: document.body, ...target }, Math.ceil(total * share))
          )
          assert.isTrue(
            [...statuses.keys()].some((key) => key.endsWith(" 200")),
            "some requests must succeed"
          )
        }),
      300_000
    )
  })

aim("hub", "/api/external/v1", 0.5, {
  known: [
    "ws-a-main",
    "ws-a-second",
    String(demoIds.guests["g1"]),
    String(demoIds.actions["unowned1"]),
    String(demoIds.actions["teamNight1"])
  ],
  authority: { authorization: `Bearer ${hubKeys.KH_all}` }
})
