import { Effect } from "effect"
import { createSocket } from "node:dgram"

const types = { TXT: 16, CNAME: 5 } as const

/** A name server's answer to a query: values, an error by its code (3: no such name), or nothing. */
export type NameAnswer = ReadonlyArray<string> | { readonly error: number } | "silence"

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0])
  ])

/** The text in strings of at most 255 bytes, as in a TXT record. */
const textBytes = (text: string) => {
  const bytes = Buffer.from(text, "utf8")
  const parts: Array<Buffer> = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}

const recordBytes = (type: keyof typeof types, value: string) => {
  const data = type === "TXT" ? textBytes(value) : nameBytes(value)
  const head = Buffer.alloc(12)
  // A pointer to the name of the question, at byte 12 of the message.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(types[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** The name in a query, and the offset of its end. */
const questionOf = (message: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** A name server for one test on 127.0.0.1, over UDP; returns its address with the port. */
export const makeNameServer = (answer: (type: keyof typeof types, name: string) => NameAnswer) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly address: string; readonly close: () => void }>((resume) => {
      const socket = createSocket("udp4")
      socket.on("message", (message, from) => {
        const { end, name, type: code } = questionOf(message)
        const type = code === types.TXT ? "TXT" : "CNAME"
        const reply = answer(type, name)
        if (reply === "silence") return
        const values = "error" in reply ? [] : reply
        const head = Buffer.alloc(12)
        message.copy(head, 0, 0, 2)
        head.writeUInt16BE(0x81_80 + ("error" in reply ? reply.error : 0), 2)
        head.writeUInt16BE(1, 4)
        head.writeUInt16BE(values.length, 6)
        const records = values.map((value) => recordBytes(type, value))
        socket.send(Buffer.concat([head, message.subarray(12, end), ...records]), from.port, from.address)
      })
      socket.bind(0, "127.0.0.1", () => {
        resume(Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
