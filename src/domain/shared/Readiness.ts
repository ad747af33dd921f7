import { Context, type Effect } from "effect"

/** A dependency. `problem` says why it is unavailable, in words safe to publish; undefined when it is available. */
export interface Dependency {
  readonly name: string
  /** Whether every request needs it. If not, an outage fails or degrades only some requests. */
  readonly isRequired: boolean
  readonly problem: string | undefined
}

/**
 * The dependencies of this process (GEN-012). A result may be some seconds old: dependencies are not probed for each
 * request.
 */
export class Readiness extends Context.Service<
  Readiness,
  { readonly check: Effect.Effect<ReadonlyArray<Dependency>> }
>()("hub/domain/shared/Readiness") {}
