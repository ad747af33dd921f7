import { Context, Data, type Effect } from "effect"

/** The owner of idempotency keys: a person, or an organization or integration, which many people are behind. */
export interface Subject {
  readonly kind: "person" | "organization"
  readonly id: string
}

interface Taking {
  /** Whether a write of the subject would have to wait behind others of which none has begun or ended for a while. */
  readonly areStuck: (subject: Subject) => boolean
  /** Runs the write in its turn. Dies with `TurnsTaken` if too many wait already. */
  readonly take: (subject: Subject) => <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** As many wait for their turn as may; `of` says what of, such as `writes of hub:7`. */
export class TurnsTaken extends Data.TaggedError("TurnsTaken")<{ readonly of: string }> {}

/**
 * Lets only some writes of one subject run at once, so that those that wait for one locked row do not hold every
 * connection of the process: a few of a person, more of an organization. By default nobody waits.
 */
export const Turns = Context.Reference<Taking>("hub/domain/shared/Turns", {
  defaultValue: () => ({ areStuck: () => false, take: () => (write) => write })
})
