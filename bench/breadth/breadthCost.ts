import { Effect, Predicate } from "effect"
import type { SqlClient } from "effect/sql"
import type { Breadth } from "./breadth.ts"
import { Disagreement } from "../Disagreement.ts"
import type { Listing } from "./listing.ts"
import { type Plan, planOf } from "./planOf.ts"
import { median } from "../report.ts"

/** The cost of a listing in one database: median milliseconds, and the blocks it reads. */
export interface Cost {
  readonly ms: number
  readonly plan: Plan
}

export interface CostLine {
  readonly listing: string
  readonly small: Cost
  readonly large: Cost
}

/** A database and the number of its rows. */
export interface Filled {
  readonly size: Breadth
  readonly on: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>
}

/** After five executions PostgreSQL may switch to a generic plan, so measurements start later. */
const warmUp = 6

/** The number of items of a result; 1 for a single value. */
const itemsOf = (answer: unknown): number => {
  if (Array.isArray(answer)) return answer.length
  if (Predicate.hasProperty(answer, "items") && Array.isArray(answer.items)) return answer.items.length
  return 1
}

const ask = Effect.fnUntraced(function* ({ prepare }: Listing, { on, size }: Filled) {
  const call = yield* on(prepare)
  return { once: on(Effect.suspend(() => call(size))), explained: on(planOf(call(size))) }
})

const timed = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const begin = performance.now()
    yield* effect
    return performance.now() - begin
  })

/**
 * Compares a listing over many rows with the same over few, alternating between the two; fails if their pages differ in
 * size.
 */
export const costOf = Effect.fnUntraced(function* (listing: Listing, small: Filled, large: Filled, rounds: number) {
  const few = yield* ask(listing, small)
  const many = yield* ask(listing, large)
  const items = [itemsOf(yield* few.once), itemsOf(yield* many.once)]
  if (items[0] !== items[1] || items[0] === 0) {
    return yield* new Disagreement({ message: `${listing.name}: ${items.join(" and ")} items` })
  }
  const times: Array<readonly [number, number]> = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const pair = [yield* timed(few.once), yield* timed(many.once)] as const
    if (round >= warmUp) times.push(pair)
  }
  const line: CostLine = {
    listing: listing.name,
    small: { ms: median(times.map(([ms]) => ms)), plan: yield* few.explained },
    large: { ms: median(times.map(([, ms]) => ms)), plan: yield* many.explained }
  }
  return line
})
