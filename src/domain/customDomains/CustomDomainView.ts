import { Schema } from "effect"
import { CertificateStatus, type CustomDomain, DomainFailure, DomainStatus } from "./CustomDomain.ts"

/** A stored domain, with the external id of the page that uses it; null if none, or out of reach. */
export interface CustomDomainRecord {
  readonly domain: CustomDomain
  readonly pageGroupXid: string | null
}

const time = (description: string) => Schema.NullOr(Schema.DateTimeUtc).annotateKey({ description })

export const customDomainFields = {
  customDomainId: Schema.String.annotateKey({ description: "Id of the domain" }),
  hostname: Schema.String.annotateKey({ description: "The hostname in ASCII and lower case" }),
  status: DomainStatus.annotateKey({
    description: "Pages are shown at the hostname while it is `verified`"
  }),
  certificateStatus: CertificateStatus.annotateKey({
    description: "State of its certificate; `none` for a `verified` domain if another system manages certificates"
  }),
  failureReason: Schema.NullOr(DomainFailure).annotateKey({ description: "Why it `failed`; null otherwise" }),
  assignedPageGroupId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the page that uses it; null if none, or out of reach"
  }),
  lastCheckedAt: time("When its records were last checked; null before the first check"),
  nextCheckAt: time("When the next check is due; null if none is"),
  verifiedAt: time("When it was last verified; null if never"),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When it was connected" })
}

/** A hostname of an organization as callers see it (DOMAIN 8.2). */
export const CustomDomainView = Schema.Struct(customDomainFields).annotate({ identifier: "CustomDomain" })
export interface CustomDomainView extends Schema.Schema.Type<typeof CustomDomainView> {}

export const toView = ({ domain, pageGroupXid }: CustomDomainRecord): CustomDomainView => ({
  customDomainId: domain.xid,
  hostname: domain.hostname,
  status: domain.status,
  certificateStatus: domain.certificateStatus,
  failureReason: domain.failureReason,
  assignedPageGroupId: pageGroupXid,
  lastCheckedAt: domain.lastCheckedAt,
  // For a failed domain this is when it will be removed, which is not a check.
  nextCheckAt: domain.status === "failed" ? null : domain.nextCheckAt,
  verifiedAt: domain.verifiedAt,
  createdAt: domain.createdAt
})
