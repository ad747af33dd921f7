import { DateTime, Deferred, Effect, Exit, Option } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageChanges } from "../../domain/pages/PageChanges.ts"
import { PageRenderer } from "../../domain/pages/PageRenderer.ts"
import { type PageAddress, PageSources, type LocatedPage } from "../../domain/pages/PageSources.ts"
import { referencedIds, toPageModel } from "../../domain/pages/toPageModel.ts"
import { type ServedPage, servePage } from "./servedPage.ts"

/** The result of looking up an address. */
export type PageLookup =
  | { readonly _tag: "missing" }
  | { readonly _tag: "gone"; readonly organizationId: OrganizationId }
  | { readonly _tag: "page"; readonly organizationId: OrganizationId; readonly page: ServedPage }

interface CachedPage {
  readonly standing: LocatedPage
  readonly ids: ReturnType<typeof referencedIds>
  /** Everything around the content, serialized: the page is rendered again when it changes. */
  readonly surroundings: string
  readonly lookup: Extract<PageLookup, { readonly _tag: "page" }>
  /** When the statements that last confirmed the page began, by `performance.now`. */
  readonly confirmedAt: number
}

/** A confirmation in progress. */
interface Confirmation {
  readonly startedAt: number
  readonly result: Deferred.Deferred<PageLookup>
}

/**
 * Ages in milliseconds: from `confirm` on, a page is served while being confirmed; from `max` on, it must be confirmed
 * first.
 */
export const ages = { confirm: 500, max: 1000 } as const

/** Limits of the cache of one process; beyond them, the least recently used pages are evicted. */
const limits = { pages: 1000, bytes: 64 * 1024 * 1024 }

export const addressKey = (address: PageAddress): string =>
  address.by === "hostname" ? `//${address.hostname}` : `/${address.organizationSlug}/${address.slug}`

/**
 * An in-memory cache of encoded pages by address. A requested page is confirmed every half second by indexed
 * statements, one confirmation at a time; a page older than a second, or than an announced change, is confirmed before
 * it is sent. So every process reflects publishing, unpublishing and changed offers within a second.
 */
export const makePageCache = Effect.gen(function* () {
  const sources = yield* PageSources
  const renderer = yield* PageRenderer
  const { staleBefore } = yield* PageChanges
  const fork = Effect.runForkWith(yield* Effect.context())
  const pages = new Map<string, CachedPage>()
  const confirmations = new Map<string, Confirmation>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= pages.get(key)?.lookup.page.size ?? 0
    pages.delete(key)
  }

  const store = (key: string, cached: CachedPage) => {
    drop(key)
    pages.set(key, cached)
    bytes += cached.lookup.page.size
    for (const oldest of pages.keys()) {
      if (pages.size <= limits.pages && bytes <= limits.bytes) return
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
    const cached = pages.get(key)
    const before = cached?.standing.versionId === standing.versionId ? cached : undefined
    const version = before === undefined ? Option.getOrUndefined(yield* sources.findVersion(standing)) : undefined
    const ids = before?.ids ?? referencedIds(version?.blocks ?? [])
    const surroundings = yield* sources.getSurroundings({ ...standing, ...ids, now: yield* DateTime.now })
    const text = JSON.stringify(surroundings)
    if (before !== undefined && before.surroundings === text) {
      if (pages.has(key)) pages.set(key, { ...before, standing, confirmedAt: startedAt })
      return before.lookup
    }
    const content = version ?? Option.getOrUndefined(yield* sources.findVersion(standing))
    if (content === undefined) return { _tag: "missing" } as const
    const page = yield* servePage(renderer, toPageModel(content, surroundings))
    const lookup = { _tag: "page", organizationId: standing.organizationId, page } as const
    store(key, { standing, ids, surroundings: text, lookup, confirmedAt: startedAt })
    return lookup
  })

  /** Confirms in a separate fiber: the first client may disconnect while others wait for the same result. */
  const startConfirmation = (key: string, address: PageAddress): Confirmation => {
    const confirmation = { startedAt: performance.now(), result: Deferred.makeUnsafe<PageLookup>() }
    confirmations.set(key, confirmation)
    fork(confirm(key, address, confirmation.startedAt)).addObserver((exit: Exit.Exit<PageLookup>) => {
      confirmations.delete(key)
      Deferred.doneUnsafe(confirmation.result, exit)
    })
    return confirmation
  }

  const find = Effect.fnUntraced(function* (key: string, address: PageAddress) {
    const requestedAt = performance.now()
    // A confirmation in progress may have read the database before the caller's own latest write.
    const running = confirmations.get(key)
    if (running !== undefined) {
      const exit = yield* Effect.exit(Deferred.await(running.result))
      const isCurrent = Exit.isSuccess(exit) && exit.value._tag === "page" && fresh(key) !== undefined
      if (isCurrent) return exit.value
    }
    const next = confirmations.get(key)
    const confirmation = next !== undefined && next.startedAt >= requestedAt ? next : startConfirmation(key, address)
    return yield* Deferred.await(confirmation.result)
  })

  const fresh = (key: string): CachedPage | undefined => {
    const cached = pages.get(key)
    if (cached === undefined || cached.confirmedAt < staleBefore(cached.standing.organizationId)) return undefined
    return performance.now() - cached.confirmedAt < ages.max ? cached : undefined
  }

  return {
    has: (key: string) => pages.has(key),
    /** The cached page at an address, if it may be served without confirmation. */
    peek: (key: string, address: PageAddress): PageLookup | undefined => {
      const cached = fresh(key)
      if (cached === undefined) return undefined
      pages.delete(key)
      pages.set(key, cached)
      if (performance.now() - cached.confirmedAt >= ages.confirm && !confirmations.has(key)) {
        startConfirmation(key, address)
      }
      return cached.lookup
    },
    /** Confirms what is at an address now. */
    find
  }
})
