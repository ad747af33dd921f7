import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Mailbox } from "../../src/domain/delivery/Mailbox.ts"
import type { Message } from "../../src/domain/delivery/Message.ts"
import * as MailboxLayer from "../../src/layers/repositories/MailboxLayer.ts"
import { messagingDataset } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const message = (id: string): Message => ({
  id,
  channel: "email",
  to: "guest@example.com",
  subject: "Subject",
  text: "Text\nof two lines",
  html: null
})

twins("Mailbox", MailboxLayer, messagingDataset, (it) => {
  it.effect("GEN-014: keeps delivered messages, oldest first, and a repeated one only once", () =>
    Effect.gen(function* () {
      const { insert, list } = yield* Mailbox
      assert.deepStrictEqual(yield* list, [])
      for (const id of ["b", "a", "b"]) yield* insert(message(id))
      assert.deepStrictEqual(
        (yield* list).map(({ body, messageId, recipient }) => [messageId, recipient, body]),
        [
          ["b", "guest@example.com", "Text\nof two lines"],
          ["a", "guest@example.com", "Text\nof two lines"]
        ]
      )
    })
  )
})
