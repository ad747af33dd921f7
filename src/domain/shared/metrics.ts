import { Effect } from "effect"
import { jobNames } from "../jobs/Jobs.ts"
import { counter, gauge, histogram, requestTimes } from "./metricKinds.ts"

const jobTimes = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900]
const pollTimes = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

/** Every metric of operations and stores, each instrument with its description. */
export const metrics = {
  databaseConnectionsMax: gauge({
    name: "hub_database_connections_max",
    labels: [],
    meaning:
      "Maximum connections of the pool (`HUB_DATABASE_POOL`), all workers together; 1 with the embedded database, 0 in memory",
    initial: [{}]
  }),
  transactionsInFlight: gauge({
    name: "hub_database_transactions_in_flight",
    labels: [],
    meaning:
      "Transactions running or waiting for a connection. Two thirds of `hub_database_connections_max` are for transactions: above that they wait, and the pool is the bottleneck",
    initial: [{}]
  }),
  transactionWaitSeconds: histogram({
    name: "hub_database_transaction_wait_seconds",
    labels: [],
    meaning: "Seconds from requesting a transaction until it has a connection and has begun",
    boundaries: requestTimes,
    initial: [{}]
  }),
  transactionRetries: counter({
    name: "hub_database_transaction_retries_total",
    labels: ["reason"],
    meaning: "Transactions retried after a conflict with others, by reason: deadlock, serialization",
    initial: [{ reason: "deadlock" }, { reason: "serialization" }]
  }),
  rateLimitDecisions: counter({
    name: "hub_rate_limit_decisions_total",
    labels: ["policy", "outcome"],
    meaning: "Uses of a rate limit policy that were `passed` or `refused`"
  }),
  rateLimitFallbacks: counter({
    name: "hub_rate_limit_fallback_total",
    labels: [],
    meaning:
      "Rate limit decisions that a process made alone because Redis, or without it the primary process of the workers, did not answer",
    initial: [{}]
  }),
  idempotency: counter({
    name: "hub_idempotency_total",
    labels: ["surface", "outcome"],
    meaning:
      "Writes with an `Idempotency-Key`: `executed`, `replayed` from the stored response, refused as `conflict` (the key belongs to another request) or `in_progress`",
    initial: ["hub", "partner", "member"].flatMap((surface) =>
      ["executed", "replayed", "conflict", "in_progress"].map((outcome) => ({ surface, outcome }))
    )
  }),
  eventLagSeconds: histogram({
    name: "hub_event_lag_seconds",
    labels: [],
    meaning:
      "Age of a messaging event when this process first serves it in a page, excluding events older than the first page of their workspace. Above the pollers' interval, they fall behind",
    boundaries: pollTimes,
    initial: [{}]
  }),
  arrivalRebuildLagSeconds: histogram({
    name: "hub_arrival_rebuild_lag_seconds",
    labels: [],
    meaning:
      "Seconds from a change of a benefit, an override, an entitlement or a tier until every arrival task that it affects is rebuilt, by the job `rebuild` or by reads. Above the interval of the job, long lists of arrivals have outdated totals",
    boundaries: pollTimes,
    initial: [{}]
  }),
  jobRuns: counter({
    name: "hub_job_runs_total",
    labels: ["job", "outcome"],
    meaning:
      "Runs of background jobs that `succeeded` or `failed`; a failed run is logged and the next one tries again",
    initial: jobNames.flatMap((job) => ["succeeded", "failed"].map((outcome) => ({ job, outcome })))
  }),
  jobSeconds: histogram({
    name: "hub_job_duration_seconds",
    labels: ["job"],
    meaning: "Seconds that a run of a background job took",
    boundaries: jobTimes,
    initial: jobNames.map((job) => ({ job }))
  })
}

/** Exports the initial series: a rate over a counter needs its zero. */
export const registerMetrics: Effect.Effect<void> = Effect.forEach(
  Object.values(metrics),
  (metric) => metric.register,
  { discard: true }
)
