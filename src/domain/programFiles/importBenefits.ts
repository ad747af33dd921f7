import { Effect, Option } from "effect"
import { type Benefit, type BenefitId, BenefitXid } from "../benefits/Benefit.ts"
import { matchRows, type ProgramImport, refuse, replaceSet, venuesOf } from "./ProgramImport.ts"
import type { ProgramFile } from "./ProgramFile.ts"

type BenefitFile = ProgramFile["benefits"][number]

const importVenues = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: benefitId }: Benefit,
  { name, venueIds }: BenefitFile
) {
  const { now, organizationId, store } = step
  const rows = store.of("benefitVenues")
  const wanted = yield* venuesOf(step, "benefit venue", name, venueIds)
  if (wanted === undefined) return
  const stored = yield* rows.list({ organizationId, benefitId }, { by: ["propertyId"] })
  yield* replaceSet(step, {
    kind: "benefit venue",
    key: name,
    stored: stored.map(({ propertyId }) => propertyId),
    wanted,
    idOf: step.documentIds,
    clear: rows.remove({ organizationId, benefitId }),
    touch: store.of("benefits").change({ organizationId, id: benefitId }, { updatedAt: now }),
    insert: (propertyId) => rows.insert({ organizationId, benefitId, propertyId })
  })
})

const importOverrides = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: benefitId }: Benefit,
  { name, overrides }: BenefitFile,
  path: string
) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("benefitVenueOverrides")
  for (const [index, { venueId, ...wanted }] of overrides.entries()) {
    const key = `${name} at ${venueId}`
    const [propertyId] = (yield* venuesOf(step, "override", key, [venueId])) ?? []
    if (propertyId === undefined) continue
    const row = { organizationId, benefitId, propertyId, ...wanted, updatedAt: now }
    yield* upsert({
      kind: "override",
      table: "benefitVenueOverrides",
      path: `${path}.overrides[${index}]`,
      key,
      found: yield* rows.find({ organizationId, benefitId, propertyId }),
      wanted,
      insert: Effect.as(rows.insert(row), row),
      update: () => rows.update({ organizationId, benefitId, propertyId }, { ...wanted, updatedAt: now })
    })
  }
})

const naturalKey = ({ kind, name }: Pick<Benefit, "name" | "kind">) => JSON.stringify([name, kind])

/**
 * Imports the benefits with their venues and overrides; returns the row ids by the file's ids. An archived benefit is
 * refused.
 */
export const importBenefits = Effect.fnUntraced(function* (step: ProgramImport, benefits: ProgramFile["benefits"]) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("benefits")
  const stored = yield* rows.list({ organizationId }, { by: ["id"] })
  const archived = new Set(stored.filter(({ archivedAt }) => archivedAt !== null).map(({ xid }) => String(xid)))
  const matched = matchRows(
    stored.filter(({ archivedAt }) => archivedAt === null),
    naturalKey,
    benefits.map((benefit) => ({
      id: benefit.benefitId,
      key: archived.has(benefit.benefitId) ? undefined : naturalKey(benefit)
    }))
  )
  const ids = new Map<string, BenefitId>()
  for (const [index, benefit] of benefits.entries()) {
    const { benefitId: xid, overrides: _, venueIds: __, ...wanted } = benefit
    if (archived.has(xid)) {
      yield* refuse(step, "benefit", benefit.name, "it is archived")
      continue
    }
    const found = matched[index] ?? Option.none()
    const change = { ...wanted, updatedAt: now }
    const row: Benefit = yield* upsert({
      kind: "benefit",
      table: "benefits",
      names: { xid: "benefitId" },
      path: `benefits[${index}]`,
      key: benefit.name,
      found,
      wanted,
      insert: rows.insertNumbered({
        ...change,
        xid: BenefitXid.make(xid),
        organizationId,
        archivedAt: null,
        createdAt: now
      }),
      update: ({ id }) => rows.update({ organizationId, id }, change)
    })
    ids.set(xid, row.id)
    yield* importVenues(step, row, benefit)
    yield* importOverrides(step, row, benefit, `benefits[${index}]`)
  }
  return ids
})

/** Imports the groups and their benefits, in file order. Archived benefits of a group do not count. */
export const importGroups = Effect.fnUntraced(function* (
  step: ProgramImport,
  benefitIds: ReadonlyMap<string, BenefitId>,
  groups: ProgramFile["groups"]
) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("benefitGroups")
  const items = store.of("benefitGroupItems")
  const benefits = yield* store.of("benefits").list({ organizationId }, { by: ["id"] })
  const idOf = new Map(
    benefits.flatMap(
      ({ archivedAt, id, xid }): ReadonlyArray<[BenefitId, string]> => (archivedAt === null ? [[id, xid]] : [])
    )
  )
  const matched = matchRows(
    yield* rows.list({ organizationId }, { by: ["id"] }),
    ({ name }) => name,
    groups.map(({ groupId, name }) => ({ id: groupId, key: name }))
  )
  for (const [index, { benefitIds: members, documentId, groupId: xid, ...wanted }] of groups.entries()) {
    const found = matched[index] ?? Option.none()
    const change = { ...wanted, updatedAt: now }
    const { id: groupId } = yield* upsert({
      kind: "group",
      table: "benefitGroups",
      names: { xid: "groupId" },
      path: `groups[${index}]`,
      key: wanted.name,
      found,
      wanted,
      insert: rows.insertNumbered({ ...change, xid, documentId, organizationId, createdAt: now }),
      update: ({ id }) => rows.update({ organizationId, id }, change)
    })
    const resolved = members.flatMap((member) => benefitIds.get(member) ?? [])
    if (resolved.length < members.length) {
      yield* refuse(step, "group membership", wanted.name, "one of its benefits is refused")
      continue
    }
    const stored = yield* items.list({ organizationId, groupId }, { by: ["position"] })
    yield* replaceSet(step, {
      kind: "group membership",
      key: wanted.name,
      stored: stored.flatMap(({ benefitId }) => (idOf.has(benefitId) ? [benefitId] : [])),
      wanted: resolved,
      idOf,
      clear: items.remove({ organizationId, groupId }),
      touch: rows.change({ organizationId, id: groupId }, { updatedAt: now }),
      insert: (benefitId, at) => items.insert({ organizationId, groupId, benefitId, position: at + 1 })
    })
  }
})
