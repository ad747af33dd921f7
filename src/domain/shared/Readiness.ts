import { Context, type Effect } from "effect"

/** A dependency and why it cannot be used, in words fit for anybody; undefined when it can. */
export interface Dependency {
  readonly name: string
  /** Whether every request needs it. Without any other one, some requests fail or are served in another way. */
  readonly isRequired: boolean
  readonly problem: string | undefined
}

/** The dependencies of this process (GEN-012). A result may be some seconds old: a probe is not repeated per request. */
export class Readiness extends Context.Service<
  Readiness,
  { readonly check: Effect.Effect<ReadonlyArray<Dependency>> }
>()("hub/domain/shared/Readiness") {}
