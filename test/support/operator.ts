import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { operatorId, type OperatorName } from "../../src/demo/demoOperators.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { cookieName } from "../../src/http/operator/sessionCookie.ts"
import { createHash } from "node:crypto"
import * as Service from "./service.ts"

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

/** The row of a session that `sessionOf(name)` is the cookie of. */
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

/** The demo data with a session of each operator who may sign in. */
export const withSessions = (now: DateTime.Utc): Dataset => ({
  ...demoDataset(now),
  operatorSessions: signedIn.map((name, index) => ({ id: index + 1, ...sessionRow(name, operatorId(name), now) }))
})

/** The demo data of another moment, with the sessions and the links of chat users that are open now. */
export const withSessionsOver =
  (demo: Dataset) =>
  (now: DateTime.Utc): Dataset => {
    const { chatLinkTokens, operatorSessions } = withSessions(now)
    return { ...demo, chatLinkTokens, operatorSessions }
  }

/** The demo data without those who sign in to the operator routes: nobody's teammates then. */
export const withoutSignIns = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  const ids = new Set<number>(signedIn.map(operatorId))
  return {
    ...demo,
    operators: demo.operators.map((row) => (ids.has(row.id) ? { ...row, status: "deactivated" } : row))
  }
}

/** The headers of a request of the operator client: the session, and that it is from a page of the service. */
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
      /** A write under an Idempotency-Key of its own, unless the headers bring one. */
      post: write("POST"),
      put: write("PUT"),
      remove: write("DELETE")
    }
  })
