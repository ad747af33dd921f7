import { Context, Data, type Effect } from "effect"

/** As many writes of the subject wait as may. */
export class TurnsTaken extends Data.TaggedError("TurnsTaken")<{ readonly subject: string }> {}

interface Taking {
  /** Whether a write of the subject would have to wait behind others of which none has begun or ended for a while. */
  readonly areStuck: (subject: string) => boolean
  /** Runs the write in its turn. Dies with `TurnsTaken` if too many wait already. */
  readonly take: (subject: string) => <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Lets only a few writes of one subject run at once, so that those that wait for one locked row do not hold every
 * connection of the process. A subject is the owner of idempotency keys: a member, an organization, an integration. By
 * default nobody waits.
 */
export const Turns = Context.Reference<Taking>("hub/domain/shared/Turns", {
  defaultValue: () => ({ areStuck: () => false, take: () => (write) => write })
})
