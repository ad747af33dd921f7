import * as Rule from "./Rule.ts"
import { optional, secret, variable } from "./Variable.ts"

const maxTimes = Rule.integer(1, 10_000_000)

/** The variables of custom domains: DNS look-ups and the edge in front of them. */
export const domainVariables = {
  dnsServers: optional(
    "HUB_DNS_SERVERS",
    Rule.nameServers,
    "those of the system; with `HUB_TEST_CONTROLS` or `--store memory`, what tests set",
    "Name servers that look up the records of custom domains. If there are several, all are queried and more than half must agree"
  ),
  dnsTimeoutMs: variable("HUB_DNS_TIMEOUT_MS", Rule.integer(1, 10_000), "2000", "Timeout of a DNS look-up"),
  edgeHostname: optional(
    "HUB_EDGE_HOSTNAME",
    Rule.host,
    "the host of PUBLIC_URL",
    "CNAME target for the hostnames of customers' pages: the edge server in front of this service, which holds their certificates"
  ),
  edgeAddress: optional(
    "HUB_EDGE_ADDRESS",
    Rule.hostPort,
    "hostnames are verified without checking their certificates",
    "Where the edge server accepts TLS connections: a handshake there requests and verifies the certificate of a hostname"
  ),
  edgeAuthorities: optional(
    "HUB_EDGE_CA",
    Rule.certificates,
    "those of the system",
    "File with the certificate authorities (PEM) that the edge server's certificates are verified against"
  ),
  edgeToken: secret(
    optional(
      "HUB_EDGE_TOKEN",
      Rule.secret(16),
      "none, so only the same host may ask",
      "Credential of the edge server for `/__edge/ask`, which says which hostnames may have a certificate: a bearer token or the parameter `token`"
    )
  ),
  limitDomainRecheck: variable(
    "HUB_LIMIT_DOMAIN_RECHECK",
    maxTimes,
    "6",
    "On-demand DNS checks of one custom domain per 10 minutes"
  ),
  limitDomainRetry: variable("HUB_LIMIT_DOMAIN_RETRY", maxTimes, "3", "Retries of one failed custom domain per hour")
}
