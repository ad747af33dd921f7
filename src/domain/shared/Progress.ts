import { Context, Effect } from "effect"

/** How much of a task is done. */
export interface Share {
  readonly done: number
  readonly all: number
  /** What is counted, in the plural. */
  readonly unit: string
}

/** Receives what a start is doing, for whoever waits for it; by default nobody does. */
export const Progress = Context.Reference<(task: string, share?: Share) => Effect.Effect<void>>(
  "hub/domain/shared/Progress",
  { defaultValue: () => () => Effect.void }
)
