import type { FastifyInstance } from "fastify"
import { statements } from "../statements/statements.ts"
import { tierStatements } from "../statements/tierStatements.ts"
import type { Database } from "./database.ts"
import { leased, requireKey } from "./leased.ts"
import { actorOf, organizationOf } from "./partnerParts.ts"
import { Problem } from "./Problem.ts"
import { nullable, nullableText, record, text, time, whole } from "./wire.ts"

interface Settings {
  readonly name: string
  readonly qualifyingPoints: number
  readonly qualifyingNights: number | null
  readonly multiplier: number
  readonly validityMonths: number
  readonly color: string | null
}

interface ProgramRow {
  readonly id: number
  readonly xid: string
  readonly organizationId: number
  readonly name: string
  readonly status: string
  readonly description: string | null
  readonly currencyName: string
  readonly pointsExpiryMonths: number
  readonly version: number
  readonly createdAt: Date
}

interface TierRow extends Omit<Settings, "multiplier"> {
  readonly id: number
  readonly xid: string
  readonly multiplier: string
}

interface TierView {
  readonly tierId: string
}

interface Change {
  readonly Params: { readonly programId: string; readonly tierId: string }
  readonly Body: Partial<Settings>
}

const xid = { type: "string", minLength: 1, maxLength: 180, pattern: "^[\\x21-\\x7e]+$" } as const

const schema = {
  params: { type: "object", properties: { programId: xid, tierId: xid } },
  body: {
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    properties: {
      name: { type: "string", minLength: 1, maxLength: 100, pattern: "^(?=.*\\S)[^\\p{Cc}\\u2028\\u2029]+$" },
      qualifyingPoints: { type: "integer", minimum: 0, maximum: 2_147_483_647 },
      qualifyingNights: { type: "integer", nullable: true, minimum: 0, maximum: 3650 },
      multiplier: { type: "number", minimum: 0.01, maximum: 99.99 },
      validityMonths: { type: "integer", minimum: 1, maximum: 1200 },
      color: { type: "string", nullable: true, pattern: "^#[0-9a-f]{6}$" }
    }
  },
  response: {
    200: record({
      tierId: text,
      name: text,
      level: whole,
      qualifyingPoints: whole,
      qualifyingNights: nullable(whole),
      multiplier: { type: "number" },
      validityMonths: whole,
      color: nullableText,
      memberCount: whole,
      updatedAt: time
    })
  }
} as const

const missing = () => new Problem(404, "not_found", "Not found")

/** The settings in the body that differ from the tier's, with their previous values. */
const changesOf = (tier: TierRow, body: Partial<Settings>) => {
  const { color, name, qualifyingNights, qualifyingPoints, validityMonths } = tier
  const settings: Settings = {
    name,
    qualifyingPoints,
    qualifyingNights,
    multiplier: Number(tier.multiplier),
    validityMonths,
    color
  }
  const former = new Map<string, unknown>(Object.entries(settings))
  const changed = Object.entries(body).filter(([field, value]) => former.get(field) !== value)
  return {
    wanted: { ...settings, ...body },
    before: Object.fromEntries(changed.map(([field]) => [field, former.get(field)])),
    after: Object.fromEntries(changed)
  }
}

/** Changes of tiers, in one transaction under the locks of the program and the tier, like the service. */
export const tierRoutes = (app: FastifyInstance, database: Database) => {
  app.patch<Change>(
    "/loyalty/programs/:programId/tiers/:tierId",
    { schema, preParsing: requireKey },
    async (request, reply) => {
      const organizationId = organizationOf(request, "partner:loyalty:programs:write")
      const { body } = request
      const { programId, tierId } = request.params
      const hundredths = (body.multiplier ?? 0) * 100
      if (Math.abs(hundredths - Math.round(hundredths)) > 1e-9) {
        throw new Problem(400, "validation_error", "At most two decimals")
      }
      return leased(database, request, reply, organizationId, async (client) => {
        const [program] = await database.rows<ProgramRow>(client, tierStatements.lockProgram, {
          organizationId,
          programId
        })
        if (program === undefined) throw missing()
        const key = JSON.stringify({ organization_id: organizationId, id: program.id })
        await database.rows(client, tierStatements.lockTier, { organizationId, tierId })
        const ofProgram = { organization_id: organizationId, program_id: program.id }
        const [tier] = await database.rows<TierRow>(client, tierStatements.tier, {
          key: JSON.stringify({ ...ofProgram, xid: tierId })
        })
        if (tier === undefined) throw missing()
        if (request.partnerKey?.allVenues !== true) {
          throw new Problem(403, "insufficient_reach", "For callers with all venues")
        }
        const { after, before, wanted } = changesOf(tier, body)
        if (Object.keys(after).length > 0) {
          const now = new Date()
          await database.rows(client, tierStatements.changeProgram, {
            key,
            row: JSON.stringify({
              xid: program.xid,
              name: program.name,
              status: program.status,
              description: program.description,
              currency_name: program.currencyName,
              points_expiry_months: program.pointsExpiryMonths,
              version: program.version + 1,
              created_at: program.createdAt,
              updated_at: now
            })
          })
          await database.rows(client, tierStatements.changeTier, {
            key: JSON.stringify({ ...ofProgram, id: tier.id }),
            row: JSON.stringify({
              xid: tier.xid,
              name: wanted.name,
              qualifying_points: wanted.qualifyingPoints,
              qualifying_nights: wanted.qualifyingNights,
              multiplier: wanted.multiplier,
              validity_months: wanted.validityMonths,
              color: wanted.color,
              updated_at: now
            })
          })
          await database.rows(client, statements.audit, {
            organizationId,
            actor: actorOf(request),
            action: "tier.changed",
            subject: `tier:${tierId}`,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
            requestId: request.id,
            createdAt: now
          })
        }
        const of = { organizationId, programId, now: new Date() }
        const views = await database.rows<TierView>(client, tierStatements.tiers, of)
        const answer = views.find((view) => view.tierId === tierId)
        if (answer === undefined) throw missing()
        return { answer, venueIds: null }
      })
    }
  )
}
