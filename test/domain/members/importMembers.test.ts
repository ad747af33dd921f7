import { assert } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { ndjson } from "../../../src/domain/imports/ndjson.ts"
import { importMembers } from "../../../src/domain/members/importMembers.ts"
import { type Member, MemberId } from "../../../src/domain/members/Member.ts"
import { MemberFeed } from "../../../src/domain/members/MemberFeed.ts"
import { MemberLine } from "../../../src/domain/members/MemberLine.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { atTime } from "../../support/atTime.ts"
import { twin } from "../../support/memberServices.ts"
import { enrolment, member, start, stay, staysDataset } from "../../support/datasets/staysDataset.ts"
import { twins } from "../../support/twins.ts"

/** Members 1 and 2 are enrolled in A's first program, 3 has a stay of A, 4 has neither, 5 is closed. */
const dataset = staysDataset({
  members: [...[1, 2, 3, 4].flatMap((id) => member(id)), ...member(5, { status: "closed", closedAt: start })],
  enrolments: [1, 2, 5].map((id) => enrolment(id, 1, 2)),
  reservations: [stay(3, { memberId: MemberId.make(3) })]
})

const both = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

const row = (id: number) => dataset.members.find((one) => Number(one.id) === id) ?? assert.fail(`no member ${id}`)

/** The import line with a member's stored fields. */
const stored = (id: number) => {
  const { country, email, firstName, language, lastName, phone, xid } = row(id)
  return { memberId: xid, firstName, lastName, email, phone, country, language }
}

const newcomer = (digit: number) => ({
  memberId: `01KDVDNA000000000000000NE${digit}`,
  firstName: "Zoë",
  lastName: `Newcomer ${digit}`,
  email: `newcomer${digit}@example.com`,
  programId: "program-1"
})

const run = Effect.fnUntraced(function* (
  lines: ReadonlyArray<unknown>,
  options: Partial<Pick<Parameters<typeof importMembers>[0], "dryRun" | "organizationId">> = {}
) {
  const { created, rejected, rejections, unchanged, updated } = yield* importMembers({
    organizationId: organizationIds.A,
    chunks: Stream.make(lines.map((line) => JSON.stringify(line)).join("\n")),
    read: ndjson(MemberLine),
    dryRun: false,
    onProgress: () => Effect.void,
    ...options
  })
  assert.strictEqual(rejected, rejections.length)
  return { counts: [created, updated, unchanged], rejections: rejections.map(({ line, reason }) => [line, reason]) }
}, atTime(start))

const bySubject = (identitySubject: string) => RowStore.use((store) => store.of("members").find({ identitySubject }))

const enrolmentsOf = (memberId: MemberId) =>
  Effect.map(
    RowStore.use((store) => store.of("enrolments").list({ memberId }, { by: ["programId"] })),
    (rows) => rows.map(({ programId, status, tierId }) => [programId, tierId, status])
  )

