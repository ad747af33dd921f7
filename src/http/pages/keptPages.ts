import { DateTime, Deferred, Effect, Exit, Option } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageChanges } from "../../domain/pages/PageChanges.ts"
import { PageRenderer } from "../../domain/pages/PageRenderer.ts"
import { type PageAddress, PageSources, type LocatedPage } from "../../domain/pages/PageSources.ts"
import { referencedIds, toPageModel } from "../../domain/pages/toPageModel.ts"
import { type ServedPage, servePage } from "./servedPage.ts"

/** What is at an address. */
export type Found =
  | { readonly _tag: "missing" }
  | { readonly _tag: "gone"; readonly organizationId: OrganizationId }
  | { readonly _tag: "page"; readonly organizationId: OrganizationId; readonly page: ServedPage }

interface Kept {
  readonly standing: LocatedPage
  readonly ids: ReturnType<typeof referencedIds>
  /** All that surrounds the content, as text: the page is made again when it differs. */
  readonly surroundings: string
  readonly found: Extract<Found, { readonly _tag: "page" }>
  /** When the statements began that said last that it is so, by `performance.now`. */
  readonly confirmedAt: number
}

interface Flight {
  readonly startedAt: number
  readonly landed: Deferred.Deferred<Found>
}

/** Ages in milliseconds: from the first a page is confirmed while it is served, at the second it is no longer served. */
export const ages = { confirm: 500, most: 1000 } as const

/** What is kept of a process's pages at most; beyond it those go that were not asked for longest. */
const most = { pages: 1000, bytes: 64 * 1024 * 1024 }

export const addressKey = (address: PageAddress): string =>
  address.by === "hostname" ? `//${address.hostname}` : `/${address.organizationSlug}/${address.slug}`

/**
 * Pages as they are sent, by address, kept in memory. A page that is asked for is confirmed every half second by indexed
 * statements, one at a time; one older than a second, or than a change that was announced, is confirmed before it is sent.
 * So every process shows within a second what was published, taken offline or changed in an offer.
 */
export const makeKeptPages = Effect.gen(function* () {
  const sources = yield* PageSources
  const renderer = yield* PageRenderer
  const { staleBefore } = yield* PageChanges
  const fork = Effect.runForkWith(yield* Effect.context())
  const pages = new Map<string, Kept>()
  const flights = new Map<string, Flight>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= pages.get(key)?.found.page.size ?? 0
    pages.delete(key)
  }

  const keep = (key: string, kept: Kept) => {
    drop(key)
    pages.set(key, kept)
    bytes += kept.found.page.size
    for (const oldest of pages.keys()) {
      if (pages.size <= most.pages && bytes <= most.bytes) return
      if (oldest !== key) drop(oldest)
    }
  }

  const confirm = Effect.fnUntraced(function* (key: string, address: PageAddress, startedAt: number) {
    const standing = Option.getOrUndefined(yield* sources.find(address))
    if (standing?.status !== "published") {
      drop(key)
      return standing === undefined
        ? ({ _tag: "missing" } as const)
        : ({ _tag: "gone", organizationId: standing.organizationId } as const)
    }
    const kept = pages.get(key)
    const before = kept?.standing.versionId === standing.versionId ? kept : undefined
    const version = before === undefined ? Option.getOrUndefined(yield* sources.findVersion(standing)) : undefined
    const ids = before?.ids ?? referencedIds(version?.blocks ?? [])
    const surroundings = yield* sources.getSurroundings({ ...standing, ...ids, now: yield* DateTime.now })
    const text = JSON.stringify(surroundings)
    if (before !== undefined && before.surroundings === text) {
      if (pages.has(key)) pages.set(key, { ...before, standing, confirmedAt: startedAt })
      return before.found
    }
    const content = version ?? Option.getOrUndefined(yield* sources.findVersion(standing))
    if (content === undefined) return { _tag: "missing" } as const
    const page = yield* servePage(renderer, toPageModel(content, surroundings))
    const found = { _tag: "page", organizationId: standing.organizationId, page } as const
    keep(key, { standing, ids, surroundings: text, found, confirmedAt: startedAt })
    return found
  })

  /** Confirms in a fiber of its own: who asked first may hang up, and others wait for the same. */
  const depart = (key: string, address: PageAddress): Flight => {
    const flight = { startedAt: performance.now(), landed: Deferred.makeUnsafe<Found>() }
    flights.set(key, flight)
    fork(confirm(key, address, flight.startedAt)).addObserver((exit: Exit.Exit<Found>) => {
      flights.delete(key)
      Deferred.doneUnsafe(flight.landed, exit)
    })
    return flight
  }

  const latest = Effect.fnUntraced(function* (key: string, address: PageAddress) {
    const askedAt = performance.now()
    // What is under way may have read before what the caller has just written.
    const under = flights.get(key)
    if (under !== undefined) {
      const found = yield* Effect.exit(Deferred.await(under.landed))
      const isCurrent = Exit.isSuccess(found) && found.value._tag === "page" && fresh(key) !== undefined
      if (isCurrent) return found.value
    }
    const flight = flights.get(key)
    const joined = flight !== undefined && flight.startedAt >= askedAt ? flight : depart(key, address)
    return yield* Deferred.await(joined.landed)
  })

  const fresh = (key: string): Kept | undefined => {
    const kept = pages.get(key)
    if (kept === undefined || kept.confirmedAt < staleBefore(kept.standing.organizationId)) return undefined
    return performance.now() - kept.confirmedAt < ages.most ? kept : undefined
  }

  return {
    isKept: (key: string) => pages.has(key),
    /** What is kept of an address and may be served at once. */
    peek: (key: string, address: PageAddress): Found | undefined => {
      const kept = fresh(key)
      if (kept === undefined) return undefined
      pages.delete(key)
      pages.set(key, kept)
      if (performance.now() - kept.confirmedAt >= ages.confirm && !flights.has(key)) depart(key, address)
      return kept.found
    },
    /** What is at an address now. */
    find: latest
  }
})
