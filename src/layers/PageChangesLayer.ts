import { Effect, Layer } from "effect"
import type { OrganizationId } from "../domain/organizations/Organization.ts"
import { PageChanges } from "../domain/pages/PageChanges.ts"
import { makeAnnouncePageChange, pageChangesChannel } from "../sql/repositories/PageChangesSql.ts"
import { keepListening } from "./database/keepListening.ts"

/**
 * How long a write of this process may be uncommitted while others read. With the embedded database, reads wait for it;
 * with a server, its commit is announced.
 */
const uncommittedMillis = 1000

/** More organizations than change their pages between two restarts. */
const capacity = 10_000

const make = () => {
  const changed = new Map<number, number>()
  let everythingAt = Number.NEGATIVE_INFINITY
  const forgetAll = () => {
    everythingAt = performance.now()
    changed.clear()
  }
  const mark = (organizationId: number, at: number) => {
    if (changed.size >= capacity) forgetAll()
    changed.set(organizationId, Math.max(at, changed.get(organizationId) ?? at))
  }
  return {
    forgetAll,
    /** A transaction of another process has committed. */
    committed: (organizationId: number) => mark(organizationId, performance.now()),
    /** A transaction of this process is about to commit. */
    pending: (organizationId: number) => mark(organizationId, performance.now() + uncommittedMillis),
    staleBefore: (organizationId: OrganizationId) =>
      Math.max(everythingAt, changed.get(organizationId) ?? Number.NEGATIVE_INFINITY)
  }
}

/** For a single process. */
export const layer = Layer.sync(PageChanges, () => {
  const { pending, staleBefore } = make()
  return PageChanges.of({
    publish: ({ organizationId }) => Effect.sync(() => pending(organizationId)),
    staleBefore
  })
})

/**
 * For processes that share a server: they notify each other at commit. While a process cannot listen, it treats
 * everything cached as stale.
 */
export const layerShared = Layer.effect(
  PageChanges,
  Effect.gen(function* () {
    const announce = yield* makeAnnouncePageChange
    const { committed, forgetAll, pending, staleBefore } = make()
    yield* keepListening({
      channel: pageChangesChannel,
      subject: "pages",
      onStart: forgetAll,
      onNotification: (payload) => committed(Number(payload)),
      onEnd: forgetAll
    })
    return PageChanges.of({
      publish: ({ organizationId }) =>
        Effect.andThen(
          announce(organizationId),
          Effect.sync(() => pending(organizationId))
        ),
      staleBefore
    })
  })
)
