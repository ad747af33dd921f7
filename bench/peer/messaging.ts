import type { FastifyInstance } from "fastify"
import { statements } from "../statements/statements.ts"
import { seal } from "./cursors.ts"
import type { Database } from "./database.ts"
import { covers, type Grant, requireGrant } from "./grants.ts"
import { callerWith, type HubCaller } from "./hubAccess.ts"
import { Problem } from "./Problem.ts"
import { flag, list, nullableText, nullableTime, record, text, time, whole } from "./wire.ts"

const scanLimit = 100

interface ActionRow {
  readonly seq: number
  readonly id: string
  readonly version: number
  readonly state: string
  readonly kind: string
  readonly title: string
  readonly details: string | null
  readonly priority: string
  readonly guestId: string | null
  readonly reservationId: string | null
  readonly propertyId: string | null
  readonly audienceKind: "workspace" | "team"
  readonly teamId: number | null
  readonly teamXid: string | null
  readonly ownerKind: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  readonly dueAt: Date | null
  readonly evidence: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly claimedAt: Date | null
  readonly finishedAt: Date | null
  readonly cancelledAt: Date | null
}

interface Reference {
  readonly id: string
  readonly audienceKind: "workspace" | "team"
  readonly teamId: number | null
}

interface MessageReference extends Reference {
  readonly isSensitive: boolean
  readonly isDeleted: boolean
  readonly sourceDerived: boolean
  readonly aiPrivate: boolean
}

interface EventRow {
  readonly head: number
  readonly oldest: number
  readonly sequence: number | null
  readonly id: string
  readonly kind: string
  readonly guestId: string | null
  readonly actorKind: string
  readonly actorId: string | null
  readonly resourceVersion: number | null
  readonly occurredAt: Date
  readonly message: MessageReference | null
  readonly action: Reference | null
}

const owner = { ...record({ kind: text, id: text, displayName: text, isSelf: flag }), nullable: true }

const action = record({
  id: text,
  version: whole,
  state: text,
  kind: text,
  title: text,
  details: nullableText,
  priority: text,
  guestId: nullableText,
  reservationId: nullableText,
  propertyId: nullableText,
  audience: record({ kind: text, teamId: nullableText }),
  owner,
  dueAt: nullableTime,
  evidence: nullableText,
  createdAt: time,
  updatedAt: time,
  claimedAt: nullableTime,
  finishedAt: nullableTime,
  cancelledAt: nullableTime
})

const event = record(
  {
    sequence: whole,
    id: text,
    kind: text,
    resource: record({ type: text, id: text }),
    guestId: nullableText,
    actor: record({ kind: text, id: nullableText }),
    resourceVersion: whole,
    occurredAt: time
  },
  ["resourceVersion"]
)

const actionsPage = record({ view: text, scope: text, items: list(action), nextCursor: nullableText })
const eventsPage = record({ view: text, scope: text, items: list(event), nextAfter: whole, hasMore: flag })

const selector = { type: "string", minLength: 1, maxLength: 180, pattern: "^[a-zA-Z0-9][a-zA-Z0-9:._-]*$" } as const

const actionOf = (integrationXid: string, row: ActionRow) => ({
  ...row,
  audience: { kind: row.audienceKind, teamId: row.teamXid },
  owner:
    row.ownerKind === null
      ? null
      : {
          kind: row.ownerKind,
          id: row.ownerId,
          displayName: row.ownerName,
          isSelf: row.ownerKind === "integration" && row.ownerId === integrationXid
        }
})

const resourceOf = (grant: Grant, { action, message }: EventRow) => {
  if (message !== null) {
    const hidden = message.isSensitive || message.isDeleted || message.sourceDerived || message.aiPrivate
    return !hidden && covers(grant, message) ? { type: "message", id: message.id } : undefined
  }
  return action !== null && covers(grant, action) ? { type: "action", id: action.id } : undefined
}

/** First pages of the two measured views. */
export const messaging = (app: FastifyInstance, database: Database) => {
  const readActions = async (caller: HubCaller, scope: string) => {
    const grant = await requireGrant(database, caller, scope, "hub:api:actions:read")
    const rows = await database.rows<ActionRow>(undefined, statements.actions, { workspaceId: grant.workspaceId })
    const last = rows[scanLimit - 1]
    const binding = `actions ${caller.organization.id} ${scope}  ${caller.integration.id}`
    return {
      view: "actions",
      scope,
      items: rows
        .slice(0, scanLimit)
        .filter((row) => covers(grant, row))
        .map((row) => actionOf(caller.integration.xid, row)),
      nextCursor: rows.length > scanLimit && last !== undefined ? seal(binding, String(last.seq)) : null
    }
  }

  const readEvents = async (caller: HubCaller, scope: string, after: number) => {
    const grant = await requireGrant(database, caller, scope, "hub:api:events:read")
    const rows = await database.rows<EventRow>(undefined, statements.events, { workspaceId: grant.workspaceId, after })
    const head = rows[0]?.head ?? 0
    const oldest = rows[0]?.oldest ?? 1
    if (after > 0 && after < oldest - 1) throw new Problem(409, "event_cursor_expired", "The event cursor is too old")
    const scanned = rows.filter((row) => row.sequence !== null)
    const last = scanned[scanLimit - 1]
    const items = []
    for (const row of scanned.slice(0, scanLimit)) {
      const resource = resourceOf(grant, row)
      if (resource === undefined) continue
      items.push({
        sequence: row.sequence,
        id: row.id,
        kind: row.kind,
        resource,
        guestId: row.guestId,
        actor: { kind: row.actorKind, id: row.actorId },
        ...(row.resourceVersion === null ? undefined : { resourceVersion: row.resourceVersion }),
        occurredAt: row.occurredAt
      })
    }
    const hasMore = scanned.length > scanLimit
    return { view: "events", scope, items, nextAfter: hasMore ? last?.sequence : head, hasMore }
  }

  app.get<{ Querystring: { readonly scope: string; readonly view: string; readonly after: number } }>(
    "/messaging",
    {
      schema: {
        querystring: {
          type: "object",
          required: ["scope"],
          properties: {
            scope: selector,
            view: { type: "string", enum: ["actions", "events"], default: "actions" },
            guest: selector,
            id: selector,
            before: selector,
            after: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }
          }
        }
      }
    },
    async (request, reply) => {
      const { after, scope, view } = request.query
      const [schema, page] =
        view === "events"
          ? [eventsPage, await readEvents(callerWith(request, "hub:api:events:read"), scope, after)]
          : [actionsPage, await readActions(callerWith(request, "hub:api:actions:read"), scope)]
      // One serializer per view: a schema that distinguishes views would validate every page first.
      return reply.type("application/json; charset=utf-8").send(reply.compileSerializationSchema(schema)(page))
    }
  )
}
