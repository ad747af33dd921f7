import { DateTime, Effect } from "effect"
import { idsOf, importLines, type Item, type OrganizationLines, type Written } from "../imports/importLines.ts"
import { ndjson } from "../imports/ndjson.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { Digests } from "../shared/Digests.ts"
import { Vault } from "../shared/Vault.ts"
import { type DeliveredRecord, InsightFeed, type InsightReferred } from "./InsightFeed.ts"
import { InsightLine } from "./InsightLine.ts"
import { aboutPmsGuestId, getInsightSecret, pmsGuestIdPurpose } from "./insightSecrets.ts"

type Line = Item<InsightLine>

/** Why a line is rejected: it refers to rows that the organization does not have; undefined if it is valid. */
const objectionTo = (line: InsightLine, referred: InsightReferred): string | undefined => {
  const stay = line.reservationId === null ? undefined : referred.reservations.get(line.reservationId)
  const references = [
    [line.propertyId, referred.properties, "propertyId"],
    [line.reservationId, referred.reservations, "reservationId"],
    [line.memberId, referred.members, "memberId"],
    [line.guestId, referred.guests, "guestId"]
  ] as const
  for (const [id, rows, field] of references) {
    if (id !== null && !rows.has(id)) return `${field}: the organization has no ${id}`
  }
  return stay !== undefined && line.propertyId !== null && referred.properties.get(line.propertyId) !== stay.propertyId
    ? "propertyId: is not the venue of the stay"
    : undefined
}

/** Writes lines in the caller's transaction, hashed under the organization's current secret. */
const writeLines = Effect.fnUntraced(function* (organizationId: OrganizationId, items: ReadonlyArray<Line>) {
  const feed = yield* InsightFeed
  const digests = yield* Digests
  const vault = yield* Vault
  const secret = yield* getInsightSecret(organizationId)
  const referred = yield* feed.listReferences(organizationId, {
    propertyIds: idsOf(items, ({ propertyId }) => propertyId),
    reservationIds: idsOf(items, ({ reservationId }) => reservationId),
    memberIds: idsOf(items, ({ memberId }) => memberId),
    guestIds: idsOf(items, ({ guestId }) => guestId)
  })
  const recordOf = (line: InsightLine): DeliveredRecord => {
    const { guestId, memberId, pmsGuestId, propertyId, reservationId, ...own } = line
    const hashedPmsGuestId = digests.hmac(secret, pmsGuestId)
    const stay = reservationId === null ? undefined : referred.reservations.get(reservationId)
    return {
      ...own,
      hashedPmsGuestId,
      pmsGuestIdEnc: vault.seal(pmsGuestIdPurpose, aboutPmsGuestId(organizationId, hashedPmsGuestId), pmsGuestId),
      guestId: guestId === null ? null : (referred.guests.get(guestId) ?? null),
      memberId: memberId === null ? null : (referred.members.get(memberId) ?? null),
      reservationId: stay?.id ?? null,
      propertyId: propertyId === null ? (stay?.propertyId ?? null) : (referred.properties.get(propertyId) ?? null)
    }
  }
  const checked = items.map(({ line, value }) => ({ line, value, reason: objectionTo(value, referred) }))
  const accepted = checked.filter(({ reason }) => reason === undefined)
  const outcomes = yield* feed.update({
    organizationId,
    now: yield* DateTime.now,
    records: accepted.map(({ value }) => recordOf(value))
  })
  return [
    ...checked.flatMap(
      ({ line, reason }): ReadonlyArray<Written> =>
        reason === undefined ? [] : [{ line, outcome: "rejected", reason }]
    ),
    ...accepted.flatMap(({ line }, index): ReadonlyArray<Written> => {
      const outcome = outcomes[index]
      return outcome === undefined ? [] : [{ line, outcome }]
    })
  ]
})

const read = ndjson(InsightLine)

interface InsightImport<E, R, R2> extends Omit<OrganizationLines<InsightLine, E, R, R2>, "read"> {
  readonly nextRunAt: DateTime.Utc | null
}

/**
 * Imports the records of an organization's pipeline from NDJSON, in constant memory (PAR-061, PAR-065). Existing
 * records are updated, so the same file can be imported again. Recorded as a run of the pipeline, unless it is a dry
 * run.
 */
export const importInsight = Effect.fnUntraced(function* <E, R, R2>({
  nextRunAt,
  organizationId,
  ...lines
}: InsightImport<E, R, R2>) {
  const feed = yield* InsightFeed
  const counters = { lines: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  const startedAt = yield* DateTime.now
  const run = lines.dryRun
    ? undefined
    : yield* atomically(feed.insertRun({ organizationId, startedAt, finishedAt: null, nextRunAt, counters }))
  const report = yield* importLines({
    ...lines,
    read,
    keyOf: ({ pmsGuestId }) => pmsGuestId,
    write: (items) => writeLines(organizationId, items)
  })
  if (run !== undefined) {
    const { rejections: _, ...ended } = report
    yield* atomically(feed.updateRun({ ...run, finishedAt: yield* DateTime.now, counters: ended }))
  }
  return report
})
