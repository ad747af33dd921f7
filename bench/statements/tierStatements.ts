import { BigDecimal, DateTime } from "effect"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { ProgramId, TierId } from "../../src/domain/programs/Program.ts"
import { makeProgramsSql } from "../../src/sql/repositories/ProgramsSql.ts"
import { makeProgramViewsSql } from "../../src/sql/repositories/ProgramViewsSql.ts"
import { rowsOf } from "../rows/rowsOf.ts"
import { integer, json, statementOf, text, time } from "./statementOf.ts"

const organizationId = OrganizationId.make(7001)
const programId = ProgramId.make(7002)
const tierId = TierId.make(7003)
const timestamp = "2026-01-02T03:04:05.006Z"
const now = DateTime.makeUnsafe(timestamp)

/** All venues of one organization. */
const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }

const programKey = json({ id: 7002, organization_id: 7001 })

/** The statements of changing a tier. Generic row statements take JSON. */
export const tierStatements = {
  lockProgram: statementOf(
    "lockProgram",
    makeProgramsSql,
    (programs) => programs.getForUpdate({ reach, programId: "program" }),
    { organizationId: integer(7001), programId: text("program") }
  ),
  lockTier: statementOf(
    "lockTier",
    makeProgramsSql,
    (programs) => programs.lockTier({ organizationId, tierXid: "tier" }),
    { organizationId: integer(7001), tierId: text("tier") }
  ),
  tier: statementOf("tier", rowsOf("tiers"), (tiers) => tiers.find({ organizationId, programId, xid: "tier" }), {
    key: json({ xid: "tier", organization_id: 7001, program_id: 7002 })
  }),
  changeProgram: statementOf(
    "changeProgram",
    rowsOf("programs"),
    (programs) =>
      programs.change(
        { organizationId, id: programId },
        {
          xid: "program",
          name: "name",
          status: "draft",
          description: null,
          currencyName: "points",
          pointsExpiryMonths: 24,
          version: 2,
          createdAt: now,
          updatedAt: now
        }
      ),
    {
      key: programKey,
      row: json({
        xid: "program",
        name: "name",
        status: "draft",
        description: null,
        currency_name: "points",
        points_expiry_months: 24,
        version: 2,
        created_at: timestamp,
        updated_at: timestamp
      })
    }
  ),
  changeTier: statementOf(
    "changeTier",
    rowsOf("tiers"),
    (tiers) =>
      tiers.change(
        { organizationId, programId, id: tierId },
        {
          xid: "tier",
          name: "name",
          qualifyingPoints: 1,
          qualifyingNights: null,
          multiplier: BigDecimal.fromStringUnsafe("1.25"),
          validityMonths: 12,
          color: null,
          updatedAt: now
        }
      ),
    {
      key: json({ id: 7003, organization_id: 7001, program_id: 7002 }),
      row: json({
        xid: "tier",
        name: "name",
        qualifying_points: 1,
        qualifying_nights: null,
        multiplier: "1.25",
        validity_months: 12,
        color: null,
        updated_at: timestamp
      })
    }
  ),
  tiers: statementOf("tiers", makeProgramViewsSql, (views) => views.listTiers({ reach, programId: "program", now }), {
    organizationId: integer(7001),
    programId: text("program"),
    now: time(now)
  })
}
