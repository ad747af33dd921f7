import { Clock, Context, DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { RateLimits } from "../../src/domain/ratelimit/RateLimits.ts"
import * as Service from "./http/service.ts"

/** The demo data at a fixed time, so that responses can be compared with it. */
export const dataset: Dataset = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

/** The whole service over it. */
export const layer = (options: Parameters<typeof Service.layer>[0] = {}) =>
  Service.layer({ dataset: () => dataset, ...options })

const ahead = (clock: Clock.Clock, milliseconds: () => number): Clock.Clock => ({
  ...clock,
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + milliseconds(),
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + milliseconds())
})

/** A service whose rate limits use a clock of their own, and `pass`, which advances it by seconds. */
export const withTimeForLimits = () => {
  let seconds = 0
  return {
    pass: (more: number) => {
      seconds += more
    },
    layer: layer({
      replace: (services) => {
        const limits = Context.get(services, RateLimits)
        return Context.add(
          services,
          RateLimits,
          RateLimits.of({
            ...limits,
            take: (uses) =>
              Clock.clockWith((clock) =>
                Effect.provideService(
                  limits.take(uses),
                  Clock.Clock,
                  ahead(clock, () => seconds * 1000)
                )
              )
          })
        )
      }
    })
  }
}

const fields = ["statusCode", "message", "code", "details", "errors"]

/** Whether a body is a failure in the public surface's shape, and nothing else. */
export const isFailure = (answer: Service.Answer) =>
  (answer.headers.get("content-type") ?? "").startsWith("application/json") &&
  answer.at("statusCode") === answer.status &&
  typeof answer.at("message") === "string" &&
  typeof answer.at("code") === "string" &&
  Service.keysOf(answer.body).every((name) => fields.includes(name))

/** The same for the legacy endpoint, which names the status. */
export const isLegacyFailure = (answer: Service.Answer, error: string) =>
  (answer.headers.get("content-type") ?? "").startsWith("application/json") &&
  answer.at("statusCode") === answer.status &&
  typeof answer.at("message") === "string" &&
  typeof answer.at("code") === "string" &&
  answer.at("error") === error &&
  Service.keysOf(answer.body).every((name) => name === "error" || fields.includes(name))
