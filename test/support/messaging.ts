import { assert } from "@effect/vitest"
import { DateTime, Effect, Predicate } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { hubKeys, unlistedHubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { hubClient, using } from "./http/clients.ts"
import * as Service from "./http/service.ts"

export const messaging = "/api/external/v1/messaging"

const secrets = { ...hubKeys, ...unlistedHubKeys }
export type KeyName = keyof typeof secrets

/** The Authorization header of a demo key. */
export const keyHeader = (key: KeyName) => ({ authorization: `Bearer ${secrets[key]}` })

/** The demo data at a fixed time. */
export const dataset: Dataset = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

/** The whole service over it, with limits that no test reaches. */
export const layer = (options: Parameters<typeof Service.layer>[0] = {}) =>
  Service.layer({
    dataset: () => dataset,
    ...options,
    environment: { HUB_LIMIT_HUB_KEY: "1000000", HUB_LIMIT_HUB_TRANSITION: "1000000", ...options.environment }
  })

type Query = Readonly<Record<string, string>>

/** Reads ws-a-main, unless the query has another scope. */
export const read = (key: KeyName, query: Query = {}) =>
  Service.Service.use(({ call }) =>
    call("GET", `${messaging}?${String(new URLSearchParams({ scope: "ws-a-main", ...query }))}`, {
      headers: keyHeader(key)
    })
  )

/** Like `read`, with a raw query string. */
export const readRaw = (key: KeyName, query: string) =>
  Service.Service.use(({ call }) => call("GET", `${messaging}${query}`, { headers: keyHeader(key) }))

let used = 0
/** A fresh Idempotency-Key. */
export const freshKey = () => `test-key-${++used}`

export interface Sending {
  readonly query?: string
  readonly headers?: Record<string, string>
}

/** Sends a command under a fresh Idempotency-Key, to ws-a-main by default. */
export const send = (key: KeyName, body: unknown, { headers, query = "?scope=ws-a-main" }: Sending = {}) =>
  Service.Service.use(({ call }) =>
    call("POST", `${messaging}${query}`, {
      headers: { ...keyHeader(key), "idempotency-key": freshKey(), ...headers },
      ...(body === undefined ? undefined : { body })
    })
  )

export const actionId = (name: string): string => {
  const id = Reflect.get(demoIds.actions, name)
  assert.isString(id, `no demo Action ${name}`)
  return id
}

export const claim = (name: string, expectedVersion = 1) => ({
  type: "claim" as const,
  id: actionId(name),
  expectedVersion
})
export const finish = (name: string, expectedVersion: number, evidence?: string) => ({
  type: "finish" as const,
  id: actionId(name),
  expectedVersion,
  ...(evidence === undefined ? undefined : { evidence })
})
export const cancel = (name: string, expectedVersion: number) => ({
  type: "cancel_action" as const,
  id: actionId(name),
  expectedVersion
})

type Command = Parameters<typeof hubClient.messaging.transitionAction>[0]["payload"]

/** Like `send`, with the typed client. */
export const transition = (key: KeyName, payload: Command, scope = "ws-a-main") =>
  hubClient.messaging
    .transitionAction({ query: { scope }, payload, headers: { "idempotency-key": freshKey() } })
    .pipe(using(keyHeader(key)))

/** The fields of one Action, by dotted path, as a key reads it. */
export const readAction = (name: string, key: KeyName = "KH_team") =>
  Effect.map(read(key, { id: actionId(name) }), (answer) => {
    assert.strictEqual(answer.status, 200, answer.text)
    return (path: string) => answer.at(`items.0.${path}`)
  })

/**
 * Asserts a failure with this status and code; returns the body without its request id, which differs in every
 * response.
 */
export const refused = (answer: Service.Answer, status: number, code: string) => {
  assert.deepStrictEqual([answer.status, answer.at("code")], [status, code], answer.text)
  const { requestId: _, ...body } = Predicate.isObject(answer.body) ? answer.body : {}
  return body
}

/** Every page from the start of a walk to its end. */
export const walk = Effect.fnUntraced(function* (key: KeyName, query: Query) {
  const pages: Array<Service.Answer> = []
  let before: unknown
  do {
    const page: Service.Answer = yield* read(key, {
      ...query,
      ...(typeof before === "string" ? { before } : undefined)
    })
    assert.strictEqual(page.status, 200, page.text)
    pages.push(page)
    before = page.at("nextCursor")
    assert.isBelow(pages.length, 100, "the walk does not end")
  } while (before !== null)
  return pages
})

/** Every event after the sequence `after`. */
export const poll = Effect.fnUntraced(function* (key: KeyName, after = 0, query: Query = {}) {
  const pages: Array<Service.Answer> = []
  let next = after
  for (;;) {
    const page: Service.Answer = yield* read(key, { view: "events", after: String(next), ...query })
    assert.strictEqual(page.status, 200, page.text)
    pages.push(page)
    next = Number(page.at("nextAfter"))
    if (page.at("hasMore") !== true) return { pages, next, events: pages.flatMap((one) => one.each("items")) }
  }
})

export const ids = (pages: ReadonlyArray<Service.Answer>) => pages.flatMap((page) => page.each("items", "id"))
