import type { ChildProcess } from "node:child_process"
import { Predicate } from "effect"

/**
 * When a worker ends, closes the connection that was being handed to it. There is at most one, and `node:cluster` would
 * leave it open forever without a response. Closing a connection that the worker has received has no effect.
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
