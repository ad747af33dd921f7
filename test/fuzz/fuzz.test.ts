import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { fuzz } from "../support/fuzz.ts"
import { tokenFor } from "../support/member.ts"
import * as Service from "../support/service.ts"

/** Requests in all, over the surfaces. */
const total = Number(process.env["FUZZ_REQUESTS"] ?? "7000")

const unlimited = Object.fromEntries(
  ["HUB_KEY", "HUB_TRANSITION", "PARTNER_KEY", "PARTNER_WRITES", "MEMBER", "MEMBER_LOOKUP", "PUBLIC", "ADDRESS"].map(
    (name) => [`HUB_LIMIT_${name}`, "10000000"]
  )
)

const aim = (
  name: string,
  base: string,
  share: number,
  target: { readonly known: ReadonlyArray<string>; readonly authority: Record<string, string> }
) =>
  layer(Service.layer({ store: "embedded", environment: unlimited }), { timeout: "60 seconds" })(
    `fuzzing the ${name} surface`,
    (it) => {
      it.effect(
        `GEN-006, GEN-007, MEM-087: no request makes the ${name} surface fail, hang or leave its document, or the ledger disagree`,
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
            assert.deepStrictEqual(yield* service.findings, [], "the ledger agrees with itself afterwards")
          }),
        300_000
      )
    }
  )

aim("hub", "/api/external/v1", 0.35, {
  known: [
    "ws-a-main",
    "ws-a-second",
    String(demoIds.guests["g1"]),
    String(demoIds.actions["unowned1"]),
    String(demoIds.actions["teamNight1"])
  ],
  authority: { authorization: `Bearer ${hubKeys.KH_all}` }
})

aim("partner", "/v1/partner", 0.2, {
  known: [
    ...Object.values(demoIds.arrivals).slice(0, 6),
    String(demoIds.venues["V1"]),
    String(demoIds.venues["W1"]),
    "2026-11-21",
    "2026-02-30"
  ],
  authority: { "x-api-key": partnerKeys.PA }
})

aim("member and public", "/v1/public", 0.45, {
  known: [
    ...Object.values(demoIds.venues),
    ...Object.values(demoIds.legacyReservations),
    String(demoIds.properties["V1"]),
    ...Object.values(demoIds.notifications).slice(0, 4).map(String),
    ...Object.values(demoIds.offers).slice(0, 8),
    ...Object.values(demoIds.fulfillments).slice(0, 8),
    ...Object.values(demoIds.reservations).slice(0, 4),
    ...Object.values(demoIds.perkGroups).map(String),
    "venue-v1",
    "restaurants"
  ],
  authority: { authorization: `Bearer ${await Effect.runPromise(tokenFor("M1"))}` }
})
