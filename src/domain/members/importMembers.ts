import { Array, Data, DateTime, Effect } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { RowStore } from "../dataset/RowStore.ts"
import type { ImportOutcome } from "../imports/ImportReport.ts"
import {
  importLines,
  type Item,
  type OrganizationLines,
  changedConcurrently,
  type Written
} from "../imports/importLines.ts"
import type { Program } from "../programs/Program.ts"
import { atomically } from "../shared/atomically.ts"
import { changedFields } from "../shared/changedFields.ts"
import { Enrolments } from "./Enrolments.ts"
import { type StoredMember, MemberFeed } from "./MemberFeed.ts"
import { type MemberLine, unclaimedPrefix } from "./MemberLine.ts"

/** What to write for a line, and the program to enrol the member in; null if already enrolled. */
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
  const candidates = programId === undefined ? active : active.filter(({ xid }) => xid === programId)
  const [only, other] = candidates
  if (only !== undefined && other === undefined) return only
  return programId === undefined
    ? `programId: is required, the organization has ${active.length} active programs`
    : `programId: the organization has no active program ${programId}`
}

/** What a line is checked against. */
interface Known {
  readonly programs: ReadonlyArray<Program>
  /** The members that the lines of the batch refer to, as they were before the first line was written. */
  readonly storedMembers: ReadonlyArray<StoredMember>
  /** The holder of each subject in the batch, as of the lines before this one. */
  readonly holders: ReadonlyMap<string, string>
}

/** The plan for a line, or the reason to reject it. */
const planOf = (
  { memberId, programId, subject, ...line }: MemberLine,
  { holders, programs, storedMembers }: Known
): Plan | string => {
  const stored = storedMembers.find(({ xid }) => xid === memberId)
  if (stored !== undefined && !stored.isOfOrganization) return "memberId: is not a member of the organization"
  if (stored?.status === "closed") return "memberId: is a closed account"
  const identitySubject = subject ?? stored?.identitySubject ?? `${unclaimedPrefix}${memberId}`
  if ((holders.get(identitySubject) ?? memberId) !== memberId) return "subject: belongs to another member"
  const program = programOf(programs, programId)
  const isUpdateOnly = stored !== undefined && programId === undefined
  if (typeof program === "string" && !isUpdateOnly) return program
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

/** The program ceased to be active after it was looked up. */
class ProgramClosed extends Data.TaggedError("ProgramClosed") {}

/** The account was closed, merged or suspended after it was read. */
class MemberOvertaken extends Data.TaggedError("MemberOvertaken") {}

/**
 * Writes only the fields that the line changes in a stored member: others may have been written since the batch was
 * read. An account that has been closed since gets neither personal data nor an enrolment.
 */
const updateStored = Effect.fnUntraced(function* (stored: StoredMember, row: Plan["row"], updatedAt: DateTime.Utc) {
  const members = (yield* RowStore).of("members")
  const { id, status } = stored
  const changed = changedFields(stored, row)?.after
  const updated = yield* members.update({ id, status }, { ...changed, updatedAt })
  return Array.isReadonlyArrayNonEmpty(updated) ? id : yield* new MemberOvertaken()
})

/** Writes one member with their enrolment, in its own transaction; desks see at once what a new program grants them. */
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
      : yield* updateStored(stored, row, now)
  if (enrol === null) return
  if (!(yield* enrolments.insert({ programId: enrol, memberId: id, now }))) return yield* new ProgramClosed()
  // A new member has no stays yet.
  if (stored !== undefined) yield* refreshArrivalsOfMember(id)
}, atomically)

/**
 * Imports the members of an organization in constant memory: new ones are enrolled in a program, existing ones updated.
 * Unchanged ones are not written, so a file can be imported again. Members that belong only to other organizations are
 * rejected.
 */
export const importMembers = Effect.fnUntraced(function* <E, R, R2>({
  organizationId,
  ...lines
}: OrganizationLines<MemberLine, E, R, R2>) {
  const feed = yield* MemberFeed
  const store = yield* RowStore
  const programs = yield* store.of("programs").list({ organizationId }, { by: ["id"] })

  const writeLine = Effect.fnUntraced(function* (line: number, plan: Plan) {
    const done: Written = { line, outcome: plan.outcome }
    if (lines.dryRun || plan.outcome === "unchanged") return done
    return yield* writeMember(plan).pipe(
      Effect.as(done),
      Effect.catchTag("ProgramClosed", () =>
        Effect.succeed<Written>({ line, outcome: "rejected", reason: "programId: is no longer active" })
      ),
      Effect.catchTag("MemberOvertaken", () =>
        Effect.succeed<Written>({ line, outcome: "rejected", reason: changedConcurrently })
      ),
      Effect.catchTag("Conflict", ({ constraint }) =>
        Effect.succeed<Written>({
          line,
          outcome: "rejected",
          reason:
            constraint === "members_identity_subject_key" ? "subject: belongs to another member" : changedConcurrently
        })
      )
    )
  })

  return yield* importLines({
    ...lines,
    transactions: "own",
    keyOf: ({ memberId }) => memberId,
    write: Effect.fnUntraced(function* (items: ReadonlyArray<Item<MemberLine>>) {
      const storedMembers = yield* feed.list({
        organizationId,
        memberIds: items.map(({ value }) => value.memberId),
        subjects: items.flatMap(({ value }) => value.subject ?? [])
      })
      const holders = new Map(storedMembers.map(({ identitySubject, xid }) => [identitySubject, xid]))
      return yield* Effect.forEach(
        items,
        Effect.fnUntraced(function* ({ line, value }) {
          const plan = planOf(value, { programs, storedMembers, holders })
          if (typeof plan === "string") return { line, outcome: "rejected", reason: plan } satisfies Written
          const written = yield* writeLine(line, plan)
          if (written.outcome !== "rejected") {
            if (plan.stored !== undefined) holders.delete(plan.stored.identitySubject)
            holders.set(plan.row.identitySubject, plan.row.xid)
          }
          return written
        })
      )
    })
  })
})
