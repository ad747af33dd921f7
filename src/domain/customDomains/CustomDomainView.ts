import { Schema } from "effect"
import { CertificateStatus, type CustomDomainRow, DomainFailure, DomainStatus } from "./CustomDomain.ts"

/** A domain as stored, with the external id of the page that uses it; null without one, or where it is out of reach. */
export interface CustomDomainRecord {
  readonly domain: CustomDomainRow
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
    description: "State of its certificate; a `verified` domain has `none` where another system makes certificates"
  }),
  failureReason: Schema.NullOr(DomainFailure).annotateKey({ description: "Why it `failed`; null otherwise" }),
  assignedPageGroupId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the page that uses it; null without one, or where that is out of reach"
  }),
  lastCheckedAt: time("When its records were last looked up to judge it; null before the first time"),
  nextCheckAt: time("When that is due again; null when nothing is due"),
  verifiedAt: time("When it was verified last; null if it never was"),
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
  // A failed one is due to be removed, which is no check.
  nextCheckAt: domain.status === "failed" ? null : domain.nextCheckAt,
  verifiedAt: domain.verifiedAt,
  createdAt: domain.createdAt
})
