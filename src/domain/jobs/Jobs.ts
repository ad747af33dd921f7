import { Context, type Effect } from "effect"

/** What is done beside requests. `expire` and `finalise` will hold what later versions let expire and earn. */
export const jobNames = ["finalise", "expire", "refresh", "sweep"] as const
export type JobName = (typeof jobNames)[number]

/** How many of what a run dealt with. */
export type JobCounts = Readonly<Record<string, number>>

/**
 * Background work. Every job may be cut short, run twice and run in several processes at once: what one run leaves, the
 * next one does.
 */
export class Jobs extends Context.Service<Jobs, { readonly run: (name: JobName) => Effect.Effect<JobCounts> }>()(
  "hub/domain/jobs/Jobs"
) {}
