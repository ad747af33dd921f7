import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/service.ts"

const PA = key("PA")

/**
 * DOMAIN 8.1, state by state: what guests see and whether there is a draft, then what each action leads to. A state is
 * the outcome of a success, a status and a code that of a refusal; `image`, `preview` and others of the same column are
 * answered alike.
 */
const table = {
  published: {
    edit: "published_draft",
    change: [409, "draft_required"],
    theme: [409, "draft_required"],
    seo: [409, "draft_required"],
    "discard-draft": [409, "draft_required"],
    publish: [409, "draft_required"],
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
    change: [409, "draft_required"],
    theme: [409, "draft_required"],
    seo: [409, "draft_required"],
    "discard-draft": [409, "draft_required"],
    publish: [409, "draft_required"],
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
    change: [409, "draft_required"],
    theme: [409, "draft_required"],
    seo: [409, "draft_required"],
    "discard-draft": [409, "draft_required"],
    publish: [409, "draft_required"],
    unpublish: [409, "invalid_state_transition"]
  }
} as const

type State = keyof typeof table
type Action = keyof (typeof table)[State]

const requests = {
  edit: { method: "POST", step: "/edit", body: undefined },
  change: { method: "PATCH", step: "", body: { headline: "Another line" } },
  theme: { method: "PATCH", step: "/theme", body: { borderRadius: 3 } },
  seo: { method: "PUT", step: "/seo", body: { title: "Another title" } },
  "discard-draft": { method: "POST", step: "/discard-draft", body: undefined },
  publish: { method: "POST", step: "/publish", body: undefined },
  unpublish: { method: "POST", step: "/unpublish", body: undefined }
} as const satisfies Readonly<Record<Action, { method: string; step: string; body: unknown }>>

const pathOf = (state: State) => `/pages/${demoIds.pages[`V1_${state}`]}`

const read = (state: State) => Effect.flatMap(partner, ({ get }) => get(pathOf(state), PA))

const act = (state: State, action: Action) =>
  Effect.gen(function* () {
    const { call } = yield* Service.Service
    const { body, method, step } = requests[action]
    const headers = { ...PA, "idempotency-key": crypto.randomUUID() }
    return yield* call(method, `/v1/partner${pathOf(state)}${step}`, { headers, body })
  })

const short = { published: "published", offline: "offline", never_published: "never" } as const

const stateOf = (answer: Service.Answer) => {
  const shown = Record.toEntries(short).find(([status]) => status === answer.at("status"))?.[1] ?? ""
  assert.strictEqual(answer.at("hasDraft"), answer.at("draft") !== null)
  return answer.at("hasDraft") === true ? `${shown}_draft` : shown
}

layer(Service.layer())("the states of pages", (it) => {
  for (const [state, actions] of Record.toEntries(table)) {
    for (const [action, expected] of Record.toEntries<Action, string | readonly [number, string]>(actions)) {
      it.effect(`DOMAIN 8.1, PAR-081, PAR-085 to PAR-088: ${action} of a page that is ${state}`, () =>
        Effect.gen(function* () {
          yield* (yield* Service.Service).reset
          const before = yield* read(state)
          assert.strictEqual(stateOf(before), state)
          const answer = yield* act(state, action)
          const after = yield* read(state)
          if (typeof expected !== "string") {
            assert.deepStrictEqual(statusAndCode(answer), [...expected])
            assert.deepStrictEqual(after.body, before.body)
            if (action === "unpublish") assert.strictEqual(answer.at("details.currentStatus"), before.at("status"))
            return
          }
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(stateOf(after), expected)
          if (action === "publish") {
            const { publishedAt, ...published } = Service.recordOf(after.at("published"))
            const { publishedAt: _, ...draft } = Service.recordOf(before.at("draft"))
            assert.deepStrictEqual(published, draft)
            assert.isString(publishedAt)
          } else {
            assert.deepStrictEqual(after.at("published"), before.at("published"))
          }
        })
      )
    }
  }
})
