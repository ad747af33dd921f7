import { Context, type Effect } from "effect"
import { Overload } from "./Overload.ts"

/** The owner of idempotency keys: a person, or an organization or integration that acts for many people. */
export interface Subject {
  readonly kind: "person" | "organization"
  readonly id: string
}

interface WriteTurns {
  /**
   * Whether the subject's queue is stalled: a write would wait behind others, none of which started or ended recently.
   */
  readonly areStuck: (subject: Subject) => boolean
  /** Runs the write in its turn. Dies with `QueueFull` if too many are waiting. */
  readonly take: (subject: Subject) => <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The queue has no room for another waiter; `of` names what is queued, such as `writes of hub:7`. */
export class QueueFull extends Overload {
  readonly _tag = "QueueFull"
  constructor({ of }: { readonly of: string }) {
    super({ message: `Too many ${of} wait for their turn` })
  }
}

/**
 * Limits the concurrent writes of one subject, so that writes waiting for the same row lock cannot take every
 * connection of the process: a few for a person, more for an organization. Unlimited by default.
 */
export const Turns = Context.Reference<WriteTurns>("hub/domain/shared/Turns", {
  defaultValue: () => ({ areStuck: () => false, take: () => (write) => write })
})
