import type { DateTime } from "effect"

/** The immediate reply to a user of a chat platform; may carry a link token, shown only once (INT-043). */
export interface ChatReply {
  readonly text: string
  readonly link?: { readonly token: string; readonly url: string; readonly expiresAt: DateTime.Utc }
}

export const replies = {
  help: {
    text: [
      "`link` connects you to your hub account; `consult` and a question starts a consultation of up to ten",
      "questions in fifteen minutes, `ask` and a question continues it, and `end` ends it."
    ].join(" ")
  },
  linkFirst: { text: "Link your account first: say `link`, and open the URL you get where you are signed in." },
  linkedAlready: { text: "You are already linked. Remove the link in the hub before you create another." },
  questionMissing: { text: "Put your question after `consult` or `ask`, in up to 4000 characters." },
  startAgain: { text: "This consultation is over. Start again with `consult` and a question." },
  ended: { text: "The consultation is over." },
  refused: { text: "You no longer have access to this workspace. The consultation is over." },
  notConfigured: { text: "Questions are not answered here: the hub has no assistant." },
  unavailable: { text: "The question could not be answered at the moment. Please ask again." },
  /** The question is queued; `where` says where its answer will appear. */
  accepted: (turn: number, most: number, where: "here" | "history") => ({
    text: `Question ${turn} of ${most}: the answer ${where === "here" ? "follows" : "will be in your private history in the hub"}.`
  })
} as const
