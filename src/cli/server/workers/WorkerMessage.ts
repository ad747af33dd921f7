import { Schema } from "effect"

const Use = Schema.Struct({
  policy: Schema.Struct({ name: Schema.String, limit: Schema.Int, windowSeconds: Schema.Int }),
  subject: Schema.String
})

/** A message from a worker to the primary; one with an `id` expects a response. */
export const WorkerMessage = Schema.Union([
  /** The worker accepts requests; `announcement` is the text for `hub serve` to print. */
  Schema.TaggedStruct("Ready", { announcement: Schema.String }),
  /** Asks to count these uses at `now`, in epoch milliseconds. */
  Schema.TaggedStruct("Take", { id: Schema.Int, uses: Schema.Array(Use), now: Schema.Finite }),
  /** Asks for the metrics of all workers; `own` are those of this one. */
  Schema.TaggedStruct("Total", { id: Schema.Int, own: Schema.String }),
  /** The worker's metrics, in response to a collection. */
  Schema.TaggedStruct("Report", { collection: Schema.Int, own: Schema.String }),
  /** Asks to reset all counts. */
  Schema.TaggedStruct("Forget", {})
])
export type WorkerMessage = typeof WorkerMessage.Type
