import { Context, type Effect } from "effect"

export const jobNames = ["finalise", "expire", "refresh", "rebuild", "deliver", "domains", "sweep"] as const
export type JobName = (typeof jobNames)[number]

/** The background jobs: when each is due, as a cron expression in UTC, and what it does. */
export const jobSchedules: Readonly<Record<JobName, { readonly cron: string; readonly meaning: string }>> = {
  finalise: {
    cron: "0 * * * *",
    meaning:
      "Stays that are over are credited in their venue's time zone, or closed without points 180 days after check-out"
  },
  expire: {
    cron: "* * * * *",
    meaning:
      "Claims, points, tiers and the balances of closed accounts end when they are due; members are reminded of claims, and venues told of code pools whose stock is low"
  },
  refresh: {
    cron: "*/5 * * * *",
    meaning:
      "Stays that enter the arrivals window get their task, and tasks are rebuilt from the benefits due: those that a change of benefits ordered, and by age"
  },
  rebuild: {
    cron: "*/15 * * * * *",
    meaning: "Tasks of arrivals whose benefits were changed are rebuilt; next to nothing while none were"
  },
  deliver: {
    cron: "*/15 * * * * *",
    meaning: "Invites are sent, and tried again when a provider did not take them"
  },
  domains: {
    cron: "* * * * *",
    meaning:
      "Custom domains whose check is due are looked up in the DNS and at the edge, and verified, failed or removed by what is found"
  },
  sweep: {
    cron: "30 * * * *",
    meaning:
      "Idempotency keys, events, settled messages of the outbox, requests of chat platforms, sessions of operators and runs of jobs are forgotten after their retention, chat links a day after their end, and images a day old that no page shows, with files of the embedded store that no image has"
  }
}

/** Processed items by kind. */
export type JobCounts = Readonly<Record<string, number>>

/**
 * Background work. A job may be interrupted, repeated, or run in several processes at once: each item is its own
 * transaction, and the next run picks up what one leaves. The cluster runs each due job in one live process only to
 * save work, not for correctness.
 */
export class Jobs extends Context.Service<Jobs, { readonly run: (name: JobName) => Effect.Effect<JobCounts> }>()(
  "hub/domain/jobs/Jobs"
) {}
