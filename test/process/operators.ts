import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Call } from "../support/http/httpCall.ts"
import { operator } from "../support/partner.ts"
import { Pair, type ServerProcess } from "../support/servers/processes.ts"

const ownPage = { "sec-fetch-site": "same-origin" }

/** The routes of Org A's operators. */
export const organizationPath = `/api/v1/orgs/${organizationXid("A")}`

/** Messaging in its workspace ws-a-main. */
export const messagingPath = `${organizationPath}/messaging?scope=ws-a-main`

type OperatorName = "S_manage" | "S_manage2" | "S_team"

/** The headers of a session that begins in one process and is used in both. */
export const signIn = (name: OperatorName) => Effect.flatMap(Pair, ({ one }) => signInAt(one, name))

/** The same, begun in process `one`. */
export const signInAt = Effect.fnUntraced(function* (one: ServerProcess, name: OperatorName) {
  const headers = { ...(yield* operator(name)), ...ownPage }
  const reply = yield* one.call({ method: "POST", path: "/api/v1/session", headers })
  assert.strictEqual(reply.status, 204, reply.text)
  const [cookie = ""] = String(reply.headers["set-cookie"]).split(";")
  return { cookie, ...ownPage }
})

/** A write of an operator, under a key of its own. */
export const operatorWrite = (
  method: Call["method"],
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown
): Call => ({
  method,
  path,
  headers: { ...headers, "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})

/** A command on Actions. */
export const command = (headers: Readonly<Record<string, string>>, body: unknown): Call =>
  operatorWrite("POST", messagingPath, headers, body)
