import type { ChildProcess } from "node:child_process"
import { Predicate } from "effect"

/** The workers among which connections are distributed. */
const receiving = new Set<ChildProcess>()

/**
 * Closes the connection that is being handed to a worker when the worker ends, or refuses it because it has stopped
 * listening and so have all others. There is at most one, and `node:cluster` would leave it open without a response.
 * Closing a connection that the worker has received has no effect.
 */
export const closeUnreceived = (worker: ChildProcess) => {
  let last: unknown
  const closeLast = () => {
    if (Predicate.hasProperty(last, "close") && Predicate.isFunction(last.close)) last.close()
  }
  worker.send = new Proxy(worker.send, {
    apply: (send, self, parts: ReadonlyArray<unknown>): unknown => {
      const [, handle] = parts
      if (Predicate.hasProperty(handle, "close")) last = handle
      return Reflect.apply(send, self, parts)
    }
  })
  // The messages of `node:cluster` itself, which has handled each before this does.
  worker.on("internalMessage", (message: unknown) => {
    if (!Predicate.isObject(message)) return
    if (message["act"] === "queryServer") receiving.add(worker)
    if (message["act"] === "close") receiving.delete(worker)
    if (message["accepted"] === false && receiving.size === 0) closeLast()
  })
  worker.once("exit", () => {
    receiving.delete(worker)
    closeLast()
  })
}
