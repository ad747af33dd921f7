import { Context, type Effect } from "effect"

/** Whether what the service depends on answers, by name: `database`, and `redis` when it is configured (GEN-012). */
export class Readiness extends Context.Service<
  Readiness,
  { readonly check: Effect.Effect<Readonly<Record<string, boolean>>> }
>()("hub/domain/shared/Readiness") {}
