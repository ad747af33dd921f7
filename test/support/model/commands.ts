import { assert } from "@effect/vitest"
import { DateTime, Effect, type Layer } from "effect"
import * as fc from "fast-check"
import { PartnerCaller } from "../../../src/domain/access/PartnerCaller.ts"
import { AuditOrigin } from "../../../src/domain/audit/audit.ts"
import { atTime } from "../atTime.ts"
import type { twin } from "../memberServices.ts"
import { at } from "../http/service.ts"
import type { Home } from "./homes.ts"
import type { Model } from "./Model.ts"

export type Services = Layer.Success<typeof twin.layerMemory>

/** An operation on a store; `id` maps a name of the model to the store's id. */
export type Act = (id: (name: string) => string) => Effect.Effect<unknown, { readonly _tag: string }, Services>

/**
 * The outcome of an act: the tag of a failure, or null; `at` reads a value at a dotted path. Ids are replaced by names.
 */
export interface Answer {
  readonly failure: string | null
  readonly at: (path: string) => unknown
  readonly text: string
}

/** The act of a command and the reads after it; `judge` checks the outcome and applies it to the model. */
export interface Plan {
  readonly act: Act
  readonly reads?: ReadonlyArray<Act>
  readonly judge?: (answer: Answer, ...reads: ReadonlyArray<Answer>) => void
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9A-HJKMNP-TV-Z]{26}\b/gu

/** One store during one history. The ids that it generated are named in order of first appearance. */
export interface Session {
  readonly name: string
  readonly answer: (act: Act, now: DateTime.Utc) => Promise<Answer>
}

type Run = (effect: Effect.Effect<string, never, Services>) => Promise<string>

export const makeSession = (name: string, run: Run): Session => {
  const names = new Map<string, string>()
  const idsByName = new Map<string, string>()
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `#${names.size + 1}`
    names.set(id, name)
    idsByName.set(name, id)
    return name
  }
  return {
    name,
    answer: async (act, now) => {
      const outcome = Effect.match(
        act((name) => idsByName.get(name) ?? name),
        {
          onFailure: (failure) => JSON.stringify({ failure: failure._tag, ...failure }),
          onSuccess: (value) => JSON.stringify({ failure: null, value })
        }
      )
      const raw = await run(atTime(now)(outcome))
      const text = raw.replaceAll(ids, nameOf).replaceAll(/"verificationCode":"\d+"/gu, '"verificationCode":"digits"')
      const parsed: unknown = JSON.parse(text)
      const failure = at(parsed, "failure")
      return {
        failure: typeof failure === "string" ? failure : null,
        at: (path) => at(parsed, path === "" ? "value" : `value.${path}`),
        text
      }
    }
  }
}

/** Performs an act on all stores, whose answers must be equal. */
export const answerOf = async (sessions: ReadonlyArray<Session>, act: Act, now: DateTime.Utc): Promise<Answer> => {
  const [first, ...others] = sessions
  if (first === undefined) return assert.fail("there is a store")
  const expected = await first.answer(act, now)
  for (const other of others) {
    const found = await other.answer(act, now)
    const both = `${first.name}: ${expected.text}\n${other.name}: ${found.text}`
    assert.deepStrictEqual<unknown>(JSON.parse(found.text), JSON.parse(expected.text), both)
  }
  return expected
}

export type Command = fc.AsyncCommand<Model, ReadonlyArray<Session>>

/** Performs a plan a minute after the previous one, and checks its outcome. */
export const perform = async (plan: (model: Model) => Plan, model: Model, sessions: ReadonlyArray<Session>) => {
  model.step += 1
  model.now = DateTime.add(model.now, { minutes: 1 })
  const { act, judge, reads = [] } = plan(model)
  const answer = await answerOf(sessions, act, model.now)
  const seen = new Array<Answer>()
  for (const read of reads) seen.push(await answerOf(sessions, read, model.now))
  judge?.(answer, ...seen)
}

/** A command with arguments; it is skipped if `plan` has nothing to do. */
export const command = <A>(
  name: string,
  args: fc.Arbitrary<A>,
  plan: (args: A, model: Model) => Plan | undefined
): fc.Arbitrary<Command> =>
  args.map((value) => ({
    check: (model) => plan(value, model) !== undefined,
    run: (model, sessions) => perform((now) => plan(value, now) ?? assert.fail("check found a plan"), model, sessions),
    toString: () => `${name} ${JSON.stringify(value)}`
  }))

const keyOf = (home: Home) => ({ kind: "key", id: `key of ${home.organizationXid}`, name: "Desk" }) as const

/** Runs an operation of the Partner API as a key of the organization with all venues, or only the first. */
export const asPartner =
  (home: Home, isNarrow = false) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const principal = keyOf(home)
    return effect.pipe(
      Effect.provideService(PartnerCaller, {
        principal,
        organization: { id: home.organizationId, xid: home.organizationXid, name: "Home", slug: home.organizationXid },
        reach: reachOf(home, isNarrow),
        permissions: new Set<string>(),
        authLevel: "partner",
        globalScope: false,
        environment: "production",
        emulation: null
      }),
      Effect.provideService(AuditOrigin, { actor: { kind: "key", id: principal.id }, requestId: "model" })
    )
  }

export const reachOf = ({ organizationId, venues }: Home, isNarrow = false) => ({
  organizationIds: [organizationId],
  venueIds: isNarrow ? venues.slice(0, 1).map(({ id }) => id) : ("all" as const)
})

/** Whether the caller reaches only one venue, which is rare. */
export const narrow = fc.integer({ min: 0, max: 9 }).map((place) => place === 0)
export const place = fc.nat({ max: 7 })
