import { Context, type Effect } from "effect"

export const jobNames = ["finalise", "expire", "refresh", "rebuild", "deliver", "domains", "sweep"] as const
export type JobName = (typeof jobNames)[number]

/** The background jobs: schedule, as a cron expression in UTC, and description. */
export const jobSchedules: Readonly<Record<JobName, { readonly cron: string; readonly meaning: string }>> = {
  finalise: {
    cron: "0 * * * *",
    meaning:
      "Credits the points of past stays, by their venue's time zone, or closes them without points 180 days after check-out"
  },
  expire: {
    cron: "* * * * *",
    meaning:
      "Expires due claims, points, tiers and balances of closed accounts, reminds members of claims, and notifies venues of code pools with low stock"
  },
  refresh: {
    cron: "*/5 * * * *",
    meaning:
      "Creates the tasks of stays that enter the arrivals window, and rebuilds tasks by age and after changes of benefits"
  },
  rebuild: {
    cron: "*/15 * * * * *",
    meaning: "Rebuilds arrival tasks whose benefits changed; practically free while nothing changed"
  },
  deliver: {
    cron: "*/15 * * * * *",
    meaning: "Sends invites and chat replies, and retries those that a provider deferred"
  },
  domains: {
    cron: "* * * * *",
    meaning: "Checks due custom domains in the DNS and at the edge, and verifies, fails or removes them"
  },
  sweep: {
    cron: "30 * * * *",
    meaning:
      "Removes idempotency keys, events, settled outbox messages, chat platform requests, operator sessions and job runs past their retention, chat links a day after their expiry, day-old images that no page uses, and orphaned files of the embedded store"
  }
}

/** Processed items by kind. */
export type JobCounts = Readonly<Record<string, number>>

/**
 * Background jobs. A job may be interrupted, repeated, or run in several processes at once: each item is its own
 * transaction, and the next run picks up what is left. The cluster runs each due job in one live process only to save
 * work, not for correctness.
 */
export class Jobs extends Context.Service<Jobs, { readonly run: (name: JobName) => Effect.Effect<JobCounts> }>()(
  "hub/domain/jobs/Jobs"
) {}
