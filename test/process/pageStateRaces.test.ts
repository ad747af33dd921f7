import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { type PageAction, pageRequests, type PageState, pageStates, stateOf } from "../support/pages/pageStates.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { done, partnerRead, partnerWrite, race } from "./racing.ts"

/** A page for the states before the first publication, to which no page returns, and one for the others. */
const pageOf = (state: PageState) => (state.startsWith("never") ? "V1_never" : "V1_published")
const pathOf = (state: PageState) => `/pages/${demoIds.pages[pageOf(state)]}`

const isState = (name: string): name is PageState => name in pageStates

const call = (state: PageState, action: PageAction) => {
  const { body, headers, method, step } = pageRequests[action]
  const request = partnerWrite(method, `${pathOf(state)}${step}`, body)
  return { ...request, headers: { ...request.headers, ...headers } }
}

const now = (state: PageState) => Effect.map(done(partnerRead(pathOf(state))), stateOf)

/** Actions that lead from one state to another. Where there are none, the demo data is loaded again. */
const ways: Readonly<Record<string, ReadonlyArray<PageAction>>> = {
  "published published_draft": ["edit"],
  "published offline": ["unpublish"],
  "published offline_draft": ["unpublish", "edit"],
  "published_draft published": ["discard-draft"],
  "published_draft offline": ["discard-draft", "unpublish"],
  "published_draft offline_draft": ["unpublish"],
  "offline published": ["edit", "publish"],
  "offline published_draft": ["edit", "publish", "edit"],
  "offline offline_draft": ["edit"],
  "offline_draft published": ["publish"],
  "offline_draft published_draft": ["publish", "edit"],
  "offline_draft offline": ["discard-draft"],
  "never never_draft": ["edit"],
  "never_draft never": ["discard-draft"]
}

const bring = Effect.fnUntraced(function* (wanted: PageState) {
  const { one } = yield* Pair
  let from = yield* now(wanted)
  if (from !== wanted && ways[`${from} ${wanted}`] === undefined) {
    const reset = yield* one.call({ method: "POST", path: "/__test/reset" })
    assert.strictEqual(reset.status, 200, reset.text)
    from = yield* now(wanted)
  }
  for (const action of ways[`${from} ${wanted}`] ?? []) yield* done(call(wanted, action))
  assert.strictEqual(yield* now(wanted), wanted)
})

/** The answers to actions in sequence, and the state after them. */
const inTurn = (from: PageState, actions: ReadonlyArray<PageAction>) => {
  let state: string = from
  const answers = actions.map((action): string => {
    const outcome: string | readonly [number, string] = isState(state) ? pageStates[state][action] : "none"
    if (typeof outcome !== "string") return outcome.join(" ")
    state = outcome
    return "200"
  })
  return { answers, state }
}

const actions = Record.keys(pageRequests)
const pairs = actions.flatMap((first) => actions.map((second) => [first, second] as const))

postgres.describe("the states of pages, raced by two processes over one database", () => {
  layer(pair({ HUB_JOBS: "0", HUB_TEST_CONTROLS: "1" }), { excludeTestServices: true })((it) => {
    for (const state of Record.keys(pageStates)) {
      it.effect(
        `DOMAIN 8.1: any two concurrent actions on a page that is ${state} end as if run one after the other`,
        () =>
          Effect.gen(function* () {
            for (const [first, second] of pairs) {
              yield* bring(state)
              const replies = yield* race([call(state, first), call(state, second)])
              const answers = replies.map(({ at, status }) =>
                status === 200 ? "200" : `${status} ${String(at("code"))}`
              )
              const after = inTurn(state, [first, second])
              const reversed = inTurn(state, [second, first])
              assert.deepInclude(
                [after, { answers: reversed.answers.toReversed(), state: reversed.state }],
                { answers, state: yield* now(state) },
                `${first} beside ${second}`
              )
            }
          })
      )
    }
  })
})
