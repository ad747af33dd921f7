import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { StaleVersion, StateConflict } from "../../../src/domain/shared/ResourceConflicts.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import { auditOf } from "../../support/audited.ts"
import * as Service from "../../support/http/service.ts"

const { organizations, programs, venues } = demoIds
const { V1, V2, V3, W1 } = venues
const {
  activateProgram,
  archiveProgram,
  changeProgram,
  createProgram,
  getProgram,
  listProgramVenues,
  listPrograms,
  replaceProgramVenues
} = partnerClient.programs

type Headers = Readonly<Record<string, string>>
type Change = Parameters<typeof changeProgram>[0]["payload"]

const PA = key("PA")
const PA_v1 = key("PA_v1")
const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })
const missing = new NotFound({})

const params = (name: string) => ({ programId: programs[name] ?? name })
const get = (name: string, headers: Headers = PA) =>
  Effect.map(getProgram({ params: params(name) }).pipe(using(headers)), ({ body }) => body)
const create = (payload: Parameters<typeof createProgram>[0]["payload"], headers: Headers = PA) =>
  Effect.map(createProgram({ headers: freshKey(), payload }).pipe(using(headers)), ({ body }) => body)
const change = (name: string, payload: Change, ifMatch?: string, headers: Headers = PA) =>
  changeProgram({
    params: params(name),
    headers: { ...freshKey(), ...(ifMatch === undefined ? {} : { "if-match": ifMatch }) },
    payload
  }).pipe(using(headers))
const activate = (name: string, headers: Headers = PA) =>
  Effect.map(activateProgram({ params: params(name), headers: freshKey() }).pipe(using(headers)), ({ body }) => body)
const archive = (name: string, reason?: string, headers: Headers = PA) =>
  Effect.map(
    archiveProgram({
      params: params(name),
      headers: freshKey(),
      payload: reason === undefined ? {} : { reason }
    }).pipe(using(headers)),
    ({ body }) => body
  )
