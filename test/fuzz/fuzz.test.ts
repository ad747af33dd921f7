import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { sessionOf, withSessions } from "../support/operator.ts"
import { fuzz } from "../support/http/fuzz.ts"
import { tokenFor } from "../support/member.ts"
import * as Service from "../support/http/service.ts"

/** The number of requests over all surfaces. */
const total = Number(process.env["FUZZ_REQUESTS"] ?? "7000")

const unlimited = Object.fromEntries(
  [
    "HUB_KEY",
    "HUB_TRANSITION",
    "OPERATOR",
    "OPERATOR_WRITES",
    "PARTNER_KEY",
    "PARTNER_WRITES",
    "MEMBER",
    "MEMBER_LOOKUP",
    "PUBLIC",
    "ADDRESS"
  ].map((name) => [`HUB_LIMIT_${name}`, "10000000"])
)

const aim = (
  name: string,
  base: string,
  share: number,
  {
    without = [],
    ...target
  }: {
    readonly known: ReadonlyArray<string>
    readonly named?: Readonly<Record<string, ReadonlyArray<string>>>
    readonly authority: Record<string, string>
    /** Paths of the document that are left out. */
    readonly without?: ReadonlyArray<string>
  }
) =>
  layer(Service.layer({ store: "embedded", dataset: withSessions, environment: unlimited }))(
    `fuzzing the ${name} surface`,
    (it) => {
      it.effect(
        `GEN-006, GEN-007, MEM-087: no ${name} request fails, hangs, leaves the document or breaks the ledger`,
        () =>
          Effect.gen(function* () {
            const service = yield* Service.Service
            const { body } = yield* service.call("GET", `${base}/openapi.json`)
            const paths = Object.entries(Service.recordOf(Service.at(body, "paths")))
            const document = {
              ...Service.recordOf(body),
              paths: Object.fromEntries(paths.filter(([path]) => !without.includes(path)))
            }
            const statuses = yield* Effect.promise(() =>
              fuzz({ baseUrl: service.baseUrl, document, ...target }, Math.ceil(total * share))
            )
            assert.isTrue(
              [...statuses.keys()].some((key) => key.endsWith(" 200")),
              "some requests must succeed"
            )
            assert.deepStrictEqual(yield* service.findings, [], "the ledger stays consistent")
          })
      )
    }
  )

aim("hub", "/api/external/v1", 0.25, {
  known: [
    "ws-a-main",
    "ws-a-second",
    String(demoIds.guests["g1"]),
    String(demoIds.actions["unowned1"]),
    String(demoIds.actions["teamNight1"])
  ],
  named: { scope: ["ws-a-main"] },
  authority: { authorization: `Bearer ${hubKeys.KH_all}` }
})

aim("operator", "/api/v1", 0.2, {
  known: [
    organizationXid("A"),
    organizationXid("B"),
    "ws-a-main",
    "team-night",
    String(demoIds.guests["g1"]),
    String(demoIds.actions["unowned2"]),
    String(demoIds.actions["teamNight2"]),
    ...Object.values(demoIds.messages).slice(0, 3),
    ...Object.values(demoIds.comments).slice(0, 3),
    ...Object.values(demoIds.attentionItems).slice(0, 3),
    ...Object.values(demoIds.integrations).slice(0, 3),
    String(demoIds.venues["V1"])
  ],
  named: { orgId: [organizationXid("A")], scope: ["ws-a-main"] },
  // Signing out would end the session.
  without: ["/session"],
  authority: sessionOf("team")
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

aim("member and public", "/v1/public", 0.35, {
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
