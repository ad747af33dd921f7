import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { operatorId, type OperatorName } from "../../src/demo/demoOperators.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { cookieName } from "../../src/http/operator/sessionCookie.ts"
import { createHash } from "node:crypto"
import * as Service from "./http/service.ts"

type Headers = Readonly<Record<string, string>>

const signedIn: ReadonlyArray<OperatorName> = [
  "read",
  "manage",
  "manage2",
  "team",
  "manage_only",
  "none",
  "manage_b",
  "no_workspace"
]

const sessionId = (name: string) => `test-session-of-${name}`

/** The row of the session of `sessionOf(name)`. */
export const sessionRow = (
  name: string,
  operator: Dataset["operatorSessions"][number]["operatorId"],
  now: DateTime.Utc
): Omit<Dataset["operatorSessions"][number], "id"> => ({
  idHash: createHash("sha256").update(sessionId(name)).digest("hex"),
  operatorId: operator,
  createdAt: now,
  lastSeenAt: now,
  expiresAt: DateTime.add(now, { hours: 12 }),
  revokedAt: null
})

/** The demo data with a session for each operator who may sign in. */
export const withSessions = (now: DateTime.Utc): Dataset => ({
  ...demoDataset(now),
  operatorSessions: signedIn.map((name, index) => ({ id: index + 1, ...sessionRow(name, operatorId(name), now) }))
})

/** The demo data at another time, with the sessions and the chat link tokens that are open now. */
export const withSessionsOver =
  (demo: Dataset) =>
  (now: DateTime.Utc): Dataset => {
    const { chatLinkTokens, operatorSessions } = withSessions(now)
    return { ...demo, chatLinkTokens, operatorSessions }
  }

/** The demo data without the operators who sign in to the operator routes, so that they are not among teammates. */
export const withoutSignIns = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  const ids = new Set<number>(signedIn.map(operatorId))
  return {
    ...demo,
    operators: demo.operators.map((row) => (ids.has(row.id) ? { ...row, status: "deactivated" } : row))
  }
}

/** The headers of the operator client: the session cookie, and the origin of the service. */
export const sessionOf = (name: string): Record<string, string> => ({
  cookie: `${cookieName}=${sessionId(name)}`,
  "sec-fetch-site": "same-origin"
})

/** The whole service over the demo data with sessions. */
export const layer = (options: Parameters<typeof Service.layer>[0] = {}) =>
  Service.layer({ dataset: withSessions, ...options })

/** Calls of the operator routes of the service under test, by paths below an organization's. */
export const operatorRoutes = (organization: "A" | "B" | "D" = "A") =>
  Effect.map(Service.Service, ({ call }) => {
    const root = `/api/v1/orgs/${organizationXid(organization)}`
    const write = (method: "POST" | "PUT" | "DELETE") => (path: string, headers: Headers, body?: unknown) =>
      call(method, `${root}${path}`, { headers: { "idempotency-key": crypto.randomUUID(), ...headers }, body })
    return {
      get: (path: string, headers: Headers) => call("GET", `${root}${path}`, { headers }),
      /** A write with a fresh Idempotency-Key, unless the headers contain one. */
      post: write("POST"),
      put: write("PUT"),
      remove: write("DELETE")
    }
  })
