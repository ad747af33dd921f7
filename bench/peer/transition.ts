import type { FastifyInstance } from "fastify"
import { hash } from "node:crypto"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import { covers, type Grant, requireGrant } from "./grants.ts"
import { callerWith } from "./hubAccess.ts"
import { uuidV7 } from "./ids.ts"
import { once } from "./once.ts"
import { Problem } from "./Problem.ts"
import { flag, record, text, time, whole } from "./wire.ts"

interface Command {
  readonly type: "claim" | "finish" | "cancel_action"
  readonly id: string
  readonly expectedVersion: number
  readonly evidence?: string | null
}

interface LockedAction {
  readonly id: number
  readonly version: number
  readonly state: string
  readonly audienceKind: "workspace" | "team"
  readonly teamId: number | null
  readonly ownerIntegrationId: number | null
}

type Candidate = Pick<Grant, "audienceWorkspace" | "audienceTeamIds">

const transitions = {
  claim: { permission: "hub:api:actions:claim", from: "unowned", to: "owned", event: "action.claimed" },
  finish: { permission: "hub:api:actions:complete", from: "owned", to: "finished", event: "action.finished" },
  cancel_action: { permission: "hub:api:actions:cancel", from: "owned", to: "cancelled", event: "action.cancelled" }
} as const

const retentionMillis = 30 * 24 * 3_600_000

const conflict = (code: string) => new Problem(409, code, "The command does not fit the Action")

const objectionTo = (command: Command, action: LockedAction, integrationId: number): Problem | undefined => {
  if (action.state === "finished" || action.state === "cancelled") return conflict("action_closed")
  if (command.type === "claim" && action.state === "owned") return conflict("action_already_owned")
  if (command.type !== "claim" && action.ownerIntegrationId !== integrationId) return conflict("action_not_owned")
  return action.version === command.expectedVersion ? undefined : conflict("version_conflict")
}

const selector = { type: "string", minLength: 1, maxLength: 180, pattern: "^[a-zA-Z0-9][a-zA-Z0-9:._-]*$" } as const

const result = record({
  transition: record({
    actionId: text,
    type: text,
    fromState: text,
    toState: text,
    expectedVersion: whole,
    occurredAt: time,
    evidenceRecorded: flag
  }),
  receipt: record({ id: text, idempotencyKey: text, requestId: text, recordedAt: time })
})

const schema = {
  querystring: { type: "object", required: ["scope"], properties: { scope: selector } },
  headers: {
    type: "object",
    required: ["idempotency-key"],
    properties: {
      "idempotency-key": { type: "string", minLength: 8, maxLength: 180, pattern: "^[A-Za-z0-9_:-]+$" }
    }
  },
  body: {
    type: "object",
    additionalProperties: false,
    required: ["type", "id", "expectedVersion"],
    properties: {
      type: { type: "string", enum: ["claim", "finish", "cancel_action"] },
      id: selector,
      expectedVersion: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
      evidence: { type: "string", nullable: true, minLength: 1, maxLength: 4000 }
    }
  },
  response: { 200: result }
} as const

/** Compare-and-set, receipt, event and idempotency record in one transaction, like the service. */
export const transition = (app: FastifyInstance, database: Database) => {
  app.post<{
    Querystring: { readonly scope: string }
    Headers: { readonly "idempotency-key": string }
    Body: Command
  }>("/messaging", { schema }, async (request) => {
    const { body: command } = request
    const { scope } = request.query
    const key = request.headers["idempotency-key"]
    const { event, from, permission, to } = transitions[command.type]
    if (command.type !== "finish" && typeof command.evidence === "string") {
      throw new Problem(400, "invalid_body", "Evidence goes with finish alone")
    }
    const caller = callerWith(request, permission)
    const grant = await requireGrant(database, caller, scope, permission)
    const now = Date.now()
    const at = new Date(now)
    const evidence = command.evidence ?? null
    const fingerprint = hash(
      "sha256",
      JSON.stringify([scope, command.type, command.id, command.expectedVersion, evidence])
    )

    const answer = {
      transition: {
        actionId: command.id,
        type: command.type,
        fromState: from,
        toState: to,
        expectedVersion: command.expectedVersion,
        occurredAt: at,
        evidenceRecorded: evidence !== null
      },
      receipt: { id: uuidV7(now), idempotencyKey: key, requestId: request.id, recordedAt: at }
    }

    const keyed = {
      namespace: "hub",
      tenant: `${caller.organization.id} integration ${caller.integration.id}`,
      key,
      fingerprint,
      status: 200,
      retentionMillis,
      reused: () => conflict("idempotency_conflict")
    } as const
    return once(database, keyed, async (client) => {
      // Locked in this order, because the grant may have been deactivated since it was read outside this transaction.
      const owners =
        command.type === "claim"
          ? await database.rows<Candidate>(client, statements.candidate, {
              organizationId: caller.organization.id,
              workspaceId: grant.workspaceId,
              integration: caller.integration.xid
            })
          : undefined
      const [action] = await database.rows<LockedAction>(client, statements.lockAction, {
        workspaceId: grant.workspaceId,
        action: command.id
      })
      if (action === undefined || !covers(grant, action)) throw new Problem(404, "not_found", "Not found")
      const objection = objectionTo(command, action, caller.integration.id)
      if (objection !== undefined) throw objection
      if (owners?.length === 0) throw new Problem(403, "grant_inactive", "The messaging grant is not active")
      if (owners?.[0] !== undefined && !covers(owners[0], action)) throw new Problem(404, "not_found", "Not found")
      const moved = await database.rows(client, statements.transition, {
        actionId: action.id,
        type: command.type,
        fromState: from,
        toState: to,
        actorKind: "integration",
        actorId: caller.integration.xid,
        expectedVersion: command.expectedVersion,
        evidence,
        receiptXid: answer.receipt.id,
        requestId: request.id,
        occurredAt: at,
        integrationId: caller.integration.id,
        eventXid: uuidV7(now),
        eventKind: event
      })
      if (moved.length === 0) throw conflict("version_conflict")
      await database.rows(client, statements.audit, {
        organizationId: caller.organization.id,
        actor: JSON.stringify({ kind: "key", id: caller.integration.xid }),
        action: event,
        subject: `action:${command.id}`,
        before: JSON.stringify({ state: from, version: action.version }),
        after: JSON.stringify({ state: to, version: action.version + 1 }),
        requestId: request.id,
        createdAt: at
      })
      return answer
    })
  })
}
