import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { host, pathOf } from "../support/assistant.ts"
import { tokenFor } from "../support/member.ts"
import { layer as operatorLayer, sessionOf } from "../support/operator.ts"
import { bearer, operator } from "../support/partner.ts"
import * as Service from "../support/http/service.ts"

type Headers = Readonly<Record<string, string>>

interface Target {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const targets = {
  brands: { method: "GET", path: "/api/external/v1/brands" },
  messaging: { method: "GET", path: "/api/external/v1/messaging?scope=ws-a-main" },
  partner: { method: "GET", path: "/v1/partner/scope" },
  member: { method: "GET", path: "/v1/members/me/wallet/balance" },
  "operator route": { method: "GET", path: `/api/v1/orgs/${organizationXid("A")}/messaging?scope=ws-a-main` },
  assistant: { method: "POST", path: pathOf(), body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }
} as const satisfies Readonly<Record<string, Target>>

type TargetName = keyof typeof targets

/** Each credential with the targets that accept it. */
const credentials: ReadonlyArray<readonly [string, Effect.Effect<Headers>, ReadonlyArray<TargetName>]> = [
  ["hub key as Bearer", Effect.succeed(bearer(hubKeys.KH_all)), ["brands", "messaging"]],
  ["partner key as X-API-Key", Effect.succeed({ "x-api-key": partnerKeys.PA }), ["partner"]],
  ["partner key as Bearer", Effect.succeed(bearer(partnerKeys.PA)), []],
  ["member JWT", Effect.map(tokenFor("M1"), bearer), ["member"]],
  ["operator access token", operator("OT_A"), ["partner"]],
  ["assistant OAuth token", host("AT_write"), ["assistant"]],
  ["session cookie", Effect.succeed({ cookie: sessionOf("manage")["cookie"] ?? "" }), ["operator route"]]
]

layer(operatorLayer())("credentials across surfaces", (it) => {
  for (const [name, credential, accepting] of credentials) {
    it.effect(`GEN-002, INT-002, HUB-086: ${name} gets 200 from ${accepting.join(" and ") || "none"}, else 401`, () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const headers = yield* credential
        const answers = yield* Effect.forEach(Object.entries<Target>(targets), ([target, { body, method, path }]) =>
          Effect.map(
            call(method, path, { headers: { ...headers }, ...(body === undefined ? {} : { body }) }),
            ({ status }) => [target, status] as const
          )
        )
        const expected = Object.keys(targets).map((target) => [
          target,
          accepting.some((accepted) => accepted === target) ? 200 : 401
        ])
        assert.deepStrictEqual<unknown>(answers, expected)
      })
    )
  }
})
