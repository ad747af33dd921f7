import { Schema } from "effect"

/** The window of one use: `resetAt` in epoch milliseconds. */
const Window = Schema.Struct({ remaining: Schema.Int, resetAt: Schema.Finite, exceeded: Schema.Boolean })

/** A message from the primary to a worker; `id` is that of the request it responds to. */
export const PrimaryMessage = Schema.Union([
  /** The announcement has been printed, so background jobs, which log, may start. */
  Schema.TaggedStruct("Begin", {}),
  /** Finish the requests in flight and exit. */
  Schema.TaggedStruct("Stop", {}),
  /** The window of each use, in order. */
  Schema.TaggedStruct("Taken", { id: Schema.Int, windows: Schema.Array(Window) }),
  /** The metrics of all workers, in the Prometheus text format. */
  Schema.TaggedStruct("Totalled", { id: Schema.Int, text: Schema.String }),
  /** Asks for the metrics of this worker. */
  Schema.TaggedStruct("Collect", { collection: Schema.Int })
])
export type PrimaryMessage = typeof PrimaryMessage.Type
