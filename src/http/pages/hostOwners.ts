import { Effect, Option } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageSources } from "../../domain/pages/PageSources.ts"
import { ages } from "./keptPages.ts"

/** Names that requests come with at most within that time; beyond it those go that were looked up first. */
const most = 10_000

interface Owned {
  readonly owner: OrganizationId | undefined
  readonly at: number
}

/**
 * The organization that a hostname belongs to, as of as long ago at most as a page is relied on; none for a name of the service itself, or of
 * whatever stands before it. `count` is run before each look-up.
 */
export const makeHostOwners = Effect.map(PageSources, ({ findOwner }) => {
  const known = new Map<string, Owned>()
  return <E, R>(hostname: string, count: Effect.Effect<void, E, R>) =>
    Effect.suspend(() => {
      const at = performance.now()
      const held = known.get(hostname)
      if (held !== undefined && at - held.at < ages.most) return Effect.succeed(held.owner)
      return Effect.andThen(
        count,
        Effect.map(findOwner(hostname), (found) => {
          const owner = Option.getOrUndefined(found)
          known.delete(hostname)
          known.set(hostname, { owner, at })
          const [oldest] = known.keys()
          if (known.size > most && oldest !== undefined) known.delete(oldest)
          return owner
        })
      )
    })
})
