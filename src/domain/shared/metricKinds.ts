import { Effect, Metric } from "effect"

type Labels<Names extends string> = { readonly [Name in Names]: string }

interface MetricFacts<Names extends string> {
  readonly name: string
  readonly labels: ReadonlyArray<Names>
  /** The description in `/metrics`. */
  readonly meaning: string
  /** The series exported at zero from the start. */
  readonly initial?: ReadonlyArray<Labels<Names>>
}

/** A metric with its description, its instruments by label, and its initial series. */
const define = <Names extends string, State>(
  kind: "counter" | "gauge" | "histogram",
  { name, labels, meaning, initial = [] }: MetricFacts<Names>,
  of: (labels: Labels<Names>) => Metric.Metric<number, State>
) => ({
  name,
  kind,
  labels,
  meaning,
  of,
  register: Effect.forEach(initial, (each) => Metric.value(of(each)), { discard: true })
})

/** How often something happens. */
export const counter = <Names extends string = never>(facts: MetricFacts<Names>) =>
  define("counter", facts, (labels) =>
    Metric.counter(facts.name, { description: facts.meaning, attributes: labels, incremental: true })
  )

/** A current quantity. */
export const gauge = <Names extends string = never>(facts: MetricFacts<Names>) =>
  define("gauge", facts, (labels) => Metric.gauge(facts.name, { description: facts.meaning, attributes: labels }))

/** The distribution of values over `boundaries`, which are upper bounds. */
export const histogram = <Names extends string = never>(
  facts: MetricFacts<Names> & { readonly boundaries: ReadonlyArray<number> }
) =>
  define("histogram", facts, (labels) =>
    Metric.histogram(facts.name, {
      description: facts.meaning,
      attributes: labels,
      boundaries: facts.boundaries
    })
  )

/** Upper bounds in seconds for the latency of a request. */
export const requestTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
