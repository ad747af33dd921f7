import type { FastifyInstance, FastifyReply } from "fastify"
import type { PoolClient } from "pg"
import { fulfillStatements } from "../statements/fulfillStatements.ts"
import { tell } from "./app.ts"
import { claim, type ClaimFacts, claimOf } from "./claimParts.ts"
import type { Database } from "./database.ts"
import { leased, requireKey } from "./leased.ts"
import { due } from "./member/due.ts"
import { uuidV7 } from "./ids.ts"
import { policies } from "./limits.ts"
import { actorOf, organizationOf } from "./partnerParts.ts"
import { Problem } from "./Problem.ts"
import { nullableText, record, text, time } from "./wire.ts"
import { vault } from "./vault.ts"

interface LockedRow {
  readonly id: string
  readonly propertyId: number
  readonly memberId: number
  readonly status: string
  readonly pointsCharged: number
  readonly verificationCodeHash: string | null
  readonly verificationCodeEnc: string | null
  readonly codesShownAt: Date | null
  readonly expiresAt: Date
  readonly approvedAt: Date | null
  readonly version: number
  readonly offerXid: string
  readonly offerName: string
}

interface Attempts {
  readonly count: number
  readonly first: Date | null
}

interface HandOver {
  readonly verificationCode?: string
  readonly note?: string
}

const policy = policies.verificationCode
const windowMillis = 1000 * policy.windowSeconds
const startsFrom = new Set(["claimed", "approved"])

const schema = {
  params: {
    type: "object",
    properties: {
      fulfillmentId: { type: "string", pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }
    }
  },
  body: {
    type: "object",
    nullable: true,
    additionalProperties: false,
    properties: {
      verificationCode: { type: "string", minLength: 1, maxLength: 64 },
      note: { type: "string", minLength: 1, maxLength: 500 }
    }
  },
  response: {
    200: record({
      fulfillment: claim,
      redemption: record({
        id: text,
        action: text,
        fromStatus: text,
        toStatus: text,
        actor: record({ kind: text, id: text, name: text }),
        reason: nullableText,
        note: nullableText,
        createdAt: time
      })
    })
  }
} as const

const conflict = (status: string) =>
  new Problem(409, "invalid_state_transition", "Not from this state", { details: { currentStatus: status } })

/** The canonical form of a typed code: any case, spaces or hyphens anywhere, O for 0, I or L for 1. */
const canonicalCode = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")

/** Fulfills a claim with its code, in one transaction. Wrong codes, due claims and approved ones are not measured. */
export const fulfillRoutes = (app: FastifyInstance, database: Database) => {
  const handOver = async (client: PoolClient, reply: FastifyReply, organizationId: number, id: string) => {
    const [row] = await database.rows<LockedRow>(client, fulfillStatements.lockClaim, { organizationId, id })
    if (row === undefined) throw new Problem(404, "not_found", "Not found")
    const now = new Date()
    if (row.verificationCodeHash === null) throw due()
    const since = new Date(now.getTime() - windowMillis)
    const [attempts] = await database.rows<Attempts>(client, fulfillStatements.attempts, { id, since })
    const remaining = Math.max(0, policy.limit - (attempts?.count ?? 0))
    const resetAt = (attempts?.first ?? now).getTime() + windowMillis
    tell(reply, [{ policy, remaining, resetAt, exceeded: remaining === 0 }], now.getTime())
    if (remaining === 0) throw new Problem(429, "rate_limited", "Too many wrong codes")
    if (row.expiresAt <= now) throw due()
    if (row.approvedAt !== null) throw due()
    if (!startsFrom.has(row.status)) throw conflict(row.status)
    return { ...row, now, verificationCodeHash: row.verificationCodeHash }
  }

  app.post<{ Params: { readonly fulfillmentId: string }; Body: HandOver | null }>(
    "/fulfillments/:fulfillmentId/fulfill",
    { schema, preParsing: requireKey },
    async (request, reply) => {
      const organizationId = organizationOf(request, "partner:fulfillments:write")
      const { fulfillmentId: id } = request.params
      const { note = null, verificationCode } = request.body ?? {}
      return leased(database, request, reply, organizationId, async (client) => {
        const row = await handOver(client, reply, organizationId, id)
        const { memberId, now, offerName, offerXid, propertyId, verificationCodeHash } = row
        if (
          verificationCode === undefined ||
          !vault.isDigestOf("verification code", row.id, canonicalCode(verificationCode), verificationCodeHash)
        ) {
          throw due()
        }
        const actor = { kind: "key", id: request.partnerKey?.xid, name: request.partnerKey?.name }
        const redemption = {
          id: uuidV7(now.getTime()),
          action: "fulfill",
          fromStatus: row.status,
          toStatus: "fulfilled",
          actor,
          reason: null,
          note,
          createdAt: now
        }
        await database.rows(client, fulfillStatements.settle, { id: row.id })
        await database.rows(client, fulfillStatements.fulfill, {
          id: row.id,
          organizationId,
          propertyId,
          memberId,
          verificationCodeHash,
          verificationCodeEnc: row.verificationCodeEnc,
          codesShownAt: row.codesShownAt,
          now,
          version: row.version + 1,
          actor: actorOf(request),
          deskActor: JSON.stringify(actor),
          subject: `fulfillment:${row.id}`,
          requestId: request.id,
          before: JSON.stringify({ status: row.status }),
          message: `The property marked ${offerName} as fulfilled`,
          messageParts: JSON.stringify({ offerName, points: row.pointsCharged }),
          metadata: JSON.stringify({
            actionUrl: `/offers/fulfillments/${row.id}`,
            fulfillmentId: row.id,
            offerId: offerXid
          }),
          redemptionId: redemption.id,
          fromStatus: row.status,
          note
        })
        const key = { organizationId, id: row.id, now: new Date() }
        const [after] = await database.rows<ClaimFacts>(client, fulfillStatements.claim, key)
        if (after === undefined) throw new Error("The claim is gone")
        return { answer: { fulfillment: claimOf(after), redemption }, venueIds: [propertyId] }
      })
    }
  )
}
