import { Effect, Option } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageSources } from "../../domain/pages/PageSources.ts"
import { ages } from "./makePageCache.ts"

/** Maximum number of cached hostnames; beyond it, the oldest look-ups are evicted. */
const maxHostnames = 10_000

interface CachedOwner {
  readonly owner: OrganizationId | undefined
  readonly at: number
}

/**
 * Finds the organization that a hostname belongs to, cached for as long as a page is; undefined for hostnames
 * of the service itself or of a proxy in front of it. `count` runs before each look-up.
 */
export const makeHostOwners = Effect.map(PageSources, ({ findOwner }) => {
  const owners = new Map<string, CachedOwner>()
  return <E, R>(hostname: string, count: Effect.Effect<void, E, R>) =>
    Effect.suspend(() => {
      const at = performance.now()
      const cached = owners.get(hostname)
      if (cached !== undefined && at - cached.at < ages.max) return Effect.succeed(cached.owner)
      return Effect.andThen(
        count,
        Effect.map(findOwner(hostname), (found) => {
          const owner = Option.getOrUndefined(found)
          owners.delete(hostname)
          owners.set(hostname, { owner, at })
          const [oldest] = owners.keys()
          if (owners.size > maxHostnames && oldest !== undefined) owners.delete(oldest)
          return owner
        })
      )
    })
})
