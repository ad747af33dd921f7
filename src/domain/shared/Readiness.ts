import { Context, type Effect } from "effect"

/** Whether each dependency responds, by name: `database`, and `redis` if configured (GEN-012). */
export class Readiness extends Context.Service<
  Readiness,
  { readonly check: Effect.Effect<Readonly<Record<string, boolean>>> }
>()("hub/domain/shared/Readiness") {}
