import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { headerOf } from "./headerOf.ts"

/** A shorter body fits into the buffers of a connection, so its client does not wait until it is read. */
const minBytes = 64 * 1024

/** The most bytes of a refused body that are read; a client that sends more has its connection closed. */
const maxBytes = 64 * 1024 * 1024

/** How long to wait for the whole body, and for its next bytes, before the response is sent anyway. */
const timeouts = { whole: "10 seconds", silent: "250 millis" } as const

/** Whether a body is being sent that is worth reading; a client that waits for `100 Continue` has sent nothing. */
const isUnderWay = (request: HttpServerRequest.HttpServerRequest) => {
  const { headers } = request
  const length = Number(headerOf(request, "content-length") ?? 0)
  return !("expect" in headers) && ("transfer-encoding" in headers || (length > minBytes && length <= maxBytes))
}

/**
 * Reads and discards the rest of a refused request's body. Clients may read the response only after they have sent
 * everything; if the connection were closed before, they would see a reset instead (PAR-083).
 */
export const discardRest = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> => {
  const { source } = request
  if (!(source instanceof IncomingMessage) || source.complete || source.destroyed || !isUnderWay(request)) {
    return Effect.void
  }
  let bytes = 0
  const read = Effect.callback<void>((resume) => {
    const stop = () => {
      source.off("data", take).off("close", finish).off("end", finish)
    }
    const finish = () => {
      stop()
      resume(Effect.void)
    }
    const take = (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes) finish()
    }
    source.on("end", finish).on("close", finish).on("data", take).resume()
    return Effect.sync(stop)
  })
  const silence = Effect.gen(function* () {
    let before
    while (before !== bytes) {
      before = bytes
      yield* Effect.sleep(timeouts.silent)
    }
  })
  return Effect.raceFirst(read, silence).pipe(Effect.timeoutOption(timeouts.whole), Effect.asVoid)
}
