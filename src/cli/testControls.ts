import { Effect, Layer } from "effect"
import type { Credentials } from "../domain/access/Credentials.ts"
import type { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { Configuration } from "../layers/Configuration.ts"
import * as TestControlsLayer from "../layers/TestControlsLayer.ts"

/**
 * The test controls if `HUB_TEST_CONTROLS=1` (GEN-014), otherwise nothing. `reload` resets the store to its initial
 * contents.
 */
export const testControls = <E, R>(
  reload: Effect.Effect<void, E, R>
): Layer.Layer<never, never, Configuration | Credentials | RateLimits | R> =>
  Layer.unwrap(
    Effect.map(
      Configuration,
      (configuration): Layer.Layer<never, never, Credentials | RateLimits | R> =>
        configuration.testControls
          ? TestControlsLayer.layer(Effect.orDie(reload), configuration.testControlsToken)
          : Layer.empty
    )
  )
