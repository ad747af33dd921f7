import { Context, type Effect } from "effect"

export const jobNames = ["finalise", "expire", "refresh", "sweep"] as const
export type JobName = (typeof jobNames)[number]

/** What is done beside requests: when it is due, as a cron expression in UTC, and what that is. */
export const jobSchedules: Readonly<Record<JobName, { readonly cron: string; readonly meaning: string }>> = {
  finalise: {
    cron: "0 * * * *",
    meaning: "Stays that are over are credited in their venue's time zone, or given up 180 days after check-out"
  },
  expire: {
    cron: "* * * * *",
    meaning:
      "Claims, points, tiers and the balances of closed accounts end when they are due; members are reminded of claims"
  },
  refresh: { cron: "*/5 * * * *", meaning: "Desks are told anew what arriving members are owed" },
  sweep: {
    cron: "30 * * * *",
    meaning: "Idempotency keys, events and runs of jobs are forgotten after their retention"
  }
}

/** How many of what a run dealt with. */
export type JobCounts = Readonly<Record<string, number>>

/**
 * Background work. Every job may be cut short, run twice and run in several processes at once: each item is one transaction
 * of its own, and what one run leaves, the next one does. So it is right however often it runs; that a due moment is run
 * by one process only, whoever lives, is the cluster's part, and saves nothing but the waste.
 */
export class Jobs extends Context.Service<Jobs, { readonly run: (name: JobName) => Effect.Effect<JobCounts> }>()(
  "hub/domain/jobs/Jobs"
) {}
