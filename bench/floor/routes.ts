import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { BenchStatement } from "../statements/statementOf.ts"
import { statements } from "../statements/statements.ts"
import { fixtures } from "../fixtures/fixtures.ts"

type Row = Readonly<Record<string, unknown>>

const scanLimit = 100

const actionOf = ({ seq: _, ...row }: Row) => ({
  ...row,
  audience: { kind: row["audienceKind"], teamId: row["teamXid"] },
  owner:
    row["ownerKind"] === null
      ? null
      : { kind: row["ownerKind"], id: row["ownerId"], displayName: row["ownerName"], isSelf: false }
})

const eventOf = (row: Row) => ({
  sequence: Number(row["sequence"]),
  id: row["id"],
  kind: row["kind"],
  resource: row["message"] ?? row["action"],
  guestId: row["guestId"],
  actor: { kind: row["actorKind"], id: row["actorId"] },
  resourceVersion: row["resourceVersion"],
  occurredAt: row["occurredAt"]
})

/** From a request to the value of its response: the service's statements and nothing else. */
export const routes = (sql: SqlClient.SqlClient) => {
  const rows = <Name extends string>(
    { bind, text }: BenchStatement<Name>,
    values: { readonly [name in NoInfer<Name>]: unknown }
  ) => sql.unsafe<Row>(text, bind(values))

  const listBrands = Effect.map(
    Effect.suspend(() => rows(statements.brands, { organizationId: fixtures.brandsOrganization, rows: 26 })),
    (found) => ({ items: found.slice(0, 25), nextCursor: null })
  )

  const grants = Effect.suspend(() => rows(statements.grants, { integrationId: fixtures.integration }))

  const readMessaging = Effect.fnUntraced(function* (query: URLSearchParams) {
    yield* grants
    const workspaceId = fixtures.workspaces.get(query.get("scope") ?? "")
    const scope = query.get("scope")
    if (query.get("view") === "events") {
      const found = yield* rows(statements.events, { workspaceId, after: Number(query.get("after") ?? 0) })
      return { view: "events", scope, items: found.slice(0, scanLimit).map(eventOf), nextAfter: 0, hasMore: true }
    }
    const found = yield* rows(statements.actions, { workspaceId })
    return { view: "actions", scope, items: found.slice(0, scanLimit).map(actionOf), nextCursor: null }
  })

  const transitionAction = Effect.fnUntraced(function* (query: URLSearchParams, body: string) {
    yield* grants
    const command: { readonly id: string } = JSON.parse(body)
    const tenant = `${fixtures.organization} integration ${fixtures.integration}`
    const key = { namespace: "hub", tenant, key: randomUUID(), ownerToken: "floor" }
    const now = new Date()
    const later = new Date(now.getTime() + 3_600_000)
    const answer = {
      transition: { actionId: command.id, type: "claim", fromState: "unowned", toState: "owned" },
      receipt: { id: randomUUID(), recordedAt: now }
    }
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* rows(statements.takeKey, { ...key, fingerprint: "", createdAt: now, expiresAt: later })
        const [action] = yield* rows(statements.lockAction, {
          workspaceId: fixtures.workspaces.get(query.get("scope") ?? ""),
          action: command.id
        })
        yield* rows(statements.transition, {
          actionId: action?.["id"],
          type: "claim",
          fromState: "unowned",
          toState: "owned",
          actorKind: "integration",
          actorId: "floor",
          expectedVersion: 1,
          evidence: null,
          receiptXid: answer.receipt.id,
          requestId: "floor",
          occurredAt: now,
          integrationId: fixtures.integration,
          eventXid: randomUUID(),
          eventKind: "action.claimed"
        })
        yield* rows(statements.keepAnswer, { ...key, status: 200, body: JSON.stringify(answer), sealedFor: "floor" })
        return answer
      })
    )
  })

  const getScope = Effect.map(
    Effect.suspend(() => rows(statements.venues, { organizationId: fixtures.organization })),
    (venues) => ({ organization: { id: "", name: "", slug: "" }, venues, allVenues: true, scopes: [] })
  )

  return (method: string, url: string, body: string): Effect.Effect<unknown, SqlError.SqlError> => {
    const [path, search] = url.split("?", 2)
    switch (path) {
      case "/api/external/v1/brands":
        return listBrands
      case "/api/external/v1/messaging":
        return method === "POST"
          ? transitionAction(new URLSearchParams(search), body)
          : readMessaging(new URLSearchParams(search))
      case "/v1/partner/scope":
        return getScope
      default:
        return Effect.succeed({})
    }
  }
}
