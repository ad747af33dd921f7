import { BigDecimal, DateTime, Effect, Option } from "effect"
import { endTiersOf } from "../members/endTiersOf.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { toEarningRules } from "../programs/EarningRulesView.ts"
import { mayChangeStatus } from "../programs/mayChangeStatus.ts"
import type { Program } from "../programs/Program.ts"
import { changedFields } from "../shared/changedFields.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import { FileInvalid } from "../imports/FileInvalid.ts"
import type { Import } from "./Import.ts"

type ProgramFile = NonNullable<Bootstrap["program"]>

const decimal = BigDecimal.fromNumberUnsafe

/** Advances the version of a locked program, which this import may have advanced already. */
const advanceVersion = ({ now, store }: Import, { id, organizationId }: Program) => {
  const rows = store.of("programs")
  const where = { organizationId, id }
  return Effect.flatMap(rows.update(where, { updatedAt: now }), ([program]) =>
    program === undefined ? Effect.succeed([]) : rows.update(where, { version: program.version + 1 })
  )
}

/** Imports the tiers, identified by level. */
const importTiers = Effect.fnUntraced(function* (
  step: Import,
  program: Program,
  tiers: NonNullable<ProgramFile["tiers"]>
) {
  const { newId, now, upsert, store } = step
  const { id: programId, organizationId } = program
  const rows = store.of("tiers")
  // Once, and before the tiers: like a change of one, which ends periods first.
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof endTiersOf>>>()
  const advance = yield* advanceVersion(step, program).pipe(
    Effect.andThen(Effect.provideContext(endTiersOf(program), services)),
    Effect.cached
  )
  for (const [index, { level, multiplier, ...named }] of tiers.entries()) {
    const wanted = { ...named, ...(multiplier === undefined ? {} : { multiplier: decimal(multiplier) }) }
    yield* upsert({
      kind: "tier",
      table: "tiers",
      path: `program.tiers[${index}]`,
      key: `level ${level}`,
      found: yield* rows.find({ organizationId, programId, level }),
      wanted,
      insert: Effect.flatMap(Effect.andThen(advance, newId), (xid) =>
        rows.insertNumbered({
          qualifyingNights: null,
          multiplier: decimal(1),
          validityMonths: 12,
          color: null,
          ...wanted,
          xid,
          organizationId,
          programId,
          level,
          updatedAt: now
        })
      ),
      update: () =>
        Effect.andThen(advance, rows.update({ organizationId, programId, level }, { ...wanted, updatedAt: now }))
    })
  }
})

const refusePastRules = () =>
  new FileInvalid({
    problems: [
      { path: "program.earning.effectiveFrom", message: "must not be in the past: rules for past days cannot change" }
    ]
  })

/**
 * Imports the earning rules. A change appends a new version, since versions are immutable. Of overlapping versions the
 * newest counts, so rules from a past day are accepted as the first ones only: later they would change what past
 * stays earn. Those that are stored already stay, whatever has replaced them.
 */
const importEarning = Effect.fnUntraced(function* (
  { now, upsert, store }: Import,
  { id: programId, organizationId }: Program,
  { effectiveFrom, rules }: NonNullable<ProgramFile["earning"]>
) {
  const rows = store.of("earningRules")
  const versions = yield* rows.list({ organizationId, programId }, { by: ["version"] })
  const latest = versions.at(-1)
  const wanted = { effectiveFrom, rules: toEarningRules(rules) }
  const isPast = latest !== undefined && effectiveFrom < DateTime.formatIsoDateUtc(now)
  const stored = isPast ? versions.find((version) => changedFields(version, wanted) === undefined) : latest
  if (isPast && stored === undefined) return yield* refusePastRules()
  const next = { ...wanted, organizationId, programId, version: (latest?.version ?? 0) + 1, createdAt: now }
  const insert = Effect.as(rows.insert(next), next)
  yield* upsert({
    kind: "earning rules",
    table: "earningRules",
    path: "program.earning",
    key: `from ${effectiveFrom}`,
    found: Option.fromUndefinedOr(stored),
    wanted,
    insert,
    update: () => Effect.map(insert, (row) => [row])
  })
})

/** Every venue of the organization takes part in a newly created program. */
const joinVenues = Effect.fnUntraced(function* ({ now: joinedAt, store }: Import, program: Program) {
  const { id: programId, organizationId } = program
  const venues = store.of("programVenues")
  for (const { id: propertyId } of yield* store.of("properties").list({ organizationId }, { by: ["id"] })) {
    yield* Effect.orDie(venues.insert({ organizationId, programId, propertyId, joinedAt }))
  }
  return program
})

/** Fails for an active program without a tier, in which nobody could be enrolled (DOMAIN 8.3). */
const requireTier = Effect.fnUntraced(function* ({ store }: Import, { id, organizationId, status }: Program) {
  if (status !== "active") return
  const tiers = yield* store.of("tiers").list({ organizationId, programId: id }, { by: ["id"], limit: 1 })
  if (tiers.length > 0) return
  return yield* new FileInvalid({
    problems: [{ path: "program.tiers", message: "an active program must have a tier" }]
  })
})

const refuseStatus = (from: Program["status"], to: Program["status"]) =>
  new FileInvalid({
    problems: [{ path: "program.status", message: `the program is ${from}, and cannot become ${to}` }]
  })

/**
 * Imports the organization's program, its tiers and rules. Fails if the organization has several, because a file
 * describes only one, if its status cannot change to that of the file, or if it is active without a tier.
 */
export const importProgram = Effect.fnUntraced(function* (
  step: Import,
  organizationId: OrganizationId,
  { earning, tiers = [], ...wanted }: ProgramFile
) {
  const rows = step.store.of("programs")
  yield* rows.lock({ organizationId }, ["id"])
  const [found, ...others] = yield* rows.list({ organizationId }, { by: ["id"] })
  if (others.length > 0) {
    return yield* new FileInvalid({
      problems: [
        { path: "program", message: `the organization has ${others.length + 1} programs; a file describes one` }
      ]
    })
  }
  const { status = found?.status } = wanted
  if (found !== undefined && status !== undefined && !mayChangeStatus(found.status, status)) {
    return yield* refuseStatus(found.status, status)
  }
  const program = yield* step.upsert({
    kind: "program",
    table: "programs",
    path: "program",
    key: wanted.name,
    found: Option.fromUndefinedOr(found),
    wanted,
    insert: Effect.flatMap(step.newId, (xid) =>
      Effect.flatMap(
        rows.insertNumbered({
          status: "active",
          description: null,
          currencyName: "points",
          pointsExpiryMonths: 24,
          ...wanted,
          xid,
          organizationId,
          version: 1,
          createdAt: step.now,
          updatedAt: step.now
        }),
        (program) => joinVenues(step, program)
      )
    ),
    update: (stored) =>
      Effect.andThen(advanceVersion(step, stored), rows.update({ organizationId, id: stored.id }, wanted))
  })
  yield* importTiers(step, program, tiers)
  yield* requireTier(step, program)
  if (earning !== undefined) yield* importEarning(step, program, earning)
})
