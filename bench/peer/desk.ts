import type { FastifyInstance } from "fastify"
import { hash } from "node:crypto"
import { deskStatements } from "../statements/deskStatements.ts"
import { seal } from "./cursors.ts"
import { claim, type ClaimRow, claimsOf, staying } from "./claimParts.ts"
import type { Database } from "./database.ts"
import { due } from "./member/due.ts"
import { member, type RecordedMember, viewOf } from "./memberViews.ts"
import { organizationOf, type Page, paging, querystring } from "./partnerParts.ts"
import { list, nullable, nullableText, record, text, time, whole, flag } from "./wire.ts"

interface Search extends Page {
  readonly q: string
}

interface MembersRow {
  readonly total: number
  readonly items: ReadonlyArray<RecordedMember>
}

interface StayRow {
  readonly id: number
  readonly reservationId: string
  readonly checkInDate: string | null
  readonly facts: {
    readonly spendMinor: number | null
    readonly tierMultiplier: string | null
    readonly campaigns: ReadonlyArray<unknown>
    readonly stored: object | null
  }
}

const stay = record({
  reservationId: text,
  status: text,
  pmsStatus: nullableText,
  confirmationCode: nullableText,
  checkInDate: nullableText,
  checkOutDate: nullableText,
  guestCount: whole,
  bookingChannel: nullableText,
  property: record({ id: text, name: text }),
  member: nullable(staying),
  pointsStatus: record({ totalPoints: whole, basePoints: whole, multiplier: { type: "number" }, finalized: flag }),
  createdAt: time,
  updatedAt: time
})

const q = { type: "string", minLength: 1, maxLength: 100 }

/** A LIKE pattern for a part of a text, lower case, with its special characters escaped. */
const partOf = (typed: string) =>
  `%${typed
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\\%_]/g, "\\$&")}%`

const stayOf = (row: StayRow) => {
  const { campaigns, spendMinor, stored, tierMultiplier } = row.facts
  if (campaigns.length > 0 || spendMinor !== null || stored !== null) throw due()
  const pointsStatus = { totalPoints: 0, basePoints: 0, multiplier: Number(tierMultiplier ?? 1), finalized: false }
  return { ...row, pointsStatus }
}

const freshMillis = 15 * 60_000
const overlapMillis = 45_000

/** Lists of a desk. Only first pages are implemented, without due claims and without points of stays. */
export const deskRoutes = (app: FastifyInstance, database: Database) => {
  const pending = record({ items: list(claim), ...paging, nextUpdatedSince: text })
  app.get<{ Querystring: Page }>(
    "/fulfillments/pending",
    { schema: { querystring: querystring({}), response: { 200: pending } } },
    async (request, reply) => {
      const organizationId = organizationOf(request, "partner:fulfillments:read")
      const { limit, offset } = request.query
      const now = Date.now()
      const rows = await database.rows<ClaimRow>(undefined, deskStatements.pending, {
        organizationId,
        now: new Date(now),
        limit,
        offset
      })
      const [first] = rows
      const version = `${first?.mark ?? ""} ${Math.floor(now / freshMillis)}`
      const tag = hash("sha256", JSON.stringify([{ limit, offset }, version])).slice(0, 32)
      void reply.headers({ etag: `W/"${tag}"`, "Cache-Control": "private, no-cache" })
      const nextUpdatedSince = new Date(now - overlapMillis).toISOString()
      return { items: claimsOf(rows), total: first?.total ?? 0, limit, offset, nextUpdatedSince }
    }
  )

  app.get<{ Querystring: Search }>(
    "/fulfillments/search",
    { schema: { querystring: querystring({ q }), response: { 200: record({ items: list(claim), ...paging }) } } },
    async (request) => {
      const organizationId = organizationOf(request, "partner:fulfillments:read")
      const { limit, offset } = request.query
      const rows = await database.rows<ClaimRow>(undefined, deskStatements.search, {
        organizationId,
        part: partOf(request.query.q),
        now: new Date(),
        limit,
        offset
      })
      return { items: claimsOf(rows), total: rows[0]?.total ?? 0, limit, offset }
    }
  )

  app.get<{ Querystring: Search }>(
    "/members",
    { schema: { querystring: querystring({ q }), response: { 200: record({ items: list(member), ...paging }) } } },
    async (request) => {
      const organizationId = organizationOf(request, "partner:guests:read")
      const { limit, offset } = request.query
      const now = Date.now()
      const [row] = await database.rows<MembersRow>(undefined, deskStatements.members, {
        organizationId,
        organizationIds: [organizationId],
        part: partOf(request.query.q),
        now: new Date(now),
        limit,
        offset
      })
      const seesContacts = request.partnerKey?.permissions.includes("partner:guests:pii:read") === true
      const views = (row?.items ?? []).map((each) => viewOf(each, now))
      const items = seesContacts ? views : views.map((each) => ({ ...each, email: null, phone: null }))
      return { items, total: row?.total ?? 0, limit, offset }
    }
  )

  const stays = record({ items: list(stay), nextCursor: nullableText, limit: whole, offset: whole })
  app.get<{ Querystring: Page }>(
    "/reservations",
    { schema: { querystring: querystring({}), response: { 200: stays } } },
    async (request) => {
      const organizationId = organizationOf(request, "partner:reservations:read")
      const { limit, offset } = request.query
      const rows = await database.rows<StayRow>(undefined, deskStatements.stays, {
        organizationId,
        now: new Date(),
        limit: limit + 1,
        offset
      })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const binding = `reservations ${organizationId} ${JSON.stringify({ venues: [], statuses: [] })}`
      const nextCursor =
        last !== undefined && rows.length > limit
          ? seal(binding, [last.checkInDate ?? "", last.id, last.reservationId].join("\u0000"))
          : null
      return { items: items.map(stayOf), nextCursor, limit, offset }
    }
  )
}
