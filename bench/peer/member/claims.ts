import type { FastifyInstance, FastifyRequest } from "fastify"
import { hash } from "node:crypto"
import type { PoolClient } from "pg"
import { offerEligibility } from "../../../src/domain/offers/offerEligibility.ts"
import { memberStatements } from "../../statements/memberStatements.ts"
import type { Database } from "../database.ts"
import { once } from "../once.ts"
import { Problem } from "../Problem.ts"
import { vault } from "../vault.ts"
import { flag, list, record, text, whole } from "../wire.ts"
import { due } from "./due.ts"
import { uuidV7 } from "../ids.ts"
import { charge, refund } from "./ledger.ts"
import { callerOf } from "./memberAccess.ts"
import { occasionAt, type OfferRow, standingOf } from "./offers.ts"

interface FoundOffer extends OfferRow {
  readonly hasDueClaims: boolean
}

interface LockedRow {
  readonly id: string
  readonly organizationId: number
  readonly propertyId: number | null
  readonly status: string
  readonly codesShownAt: Date | null
  readonly expiresAt: Date
  readonly version: number
}

interface TakenCode {
  readonly xid: string
  readonly valueEnc: string
}

interface Claim {
  readonly note?: string
  readonly expectedPoints?: number
}

const retentionMillis = 72 * 3_600_000
const ordinaryHours = 720
const hour = 3_600_000
const withoutDesk = new Set(["direct", "externalCode"])
const open = new Set(["claimed", "pending_approval", "modified", "approved"])

const created = 201

const conflict = (code: string) => new Problem(409, code, "The claim is not possible")
const missing = () => new Problem(404, "not_found", "Not found")

const claimed = record(
  {
    fulfillmentId: text,
    offerId: text,
    offerName: text,
    status: text,
    redemptionType: text,
    pointsCharged: whole,
    charges: list(record({ assetType: text, points: whole })),
    note: text,
    externalCode: text,
    claimedAt: text,
    expiresAt: text
  },
  ["note", "externalCode"]
)

const cancelled = record({ success: flag, message: text })

const claimSchema = {
  headers: {
    type: "object",
    properties: {
      "idempotency-key": { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" }
    }
  },
  body: {
    type: "object",
    nullable: true,
    properties: { note: { type: "string", minLength: 1, maxLength: 500 }, expectedPoints: { type: "integer" } }
  },
  response: { 201: claimed }
} as const

const cancelSchema = {
  params: {
    type: "object",
    properties: {
      id: { type: "string", pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }
    }
  },
  response: { 200: cancelled }
} as const

/**
 * Claims of offers that need no property and no stay, and their cancellation, with the same transactions as the
 * service.
 */
export const claimRoutes = (app: FastifyInstance, database: Database) => {
  const takeCode = async (client: PoolClient, offerId: number, fulfillmentId: string, now: Date): Promise<string> => {
    const [taken] = await database.rows<TakenCode>(client, memberStatements.takeCode, { offerId, fulfillmentId, now })
    if (taken === undefined) throw conflict("sold_out")
    const code = vault.open("external code", taken.xid, taken.valueEnc)
    if (code === undefined) throw new Error("The code cannot be opened")
    return code
  }

  const claimNow = async (client: PoolClient, request: FastifyRequest, offerId: string, claim: Claim) => {
    const { id: memberId, xid } = callerOf(request)
    const millis = Date.now()
    const claimedAt = new Date(millis)
    const names = { memberId, offerId, now: claimedAt }
    const [offer] = await database.rows<FoundOffer>(client, memberStatements.offer, names)
    if (offer === undefined) throw missing()
    if (offer.hasDueClaims || offer.venue !== null || !withoutDesk.has(offer.redemptionType) || offer.approvalRequired)
      throw due()
    if (claim.expectedPoints !== undefined && claim.expectedPoints !== offer.pointsRequired) {
      throw conflict("price_changed")
    }
    const judged = offerEligibility(standingOf(offer), occasionAt(millis))
    if (!judged.isEligible && judged.code !== "sold_out" && judged.code !== "points") {
      throw conflict("offer_not_eligible")
    }
    const id = uuidV7(millis)
    const { name: offerName, pointsRequired: points } = offer
    const expiresAt = new Date(millis + (offer.claimTtlHours ?? ordinaryHours) * hour)
    const charges = await charge(database, client, { memberId, points, fulfillmentId: id, offerId, offerName })
    const takesCode = offer.redemptionType === "externalCode"
    const externalCode = takesCode ? await takeCode(client, offer.id, id, claimedAt) : undefined
    await database.rows(client, memberStatements.claim, {
      id,
      organizationId: offer.organizationId,
      memberId,
      offerId: offer.id,
      redemptionType: offer.redemptionType,
      pointsCharged: points,
      claimedAt,
      expiresAt,
      actor: JSON.stringify({ kind: "member", id: xid }),
      subject: `fulfillment:${id}`,
      requestId: request.id,
      message: `${offerName} is yours for ${points} points`,
      messageParts: JSON.stringify({ offerName, points }),
      metadata: JSON.stringify({ actionUrl: `/offers/fulfillments/${id}`, fulfillmentId: id, offerId })
    })
    return {
      fulfillmentId: id,
      offerId,
      offerName,
      status: "claimed",
      redemptionType: offer.redemptionType,
      pointsCharged: points,
      charges,
      note: claim.note,
      externalCode,
      claimedAt: claimedAt.toISOString(),
      expiresAt: expiresAt.toISOString()
    }
  }

  app.post<{
    Params: { readonly offerId: string }
    Headers: { readonly "idempotency-key"?: string }
    Body: Claim | null
  }>("/me/loyalty/offers/:offerId/claim", { schema: claimSchema }, async (request, reply) => {
    const { offerId } = request.params
    const claim = request.body ?? {}
    const key = request.headers["idempotency-key"]
    const run = (client: PoolClient) => claimNow(client, request, offerId, claim)
    const keyed = {
      namespace: "member",
      tenant: String(callerOf(request).id),
      fingerprint: hash("sha256", JSON.stringify([offerId, claim.note ?? null, claim.expectedPoints ?? null])),
      status: created,
      retentionMillis,
      reused: () => conflict("idempotency_key_reused")
    } as const
    const answer = await (key === undefined ? database.atomically(run) : once(database, { ...keyed, key }, run))
    return reply.status(created).send(answer)
  })

  app.post<{ Params: { readonly id: string } }>(
    "/me/wallet/fulfillments/:id/cancel",
    { schema: cancelSchema },
    async (request) => {
      const { id: memberId, xid } = callerOf(request)
      const { id } = request.params
      await database.atomically(async (client) => {
        const [row] = await database.rows<LockedRow>(client, memberStatements.lockFulfillment, { id, memberId })
        if (row === undefined) throw missing()
        const now = new Date()
        if (row.expiresAt <= now || row.propertyId !== null) throw due()
        if (!open.has(row.status)) throw new Problem(400, "fulfillment_not_cancellable", `It is ${row.status}`)
        await refund(database, client, memberId, id)
        await database.rows(client, memberStatements.cancel, {
          id,
          organizationId: row.organizationId,
          codesShownAt: row.codesShownAt,
          cancelledAt: now,
          version: row.version + 1,
          actor: JSON.stringify({ kind: "member", id: xid }),
          subject: `fulfillment:${id}`,
          requestId: request.id,
          before: JSON.stringify({ status: row.status })
        })
      })
      return { success: true, message: "The fulfillment is cancelled and its points are refunded" }
    }
  )
}
