import type { Context, Metric } from "effect"
import { httpMetrics } from "./httpMetrics.ts"

type Instrument = Metric.Metric<number, unknown>

/** The instruments of one path template and method. Templates are finite, so cardinality is bounded. */
interface Route {
  readonly inFlight: Instrument
  readonly byStatus: Map<number, { readonly count: Instrument; readonly seconds: Instrument }>
}

/** The metrics of an application's requests. Instruments are cached by label because the registry lookup is slow. */
export class RouteMetrics {
  readonly #routes = new Map<string, Map<string, Route>>()

  #routeOf(template: string, method: string): Route {
    let methods = this.#routes.get(template)
    if (methods === undefined) this.#routes.set(template, (methods = new Map()))
    let route = methods.get(method)
    if (route === undefined) {
      route = { inFlight: httpMetrics.requestsInFlight.of({ route: template, method }), byStatus: new Map() }
      methods.set(method, route)
    }
    return route
  }

  /** The request's route has been matched: counts it as in flight. */
  entered(route: string, method: string, context: Context.Context<never>): void {
    this.#routeOf(route, method).inFlight.modifyUnsafe(1, context)
  }

  /** Ends what `entered` began. */
  left(route: string, method: string, context: Context.Context<never>): void {
    this.#routeOf(route, method).inFlight.modifyUnsafe(-1, context)
  }

  /** Records a response with `status`, sent `seconds` after the request arrived. */
  answered(
    { method, route, seconds, status }: { route: string; method: string; status: number; seconds: number },
    context: Context.Context<never>
  ): void {
    const { byStatus } = this.#routeOf(route, method)
    let instruments = byStatus.get(status)
    if (instruments === undefined) {
      const labels = { route, method, status: String(status) }
      instruments = { count: httpMetrics.requests.of(labels), seconds: httpMetrics.requestSeconds.of(labels) }
      byStatus.set(status, instruments)
    }
    instruments.count.updateUnsafe(1, context)
    instruments.seconds.updateUnsafe(seconds, context)
  }
}
