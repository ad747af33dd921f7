import { Context, Effect } from "effect"

/** The completed share of a task. */
export interface Share {
  readonly done: number
  readonly all: number
  /** What is counted, in the plural. */
  readonly unit: string
}

/** Receives the progress of startup tasks for display; ignored by default. */
export const Progress = Context.Reference<(task: string, share?: Share) => Effect.Effect<void>>(
  "hub/domain/shared/Progress",
  { defaultValue: () => () => Effect.void }
)
