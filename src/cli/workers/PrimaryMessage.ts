import { Schema } from "effect"

/** The window of one use: `resetAt` in epoch milliseconds. */
const Window = Schema.Struct({ remaining: Schema.Int, resetAt: Schema.Finite, exceeded: Schema.Boolean })

/** What the primary tells a worker, or answers to its question `id`. */
export const PrimaryMessage = Schema.Union([
  /** The announcement is printed: background jobs, which log, may begin. */
  Schema.TaggedStruct("Begin", {}),
  /** Finish what is in flight, and end. */
  Schema.TaggedStruct("Stop", {}),
  /** A window for each use, in order. */
  Schema.TaggedStruct("Taken", { id: Schema.Int, windows: Schema.Array(Window) }),
  /** The metrics of all workers, in the Prometheus text format. */
  Schema.TaggedStruct("Totalled", { id: Schema.Int, text: Schema.String }),
  /** Asks for the metrics of this worker. */
  Schema.TaggedStruct("Collect", { collection: Schema.Int })
])
export type PrimaryMessage = typeof PrimaryMessage.Type
