import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { Program, ProgramId, type Tier, TierId } from "../../domain/programs/Program.ts"
import type { EntitledTier, Programs } from "../../domain/programs/Programs.ts"
import type { ProgramLocator } from "../../domain/programs/ProgramViews.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { dateOf, Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"

const ProgramRow = Schema.Struct({ ...Program.fields, createdAt: Timestamp, updatedAt: Timestamp })

const Entitled = Schema.Struct({
  programId: ProgramId,
  tierId: TierId,
  benefitId: Schema.String,
  minTierLevel: Schema.Int
})

interface TierLocator {
  readonly organizationId: OrganizationId
  readonly tierXid: string
}

/** The operations on program configuration that generic row statements do not cover. */
export interface ProgramStatements
  extends Pick<Programs["Service"], "getForUpdate" | "findTierUse" | "listEntitled" | "updateLevels"> {
  /** Locks a tier until the transaction ends; read it afterwards. */
  readonly lockTier: (of: TierLocator) => Effect.Effect<void>
}

/** Locks and writes of programs in this database. */
export const makeProgramsSql: Effect.Effect<ProgramStatements, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /**
   * Foreign keys lock only the key of a program, which does not conflict with this lock; enrolling, promoting
   * and entitling take it shared.
   */
  const lockProgram = SqlSchema.findOneOption({
    Request: Schema.Struct({ reach: Reach, programId: Schema.String }),
    Result: ProgramRow,
    execute: ({ programId, reach }) => sql`
      SELECT p.id, p.xid, p.organization_id AS "organizationId", p.name, p.status, p.description,
        p.currency_name AS "currencyName", p.points_expiry_months AS "pointsExpiryMonths", p.version,
        p.created_at AS "createdAt", p.updated_at AS "updatedAt"
      FROM programs p
      WHERE p.xid = ${programId}
        AND ${withinOrganizations(sql, reach, "p.organization_id")}
      FOR NO KEY UPDATE`
  })

  const lockTier = pipelined(
    sql,
    ({ organizationId, tierXid }: TierLocator) => sql`
      SELECT FROM tiers t WHERE t.organization_id = ${organizationId} AND t.xid = ${tierXid} FOR UPDATE`
  )

  const selectUse = SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, programId: ProgramId, id: TierId }),
    Result: Schema.Struct({ use: Schema.NullOr(Schema.Literals(["members", "entitlements"])) }),
    execute: ({ id, organizationId, programId }) => sql`
      SELECT CASE
        WHEN EXISTS (
          SELECT FROM enrolments e
          WHERE e.organization_id = ${organizationId} AND e.program_id = ${programId} AND e.tier_id = ${id}
        ) THEN 'members'
        WHEN EXISTS (
          SELECT FROM entitlements en
          WHERE en.organization_id = ${organizationId} AND en.program_id = ${programId} AND en.tier_id = ${id}
        ) THEN 'entitlements'
      END AS use`
  })

  const selectEntitled = SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, above: Schema.Int, upTo: Schema.Int }),
    Result: Entitled,
    execute: ({ above, organizationId, upTo }) => sql`
      SELECT en.program_id AS "programId", en.tier_id AS "tierId", b.xid AS "benefitId",
        b.min_tier_level AS "minTierLevel"
      FROM benefits b
      JOIN entitlements en ON en.organization_id = b.organization_id AND en.benefit_id = b.id AND en.active
      WHERE b.organization_id = ${organizationId} AND b.archived_at IS NULL
        AND b.min_tier_level > ${above} AND b.min_tier_level <= ${upTo}`
  })

  return {
    getForUpdate: (locator: ProgramLocator) => Effect.flatMap(Effect.orDie(lockProgram(locator)), orMissing),
    lockTier: (query) => Effect.orDie(lockTier(query)),
    updateLevels: ({ organizationId, programId, tiers }) =>
      Effect.asVoid(
        Effect.orDie(sql`
          UPDATE tiers t SET level = moved.level, updated_at = moved.updated_at
          FROM unnest(
            ${tiers.map(({ id }) => id)}::integer[], ${tiers.map(({ level }) => level)}::integer[],
            ${tiers.map(({ updatedAt }) => dateOf(updatedAt))}::timestamptz[]
          ) AS moved (id, level, updated_at)
          WHERE t.organization_id = ${organizationId} AND t.program_id = ${programId} AND t.id = moved.id`)
      ),
    findTierUse: (tier: Tier) =>
      Effect.map(
        Effect.orDie(selectUse(tier)),
        Option.flatMap(({ use }) => Option.fromNullOr(use))
      ),
    listEntitled: (of): Effect.Effect<ReadonlyArray<EntitledTier>> => Effect.orDie(selectEntitled(of))
  }
})
