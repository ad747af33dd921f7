import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DomainStatus } from "../../domain/customDomains/CustomDomain.ts"
import { CustomDomainView, customDomainFields } from "../../domain/customDomains/CustomDomainView.ts"
import { DnsRecord } from "../../domain/customDomains/DnsRecord.ts"
import { characters } from "../../domain/shared/characters.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const DomainPage = Schema.Struct(offsetPage(CustomDomainView)).annotate({ identifier: "CustomDomainPage" })

const Records = Schema.Struct({
  items: Schema.Array(DnsRecord).annotateKey({
    description: "Required records; the one that proves ownership is first"
  })
}).annotate({ identifier: "DnsRecords" })

const ConnectedDomain = Schema.Struct({
  ...customDomainFields,
  dnsRecords: Schema.Array(DnsRecord).annotateKey({
    description: "Records that the hostname requires; not looked up yet"
  })
}).annotate({ identifier: "ConnectedDomain" })

const DomainsQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(DomainStatus)).pipe(
    Schema.annotateEncoded({ description: "Only domains in these statuses" })
  )
})

const NewDomain = Schema.Struct({
  hostname: Schema.String.check(characters(1, 255)).annotateKey({
    description: [
      "Hostname with at least two labels, below a public suffix. Internationalized names are accepted in either form.",
      "Wildcards, IP addresses, local network names and hostnames of this service are refused, as are names of more",
      "than 235 characters in ASCII, in front of which the TXT record's name would be too long."
    ].join(" ")
  })
})

const customDomainId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the domain" }))
const params = { customDomainId }

const path = "/custom-domains"
const one = `${path}/:customDomainId` as const

/** The hostnames under which an organization serves its pages (PAR-111, DOMAIN 8.2). */
export class CustomDomainsGroup extends HttpApiGroup.make("customDomains")
  .add(
    read.get("listCustomDomains", path, {
      scopes: ["partner:custom-domains:read"],
      query: DomainsQuery,
      success: DomainPage,
      summary: "List custom domains",
      description: "Ordered by when they were connected."
    }),
    write.post("connectCustomDomain", path, {
      scopes: ["partner:custom-domains:manage"],
      payload: NewDomain,
      success: ConnectedDomain.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, partnerFailure(FieldInvalid), partnerFailure(DuplicateResource)],
      summary: "Connect a hostname",
      description: [
        "The domain waits up to 72 hours for its TXT record, which is checked every 5 minutes for the first hour, then",
        "hourly. The CNAME record routes visitors to this service but verifies nothing. Several organizations may wait",
        "for the same hostname; the first one whose record is found gets it. Like every write to domains, this",
        "requires access to all venues."
      ].join(" ")
    }),
    read.get("getCustomDomain", one, {
      scopes: ["partner:custom-domains:read"],
      params,
      success: CustomDomainView,
      summary: "Get a custom domain",
      description: "The status is as of the last check."
    }),
    read.get("listDnsRecords", `${one}/dns-records`, {
      scopes: ["partner:custom-domains:read"],
      params,
      success: Records,
      summary: "List the required and observed DNS records of a custom domain",
      description: [
        "Looks up DNS for this request without changing the status. At the apex of a zone, use an ALIAS or ANAME",
        "record, or address records of the CNAME's target, instead of the CNAME; then only the TXT record is observed,",
        "and it is sufficient."
      ].join(" ")
    }),
    write.delete("disconnectCustomDomain", one, {
      scopes: ["partner:custom-domains:manage"],
      params,
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Disconnect a custom domain",
      description: "Refused while a published page uses the domain. It is unassigned from any other page."
    }),
    write.post("recheckCustomDomain", `${one}/recheck`, {
      scopes: ["partner:custom-domains:manage"],
      params,
      success: CustomDomainView,
      errors: [insufficientReach],
      summary: "Check the DNS of a custom domain now",
      description: [
        "Updates the status like a scheduled check. A failed domain stays failed; retry it instead. Limited to 6 times",
        "in 10 minutes per domain."
      ].join(" ")
    }),
    write.post("retryCustomDomain", `${one}/retry`, {
      scopes: ["partner:custom-domains:manage"],
      params,
      success: CustomDomainView,
      errors: [insufficientReach, partnerFailure(StateConflict)],
      summary: "Retry a failed custom domain",
      description: [
        "The domain becomes `verifying` if its TXT record is found, otherwise `pending_dns` for another 72 hours, or",
        "`failed` again while another organization holds the hostname. Only allowed in status `failed`, up to 3 times",
        "an hour per domain."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Custom domains",
      description: "Hostnames under which the organization serves its pages"
    })
  ) {}
