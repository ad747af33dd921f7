import { Data, DateTime, Effect } from "effect"
import { RowStore } from "../dataset/RowStore.ts"
import type { ImportOutcome } from "../imports/ImportReport.ts"
import { importLines, type Item, type OrganizationLines, overtaken, type Written } from "../imports/importLines.ts"
import type { Program } from "../programs/Program.ts"
import { atomically } from "../shared/atomically.ts"
import { changedFields } from "../shared/changedFields.ts"
import { Enrolments } from "./Enrolments.ts"
import { type StoredMember, MemberFeed } from "./MemberFeed.ts"
import type { MemberLine } from "./MemberLine.ts"

/** The subject of a member whom nobody can sign in as yet: no identity provider gives such a one. */
const unclaimed = (memberId: string) => `unclaimed:${memberId}`

/** What a line changes of a member, and the program to enrol them in, if they are not in it. */
interface Plan {
  readonly stored: StoredMember | undefined
  readonly row: Pick<
    StoredMember,
    "xid" | "identitySubject" | "firstName" | "lastName" | "email" | "phone" | "country" | "language"
  >
  readonly enrol: Program["id"] | null
  readonly outcome: ImportOutcome
}

const programOf = (programs: ReadonlyArray<Program>, programId: string | undefined): Program | string => {
  const active = programs.filter(({ status }) => status === "active")
  const named = programId === undefined ? active : active.filter(({ xid }) => xid === programId)
  const [only, other] = named
  if (only !== undefined && other === undefined) return only
  return programId === undefined
    ? `programId: is needed, the organization has ${active.length} active programs`
    : `programId: the organization has no active program ${programId}`
}

/** What to do with a line, or why it cannot be done. */
const planOf = (
  { memberId, programId, subject, ...line }: MemberLine,
  { known, programs }: { readonly known: ReadonlyArray<StoredMember>; readonly programs: ReadonlyArray<Program> }
): Plan | string => {
  const stored = known.find(({ xid }) => xid === memberId)
  if (stored !== undefined && !stored.isOfOrganization)
    return "memberId: is a member whom the organization does not know"
  if (stored?.status === "closed") return "memberId: is a closed account"
  const identitySubject = subject ?? stored?.identitySubject ?? unclaimed(memberId)
  if (known.some((one) => one.identitySubject === identitySubject && one.xid !== memberId)) {
    return "subject: is another member's"
  }
  const program = programOf(programs, programId)
  const isEnrolledAnyway = stored !== undefined && programId === undefined
  if (typeof program === "string" && !isEnrolledAnyway) return program
  const enrol = typeof program === "string" || stored?.programIds.includes(program.id) === true ? null : program.id
  const unchanged = {
    phone: stored?.phone ?? null,
    country: stored?.country ?? null,
    language: stored?.language ?? null
  }
  const row = { ...unchanged, ...line, xid: memberId, identitySubject }
  const isSame = stored !== undefined && changedFields(stored, row) === undefined
  return {
    stored,
    row,
    enrol,
    outcome: stored === undefined ? "created" : isSame && enrol === null ? "unchanged" : "updated"
  }
}

/** The program stopped enrolling after it was looked up. */
class ProgramClosed extends Data.TaggedError("ProgramClosed") {}

/** Writes one member with their enrolment, in a transaction of their own. */
const writeMember = Effect.fnUntraced(function* ({ enrol, row, stored }: Plan) {
  const members = (yield* RowStore).of("members")
  const enrolments = yield* Enrolments
  const now = yield* DateTime.now
  const id =
    stored === undefined
      ? (yield* members.insertNumbered({
          ...row,
          preferences: {},
          status: "active",
          mergedInto: null,
          closedAt: null,
          createdAt: now,
          updatedAt: now
        })).id
      : stored.id
  if (stored !== undefined) yield* members.update({ id }, { ...row, updatedAt: now })
  if (enrol !== null && !(yield* enrolments.insert({ programId: enrol, memberId: id, now }))) {
    return yield* new ProgramClosed()
  }
}, atomically)

/**
 * Imports the members of an organization in constant memory: new ones are enrolled in a program, known ones updated.
 * One that is as the line says is not touched, so a file can be imported again. Members of other organizations only are
 * refused.
 */
export const importMembers = Effect.fnUntraced(function* <E, R, R2>({
  organizationId,
  ...lines
}: OrganizationLines<MemberLine, E, R, R2>) {
  const feed = yield* MemberFeed
  const store = yield* RowStore
  const programs = yield* store.of("programs").list({ organizationId }, { by: ["id"] })

  const writeLine = Effect.fnUntraced(function* (
    { line, value }: Item<MemberLine>,
    known: ReadonlyArray<StoredMember>
  ) {
    const plan = planOf(value, { known, programs })
    if (typeof plan === "string") return { line, outcome: "rejected", reason: plan } satisfies Written
    const done: Written = { line, outcome: plan.outcome }
    if (lines.dryRun || plan.outcome === "unchanged") return done
    return yield* writeMember(plan).pipe(
      Effect.as(done),
      Effect.catchTag("ProgramClosed", () =>
        Effect.succeed<Written>({ line, outcome: "rejected", reason: "programId: is not active any more" })
      ),
      Effect.catchTag("Conflict", ({ constraint }) =>
        Effect.succeed<Written>({
          line,
          outcome: "rejected",
          reason: constraint === "members_identity_subject_key" ? "subject: is another member's" : overtaken
        })
      )
    )
  })

  return yield* importLines({
    ...lines,
    transactions: "own",
    keyOf: ({ memberId }) => memberId,
    write: Effect.fnUntraced(function* (items: ReadonlyArray<Item<MemberLine>>) {
      const known = yield* feed.list({
        organizationId,
        memberIds: items.map(({ value }) => value.memberId),
        subjects: items.flatMap(({ value }) => value.subject ?? [])
      })
      return yield* Effect.forEach(
        items,
        (item): Effect.Effect<Written, never, Effect.Services<ReturnType<typeof writeLine>>> => writeLine(item, known)
      )
    })
  })
})
