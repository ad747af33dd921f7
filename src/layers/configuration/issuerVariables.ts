import * as Rule from "./Rule.ts"
import { optional, variable } from "./Variable.ts"

const inDevelopment = "in development, the development issuer"
const orNone = `${inDevelopment}; else the assistant endpoint answers 503`

/** The issuers of member, operator and assistant tokens (INT-018 to INT-021). */
export const issuerVariables = {
  memberIssuer: optional(
    "HUB_MEMBER_ISSUER",
    Rule.url,
    inDevelopment,
    "`iss` of member tokens, compared byte for byte"
  ),
  memberAudience: optional("HUB_MEMBER_AUDIENCE", Rule.text, inDevelopment, "`aud` of member tokens"),
  memberJwksUrl: optional("HUB_MEMBER_JWKS_URL", Rule.url, inDevelopment, "Where the member issuer publishes its keys"),
  operatorIssuer: optional(
    "HUB_OPERATOR_ISSUER",
    Rule.url,
    inDevelopment,
    "`iss` of operator access tokens, compared byte for byte"
  ),
  operatorAudience: optional("HUB_OPERATOR_AUDIENCE", Rule.text, inDevelopment, "`aud` of operator access tokens"),
  operatorJwksUrl: optional(
    "HUB_OPERATOR_JWKS_URL",
    Rule.url,
    inDevelopment,
    "Where the operator issuer publishes its keys"
  ),
  assistantIssuer: optional(
    "HUB_ASSISTANT_OAUTH_ISSUER",
    Rule.url,
    orNone,
    "`iss` of assistant tokens, compared byte for byte; its organizations are mapped like those of the operator issuer"
  ),
  assistantJwksUrl: optional(
    "HUB_ASSISTANT_OAUTH_JWKS_URL",
    Rule.url,
    "the issuer, followed by `/oauth2/jwks`",
    "Where that issuer publishes its keys"
  ),
  assistantResource: optional(
    "HUB_ASSISTANT_RESOURCE",
    Rule.url,
    "`PUBLIC_URL`, followed by `/api/operator-mcp`",
    "`aud` of assistant tokens: the URL of the assistant endpoint as assistant hosts reach it"
  ),
  limitAssistant: variable(
    "HUB_LIMIT_ASSISTANT",
    Rule.integer(1, 10_000_000),
    "600",
    "Requests per minute of one operator through one assistant host"
  )
}
