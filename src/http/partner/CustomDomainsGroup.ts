import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { DomainStatus } from "../../domain/customDomains/CustomDomain.ts"
import { CustomDomainView, customDomainFields } from "../../domain/customDomains/CustomDomainView.ts"
import { DnsRecord } from "../../domain/customDomains/DnsRecord.ts"
import { characters } from "../../domain/shared/characters.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const DomainPage = Schema.Struct(offsetPage(CustomDomainView)).annotate({ identifier: "CustomDomainPage" })

const Records = Schema.Struct({
  items: Schema.Array(DnsRecord).annotateKey({ description: "The records, the one that proves ownership first" })
}).annotate({ identifier: "DnsRecords" })

const ConnectedDomain = Schema.Struct({
  ...customDomainFields,
  dnsRecords: Schema.Array(DnsRecord).annotateKey({
    description: "The records that the hostname needs now; nothing has been looked up yet"
  })
}).annotate({ identifier: "ConnectedDomain" })

const DomainsQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(DomainStatus)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  )
})

const NewDomain = Schema.Struct({
  hostname: Schema.String.check(characters(1, 255)).annotateKey({
    description: [
      "A hostname of two labels at least, below a public suffix. International ones are taken in either form; no wildcard,",
      "no IP address, no name of local networks, and none of this service's"
    ].join(" ")
  })
})

const customDomainId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the domain" }))
const params = { customDomainId }

const insufficientReach = partnerFailure(InsufficientReach)

const path = "/custom-domains"
const one = `${path}/:customDomainId` as const

/** The hostnames at which an organization shows its pages (PAR-111, DOMAIN 8.2). */
export class CustomDomainsGroup extends HttpApiGroup.make("customDomains")
  .add(
    read.get("listCustomDomains", path, {
      scopes: ["partner:custom-domains:read"],
      query: DomainsQuery,
      success: DomainPage,
      summary: "List custom domains",
      description: "In the order in which they were connected."
    }),
    write.post("connectCustomDomain", path, {
      scopes: ["partner:custom-domains:manage"],
      payload: NewDomain,
      success: ConnectedDomain.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, partnerFailure(FieldInvalid), partnerFailure(DuplicateResource)],
      summary: "Connect a hostname",
      description: [
        "It waits for its TXT record, at most 72 hours: looked for every 5 minutes in the first hour, then every hour. The",
        "CNAME leads visitors to this service, and verifies nothing. Several organizations may wait for one hostname; the",
        "first whose record is found has it. Only for callers with all venues, as every write of domains."
      ].join(" ")
    }),
    read.get("getCustomDomain", one, {
      scopes: ["partner:custom-domains:read"],
      params,
      success: CustomDomainView,
      summary: "Get a custom domain",
      description: "With its status as of its last check."
    }),
    read.get("listDnsRecords", `${one}/dns-records`, {
      scopes: ["partner:custom-domains:read"],
      params,
      success: Records,
      summary: "List the DNS records that a custom domain needs, and what the DNS has",
      description: [
        "Looked up for this request, and changes no status. At the apex of a zone set an ALIAS or ANAME record, or the",
        "addresses of the CNAME's value, in its place: then only the TXT record is observed, and it is enough."
      ].join(" ")
    }),
    write.delete("disconnectCustomDomain", one, {
      scopes: ["partner:custom-domains:manage"],
      params,
      success: HttpApiSchema.NoContent,
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Disconnect a custom domain",
      description: "Refused while a published page uses it; another page loses it."
    }),
    write.post("recheckCustomDomain", `${one}/recheck`, {
      scopes: ["partner:custom-domains:manage"],
      params,
      success: CustomDomainView,
      errors: [insufficientReach],
      summary: "Look up the DNS of a custom domain now",
      description: [
        "Moves it by what is found, as the checks on schedule do. A failed one stays so: retry it. At most 6 times in 10",
        "minutes for one domain."
      ].join(" ")
    }),
    write.post("retryCustomDomain", `${one}/retry`, {
      scopes: ["partner:custom-domains:manage"],
      params,
      success: CustomDomainView,
      errors: [insufficientReach, partnerFailure(StateConflict)],
      summary: "Try a failed custom domain again",
      description: [
        "`verifying` if its TXT record is there, else `pending_dns` for another 72 hours; `failed` again while another",
        "organization holds the hostname. Only from `failed`, and at most 3 times an hour for one domain."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Custom domains", description: "Hostnames of the organization for its pages" })
  ) {}