twins("importMembers", both, dataset, (it) => {
  it.effect("creates members in the lowest tier of a program, and a rerun changes nothing", () =>
    Effect.gen(function* () {
      const lines = [newcomer(1), { ...newcomer(2), subject: "idp|2", phone: "+351 1", country: "PT", language: "pt" }]
      assert.deepStrictEqual(yield* run(lines, { dryRun: true }), { counts: [2, 0, 0], rejections: [] })
      assert.isTrue(Option.isNone(yield* bySubject("idp|2")))
      assert.deepStrictEqual(yield* run(lines), { counts: [2, 0, 0], rejections: [] })
      const made = Option.getOrThrow(yield* bySubject("idp|2"))
      const { programId: _, memberId: xid, ...names } = newcomer(2)
      assert.deepInclude(made, { ...names, xid, phone: "+351 1", country: "PT", language: "pt", status: "active" })
      assert.deepStrictEqual(yield* enrolmentsOf(made.id), [[ProgramId.make(1), 11, "active"]])
      assert.isTrue(Option.isSome(yield* bySubject(`unclaimed:${newcomer(1).memberId}`)))
      assert.deepStrictEqual(yield* run(lines), { counts: [0, 0, 2], rejections: [] })
      assert.deepStrictEqual(Option.getOrThrow(yield* bySubject("idp|2")), made)
    })
  )

  it.effect("writes only what a line changes, and rejects it if the account was closed while the batch ran", () =>
    Effect.gen(function* () {
      const feed = yield* MemberFeed
      const members = (yield* RowStore).of("members")
      /** Imports a line; the members are changed after the batch was read. */
      const runOvertaken = (line: unknown, change: Partial<Pick<Member, "phone" | "status" | "closedAt">>) => {
        const { id } = row(2)
        const overtaken = MemberFeed.of({
          list: (of) => Effect.tap(feed.list(of), () => Effect.orDie(members.update({ id }, change)))
        })
        return Effect.provideService(run([line]), MemberFeed, overtaken)
      }
      const { email, firstName, lastName, memberId } = stored(2)
      const line = { memberId, firstName, lastName: `${lastName} Two`, email }
      assert.deepStrictEqual((yield* runOvertaken(line, { phone: "+351 2" })).counts, [0, 1, 0])
      const changed = Option.getOrThrow(yield* bySubject(row(2).identitySubject))
      assert.deepInclude(changed, { phone: "+351 2", lastName: `${lastName} Two` })
      const closing = { status: "closed", closedAt: start } as const
      assert.deepStrictEqual(yield* runOvertaken({ ...line, phone: "+351 3" }, closing), {
        counts: [0, 0, 0],
        rejections: [[1, "was changed concurrently: import it again"]]
      })
      assert.strictEqual(Option.getOrThrow(yield* bySubject(row(2).identitySubject)).phone, "+351 2")
      const { id, ...before } = row(2)
      yield* members.update({ id }, before)
    })
  )

  it.effect("updates fields that differ, keeps absent ones, clears nulls, and enrols in the named program", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* run([stored(1), stored(2), stored(3)])).counts, [0, 0, 3])
      const { memberId } = stored(1)
      const line = { memberId, firstName: "Renamed", lastName: "Person", email: "renamed@example.com" }
      assert.deepStrictEqual((yield* run([{ ...line, phone: "+1" }])).counts, [0, 1, 0])
      const changed = Option.getOrThrow(yield* bySubject(row(1).identitySubject))
      assert.deepStrictEqual(changed, {
        ...row(1),
        firstName: "Renamed",
        lastName: "Person",
        email: "renamed@example.com",
        phone: "+1",
        updatedAt: changed.updatedAt
      })
      assert.isAbove(changed.updatedAt.epochMilliseconds, row(1).updatedAt.epochMilliseconds)
      assert.deepStrictEqual((yield* run([line])).counts, [0, 0, 1])
      assert.deepStrictEqual((yield* run([{ ...line, phone: null }])).counts, [0, 1, 0])
      assert.isNull(Option.getOrThrow(yield* bySubject(row(1).identitySubject)).phone)
      assert.deepStrictEqual((yield* run([{ ...stored(3), programId: "program-2" }])).counts, [0, 1, 0])
      assert.deepStrictEqual(yield* enrolmentsOf(MemberId.make(3)), [[2, 21, "active"]])
      assert.deepStrictEqual((yield* run([{ ...stored(3), programId: "program-2" }])).counts, [0, 0, 1])
    })
  )

  it.effect(
    "rejects foreign and closed members, others' subjects, missing or unknown programs and invalid fields",
    () =>
      Effect.gen(function* () {
        const { programId: _, ...unnamed } = newcomer(3)
        const { counts, rejections } = yield* run([
          stored(4),
          stored(5),
          { ...newcomer(4), subject: row(2).identitySubject },
          unnamed,
          { ...newcomer(5), programId: "program-3" },
          { ...newcomer(6), programId: "program-4" },
          { ...newcomer(7), memberId: "17" },
          { ...newcomer(8), email: "nobody" },
          { ...newcomer(9), firstName: " " },
          { ...newcomer(0), tier: 3 },
          { ...newcomer(1), subject: `unclaimed:${newcomer(2).memberId}` },
          { ...newcomer(1), country: "Portugal" },
          { ...newcomer(1), country: "pt" },
          { ...newcomer(1), country: "QQ" },
          { ...newcomer(1), language: "Portuguese" }
        ])
        assert.deepStrictEqual(counts, [0, 0, 0])
        assert.deepStrictEqual(rejections.slice(0, 7), [
          [1, "memberId: is not a member of the organization"],
          [2, "memberId: is a closed account"],
          [3, "subject: belongs to another member"],
          [4, "programId: is required, the organization has 2 active programs"],
          [5, "programId: the organization has no active program program-3"],
          [6, "programId: the organization has no active program program-4"],
          [7, "memberId: Expected a ULID in upper case"]
        ])
        assert.deepStrictEqual(
          rejections.slice(7, 10).map(([line, reason]) => [line, String(reason).split(":")[0]]),
          [
            [8, "email"],
            [9, "firstName"],
            [10, "tier"]
          ]
        )
        const noCountry = "country: Expected an ISO 3166-1 code of two letters, such as PT"
        assert.deepStrictEqual(rejections.slice(10), [
          [11, "subject: begins with unclaimed:, which is reserved"],
          [12, noCountry],
          [13, noCountry],
          [14, noCountry],
          [15, "language: Expected a language tag, such as pt-PT"]
        ])
        const foreign = yield* run([stored(2)], { organizationId: organizationIds.B })
        assert.deepStrictEqual(foreign.rejections, [[1, "memberId: is not a member of the organization"]])
        assert.deepStrictEqual(Option.getOrThrow(yield* bySubject(row(2).identitySubject)), row(2))
      })
  )

  it.effect("creates the first of two lines with the same new subject and rejects the second", () =>
    Effect.gen(function* () {
      const both = [newcomer(1), newcomer(2)].map((line, index) => ({
        ...line,
        memberId: `01KDVDNA000000000000000TW${index}`,
        subject: "idp|twin"
      }))
      const expected = { counts: [1, 0, 0], rejections: [[2, "subject: belongs to another member"]] }
      assert.deepStrictEqual(yield* run(both, { dryRun: true }), expected)
      assert.deepStrictEqual(yield* run(both), expected)
    })
  )

  it.effect("gives a member the subject that a line before gave up, in a dry run too", () =>
    Effect.gen(function* () {
      const released = row(1).identitySubject
      const lines = [
        { ...stored(1), subject: "idp|new" },
        { ...stored(2), subject: released }
      ]
      const expected = { counts: [0, 2, 0], rejections: [] }
      assert.deepStrictEqual(yield* run(lines, { dryRun: true }), expected)
      assert.deepStrictEqual(yield* run(lines), expected)
      assert.strictEqual(Option.getOrThrow(yield* bySubject(released)).xid, row(2).xid)
    })
  )
})
