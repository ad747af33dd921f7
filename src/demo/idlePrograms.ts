import { BigDecimal } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { type Program, ProgramId, TierId } from "../domain/programs/Program.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

interface IdleProgram {
  readonly id: number
  readonly organization: "A" | "B"
  readonly status: Program["status"]
  /** Names of its tiers, lowest first. */
  readonly tiers: ReadonlyArray<string>
}

/** Programs without enrolments, whose tiers have no members. */
const idle = {
  A_draft: { id: 703, organization: "A", status: "draft", tiers: ["Bronze", "Jade"] },
  A_archived: { id: 704, organization: "A", status: "archived", tiers: ["Founder"] },
  B_draft: { id: 705, organization: "B", status: "draft", tiers: [] },
  B_archived: { id: 706, organization: "B", status: "archived", tiers: ["Founder"] }
} as const satisfies Readonly<Record<string, IdleProgram>>

const entries: ReadonlyArray<[string, IdleProgram]> = Object.entries(idle)

/** The external ids of these programs by name. */
export const idleProgramIds = Object.fromEntries(entries.map(([name]) => [name, seeded.uuid("program", name)]))

/** The external ids of their tiers, by the name of the program and the level. */
export const idleTierIds = Object.fromEntries(
  entries.flatMap(([name, { tiers }]) =>
    tiers.map((_, index) => [`${name}${index + 1}`, seeded.uuid("tier", `${name}${index + 1}`)])
  )
)

/** These programs with their tiers. */
export const idlePrograms = (clock: DemoClock): Pick<Dataset, "programs" | "tiers"> => ({
  programs: entries.map(([name, { id, organization, status }]) => ({
    id: ProgramId.make(id),
    xid: seeded.uuid("program", name),
    organizationId: organizationIds[organization],
    name: `Program ${name.replace("_", " ")}`,
    status,
    description: null,
    currencyName: "stars",
    pointsExpiryMonths: 12,
    version: 1,
    createdAt: clock.ago({ days: 300 }),
    updatedAt: clock.ago({ days: 200 })
  })),
  tiers: entries.flatMap(([name, { id, organization, tiers }]) =>
    tiers.map((tier, index) => ({
      id: TierId.make(id * 10 + index),
      xid: seeded.uuid("tier", `${name}${index + 1}`),
      organizationId: organizationIds[organization],
      programId: ProgramId.make(id),
      name: tier,
      level: index + 1,
      qualifyingPoints: index * 2000,
      qualifyingNights: index === 0 ? null : 10,
      multiplier: BigDecimal.make(BigInt(100 + index * 50), 2),
      validityMonths: 24,
      color: index === 0 ? "#cd7f32" : null,
      updatedAt: clock.ago({ days: 200 })
    }))
  )
})
