import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { guestXid } from "../../../src/demo/demoGuests.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { bearer, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const main = "/messaging?scope=ws-a-main"

const read = (name: string, query = "") =>
  Effect.flatMap(operatorRoutes(), ({ get }) => get(`${main}${query}`, sessionOf(name)))

/** Every page of a walk along `nextCursor`. */
const walk = (name: string, query: string) =>
  Effect.gen(function* () {
    const pages: Array<Service.Answer> = []
    let before = ""
    for (;;) {
      const page = yield* read(name, `${query}${before}`)
      assert.strictEqual(page.status, 200, page.text)
      pages.push(page)
      const next = page.at("nextCursor")
      if (typeof next !== "string") return pages
      before = `&before=${next}`
    }
  })

const items = (pages: ReadonlyArray<Service.Answer>, field: string) =>
  pages.flatMap((page) => page.each("items", field))

layer(operatorLayer())("views of operators", (it) => {
  it.effect("INT-003: scope is required and must be the exact id of a workspace of the organization", () =>
    Effect.gen(function* () {
      const { get } = yield* operatorRoutes()
      const of = (query: string) => Effect.map(get(`/messaging${query}`, sessionOf("read")), statusAndCode)
      assert.deepStrictEqual(yield* of(""), [400, "missing_parameter"])
      assert.deepStrictEqual(yield* of("?scope="), [400, "invalid_parameter"])
      for (const scope of ["-abc", ".a", "a%20b", "a/b", "a%00", "a%0A", "%C3%A9", "s".repeat(181)]) {
        assert.deepStrictEqual(yield* of(`?scope=${scope}`), [400, "invalid_parameter"], scope)
      }
      for (const scope of ["ws-b-main", "WS-A-MAIN", "ws-a-mai", "nothing", "s".repeat(180)]) {
        assert.deepStrictEqual(yield* of(`?scope=${scope}`), [404, "not_found"], scope)
      }
      assert.deepStrictEqual(yield* of("?scope=ws-a-main&scope=ws-a-main"), [400, "invalid_parameter"])
      assert.strictEqual((yield* of("?scope=ws-a-second"))[0], 200)
    })
  )

  it.effect("INT-012: malformed parameters, a thread without guest and an unreadable cursor are 400", () =>
    Effect.gen(function* () {
      for (const query of [
        "&view=Actions",
        "&view=",
        "&guest=-x",
        "&id=.a",
        "&state=open",
        "&owner=you",
        "&team=-",
        "&after=-1",
        "&before=_x"
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* read("read", query)), [400, "invalid_parameter"], query)
      }
      assert.deepStrictEqual(statusAndCode(yield* read("read", "&view=thread")), [400, "missing_parameter"])
      assert.deepStrictEqual(statusAndCode(yield* read("read", "&before=zzz")), [400, "invalid_cursor"])
      assert.strictEqual((yield* read("read", "&view=events&before=zzz")).status, 200)
    })
  )

  it.effect("INT-006: reading needs hub:guests:read", () =>
    Effect.gen(function* () {
      for (const name of ["none", "manage_only"]) {
        assert.deepStrictEqual(statusAndCode(yield* read(name)), [403, "permission_denied"], name)
      }
      assert.strictEqual((yield* read("read")).status, 200)
    })
  )

  it.effect("INT-012: threads list guestId, lastMessageAt and unreadCount within the operator's audiences", () =>
    Effect.gen(function* () {
      const page = yield* read("read", "&view=threads")
      assert.deepInclude(page.body, { view: "threads", scope: "ws-a-main", nextCursor: null })
      assert.sameMembers([...page.each("items", "guestId")], [guestXid("g1"), guestXid("g2"), guestXid("g_hidden")])
      for (const item of page.each("items")) {
        assert.sameMembers([...Service.keysOf(item)], ["guestId", "lastMessageAt", "unreadCount"])
      }
      const threadOf = (answer: Service.Answer, guest: "g1" | "g2" | "g_hidden") =>
        answer.each("items").find((item) => Service.at(item, "guestId") === guestXid(guest))
      const inTeam = yield* read("team", "&view=threads")
      assert.notStrictEqual(
        Service.at(threadOf(inTeam, "g2"), "lastMessageAt"),
        Service.at(threadOf(page, "g2"), "lastMessageAt"),
        "only the night team sees its messages"
      )
      assert.strictEqual(Service.at(threadOf(inTeam, "g2"), "unreadCount"), 111)
    })
  )

  it.effect("INT-012: a thread shows sensitive messages, marked isSensitive, and no other excluded ones", () =>
    Effect.gen(function* () {
      const pages = yield* walk("read", `&view=thread&guest=${guestXid("g1")}`)
      const bodies = items(pages, "body").map(String)
      assert.deepStrictEqual(
        bodies.filter((body) => body.startsWith("EXCLUDED")),
        ["EXCLUDED sensitive text"]
      )
      const marked = pages
        .flatMap((page) => page.each("items"))
        .filter((item) => Service.at(item, "isSensitive") === true)
      assert.deepStrictEqual(
        marked.map((item) => Service.at(item, "body")),
        ["EXCLUDED sensitive text"]
      )
      const hidden = yield* read("read", `&view=thread&guest=${guestXid("g_hidden")}`)
      assert.deepStrictEqual(hidden.each("items", "body"), ["EXCLUDED sensitive text"])
      const { call } = yield* Service.Service
      const external = yield* call(
        "GET",
        `/api/external/v1/messaging?scope=ws-a-main&view=thread&guest=${guestXid("g_hidden")}`,
        {
          headers: bearer(hubKeys.KH_all)
        }
      )
      assert.deepStrictEqual(external.each("items"), [], "no integration sees it")
    })
  )

  it.effect("INT-010, INT-012: only members of a team see its messages in a thread", () =>
    Effect.gen(function* () {
      const of = (name: string) =>
        Effect.map(walk(name, `&view=thread&guest=${guestXid("g1")}`), (pages) => items(pages, "audience.teamId"))
      assert.include(yield* of("team"), "team-night")
      assert.notInclude(yield* of("manage"), "team-night")
    })
  )

  it.effect("INT-011, INT-012: the thread of a guest of another organization or workspace is 404", () =>
    Effect.gen(function* () {
      for (const guest of [guestXid("g_b"), guestXid("g_second"), "nobody"]) {
        assert.deepStrictEqual(
          statusAndCode(yield* read("read", `&view=thread&guest=${guest}`)),
          [404, "not_found"],
          guest
        )
      }
      assert.deepStrictEqual((yield* read("read", "&view=actions&guest=nobody")).each("items"), [])
    })
  )

  it.effect("INT-010, INT-012: filters Actions by state, owner, guest and team within the operator's audiences", () =>
    Effect.gen(function* () {
      const states = new Set(items(yield* walk("read", "&state=finished"), "state"))
      assert.deepStrictEqual([...states], ["finished"])
      assert.deepStrictEqual(items(yield* walk("read", "&owner=me"), "id"), [])
      const guests = new Set(items(yield* walk("read", `&guest=${guestXid("g1")}`), "guestId"))
      assert.deepStrictEqual([...guests], [guestXid("g1")])
      assert.lengthOf(items(yield* walk("team", "&team=team-night"), "id"), 120)
      const [ofOthers, ofNone] = [yield* read("read", "&team=team-night"), yield* read("read", "&team=nothing")]
      assert.deepStrictEqual([ofOthers.at("items"), ofOthers.at("nextCursor")], [[], null])
      assert.deepStrictEqual(ofNone.body, ofOthers.body)
      const first = yield* read("read")
      assert.deepStrictEqual(first.each("items"), [], "the newest hundred belong to the night team")
      assert.isString(first.at("nextCursor"))
      const all = items(yield* walk("read", ""), "id")
      assert.strictEqual(new Set(all).size, all.length)
      assert.include(all, demoIds.actions.unowned1)
    })
  )

  it.effect("INT-012: owner=me lists exactly the Actions that the operator owns, also with other filters", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const own = (name: "manage" | "manage2") =>
        Effect.map(
          post(main, sessionOf("manage"), {
            type: "create_action",
            title: "Owned",
            kind: "concierge",
            guestId: guestXid("g1"),
            ownerOperatorId: operatorSubject(name)
          }),
          (answer) => answer.at("action.id")
        )
      const [mine, theirs] = [yield* own("manage"), yield* own("manage2")]
      assert.deepStrictEqual(items(yield* walk("manage", "&owner=me"), "id"), [mine])
      assert.deepStrictEqual(items(yield* walk("manage2", `&owner=me&guest=${guestXid("g1")}`), "id"), [theirs])
      assert.deepStrictEqual(items(yield* walk("manage", "&owner=me&state=finished"), "id"), [])
      // A single Action is subject to the same filters.
      const one = (filters: string) => read("manage", `&id=${String(mine)}${filters}`)
      assert.deepStrictEqual((yield* one(`&owner=me&state=owned&guest=${guestXid("g1")}`)).each("items", "id"), [mine])
      for (const filter of ["&state=unowned", "&team=team-night", `&guest=${guestXid("g2")}`]) {
        assert.deepStrictEqual(statusAndCode(yield* one(filter)), [404, "not_found"], filter)
      }
      const ofOther = yield* read("manage", `&owner=me&id=${String(theirs)}`)
      assert.deepStrictEqual(statusAndCode(ofOther), [404, "not_found"])
    })
  )

  it.effect("INT-010: a team's Action is 404 by id for operators outside the team", () =>
    Effect.gen(function* () {
      const night = actionXid("teamNight5")
      assert.deepStrictEqual(statusAndCode(yield* read("manage", `&id=${night}`)), [404, "not_found"])
      assert.deepStrictEqual((yield* read("team", `&id=${night}`)).each("items", "id"), [night])
      for (const id of [actionXid("orgB1"), actionXid("secondWorkspace1"), "nothing"]) {
        assert.deepStrictEqual(statusAndCode(yield* read("manage", `&id=${id}`)), [404, "not_found"], id)
      }
    })
  )

  it.effect("INT-012: a cursor with another query, or of another operator, is 409 cursor_conflict", () =>
    Effect.gen(function* () {
      const next = String((yield* read("read")).at("nextCursor"))
      const answers = [
        yield* read("manage", `&before=${next}`),
        yield* read("read", `&before=${next}&state=unowned`),
        yield* read("read", `&before=${next}&view=threads`),
        yield* read("read", `&before=${next}&view=thread&guest=${guestXid("g1")}`)
      ]
      for (const answer of answers) assert.deepStrictEqual(statusAndCode(answer), [409, "cursor_conflict"])
      assert.strictEqual((yield* read("read", `&before=${next}`)).status, 200)
    })
  )

  it.effect("INT-012: the feed has the events visible to the operator, ascending, up to its end", () =>
    Effect.gen(function* () {
      const feed = (name: string) =>
        Effect.gen(function* () {
          const sequences: Array<unknown> = []
          let after = 0
          for (;;) {
            const page = yield* read(name, `&view=events&after=${after}`)
            sequences.push(...page.each("items", "sequence"))
            after = Number(page.at("nextAfter"))
            if (page.at("hasMore") !== true) return sequences
          }
        })
      const [own, ofTeam] = [yield* feed("read"), yield* feed("team")]
      assert.deepStrictEqual(
        own,
        own.toSorted((a, b) => Number(a) - Number(b))
      )
      assert.isAbove(ofTeam.length, own.length + 119)
    })
  )

  it.effect("INT-012: guest limits the feed to the events of that guest", () =>
    Effect.gen(function* () {
      const page = yield* read("read", `&view=events&after=0&guest=${guestXid("g2")}`)
      assert.deepStrictEqual([...new Set(page.each("items", "guestId"))], [guestXid("g2")])
      assert.deepStrictEqual((yield* read("read", "&view=events&after=0&guest=nobody")).each("items"), [])
    })
  )

  it.effect("INT-001, INT-004: a GET succeeds from a foreign origin", () =>
    Effect.gen(function* () {
      const { get } = yield* operatorRoutes()
      const { cookie = "" } = sessionOf("read")
      assert.strictEqual((yield* get(main, { cookie, origin: "https://evil.example" })).status, 200)
    })
  )
})
