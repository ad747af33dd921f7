import { createHmac } from "node:crypto"
import { chatInstallationXids, signingSecrets } from "../../src/demo/demoProviders.ts"
import { encodeRequest } from "../load.ts"
import type { Operation } from "./operations.ts"

let events = 0

const receiveChatEvent: Operation = {
  name: "receiveChatEvent",
  what: "a signed event of a chat platform, taken once",
  request: () => {
    const sentAt = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify({
      type: "event_callback",
      event: { type: "message", user: "U-BENCH", text: "Is the room ready?", id: `bench-${process.pid}-${events++}` }
    })
    const signature = createHmac("sha256", signingSecrets.chat_a).update(`v0:${sentAt}:${body}`).digest("hex")
    return {
      bytes: encodeRequest(
        "POST",
        `/api/providers/chat/${chatInstallationXids.chat_a}/events`,
        { "x-chat-request-timestamp": sentAt, "x-chat-signature": `v0=${signature}` },
        body
      ),
      status: 200,
      accepts: (answer) => answer === "{}"
    }
  },
  isRepeatable: true,
  data: "demo",
  subjects: ["service", "peer"]
}

/** Callbacks of providers. */
export const callbackOperations: ReadonlyArray<Operation> = [receiveChatEvent]
