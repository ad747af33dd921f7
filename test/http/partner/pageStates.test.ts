import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { copyOf, datasetOfCopies } from "../../support/pages/pageCopies.ts"
import { type PageAction, pageRequests, pageStates, stateOf } from "../../support/pages/pageStates.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const PA = key("PA")

const read = (path: string) => Effect.flatMap(partner, ({ get }) => get(path, PA))

/** The resulting state, or the status and code of the refusal. */
type Outcome = string | readonly [number, string]

/** What each edit leaves in the draft, by its path. */
const edited: Readonly<Record<string, readonly [path: string, value: unknown]>> = {
  change: ["headline", "Another line"],
  theme: ["theme.borderRadius", 3],
  seo: ["seo.title", "Another title"],
  image: ["featuredImage.width", 1]
}

/** A version without its number and times. */
const contentOf = (version: unknown) => {
  const { publishedAt: _, updatedAt: __, version: ___, ...content } = Service.recordOf(version)
  return content
}

const timeOf = (instant: unknown) => Date.parse(String(instant))

const act = (path: string, action: PageAction) =>
  Effect.gen(function* () {
    const { call } = yield* Service.Service
    const { body, headers: own, method, step } = pageRequests[action]
    const headers = { ...PA, "idempotency-key": crypto.randomUUID(), ...own }
    return yield* call(method, `/v1/partner${path}${step}`, { headers, body })
  })

/** What an action must leave of the page's versions and contents. */
const assertOutcome = (
  action: PageAction,
  expected: Outcome,
  { after, answer, before }: Readonly<Record<"before" | "answer" | "after", Service.Answer>>
) => {
  if (typeof expected !== "string") {
    assert.deepStrictEqual(statusAndCode(answer), [...expected])
    assert.deepStrictEqual(after.body, before.body)
    if (action === "unpublish") assert.strictEqual(answer.at("details.currentStatus"), before.at("status"))
    return
  }
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(stateOf(after), expected)
  if (action === "publish") {
    const { publishedAt, ...published } = Service.recordOf(after.at("published"))
    const { publishedAt: _, ...draft } = Service.recordOf(before.at("draft"))
    assert.deepStrictEqual(published, draft)
    assert.strictEqual(publishedAt, after.at("updatedAt"))
    assert.isAbove(timeOf(publishedAt), timeOf(before.at("updatedAt")))
    assert.isAbove(Number(after.at("published.version")), Number(before.at("published.version") ?? 0))
    return
  }
  assert.deepStrictEqual(after.at("published"), before.at("published"))
  const edit = edited[action]
  if (edit !== undefined) {
    const [path, value] = edit
    assert.notStrictEqual(before.at(`draft.${path}`), value)
    assert.strictEqual(after.at(`draft.${path}`), value)
    assert.isAbove(Number(after.at("draft.version")), Number(before.at("draft.version")))
  } else if (action === "edit" && before.at("hasDraft") === false) {
    if (before.at("published") === null) return
    assert.deepStrictEqual(contentOf(after.at("draft")), contentOf(before.at("published")))
  } else if (action !== "discard-draft") {
    assert.deepStrictEqual(after.at("draft"), before.at("draft"))
  }
}

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, dataset: datasetOfCopies }))(`page states, ${store}`, (it) => {
    for (const [state, actions] of Record.toEntries(pageStates)) {
      for (const [action, expected] of Record.toEntries<PageAction, Outcome>(actions)) {
        const outcome = typeof expected === "string" ? `ends in ${expected}` : `is ${expected.join(" ")}`
        it.effect(`DOMAIN 8.1, PAR-081, PAR-085 to PAR-088: ${action} of a page in state ${state} ${outcome}`, () =>
          Effect.gen(function* () {
            const path = `/pages/${copyOf(state, action)}`
            const before = yield* read(path)
            assert.strictEqual(stateOf(before), state)
            const answer = yield* act(path, action)
            assertOutcome(action, expected, { before, answer, after: yield* read(path) })
          })
        )
      }
    }
  })
}
