import type { DateTime } from "effect"

/** What a user of a chat platform is told at once; with the token of a link, shown this once (INT-043). */
export interface ChatReply {
  readonly text: string
  readonly link?: { readonly token: string; readonly url: string; readonly expiresAt: DateTime.Utc }
}

export const replies = {
  help: {
    text: [
      "`link` connects you with your account of the hub; `consult` and a question begins a consultation of up to ten",
      "questions in fifteen minutes, `ask` and a question goes on with it, and `end` ends it."
    ].join(" ")
  },
  linkFirst: { text: "Link first: say `link`, and open the address you get where you are signed in." },
  linkedAlready: { text: "You are linked already. Remove the link in the hub before you make another." },
  questionMissing: { text: "Say what you want to know after `consult` or `ask`, in up to 4000 characters." },
  startAgain: { text: "This consultation is over. Start again with `consult` and a question." },
  ended: { text: "The consultation is over." },
  refused: { text: "You may not read this workspace any more. The consultation is over." },
  unavailable: { text: "The question could not be answered at the moment. Ask again." },
  /** `where` the answer will be found. */
  asked: (turn: number, most: number, where: "here" | "history") => ({
    text: `Question ${turn} of ${most}: the answer ${where === "here" ? "follows" : "will be in your private history in the hub"}.`
  })
} as const
