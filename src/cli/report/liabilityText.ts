import { movements } from "../../domain/liability/movementOf.ts"
import type { AssetLiability, LiabilityReport } from "../../domain/liability/reportLiability.ts"
import { table } from "../table.ts"

const holds = ["opening", "charged", "refunded", "redeemed", "lapsed", "closing"] as const

const headed = (title: string, { assets }: LiabilityReport) => [title, ...assets.map(({ asset }) => asset), "all"]

const row = (name: string, report: LiabilityReport, figureOf: (liability: AssetLiability) => number) => {
  const figures = report.assets.map(figureOf)
  return [name, ...figures.map(String), String(figures.reduce((sum, figure) => sum + figure, 0))]
}

const expiringIn = (month: string | null) => (liability: AssetLiability) =>
  liability.expiring.find((each) => each.month === month)?.points ?? 0

/** All months in which points expire, ascending; null (never) last. */
const monthsOf = ({ assets }: LiabilityReport) => {
  const months = new Set(assets.flatMap(({ expiring }) => expiring.map(({ month }) => month)))
  const dated = [...months].filter((month) => month !== null).toSorted()
  return [...dated, ...(months.has(null) ? [null] : [])]
}

/** The report as text: outstanding points, their expiry, and points held for open claims. */
export const liabilityTable = (report: LiabilityReport): string => {
  const { asOf, from, isFinal } = report
  const title = `Points from ${from} to the end of ${asOf} (UTC)${isFinal ? "" : ": today, so far"}`
  const rows = [
    headed("outstanding", report),
    row("opening", report, ({ opening }) => opening),
    ...movements.map((movement) => row(movement, report, (liability) => liability[movement])),
    row("closing", report, ({ closing }) => closing),
    row("  past their end", report, ({ overdue }) => overdue),
    headed("closing by month of expiry", report),
    ...monthsOf(report).map((month) => row(month ?? "never", report, expiringIn(month))),
    headed("held for open claims", report),
    ...holds.map((name) => row(name, report, ({ held }) => held[name]))
  ]
  return `${title}\n\n${table(rows)}`
}

/** The report as CSV: `asset,section,item,points`, one line per figure, signed so that they add up. */
export const liabilityCsv = ({ assets }: LiabilityReport): string =>
  [
    "asset,section,item,points",
    ...assets.flatMap((of) => [
      `${of.asset},outstanding,opening,${of.opening}`,
      ...movements.map((movement) => `${of.asset},outstanding,${movement},${of[movement]}`),
      `${of.asset},outstanding,closing,${of.closing}`,
      `${of.asset},overdue,closing,${of.overdue}`,
      ...of.expiring.map(({ month, points }) => `${of.asset},expiring,${month ?? "never"},${points}`),
      ...holds.map((name) => `${of.asset},held,${name},${of.held[name]}`)
    ])
  ].join("\n")
