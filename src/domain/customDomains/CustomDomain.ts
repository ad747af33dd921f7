import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id. */
export const CustomDomainId = RowId.pipe(Schema.brand("CustomDomainId"))
export type CustomDomainId = typeof CustomDomainId.Type

/** The states of DOMAIN 8.2. */
export const DomainStatus = Schema.Literals(["pending_dns", "verifying", "verified", "failed"])
export type DomainStatus = typeof DomainStatus.Type

export const CertificateStatus = Schema.Literals(["none", "pending", "issued", "failed"])

/** Why a domain failed: DNS, another organization that holds the hostname, or the certificate. */
export const DomainFailure = Schema.Literals(["dns_timeout", "dns_lost", "hostname_taken", "certificate_failed"])

/**
 * A hostname that an organization connected, as stored. Several organizations may be waiting for one hostname, each for
 * its own `verificationToken` in the DNS; at most one is verifying or verified (DOMAIN 8.2).
 */
export const CustomDomain = Schema.Struct({
  id: CustomDomainId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  /** In ASCII, lower case, without a trailing dot. */
  hostname: Schema.NonEmptyString,
  status: DomainStatus,
  certificateStatus: CertificateStatus,
  /** The required value of the TXT record. Not a secret: it is public in the DNS. */
  verificationToken: Schema.NonEmptyString,
  failureReason: Schema.NullOr(DomainFailure),
  /** When it got its current status. */
  statusSince: Schema.DateTimeUtc,
  /** When the records of a verified domain were first found missing; null while they are present. */
  lostSince: Schema.NullOr(Schema.DateTimeUtc),
  lastCheckedAt: Schema.NullOr(Schema.DateTimeUtc),
  nextCheckAt: Schema.NullOr(Schema.DateTimeUtc),
  verifiedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc
})
export type CustomDomain = typeof CustomDomain.Type

/** Whether a domain holds its hostname; at most one does at a time (DOMAIN 8.2). */
export const isHolder = ({ status }: Pick<CustomDomain, "status">): boolean =>
  status === "verifying" || status === "verified"
