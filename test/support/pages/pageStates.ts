import { assert } from "@effect/vitest"
import { Record } from "effect"
import { type Form, imageForm, onePixel } from "../http/form.ts"
import type { Call } from "../http/httpCall.ts"

/** Actions that need a draft, for a page without one. */
const withoutDraft = {
  change: [409, "draft_required"],
  theme: [409, "draft_required"],
  seo: [409, "draft_required"],
  image: [409, "draft_required"],
  preview: [404, "draft_not_found"],
  "discard-draft": [409, "draft_required"],
  publish: [409, "draft_required"]
} as const

/**
 * The state machine of DOMAIN 8.1: per state, what guests see and whether there is a draft, then the outcome of each
 * action. A success is the resulting state, a refusal its status and code.
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
    image: "published_draft",
    preview: "published_draft",
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
    image: "offline_draft",
    preview: "offline_draft",
    "discard-draft": "offline",
    publish: "published",
    unpublish: [409, "invalid_state_transition"]
  },
  never_draft: {
    edit: "never_draft",
    change: "never_draft",
    theme: "never_draft",
    seo: "never_draft",
    image: "never_draft",
    preview: "never_draft",
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

interface PageRequest {
  readonly method: Call["method"]
  readonly step: string
  readonly body: unknown
  readonly headers?: Form["headers"]
}

const form = imageForm(onePixel)

/** The request of each action, below the page's path. */
export const pageRequests: Readonly<Record<PageAction, PageRequest>> = {
  edit: { method: "POST", step: "/edit", body: undefined },
  change: { method: "PATCH", step: "", body: { headline: "Another line" } },
  theme: { method: "PATCH", step: "/theme", body: { borderRadius: 3 } },
  seo: { method: "PUT", step: "/seo", body: { title: "Another title" } },
  image: { method: "POST", step: "/featured-image", body: form.body, headers: form.headers },
  preview: { method: "GET", step: "/preview", body: undefined },
  "discard-draft": { method: "POST", step: "/discard-draft", body: undefined },
  publish: { method: "POST", step: "/publish", body: undefined },
  unpublish: { method: "POST", step: "/unpublish", body: undefined }
}

const short = { published: "published", offline: "offline", never_published: "never" } as const

/** The state of a page as partners see it. */
export const stateOf = (answer: { readonly at: (path: string) => unknown }): string => {
  const state = Record.toEntries(short).find(([status]) => status === answer.at("status"))?.[1] ?? ""
  assert.strictEqual(answer.at("hasDraft"), answer.at("draft") !== null)
  return answer.at("hasDraft") === true ? `${state}_draft` : state
}
