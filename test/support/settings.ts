import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { operatorRoutes, sessionOf } from "./operator.ts"
import { bearer } from "./partner.ts"
import * as Service from "./http/service.ts"

/** Headers of an operator with all permissions, for the settings of organization A. */
export const manage = sessionOf("manage")

type Headers = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>

const integrations = "/settings/integrations"

/** The list of integrations of organization A. */
export const listed = Effect.flatMap(operatorRoutes(), ({ get }) => get(integrations, manage))

/** One integration of the list. */
export const listedOne = Effect.fnUntraced(function* (id: unknown) {
  const found = (yield* listed).each("items").find((item) => Service.at(item, "id") === id)
  return found ?? assert.fail(`no integration ${String(id)}`)
})

/** The id of a new integration. */
export const newIntegration = Effect.fnUntraced(function* (name = "Robots") {
  const { post } = yield* operatorRoutes()
  const answer = yield* post(integrations, manage, { name })
  assert.strictEqual(answer.status, 201, answer.text)
  return String(answer.at("id"))
})

/** Creates a key of the integration; returns the response. */
export const makeKey = Effect.fnUntraced(function* (integration: string, change: Body = {}, headers: Headers = {}) {
  const { post } = yield* operatorRoutes()
  const body = { name: "Robots", permissions: ["hub:api:brands:read"], ...change }
  return yield* post(`${integrations}/${integration}/keys`, { ...manage, ...headers }, body)
})

/** Sets a grant, by default every permission for the whole of ws-a-main; returns the response. */
export const setGrant = Effect.fnUntraced(function* (integration: string, change: Body = {}, headers: Headers = {}) {
  const { put } = yield* operatorRoutes()
  const permissions = ["threads:read", "actions:read", "events:read", "actions:claim", "actions:complete"]
  return yield* put(
    `${integrations}/${integration}/grant`,
    { ...manage, ...headers },
    {
      scope: "ws-a-main",
      audience: { workspace: true, teamIds: [] },
      active: true,
      permissions: permissions.map((name) => `hub:api:${name}`),
      ...change
    }
  )
})

/** Revokes a key; returns the response. */
export const revoke = Effect.fnUntraced(function* (integration: string, key: unknown, headers: Headers = {}) {
  const { remove } = yield* operatorRoutes()
  return yield* remove(`${integrations}/${integration}/keys/${String(key)}`, { ...manage, ...headers })
})

/** Rotates an invite link; returns the response. */
export const rotate = Effect.fnUntraced(function* (propertyId: string, headers: Headers = {}) {
  const { post } = yield* operatorRoutes()
  return yield* post(`/settings/invite-links/${propertyId}/rotate`, { ...manage, ...headers })
})

const external = "/api/external/v1"

/** The hub API's response to a key. */
export const brandsBy = (secret: unknown) =>
  Service.Service.use(({ call }) => call("GET", `${external}/brands`, { headers: bearer(String(secret)) }))

export const actionsBy = (secret: unknown, scope = "ws-a-main") =>
  Service.Service.use(({ call }) =>
    call("GET", `${external}/messaging?scope=${scope}`, { headers: bearer(String(secret)) })
  )

/** Claims an unowned Action of the demo data with an integration's key. */
export const claimBy = (secret: unknown, action: keyof typeof demoIds.actions, scope = "ws-a-main") =>
  Service.Service.use(({ call }) =>
    call("POST", `${external}/messaging?scope=${scope}`, {
      headers: { ...bearer(String(secret)), "idempotency-key": crypto.randomUUID() },
      body: { type: "claim", id: demoIds.actions[action], expectedVersion: 1 }
    })
  )

/** An Action of ws-a-main as KH_all sees it. */
export const actionNow = (action: keyof typeof demoIds.actions) =>
  Service.Service.use(({ call }) =>
    Effect.map(
      call("GET", `${external}/messaging?scope=ws-a-main&id=${demoIds.actions[action]}`, {
        headers: bearer(hubKeys.KH_all)
      }),
      (answer) => answer.at("items.0")
    )
  )
