import { Effect, Layer } from "effect"
import type { Credentials } from "../domain/access/Credentials.ts"
import type { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { Configuration } from "../layers/Configuration.ts"
import * as TestControlsLayer from "../layers/TestControlsLayer.ts"

/**
 * What `HUB_TEST_CONTROLS=1` adds to the services (GEN-014), and nothing without it. `reload` brings the store back to
 * what it first held.
 */
export const testControls = <E, R>(
  reload: Effect.Effect<void, E, R>
): Layer.Layer<never, never, Configuration | Credentials | RateLimits | R> =>
  Layer.unwrap(
    Effect.map(
      Configuration,
      (configuration): Layer.Layer<never, never, Credentials | RateLimits | R> =>
        configuration.testControls ? TestControlsLayer.layer(Effect.orDie(reload)) : Layer.empty
    )
  )
