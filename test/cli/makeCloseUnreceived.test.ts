import { ChildProcess } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { makeCloseUnreceived } from "../../src/cli/server/workers/makeCloseUnreceived.ts"

/** A worker and what `node:cluster` exchanges with it. */
const makeWorker = (closeUnreceived: ReturnType<typeof makeCloseUnreceived>) => {
  const worker = new ChildProcess()
  worker.send = () => true
  closeUnreceived(worker)
  const say = (message: Readonly<Record<string, unknown>>) => worker.emit("internalMessage", message)
  say({ act: "queryServer" })
  return {
    hand: (seq: number) => {
      const connection = { isClosed: false, close: () => void (connection.isClosed = true) }
      Reflect.apply(worker.send, worker, [{ act: "newconn", seq }, connection])
      return connection
    },
    stopListening: () => say({ act: "close" }),
    reply: (ack: number, accepted: boolean) => say({ ack, accepted }),
    exit: () => worker.emit("exit", 0)
  }
}

describe("makeCloseUnreceived", () => {
  it("GEN-012: closes what a worker had not received when it ended, and nothing that it had", () => {
    const worker = makeWorker(makeCloseUnreceived())
    const received = worker.hand(1)
    worker.reply(1, true)
    const unreceived = worker.hand(2)
    worker.exit()
    assert.deepStrictEqual([received.isClosed, unreceived.isClosed], [false, true])
  })

  it("GEN-012: closes what the last worker refuses because it has stopped listening", () => {
    const closeUnreceived = makeCloseUnreceived()
    const [one, other] = [makeWorker(closeUnreceived), makeWorker(closeUnreceived)]
    const [first, second] = [one.hand(1), other.hand(1)]
    one.stopListening()
    other.stopListening()
    other.reply(1, false)
    assert.deepStrictEqual([first.isClosed, second.isClosed], [false, true])
    one.reply(1, false)
    assert.isTrue(first.isClosed)
    one.exit()
    other.exit()
  })

  it("GEN-012: leaves what a stopping worker refuses to the others, also when it ends", () => {
    const closeUnreceived = makeCloseUnreceived()
    const [stopping, other] = [makeWorker(closeUnreceived), makeWorker(closeUnreceived)]
    const refused = stopping.hand(1)
    stopping.stopListening()
    stopping.reply(1, false)
    stopping.exit()
    assert.isFalse(refused.isClosed)
    other.exit()
  })
})
