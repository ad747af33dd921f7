import { Effect, Tracer } from "effect"

/** Whether spans are exported. One that is not exported costs time all the same. */
export const exportsSpans = Effect.map(Tracer.Tracer, (tracer) => tracer !== Tracer.nativeTracer)

/** Runs each operation in one span with its name, provided that spans are exported. */
export const operationSpan = Effect.map(
  exportsSpans,
  (exported) =>
    (name: string) =>
    <A, E, R>(operation: Effect.Effect<A, E, R>) =>
      exported ? Effect.withSpan(operation, name) : operation
)