const list = (headers: Headers, query: Partial<Parameters<typeof listPrograms>[0]["query"]> = {}) =>
  listPrograms({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
const venuesOf = (name: string, headers: Headers = PA) =>
  Effect.map(listProgramVenues({ params: params(name) }).pipe(using(headers)), ({ items }) => items)
const replace = (name: string, venueIds: ReadonlyArray<string>, headers: Headers = PA) =>
  Effect.map(
    replaceProgramVenues({ params: params(name), headers: freshKey(), payload: { venueIds } }).pipe(using(headers)),
    ({ items }) => items.map(({ id }) => id)
  )

const namesOf = ({ items }: { readonly items: ReadonlyArray<{ readonly programId: string }> }) =>
  items.map(({ programId }) => Object.entries(programs).find(([, id]) => id === programId)?.[0])

layer(Service.layer())("programs", (it) => {
  it.effect("PAR-001, PAR-139: lists all programs of the organization by name, whatever the caller's venues", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(namesOf(yield* list(PA)), ["A", "A_archived", "A_draft"])
      assert.deepStrictEqual(namesOf(yield* list(PA_v1)), ["A", "A_archived", "A_draft"])
      assert.deepStrictEqual(namesOf(yield* list(key("PB"))), ["B", "B_archived", "B_draft"])
      const everywhere = yield* list(key("PADM"))
      assert.strictEqual(everywhere.total, 6)
      const { get: send } = yield* partner
      const ofB = yield* send(`/loyalty/programs?organizationId=${organizations.B}`, key("PADM"))
      assert.deepStrictEqual(ofB.each("items", "programId"), [
        programs["B"],
        programs["B_archived"],
        programs["B_draft"]
      ])
    })
  )

  it.effect("PAR-139: venueCount and the list of venues cover those within reach only", () =>
    Effect.gen(function* () {
      const [wide, narrow] = [yield* get("A"), yield* get("A", PA_v1)]
      assert.deepStrictEqual([wide.venueCount, narrow.venueCount], [3, 1])
      assert.deepStrictEqual({ ...narrow, venueCount: 3 }, wide)
      assert.deepStrictEqual(
        wide.tiers.map(({ level, name }) => [level, name]),
        [
          [1, "Blue"],
          [2, "Silver"],
          [3, "Gold"]
        ]
      )
      assert.sameMembers(
        (yield* venuesOf("A")).map(({ id }) => id),
        [V1, V2, V3]
      )
      assert.deepStrictEqual(
        (yield* venuesOf("A", PA_v1)).map(({ id }) => id),
        [V1]
      )
      const { get: send } = yield* partner
      const raw = yield* send(`/loyalty/programs/${programs["A"]}`, PA)
      assert.deepStrictEqual(
        Service.keysOf(raw.body).join(" "),
        "programId name description status currencyName pointsExpiryMonths earnBasis venueCount tierCount version createdAt updatedAt tiers"
      )
      assert.deepStrictEqual(
        [raw.at("earnBasis"), raw.at("status"), raw.at("tierCount"), raw.headers.get("etag")],
        ["spend", "active", 3, '"1"']
      )
    })
  )

  it.effect("filters programs by status and part of the name, and pages without gap or repeat", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(namesOf(yield* list(PA, { status: ["draft", "archived"] })), ["A_archived", "A_draft"])
      assert.deepStrictEqual(namesOf(yield* list(PA, { q: "DRÁFT" })), ["A_draft"])
      assert.deepStrictEqual(namesOf(yield* list(PA, { q: "%" })), [])
      const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) => list(PA, { limit: 1, offset }))
      assert.deepStrictEqual(pages.flatMap(namesOf), ["A", "A_archived", "A_draft"])
      assert.deepStrictEqual(
        pages.map(({ total }) => total),
        [3, 3, 3, 3]
      )
    })
  )

  it.effect("DOMAIN 8.3, PAR-139: creates a draft with defaults; callers without all venues are refused", () =>
    Effect.gen(function* () {
      const created = yield* create({ name: "House Club" })
      assert.deepStrictEqual(
        [created.status, created.currencyName, created.pointsExpiryMonths, created.description, created.version],
        ["draft", "points", 24, null, 1]
      )
      assert.deepStrictEqual([created.venueCount, created.tierCount], [0, 0])
      assert.deepStrictEqual(yield* get(created.programId), { ...created, tiers: [] })
      const whole = yield* create({ name: "C", description: "x\ny", currencyName: "stars", pointsExpiryMonths: 1 })
      assert.deepStrictEqual([whole.description, whole.currencyName, whole.pointsExpiryMonths], ["x\ny", "stars", 1])
      assert.deepStrictEqual(yield* Effect.flip(create({ name: "C" }, PA_v1)), needsAllVenues)
      assert.deepStrictEqual(yield* auditOf(`program:${created.programId}`), [
        {
          action: "program.created",
          before: null,
          after: {
            status: "draft",
            name: "House Club",
            description: null,
            currencyName: "points",
            pointsExpiryMonths: 24
          }
        }
      ])
    })
  )

  it.effect("PATCH changes the fields in its body, in every status; equal values change nothing", () =>
    Effect.gen(function* () {
      for (const name of ["A", "A_draft", "A_archived"]) {
        const { tiers: _, ...before } = yield* get(name)
        const { body: changed } = yield* change(name, { description: "New", currencyName: before.currencyName })
        assert.deepStrictEqual(
          { ...changed, updatedAt: before.updatedAt },
          { ...before, description: "New", version: before.version + 1 }
        )
        assert.isTrue(changed.updatedAt.epochMilliseconds > before.updatedAt.epochMilliseconds)
        const { body: same } = yield* change(name, { description: "New", name: before.name })
        assert.deepStrictEqual(same, changed)
        assert.strictEqual((yield* change(name, { description: null })).body.description, null)
        assert.deepStrictEqual(
          (yield* auditOf(`program:${before.programId}`)).map(({ after, before: was }) => [was, after]),
          [
            [{ description: before.description }, { description: "New" }],
            [{ description: "New" }, { description: null }]
          ]
        )
      }
    })
  )

  it.effect("PAR-131: a stale expectedVersion or If-Match is 409 version_conflict; a malformed If-Match is 400", () =>
    Effect.gen(function* () {
      const { programId, version } = yield* create({ name: "Versions" })
      const stale = (current: number) => new StaleVersion({ currentVersion: current })
      const first = yield* change(programId, { name: "V2", expectedVersion: version }, `"${version}"`)
      assert.deepStrictEqual([first.body.version, first.headers.etag], [2, '"2"'])
      for (const refused of [
        change(programId, { name: "V3", expectedVersion: 1 }),
        change(programId, { name: "V3", expectedVersion: 3 }),
        change(programId, { name: "V3" }, '"1"'),
        change(programId, { name: "V3" }, 'W/"2"'),
        change(programId, { name: "V3" }, '"1", W/"2", "22"'),
        change(programId, { name: "V3", expectedVersion: 1 }, '"2"'),
        change(programId, { name: "V3", expectedVersion: 2 }, '"1"')
      ]) {
        assert.deepStrictEqual(yield* Effect.flip(refused), stale(2))
      }
      yield* change(programId, { name: "V3" }, '"1", "2"')
      yield* change(programId, { name: "V4" }, "*")
      assert.deepStrictEqual([(yield* get(programId)).name, (yield* get(programId)).version], ["V4", 4])
      const { call } = yield* Service.Service
      const patch = (ifMatch: string) =>
        call("PATCH", `/v1/partner/loyalty/programs/${programId}`, {
          headers: { ...PA, ...freshKey(), "if-match": ifMatch },
          body: { name: "V5" }
        })
      const conflict = yield* patch('"3"')
      assert.deepStrictEqual(
        [conflict.status, conflict.at("code"), conflict.at("details.currentVersion")],
        [409, "version_conflict", 4]
      )
      for (const malformed of ["4", '"4', "'4'", '"4" "5"', "*, *", 'w/"4"']) {
        const answer = yield* patch(malformed)
        assert.deepStrictEqual([answer.status, answer.at("code")], [400, "invalid_parameter"], malformed)
        assert.deepStrictEqual(answer.each("errors", "in"), ["header"], malformed)
      }
    })
  )

  it.effect("changes of tiers, venues and status increment the version; repeating one does not", () =>
    Effect.gen(function* () {
      const { programId } = yield* create({ name: "Counting" })
      const versions = [1]
      const step = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.tap(effect, () => Effect.map(get(programId), ({ version }) => versions.push(version)))
      const target = { params: { programId } }
      const headers = freshKey
      const { changeTier, createTier, removeTier, reorderTiers } = partnerClient.tiers
      const tier = { qualifyingPoints: 0, multiplier: 1 }
      const steps = Effect.gen(function* () {
        const a = yield* step(createTier({ ...target, headers: headers(), payload: { ...tier, name: "a", level: 1 } }))
        const b = yield* step(createTier({ ...target, headers: headers(), payload: { ...tier, name: "b", level: 2 } }))
        const tierOf = { params: { programId, tierId: a.tierId } }
        yield* step(changeTier({ ...tierOf, headers: headers(), payload: { name: "A" } }))
        yield* step(changeTier({ ...tierOf, headers: headers(), payload: { name: "A" } }))
        const order = (...tierIds: ReadonlyArray<string>) =>
          step(reorderTiers({ ...target, headers: headers(), payload: { tierIds } }))
        yield* order(a.tierId, b.tierId)
        yield* order(b.tierId, a.tierId)
        yield* step(removeTier({ ...tierOf, headers: headers() }))
        yield* step(replace(programId, [V1]))
        yield* step(replace(programId, [V1]))
        yield* step(activate(programId))
      })
      yield* steps.pipe(using(PA))
      assert.deepStrictEqual(versions, [1, 2, 3, 4, 4, 4, 5, 6, 7, 7, 8])
    })
  )

  it.effect("DOMAIN 8.3: activates an archived program with tiers, archives an active one, refuses other moves", () =>
    Effect.gen(function* () {
      const conflict = (currentStatus: string) => new StateConflict({ currentStatus })
      assert.deepStrictEqual(yield* Effect.flip(archive("B_draft", undefined, key("PB"))), conflict("draft"))
      assert.deepStrictEqual(yield* Effect.flip(archive("B_archived", undefined, key("PB"))), conflict("archived"))
      assert.deepStrictEqual(
        yield* Effect.flip(activate("B_draft", key("PB"))),
        new StateConflict({ currentStatus: "draft", reason: "tier_required" })
      )
      assert.strictEqual((yield* activate("B_archived", key("PB"))).status, "active")
      assert.deepStrictEqual(yield* Effect.flip(activate("B_archived", key("PB"))), conflict("active"))
      assert.strictEqual((yield* archive("B_archived", "Over", key("PB"))).status, "archived")
      assert.deepStrictEqual(yield* auditOf(`program:${programs["B_archived"]}`), [
        { action: "program.activated", before: { status: "archived" }, after: { status: "active" } },
        {
          action: "program.archived",
          before: { status: "active" },
          after: { status: "archived", reason: "Over" }
        }
      ])
      const { post } = yield* partner
      const raw = yield* post(`/loyalty/programs/${programs["B_draft"]}/activate`, key("PB"))
      assert.deepStrictEqual(
        [raw.status, raw.at("code"), raw.at("details.reason")],
        [409, "invalid_state_transition", "tier_required"]
      )
    })
  )

  it.effect("PAR-139: changing, activating and archiving need all venues; a foreign program is not found", () =>
    Effect.gen(function* () {
      for (const refused of [
        Effect.flip(change("A", { name: "x", expectedVersion: 99 }, undefined, PA_v1)),
        Effect.flip(activate("A", PA_v1)),
        Effect.flip(archive("A_draft", undefined, PA_v1))
      ]) {
        assert.deepStrictEqual(yield* refused, needsAllVenues)
      }
      for (const refused of [
        Effect.flip(change("B", { name: "x" }, undefined, PA_v1)),
        Effect.flip(activate("nothing", PA_v1)),
        Effect.flip(archive("B", undefined, PA_v1))
      ]) {
        assert.deepStrictEqual(yield* refused, missing)
      }
    })
  )

  it.effect("PAR-139: PUT venues replaces those within reach and keeps the others", () =>
    Effect.gen(function* () {
      const joined = new Map((yield* venuesOf("A")).map(({ id, joinedAt }) => [id, joinedAt]))
      assert.deepStrictEqual(yield* replace("A", [], PA_v1), [])
      assert.sameMembers(
        (yield* venuesOf("A")).map(({ id }) => id),
        [V2, V3]
      )
      assert.deepStrictEqual(yield* replace("A", [V1], PA_v1), [V1])
      const after = yield* venuesOf("A")
      assert.sameMembers(
        after.map(({ id }) => id),
        [V1, V2, V3]
      )
      for (const { id, joinedAt } of after) {
        assert.strictEqual(joinedAt.epochMilliseconds === joined.get(id)?.epochMilliseconds, id !== V1, id)
      }
      assert.deepStrictEqual(yield* replace("A", [V3]), [V3])
      assert.strictEqual((yield* get("A")).venueCount, 1)
      const entries = yield* auditOf(`program:${programs["A"]}`)
      assert.deepStrictEqual(entries.at(-3), {
        action: "program.venues_changed",
        before: { venueIds: [V1] },
        after: { venueIds: [] }
      })
      assert.deepStrictEqual(entries.at(-1)?.after, { venueIds: [V3] })
    })
  )

  it.effect(
    "PAR-140: a venue that is unknown, foreign or out of reach is 404 with its field, and nothing changes",
    () =>
      Effect.gen(function* () {
        const before = yield* get("A")
        for (const refused of [
          replace("A", [V1, "nothing"]),
          replace("A", [W1]),
          replace("A", [V1, V2], PA_v1),
          replace("A", [venues.D1])
        ]) {
          assert.deepStrictEqual(yield* Effect.flip(refused), new NotFound({ field: "venueIds" }))
        }
        assert.deepStrictEqual(yield* Effect.flip(replace("B", [V1])), missing)
        assert.deepStrictEqual(yield* get("A"), before)
      })
  )

  it.effect("a venue listed twice is 400, and nothing changes", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const before = yield* get("A")
      const answer = yield* call("PUT", `/v1/partner/loyalty/programs/${programs["A"]}/venues`, {
        headers: { ...PA, ...freshKey() },
        body: { venueIds: [V1, V3, V1] }
      })
      assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"])
      assert.deepStrictEqual(yield* get("A"), before)
    })
  )

  it.effect("PAR-126: a replay is 404 for a key that does not reach every venue of the write", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const put = (headers: Headers, venueIds: ReadonlyArray<string>, name: string) =>
        call("PUT", `/v1/partner/loyalty/programs/${programs["A"]}/venues`, {
          headers: { ...headers, "idempotency-key": name },
          body: { venueIds }
        })
      assert.strictEqual((yield* put(PA_v1, [V1], "mine")).status, 200)
      assert.strictEqual((yield* put(PA_v1, [V1], "mine")).headers.get("x-idempotent-replay"), "true")
      for (const name of ["emptied", "still empty"]) {
        assert.strictEqual((yield* put(PA_v1, [], name)).status, 200)
        const again = yield* put(PA_v1, [], name)
        assert.deepStrictEqual([again.status, again.headers.get("x-idempotent-replay")], [200, "true"], name)
      }
      assert.strictEqual((yield* put(PA, [V1], "all")).status, 200)
      const replay = yield* put(PA_v1, [V1], "all")
      assert.deepStrictEqual([replay.status, replay.headers.get("x-idempotent-replay")], [404, null])
    })
  )
})
