import type { ChildProcess } from "node:child_process"
import { Predicate } from "effect"

const close = (connection: unknown) => {
  if (Predicate.hasProperty(connection, "close") && Predicate.isFunction(connection.close)) connection.close()
}

/**
 * Closes connections that `node:cluster` would leave open without a response: one that is being handed to a worker when
 * the worker ends, or that a worker refuses because it, like all others, has stopped listening. A connection that a
 * worker has received, or that is handed to another, is left alone. Pass each worker of the port to the result.
 */
export const makeCloseUnreceived = () => {
  /** The workers among which connections are distributed. */
  const receiving = new Set<ChildProcess>()
  return (worker: ChildProcess) => {
    /** The connections to which the worker has not responded, by the number of the message that hands them over. */
    const unanswered = new Map<unknown, unknown>()
    worker.send = new Proxy(worker.send, {
      apply: (send, self, parts: ReadonlyArray<unknown>): unknown => {
        const [message, connection] = parts
        if (Predicate.hasProperty(message, "seq") && Predicate.isObject(connection)) {
          unanswered.set(message.seq, connection)
        }
        return Reflect.apply(send, self, parts)
      }
    })
    // The internal messages of `node:cluster`, each of which it has handled before this listener runs.
    worker.on("internalMessage", (message: unknown) => {
      if (!Predicate.isObject(message)) return
      if (message["act"] === "queryServer") receiving.add(worker)
      if (message["act"] === "close") receiving.delete(worker)
      if (message["accepted"] === false && receiving.size === 0) close(unanswered.get(message["ack"]))
      unanswered.delete(message["ack"])
    })
    worker.once("exit", () => {
      receiving.delete(worker)
      for (const connection of unanswered.values()) close(connection)
    })
  }
}
