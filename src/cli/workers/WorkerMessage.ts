import { Schema } from "effect"

const Use = Schema.Struct({
  policy: Schema.Struct({ name: Schema.String, limit: Schema.Int, windowSeconds: Schema.Int }),
  subject: Schema.String
})

/** What a worker tells the primary, or asks it under an `id` of its own. */
export const WorkerMessage = Schema.Union([
  /** It answers requests; `announcement` is what `hub serve` is to print. */
  Schema.TaggedStruct("Ready", { announcement: Schema.String }),
  /** Asks to count these uses at `now`, in epoch milliseconds. */
  Schema.TaggedStruct("Take", { id: Schema.Int, uses: Schema.Array(Use), now: Schema.Finite }),
  /** Asks for the metrics of all workers; `own` are those of this one. */
  Schema.TaggedStruct("Total", { id: Schema.Int, own: Schema.String }),
  /** Its metrics, for the collection that asked for them. */
  Schema.TaggedStruct("Report", { collection: Schema.Int, own: Schema.String }),
  /** Asks to forget what was counted. */
  Schema.TaggedStruct("Forget", {})
])
export type WorkerMessage = typeof WorkerMessage.Type
