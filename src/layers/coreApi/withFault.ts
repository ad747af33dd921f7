import { Effect, Layer } from "effect"
import { CoreUnavailable } from "../../domain/brands/BrandErrors.ts"
import { CoreApi } from "../../domain/brands/CoreApi.ts"
import { Faults } from "../../domain/shared/Faults.ts"

/**
 * Applies the fault point `core` to a core (GEN-014). A fault that waits longer than the timeout ends like an
 * unresponsive core. The controls are read on every call.
 */
export const withFault = <E, R>(core: Layer.Layer<CoreApi, E, R>): Layer.Layer<CoreApi, E, R> =>
  Layer.effect(
    CoreApi,
    Effect.map(CoreApi, (sound) =>
      CoreApi.of({
        listBrands: Effect.fnUntraced(function* (query) {
          const { strike } = yield* Faults
          const struck = yield* strike("core").pipe(
            Effect.timeoutOrElse({ duration: "4500 millis", orElse: () => Effect.succeed(true) })
          )
          return yield* struck ? Effect.fail(new CoreUnavailable()) : sound.listBrands(query)
        })
      })
    )
  ).pipe(Layer.provide(core))
