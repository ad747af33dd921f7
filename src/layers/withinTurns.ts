/** A deadline of `ticks` timers in a row, each of `tickMillis`. */
export interface TurnDeadline {
  readonly ticks: number
  readonly tickMillis: number
}

/**
 * The promise's result, or a rejection once the deadline has passed. Time in which the event loop is blocked counts as
 * one tick at most, because the loop reads its sockets between two timers: a reply that this process was too busy to
 * read is not late.
 */
export const withinTurns = <A>(promise: Promise<A>, { tickMillis, ticks }: TurnDeadline): Promise<A> =>
  new Promise((resolve, reject) => {
    let left = ticks
    const tick = () => {
      left--
      if (left > 0) timer = setTimeout(tick, tickMillis)
      // Runs after the sockets have been read once more.
      else setImmediate(() => reject(new Error("no reply in time")))
    }
    let timer = setTimeout(tick, tickMillis)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
