import { Effect, Layer } from "effect"
import type { Credentials } from "../../domain/access/Credentials.ts"
import type { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Configuration } from "../../layers/Configuration.ts"
import * as TestControlsLayer from "../../layers/TestControlsLayer.ts"
import { manifestFor } from "../demo.ts"

/**
 * The test controls if `HUB_TEST_CONTROLS=1` (GEN-014), otherwise nothing. `reload` resets the store to its initial
 * contents, which are the demo data or nothing.
 */
export const testControls = <E, R>(options: {
  readonly demo: boolean
  readonly reload: Effect.Effect<void, E, R>
}): Layer.Layer<never, never, Configuration | Credentials | RateLimits | R> =>
  Layer.unwrap(
    Effect.map(
      Configuration,
      ({ assistantTokens, ...configuration }): Layer.Layer<never, never, Credentials | RateLimits | R> =>
        configuration.testControls
          ? TestControlsLayer.layer({
              reload: Effect.orDie(options.reload),
              token: configuration.testControlsToken,
              manifest: options.demo ? (baseUrl) => manifestFor(baseUrl, assistantTokens?.resource) : undefined
            })
          : Layer.empty
    )
  )
