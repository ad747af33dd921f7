import type { ChildProcess } from "node:child_process"
import { Predicate } from "effect"

/**
 * Closes, when a worker ends, the connection that was on its way to it: there is one at most, and `node:cluster` would
 * keep it open without an answer for ever. Closing one that the worker has received does nothing.
 */
export const closeUnreceived = (worker: ChildProcess) => {
  let last: unknown
  worker.send = new Proxy(worker.send, {
    apply: (send, self, parts: ReadonlyArray<unknown>): unknown => {
      const [, handle] = parts
      if (Predicate.hasProperty(handle, "close")) last = handle
      return Reflect.apply(send, self, parts)
    }
  })
  worker.once("exit", () => {
    if (Predicate.hasProperty(last, "close") && Predicate.isFunction(last.close)) last.close()
  })
}
