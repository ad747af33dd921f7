import type { Effect } from "effect"
import type { simulateEarnings } from "../../domain/simulation/simulateEarnings.ts"
import { table } from "../table.ts"

type Simulation = Effect.Success<ReturnType<typeof simulateEarnings>>

const tierName = (tier: string | null) => tier ?? "no tier"

/** A simulation as text: figures by tier and in total, then the largest differences. */
export const earningsTable = ({ days, largest, program, tiers, totals }: Simulation) => {
  const figures = ["before", "after", "difference"] as const
  const sums = (name: string, row: Simulation["totals"]) =>
    [name, row.stays, ...figures.map((figure) => row[figure])].map(String)
  const lines = [
    ["tier", "stays", ...figures],
    ...tiers.map((row) => sums(tierName(row.tier), row)),
    sums("all", totals)
  ]
  const stays = largest.map((row) => [
    row.reservationId,
    tierName(row.tier),
    ...figures.map((figure) => String(row[figure]))
  ])
  return [
    `${program.name}: ${totals.stays} stays of the last ${days} days`,
    table(lines),
    ...(stays.length === 0 ? [] : [table([["largest differences", "tier", ...figures], ...stays])])
  ].join("\n\n")
}
