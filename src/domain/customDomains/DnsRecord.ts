import { Schema } from "effect"
import type { CustomDomain } from "./CustomDomain.ts"

/** A required DNS record of a hostname, and the observed records. */
export const DnsRecord = Schema.Struct({
  type: Schema.Literals(["CNAME", "TXT"]).annotateKey({
    description: "`TXT` proves ownership of the hostname; `CNAME` routes its visitors here"
  }),
  name: Schema.String.annotateKey({ description: "Full name of the record, without a trailing dot" }),
  value: Schema.String.annotateKey({ description: "Required value of the record" }),
  observed: Schema.Array(Schema.String).annotateKey({
    description: "Values of the existing records of this type; empty if there are none, or if the DNS does not answer"
  }),
  ok: Schema.Boolean.annotateKey({ description: "Whether `value` is among `observed`" })
}).annotate({ identifier: "DnsRecord" })
export interface DnsRecord extends Schema.Schema.Type<typeof DnsRecord> {}

type RequiredRecord = Pick<DnsRecord, "type" | "name" | "value">

const ownershipPrefix = "_hub-verification."

/** The longest hostname whose `ownershipRecord` still has a valid name, of 253 characters (RFC 1035 section 2.3.4). */
export const maxHostnameLength = 253 - ownershipPrefix.length

/** The only record that decides whether a hostname is verified (DOMAIN 8). */
export const ownershipRecord = ({
  hostname,
  verificationToken
}: Pick<CustomDomain, "hostname" | "verificationToken">): RequiredRecord => ({
  type: "TXT",
  name: `${ownershipPrefix}${hostname}`,
  value: `hub-verification=${verificationToken}`
})

/** The records that a customer must set. At an apex an ALIAS may replace the CNAME; it resolves to addresses. */
export const requiredRecords = (
  domain: Pick<CustomDomain, "hostname" | "verificationToken">,
  edgeHostname: string
): ReadonlyArray<RequiredRecord> => [
  ownershipRecord(domain),
  { type: "CNAME", name: domain.hostname, value: edgeHostname }
]

/** A required record with the observed values. */
export const observedRecord = (required: RequiredRecord, observed: ReadonlyArray<string>): DnsRecord => ({
  ...required,
  observed,
  ok: observed.includes(required.value)
})
