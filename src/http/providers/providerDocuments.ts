import { chatSignatures, smsSignatures } from "../../domain/providers/SignatureScheme.ts"
import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"
import { signatureSecurity } from "./signatureSecurity.ts"

const chat = { installationId: "019b76da-a800-7ab0-8bb5-702a4ef036ea" }
const reply = {
  response_type: "ephemeral",
  text: "Question 1 of 10: the answer will be in your private history in the hub."
}

const form = "application/x-www-form-urlencoded"

/** The parts of the chat callbacks' document that the endpoint declarations do not provide. */
export const chatDocument: DocumentFacts = {
  basePath: "/api/providers",
  description: [
    "Callbacks for chat platforms and SMS providers, at the URLs of their installations. Each request is signed with",
    "its installation's secret over the raw bytes; a signature authenticates a provider for these routes only. Size,",
    "signature and timestamp are checked before the body is decoded. Chat platforms get a response within 2.5 seconds,",
    "or 503."
  ].join(" "),
  ...signatureSecurity(chatSignatures),
  unknownFields: "ignored",
  requests: {
    receiveChatEvent: {
      parameters: chat,
      bodies: {
        challenge: {
          summary: "The platform verifies the callback URL",
          value: { type: "url_verification", challenge: "3eZbrw1aB" }
        },
        event: { summary: "Any other event", value: { type: "event_callback" } }
      }
    },
    receiveChatCommand: {
      parameters: chat,
      bodies: {
        link: {
          summary: "A user requests a link to an operator",
          value: { command: "link", userId: "U-UNLINKED", userName: "Operator Thirteen" }
        },
        consult: {
          summary: "A linked user asks a question",
          value: { command: "/hub", text: "consult What is still open?", userId: "U-LINKED" }
        },
        form: {
          summary: "The same command as a form",
          contentType: form,
          value: { command: "/hub", text: "consult What is still open?", userId: "U-LINKED" }
        }
      }
    },
    receiveChatInteraction: {
      parameters: chat,
      bodies: {
        chosen: {
          summary: "A user chose `help`",
          value: { user: { id: "U-UNLINKED" }, actions: [{ action_id: "help" }] }
        },
        form: {
          summary: "The same interaction as sent by Slack",
          contentType: form,
          value: { payload: '{"user":{"id":"U-UNLINKED"},"actions":[{"action_id":"help"}]}' }
        }
      }
    }
  },
  examples: {
    receiveChatEvent: { challenge: "3eZbrw1aB" },
    receiveChatCommand: reply,
    receiveChatInteraction: reply
  }
}

/** The same for the callbacks of SMS providers. */
export const smsDocument: DocumentFacts = {
  basePath: "/api/providers",
  description: "Rate limits are per address; IPv6 addresses count by /64.",
  ...signatureSecurity(smsSignatures),
  unknownFields: "ignored",
  requests: {
    reportDelivery: {
      parameters: {
        installationId: "019b76da-a800-7c40-827d-a047195ab254",
        deliveryId: "019b76da-a800-7485-90a4-0cc372a13f87"
      },
      bodies: {
        sent: {
          summary: "The provider has sent the message",
          contentType: form,
          value: { status: "sent", providerDeliveryId: "P-1" }
        }
      }
    }
  },
  examples: { reportDelivery: {} }
}
