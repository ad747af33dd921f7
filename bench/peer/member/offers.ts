import { DateTime } from "effect"
import type { FastifyInstance } from "fastify"
import { toEligibilityFields } from "../../../src/domain/eligibility/Eligibility.ts"
import { offerEligibility, type OfferOccasion } from "../../../src/domain/offers/offerEligibility.ts"
import { offerRestrictions } from "../../../src/domain/offers/offerRestrictions.ts"
import type { OfferForMember } from "../../../src/domain/offers/OfferForMember.ts"
import { memberStatements } from "../../statements/memberStatements.ts"
import type { Database } from "../database.ts"
import { flag, list, record, text, whole } from "../wire.ts"
import { due } from "./due.ts"
import { callerOf } from "./memberAccess.ts"

export type OfferRow = Omit<OfferForMember, "validUntil"> & { readonly validUntil: Date | null }

interface ListRow extends OfferRow {
  readonly total: number
  readonly hasDueClaims: boolean
  readonly position: number | null
}

const amount = { type: "number" } as const
const facts = { type: "object", additionalProperties: true } as const

const offerFields = {
  offerId: text,
  name: text,
  shortDescription: text,
  description: text,
  pointsRequired: whole,
  retailValue: amount,
  discountAmount: amount,
  discountType: text,
  redemptionType: text,
  category: record({ id: whole, name: text }),
  heroImageUrl: text,
  cardImageUrl: text,
  howToRedeem: text,
  termsAndConditions: text,
  isEligible: flag,
  eligibilityReason: text,
  eligibility: record({ code: text, facts }),
  restrictions: list(record({ type: text, message: text, details: facts })),
  requiresStay: flag,
  disableBeforeCheckInHours: whole,
  validUntil: text,
  isCustomOffer: flag,
  isGlobal: flag,
  propertyDocumentId: text
}

const optional = [
  "shortDescription",
  "description",
  "retailValue",
  "discountAmount",
  "discountType",
  "category",
  "heroImageUrl",
  "cardImageUrl",
  "howToRedeem",
  "termsAndConditions",
  "eligibilityReason",
  "eligibility",
  "disableBeforeCheckInHours",
  "validUntil",
  "propertyDocumentId"
]

const page = record({ items: list(record(offerFields, optional)), total: whole, limit: whole, offset: whole })

/** The input of the service's own rules, which depend on neither implementation. */
export const standingOf = (row: OfferRow): OfferForMember => ({
  ...row,
  validUntil: row.validUntil?.toISOString() ?? null
})

const recordOf = (row: OfferRow, occasion: OfferOccasion) => {
  const standing = standingOf(row)
  return {
    offerId: row.xid,
    name: row.name,
    shortDescription: row.shortDescription ?? undefined,
    description: row.description ?? undefined,
    pointsRequired: row.pointsRequired,
    retailValue: row.retailValue ?? undefined,
    discountAmount: row.discountAmount ?? undefined,
    discountType: row.discountType ?? undefined,
    redemptionType: row.redemptionType,
    category: row.category ?? undefined,
    heroImageUrl: row.heroImageUrl ?? undefined,
    cardImageUrl: row.cardImageUrl ?? undefined,
    howToRedeem: row.howToRedeem ?? undefined,
    termsAndConditions: row.termsAndConditions ?? undefined,
    ...toEligibilityFields(offerEligibility(standing, occasion)),
    restrictions: offerRestrictions(standing, occasion),
    requiresStay: row.requiresStay,
    disableBeforeCheckInHours: row.disableBeforeCheckInHours ?? undefined,
    validUntil: row.validUntil?.toISOString(),
    isCustomOffer: row.isCustom,
    isGlobal: row.venue === null,
    propertyDocumentId: row.venue?.documentId
  }
}

/** The occasion of a request that names no property, stay or day. */
export const occasionAt = (now: number): OfferOccasion => ({
  now: DateTime.makeUnsafe(now),
  venue: null,
  stay: null,
  checkInDate: null
})

/** Offers without a venue. Lists by place, stay, category and type are not measured. */
export const offerRoutes = (app: FastifyInstance, database: Database) => {
  app.get<{ Querystring: { readonly limit: number; readonly offset: number } }>(
    "/me/loyalty/offers",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
            offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
          }
        },
        response: { 200: page }
      }
    },
    async (request) => {
      const { id: memberId } = callerOf(request)
      const { limit, offset } = request.query
      const millis = Date.now()
      const now = new Date(millis)
      const rows = await database.rows<ListRow>(undefined, memberStatements.offers, {
        memberId,
        now,
        limit,
        offset,
        through: limit + offset
      })
      const [first] = rows
      if (first === undefined || first.hasDueClaims) throw due()
      const occasion = occasionAt(millis)
      // An empty page is one row with only the facts of the whole list.
      const items = first.position === null ? [] : rows.map((row) => recordOf(row, occasion))
      return { items, total: first.total, limit, offset }
    }
  )
}
