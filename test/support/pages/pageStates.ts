import { assert } from "@effect/vitest"
import { Record } from "effect"

/** Actions that need a draft, for a page without one. */
const withoutDraft = {
  change: [409, "draft_required"],
  theme: [409, "draft_required"],
  seo: [409, "draft_required"],
  "discard-draft": [409, "draft_required"],
  publish: [409, "draft_required"]
} as const

/**
 * The state machine of DOMAIN 8.1: per state, what guests see and whether there is a draft, then the outcome of each
 * action. A success is the resulting state, a refusal its status and code; `image`, `preview` and others of the same
 * column behave alike.
 */
export const pageStates = {
  published: {
    edit: "published_draft",
    ...withoutDraft,
    unpublish: "offline"
  },
  published_draft: {
    edit: "published_draft",
    change: "published_draft",
    theme: "published_draft",
    seo: "published_draft",
    "discard-draft": "published",
    publish: "published",
    unpublish: "offline_draft"
  },
  offline: {
    edit: "offline_draft",
    ...withoutDraft,
    unpublish: [409, "invalid_state_transition"]
  },
  offline_draft: {
    edit: "offline_draft",
    change: "offline_draft",
    theme: "offline_draft",
    seo: "offline_draft",
    "discard-draft": "offline",
    publish: "published",
    unpublish: [409, "invalid_state_transition"]
  },
  never_draft: {
    edit: "never_draft",
    change: "never_draft",
    theme: "never_draft",
    seo: "never_draft",
    "discard-draft": "never",
    publish: "published",
    unpublish: [409, "invalid_state_transition"]
  },
  never: {
    edit: "never_draft",
    ...withoutDraft,
    unpublish: [409, "invalid_state_transition"]
  }
} as const

export type PageState = keyof typeof pageStates
export type PageAction = keyof (typeof pageStates)[PageState]

/** The request of each action, below the page's path. */
export const pageRequests = {
  edit: { method: "POST", step: "/edit", body: undefined },
  change: { method: "PATCH", step: "", body: { headline: "Another line" } },
  theme: { method: "PATCH", step: "/theme", body: { borderRadius: 3 } },
  seo: { method: "PUT", step: "/seo", body: { title: "Another title" } },
  "discard-draft": { method: "POST", step: "/discard-draft", body: undefined },
  publish: { method: "POST", step: "/publish", body: undefined },
  unpublish: { method: "POST", step: "/unpublish", body: undefined }
} as const satisfies Readonly<Record<PageAction, { method: string; step: string; body: unknown }>>

const short = { published: "published", offline: "offline", never_published: "never" } as const

/** The state of a page as partners see it. */
export const stateOf = (answer: { readonly at: (path: string) => unknown }): string => {
  const state = Record.toEntries(short).find(([status]) => status === answer.at("status"))?.[1] ?? ""
  assert.strictEqual(answer.at("hasDraft"), answer.at("draft") !== null)
  return answer.at("hasDraft") === true ? `${state}_draft` : state
}
