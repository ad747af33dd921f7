import { Schema } from "effect"
import type { CustomDomainRow } from "./CustomDomain.ts"

/** A record that the DNS of a hostname must have, and what it has. */
export const DnsRecord = Schema.Struct({
  type: Schema.Literals(["CNAME", "TXT"]).annotateKey({
    description: "`TXT` proves that the hostname is the organization's; `CNAME` leads its visitors here"
  }),
  name: Schema.String.annotateKey({ description: "Full name of the record, without a trailing dot" }),
  value: Schema.String.annotateKey({ description: "What the record must say" }),
  observed: Schema.Array(Schema.String).annotateKey({
    description: "What the records of this type at the name say; empty without any, or where the DNS does not answer"
  }),
  ok: Schema.Boolean.annotateKey({ description: "Whether `value` is among `observed`" })
}).annotate({ identifier: "DnsRecord" })
export interface DnsRecord extends Schema.Schema.Type<typeof DnsRecord> {}

type Wanted = Pick<DnsRecord, "type" | "name" | "value">

/** The record that alone decides whether a hostname is verified (DOMAIN 8). */
export const ownershipRecord = ({
  hostname,
  verificationToken
}: Pick<CustomDomainRow, "hostname" | "verificationToken">): Wanted => ({
  type: "TXT",
  name: `_hub-verification.${hostname}`,
  value: `hub-verification=${verificationToken}`
})

/** The records that a customer sets. At an apex an alias takes the place of the CNAME, which looks like addresses. */
export const wantedRecords = (
  domain: Pick<CustomDomainRow, "hostname" | "verificationToken">,
  edgeHostname: string
): ReadonlyArray<Wanted> => [ownershipRecord(domain), { type: "CNAME", name: domain.hostname, value: edgeHostname }]

/** A wanted record with what is at its name. */
export const observedRecord = (wanted: Wanted, observed: ReadonlyArray<string>): DnsRecord => ({
  ...wanted,
  observed,
  ok: observed.includes(wanted.value)
})
