import { Deferred, Effect } from "effect"
import { addExpositions, countersOf, type Exposition, formatExposition, parseExposition } from "./Exposition.ts"

/** Asks a worker for its metrics, which come by `report` under the same number. */
interface Asked {
  readonly id: number
  readonly collect: (collection: number) => void
}

interface Collection {
  readonly missing: Set<number>
  readonly complete: Deferred.Deferred<void>
}

/** How long a collection waits for the slowest worker. Scrapers wait for 10 s by default. */
const patience = "1 second"

/**
 * The metrics of all workers as those of one process. Of a worker that does not answer in time its last ones count, and
 * of those that ended the last counters and histograms, so that none goes back when a worker is replaced.
 */
export class MetricsOfWorkers {
  readonly #last = new Map<number, Exposition>()
  readonly #collections = new Map<number, Collection>()
  #ended: Exposition = new Map()
  #count = 0

  /** The metrics of the living worker `id`. */
  learn(id: number, own: string): void {
    this.#last.set(id, parseExposition(own))
  }

  /** As `learn`, asked for by a collection. */
  report(id: number, { collection, own }: { readonly collection: number; readonly own: string }): void {
    this.learn(id, own)
    this.#arrived(id, collection)
  }

  /** The worker has ended. */
  forget(id: number): void {
    this.#ended = addExpositions([this.#ended, countersOf(this.#last.get(id) ?? new Map())])
    this.#last.delete(id)
    for (const collection of this.#collections.keys()) this.#arrived(id, collection)
  }

  /** The text for a scraper, from what `others` answer and what is known of the rest. */
  total(others: ReadonlyArray<Asked>): Effect.Effect<string> {
    return Effect.gen({ self: this }, function* () {
      const number = ++this.#count
      const collection = { missing: new Set(others.map(({ id }) => id)), complete: Deferred.makeUnsafe<void>() }
      this.#collections.set(number, collection)
      for (const { collect } of others) collect(number)
      if (others.length > 0) yield* Effect.timeoutOption(Deferred.await(collection.complete), patience)
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
