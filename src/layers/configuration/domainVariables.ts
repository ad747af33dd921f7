import * as Rule from "./Rule.ts"
import { optional, secret, variable } from "./Variable.ts"

const mostTimes = Rule.integer(1, 10_000_000)

/** The variables of custom domains: how their records are looked up, and what stands before them. */
export const domainVariables = {
  dnsServers: optional(
    "HUB_DNS_SERVERS",
    Rule.nameServers,
    "those of the system; with `HUB_TEST_CONTROLS` or `--store memory`, what tests set",
    "Name servers at which the records of custom domains are looked up. Of several each is asked, and more than half must say the same"
  ),
  dnsTimeoutMs: variable("HUB_DNS_TIMEOUT_MS", Rule.integer(1, 10_000), "2000", "Longest that a look-up may take"),
  edgeHostname: optional(
    "HUB_EDGE_HOSTNAME",
    Rule.host,
    "the host of PUBLIC_URL",
    "Where customers point the hostnames of their pages, with a CNAME: the server before this service that has their certificates"
  ),
  edgeAddress: optional(
    "HUB_EDGE_ADDRESS",
    Rule.hostPort,
    "a hostname is verified without a look at its certificate",
    "Where that server takes TLS connections: by a handshake there a certificate is requested, and known to be valid"
  ),
  edgeAuthorities: optional(
    "HUB_EDGE_CA",
    Rule.text,
    "those of the system",
    "File with the certificates (PEM) of the authorities that its certificates may be from"
  ),
  edgeToken: secret(
    optional(
      "HUB_EDGE_TOKEN",
      Rule.secret(16),
      "none, and only the same host may ask",
      "What that server sends to `/__edge/ask` to learn which hostnames may have a certificate, as a bearer token or the parameter `token`"
    )
  ),
  limitDomainRecheck: variable(
    "HUB_LIMIT_DOMAIN_RECHECK",
    mostTimes,
    "6",
    "Times per 10 minutes that the records of one custom domain may be looked up on request"
  ),
  limitDomainRetry: variable(
    "HUB_LIMIT_DOMAIN_RETRY",
    mostTimes,
    "3",
    "Times per hour that one custom domain that failed may be tried again"
  )
}
