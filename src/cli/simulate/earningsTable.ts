import type { Effect } from "effect"
import type { simulateEarnings } from "../../domain/simulation/simulateEarnings.ts"
import { table } from "../table.ts"

type Simulation = Effect.Success<ReturnType<typeof simulateEarnings>>

const named = (tier: string | null) => tier ?? "no tier"

/** A simulation for people: the tiers and their sum, then the largest differences. */
export const earningsTable = ({ days, largest, program, tiers, totals }: Simulation) => {
  const figures = ["before", "after", "difference"] as const
  const sums = (name: string, row: Simulation["totals"]) =>
    [name, row.stays, ...figures.map((of) => row[of])].map(String)
  const lines = [["tier", "stays", ...figures], ...tiers.map((row) => sums(named(row.tier), row)), sums("all", totals)]
  const stays = largest.map((row) => [row.reservationId, named(row.tier), ...figures.map((of) => String(row[of]))])
  return [
    `${program.name}: ${totals.stays} stays of the last ${days} days`,
    table(lines),
    ...(stays.length === 0 ? [] : [table([["largest differences", "tier", ...figures], ...stays])])
  ].join("\n\n")
}
