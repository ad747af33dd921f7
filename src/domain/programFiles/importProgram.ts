import { Effect, Option } from "effect"
import { mayChangeStatus } from "../programs/mayChangeStatus.ts"
import type { Program } from "../programs/Program.ts"
import { Programs } from "../programs/Programs.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { matchRows, type ProgramImport, refuse, replaceSet, venuesOf } from "./ProgramImport.ts"

const importVenues = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: programId, name }: Program,
  venueIds: ProgramFile["venueIds"]
) {
  const { now, organizationId, store } = step
  const rows = store.of("programVenues")
  const wanted = yield* venuesOf(step, "program venue", name, venueIds)
  if (wanted === undefined) return
  const stored = yield* rows.list({ organizationId, programId }, { by: ["propertyId"] })
  const joined = new Map(stored.map(({ joinedAt, propertyId }) => [propertyId, joinedAt]))
  yield* replaceSet(step, {
    kind: "program venue",
    key: name,
    stored: stored.map(({ propertyId }) => propertyId),
    wanted,
    idOf: step.documentIds,
    clear: rows.remove({ organizationId, programId }),
    insert: (propertyId) =>
      rows.insert({ organizationId, programId, propertyId, joinedAt: joined.get(propertyId) ?? now })
  })
})

/** Imports the program and its venues. An existing program is locked, so that other changes of it wait. */
export const importProgram = Effect.fnUntraced(function* (step: ProgramImport, file: ProgramFile) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("programs")
  const { programId: xid, ...wanted } = file.program
  const stored = yield* rows.list({ organizationId }, { by: ["id"] })
  const [matched = Option.none()] = matchRows(stored, ({ name }) => name, [{ id: xid, key: wanted.name }])
  const reach = { organizationIds: [organizationId], venueIds: "all" } as const
  const found = yield* Effect.transposeOption(
    Option.map(matched, (program) =>
      Effect.orDie(Programs.use(({ getForUpdate }) => getForUpdate({ reach, programId: program.xid })))
    )
  )
  const from = Option.getOrUndefined(Option.map(found, ({ status }) => status))
  if (from !== undefined && !mayChangeStatus(from, wanted.status)) {
    yield* refuse(step, "program", wanted.name, `it is ${from}, and cannot become ${wanted.status}`)
  }
  const program: Program = yield* upsert({
    kind: "program",
    table: "programs",
    names: { xid: "programId" },
    path: "program",
    key: wanted.name,
    found,
    wanted,
    insert: rows.insertNumbered({ ...wanted, xid, organizationId, version: 1, createdAt: now, updatedAt: now }),
    update: ({ id }) => rows.update({ organizationId, id }, wanted)
  })
  yield* importVenues(step, program, file.venueIds)
  return { program, isNew: Option.isNone(found) }
})

const versioned: ReadonlySet<string> = new Set(["program", "program venue", "tier"])

/** Advances the version of an existing program if its configuration changed, as over the Partner API. */
export const advanceVersion = Effect.fnUntraced(function* (
  { now, organizationId, results, store }: ProgramImport,
  { isNew, program: { id, version } }: { readonly program: Program; readonly isNew: boolean }
) {
  const isChanged = results.some(({ kind, outcome }) => versioned.has(kind) && outcome !== "unchanged")
  if (isNew || !isChanged) return
  yield* store.of("programs").change({ organizationId, id }, { version: version + 1, updatedAt: now })
})
