import { Deferred, Effect } from "effect"
import { addExpositions, countersOf, type Exposition, formatExposition, parseExposition } from "./Exposition.ts"

/** A worker that can be asked for its metrics; it answers through `report` with the same collection number. */
interface Source {
  readonly id: number
  readonly collect: (collection: number) => void
}

interface Collection {
  readonly missing: Set<number>
  readonly complete: Deferred.Deferred<void>
}

/** How long a collection waits for the slowest worker. Scrapers wait for 10 s by default. */
const collectionTimeout = "1 second"

/**
 * The metrics of all workers, merged as if they were one process. A worker that does not answer in time counts with its
 * previous metrics, and one that has ended with its last counters and histograms, so that no counter decreases when a
 * worker is replaced.
 */
export class MetricsOfWorkers {
  readonly #last = new Map<number, Exposition>()
  readonly #collections = new Map<number, Collection>()
  #ended: Exposition = new Map()
  #count = 0

  /** Stores the current metrics of the running worker `id`. */
  update(id: number, own: string): void {
    this.#last.set(id, parseExposition(own))
  }

  /** Stores the metrics that worker `id` sends in response to a collection. */
  report(id: number, { collection, own }: { readonly collection: number; readonly own: string }): void {
    this.update(id, own)
    this.#arrived(id, collection)
  }

  /** Records that worker `id` has ended. */
  forget(id: number): void {
    this.#ended = addExpositions([this.#ended, countersOf(this.#last.get(id) ?? new Map())])
    this.#last.delete(id)
    for (const collection of this.#collections.keys()) this.#arrived(id, collection)
  }

  /** The text for a scraper, once `others` have reported or the time is up. */
  total(others: ReadonlyArray<Source>): Effect.Effect<string> {
    return Effect.gen({ self: this }, function* () {
      const number = ++this.#count
      const collection = { missing: new Set(others.map(({ id }) => id)), complete: Deferred.makeUnsafe<void>() }
      this.#collections.set(number, collection)
      for (const { collect } of others) collect(number)
      if (others.length > 0) yield* Effect.timeoutOption(Deferred.await(collection.complete), collectionTimeout)
      this.#collections.delete(number)
      return formatExposition(addExpositions([this.#ended, ...this.#last.values()]))
    })
  }

  #arrived(id: number, number: number): void {
    const collection = this.#collections.get(number)
    if (collection?.missing.delete(id) && collection.missing.size === 0) {
      Deferred.doneUnsafe(collection.complete, Effect.void)
    }
  }
}
