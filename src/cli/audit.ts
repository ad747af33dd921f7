import { Console, DateTime, Effect, Layer, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { AuditActor, type AuditRow } from "../domain/audit/AuditLog.ts"
import { readAudit } from "../domain/audit/readAudit.ts"
import * as AuditLogLayer from "../layers/repositories/AuditLogLayer.ts"
import * as OrganizationsLayer from "../layers/repositories/OrganizationsLayer.ts"
import { instant, json } from "./flags.ts"
import { organizationOf } from "./organizationOf.ts"
import { OutputDrained } from "./OutputDrained.ts"
import { overDatabase } from "./overDatabase.ts"
import { Refused } from "./Refused.ts"

const services = overDatabase(Layer.mergeAll(AuditLogLayer.layerSql, OrganizationsLayer.layerSql))

const { kind: Kind } = AuditActor.fields

const parseActor = (text: string): Option.Option<Pick<AuditActor, "kind" | "id">> => {
  const [name = "", ...id] = text.split(":")
  const kind = Kind.literals.find((literal) => literal === name)
  return kind === undefined ? Option.none() : Option.some({ kind, id: id.length === 0 ? null : id.join(":") })
}

const actor = Flag.String("actor").pipe(
  Flag.withMetavar("ACTOR"),
  Flag.withDescription(`Only entries of this actor: ${Kind.literals.join(", ")}, optionally followed by an id`),
  Flag.filterMap(parseActor, () => `one of ${Kind.literals.join(", ")}, optionally followed by \`:\` and an id`),
  Flag.optional
)

const isSubject = (text: string) => /^[a-z_]+:./.test(text)

const actorText = ({ id, kind }: AuditRow["actor"]) => (id === null ? kind : `${kind}:${id}`)

const jsonOf = (row: AuditRow) => ({
  id: row.id,
  at: DateTime.formatIso(row.createdAt),
  organizationId: row.organizationId,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
  requestId: row.requestId
})

const lineOf = (row: AuditRow) => {
  const { after, before } = row
  const change = [before, after].map((value) => JSON.stringify(value)).join(" -> ")
  return [
    DateTime.formatIso(row.createdAt),
    actorText(row.actor),
    row.action,
    row.subject,
    ...(before === null && after === null ? [] : [change]),
    ...(row.requestId === null ? [] : [`(${row.requestId})`])
  ].join("  ")
}

/** Prints the audit log, oldest first, streaming it from the database. */
export const audit = Command.make(
  "audit",
  {
    json,
    actor,
    subject: Flag.String("subject").pipe(
      Flag.withMetavar("SUBJECT"),
      Flag.withDescription("Only entries about this subject: a kind and an id, such as tier:ID"),
      Flag.filter(isSubject, () => "a kind and an id, such as tier:ID"),
      Flag.optional
    ),
    organization: Flag.String("organization").pipe(
      Flag.withMetavar("ORGANIZATION"),
      Flag.withDescription("Only entries of this organization, by slug or id"),
      Flag.optional
    ),
    since: instant("since").pipe(
      Flag.withDescription("Only entries at or after this time (UTC by default)"),
      Flag.optional
    ),
    until: instant("until").pipe(Flag.withDescription("Only entries before this time"), Flag.optional)
  },
  Effect.fn("audit")(function* (options) {
    const { organization, subject } = options
    const [since, until] = [Option.getOrUndefined(options.since), Option.getOrUndefined(options.until)]
    if (since !== undefined && until !== undefined && DateTime.isGreaterThanOrEqualTo(since, until)) {
      return yield* new Refused({ message: "--since must be before --until" })
    }
    const selected = Option.isNone(organization) ? undefined : yield* organizationOf(organization.value)
    yield* readAudit({
      organizationId: selected?.id,
      subject: Option.getOrUndefined(subject),
      actor: Option.getOrUndefined(options.actor),
      since,
      until
    }).pipe(
      Stream.tap((row) => Console.log(options.json ? JSON.stringify(jsonOf(row)) : lineOf(row))),
      Stream.takeWhileEffect(() => Effect.flatten(OutputDrained)),
      Stream.runDrain
    )
  }, Effect.provide(services))
).pipe(
  Command.withDescription("Print the audit log, oldest first"),
  Command.withExamples([
    { command: "hub audit --since 2027-01-31", description: "Entries since a date" },
    { command: "hub audit --actor key --json", description: "Entries of keys, one JSON object per line" }
  ])
)
