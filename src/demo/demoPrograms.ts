import { BigDecimal } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

/** Internal ids of the programs, one in each of A and B. */
export const programIds = { A: 701, B: 702 } as const

export type ProgramName = keyof typeof programIds

const levels = [
  { level: 1, name: "Blue", qualifyingPoints: 0, multiplier: "1.00" },
  { level: 2, name: "Silver", qualifyingPoints: 1000, multiplier: "1.25" },
  { level: 3, name: "Gold", qualifyingPoints: 5000, multiplier: "1.50" }
] as const

export type TierLevel = (typeof levels)[number]["level"]

/** Internal id of the tier of a level. */
export const tierId = (program: ProgramName, level: TierLevel) => (program === "A" ? 710 : 720) + level

const programs: ReadonlyArray<ProgramName> = ["A", "B"]

export const demoPrograms = (): Pick<Dataset, "programs" | "tiers"> => ({
  programs: programs.map((name) => ({
    id: programIds[name],
    xid: seeded.uuid("program", name),
    organizationId: organizationIds[name],
    name: `Program ${name}`,
    status: "active"
  })),
  tiers: programs.flatMap((program) =>
    levels.map(({ level, name, qualifyingPoints, multiplier }) => ({
      id: tierId(program, level),
      xid: seeded.uuid("tier", `${program}${level}`),
      organizationId: organizationIds[program],
      programId: programIds[program],
      name,
      level,
      qualifyingPoints,
      multiplier: BigDecimal.fromStringUnsafe(multiplier)
    }))
  )
})
