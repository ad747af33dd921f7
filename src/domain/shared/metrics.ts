import { Effect, Metric } from "effect"
import { jobNames } from "../jobs/Jobs.ts"

type Labels<Names extends string> = { readonly [Name in Names]: string }

interface Facts<Names extends string> {
  readonly name: string
  readonly labels: ReadonlyArray<Names>
  /** What it tells an operator, as `/metrics` and the README show it. */
  readonly meaning: string
  /** The series that are there, at zero, before anything happened. */
  readonly initial?: ReadonlyArray<Labels<Names>>
}

const define = <Names extends string, State>(
  kind: "counter" | "gauge" | "histogram",
  { name, labels, meaning, initial = [] }: Facts<Names>,
  of: (labels: Labels<Names>) => Metric.Metric<number, State>
) => ({
  name,
  kind,
  labels,
  meaning,
  of,
  register: Effect.forEach(initial, (each) => Metric.value(of(each)), { discard: true })
})

const counter = <Names extends string = never>(facts: Facts<Names>) =>
  define("counter", facts, (labels) =>
    Metric.counter(facts.name, { description: facts.meaning, attributes: labels, incremental: true })
  )

const gauge = <Names extends string = never>(facts: Facts<Names>) =>
  define("gauge", facts, (labels) => Metric.gauge(facts.name, { description: facts.meaning, attributes: labels }))

const histogram = <Names extends string = never>(
  facts: Facts<Names> & { readonly boundaries: ReadonlyArray<number> }
) =>
  define("histogram", facts, (labels) =>
    Metric.histogram(facts.name, {
      description: facts.meaning,
      attributes: labels,
      boundaries: facts.boundaries
    })
  )

const answerTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobTimes = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900]
const pollTimes = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

/** Every metric of the process: the instruments and their documentation are one list, so that they cannot drift. */
export const metrics = {
  requests: counter({
    name: "hub_http_requests_total",
    labels: ["route", "method", "status"],
    meaning:
      "Requests answered. `route` is the path template, `unmatched` when there is none, `refused` when it was no HTTP or came while stopping; status 499: the client went away first"
  }),
  requestSeconds: histogram({
    name: "hub_http_request_duration_seconds",
    labels: ["route", "method", "status"],
    meaning: "Seconds from a request's arrival to its answer",
    boundaries: answerTimes
  }),
  requestsInFlight: gauge({
    name: "hub_http_requests_in_flight",
    labels: ["route", "method"],
    meaning: "Requests being worked on, from the moment their route is known"
  }),
  databaseConnectionsMax: gauge({
    name: "hub_database_connections_max",
    labels: [],
    meaning: "Most connections that the pool opens (`HUB_DATABASE_POOL`); 1 with the embedded database, 0 in memory",
    initial: [{}]
  }),
  transactionsInFlight: gauge({
    name: "hub_database_transactions_in_flight",
    labels: [],
    meaning:
      "Transactions at work or waiting for a connection. Each has one of two thirds of `hub_database_connections_max` for itself: above those they wait, and the pool is the bottleneck",
    initial: [{}]
  }),
  transactionWaitSeconds: histogram({
    name: "hub_database_transaction_wait_seconds",
    labels: [],
    meaning: "Seconds from asking for a transaction until it has a connection and has begun",
    boundaries: answerTimes,
    initial: [{}]
  }),
  rateLimitDecisions: counter({
    name: "hub_rate_limit_decisions_total",
    labels: ["policy", "outcome"],
    meaning: "Uses of a rate limit policy that were `passed` or `refused`"
  }),
  rateLimitFallbacks: counter({
    name: "hub_rate_limit_fallback_total",
    labels: [],
    meaning: "Rate limit decisions that this process made alone because Redis did not answer",
    initial: [{}]
  }),
  idempotency: counter({
    name: "hub_idempotency_total",
    labels: ["surface", "outcome"],
    meaning:
      "Writes with an `Idempotency-Key`: `executed`, `replayed` from memory, refused as `conflict` (the key stands for another request) or `in_progress`",
    initial: ["hub", "partner", "member"].flatMap((surface) =>
      ["executed", "replayed", "conflict", "in_progress"].map((outcome) => ({ surface, outcome }))
    )
  }),
  eventLagSeconds: histogram({
    name: "hub_event_lag_seconds",
    labels: [],
    meaning:
      "Age of a messaging event when a page of this process first shows it, without those that were there before the first page of their workspace. Above the pollers' interval, they fall behind",
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

/** Makes the series appear that are there from the start: a rate over a counter needs its zero. */
export const registerMetrics: Effect.Effect<void> = Effect.forEach(
  Object.values(metrics),
  (metric) => metric.register,
  { discard: true }
)

/** The metrics as a markdown table, for the README. */
export const metricsTable = (): string =>
  [
    "| Metric | Kind | Labels | Meaning |",
    "|---|---|---|---|",
    ...Object.values(metrics).map(
      ({ name, kind, labels, meaning }) =>
        `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${meaning} |`
    )
  ].join("\n")
